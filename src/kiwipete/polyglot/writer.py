"""Writing opening books."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from kiwipete.polyglot.entry import ENTRY_STRUCT, Entry

__all__ = ["in_book_order", "write_book"]

_BITS = {"key": 64, "raw_move": 16, "weight": 16, "learn": 32}


def in_book_order(entries: Iterable[Entry]) -> list[Entry]:
    """Return entries sorted by key, those of one position by descending weight."""
    return sorted(entries, key=lambda entry: (entry.key, -entry.weight, entry.raw_move))


def write_book(
    path: str | bytes | os.PathLike[str] | os.PathLike[bytes], entries: Iterable[Entry]
) -> None:
    """Write entries, in any order, as a book.

    The file is replaced atomically, so it may be a book that is open, even the one that the
    entries come from.
    """
    data = b"".join(_packed(entry) for entry in in_book_order(entries))
    target = Path(os.fsdecode(path)).resolve()
    unfinished = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        unfinished.write_bytes(data)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def _packed(entry: Entry) -> bytes:
    for name, bits in _BITS.items():
        number = getattr(entry, name)
        if not 0 <= number < 1 << bits:
            raise ValueError(f"the {name} of an entry must fit in {bits} bits: {entry}")
    return ENTRY_STRUCT.pack(*entry[:4])
