"""Sorted runs of rows in files, and rows of many parts merged, on all cores."""

from __future__ import annotations

import mmap
from collections.abc import Generator, Sequence
from contextlib import closing
from functools import partial
from itertools import pairwise
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, TypeAlias

from kiwipete._core.explorer_index import merge
from kiwipete._core.explorer_rows import Collector
from kiwipete.explorer.layout import SINGLE_BYTES, TALLY_BYTES
from kiwipete.games.ordered_work import in_order

if TYPE_CHECKING:
    from kiwipete.explorer.game_rows import Columns

_RANGE_ROWS = 500_000  # rows of all parts that are merged at a time
_MOST_RUNS = 256  # that are merged at a time: each is an open file

Rows: TypeAlias = "tuple[memoryview, memoryview]"  # tallies and singles


class Runs:
    """Sorted rows in files of a folder; too many of them are merged."""

    def __init__(self, folder: Path, threads: int) -> None:
        self._folder = folder
        self._threads = threads
        self._paths: list[Path] = []
        self._named = 0

    def new_path(self) -> Path:
        """Return the path of a file that doesn't exist yet."""
        self._named += 1
        return self._folder / f"run{self._named}"

    def add(self, path: Path | None) -> None:
        """Add a run that `write_run` has written."""
        if path is not None:
            self._paths.append(path)
        if len(self._paths) == _MOST_RUNS:
            self._merge()

    def rows(self) -> list[Rows]:
        """Map the rows of all runs."""
        return [_mapped(path) for path in self._paths]

    def close(self) -> None:
        """Remove the files."""
        for path in self._paths:
            path.unlink()
        self._paths = []

    def _merge(self) -> None:
        """Make one run of all."""
        merged = self.new_path()
        tally_bytes = 0
        with (
            merged.open("wb") as file,
            TemporaryFile(dir=self._folder) as other,
            closing(merged_rows(self.rows(), 1, self._threads)) as found,
        ):
            file.write(_run_header(0))
            for *_, (tallies, singles, _) in found:
                tally_bytes += len(tallies)
                file.write(tallies)
                other.write(singles)
            other.seek(0)
            copyfileobj(other, file, 1 << 20)
            file.seek(0)
            file.write(_run_header(tally_bytes))
        self.close()
        self._paths = [merged]


def _run_header(tally_bytes: int) -> bytes:
    return tally_bytes.to_bytes(SINGLE_BYTES, "little")


def write_run(batches: list[Columns], plies: int, path: Path) -> Path | None:
    """Sort the moves of games, and write them to a file; None if there are none."""
    collector = Collector(plies)
    while batches:
        batches.pop().add_to(collector)
    tallies, singles = collector.sorted()
    if not tallies and not singles:
        return None
    with path.open("wb") as file:
        file.write(_run_header(len(tallies)))
        file.write(tallies)
        file.write(singles)
    return path


def _mapped(path: Path) -> Rows:
    with path.open("rb") as file:
        content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    cut = SINGLE_BYTES + int.from_bytes(content[:SINGLE_BYTES], "little")
    return content[SINGLE_BYTES:cut], content[cut:]


def merged_rows(
    parts: Sequence[Rows], min_games: int, threads: int
) -> Generator[tuple[int, int, tuple[bytes, bytes, int]]]:
    """Merge parts by ranges of keys; yield rows done, all rows, and the merged rows in order."""
    rows = sum(
        len(tallies) // TALLY_BYTES + len(singles) // SINGLE_BYTES for tallies, singles in parts
    )
    count = rows // _RANGE_ROWS + 1
    limits = [number * 2**64 // count for number in range(count + 1)]
    calls = (partial(merge, parts, low, high - 1, min_games) for low, high in pairwise(limits))
    for finished, merged in enumerate(in_order(calls, threads), 1):
        yield rows * finished // count, rows, merged
