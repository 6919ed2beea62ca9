"""VariantBoard: what all variants share."""

from __future__ import annotations

from typing import ClassVar, Final

from kiwipete.board import Board

__all__ = ["START", "VariantBoard"]

START: Final = "the start position"


class VariantBoard(Board):
    """A board that has its own start position, and equals only boards of the same game."""

    tbw_suffix: ClassVar[str | None] = None
    tbz_suffix: ClassVar[str | None] = None
    tbw_magic: ClassVar[bytes | None] = None
    tbz_magic: ClassVar[bytes | None] = None
    pawnless_tbw_suffix: ClassVar[str | None] = None
    pawnless_tbz_suffix: ClassVar[str | None] = None
    pawnless_tbw_magic: ClassVar[bytes | None] = None
    pawnless_tbz_magic: ClassVar[bytes | None] = None
    connected_kings: ClassVar[bool] = False
    one_king: ClassVar[bool] = True
    captures_compulsory: ClassVar[bool] = False

    def __init__(self, fen: str | None = START, chess960: bool = False) -> None:
        super().__init__(self.starting_fen if fen == START else fen, chess960=chess960)

    def reset(self) -> None:
        """Set up the start position of the game and forget all moves."""
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
