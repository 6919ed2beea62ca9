"""SquareSet: a mutable set of squares on a bitboard, as python-chess has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kiwipete.bitboards import (
    BB_ALL,
    BB_SQUARES,
    between,
    flip_vertical,
    ray,
    scan_forward,
    scan_reversed,
)
from kiwipete.squares import Bitboard, Square

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import SupportsInt

    IntoSquareSet = SupportsInt | Iterable[Square]
else:
    IntoSquareSet = int | Iterable[Square]

__all__ = ["IntoSquareSet", "SquareSet"]


def _mask_of(squares: IntoSquareSet) -> Bitboard:
    """Read a bitboard, or collect squares into one; the first two cases are for speed."""
    if type(squares) is int:
        return squares & BB_ALL
    if isinstance(squares, SquareSet):
        return squares.mask
    if hasattr(squares, "__int__"):
        return squares.__int__() & BB_ALL
    mask = 0
    for square in squares:
        mask |= BB_SQUARES[square]
    return mask


class SquareSet:
    """A mutable set of squares.

    It is made from a bitboard or from squares, and so is the other side of
    every comparison and operation. `mask` is its bitboard.

    >>> squares = SquareSet([0, 56])
    >>> squares
    SquareSet(0x0100_0000_0000_0001)
    >>> squares |= 0xff
    >>> print(squares)
    1 . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    1 1 1 1 1 1 1 1
    >>> len(squares), 7 in squares, list(squares - 0x0f)
    (9, True, [4, 5, 6, 7, 56])
    >>> squares == [0, 1, 2, 3, 4, 5, 6, 7, 56]
    True
    """

    def __init__(self, squares: IntoSquareSet = 0) -> None:
        self.mask: Bitboard = squares & BB_ALL if type(squares) is int else _mask_of(squares)

    # Ways to make one

    @classmethod
    def ray(cls, a: Square, b: Square) -> SquareSet:
        """Return the whole rank, file or diagonal through two squares, empty if there is none.

        >>> list(SquareSet.ray(0, 18))
        [0, 9, 18, 27, 36, 45, 54, 63]
        """
        return cls(ray(a, b))

    @classmethod
    def between(cls, a: Square, b: Square) -> SquareSet:
        """Return the squares strictly between two squares, none if they are not on a line.

        >>> list(SquareSet.between(0, 27))
        [9, 18]
        """
        return cls(between(a, b))

    @classmethod
    def from_square(cls, square: Square) -> SquareSet:
        """Return the set of one square.

        >>> SquareSet.from_square(3) == 0b1000
        True
        """
        return cls(BB_SQUARES[square])

    def copy(self) -> SquareSet:
        """Return another set of the same squares.

        >>> SquareSet(5).copy() == SquareSet(5)
        True
        """
        return SquareSet(self.mask)

    def mirror(self) -> SquareSet:
        """Return the set upside down: the first rank becomes the last.

        >>> list(SquareSet([4, 12]).mirror())
        [52, 60]
        """
        return SquareSet(flip_vertical(self.mask))

    # Looking

    def __contains__(self, square: Square) -> bool:
        return bool(BB_SQUARES[square] & self.mask)

    def __iter__(self) -> Iterator[Square]:
        return scan_forward(self.mask)

    def __reversed__(self) -> Iterator[Square]:
        return scan_reversed(self.mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return bool(self.mask)

    def __int__(self) -> int:
        return self.mask

    def __index__(self) -> int:
        return self.mask

    def __eq__(self, other: object) -> bool:
        try:
            return self.mask == _mask_of(other)  # type: ignore[arg-type]  # that is the question
        except (TypeError, ValueError):
            return NotImplemented

    def isdisjoint(self, other: IntoSquareSet) -> bool:
        """Tell whether the sets have no square in common.

        >>> SquareSet([1, 2]).isdisjoint([3])
        True
        """
        return not self.mask & _mask_of(other)

    def issubset(self, other: IntoSquareSet) -> bool:
        """Tell whether the other set has every square of this one.

        >>> SquareSet([1, 2]).issubset([1, 2, 3])
        True
        """
        return not self.mask & ~_mask_of(other)

    def issuperset(self, other: IntoSquareSet) -> bool:
        """Tell whether this set has every square of the other.

        >>> SquareSet([1, 2]).issuperset([1, 2, 3])
        False
        """
        return not ~self.mask & _mask_of(other)

    def carry_rippler(self) -> Iterator[Bitboard]:
        """Go through the bitboards of all subsets, from the empty one to the whole.

        >>> list(SquareSet(0b101).carry_rippler())
        [0, 1, 4, 5]
        """
        mask, subset = self.mask, 0
        while True:
            yield subset
            subset = (subset - mask) & mask
            if not subset:
                return

    def tolist(self) -> list[bool]:
        """Return 64 truth values, one a square.

        >>> SquareSet([1, 2]).tolist()[:4]
        [False, True, True, False]
        """
        return [bool(self.mask & bit) for bit in BB_SQUARES]

    # Making new sets

    def union(self, other: IntoSquareSet) -> SquareSet:
        """Return the squares of either set.

        >>> list(SquareSet([1, 2]).union([2, 3]))
        [1, 2, 3]
        """
        return self | other

    def intersection(self, other: IntoSquareSet) -> SquareSet:
        """Return the squares of both sets.

        >>> list(SquareSet([1, 2]).intersection([2, 3]))
        [2]
        """
        return self & other

    def difference(self, other: IntoSquareSet) -> SquareSet:
        """Return the squares of this set that the other lacks.

        >>> list(SquareSet([1, 2]).difference([2, 3]))
        [1]
        """
        return self - other

    def symmetric_difference(self, other: IntoSquareSet) -> SquareSet:
        """Return the squares of one set alone.

        >>> list(SquareSet([1, 2]).symmetric_difference([2, 3]))
        [1, 3]
        """
        return self ^ other

    def __or__(self, other: IntoSquareSet) -> SquareSet:
        return SquareSet(self.mask | _mask_of(other))

    def __and__(self, other: IntoSquareSet) -> SquareSet:
        return SquareSet(self.mask & _mask_of(other))

    def __sub__(self, other: IntoSquareSet) -> SquareSet:
        return SquareSet(self.mask & ~_mask_of(other))

    def __xor__(self, other: IntoSquareSet) -> SquareSet:
        return SquareSet(self.mask ^ _mask_of(other))

    def __invert__(self) -> SquareSet:
        return SquareSet(~self.mask)

    def __lshift__(self, shift: int) -> SquareSet:
        return SquareSet(self.mask << shift)

    def __rshift__(self, shift: int) -> SquareSet:
        return SquareSet(self.mask >> shift)

    # Changing this set

    def add(self, square: Square) -> None:
        """Add a square.

        >>> squares = SquareSet([1])
        >>> squares.add(2)
        >>> list(squares)
        [1, 2]
        """
        self.mask |= BB_SQUARES[square]

    def discard(self, square: Square) -> None:
        """Take a square out if it is in.

        >>> squares = SquareSet([1, 2])
        >>> squares.discard(2)
        >>> squares.discard(3)
        >>> list(squares)
        [1]
        """
        self.mask &= ~BB_SQUARES[square]

    def remove(self, square: Square) -> None:
        """Take a square out; a KeyError if it is not in.

        >>> SquareSet([1]).remove(2)
        Traceback (most recent call last):
        ...
        KeyError: 2
        """
        if square not in self:
            raise KeyError(square)
        self.mask ^= BB_SQUARES[square]

    def pop(self) -> Square:
        """Take the first square out and return it; a KeyError if there is none.

        >>> SquareSet([5, 7]).pop()
        5
        """
        if not self.mask:
            raise KeyError("pop from an empty SquareSet")
        lowest = self.mask & -self.mask
        self.mask ^= lowest
        return lowest.bit_length() - 1

    def clear(self) -> None:
        """Take all squares out.

        >>> squares = SquareSet([1, 2])
        >>> squares.clear()
        >>> bool(squares)
        False
        """
        self.mask = 0

    def update(self, *others: IntoSquareSet) -> None:
        """Add the squares of other sets.

        >>> squares = SquareSet([1])
        >>> squares.update([2], [3])
        >>> list(squares)
        [1, 2, 3]
        """
        for other in others:
            self.mask |= _mask_of(other)

    def intersection_update(self, *others: IntoSquareSet) -> None:
        """Keep the squares that all other sets have too.

        >>> squares = SquareSet([1, 2, 3])
        >>> squares.intersection_update([1, 2], [2, 3])
        >>> list(squares)
        [2]
        """
        for other in others:
            self.mask &= _mask_of(other)

    def difference_update(self, other: IntoSquareSet) -> None:
        """Take the squares of another set out.

        >>> squares = SquareSet([1, 2])
        >>> squares.difference_update([2, 3])
        >>> list(squares)
        [1]
        """
        self.mask &= ~_mask_of(other)

    def symmetric_difference_update(self, other: IntoSquareSet) -> None:
        """Keep the squares of one set alone.

        >>> squares = SquareSet([1, 2])
        >>> squares.symmetric_difference_update([2, 3])
        >>> list(squares)
        [1, 3]
        """
        self.mask ^= _mask_of(other)

    def __ior__(self, other: IntoSquareSet) -> SquareSet:
        self.update(other)
        return self

    def __iand__(self, other: IntoSquareSet) -> SquareSet:
        self.intersection_update(other)
        return self

    def __isub__(self, other: IntoSquareSet) -> SquareSet:
        self.difference_update(other)
        return self

    def __ixor__(self, other: IntoSquareSet) -> SquareSet:
        self.symmetric_difference_update(other)
        return self

    def __ilshift__(self, shift: int) -> SquareSet:
        self.mask = self.mask << shift & BB_ALL
        return self

    def __irshift__(self, shift: int) -> SquareSet:
        self.mask >>= shift
        return self

    # Showing

    def __repr__(self) -> str:
        return f"SquareSet(0x{self.mask:019_x})"

    def __str__(self) -> str:
        bits = f"{self.mask:064b}".replace("0", ".")
        return "\n".join(" ".join(bits[rank : rank + 8][::-1]) for rank in range(0, 64, 8))

    def _repr_svg_(self) -> str:
        from kiwipete import svg

        return svg.board(squares=self, size=390)
