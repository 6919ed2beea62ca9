"""CrazyhousePocket: the pieces that a side may drop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kiwipete.squares import PIECE_TYPES, PieceType, piece_symbol

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["CrazyhousePocket"]

_SYMBOLS = [piece_symbol(piece_type) for piece_type in PIECE_TYPES]


class CrazyhousePocket:
    """A pocket with a count for each type of piece.

    >>> pocket = CrazyhousePocket("ppn")
    >>> pocket.remove(kiwipete.PAWN)
    >>> pocket.add(kiwipete.QUEEN)
    >>> pocket
    CrazyhousePocket('qnp')
    """

    def __init__(self, symbols: Iterable[str] = "") -> None:
        self._counts = [0] * (len(PIECE_TYPES) + 1)
        for symbol in symbols:
            self.add(1 + _SYMBOLS.index(symbol))

    def reset(self) -> None:
        """Empty the pocket."""
        self._counts = [0] * len(self._counts)

    def add(self, piece_type: PieceType) -> None:
        """Add a piece."""
        self._counts[piece_type] += 1

    def remove(self, piece_type: PieceType) -> None:
        """Remove a piece; raises ValueError if there is none."""
        if not self._counts[piece_type]:
            raise ValueError(f"there is no {piece_symbol(piece_type)} in {self!r}")
        self._counts[piece_type] -= 1

    def count(self, piece_type: PieceType) -> int:
        """Return the number of pieces of a type."""
        return self._counts[piece_type]

    def copy(self) -> Self:
        """Return an independent pocket with the same pieces."""
        pocket = type(self)()
        pocket._counts = self._counts[:]
        return pocket

    def __iter__(self) -> Iterator[PieceType]:
        """Yield the piece types in the pocket, each once."""
        return (piece_type for piece_type in PIECE_TYPES if self._counts[piece_type])

    def __len__(self) -> int:
        return sum(self._counts)

    def __str__(self) -> str:
        pieces = (piece_symbol(one) * self._counts[one] for one in reversed(PIECE_TYPES))
        return "".join(pieces)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"
