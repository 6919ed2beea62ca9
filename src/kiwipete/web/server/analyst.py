"""An analyst: a thread that keeps one engine busy with the newest task.

Starting and stopping an engine may take time, so only this thread waits for it. Others set a
task, which never blocks, and read what has been found so far.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from kiwipete.engine import InfoDict, Limit
from kiwipete.web.scores import put_line
from kiwipete.web.server.engines import EngineSeat

if TYPE_CHECKING:
    from kiwipete.board import Board
    from kiwipete.engine import OwnAnalysis, SimpleAnalysisResult
    from kiwipete.engine.search_types import BlockingAnalysis

# asyncio.TimeoutError is another class before Python 3.11; threads that cannot be started raise
# RuntimeError, as EngineError is.
ENGINE_ERRORS = (RuntimeError, OSError, asyncio.TimeoutError, ValueError, MemoryError)
# How long an engine may go on searching after it has been stopped, in seconds.
STOP_TIMEOUT = 5.0


class Task(NamedTuple):
    """A position to analyse."""

    number: int  # newer tasks have higher numbers
    board: Board
    lines: int
    game: object
    limit: Limit | None = None


class Found(NamedTuple):
    """What is known about a task: the lines by rank, or why there are none."""

    task: Task
    infos: dict[int, InfoDict]
    error: str | None


class Analyst:
    """Analyses the newest task; calls `tell` from its thread whenever more is known."""

    def __init__(self, seat: EngineSeat, tell: Callable[[], None]) -> None:
        self.seat = seat
        self._tell = tell
        self._changed = threading.Condition()
        self._task: Task | None = None
        self._done: Task | None = None
        self._infos: dict[int, InfoDict] = {}
        self._note: str | None = None
        self._running: OwnAnalysis | SimpleAnalysisResult | None = None
        self._watchdog: threading.Timer | None = None
        self._closed = False
        self._thread: threading.Thread | None = None

    def want(self, task: Task | None) -> None:
        """Set the task; None to rest."""
        with self._changed:
            if self._closed or (task is None and self._task is None):
                return
            self._task = task
            self._infos, self._note = {}, None
            self._stop_running()
            self._changed.notify_all()
            if self._thread is None:
                name = f"analyst {self.seat.id}"
                self._thread = threading.Thread(target=self._run, name=name, daemon=True)
                self._thread.start()

    def found(self) -> Found | None:
        """Return what is known about the task."""
        with self._changed:
            if self._task is None:
                return None
            error = self._note or self.seat.error
            return Found(self._task, dict(self._infos), error)

    def close(self) -> None:
        """End the thread and the engine."""
        with self._changed:
            self._closed = True
            self._task = None
            self._stop_running()
            self._changed.notify_all()
        self.seat.close()
        if self._thread is not None:
            self._thread.join(timeout=5.0)

    def _stop_running(self) -> None:
        if self._running is None:
            return
        with contextlib.suppress(*ENGINE_ERRORS):  # it may have ended
            self._running.stop()
        if self._watchdog is None and self.seat.is_foreign:
            self._watchdog = threading.Timer(STOP_TIMEOUT, self._lose_patience, [self._running])
            self._watchdog.daemon = True
            self._watchdog.start()

    def _lose_patience(self, analysis: object) -> None:
        """Kill an engine that goes on after it has been told to stop."""
        with self._changed:
            if self._running is not analysis:
                return
        self.seat.fail(TimeoutError("it doesn't stop when it is told to"))

    def _run(self) -> None:
        while True:
            with self._changed:
                while self._task is self._done and not self._closed:
                    self._changed.wait()
                if self._closed:
                    return
                task = self._task
            if task is not None:
                self._analyse(task)
            self._done = task

    def _analyse(self, task: Task) -> None:
        """Analyse until the task is finished or another one is there."""
        if self.seat.is_foreign and not task.board.is_valid():
            self._fail(task, "no game can reach this position, so it isn't sent to other engines")
            return
        try:
            engine = self.seat.engine()
            with engine.analysis(
                task.board, task.limit, multipv=task.lines, game=task.game
            ) as analysis:
                self._follow(task, analysis)
        except ENGINE_ERRORS as error:
            if not self._closed:
                if self.seat.error is None:
                    self.seat.fail(error)
                self._tell()
        finally:
            with self._changed:
                self._running = None
                if self._watchdog is not None:
                    self._watchdog.cancel()
                    self._watchdog = None

    def _follow(self, task: Task, analysis: OwnAnalysis | SimpleAnalysisResult) -> None:
        with self._changed:
            self._running = analysis
            if self._task is not task:
                self._stop_running()
        infos: BlockingAnalysis = analysis
        for info in infos:
            with self._changed:
                if self._task is task and _improves(self._infos, info):
                    put_line(self._infos, info)
            self._tell()

    def _fail(self, task: Task, reason: str) -> None:
        with self._changed:
            if self._task is task:
                self._note = reason
        self._tell()


def _improves(infos: dict[int, InfoDict], info: InfoDict) -> bool:
    """Return False for a bound if there is a score, and for a line without any move."""
    known = infos.get(info.get("multipv", 1))
    if "pv" in info and not info["pv"]:
        return False
    is_bound = info.get("lowerbound") or info.get("upperbound")
    return not (is_bound and known is not None and "score" in known)
