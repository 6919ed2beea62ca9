"""Named positions: the start position, well-known perft positions, and Chess960's by number.

>>> back_rank(518), number_of("RNBQKBNR")
('RNBQKBNR', 518)
"""

from __future__ import annotations

import functools
import itertools
import operator
from types import MappingProxyType

STARTING_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
STARTING_FEN = f"{STARTING_BOARD_FEN} w KQkq - 0 1"

NAMED_POSITIONS = MappingProxyType(
    {
        "startpos": STARTING_FEN,
        "kiwipete": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "position3": "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "position4": "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "position5": "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "position6": "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    }
)


# The starting positions of Chess960, in Scharnagl's numbering.

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
