"""A thinker: the compiled searcher with what a conversation sets, one search at a time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

from kiwipete._core.line import Line
from kiwipete._core.searcher import TECHNIQUE_TABLE, TECHNIQUES, Searcher
from kiwipete.board import Board, Move
from kiwipete.engine_limits import MAX_DEPTH, MAX_LINES
from kiwipete.search.memory import check_hash
from kiwipete.search.standard import own_moves
from kiwipete.search.time_plan import Budget

__all__ = ["SLOW", "TECHNIQUES", "TECHNIQUE_TABLE", "Thinker"]

# The searcher counts nodes in 64 bits.
_MOST_NODES = (1 << 64) - 1

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
        check_hash(hash_mb)
        self._searcher = Searcher(threads, hash_mb)

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
    ) -> int:
        """Set up a search for `run` and return its number; from now on `stop` and `ponderhit` work.

        What `report` raises ends the search. `without` names techniques to leave out.
        ValueError if none of the `root_moves` is legal.
        """
        return self._searcher.begin(
            board,
            depth=min(budget.depth or MAX_DEPTH, MAX_DEPTH),
            nodes=min(budget.nodes, _MOST_NODES),
            soft=budget.soft,
            hard=budget.hard,
            mate=min(budget.mate, MAX_DEPTH),
            lines=min(lines, MAX_LINES),
            slow=SLOW,
            root_moves=None if root_moves is None else own_moves(board, root_moves),
            ponder=ponder,
            without=sum(TECHNIQUES[technique] for technique in set(without)),
            callback=report,
        )

    def run(self) -> list[Line]:
        """Search as `begin` said and return the best lines, best first.

        It runs on threads of its own, and the GIL is free meanwhile; RuntimeError if the system
        refuses them. There are no lines if there is no move to begin with.
        """
        return self._searcher.run()

    def think(self, board: Board, budget: Budget, **how: Any) -> list[Line]:
        """Search at once: `begin` and `run`."""
        self.begin(board, budget, **how)
        return self.run()

    def stop(self, number: int = 0) -> None:
        """End the search with this number, if it runs; 0 is any search. Any thread may call it."""
        self._searcher.stop(number)

    def ponderhit(self) -> None:
        """Say that the expected move was played: from now on time counts."""
        self._searcher.ponderhit()

    def evaluate(self, board: Board) -> int:
        """Return the static evaluation in centipawns for the side to move."""
        return self._searcher.evaluate(board)

    @property
    def nodes(self) -> int:
        """The nodes of the last search, or of this one so far."""
        return self._searcher.nodes

    def resize(self, hash_mb: int) -> None:
        """Have a table of this size, empty; MemoryError if there is no room."""
        check_hash(hash_mb)
        self._searcher.resize(hash_mb)

    def use_threads(self, threads: int) -> None:
        """Search on this many threads."""
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
