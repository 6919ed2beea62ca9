"""A search of Kiwipete's own engine on its way: what it has found so far, and its end."""

from __future__ import annotations

import os
import queue
import threading

from kiwipete.board import Board
from kiwipete.engine.errors import AnalysisComplete, EngineError
from kiwipete.engine.info import INFO_ALL, INFO_PV, INFO_SCORE, Info, InfoDict
from kiwipete.engine.results import BestMove
from kiwipete.engine.score import Cp, Mate, PovScore
from kiwipete.engine.wdl import PovWdl, Wdl
from kiwipete.search import Bound, Line, Thinker
from kiwipete.search.chances import chances

# How often the waiting thread looks up, so that Ctrl-C is heard at once, in seconds.
_TICK = 0.05


class Search:
    """A search that a thinker was set up for.

    Its thread refers to this object and the thinker alone, so that an Engine that nobody
    refers to any more can end it.
    """

    def __init__(self, thinker: Thinker, board: Board, wanted: Info = INFO_ALL) -> None:
        self.number = 0  # the thinker's, once it is set up
        self._thinker = thinker
        # What is said of lines; the caller may change the board meanwhile.
        self._turn = board.turn
        self._material = sum(board.material)
        self._wanted = wanted
        self._lines: list[InfoDict] = [{}]
        self._unread: queue.SimpleQueue[InfoDict | None] = queue.SimpleQueue()
        self._best: BestMove | None = None
        self._failure: BaseException | None = None
        self._process = os.getpid()
        # Whoever takes it decides: the thread runs the search, or `end` lets it never begin.
        self._claim = threading.Lock()
        # Waited for instead of the thread: Ctrl-C in `join` makes Python take it for ended.
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, name="kiwipete search", daemon=True)
        self._reporter: int | None = None

    def start(self) -> None:
        """Begin to search on a thread of its own."""
        try:
            self._thread.start()
        except RuntimeError as error:
            raise EngineError(f"the search has no thread: {error}") from None

    def post(self, line: Line) -> None:
        """Add what the search has found; called on one of its threads."""
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
        """Whether this thread is one of its own, and so cannot wait for it."""
        return threading.get_ident() in (self._reporter, self._thread.ident)

    def stop(self) -> None:
        """End it as soon as it can; a search that has ended stays as it is."""
        self._thinker.stop(self.number)

    def wait(self) -> BestMove:
        """Wait until it has ended, and return its move or raise what went wrong."""
        self._check_process()
        while not self._done.wait(_TICK):
            pass
        if self._failure is not None:
            raise self._failure
        return self._best or BestMove(None, None)

    def get(self) -> InfoDict:
        """Wait for the next thing found; AnalysisComplete if there is no more."""
        self._check_process()
        while True:
            try:
                info = self._unread.get(timeout=_TICK)
            except queue.Empty:
                continue
            if info is not None:
                return info
            self._unread.put(None)  # whoever asks again hears the same
            self.wait()
            raise AnalysisComplete

    def end(self) -> None:
        """Stop, and wait until its threads have ended; a search that has not begun never will."""
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
            lines = self._thinker.run()
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


def current_of(line: Line) -> InfoDict:
    """Return which move a slow search looks at, as engines tell it."""
    return {"depth": line.depth, "currmove": line.moves[0], "currmovenumber": line.number}


def info_of(line: Line, turn: bool, material: int, wanted: Info = INFO_ALL) -> InfoDict:
    """Return a line of the search as engines tell it, with this side to move.

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
        info["wdl"] = PovWdl(Wdl(*chances(line.centipawns, line.mate, material)), turn)
        if line.bound == Bound.LOWER:
            info["lowerbound"] = True
        elif line.bound == Bound.UPPER:
            info["upperbound"] = True
    if wanted & INFO_PV:
        info["pv"] = line.moves
    return info
