"""Words for squares, pieces and sides."""

from __future__ import annotations

from collections.abc import Iterable

from kiwipete.bitboards import scan_forward
from kiwipete.explain.board_protocol import Board
from kiwipete.squares import SQUARE_NAMES, Bitboard, Color, Square, piece_name


def squares_of(board: Board, mask: Bitboard) -> list[Square]:
    """List squares as the side to move sees them, from its own back rank on.

    >>> squares_of(kiwipete.Board(), 1 << 63 | 1 << 1 | 1)
    [0, 1, 63]
    """
    return sorted(scan_forward(mask), key=lambda square: square if board.turn else square ^ 56)


def at(square: Square) -> str:
    """Name a square.

    >>> at(28)
    'e4'
    """
    return SQUARE_NAMES[square]


def piece(board: Board, square: Square) -> str:
    """Name a piece and its square.

    >>> piece(kiwipete.Board(), 1)
    'knight on b1'
    """
    return f"{piece_name(board.piece_type_at(square) or 0)} on {at(square)}"


def pieces(board: Board, squares: Iterable[Square]) -> str:
    """Name pieces and their squares.

    >>> pieces(kiwipete.Board(), [0, 1, 2])
    'the rook on a1, the knight on b1 and the bishop on c1'
    """
    *others, last = (f"the {piece(board, square)}" for square in squares)
    return f"{', '.join(others)} and {last}" if others else last


def side(color: Color) -> str:
    """Name a side.

    >>> side(True)
    'White'
    """
    return "White" if color else "Black"
