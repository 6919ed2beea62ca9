"""An analysis by Kiwipete's own engine: read it while it runs, leave it at any time."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator

from kiwipete.board import Board
from kiwipete.engine.errors import AnalysisComplete
from kiwipete.engine.info import INFO_ALL, INFO_PV, INFO_SCORE, Info, InfoDict
from kiwipete.engine.results import BestMove
from kiwipete.engine.score import Cp, Mate, PovScore
from kiwipete.engine.wdl import PovWdl, Wdl
from kiwipete.search import Bound, Line
from kiwipete.search.chances import chances

# How often the waiting thread looks up, so that Ctrl-C is heard at once, in seconds.
_TICK = 0.05


class OwnAnalysis:
    """An analysis with the methods of SimpleAnalysisResult; `run` is what searches."""

    def __init__(
        self,
        run: Callable[[], list[Line]],
        stop: Callable[[], None],
        board: Board,
        wanted: Info = INFO_ALL,
    ) -> None:
        self._run = run
        self._stop = stop
        # What is said of lines; the caller may change the board meanwhile.
        self._turn = board.turn
        self._material = sum(board.material)
        self._wanted = wanted
        self._lines: list[InfoDict] = [{}]
        self._unread: queue.SimpleQueue[InfoDict | None] = queue.SimpleQueue()
        self._best: BestMove | None = None
        self._failure: BaseException | None = None
        # Waited for instead of the thread: Ctrl-C in `join` makes Python take it for ended.
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._search, name="kiwipete search", daemon=True)

    def start(self) -> OwnAnalysis:
        """Begin to search on a thread of its own."""
        try:
            self._thread.start()
        except RuntimeError:  # the system gives no more threads
            self._done.set()
            raise
        return self

    def post(self, line: Line) -> None:
        """Add what the search has found; called on its thread."""
        if not self._wanted:
            return
        if line.bound == Bound.CURRENT:
            self._tell(0, current_of(line))
            return
        info = info_of(line, self._turn, self._material, self._wanted)
        while len(self._lines) < line.number:
            self._lines.append({})
        known = self._lines[line.number - 1]
        known.pop("lowerbound", None)
        known.pop("upperbound", None)
        self._tell(line.number - 1, info)

    def _tell(self, index: int, info: InfoDict) -> None:
        self._lines[index].update(info)
        self._unread.put(info)

    @property
    def info(self) -> InfoDict:
        """All that is known of the best line."""
        return self._lines[0].copy()

    @property
    def multipv(self) -> list[InfoDict]:
        """All that is known of the best lines."""
        return [info.copy() for info in self._lines]

    def stop(self) -> None:
        """End the search as soon as it can."""
        self._stop()

    def wait(self) -> BestMove:
        """Wait until the analysis is finished."""
        while not self._done.wait(_TICK):
            pass
        if self._failure is not None:
            raise self._failure
        assert self._best is not None
        return self._best

    def empty(self) -> bool:
        """Tell whether everything said so far has been read."""
        return self._unread.empty()

    def would_block(self) -> bool:
        """Tell whether `get` would have to wait."""
        return self._unread.empty() and not self._done.is_set()

    def get(self) -> InfoDict:
        """Wait for the next thing found; AnalysisComplete if there is no more."""
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

    def next(self) -> InfoDict | None:
        """Wait for the next thing found; None if there is no more."""
        try:
            return self.get()
        except AnalysisComplete:
            return None

    def __iter__(self) -> Iterator[InfoDict]:
        return self

    def __next__(self) -> InfoDict:
        info = self.next()
        if info is None:
            raise StopIteration
        return info

    def __enter__(self) -> OwnAnalysis:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Stop, and wait until the thread has ended."""
        while not self._done.is_set():
            self._stop()
            self._done.wait(_TICK)
        self._thread.join()

    def _search(self) -> None:
        try:
            lines = self._run()
            moves = lines[0].moves if lines else []
            self._best = BestMove(*[*moves, None, None][:2])
        except BaseException as error:
            self._failure = error
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
