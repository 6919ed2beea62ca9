"""One position of a file with its counts, in whichever format the file has them.

JSON and tables with a header have named fields; names are compared without regard to case,
blanks and punctuation.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from kiwipete.perft import MAX_DEPTH
from kiwipete.untrusted_text import in_short

_MAX_COUNT = 2**64 - 1  # the kernel counts in 64 bits
_MAX_QUOTED = 40  # characters of bad text in a message
_MAX_LINE = 160  # characters of a quoted line

# 4865609, 4,865,609, 4 865 609, 4_865_609, 4'865'609 or 4.865.609.
NUMBER = (
    r"(?:[0-9]{1,3}(?P<separator>[ ,_'.\u00a0\u2009\u202f])[0-9]{3}(?:(?P=separator)[0-9]{3})*"
    r"|[0-9]+)"
)

_NUMBER = re.compile(NUMBER)
_NO_DIGIT = re.compile(r"[^0-9]")

# The part of a FEN that identifies one: ranks, and the side to move.
_POSITION = re.compile(r"\s*(?:[1-8pnbrqk]+/){3,}[1-8pnbrqk]+\s+[wb]\b", re.IGNORECASE)

POSITION = ("fen", "epd", "position", "pos", "board", "startfen", "initialfen")
NAME = ("name", "id", "label", "title", "description", "comment")
DEPTH = ("depth", "depths", "plies", "ply", "level")
NODES = (
    *("nodes", "nodecount", "nodecounts", "count", "counts", "leaves", "perft", "perfts"),
    *("expected", "expectednodes", "expectedcount", "results", "result", "total", "value"),
)

# A field name that is a depth: "1", "D1", "depth 1", "perft_1".
_DEPTH_NAME = re.compile(r"(?:d|depth|ply|level|perft|nodes)?([0-9]+)")
_NO_LETTER = re.compile(r"[^a-z0-9]")

Fields = Mapping[str, object]


@dataclass
class Entry:
    """A position of a file, its counts by depth, and the faults of counts that cannot be used."""

    number: int  # of its line
    text: str  # the line as it stands
    fen: str  # four to six fields, not validated yet
    name: str = ""
    counts: dict[int, int] = field(default_factory=dict)
    faults: list[WrongLine] = field(default_factory=list)

    def add(self, depth: str, nodes: str, *, number: int = 0, text: str = "") -> None:
        """Add a count, or a fault if it cannot be used."""
        try:
            plies, leaves = read_count(depth, nodes)
            if plies in self.counts:
                raise ValueError(f"depth {plies} is counted twice")
        except ValueError as error:
            self.refuse(str(error), number=number, text=text)
            return
        if plies:  # the count at depth 0 is always 1
            self.counts[plies] = leaves

    def refuse(self, reason: str, *, number: int = 0, text: str = "") -> None:
        """Add a fault, by default for the position's own line; at most one per line."""
        found = wrong_line(number or self.number, text or self.text, reason)
        if all(fault.line != found.line for fault in self.faults):
            self.faults.append(found)


def wrong_line(number: int, text: str, reason: str) -> WrongLine:
    """Return a WrongLine with the text shortened."""
    return WrongLine(number, reason, in_short(text, _MAX_LINE))


def read_count(depth: str, nodes: str) -> tuple[int, int]:
    """Parse a depth and a number of leaves; raise ValueError if they cannot be used.

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
    """Return True for a whole number, with or without separators between its digits.

    >>> is_number("197 281"), is_number("197 28")
    (True, False)
    """
    return _NUMBER.fullmatch(text.strip()) is not None


def _digits(text: str) -> str:
    if not is_number(text):
        raise ValueError(f"not a whole number: {shortened(text)}")
    return _NO_DIGIT.sub("", text).lstrip("0") or "0"


def looks_like_a_position(text: str) -> bool:
    """Return True for text that begins like a FEN, valid or not.

    >>> looks_like_a_position("8/8/8/8/8/8/8/K1k5 w - - 0 1"), looks_like_a_position("1/2")
    (True, False)
    """
    return _POSITION.match(text) is not None


def shortened(text: str) -> str:
    """Quote bad text, shortened if it is long."""
    return repr(text if len(text) <= _MAX_QUOTED else text[:_MAX_QUOTED] + "…")


class WrongLine(NamedTuple):
    """A line of a file that cannot be used, and why."""

    line: int
    reason: str
    text: str = ""  # shortened if it is long


def plain_names(fields: Mapping[str, object]) -> Fields:
    """Return fields by their names in lower-case letters and digits.

    >>> plain_names({"FEN": "8/8", "Node Count": "20"})
    {'fen': '8/8', 'nodecount': '20'}
    """
    return {plain_name(name): value for name, value in fields.items()}


def plain_name(name: str) -> str:
    """Return a name in lower-case letters and digits.

    >>> plain_name(" Node_Count ")
    'nodecount'
    """
    return _NO_LETTER.sub("", name.lower())


def read_fields(number: int, text: str, fields: Fields) -> Entry:
    """Return the entry of a position with named fields.

    >>> read_fields(1, "", {"fen": "8/8 w - -", "perft": ["20", "400"]}).counts
    {1: 20, 2: 400}
    >>> read_fields(1, "", {"fen": "8/8 w - -", "depth": "2", "nodes": "400"}).counts
    {2: 400}
    """
    fen, name = _first(fields, POSITION), _first(fields, NAME)
    entry = Entry(number, text, str(fen), str(name or ""))
    for depth, nodes in _counts_of_fields(fields):
        if isinstance(depth, str) and isinstance(nodes, str):
            entry.add(depth, nodes)
        else:
            entry.refuse(f"not a depth and a number of nodes: {shortened(f'{depth}, {nodes}')}")
    return entry


def _counts_of_fields(fields: Fields) -> Iterator[tuple[object, object]]:
    """Yield depths and nodes, not validated."""
    depth, nodes = _first(fields, DEPTH), _first(fields, NODES)
    if isinstance(depth, list) and isinstance(nodes, list):
        for number in range(max(len(depth), len(nodes))):
            yield _item(depth, number), _item(nodes, number)
    elif isinstance(depth, str):
        yield depth, nodes
    else:
        yield from _counts(depth if nodes is None else nodes)
    for name, value in fields.items():
        if found := _DEPTH_NAME.fullmatch(name):
            yield found[1], _first(plain_names(value), NODES) if isinstance(value, dict) else value


def _counts(value: object) -> Iterator[tuple[object, object]]:
    """Yield depths and nodes of a list or object of counts."""
    if isinstance(value, dict):
        yield from _counts_of_fields(plain_names(value))
    elif isinstance(value, list):
        for depth, item in enumerate(value, start=1):
            if isinstance(item, dict):
                yield from _counts_of_fields(plain_names(item))
            elif isinstance(item, list):
                yield _item(item, 0), _item(item, 1)
            else:
                yield str(depth), item
    elif value is not None:
        yield None, value


def _first(fields: Fields, names: Collection[str]) -> object:
    """Return the first of these fields that is present, or None."""
    return next((fields[name] for name in names if fields.get(name) is not None), None)


def _item(values: list[object], number: int) -> object:
    return values[number] if number < len(values) else None
