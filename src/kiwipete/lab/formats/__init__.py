"""Files of positions and counts: which format one has, and what it says.

Each format is a reader of lines that yields an Entry for each position, and a WrongLine for
what is no part of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kiwipete.lab.formats.blocks import is_block_line, read_blocks
from kiwipete.lab.formats.entry import Entry, looks_like_a_position
from kiwipete.lab.formats.epd import before_comment, read_epd
from kiwipete.lab.formats.json_list import is_json, read_json
from kiwipete.lab.formats.table import find_delimiter, read_table
from kiwipete.lab.suite import WrongLine

__all__ = ["Entry", "read_entries"]


def read_entries(lines: Sequence[str]) -> Iterator[Entry | WrongLine]:
    """Read lines without their ends in the format that the first position has.

    >>> fen = "8/8/8/2k5/8/2K5/8/8 w - -"
    >>> for lines in ([f"{fen} ;D1 5"], [f"epd {fen}", "perft 1 5"], [f"{fen},1,5"]):
    ...     [entry.counts for entry in read_entries(lines)]
    [{1: 5}]
    [{1: 5}]
    [{1: 5}]
    """
    if is_json(lines):
        return _joined(read_json(lines))
    for line in filter(before_comment, lines):
        if is_block_line(line):
            return read_blocks(lines)
        if delimiter := find_delimiter(line):
            return _joined(read_table(lines, delimiter))
        if looks_like_a_position(line):
            break
    return read_epd(lines)


def _joined(entries: Iterable[Entry | WrongLine]) -> Iterator[Entry | WrongLine]:
    """Make one entry of neighbours that tell one depth after the other of the same position."""
    last: Entry | None = None
    for entry in entries:
        if isinstance(entry, WrongLine):
            yield entry
        elif last is not None and _belongs_to(entry, last):
            last.counts.update(entry.counts)
        else:
            if last is not None:
                yield last
            last = entry
    if last is not None:
        yield last


def _belongs_to(entry: Entry, last: Entry) -> bool:
    if (entry.fen, entry.name) != (last.fen, last.name):
        return False
    if not all(each.counts and not each.faults for each in (entry, last)):
        return False  # what is wrong with one says nothing of the other
    return entry.counts.keys().isdisjoint(last.counts)
