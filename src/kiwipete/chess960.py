"""The 960 starting positions of Chess960, in Scharnagl's numbering.

>>> back_rank(518), number_of("RNBQKBNR")
('RNBQKBNR', 518)
"""

from __future__ import annotations

import functools
import itertools
import operator

__all__ = ["back_rank", "number_of"]

_POSITIONS = 960
_KNIGHT_PAIRS = list(itertools.combinations(range(5), 2))


def back_rank(number: int) -> str:
    """Return the pieces of a starting position from the a-file to the h-file.

    >>> back_rank(0)
    'BBQNNRKR'
    >>> back_rank(960)
    Traceback (most recent call last):
    ...
    ValueError: Chess960 positions are numbered 0 to 959, not 960
    """
    number = operator.index(number)
    if not 0 <= number < _POSITIONS:
        raise ValueError(f"Chess960 positions are numbered 0 to {_POSITIONS - 1}, not {number}")
    number, light_bishop = divmod(number, 4)
    number, dark_bishop = divmod(number, 4)
    knights, queen = divmod(number, 6)

    # The queen and the knights are counted along the files that are still free.
    pieces = {2 * light_bishop + 1: "B", 2 * dark_bishop: "B"}
    free = [file for file in range(8) if file not in pieces]
    pieces[free.pop(queen)] = "Q"
    first, second = _KNIGHT_PAIRS[knights]
    pieces[free.pop(second)] = pieces[free.pop(first)] = "N"
    pieces.update(zip(free, "RKR", strict=True))
    return "".join(pieces[file] for file in range(8))


def number_of(back_rank: str) -> int | None:
    """Return the number of a starting position, or None if it is not one of Chess960.

    >>> number_of("BBQNNRKR")
    0
    >>> number_of("KRBBQNNR") is None  # the king is not between the rooks
    True
    """
    return _numbers().get(back_rank)


@functools.cache
def _numbers() -> dict[str, int]:
    # Created on first use, to keep the import fast.
    return {back_rank(number): number for number in range(_POSITIONS)}
