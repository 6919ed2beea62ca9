"""Positions and counts in named fields, as JSON and tables with a header have them.

Names are compared without regard to capitals, blanks and signs.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from kiwipete.lab.formats.entry import Entry, shortened

POSITION = ("fen", "epd", "position", "pos", "board", "startfen", "initialfen")
NAME = ("name", "id", "label", "title", "description", "comment")
DEPTH = ("depth", "depths", "plies", "ply", "level")
NODES = (
    *("nodes", "nodecount", "nodecounts", "count", "counts", "leaves", "perft", "perfts"),
    *("expected", "expectednodes", "expectedcount", "results", "result", "total", "value"),
)
# A depth that is a name itself: "1", "D1", "depth 1", "perft_1".
_DEPTH_NAME = re.compile(r"(?:d|depth|ply|level|perft|nodes)?([0-9]+)")
_NO_LETTER = re.compile(r"[^a-z0-9]")

Fields = Mapping[str, object]


def plain_names(fields: Mapping[str, object]) -> Fields:
    """Return fields by their names in small letters and digits.

    >>> plain_names({"FEN": "8/8", "Node Count": "20"})
    {'fen': '8/8', 'nodecount': '20'}
    """
    return {plain_name(name): value for name, value in fields.items()}


def plain_name(name: str) -> str:
    """Return a name in small letters and digits.

    >>> plain_name(" Node_Count ")
    'nodecount'
    """
    return _NO_LETTER.sub("", name.lower())


def read_fields(number: int, text: str, fields: Fields) -> Entry:
    """Read a position and its counts from fields with plain names.

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
    """Yield depths and nodes as they stand."""
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
    """Yield depths and nodes of a list or of fields that hold nothing else."""
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
    """Return the field with the first of these names, None if there is none."""
    return next((fields[name] for name in names if fields.get(name) is not None), None)


def _item(values: list[object], number: int) -> object:
    return values[number] if number < len(values) else None
