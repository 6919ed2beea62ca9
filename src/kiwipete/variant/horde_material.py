"""Material with which the horde cannot mate even with black's help.

Letters stand for pieces. Bishops are S or O: S on the colour of most white
bishops, O on the other colour.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

__all__ = ["horde_can_mate"]

# A knight mates a king in the corner, with one of these on each square around it.
_AROUND = ("pnr", "pns", "pnrqo")
_SMOTHERED = [*map("".join, product(*_AROUND))]
_SMOTHERED += [help_.translate(str.maketrans("so", "os")) for help_ in _SMOTHERED]
_QUEEN = ["p", "r", "ss", "oo"]

# With these pieces white can mate only if black has one of these to block its own king.
_HELP = {
    "P": _QUEEN + _SMOTHERED,
    "N": _SMOTHERED,
    "S": ["pp", "po", "oo"],
    "R": ["pp", "pn", "pr", "nr"],
    "Q": _QUEEN,
    "NN": ["p", "n", "s", "o"],
    "NS": ["p", "o", "nn", "nr", "nq", "rr", "rq", "qq"],
    "NSS": ["p", "n", "s", "o", "r", "q"],
    "SS": ["pp", "pn", "po", "nn", "no", "oo"],
    "SO": ["p", "s", "o", "nr", "nq"],
    "SR": ["p", "n", "o", "r", "q"],
}


def horde_can_mate(white: str, black: str) -> bool:
    """Return True if these white pieces, without kings, can mate with black's help.

    Pieces are letters from PNSORQ, in this order.

    >>> horde_can_mate("Q", ""), horde_can_mate("Q", "p")
    (False, True)
    """
    while white.count("S") > 2:
        white = white.replace("SSS", "SS")
    if not white:
        return False
    helps = _HELP.get(white)
    if helps is None:
        return True
    there = Counter(black)
    return any(not Counter(needed) - there for needed in helps)
