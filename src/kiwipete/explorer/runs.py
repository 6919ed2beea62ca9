"""Sorted runs of rows in files, and rows of many parts merged, on all cores."""

from __future__ import annotations

import mmap
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from kiwipete._core.explorer_index import merge
from kiwipete._core.explorer_rows import Collector
from kiwipete.explorer.layout import SINGLE_BYTES, TALLY_BYTES

if TYPE_CHECKING:
    from kiwipete.explorer.game_rows import Columns

_RANGE_ROWS = 500_000  # rows of all parts that are merged at a time
_MOST_RUNS = 256  # that are merged at a time: each is an open file

Rows: TypeAlias = "tuple[memoryview, memoryview]"  # tallies and singles


class Runs:
    """Sorted rows in files of a folder; too many of them are merged."""

    def __init__(self, folder: Path, pool: ThreadPoolExecutor, threads: int) -> None:
        self._folder = folder
        self._pool = pool
        self._threads = threads
        self._waiting: deque[Future[Path | None]] = deque()
        self._paths: list[Path] = []
        self._named = 0

    def add(self, batches: list[Columns], plies: int) -> None:
        """Sort the moves of games into a run, on a thread."""
        path = self._new_path()
        self._waiting.append(self._pool.submit(_write_run, batches, plies, path))
        while len(self._waiting) > self._threads:
            self._take()

    def finish(self) -> list[Rows]:
        """Wait for all runs, and map their rows."""
        while self._waiting:
            self._take()
        return [_mapped(path) for path in self._paths]

    def close(self) -> None:
        """Remove the files, before the target gets its name."""
        for path in self._paths:
            path.unlink()
        self._paths = []

    def _new_path(self) -> Path:
        self._named += 1
        return self._folder / f"run{self._named}"

    def _take(self) -> None:
        path = self._waiting.popleft().result()
        if path is not None:
            self._paths.append(path)
        if len(self._paths) == _MOST_RUNS:
            self._merge()

    def _merge(self) -> None:
        """Make one run of all."""
        merged = self._new_path()
        parts = [_mapped(path) for path in self._paths]
        singles_path = self._new_path()
        counts = [0, 0]
        with merged.open("wb") as file, singles_path.open("w+b") as other:
            file.write(bytes(SINGLE_BYTES))
            for *_, (tallies, singles, _) in merged_rows(self._pool, self._threads, parts, 1):
                counts[0] += len(tallies)
                file.write(tallies)
                other.write(singles)
            other.seek(0)
            while block := other.read(1 << 20):
                file.write(block)
            file.seek(0)
            file.write(_run_header(counts[0]))
        singles_path.unlink()
        del parts
        self.close()
        self._paths = [merged]


def _run_header(tally_bytes: int) -> bytes:
    return tally_bytes.to_bytes(SINGLE_BYTES, "little")


def _write_run(batches: list[Columns], plies: int, path: Path) -> Path | None:
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
    pool: ThreadPoolExecutor, threads: int, parts: Sequence[Rows], min_games: int
) -> Iterator[tuple[int, int, tuple[bytes, bytes, int]]]:
    """Merge parts by ranges of keys; yield rows done, all rows, and the merged rows in order."""
    rows = sum(
        len(tallies) // TALLY_BYTES + len(singles) // SINGLE_BYTES for tallies, singles in parts
    )
    count = rows // _RANGE_ROWS + 1
    limits = [number * 2**64 // count for number in range(count + 1)]
    waiting: deque[Future[tuple[bytes, bytes, int]]] = deque()
    finished = 0
    try:
        for low, high in pairwise(limits):
            waiting.append(pool.submit(merge, parts, low, high - 1, min_games))
            if len(waiting) > threads:
                finished += 1
                yield rows * finished // count, rows, waiting.popleft().result()
        while waiting:
            finished += 1
            yield rows * finished // count, rows, waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
