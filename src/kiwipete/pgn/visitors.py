"""Visitors: those who are told what a game holds, in the order of its text."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

if TYPE_CHECKING:
    from kiwipete.board import Board, Move
    from kiwipete.pgn.headers import Headers

__all__ = ["SKIP", "BaseVisitor", "ResultT", "SkipType", "SkipVisitor"]

ResultT = TypeVar("ResultT", covariant=True)


class SkipType(enum.Enum):
    """What a visitor returns that does not want to see something."""

    SKIP = None


SKIP = SkipType.SKIP


class BaseVisitor(Generic[ResultT]):
    """The base of visitors, for `read_game` and for `accept` of games and nodes.

    Override what you want to know of. Whoever returns SKIP where it is
    allowed is spared the game, the moves, or the variation.

    >>> class Counter(BaseVisitor):
    ...     moves = 0
    ...     def visit_move(self, board, move):
    ...         self.moves += 1
    ...     def result(self):
    ...         return self.moves
    >>> kiwipete.pgn.read_game(io.StringIO("1. e4 e5 2. Nf3 *"), Visitor=Counter)
    3
    """

    def begin_game(self) -> SkipType | None:
        """Hear that a game begins."""

    def begin_headers(self) -> Headers | None:
        """Hear that tags follow; a mapping returned here is for the visitor to fill."""

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Hear of a tag."""

    def end_headers(self) -> SkipType | None:
        """Hear that there are no more tags."""

    def begin_parse_san(self, board: Board, san: str) -> SkipType | None:
        """Hear of the text of a move before it is read, when a game is read."""

    def parse_san(self, board: Board, san: str) -> Move:
        """Read the text of a move; override this for texts that are odd in their own way.

        >>> BaseVisitor().parse_san(kiwipete.Board(), "e4")
        Move.from_uci('e2e4')
        """
        return board.parse_san(san)

    def visit_move(self, board: Board, move: Move) -> None:
        """Hear of a move, and of the board before it."""

    def visit_board(self, board: Board) -> None:
        """Hear of the start position, and of the position after each move."""

    def visit_comment(self, comment: str) -> None:
        """Hear of a comment."""

    def visit_nag(self, nag: int) -> None:
        """Hear of a numeric annotation glyph."""

    def begin_variation(self) -> SkipType | None:
        """Hear that a variation begins."""

    def end_variation(self) -> None:
        """Hear that a variation ends."""

    def visit_result(self, result: str) -> None:
        """Hear of the result."""

    def end_game(self) -> None:
        """Hear that the game ends."""

    def result(self) -> ResultT:
        """Return what `read_game` and `accept` return."""
        raise NotImplementedError

    def handle_error(self, error: Exception) -> None:
        """Hear of an error; raises it unless overridden."""
        raise error

    def handle_warning(self, warning: Exception) -> None:
        """Hear of stray brackets, which change nothing."""


class SkipVisitor(BaseVisitor[Literal[True]]):
    """Skips a game.

    >>> kiwipete.pgn.read_game(io.StringIO("1. e4 *"), Visitor=SkipVisitor)
    True
    """

    def begin_game(self) -> SkipType:
        """Skip the game."""
        return SKIP

    def end_headers(self) -> SkipType:
        """Skip the moves."""
        return SKIP

    def begin_variation(self) -> SkipType:
        """Skip the variation."""
        return SKIP

    def result(self) -> Literal[True]:
        """Return True."""
        return True
