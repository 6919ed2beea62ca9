"""Calls on threads whose results come in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

_Result = TypeVar("_Result")


def in_order(calls: Iterator[Callable[[], _Result]], threads: int) -> Generator[_Result]:
    """Make calls on threads and yield what they return, in their order.

    At most `threads + 2` calls are under way or wait to be yielded, so memory stays bounded.

    >>> list(in_order(iter([lambda: 1, lambda: 2, lambda: 3]), threads=2))
    [1, 2, 3]
    """
    if threads == 1:
        for call in calls:
            yield call()
        return
    waiting: deque[Future[_Result]] = deque()
    with ThreadPoolExecutor(threads, thread_name_prefix="kiwipete-games") as pool:
        try:
            for call in calls:
                waiting.append(pool.submit(call))
                if len(waiting) > threads + 1:  # a slow call must not keep the others from work
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
