"""VariantBoard: the base class of all variants."""

from __future__ import annotations

from typing import ClassVar, Final

from kiwipete._core.move import Move
from kiwipete.bitboards import BB_SQUARES
from kiwipete.board import Board
from kiwipete.squares import KING

__all__ = ["START", "VariantBoard"]

START: Final = "the start position"


class VariantBoard(Board):
    """A board with its own start position that equals only boards of the same variant."""

    tbw_suffix: ClassVar[str | None] = None
    tbz_suffix: ClassVar[str | None] = None
    tbw_magic: ClassVar[bytes | None] = None
    tbz_magic: ClassVar[bytes | None] = None

    def __init__(self, fen: str | None = START, chess960: bool = False) -> None:
        super().__init__(self.starting_fen if fen == START else fen, chess960=chess960)

    def reset(self) -> None:
        """Set up the start position of the variant and clear the move stack."""
        self.set_fen(self.starting_fen)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (
            self.uci_variant == other.uci_variant
            and self._transposition_key() == other._transposition_key()
            and super().__eq__(other)
        )

    __hash__ = None

    def _takes(self, move: Move) -> bool:
        """Return True if a move, legal or not, takes something, even a piece of its own side."""
        if not move or move.drop or move.from_square == move.to_square:
            return False
        target = BB_SQUARES[move.to_square]
        if target & self.occupied_co[self.turn]:  # a king castles with such a piece
            kind = move.promotion or self.piece_type_at(move.from_square)
            return kind != KING
        return bool(target & self.occupied) or self.is_en_passant(move)
