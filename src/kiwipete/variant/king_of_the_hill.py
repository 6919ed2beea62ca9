# ruff: noqa: ARG002 (python-chess's signatures)
"""King of the hill: a king on one of the four central squares has won."""

from __future__ import annotations

from typing import ClassVar

from kiwipete.bitboards import BB_CENTER
from kiwipete.squares import Color
from kiwipete.variant.variant_board import VariantBoard

__all__ = ["KingOfTheHillBoard"]


class KingOfTheHillBoard(VariantBoard):
    """A board of king of the hill.

    >>> board = KingOfTheHillBoard("4k3/8/8/8/8/4K3/8/8 w - - 0 1")
    >>> board.push_san("Kd4#")
    Move.from_uci('e3d4')
    >>> board.result()
    '1-0'
    """

    aliases: ClassVar[list[str]] = ["King of the Hill", "KOTH", "kingOfTheHill"]
    uci_variant = "kingofthehill"
    xboard_variant = "kingofthehill"

    def _is_on_hill(self, color: Color) -> bool:
        return bool(self.kings & self.occupied_co[color] & BB_CENTER)

    def is_variant_end(self) -> bool:
        """Return True if a king is on the hill."""
        return bool(self.kings & BB_CENTER)

    def is_variant_win(self) -> bool:
        """Return True if the king of the side to move is on the hill."""
        return self._is_on_hill(self.turn)

    def is_variant_loss(self) -> bool:
        """Return True if the other king is on the hill."""
        return self._is_on_hill(not self.turn)

    def has_insufficient_material(self, color: Color) -> bool:
        """Return False: a king alone can win."""
        return False
