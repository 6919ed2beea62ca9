"""A thinker: the compiled searcher with what a conversation sets, one search at a time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from threading import Event, Thread
from typing import Any

from kiwipete._core import load
from kiwipete._core.core import search_state
from kiwipete.board import Board, Move
from kiwipete.engine_limits import MAX_DEPTH, MAX_LINES
from kiwipete.search.line import Line, line_of
from kiwipete.search.time_plan import Budget

_searcher = load("searcher")

# What can be left out of a search, to measure what it gives: names with their bits, and the
# whole table (bit, whether a search for a mate does without, name, text, margins).
TECHNIQUES: dict[str, int] = _searcher.TECHNIQUES
TECHNIQUE_TABLE: list[tuple[int, bool, str, str, list[tuple[str, int, int, int]]]] = (
    _searcher.TECHNIQUE_TABLE
)

# A search that has taken so many seconds tells which move it looks at.
SLOW = 3.0


class Thinker:
    """Thinks about positions; other threads may stop it.

    >>> thinker = Thinker()
    >>> best, *_ = thinker.think(Board("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"), Budget(depth=4))
    >>> best.mate, best.moves
    (1, [Move.from_uci('e1e8')])
    """

    def __init__(self, *, threads: int = 1, hash_mb: int = 16) -> None:
        self._searcher = _searcher.Searcher(threads=threads, hash_mb=hash_mb)
        self._has_moves = False

    def begin(
        self,
        board: Board,
        budget: Budget,
        *,
        lines: int = 1,
        root_moves: Iterable[Move] | None = None,
        ponder: bool = False,
        without: Iterable[str] = (),
        report: Callable[[Line], None] | None = None,
    ) -> None:
        """Set up a search for `run`; from now on `stop` and `ponderhit` work.

        What `report` raises ends the search. `without` names techniques to leave out.
        """
        allowed = None
        if root_moves is not None:
            allowed = {int(move) for move in board.legal_moves if move in set(root_moves)}
        callback = None if report is None else lambda found: report(line_of(found))
        self._has_moves = self._searcher.begin(
            search_state(board),
            depth=min(budget.depth or MAX_DEPTH, MAX_DEPTH),
            nodes=budget.nodes,
            soft=budget.soft,
            hard=budget.hard,
            mate=min(budget.mate, MAX_DEPTH),
            lines=min(lines, MAX_LINES),
            slow=SLOW,
            allowed=allowed,
            ponder=ponder,
            without=sum(TECHNIQUES[technique] for technique in set(without)),
            callback=callback,
        )

    def run(self) -> list[Line]:
        """Search as `begin` said and return the best lines, best first; the GIL is free meanwhile.

        There is none if there is no move to begin with.
        """
        if not self._has_moves:
            return []
        ready = Event()  # a thread that searches at once would keep the others from starting
        helpers = [
            Thread(target=self._help, args=(number, ready), daemon=True)
            for number in range(1, self._searcher.threads)
        ]
        for helper in helpers:
            helper.start()
        ready.set()
        self._searcher.work(0)
        for helper in helpers:
            helper.join()
        return [line_of(line) for line in self._searcher.finish()]

    def _help(self, number: int, ready: Event) -> None:
        ready.wait()
        self._searcher.work(number)

    def think(self, board: Board, budget: Budget, **how: Any) -> list[Line]:
        """Search at once: `begin` and `run`."""
        self.begin(board, budget, **how)
        return self.run()

    def stop(self) -> None:
        """End the search that runs, if any; from any thread."""
        self._searcher.stop()

    def ponderhit(self) -> None:
        """Say that the expected move was played: from now on time counts."""
        self._searcher.ponderhit()

    def evaluate(self, board: Board) -> int:
        """Return the static evaluation in centipawns for the side to move."""
        return int(self._searcher.evaluate(search_state(board)))

    @property
    def nodes(self) -> int:
        """The nodes of the last search, or of this one so far."""
        return int(self._searcher.nodes)

    def resize(self, hash_mb: int) -> None:
        """Have a table of this size, empty; MemoryError if there is no room."""
        self._searcher.resize(hash_mb)

    def use_threads(self, threads: int) -> None:
        """Search on so many threads."""
        if threads != self._searcher.threads:
            self._searcher.hire(threads)

    def use_tables(self, folders: str) -> int:
        """Ask the Syzygy tables of these folders from now on, and return how many files there are.

        Several folders are separated as in PATH; no folder means no tables. ValueError names a
        folder without tables, and then everything stays as it was.

        >>> Thinker().use_tables("")
        0
        """
        from kiwipete.syzygy import Tablebase

        tables = Tablebase()
        count = 0
        for folder in filter(None, folders.split(os.pathsep)):
            try:
                found = tables.add_directory(folder)
            except (OSError, ValueError) as error:
                raise ValueError(f"no folder of tables: {folder!r} ({error})") from error
            if not found:
                raise ValueError(f"no tables in the folder {folder!r}")
            count += found
        self._searcher.use_tables(tables if count else None)
        return count

    def forget(self) -> None:
        """Forget what was learned from earlier searches."""
        self._searcher.clear()
