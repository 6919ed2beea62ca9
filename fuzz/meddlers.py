"""Arguments that change the board while a call reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from kiwipete import Move

T = TypeVar("T")

NUMBERS = [0, 1, 2, 3, 7, 8, 63, 64, -1, -64, 255, 256, 959, 960, 2**15, 2**16, 2**31, 2**32]
NUMBERS += [2**63, 2**64 - 1, 2**64, -(2**63), 2**200, -(2**200)]


class Choices:
    """Choices read from bytes; when they run out, the first of everything."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def number(self, below: int) -> int:
        """Return a number from 0."""
        byte = self.data[self.at] if self.at < len(self.data) else 0
        self.at += 1
        return byte % below

    def of(self, sequence: Sequence[T]) -> T:
        """Return one of several."""
        return sequence[self.number(len(sequence))]


Meddle = Callable[[], Choices]


class Meddler:
    """Pretends to be anything, and changes a board whenever it is used."""

    def __init__(self, meddle: Meddle) -> None:
        self.meddle = meddle

    def number(self, *_: object) -> int:
        """Be a number."""
        return self.meddle().of(NUMBERS)

    def length(self, *_: object) -> int:
        """Return a small length; a list allocates as much as this returns."""
        return self.meddle().of([1, 0, 64, -1, 2**63])

    def truth(self, *_: object) -> bool:
        """Be true or false."""
        return self.meddle().number(2) == 1

    def text(self, *_: object) -> str:
        """Be text."""
        return self.meddle().of(["e4", "O-O", "8/8/8/8/8/8/8/8 w - - 0 1", "legal", ""])

    def items(self, *_: object) -> Iterator[object]:
        """Be a few items."""
        for _item in range(self.meddle().number(4)):
            choices = self.meddle()
            yield choices.of([choices.number(64), 64, None, Move.null(), self])

    def anything(self, *_: object, **__: object) -> object:
        """Be something else."""
        choices = self.meddle()
        return choices.of([None, choices.of(NUMBERS), 2**64 - 1, "e4", self])

    __index__ = __int__ = __hash__ = number
    __len__ = length
    __bool__ = __eq__ = __ne__ = __lt__ = __le__ = __contains__ = truth
    __str__ = __repr__ = text
    __iter__ = items
    __call__ = __getitem__ = get = keys = __and__ = __rand__ = __or__ = __ror__ = anything

    def __reduce__(self) -> tuple[Any, ...]:
        self.meddle()
        return int, ()  # a copy does no harm

    def __del__(self) -> None:
        self.meddle()


class MeddlingText(str):
    """Text that changes a board when it is read."""

    meddle: Meddle

    def __eq__(self, other: object) -> bool:
        self.meddle()
        return str.__eq__(self, other)

    def __hash__(self) -> int:
        self.meddle()
        return str.__hash__(self)

    def __reduce__(self) -> tuple[Any, ...]:
        self.meddle()
        return str, ()

    def __len__(self) -> int:
        return self.meddle().of([str.__len__(self), 0, 10**6])

    def split(self, *_: object) -> list[Any]:
        """Split into too many words."""
        self.meddle()
        return 2 * str.split(self)


class MeddlingNumber(int):
    """A number that changes a board when it is read."""

    meddle: Meddle

    def __eq__(self, other: object) -> bool:
        self.meddle()
        return int.__eq__(self, other)

    def __hash__(self) -> int:
        self.meddle()
        return int.__hash__(self)

    def __reduce__(self) -> tuple[Any, ...]:
        self.meddle()
        return int, ()

    def __bool__(self) -> bool:
        return self.meddle().number(2) == 1

    def __index__(self) -> int:
        return self.meddle().of(NUMBERS)

    __int__ = __index__


def meddling(meddle: Meddle, value: str | int) -> object:
    """Return a text or a number that meddles."""
    if isinstance(value, str):
        text = MeddlingText(value)
        text.meddle = meddle
        return text
    number = MeddlingNumber(value)
    number.meddle = meddle
    return number
