"""The start position and the moves of a game, whatever object it comes as."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from kiwipete.board import Board, Move

__all__ = ["Line", "start_and_moves"]


class Tree(Protocol):
    """A game of kiwipete.pgn, of which only the main line counts."""

    def board(self) -> Board: ...
    def mainline_moves(self) -> Iterable[Move]: ...


Line = Board | Tree | Iterable[Move]


def start_and_moves(line: Line) -> tuple[Board, Iterable[Move]]:
    """Return where a line starts, and its moves.

    A line is a board with its moves, a game read from PGN, or moves from the start position.
    Boards and games may be python-chess's; then the board returned is one of python-chess too.

    >>> board = kiwipete.Board()
    >>> board.push_san("e4")
    Move.from_uci('e2e4')
    >>> start, moves = start_and_moves(board)
    >>> start == kiwipete.Board(), list(moves)
    (True, [Move.from_uci('e2e4')])
    """
    played: Any = line
    if hasattr(played, "move_stack"):  # a board of any library
        return played.root(), played.move_stack
    if hasattr(played, "mainline_moves"):  # a game read from PGN
        return played.board(), played.mainline_moves()
    return Board(), played
