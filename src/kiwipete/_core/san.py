"""SanParts: what a text in standard algebraic notation says, legal or not."""

from typing import NamedTuple


class SanParts(NamedTuple):
    """A move in algebraic notation, taken apart.

    >>> from kiwipete._core.rules import read_san_parts
    >>> read_san_parts("exd8=Q+").target
    59
    """

    is_null: bool
    castles: bool
    kingside: bool  # of castling
    piece_type: int
    origins: int  # the squares it may come from, as a bitboard
    target: int
    promotion: int | None
    has_both_squares: bool  # and no piece letter: the way UCI writes moves
