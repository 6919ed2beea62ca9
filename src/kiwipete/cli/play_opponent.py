"""The engine as an opponent: how well it plays, and what it thinks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiwipete.engine import Engine, Limit
from kiwipete.own_engine.levels import LEVELS

if TYPE_CHECKING:
    from kiwipete.board import Board, Move
    from kiwipete.engine import InfoDict


# Hints, evaluations and draws are the same whatever the level.
_ADVICE = Limit(nodes=100_000)


class Opponent:
    """Plays at a level, or thinks for a time."""

    def __init__(self, *, level: int | None, seconds: float | None, seed: int) -> None:
        self._engine = Engine(seed=seed)
        if level is not None:
            elo = LEVELS[level - 1].elo
            self._engine.configure({"UCI_LimitStrength": True, "UCI_Elo": elo})
        self._limit = Limit(time=seconds)
        self.name = f"Kiwipete, level {level}" if level else f"Kiwipete, {seconds:g} s a move"

    def move(self, board: Board) -> Move:
        """Return the move it plays."""
        move = self._engine.play(board, self._limit, game="play").move
        assert move is not None  # the game would be over
        return move

    def advice(self, board: Board) -> InfoDict:
        """Return what it thinks with all its strength."""
        # As another game: what is learned here is not used to play at a level.
        info = self._engine.analyse(board, _ADVICE, game="advice")
        assert isinstance(info, dict)
        return info

    def close(self) -> None:
        """End the engine."""
        self._engine.close()
