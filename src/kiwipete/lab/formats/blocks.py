"""Blocks of lines `id NAME`, `epd POSITION` and `perft DEPTH NODES`, as python-chess has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kiwipete.lab.formats.entry import Entry, looks_like_a_position, wrong_line
from kiwipete.lab.formats.epd import before_comment
from kiwipete.lab.suite import WrongLine

_POSITION = ("epd", "fen")


def is_block_line(line: str) -> bool:
    """Return True for the line of a block that has the position.

    >>> is_block_line("epd 8/8/8/8/8/8/8/K1k5 w - -"), is_block_line("perft 1 20")
    (True, False)
    """
    word, text = _parted(line)
    return word in _POSITION and looks_like_a_position(text)


def read_blocks(lines: Sequence[str]) -> Iterator[Entry | WrongLine]:
    """Read blocks; each begins with its `id` or, if it has none, with its position."""
    name = ""
    entry: Entry | None = None
    for number, line in enumerate(lines, start=1):
        word, text = _parted(before_comment(line))
        if word in ("id", *_POSITION) and entry is not None:
            yield entry
            entry = None
        if word == "id":
            name = text
        elif word in _POSITION:
            entry, name = Entry(number, line, text, name), ""
        elif word == "perft" and entry is not None:
            depth, _, nodes = text.partition(" ")
            entry.add(depth, nodes.strip(), number=number, text=line)
        elif word == "perft":
            yield wrong_line(number, line, "a count without a position above it")
        elif word:
            reason = "neither 'id NAME' nor 'epd POSITION' nor 'perft DEPTH NODES'"
            yield wrong_line(number, line, reason)
    if entry is not None:
        yield entry


def _parted(line: str) -> tuple[str, str]:
    """Part the first word, in small letters, from the rest."""
    word, *rest = line.split(maxsplit=1) or [""]
    return word.lower(), " ".join("".join(rest).split())
