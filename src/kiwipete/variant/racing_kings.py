# ruff: noqa: ARG002 (python-chess's signatures)
"""Racing kings: the first king on the eighth rank wins, and checks are illegal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, SupportsIndex

from kiwipete._core.move import Move
from kiwipete.bitboards import BB_ALL, BB_KING_ATTACKS, BB_RANK_8, popcount, scan_forward
from kiwipete.squares import BLACK, COLORS, WHITE, Color
from kiwipete.status import Status
from kiwipete.variant.variant_board import VariantBoard

__all__ = ["RacingKingsBoard"]


class RacingKingsBoard(VariantBoard):
    """A board of racing kings.

    >>> RacingKingsBoard().legal_moves.count()
    21
    """

    aliases: ClassVar[list[str]] = ["Racing Kings", "Racing", "Race", "racingkings"]
    uci_variant = "racingkings"
    xboard_variant = "racingkings"
    starting_fen = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"

    def is_legal(self, move: Move | None) -> bool:
        """Return True if a move is legal; those that give check are not."""
        return move is not None and super().is_legal(move) and not self.gives_check(move)

    def generate_legal_moves(
        self, from_mask: SupportsIndex = BB_ALL, to_mask: SupportsIndex = BB_ALL
    ) -> Iterator[Move]:
        """Yield the legal moves."""
        for move in super().generate_legal_moves(from_mask, to_mask):
            if not self.gives_check(move):
                yield move

    # The end of the game.

    def _has_arrived(self, color: Color) -> bool:
        return bool(self.kings & self.occupied_co[color] & BB_RANK_8)

    def is_variant_end(self) -> bool:
        """Return True if a king has arrived, and black cannot draw level with the next move."""
        if not self.kings & BB_RANK_8:
            return False
        if self.turn == WHITE or self._has_arrived(BLACK):
            return True
        return not self._can_arrive(BLACK)

    def _can_arrive(self, color: Color) -> bool:
        king = self.king(color)
        if king is None:
            return False
        goals = BB_KING_ATTACKS[king] & BB_RANK_8 & ~self.occupied_co[color]
        return any(not self.is_attacked_by(not color, goal) for goal in scan_forward(goals))

    def is_variant_draw(self) -> bool:
        """Return True if both kings have arrived."""
        return self._has_arrived(WHITE) and self._has_arrived(BLACK)

    def is_variant_win(self) -> bool:
        """Return True if the king of the side to move has won the race."""
        return self._has_won(self.turn)

    def is_variant_loss(self) -> bool:
        """Return True if the other king has won the race."""
        return self._has_won(not self.turn)

    def _has_won(self, color: Color) -> bool:
        alone = self._has_arrived(color) and not self._has_arrived(not color)
        return alone and self.is_variant_end()

    def has_insufficient_material(self, color: Color) -> bool:
        """Return False: a king alone can win."""
        return False

    def status(self) -> Status:
        """Return everything that is wrong with the position."""
        found = super().status()
        if self.is_check():
            found |= Status.RACE_CHECK | Status.TOO_MANY_CHECKERS | Status.IMPOSSIBLE_CHECK
        if self.turn == BLACK and self._has_arrived(WHITE) and self._has_arrived(BLACK):
            found |= Status.RACE_OVER
        if self.pawns or any(not self._starts_with_enough(color) for color in COLORS):
            found |= Status.RACE_MATERIAL
        return found

    def _starts_with_enough(self, color: Color) -> bool:
        ours = self.occupied_co[color]
        pairs = (self.knights, self.bishops, self.rooks)
        return popcount(self.queens & ours) <= 1 and all(popcount(one & ours) <= 2 for one in pairs)
