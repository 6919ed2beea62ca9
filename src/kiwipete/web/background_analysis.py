"""Analysis in a thread: of one position at a time, and of the next one when the board moves on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from kiwipete.errors import EngineError
from kiwipete.web.scores import known_lines

if TYPE_CHECKING:
    from kiwipete.board import Board
    from kiwipete.engine import InfoDict, Limit

# Called with the board, its lines, whether the search goes on, and an error, from the thread.
Report = Callable[["Board", "Sequence[InfoDict]", bool, "str | None"], None]

_TICK = 0.1  # seconds between two reports


class BackgroundAnalysis:
    """Runs an engine in a thread of its own and reports what it finds.

    The engine is an `Engine` or a `SimpleEngine`. Without one, Kiwipete's own is started with
    the first analysis and ended by `close`.
    """

    def __init__(self, report: Report, engine: Any = None) -> None:
        self._report = report
        self._engine = engine
        self._own = engine is None
        self._lock = threading.Lock()
        self._number = 0  # of the newest search; older ones end when they see it
        self._thread: threading.Thread | None = None
        self._analysis: Any = None
        self._how: tuple[Limit | None, int] = (None, 1)

    @property
    def running(self) -> bool:
        """Whether a search is under way."""
        return self._thread is not None and self._thread.is_alive()

    def start(self, board: Board, limit: Limit | None = None, *, multipv: int = 1) -> None:
        """Analyse a position until the limit or `stop`; a search under way ends."""
        self.stop()
        if self._engine is None:
            from kiwipete.engine import Engine

            self._engine = Engine(hash_mb=64)
        self._how = limit, multipv
        with self._lock:
            number = self._number
            self._thread = threading.Thread(
                target=self._run, args=(number, board.copy()), name="analysis", daemon=True
            )
        self._thread.start()

    def follow(self, board: Board) -> None:
        """Go on with another position if a search is under way."""
        if self.running:
            limit, multipv = self._how
            self.start(board, limit, multipv=multipv)

    def stop(self) -> None:
        """End the search and wait for its last report."""
        with self._lock:
            self._number += 1
            analysis, thread = self._analysis, self._thread
        if analysis is not None:
            analysis.stop()
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    def close(self) -> None:
        """End the search, and the engine if it is our own."""
        self.stop()
        if self._own and self._engine is not None:
            self._engine.close()
            self._engine = None

    def _run(self, number: int, board: Board) -> None:
        lines: list[InfoDict] = []
        error = None
        try:
            lines = self._search(number, board)
        except (EngineError, ValueError, OSError) as failure:
            error = str(failure) or type(failure).__name__
        self._report(board, lines, False, error)

    def _search(self, number: int, board: Board) -> list[InfoDict]:
        limit, multipv = self._how
        due = 0.0
        with self._engine.analysis(board, limit, multipv=multipv, game=self) as analysis:
            with self._lock:
                self._analysis = analysis
                late = number != self._number  # stopped before it began
            if late:
                analysis.stop()
            for info in analysis:
                if "pv" in info and "score" in info and time.monotonic() >= due:
                    due = time.monotonic() + _TICK
                    self._report(board, known_lines(analysis.multipv), True, None)
            with self._lock:
                self._analysis = None
            return known_lines(analysis.multipv)
