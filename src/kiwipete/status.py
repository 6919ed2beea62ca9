"""What can be wrong with a position, with python-chess's names and values."""

from __future__ import annotations

import enum

__all__ = [
    "STATUS_BAD_CASTLING_RIGHTS", "STATUS_EMPTY", "STATUS_IMPOSSIBLE_CHECK",
    "STATUS_INVALID_EP_SQUARE", "STATUS_NO_BLACK_KING", "STATUS_NO_WHITE_KING",
    "STATUS_OPPOSITE_CHECK", "STATUS_PAWNS_ON_BACKRANK", "STATUS_RACE_CHECK",
    "STATUS_RACE_MATERIAL", "STATUS_RACE_OVER", "STATUS_TOO_MANY_BLACK_PAWNS",
    "STATUS_TOO_MANY_BLACK_PIECES", "STATUS_TOO_MANY_CHECKERS", "STATUS_TOO_MANY_KINGS",
    "STATUS_TOO_MANY_WHITE_PAWNS", "STATUS_TOO_MANY_WHITE_PIECES", "STATUS_VALID", "Status",
]  # fmt: skip


class Status(enum.IntFlag):
    """Flags for everything that is wrong with a position.

    >>> Status.VALID.reasons()
    []
    >>> (Status.NO_WHITE_KING | Status.OPPOSITE_CHECK).reasons()
    ['white has no king', 'the side not to move is in check']
    """

    VALID = 0
    NO_WHITE_KING = 1 << 0
    NO_BLACK_KING = 1 << 1
    TOO_MANY_KINGS = 1 << 2
    TOO_MANY_WHITE_PAWNS = 1 << 3
    TOO_MANY_BLACK_PAWNS = 1 << 4
    PAWNS_ON_BACKRANK = 1 << 5
    TOO_MANY_WHITE_PIECES = 1 << 6
    TOO_MANY_BLACK_PIECES = 1 << 7
    BAD_CASTLING_RIGHTS = 1 << 8
    INVALID_EP_SQUARE = 1 << 9
    OPPOSITE_CHECK = 1 << 10
    EMPTY = 1 << 11
    RACE_CHECK = 1 << 12
    RACE_OVER = 1 << 13
    RACE_MATERIAL = 1 << 14
    TOO_MANY_CHECKERS = 1 << 15
    IMPOSSIBLE_CHECK = 1 << 16

    def reasons(self) -> list[str]:
        """Return a description of each thing that is wrong."""
        return [words for flag, words in _REASONS.items() if flag & self]


_REASONS = {
    Status.EMPTY: "the board is empty",
    Status.NO_WHITE_KING: "white has no king",
    Status.NO_BLACK_KING: "black has no king",
    Status.TOO_MANY_KINGS: "there are more than two kings",
    Status.TOO_MANY_WHITE_PAWNS: "white has more than 8 pawns",
    Status.TOO_MANY_BLACK_PAWNS: "black has more than 8 pawns",
    Status.TOO_MANY_WHITE_PIECES: "white has more than 16 pieces",
    Status.TOO_MANY_BLACK_PIECES: "black has more than 16 pieces",
    Status.PAWNS_ON_BACKRANK: "a pawn stands on the first or last rank",
    Status.BAD_CASTLING_RIGHTS: "a castling right has no king and rook at home to go with it",
    Status.INVALID_EP_SQUARE: "no pawn can just have passed the en passant square",
    Status.OPPOSITE_CHECK: "the side not to move is in check",
    Status.TOO_MANY_CHECKERS: "more than two pieces give check",
    Status.IMPOSSIBLE_CHECK: "no last move can have given this check",
    Status.RACE_CHECK: "there is a check, which racing kings never give",
    Status.RACE_OVER: "black is to move, but both kings have arrived",
    Status.RACE_MATERIAL: "racing kings have no pawns, and no more pieces than at the start",
}

STATUS_VALID = Status.VALID
STATUS_NO_WHITE_KING = Status.NO_WHITE_KING
STATUS_NO_BLACK_KING = Status.NO_BLACK_KING
STATUS_TOO_MANY_KINGS = Status.TOO_MANY_KINGS
STATUS_TOO_MANY_WHITE_PAWNS = Status.TOO_MANY_WHITE_PAWNS
STATUS_TOO_MANY_BLACK_PAWNS = Status.TOO_MANY_BLACK_PAWNS
STATUS_PAWNS_ON_BACKRANK = Status.PAWNS_ON_BACKRANK
STATUS_TOO_MANY_WHITE_PIECES = Status.TOO_MANY_WHITE_PIECES
STATUS_TOO_MANY_BLACK_PIECES = Status.TOO_MANY_BLACK_PIECES
STATUS_BAD_CASTLING_RIGHTS = Status.BAD_CASTLING_RIGHTS
STATUS_INVALID_EP_SQUARE = Status.INVALID_EP_SQUARE
STATUS_OPPOSITE_CHECK = Status.OPPOSITE_CHECK
STATUS_EMPTY = Status.EMPTY
STATUS_RACE_CHECK = Status.RACE_CHECK
STATUS_RACE_OVER = Status.RACE_OVER
STATUS_RACE_MATERIAL = Status.RACE_MATERIAL
STATUS_TOO_MANY_CHECKERS = Status.TOO_MANY_CHECKERS
STATUS_IMPOSSIBLE_CHECK = Status.IMPOSSIBLE_CHECK
