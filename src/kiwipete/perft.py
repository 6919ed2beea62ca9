"""Run a perft: threads, progress and a clean end on Ctrl-C.

The kernel counts parts with the GIL released; this module hands them to
threads and waits in a way that a signal can interrupt.
"""

from __future__ import annotations

import os
from operator import index
from typing import TYPE_CHECKING

from kiwipete._core.core import GameBoard, PerftJob

if TYPE_CHECKING:
    from collections.abc import Callable

    Progress = Callable[[PerftJob], None]

MAX_THREADS = 1024

# Up to this depth a count is over before a thread has started.
_SHORT = 3
# How often the waiting thread looks up, in seconds.
_TICK = 0.05


def processors() -> int:
    """Return the number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(job: PerftJob, *, threads: int = 1, progress: Progress | None = None) -> None:
    """Run a job to its end on this many threads.

    `progress` is called with the job now and then. On Ctrl-C (or any exception
    in `progress`) the job is stopped, the threads are joined and the exception
    is raised; the job still tells what was counted so far.
    """
    import threading

    failures: list[BaseException] = []

    def work() -> None:
        try:
            while job.step():
                pass
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
                    progress(job)
    except BaseException:
        job.stop()
        for worker in workers:
            if worker.ident is not None:
                worker.join()
        raise
    if failures:
        raise failures[0]


def start(
    board: GameBoard,
    depth: int,
    *,
    threads: int = 1,
    hash_mb: int = 0,
    method: str = "fast",
    check: bool = False,
) -> PerftJob:
    """Count a perft and return the finished job."""
    if not 1 <= index(threads) <= MAX_THREADS:
        raise ValueError(f"the number of threads is 1 to {MAX_THREADS}, not {threads}")
    job = PerftJob(board, depth, method=method, check=check, hash_mb=hash_mb)
    if depth <= _SHORT and not check and method != "pseudo":
        while job.step():
            pass
    else:
        run(job, threads=threads)
    return job
