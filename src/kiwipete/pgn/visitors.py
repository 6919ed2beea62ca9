"""Visitors: their methods are called for each part of a game, in the order of its text."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

if TYPE_CHECKING:
    from kiwipete.board import Board, Move
    from kiwipete.pgn.headers import Headers

__all__ = ["SKIP", "BaseVisitor", "ResultT", "SkipType", "SkipVisitor"]

ResultT = TypeVar("ResultT", covariant=True)


class SkipType(enum.Enum):
    """The type of SKIP, which a visitor returns to skip a part of a game."""

    SKIP = None


SKIP = SkipType.SKIP


class BaseVisitor(Generic[ResultT]):
    """The base of visitors, for `read_game` and for `accept` of games and nodes.

    Override the methods you need. `begin_game`, `end_headers`, `begin_parse_san`
    and `begin_variation` may return SKIP to skip the game, the moves, the move or
    the variation.

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
        """Handle the beginning of a game."""

    def begin_headers(self) -> Headers | None:
        """Handle the beginning of the tags; may return a mapping for them."""

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Handle a tag."""

    def end_headers(self) -> SkipType | None:
        """Handle the end of the tags."""

    def begin_parse_san(self, board: Board, san: str) -> SkipType | None:
        """Handle the text of a move before it is parsed, when a game is read."""

    def parse_san(self, board: Board, san: str) -> Move:
        """Parse the text of a move; override this for non-standard notation.

        >>> BaseVisitor().parse_san(kiwipete.Board(), "e4")
        Move.from_uci('e2e4')
        """
        return board.parse_san(san)

    def visit_move(self, board: Board, move: Move) -> None:
        """Handle a move, with the board before it."""

    def visit_board(self, board: Board) -> None:
        """Handle the start position and the position after each move."""

    def visit_comment(self, comment: str) -> None:
        """Handle a comment."""

    def visit_nag(self, nag: int) -> None:
        """Handle a numeric annotation glyph."""

    def begin_variation(self) -> SkipType | None:
        """Handle the beginning of a variation."""

    def end_variation(self) -> None:
        """Handle the end of a variation."""

    def visit_result(self, result: str) -> None:
        """Handle the result."""

    def end_game(self) -> None:
        """Handle the end of the game."""

    def result(self) -> ResultT:
        """Return what `read_game` and `accept` return."""
        raise NotImplementedError

    def handle_error(self, error: Exception) -> None:
        """Handle an error; raises it unless overridden."""
        raise error

    def handle_warning(self, warning: Exception) -> None:
        """Handle unmatched brackets, which have no effect."""


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
