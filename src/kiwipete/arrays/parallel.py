"""Work on long arrays, in stretches on threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from kiwipete.perft import processors

STRETCH = 8192  # positions: long enough that a thread's overhead does not show

_Result = TypeVar("_Result")


def usable_threads(threads: int | None) -> int:
    """Return a number of threads: as many as there are processors if it is None."""
    if threads is None:
        return processors()
    if threads < 1:
        raise ValueError(f"threads is at least 1, not {threads}")
    return threads


def in_stretches(
    work: Callable[[int, int], _Result], count: int, threads: int | None, stretch: int = STRETCH
) -> list[_Result]:
    """Call `work(begin, end)` for all stretches of an array, and return the results in order.

    The stretches are the same on any number of threads. The first exception in their order is
    raised.

    >>> in_stretches(lambda begin, end: end - begin, 10_000, None)
    [8192, 1808]
    """
    stretches = [(begin, min(begin + stretch, count)) for begin in range(0, count, stretch)]
    return in_parallel([partial(work, *each) for each in stretches], threads)


def in_parallel(tasks: Sequence[Callable[[], _Result]], threads: int | None) -> list[_Result]:
    """Call functions on threads, and return their results in order, or raise the first exception.

    >>> in_parallel([lambda: 1, lambda: 2], 2)
    [1, 2]
    """
    threads = min(usable_threads(threads), len(tasks))
    if threads <= 1:
        return [task() for task in tasks]
    with ThreadPoolExecutor(threads, thread_name_prefix="kiwipete-arrays") as pool:
        futures = [pool.submit(task) for task in tasks]
        try:
            return [future.result() for future in futures]
        finally:
            for future in futures:
                future.cancel()
