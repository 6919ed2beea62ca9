"""Run a suite: compare the counts of Kiwipete or an engine with the known ones."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed, wait
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple

from kiwipete import perft
from kiwipete.board import Board
from kiwipete.lab.engines.divider import (
    Divider,
    EngineFailure,
    EngineTimeout,
)
from kiwipete.lab.engines.process_engine import ask_total
from kiwipete.lab.suites import Suite, SuiteCount, SuitePosition

# How often engines are interrupted at the end, in seconds.
_TICK = 0.1

# Opens an engine, which closes at the end of a `with` statement.
OpenEngine = Callable[[], AbstractContextManager[Divider]]

# Called with a count in progress and its nodes so far (0 for an engine).
Progress = Callable[[SuiteCount, int], None]


class SuiteResult(NamedTuple):
    """The result of one count, or the engine's failure.

    >>> known = kiwipete.lab.known_counts().counts()[2]
    >>> print(SuiteResult(known, 8901, 0.5))
    start position, depth 3: 8901 nodes instead of 8902
    """

    known: SuiteCount
    nodes: int | None  # None if the engine failed
    seconds: float
    failure: EngineFailure | None = None

    @property
    def right(self) -> bool:
        """Whether the count is the known one."""
        return self.nodes == self.known.nodes

    @property
    def verdict(self) -> str:
        """The result in a word: right, wrong, crash, timeout or nonsense.

        >>> SuiteResult(kiwipete.lab.known_counts().counts()[0], 20, 0.5).verdict
        'right'
        """
        if self.failure is not None:
            return self.failure.verdict
        return "right" if self.right else "wrong"

    def __str__(self) -> str:
        if self.failure is not None:
            return f"{self.known}: {self.failure}"
        instead = "" if self.right else f" instead of {self.known.nodes}"
        return f"{self.known}: {self.nodes} nodes{instead}"


def run_suite(
    suite: Suite,
    engine: OpenEngine | None = None,
    *,
    threads: int = 1,
    progress: Progress | None = None,
) -> Generator[SuiteResult, None, None]:
    """Count all positions of a suite, and yield each result as it is known.

    Without `engine`, Kiwipete counts on `threads` threads. `engine` is a function that opens
    an engine, such as `lambda: lab.open_engine(["stockfish"])`; it is called once per thread.
    Crashes, timeouts and nonsense are results without nodes; after a timeout, greater depths
    of the position are skipped. An engine that cannot be started raises EngineError.

    >>> suite = kiwipete.lab.known_counts().limited(nodes=10_000)
    >>> [str(result) for result in run_suite(suite) if not result.right]
    []
    """
    if engine is None:
        return _count_here(suite, threads, progress)
    return _ask_engines(suite, engine, threads, progress)


def _count_here(
    suite: Suite, threads: int, progress: Progress | None
) -> Generator[SuiteResult, None, None]:
    """Count with Kiwipete, one position at a time, each on all threads."""
    for known in suite.counts():
        start = time.perf_counter()
        board = Board(known.position.fen, chess960=known.position.chess960)
        counted = perft.count(
            board, known.depth, threads=threads, progress=_watcher(known, progress)
        )
        yield SuiteResult(known, counted.nodes, time.perf_counter() - start)


def _watcher(known: SuiteCount, progress: Progress | None) -> perft.Progress | None:
    if progress is None:
        return None
    return lambda count: progress(known, count.nodes)


def _ask_engines(
    suite: Suite, open_engine: OpenEngine, threads: int, progress: Progress | None
) -> Generator[SuiteResult, None, None]:
    """Count with engines, one position per thread at a time."""
    questions = _Questions(EnginePool(open_engine), progress)
    futures: list[Future[SuiteResult]] = []
    with ThreadPoolExecutor(threads) as executor:
        try:
            futures.extend(executor.submit(questions.ask, known) for known in suite.counts())
            for future in as_completed(futures):
                yield future.result()
        finally:
            under_way = [future for future in futures if not future.cancel()]
            questions.pool.close()
            while wait(under_way, _TICK).not_done:
                questions.pool.close()


class _Questions:
    """Puts the questions to a pool of engines, and skips positions that timed out."""

    def __init__(self, pool: EnginePool, progress: Progress | None) -> None:
        self.pool = pool
        self._progress = progress
        self._too_slow: dict[SuitePosition, int] = {}  # the depth that timed out

    def ask(self, known: SuiteCount) -> SuiteResult:
        position, depth, _ = known
        too_deep = self._too_slow.get(position, depth)
        if too_deep < depth:
            message = f"not asked, since depth {too_deep} took too long"
            return SuiteResult(known, None, 0.0, EngineTimeout(message))
        if self._progress is not None:
            self._progress(known, 0)
        nodes = failure = None
        with self.pool.engine() as engine:
            start = time.perf_counter()
            try:
                nodes = ask_total(engine, position.fen, (), depth)
            except EngineFailure as error:
                failure = error
            seconds = time.perf_counter() - start
        if isinstance(failure, EngineTimeout):
            self._too_slow[position] = depth
        return SuiteResult(known, nodes, seconds, failure)


class _Member(NamedTuple):
    engine: Divider
    context: AbstractContextManager[Divider]

    def close(self) -> None:
        self.context.__exit__(None, None, None)


class EnginePool:
    """One engine per thread that needs one at the same time, opened on demand."""

    def __init__(self, open_engine: OpenEngine) -> None:
        self._open_engine = open_engine
        self._lock = threading.Lock()
        self._idle: list[_Member] = []
        self._at_work: list[_Member] = []
        self._closed = False

    @contextmanager
    def engine(self) -> Iterator[Divider]:
        """Lend an engine for exclusive use."""
        member = self._take()
        try:
            yield member.engine
        finally:
            self._take_back(member)

    def close(self) -> None:
        """Close idle engines and interrupt busy ones, which close when they are returned.

        An engine that is just starting is missed: call again until all are returned.
        """
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            at_work = list(self._at_work)
        for member in idle:
            member.close()
        for member in at_work:
            if interrupt := getattr(member.engine, "interrupt", None):
                interrupt()

    def _take(self) -> _Member:
        with self._lock:
            member = self._idle.pop() if self._idle else None
        if member is None:
            context = self._open_engine()
            member = _Member(context.__enter__(), context)
        with self._lock:
            self._at_work.append(member)
        return member

    def _take_back(self, member: _Member) -> None:
        with self._lock:
            self._at_work.remove(member)
            if not self._closed:
                self._idle.append(member)
                return
        member.close()
