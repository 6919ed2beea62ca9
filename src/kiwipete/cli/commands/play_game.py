"""A game against the engine: whose move it is, the opponent, and the game as PGN."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from kiwipete.cli.exits import UsageError
from kiwipete.engine import Engine, Limit
from kiwipete.game_end import GameEnd, rule_end
from kiwipete.own_engine import SHIPPED
from kiwipete.own_engine.levels import LEVELS

if TYPE_CHECKING:
    from kiwipete.board import Board, Move
    from kiwipete.engine import InfoDict
    from kiwipete.own_engine.networks import NetworkSource

# Hints, evaluations and draw offers are the same at every level.
_ADVICE = Limit(nodes=100_000)


class PlayedGame:
    """A board, the side that the person plays, and a resignation or a draw by agreement."""

    def __init__(self, board: Board, side: bool) -> None:
        self.board = board
        self.side = side
        self._given = len(board.move_stack)  # moves before the start, which cannot be taken back
        self._agreed: GameEnd | None = None

    @property
    def end(self) -> GameEnd | None:
        """How the game ended; None while it is in progress."""
        return self._agreed or rule_end(self.board)

    @property
    def is_persons_turn(self) -> bool:
        """Whether the person is to move."""
        return self.board.turn == self.side

    def resign(self) -> None:
        """End the game by the person's resignation."""
        self._agreed = GameEnd("resignation", not self.side)

    def agree_to_draw(self) -> None:
        """End the game in a draw."""
        self._agreed = GameEnd("agreement", None)

    def take_back(self) -> bool:
        """Take back a resignation, a draw or the last move; return False if there is none."""
        if self._agreed is not None:
            self._agreed = None
            return True
        plies = 2 if self.is_persons_turn else 1
        if len(self.board.move_stack) - self._given < plies:
            return False
        for _ in range(plies):
            self.board.pop()
        return True


class Opponent:
    """The engine at a level, or with a time per move."""

    def __init__(
        self,
        *,
        level: int | None,
        seconds: float | None,
        seed: int,
        network: NetworkSource = SHIPPED,
        tables: str | None = None,
    ) -> None:
        self._engine = Engine(seed=seed, network=network)
        if tables:
            self._engine.configure({"SyzygyPath": tables})
        if level is not None:
            elo = LEVELS[level - 1].elo
            self._engine.configure({"UCI_LimitStrength": True, "UCI_Elo": elo})
        self._limit = Limit(time=seconds)
        self.name = f"Kiwipete, level {level}" if level else f"Kiwipete, {seconds:g} s a move"

    def move(self, board: Board) -> Move:
        """Return the engine's move."""
        move = self._engine.play(board, self._limit, game="play").move
        assert move is not None  # otherwise the game is over
        return move

    def advice(self, board: Board) -> InfoDict:
        """Return an analysis at full strength."""
        # As another game: the analysis must not help the engine at a level.
        info = self._engine.analyse(board, _ADVICE, game="advice")
        assert isinstance(info, dict)
        return info

    def close(self) -> None:
        """Stop the engine."""
        self._engine.close()


class Record:
    """Appends a game to files. Saved again, it replaces what was saved before."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}  # where the game begins in a file

    def save(self, name: str, game: PlayedGame, opponent: str) -> None:
        """Append the game; raise a UsageError if it cannot be written."""
        text = f"{_pgn(game, opponent)}\n\n".encode()
        try:
            with Path(name).open("ab") as file:
                if name in self._places:
                    file.truncate(self._places[name])
                else:
                    self._places[name] = file.tell()
                file.write(text)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise UsageError(f"cannot write {name}: {reason}") from error


def _pgn(game: PlayedGame, opponent: str) -> str:
    from kiwipete.pgn import Game

    record = Game.from_board(game.board)
    record.headers["Event"] = "kiwipete play"
    record.headers["Date"] = time.strftime("%Y.%m.%d")
    record.headers["White" if game.side else "Black"] = "You"
    record.headers["Black" if game.side else "White"] = opponent
    record.headers["Result"] = game.end.result if game.end else "*"
    if game.end is not None:
        record.headers["Termination"] = game.end.reason
    return str(record)
