"""The threads of an Engine: calls take turns, and one search runs at a time.

`EngineSession` serializes the calls and runs one `RunningSearch` at a time; `EngineSessions` has a
session for each process, because a fork inherits options but no threads.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from kiwipete._core.line import Bound, Line
from kiwipete.board import Board, Move
from kiwipete.engine.score import Cp, Mate, PovScore
from kiwipete.engine.search_types import (
    INFO_ALL,
    INFO_PV,
    INFO_SCORE,
    AnalysisComplete,
    BestMove,
    EngineTerminatedError,
    Info,
    InfoDict,
)
from kiwipete.engine.wdl import PovWdl, Wdl
from kiwipete.errors import EngineError
from kiwipete.own_engine.options import OPTIONS
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.own_engine.time_management import SearchLimits
from kiwipete.own_engine.wdl_model import win_draw_loss

# A waiting thread wakes up this often, in seconds, so that Ctrl-C acts at once.
_TICK = 0.05


class RunningSearch:
    """A search on a thread of its own: what it has found so far, and its result.

    Its thread refers only to this object and the search engine, so an Engine without other
    references can be collected, which ends the search.
    """

    def __init__(self, engine: SearchEngine, board: Board, wanted: Info = INFO_ALL) -> None:
        self.number = 0  # from `SearchEngine.begin`
        self._engine = engine
        # Copied, because the caller may change the board meanwhile.
        self._turn = board.turn
        self._material = sum(board.material)
        self._wanted = wanted
        self._lines: list[InfoDict] = [{}]
        self._unread: queue.SimpleQueue[InfoDict | None] = queue.SimpleQueue()
        self._best: BestMove | None = None
        self._failure: BaseException | None = None
        self._process = os.getpid()
        # Acquired once: by the thread, which runs the search, or by `end`, which cancels it.
        self._claim = threading.Lock()
        # Waited for instead of the thread: after Ctrl-C in `join` Python takes it for ended.
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, name="kiwipete search", daemon=True)
        self._reporter: int | None = None

    def start(self) -> None:
        """Start the thread."""
        try:
            self._thread.start()
        except RuntimeError as error:
            raise EngineError(f"the search has no thread: {error}") from None

    def post(self, line: Line) -> None:
        """Add a line that the search reports; called on one of its threads."""
        self._reporter = threading.get_ident()
        if not self._wanted:
            return
        if line.bound == Bound.CURRENT:
            self._add(0, current_of(line))
            return
        info = info_of(line, self._turn, self._material, self._wanted)
        while len(self._lines) < line.number:
            self._lines.append({})
        known = self._lines[line.number - 1]
        known.pop("lowerbound", None)
        known.pop("upperbound", None)
        self._add(line.number - 1, info)

    def _add(self, index: int, info: InfoDict) -> None:
        self._lines[index].update(info)
        self._unread.put(info)

    @property
    def infos(self) -> list[InfoDict]:
        """All that is known of the best lines."""
        return [info.copy() for info in self._lines]

    @property
    def is_done(self) -> bool:
        """Whether it has ended."""
        return self._done.is_set()

    @property
    def is_read(self) -> bool:
        """Whether everything found so far has been read."""
        return self._unread.empty()

    @property
    def runs_here(self) -> bool:
        """Whether the current thread belongs to the search, and so can't wait for it."""
        return threading.get_ident() in (self._reporter, self._thread.ident)

    def stop(self) -> None:
        """Stop this search; if it has ended, a later one isn't affected."""
        self._engine.stop(self.number)

    def wait(self) -> BestMove:
        """Wait until the search has ended; return its move or raise its exception."""
        self._check_process()
        while not self._done.wait(_TICK):
            pass
        if self._failure is not None:
            raise self._failure
        return self._best or BestMove(None, None)

    def get(self) -> InfoDict:
        """Wait for the next info and return it; raises AnalysisComplete at the end."""
        self._check_process()
        while True:
            try:
                info = self._unread.get(timeout=_TICK)
            except queue.Empty:
                continue
            if info is not None:
                return info
            self._unread.put(None)  # for the next call
            self.wait()
            raise AnalysisComplete

    def end(self) -> None:
        """Stop, and wait until its threads have ended; if it hasn't begun, it never will."""
        if os.getpid() != self._process:
            return  # its threads are the other process's
        self.stop()
        if self._claim.acquire(blocking=False):
            self._finish()
        if self.runs_here:
            return
        while not self._done.wait(_TICK):
            pass
        if self._thread.ident is not None:
            self._thread.join()

    def _check_process(self) -> None:
        if os.getpid() != self._process and not self._done.is_set():
            raise EngineError(f"this analysis runs in process {self._process}, not in its fork")

    def _run(self) -> None:
        if not self._claim.acquire(blocking=False):
            return
        try:
            lines = self._engine.run()
            moves = lines[0].moves if lines else []
            self._best = BestMove(*[*moves, None, None][:2])
        except RuntimeError as error:  # the system refuses threads
            self._failure = EngineError(str(error))
        except BaseException as error:
            self._failure = error
        self._finish()

    def _finish(self) -> None:
        self._unread.put(None)
        self._done.set()


class EngineSession:
    """A search engine in one process, and the search it runs.

    It is idle, searching (`_running` has not ended) or closed. Everything but `close` and `stop`
    happens in a `turn`, which ends the running search. A turn may last as long as its search,
    as in `play`, or leave the search running, as in `analysis`.
    """

    def __init__(self, engine: SearchEngine) -> None:
        self._engine = engine
        # Reentrant, because a signal handler or a destructor may run on the thread that holds it.
        self._turn = threading.RLock()
        self._running: RunningSearch | None = None
        self._is_closed = False
        self._game: object = None
        self._before: dict[str, Any] = {}  # options to restore after the current search

    @contextmanager
    def turn(self) -> Iterator[SearchEngine]:
        """Wait for the calls of other threads, end the running search, and yield the engine."""
        with self._turn:
            self.check_open()
            self._end_search()
            yield self._engine

    def start_search(
        self,
        board: Board,
        limits: SearchLimits,
        *,
        game: object,
        info: Info,
        root_moves: list[Move] | None = None,
        lines: int = 1,
        plays: bool = False,
    ) -> RunningSearch:
        """Start a search; only in a turn."""
        if game != self._game:
            self._game = game
            self._engine.clear()
        search = RunningSearch(self._engine, board, info)
        search.number = self._engine.begin(
            board, limits, plays=plays, lines=lines, root_moves=root_moves, report=search.post
        )
        self._running = search
        self.check_open()  # only now: `close` sets the flag first, and then looks for a search
        search.start()
        return search

    def borrow(self, options: Mapping[str, Any]) -> None:
        """Set options until the next turn; only in a turn."""
        for name in options:
            if OPTIONS[name].kind != "button":
                self._before.setdefault(name, self._engine[name])
        self.set_options(options)

    def set_options(self, options: Mapping[str, Any]) -> None:
        """Set options by their names in lower case; only in a turn."""
        for name, value in options.items():
            try:
                self._engine.set_option(name, value)
            except (ValueError, OSError, MemoryError) as error:
                raise EngineError(f"{OPTIONS[name].name}: {error}") from None

    def check_open(self) -> None:
        """Raise EngineTerminatedError if the engine has been closed."""
        if self._is_closed:
            raise EngineTerminatedError("the engine has been closed")

    def stop(self) -> None:
        """Stop the running search, if any, without waiting for its end."""
        if self._running is not None:
            self._running.stop()

    def close(self) -> None:
        """End the running search and refuse further turns; calls that wait for one raise."""
        self._is_closed = True
        self.stop()
        if self._running is not None and self._running.runs_here:
            return  # a destructor, called on the thread that would be waited for
        with self._turn:
            if self._running is not None:
                self._running.end()
            self._running = None
            self._engine.close()

    def renewed(self) -> EngineSession:
        """Return an idle session with the same options and an empty hash table."""
        try:
            return EngineSession(self._engine.renewed(self._before))
        except (ValueError, OSError, MemoryError) as error:
            raise EngineError(f"cannot start the engine again after a fork: {error}") from None

    def _end_search(self) -> None:
        if self._running is not None:
            self._running.end()
            self._running = None
        before, self._before = self._before, {}
        self.set_options(before)


class EngineSessions:
    """The sessions of an Engine by process."""

    def __init__(self, engine: SearchEngine) -> None:
        self._first = EngineSession(engine)
        self._by_process = {os.getpid(): self._first}
        self._is_closed = False

    def current(self) -> EngineSession:
        """Return the session of this process; raises EngineTerminatedError if closed."""
        if self._is_closed:
            raise EngineTerminatedError("the engine has been closed")
        process = os.getpid()
        known = self._by_process.get(process)
        # If two threads get here at once, one of the new sessions is dropped.
        return known or self._by_process.setdefault(process, self._first.renewed())

    def stop(self) -> None:
        """Stop the search that runs in this process, without waiting for its end."""
        if (session := self._by_process.get(os.getpid())) is not None:
            session.stop()

    def close(self) -> None:
        """End the search that runs in this process; from now on `current` raises."""
        self._is_closed = True
        if (session := self._by_process.get(os.getpid())) is not None:
            session.close()


def current_of(line: Line) -> InfoDict:
    """Return the info about the root move that a slow search is looking at."""
    return {"depth": line.depth, "currmove": line.moves[0], "currmovenumber": line.number}


def info_of(line: Line, turn: bool, material: int, wanted: Info = INFO_ALL) -> InfoDict:
    """Return a line of the search as an InfoDict, with this side to move.

    >>> info_of(Line(3, 5, 1, 20, None, Bound.EXACT, 1000, 0.5, 2, []), True, 8000)["score"]
    PovScore(Cp(+20), WHITE)
    """
    info: InfoDict = {
        "depth": line.depth,
        "seldepth": line.seldepth,
        "multipv": line.number,
        "nodes": line.nodes,
        "nps": int(line.nodes / max(line.seconds, 1e-6)),
        "hashfull": line.hashfull,
        "tbhits": line.tbhits,
        "time": line.seconds,
    }
    if wanted & INFO_SCORE:
        score = Mate(line.mate) if line.mate is not None else Cp(line.centipawns or 0)
        info["score"] = PovScore(score, turn)
        info["wdl"] = PovWdl(Wdl(*win_draw_loss(line.centipawns, line.mate, material)), turn)
        if line.bound == Bound.LOWER:
            info["lowerbound"] = True
        elif line.bound == Bound.UPPER:
            info["upperbound"] = True
    if wanted & INFO_PV:
        info["pv"] = line.moves
    return info
