"""Index files (.kwx): sorted rows of moves by position, and checksums of their blocks.

After the header of 64 bytes a file has, all little-endian:

    tallies    48 bytes for each move that several games played in a position: uint64 key, sums of
               ratings of the side to move and of its opponents (uint64 each), uint32 games without
               a result, that White won, drawn, that Black won, uint32 games with both ratings,
               uint16 move, uint16 year of the last game or 0
    singles    16 bytes for each move that one game played: uint64 key, uint16 move, uint16 rating
               of the side to move and of its opponent (0 unless both are known), uint16 year << 2
               | result, which is 0 for none, 1 for White, 2 for a draw, 3 for Black
    checks     16 bytes for each block of 256 tallies, then for each block of 256 singles: uint64
               first key, uint64 checksum

Rows are sorted by key, then by move. The key is a board's `zobrist_key`, the move has 16 bits as in
`kiwipete.games`, with castling written as king takes rook.
"""

from __future__ import annotations

import os
import sys
import zlib
from pathlib import Path
from typing import NamedTuple

from kiwipete._core.explorer_index import BLOCK_ROWS
from kiwipete.file_header import HEADER_BYTES, HeaderFormat

TALLY_BYTES, SINGLE_BYTES, CHECK_BYTES = 48, 16, 16
ALL_PLIES = 2**32 - 1  # in a header: games were taken to their ends
MOST_GAMES = 2**32 - 1


_MAGIC = b"KIWIEXPL"


class ExplorerFileError(ValueError):
    """Not an index, one of an unknown version, or a damaged one; the message names the file."""


# The fields of Description, the checksum of the checks, CRC-32 of the header with 0 in its place
_HEADER = HeaderFormat(_MAGIC, 1, "<QQQQIIQI", "an explorer's index", ExplorerFileError)


class Description(NamedTuple):
    """What an index contains: games, positions, rows of both kinds, and how it was made."""

    games: int
    positions: int
    tallies: int
    singles: int
    plies: int
    min_games: int

    def header(self, checks: int) -> bytes:
        """Return the header of a file, given the checksum of its checks."""
        return _HEADER.bytes(*self, checks, zlib.crc32(_HEADER.bytes(*self, checks, 0)))

    @property
    def rows_bytes(self) -> int:
        """The size of all rows."""
        return self.tallies * TALLY_BYTES + self.singles * SINGLE_BYTES

    @property
    def size(self) -> int:
        """The size of the file."""
        blocks = -(-self.tallies // BLOCK_ROWS) + -(-self.singles // BLOCK_ROWS)
        return HEADER_BYTES + self.rows_bytes + blocks * CHECK_BYTES


def read_description(content: memoryview, path: str | os.PathLike[str]) -> tuple[Description, int]:
    """Check the header and the size of a file; return what it says, and the checksum of checks."""
    check_byte_order()
    *fields, checks, crc = _HEADER.read(bytes(content[:HEADER_BYTES]), path)
    known = Description(*fields)
    if zlib.crc32(_HEADER.bytes(*known, checks, 0)) != crc:
        raise ExplorerFileError(f"{path} is damaged: the checksum of its header is wrong")
    if known.size != len(content):
        raise ExplorerFileError(
            f"{path} is cut short or has been added to: it has {len(content)} bytes, "
            f"and its header says {known.size}"
        )
    return known, checks


def is_index(path: str | os.PathLike[str]) -> bool:
    """Return whether a file begins as an index does; it may be damaged."""
    with Path(path).open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def check_byte_order() -> None:
    """Raise an error on processors that store the last byte first: rows are used as they are."""
    if sys.byteorder != "little":
        raise ExplorerFileError("indexes are for processors with little-endian numbers")
