"""Sorted runs of rows in files, and rows of many parts merged, on all cores."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from kiwipete._core.explorer_merge import merge
from kiwipete._core.explorer_rows import Collector
from kiwipete.explorer.layout import SINGLE_BYTES, TALLY_BYTES
from kiwipete.games.ordered_work import in_order

if TYPE_CHECKING:
    from kiwipete.explorer.game_rows import Columns

_RANGE_ROWS = 500_000  # rows of all parts that are merged at a time
_MARK_ROWS = 4096  # between two keys of a run that are kept in memory
_MOST_RUNS = 256  # that are merged at a time

Rows: TypeAlias = "tuple[bytes | memoryview, bytes | memoryview]"  # tallies and singles
# A part gives its rows with keys from one to another; it may give more.
Part: TypeAlias = "Callable[[int, int], Rows]"


class _SortedFile:
    """Sorted rows of one kind in a file, and the keys of some of them."""

    def __init__(self, path: Path, row_bytes: int) -> None:
        self.rows = 0
        self._path = path
        self._row_bytes = row_bytes
        self._keys: list[int] = []
        self._places: list[int] = []  # of the rows with these keys

    def write(self, rows: bytes) -> None:
        """Append rows."""
        if not rows:
            return
        with self._path.open("ab") as file:
            file.write(rows)
        count = len(rows) // self._row_bytes
        marked = range(0, count, _MARK_ROWS)
        words = np.frombuffer(rows, "<u8").reshape(count, -1)
        self._keys += words[marked, 0].tolist()
        self._places += range(self.rows, self.rows + count, _MARK_ROWS)
        self.rows += count

    def between(self, first_key: int, last_key: int) -> bytes:
        """Return the rows with keys in a range, and some before and after them."""
        begin = int(np.searchsorted(np.array(self._keys, np.uint64), np.uint64(first_key))) - 1
        end = int(np.searchsorted(np.array(self._keys, np.uint64), np.uint64(last_key), "right"))
        first = self._places[max(begin, 0)] if self._places else 0
        last = self._places[end] if end < len(self._places) else self.rows
        if first == last:
            return b""
        with self._path.open("rb") as file:
            file.seek(first * self._row_bytes)
            return file.read((last - first) * self._row_bytes)

    def remove(self) -> None:
        """Remove the file."""
        self._path.unlink(missing_ok=True)


class Run:
    """Sorted rows of both kinds in files."""

    def __init__(self, path: Path) -> None:
        self._tallies = _SortedFile(path.with_suffix(".tallies"), TALLY_BYTES)
        self._singles = _SortedFile(path.with_suffix(".singles"), SINGLE_BYTES)

    def write(self, tallies: bytes, singles: bytes) -> None:
        """Append rows."""
        self._tallies.write(tallies)
        self._singles.write(singles)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self._tallies.rows + self._singles.rows

    def __call__(self, first_key: int, last_key: int) -> Rows:
        """Return the rows with keys in a range, and some before and after them."""
        tallies = self._tallies.between(first_key, last_key)
        return tallies, self._singles.between(first_key, last_key)

    def remove(self) -> None:
        """Remove the files."""
        self._tallies.remove()
        self._singles.remove()


class Runs:
    """The runs of a build, in a folder; too many of them are merged."""

    def __init__(self, folder: Path, threads: int) -> None:
        self.found: list[Run] = []
        self._folder = folder
        self._threads = threads
        self._named = 0

    def new_run(self) -> Run:
        """Return a run without rows."""
        self._named += 1
        return Run(self._folder / f"{self._named}")

    def add(self, run: Run) -> None:
        """Add a run that has been written."""
        self.found.append(run)
        if len(self.found) == _MOST_RUNS:
            self._merge()

    @property
    def rows(self) -> int:
        """The number of rows in all runs."""
        return sum(run.rows for run in self.found)

    def _merge(self) -> None:
        """Make one run of all."""
        merged = self.new_run()
        with closing(merged_rows(self.found, self.rows, 1, self._threads)) as found:
            for _, (tallies, singles, _) in found:
                merged.write(tallies, singles)
        for run in self.found:
            run.remove()
        self.found = [merged]


def write_run(batches: list[Columns], plies: int, run: Run) -> Run:
    """Sort the moves of games into a run."""
    collector = Collector(plies)
    while batches:
        batches.pop().add_to(collector)
    run.write(*collector.sorted())
    return run


def merged_rows(
    parts: Sequence[Part], rows: int, min_games: int, threads: int
) -> Generator[tuple[int, tuple[bytes, bytes, int]]]:
    """Merge parts by ranges of keys; yield about how many rows are done, and the merged ones."""
    count = rows // _RANGE_ROWS + 1
    limits = [number * 2**64 // count for number in range(count + 1)]
    calls = (
        partial(_merge_range, parts, low, high - 1, min_games) for low, high in pairwise(limits)
    )
    for finished, merged in enumerate(in_order(calls, threads), 1):
        yield rows * finished // count, merged


def _merge_range(
    parts: Sequence[Part], first_key: int, last_key: int, min_games: int
) -> tuple[bytes, bytes, int]:
    found = [part(first_key, last_key) for part in parts]
    return merge(found, first_key, last_key, min_games)
