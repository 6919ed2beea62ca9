"""Books for tests: bytes of entries, and the same file opened by both libraries."""

from __future__ import annotations

import struct
from pathlib import Path

import chess.polyglot

from kiwipete.polyglot import MemoryMappedReader, open_reader


def raw(from_square: int, to_square: int, promotion: int = 0) -> int:
    """Return a move as books write it."""
    return promotion << 12 | from_square << 6 | to_square


def packed(key: int, raw_move: int, weight: int = 1, learn: int = 0) -> bytes:
    """Return the bytes of an entry."""
    return struct.pack(">QHHI", key, raw_move, weight, learn)


def both_readers(
    path: Path,
) -> tuple[MemoryMappedReader, chess.polyglot.MemoryMappedReader]:
    return open_reader(path), chess.polyglot.open_reader(path)


def plain(entry: object) -> tuple[object, ...]:
    """Return an entry of either library in plain types."""
    *numbers, move = entry
    return (*numbers, move.uci())
