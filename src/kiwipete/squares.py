"""Colours, piece types and squares, with python-chess's names.

Squares are numbers from 0 (a1) to 63 (h8), rank by rank.

>>> E4, SQUARE_NAMES[E4]
(28, 'e4')
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, SupportsInt

# fmt: off
__all__ = [
    "A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8",
    "B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "BISHOP", "BLACK",
    "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "COLORS", "COLOR_NAMES",
    "D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8",
    "E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8",
    "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "FILE_NAMES",
    "G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8",
    "H1", "H2", "H3", "H4", "H5", "H6", "H7", "H8",
    "KING", "KNIGHT", "PAWN", "PIECE_NAMES", "PIECE_SYMBOLS", "PIECE_TYPES", "QUEEN",
    "RANK_NAMES", "ROOK", "SQUARES", "SQUARES_180", "SQUARE_NAMES", "UNICODE_PIECE_SYMBOLS",
    "WHITE", "Bitboard", "Color", "ColorName", "IntoSquareSet", "PieceType", "Square",
    "parse_square", "piece_name", "piece_symbol", "square", "square_distance", "square_file",
    "square_knight_distance", "square_manhattan_distance", "square_mirror", "square_name",
    "square_rank",
]
# fmt: on

Color = bool
PieceType = int
Square = int
Bitboard = int

# What a SquareSet can be made from: a bitboard, or squares.
IntoSquareSet = SupportsInt | Iterable[Square]

WHITE: Color = True
BLACK: Color = False
COLORS: list[Color] = [WHITE, BLACK]
ColorName = Literal["white", "black"]
COLOR_NAMES: list[ColorName] = ["black", "white"]

PAWN: PieceType = 1
KNIGHT: PieceType = 2
BISHOP: PieceType = 3
ROOK: PieceType = 4
QUEEN: PieceType = 5
KING: PieceType = 6
PIECE_TYPES: list[PieceType] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING]
PIECE_SYMBOLS: list[str | None] = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES: list[str | None] = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]
UNICODE_PIECE_SYMBOLS: dict[str, str] = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))

FILE_NAMES: list[str] = list("abcdefgh")
RANK_NAMES: list[str] = list("12345678")

A1, B1, C1, D1, E1, F1, G1, H1 = range(0, 8)
A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)

SQUARES: list[Square] = list(range(64))
SQUARE_NAMES: list[str] = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]

_SQUARES_BY_NAME = {name: number for number, name in enumerate(SQUARE_NAMES)}

# Knight moves by the difference of ranks (row) and files (column), away from the corners.
_KNIGHT_DISTANCES = [
    [0, 3, 2, 3, 2, 3, 4, 5],
    [3, 2, 1, 2, 3, 4, 3, 4],
    [2, 1, 4, 3, 2, 3, 4, 5],
    [3, 2, 3, 2, 3, 4, 3, 4],
    [2, 3, 2, 3, 4, 3, 4, 5],
    [3, 4, 3, 4, 3, 4, 5, 4],
    [4, 3, 4, 3, 4, 5, 4, 5],
    [5, 4, 5, 4, 5, 4, 5, 6],
]
_CORNERS = {A1, H1, A8, H8}


def piece_symbol(piece_type: PieceType) -> str:
    """Return the lower-case letter of a piece type.

    >>> piece_symbol(KNIGHT)
    'n'
    """
    return PIECE_SYMBOLS[piece_type]  # type: ignore[return-value]  # None for 0, which is not a piece type


def piece_name(piece_type: PieceType) -> str:
    """Return the English name of a piece type.

    >>> piece_name(KNIGHT)
    'knight'
    """
    return PIECE_NAMES[piece_type]  # type: ignore[return-value]  # None for 0, which is not a piece type


def parse_square(name: str) -> Square:
    """Return the number of a square.

    >>> parse_square("e4")
    28
    >>> parse_square("e9")
    Traceback (most recent call last):
    ...
    ValueError: squares are named a1 to h8, not 'e9'
    """
    try:
        return _SQUARES_BY_NAME[name]
    except KeyError:
        raise ValueError(f"squares are named a1 to h8, not {name!r}") from None


def square_name(square: Square) -> str:
    """Return the name of a square.

    >>> square_name(28)
    'e4'
    """
    return SQUARE_NAMES[square]


def square(file_index: int, rank_index: int) -> Square:
    """Return the square on a file and a rank, both counted from 0.

    >>> square(4, 3) == E4
    True
    """
    return rank_index * 8 + file_index


def square_file(square: Square) -> int:
    """Return the file of a square, 0 for the a-file.

    >>> square_file(E4)
    4
    """
    return square & 7


def square_rank(square: Square) -> int:
    """Return the rank of a square, 0 for the first.

    >>> square_rank(E4)
    3
    """
    return square >> 3


def square_distance(a: Square, b: Square) -> int:
    """Count the king's moves from one square to another.

    >>> square_distance(A1, C8)
    7
    """
    return max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3)))


def square_manhattan_distance(a: Square, b: Square) -> int:
    """Count the steps along files and ranks from one square to another.

    >>> square_manhattan_distance(A1, C8)
    9
    """
    return abs((a & 7) - (b & 7)) + abs((a >> 3) - (b >> 3))


def square_knight_distance(a: Square, b: Square) -> int:
    """Count the knight's moves from one square to another.

    >>> square_knight_distance(A1, C8), square_knight_distance(A1, B2)
    (5, 4)
    """
    files, ranks = abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3))
    if files == ranks == 1 and (a in _CORNERS or b in _CORNERS):
        return 4  # elsewhere two moves join such neighbours; here they would leave the board
    return _KNIGHT_DISTANCES[ranks][files]


def square_mirror(square: Square) -> Square:
    """Return the square on the same file of the board flipped vertically.

    >>> square_mirror(E4) == E5
    True
    """
    return square ^ 56


SQUARES_180: list[Square] = [square_mirror(number) for number in SQUARES]
