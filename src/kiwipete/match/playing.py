"""One game between two engines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kiwipete.board import Board
from kiwipete.engine.uci_grammar import STARTPOS, position_command
from kiwipete.game_end import DEAD_NODES, rule_end
from kiwipete.match.player import Player, PlayerFailure
from kiwipete.match.record import DRAWN_ON_TIME, Game, MoveInfo, Opening
from kiwipete.match.terms import Clocks, Referee, Terms
from kiwipete.positions import STARTING_FEN
from kiwipete.untrusted_text import in_short

# No engine hits a fixed time exactly: this many extra seconds are not an overrun.
_SLACK = 0.005
# Not moves in a game, though a grammar may have them.
_NO_MOVE = ("", "none", "0000")


@dataclass(frozen=True)
class Fixture:
    """A game to play: its number, the players' numbers, and the opening."""

    number: int
    white: int
    black: int
    opening: Opening


@dataclass(frozen=True)
class GameProgress:
    """A running game after a move, for spectators."""

    number: int
    white: int
    black: int
    fen: str
    ply: int  # moves played, with those of the opening
    last_move: str | None
    san: str | None
    score: int | None  # of the player that has moved, as in MoveInfo
    clocks: tuple[float, float] | None  # White's and Black's seconds


Watch = Callable[[GameProgress], None]


def play(
    fixture: Fixture, white: Player, black: Player, terms: Terms, watch: Watch | None = None
) -> Game:
    """Play a game to its end; a player that fails loses it. `watch` is called after each move."""
    return _Playing(fixture, white, black, terms, watch).play()


class _Playing:
    """A running game."""

    def __init__(
        self,
        fixture: Fixture,
        white: Player,
        black: Player,
        terms: Terms,
        watch: Watch | None,
    ) -> None:
        self._fixture = fixture
        self._watch = watch
        self._players = {True: white, False: black}
        self._terms = terms
        self._board = Board(fixture.opening.fen, chess960=terms.chess960)
        self._start = _start_text(self._board)
        self._moves: list[str] = []
        for move in fixture.opening.moves:
            self._push(move)
        self._clocks = Clocks(terms.control)
        self._referee = Referee(terms.adjudication)
        self._infos: list[MoveInfo] = []
        self._overruns = {True: 0, False: 0}

    def play(self) -> Game:
        """Play to the end."""
        for colour, player in self._players.items():
            try:
                player.new_game()
            except PlayerFailure as failure:
                return self._lost(colour, failure)
        ended: tuple[str, bool | None] | None = rule_end(self._board)
        self._show(None)
        while ended is None:
            turn, number = self._board.turn, self._board.fullmove_number
            try:
                info = self._move(turn)
            except PlayerFailure as failure:
                return self._lost(turn, failure)
            self._show(info)
            ended = rule_end(self._board) or self._referee.hear(number, turn, info.score)
        return self._game(*ended)

    def _move(self, turn: bool) -> MoveInfo:
        """Request and play a move; raises PlayerFailure if that goes wrong."""
        terms, left = self._terms, self._clocks.left(turn)
        patience = terms.timeout if left is None else terms.grace
        position = position_command(self._start, self._moves)
        reply = self._players[turn].think(position, self._clocks.go(turn), left, patience)
        info = reply.info
        late = not reply.in_time or (left is not None and info.seconds > left + terms.grace)
        if late:
            limit = "" if left is None else f" for {max(left, 0.0):.3f} s"
            raise PlayerFailure("time", f"{info.seconds:.3f} s{limit}")
        if left is not None and info.seconds > left + (_SLACK if terms.control.movetime else 0):
            self._overruns[turn] += 1
        self._clocks.spend(turn, info.seconds)
        if reply.move in _NO_MOVE:
            raise PlayerFailure("no move", in_short(reply.line, 60))
        try:
            self._push(reply.move)
        except ValueError as error:
            raise PlayerFailure("illegal move", str(error)) from error
        self._infos.append(info)
        return info

    def _show(self, info: MoveInfo | None) -> None:
        """Show the game to its spectators."""
        if self._watch is None:
            return
        fixture, board = self._fixture, self._board
        san = None
        if board.move_stack:
            move = board.pop()
            san = board.san(move)
            board.push(move)
        clocks = None
        if self._terms.control.base is not None:
            clocks = (self._clocks.left(True) or 0.0, self._clocks.left(False) or 0.0)
        progress = GameProgress(
            fixture.number,
            fixture.white,
            fixture.black,
            board.fen(shredder=board.chess960),
            len(self._moves),
            self._moves[-1] if self._moves else None,
            san,
            None if info is None else info.score,
            clocks,
        )
        self._watch(progress)

    def _push(self, text: str) -> None:
        move = self._board.parse_uci(text)
        self._moves.append(self._board.uci(move))
        self._board.push(move)

    def _lost(self, colour: bool, failure: PlayerFailure) -> Game:
        """End the game; on time it is a draw if the other player cannot mate at all (Laws, 6.9)."""
        if failure.kind == "time" and self._board.can_win(not colour, nodes=DEAD_NODES) is False:
            return self._game(DRAWN_ON_TIME, None, failure.detail)
        return self._game(failure.kind, not colour, failure.detail)

    def _game(self, reason: str, winner: bool | None, detail: str = "") -> Game:
        fixture = self._fixture
        return Game(
            fixture.number,
            fixture.white,
            fixture.black,
            fixture.opening,
            tuple(self._moves),
            tuple(self._infos),
            winner,
            reason,
            detail,
            (self._overruns[True], self._overruns[False]),
        )


def _start_text(board: Board) -> str:
    fen = board.fen(shredder=board.chess960, en_passant="fen")
    return STARTPOS if fen == STARTING_FEN else fen
