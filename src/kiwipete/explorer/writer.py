"""Writing index files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any, BinaryIO

from kiwipete._core.explorer_index import BLOCK_ROWS, block_checks, checksum
from kiwipete.explorer.layout import SINGLE_BYTES, TALLY_BYTES, Description, check_byte_order
from kiwipete.file_header import HEADER_BYTES
from kiwipete.new_file import NewFile


class _Section:
    """Rows of one kind on their way to a file, and the checks of their blocks."""

    def __init__(self, file: BinaryIO, row_bytes: int) -> None:
        self.file = file
        self.rows = 0
        self.checks = bytearray()
        self._row_bytes = row_bytes
        self._rest = b""  # of a block that isn't full

    def write(self, rows: bytes) -> None:
        self.file.write(rows)
        self.rows += len(rows) // self._row_bytes
        rows = self._rest + rows
        full = len(rows) - len(rows) % (BLOCK_ROWS * self._row_bytes)
        self.checks += block_checks(memoryview(rows)[:full], self._row_bytes)
        self._rest = rows[full:]

    def end(self) -> None:
        self.checks += block_checks(self._rest, self._row_bytes)
        self._rest = b""


class IndexWriter:
    """Writes an index, which gets its name when it is closed; until then an old file stays.

    Rows come sorted. They are written to two files beside the target, which become one. A link
    stays one: the file that it leads to is replaced.
    """

    def __init__(self, target: str | os.PathLike[str]) -> None:
        check_byte_order()
        self._new = NewFile(target)
        folder = self._new.unfinished.parent
        other: Any = TemporaryFile(dir=folder)  # noqa: SIM115
        self._singles = _Section(other, SINGLE_BYTES)
        self._tallies = _Section(self._new.unfinished.open("wb"), TALLY_BYTES)
        self._tallies.file.write(bytes(HEADER_BYTES))
        self._positions = 0

    @contextmanager
    def folder(self) -> Iterator[Path]:
        """Give a folder beside the file, which is removed after the block."""
        unfinished = self._new.unfinished
        with TemporaryDirectory(prefix=f"{unfinished.name}.", dir=unfinished.parent) as folder:
            yield Path(folder)

    def write(self, tallies: bytes, singles: bytes, positions: int) -> None:
        """Append rows, and count their positions."""
        self._tallies.write(tallies)
        self._singles.write(singles)
        self._positions += positions

    def close(self, games: int, plies: int, min_games: int) -> None:
        """Complete the file and give it its name."""
        tallies, singles = self._tallies, self._singles
        file = tallies.file
        tallies.end()
        singles.end()
        singles.file.seek(0)
        copyfileobj(singles.file, file, 1 << 20)
        file.write(tallies.checks + singles.checks)
        known = Description(games, self._positions, tallies.rows, singles.rows, plies, min_games)
        file.seek(0)
        file.write(known.header(checksum(tallies.checks + singles.checks)))
        file.flush()
        os.fsync(file.fileno())
        file.close()
        self._new.keep()

    def __enter__(self) -> IndexWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self._tallies.file.close()
        self._singles.file.close()
        self._new.discard()
