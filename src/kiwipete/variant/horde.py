"""Horde: 36 white pawns without a king against an army."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import ClassVar

from kiwipete.bitboards import (
    BB_BACKRANKS,
    BB_DARK_SQUARES,
    BB_LIGHT_SQUARES,
    BB_RANK_8,
    popcount,
)
from kiwipete.squares import BLACK, WHITE, Bitboard, Color
from kiwipete.status import Status
from kiwipete.variant.variant_board import VariantBoard

__all__ = ["HordeBoard", "horde_can_mate"]

_HORDE = 36  # pawns at the start


class HordeBoard(VariantBoard):
    """A board of horde: black wins by taking all white pieces, white by mate.

    White pawns may move two squares from the first rank, too.

    >>> HordeBoard().legal_moves.count()
    8
    """

    aliases: ClassVar[list[str]] = ["Horde", "Horde chess"]
    uci_variant = "horde"
    xboard_variant = "horde"
    starting_fen = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"

    def is_variant_end(self) -> bool:
        """Return True if a side has no pieces left."""
        return not all(self.occupied_co)

    def is_variant_draw(self) -> bool:
        """Return True if neither side has pieces."""
        return not self.occupied

    def is_variant_win(self) -> bool:
        """Return True if only the side to move has pieces."""
        return self.occupied == self.occupied_co[self.turn] != 0

    def is_variant_loss(self) -> bool:
        """Return True if only the other side has pieces."""
        return self.occupied == self.occupied_co[not self.turn] != 0

    def status(self) -> Status:
        """Return everything that is wrong with the position."""
        found = super().status() & ~(Status.NO_WHITE_KING | Status.PAWNS_ON_BACKRANK)
        if self.kings & self.occupied_co[WHITE]:
            found |= Status.TOO_MANY_KINGS
        white, black = (self.pawns & self.occupied_co[color] for color in (WHITE, BLACK))
        if white & BB_RANK_8 or black & BB_BACKRANKS:
            found |= Status.PAWNS_ON_BACKRANK
        if popcount(self.occupied_co[WHITE]) <= _HORDE:
            found &= ~(Status.TOO_MANY_WHITE_PAWNS | Status.TOO_MANY_WHITE_PIECES)
        return found

    def has_insufficient_material(self, color: Color) -> bool:
        """Return True for white if it cannot mate even with black's help. Black can always win."""
        if color == BLACK:
            return False
        bishops = self.bishops & self.occupied_co[WHITE]
        shades = [BB_LIGHT_SQUARES, BB_DARK_SQUARES]
        shades.sort(key=lambda shade: -popcount(bishops & shade))
        white, black = (self._material(side, *shades) for side in (WHITE, BLACK))
        return not horde_can_mate(white, black.lower())

    def _material(self, color: Color, same: Bitboard, other: Bitboard) -> str:
        """Return a side's pieces except kings as letters, bishops by the colour of the square."""
        ours = self.occupied_co[color]
        sets = {
            "P": self.pawns,
            "N": self.knights,
            "S": self.bishops & same,
            "O": self.bishops & other,
            "R": self.rooks,
            "Q": self.queens,
        }
        return "".join(letter * popcount(pieces & ours) for letter, pieces in sets.items())


# Material with which the horde cannot mate even with black's help. Letters stand for pieces;
# bishops are S or O: S on the colour of most white bishops, O on the other colour.

# A knight mates a king in the corner, with one of these on each square around it.
_AROUND = ("pnr", "pns", "pnrqo")
_SMOTHERED = [*map("".join, product(*_AROUND))]
_SMOTHERED += [help_.translate(str.maketrans("so", "os")) for help_ in _SMOTHERED]
_QUEEN = ["p", "r", "ss", "oo"]

# With these pieces white can mate only if black has one of these to block its own king.
_HELP = {
    "P": _QUEEN + _SMOTHERED,
    "N": _SMOTHERED,
    "S": ["pp", "po", "oo"],
    "R": ["pp", "pn", "pr", "nr"],
    "Q": _QUEEN,
    "NN": ["p", "n", "s", "o"],
    "NS": ["p", "o", "nn", "nr", "nq", "rr", "rq", "qq"],
    "NSS": ["p", "n", "s", "o", "r", "q"],
    "SS": ["pp", "pn", "po", "nn", "no", "oo"],
    "SO": ["p", "s", "o", "nr", "nq"],
    "SR": ["p", "n", "o", "r", "q"],
}


def horde_can_mate(white: str, black: str) -> bool:
    """Return True if these white pieces, without kings, can mate with black's help.

    Pieces are letters from PNSORQ, in this order.

    >>> horde_can_mate("Q", ""), horde_can_mate("Q", "p")
    (False, True)
    """
    while white.count("S") > 2:
        white = white.replace("SSS", "SS")
    if not white:
        return False
    helps = _HELP.get(white)
    if helps is None:
        return True
    there = Counter(black)
    return any(not Counter(needed) - there for needed in helps)
