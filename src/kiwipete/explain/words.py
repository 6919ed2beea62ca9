# ruff: noqa: D102 (python-chess's names say what they are)
"""What an explanation needs from a board, and words for its squares, pieces and sides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from kiwipete._core.move import Move
from kiwipete.bitboards import scan_forward
from kiwipete.squares import SQUARE_NAMES, Bitboard, Color, PieceType, Square, piece_name

_Self = TypeVar("_Self")


class Board(Protocol):
    """A board whose moves can be explained."""

    @property
    def turn(self) -> Color: ...
    @property
    def occupied(self) -> Bitboard: ...
    @property
    def ep_square(self) -> Square | None: ...
    @property
    def chess960(self) -> bool: ...
    def piece_type_at(self, square: Square, /) -> PieceType | None: ...
    def color_at(self, square: Square, /) -> Color | None: ...
    def king(self, color: Color, /) -> Square | None: ...
    def attackers_mask(self, color: Color, square: Square, occupied: Bitboard, /) -> Bitboard: ...
    def checkers_mask(self) -> Bitboard: ...
    def clean_castling_rights(self) -> Bitboard: ...
    def is_legal(self, move: Move, /) -> bool: ...
    def parse_uci(self, uci: str, /) -> Move: ...
    def parse_san(self, san: str, /) -> Move: ...
    def is_checkmate(self) -> bool: ...
    def is_stalemate(self) -> bool: ...
    def push(self, move: Move, /) -> object: ...
    def copy(self: _Self, *, stack: bool) -> _Self: ...


def is_own(board: Board, piece_type: PieceType, square: Square) -> bool:
    """Return True if a piece of this type and of the side to move is on a square.

    >>> is_own(kiwipete.Board(), kiwipete.KNIGHT, kiwipete.G1)
    True
    """
    return board.piece_type_at(square) == piece_type and board.color_at(square) == board.turn


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
