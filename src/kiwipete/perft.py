"""Perft on several threads, with progress, a hash table and a clean end on Ctrl-C.

The kernel counts parts with the GIL released; this module hands them to threads and waits
in a way that a signal can interrupt.

>>> count(kiwipete.Board(), 5).nodes
4865609
"""

from __future__ import annotations

import os
from operator import index
from typing import TYPE_CHECKING

from kiwipete._core.game_board import GameBoard
from kiwipete._core.perft_job import PerftJob
from kiwipete._core.perft_job import PerftTable as HashTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from typing_extensions import Self

    Progress = Callable[["Count"], None]

__all__ = ["MAX_DEPTH", "MAX_HASH_MB", "MAX_THREADS", "Count", "HashTable", "count", "processors"]

MAX_DEPTH = PerftJob.MAX_DEPTH
MAX_HASH_MB = HashTable.MAX_MB
MAX_THREADS = 1024

# Up to this depth a fast count is too short to need a thread that can be interrupted.
_SHORT = 4
# The rules of the compiled count. A class that overrides one has different rules.
_COUNTED = ("generate_legal_moves", "push", "pop")
# How often the waiting thread wakes up, in seconds.
_TICK = 0.05


def processors() -> int:
    """Return the number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Count(PerftJob):
    """A count of the leaves below a position; `run` does the counting.

    `stats` sorts the moves of the last ply by kind; the other arguments are those of
    `Board.perft`. `table` is a hash table that several counts share.

    >>> counted = Count(kiwipete.Board(), 3, stats=True).run()
    >>> counted.nodes, counted.kinds_of_moves()["captures"]
    (8902, 34)
    """

    _is_short: bool

    def __new__(
        cls,
        board: GameBoard,
        depth: int,
        *,
        method: str = "fast",
        check: bool = False,
        stats: bool = False,
        hash_mb: int = 0,
        table: HashTable | None = None,
    ) -> Self:
        """Set up a count; raise TypeError for a board with rules of its own."""
        if any(getattr(type(board), name) is not getattr(GameBoard, name) for name in _COUNTED):
            raise TypeError(f"{type(board).__name__} overrides rules: call its own perft instead")
        count = super().__new__(
            cls, board, depth, method=method, check=check, stats=stats, hash_mb=hash_mb, table=table
        )
        count._is_short = depth <= _SHORT and not check and method not in ("legal", "pseudo")
        return count

    def run(self, *, threads: int = 1, progress: Progress | None = None) -> Self:
        """Count to the end on this many threads, and return the count itself.

        `progress` is called with it now and then. On Ctrl-C (or any exception in `progress`)
        the threads are stopped and joined, and the exception propagates; the count then has
        the partial results.
        """
        if not 1 <= index(threads) <= MAX_THREADS:
            raise ValueError(f"the number of threads is 1 to {MAX_THREADS}, not {threads}")
        if self._is_short and progress is None:
            self._work()
        else:
            # No more threads than parts: a short count ends before many threads have started.
            self._share(max(1, min(threads, self.parts_total)), progress)
        return self

    def _work(self) -> None:
        while self.step():
            pass

    def _share(self, threads: int, progress: Progress | None) -> None:
        import threading

        failures: list[BaseException] = []

        def work() -> None:
            try:
                self._work()
            except BaseException as failure:
                failures.append(failure)

        workers = [threading.Thread(target=work, daemon=True) for _ in range(threads)]
        try:
            for worker in workers:
                worker.start()
            for worker in workers:
                while worker.is_alive():
                    worker.join(_TICK)
                    if progress is not None:
                        progress(self)
        except BaseException:
            self.stop()
            for worker in workers:
                if worker.ident is not None:
                    worker.join()
            raise
        if failures:
            raise failures[0]


def count(
    board: GameBoard,
    depth: int,
    *,
    threads: int = 1,
    hash_mb: int = 0,
    table: HashTable | None = None,
    method: str = "fast",
    check: bool = False,
    stats: bool = False,
    progress: Progress | None = None,
) -> Count:
    """Count a perft: set up a `Count` and run it.

    >>> count(kiwipete.Board(), 4, threads=2).nodes
    197281
    """
    counting = Count(
        board, depth, method=method, check=check, stats=stats, hash_mb=hash_mb, table=table
    )
    return counting.run(threads=threads, progress=progress)
