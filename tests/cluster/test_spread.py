"""Tasks spread over an executor: what is submitted ahead, and what an error or an end cancels."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from kiwipete.cluster import spread


def test_no_more_tasks_than_wanted_are_under_way():
    tasks = iter(range(20))
    running: list[int] = []
    most = []

    def call(task: int) -> int:
        running.append(task)
        most.append(len(running))
        running.remove(task)
        return task * task

    with ThreadPoolExecutor(8) as pool:
        batches = spread(pool, call, lambda: next(tasks, None), ahead=lambda: 3)
        found = dict(pair for batch in batches for pair in batch)
    assert found == {task: task * task for task in range(20)}
    assert max(most) <= 3


def test_an_executor_without_threads_still_gets_a_task():
    tasks = iter([1])
    with ThreadPoolExecutor(1) as pool:
        batches = spread(pool, abs, lambda: next(tasks, None), ahead=lambda: 0)
        assert [pair for batch in batches for pair in batch] == [(1, 1)]


class Waiting:
    def __init__(self) -> None:
        self.stopped = threading.Event()

    def __call__(self, task: int) -> int:
        if task < 0:
            raise OSError("no luck")
        if task:
            assert self.stopped.wait(30)
        return task

    def stop(self) -> None:
        self.stopped.set()


def test_closing_stops_the_tasks_under_way():
    call, tasks = Waiting(), iter(range(5))
    with (
        ThreadPoolExecutor(5) as pool,
        closing(spread(pool, call, lambda: next(tasks, None), ahead=lambda: 5)) as batches,
    ):
        assert next(filter(None, batches)) == [(0, 0)]
    assert call.stopped.is_set()


def test_a_failure_comes_after_the_results_and_stops_the_rest():
    call, tasks, found = Waiting(), iter([0, -1, 1]), []
    with ThreadPoolExecutor(1) as pool:
        batches = spread(pool, call, lambda: next(tasks, None), ahead=lambda: 3)
        with pytest.raises(OSError, match="no luck"):
            found.extend(pair for batch in batches for pair in batch)
    assert found == [(0, 0)]
    assert call.stopped.is_set()
