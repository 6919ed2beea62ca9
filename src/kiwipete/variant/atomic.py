"""Atomic chess: captures explode, and a side that loses its king has lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, SupportsIndex

from kiwipete._core.move import Move
from kiwipete.bitboards import (
    BB_ALL,
    BB_DARK_SQUARES,
    BB_KING_ATTACKS,
    BB_LIGHT_SQUARES,
    BB_SQUARES,
    popcount,
    scan_forward,
)
from kiwipete.squares import BLACK, WHITE, Bitboard, Color
from kiwipete.status import Status
from kiwipete.variant.variant_board import VariantBoard

__all__ = ["AtomicBoard"]


class AtomicBoard(VariantBoard):
    """A board of atomic chess.

    A capture removes the capturing and the captured piece, and all pieces around
    them except pawns. Kings do not capture, and adjacent kings are safe.

    >>> board = AtomicBoard("4k3/3q4/8/8/8/8/8/3QK3 w - - 0 1")
    >>> board.push_san("Qxd7#")
    Move.from_uci('d1d7')
    >>> board.board_fen()
    '8/8/8/8/8/8/8/4K3'
    """

    aliases: ClassVar[list[str]] = ["Atomic", "Atom", "Atomic chess"]
    uci_variant = "atomic"
    xboard_variant = "atomic"

    tbw_suffix = ".atbw"
    tbz_suffix = ".atbz"
    tbw_magic = b"\x55\x8d\xa4\x49"
    tbz_magic = b"\x91\xa9\x5e\xeb"
    connected_kings = True

    def push(self, move: Move) -> None:
        """Play a move; a capture explodes."""
        takes = self._takes(move)
        super().push(move)
        if takes:
            around = BB_KING_ATTACKS[move.to_square] & ~self.pawns
            for square in scan_forward((around | BB_SQUARES[move.to_square]) & self.occupied):
                self._remove_piece_at(square)
            # A rook that arrives later must not inherit the castling right of the square.
            self.castling_rights = self.clean_castling_rights()

    # Checks.

    def _beside_kings(self, color: Color) -> Bitboard:
        """Return the squares around a side's king: the enemy king cannot capture from there."""
        around = 0
        for king in scan_forward(self.kings & self.occupied_co[color]):
            around |= BB_KING_ATTACKS[king]
        return around

    def _kings_touch(self) -> bool:
        return bool(self._beside_kings(WHITE) & self.kings & self.occupied_co[BLACK])

    def checkers_mask(self) -> Bitboard:
        """Return the pieces that give check to the side to move."""
        return 0 if self._kings_touch() else super().checkers_mask()

    def was_into_check(self) -> bool:
        """Return True if the side that has just moved is in check."""
        return not self._kings_touch() and super().was_into_check()

    def _attacked_for_king(self, path: Bitboard, occupied: Bitboard) -> bool:
        return super()._attacked_for_king(path & ~self._beside_kings(not self.turn), occupied)

    # Moves.

    def is_into_check(self, move: Move) -> bool:
        """Return True if a move would leave the mover's king in check."""
        self.push(move)
        try:
            return self.was_into_check()
        finally:
            self.pop()

    def is_legal(self, move: Move | None) -> bool:
        """Return True if a move is legal."""
        if move is None or self.is_variant_end() or not self.is_pseudo_legal(move):
            return False
        return self._spares_king(move)

    def _spares_king(self, move: Move) -> bool:
        """Return True if our king survives a move, and is safe unless theirs is gone."""
        self.push(move)
        try:
            if not self._has_king(not self.turn):
                return False
            return not self._has_king(self.turn) or not self.was_into_check()
        finally:
            self.pop()

    def generate_legal_moves(
        self, from_mask: SupportsIndex = BB_ALL, to_mask: SupportsIndex = BB_ALL
    ) -> Iterator[Move]:
        """Yield the legal moves."""
        if self.is_variant_end():
            return
        for move in self.generate_pseudo_legal_moves(from_mask, to_mask):
            if self._spares_king(move):
                yield move

    # The end of the game.

    def _has_king(self, color: Color) -> bool:
        return bool(self.kings & self.occupied_co[color])

    def is_variant_end(self) -> bool:
        """Return True if a king is gone."""
        return not (self._has_king(WHITE) and self._has_king(BLACK))

    def is_variant_win(self) -> bool:
        """Return True if only the other king is gone."""
        return self._has_king(self.turn) and not self._has_king(not self.turn)

    def is_variant_loss(self) -> bool:
        """Return True if only the king of the side to move is gone."""
        return self._has_king(not self.turn) and not self._has_king(self.turn)

    def is_stalemate(self) -> bool:
        """Return True if the side to move has its king but no legal move, and is not in check."""
        return not self.is_variant_loss() and super().is_stalemate()

    def has_insufficient_material(self, color: Color) -> bool:
        """Return True if a side could not win even with the other side's help."""
        ours, theirs = self.occupied_co[color], self.occupied_co[not color]
        if not theirs & self.kings:
            return False
        if not ours & ~self.kings:
            return True
        if theirs & ~self.kings:
            return self._bishops_never_meet()
        # Against a lone king, one piece or two knights cannot win.
        if self.queens | self.pawns:
            return False
        pieces = popcount(self.knights | self.bishops | self.rooks)
        return pieces == 1 or (pieces == 2 and not self.bishops | self.rooks)

    def _bishops_never_meet(self) -> bool:
        """Return True if there are only bishops, and enemy bishops are on opposite colours."""
        if self.occupied != self.bishops | self.kings:
            return False
        white, black = (self.bishops & self.occupied_co[color] for color in (WHITE, BLACK))
        shades = (BB_LIGHT_SQUARES, BB_DARK_SQUARES)
        return not any(white & shade and black & shade for shade in shades)

    def status(self) -> Status:
        """Return everything that is wrong with the position."""
        exploded = Status.NO_WHITE_KING if self.turn == WHITE else Status.NO_BLACK_KING
        found = super().status() & ~(exploded | Status.OPPOSITE_CHECK | Status.TOO_MANY_CHECKERS)
        # An explosion opens all lines at once, but a double step opens none.
        if self.ep_square is None or found & Status.INVALID_EP_SQUARE:
            found &= ~Status.IMPOSSIBLE_CHECK
        return found
