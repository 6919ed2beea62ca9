"""What a file says about a position, whatever its format."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kiwipete.foreign_text import in_short
from kiwipete.lab.suite import WrongLine
from kiwipete.perft import MAX_DEPTH

_MAX_COUNT = 2**64 - 1  # the kernel counts in 64 bits
_MAX_QUOTED = 40  # characters of bad text in a message
_MAX_LINE = 160  # characters of a line that is quoted

# 4865609, 4,865,609, 4 865 609, 4_865_609, 4'865'609 or 4.865.609.
NUMBER = (
    r"(?:[0-9]{1,3}(?P<separator>[ ,_'.\u00a0\u2009\u202f])[0-9]{3}(?:(?P=separator)[0-9]{3})*"
    r"|[0-9]+)"
)
_NUMBER = re.compile(NUMBER)
_NO_DIGIT = re.compile(r"[^0-9]")

# Enough of a FEN to know one: ranks, and the side to move.
_POSITION = re.compile(r"\s*(?:[1-8pnbrqk]+/){3,}[1-8pnbrqk]+\s+[wb]\b", re.IGNORECASE)


@dataclass
class Entry:
    """A position of a file, its counts by depth, and what of these cannot be used."""

    number: int  # of its line
    text: str  # the line as it stands
    fen: str  # with four to six fields; nobody has looked at them yet
    name: str = ""
    counts: dict[int, int] = field(default_factory=dict)
    faults: list[WrongLine] = field(default_factory=list)

    def add(self, depth: str, nodes: str, *, number: int = 0, text: str = "") -> None:
        """Add a count; if it cannot be used, its line is a fault."""
        try:
            plies, leaves = read_count(depth, nodes)
            if plies in self.counts:
                raise ValueError(f"depth {plies} is counted twice")
        except ValueError as error:
            self.refuse(str(error), number=number, text=text)
            return
        if plies:  # that there is one leaf at depth 0 says nothing
            self.counts[plies] = leaves

    def refuse(self, reason: str, *, number: int = 0, text: str = "") -> None:
        """Add a fault, of the position's own line unless another is named; one a line will do."""
        found = wrong_line(number or self.number, text or self.text, reason)
        if all(fault.line != found.line for fault in self.faults):
            self.faults.append(found)


def wrong_line(number: int, text: str, reason: str) -> WrongLine:
    """Return a line that cannot be used, with as much of it as anybody wants to see."""
    return WrongLine(number, reason, in_short(text, _MAX_LINE))


def read_count(depth: str, nodes: str) -> tuple[int, int]:
    """Read a depth and a number of leaves; a ValueError says what is wrong with them.

    >>> read_count("5", "4,865,609")
    (5, 4865609)
    """
    plies, leaves = (_digits(text) for text in (depth, nodes))
    if len(leaves) > 20 or int(leaves) > _MAX_COUNT:
        raise ValueError(f"a count is at most {_MAX_COUNT}, not {shortened(nodes)}")
    if len(plies) > 2 or int(plies) > MAX_DEPTH or (int(plies) == 0 and int(leaves) != 1):
        raise ValueError(f"a depth is 1 to {MAX_DEPTH}, not {shortened(depth)}")
    return int(plies), int(leaves)


def is_number(text: str) -> bool:
    """Return True for a whole number, with or without marks between its digits.

    >>> is_number("197 281"), is_number("197 28")
    (True, False)
    """
    return _NUMBER.fullmatch(text.strip()) is not None


def _digits(text: str) -> str:
    if not is_number(text):
        raise ValueError(f"not a whole number: {shortened(text)}")
    return _NO_DIGIT.sub("", text).lstrip("0") or "0"


def looks_like_a_position(text: str) -> bool:
    """Return True for text that begins like a FEN, though perhaps a wrong one.

    >>> looks_like_a_position("8/8/8/8/8/8/8/K1k5 w - - 0 1"), looks_like_a_position("1/2")
    (True, False)
    """
    return _POSITION.match(text) is not None


def shortened(text: str) -> str:
    """Quote bad text, but not all of it if it is long."""
    return repr(text if len(text) <= _MAX_QUOTED else text[:_MAX_QUOTED] + "…")
