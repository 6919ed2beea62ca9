"""A suite in front of the reader's eyes: a table that fills, or plain lines."""

from __future__ import annotations

import sys
import time
from collections import deque
from typing import TYPE_CHECKING

from kiwipete.cli.suite_table import bar, table
from kiwipete.cli.terminal import columns, console, fitted, is_terminal
from kiwipete.cli.wording import duration, grouped, per_second, scaled

if TYPE_CHECKING:
    from rich.console import Console, Group
    from typing_extensions import Self

    from kiwipete.lab.suites.run import SuiteResult
    from kiwipete.lab.suites.suite import Suite, SuiteCount, SuitePosition

# Lines of a terminal that rows cannot have: head, bar and air.
_OTHER_LINES = 6
# In a narrower terminal the numbers of the table leave no room for the names.
_NARROWEST = 72
_INDENT = " " * 9  # as wide as the verdict of a line


def open_view(suite: Suite, *, silent: bool) -> View:
    """Return what fits the reader: nothing, a table in a wide terminal, or lines."""
    if silent:
        return View()
    if is_terminal(sys.stdout) and columns(sys.stdout) >= _NARROWEST:
        return LiveTable(suite, console(sys.stdout))
    return PlainLines(suite)


class View:
    """Somebody who is shown results; this one does not look."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Show what is left to show."""

    def progress(self, known: SuiteCount, nodes: int) -> None:
        """Show that a count is under way."""

    def add(self, result: SuiteResult) -> None:
        """Show a result."""


class PlainLines(View):
    """A line for each row, as soon as it is known."""

    def __init__(self, suite: Suite) -> None:
        self._rows = _Rows(suite)

    def __exit__(self, *_: object) -> None:
        self._print(self._rows.rest())

    def add(self, result: SuiteResult) -> None:
        """Print the rows that are complete with this result."""
        self._print(self._rows.add(result))

    def _print(self, rows: list[SuiteResult]) -> None:
        for row in rows:
            # In one piece, or Ctrl-C may come between a line and its end.
            sys.stdout.write(f"{fitted(_line(row), sys.stdout, _INDENT)}\n")
            sys.stdout.flush()


class LiveTable(View):
    """The last rows of a table, what is under way, and a bar; in the end the whole table."""

    def __init__(self, suite: Suite, screen: Console) -> None:
        from rich.live import Live

        counts = suite.counts()
        self._screen = screen
        self._rows = _Rows(suite)
        self._shown: list[SuiteResult] = []
        self._under_way: dict[SuiteCount, tuple[float, int]] = {}  # since when, and nodes
        self._counts, self._counts_total = 0, len(counts)
        self._nodes, self._nodes_total = 0, sum(known.nodes for known in counts)
        self._start = time.perf_counter()
        self._live = Live(
            get_renderable=self._picture, console=screen, refresh_per_second=8, transient=True
        )

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()
        if rows := [*self._shown, *self._rows.rest()]:
            self._screen.print(table(rows))

    def progress(self, known: SuiteCount, nodes: int) -> None:
        """Show what is counted now; called from any thread."""
        since, _ = self._under_way.get(known, (time.perf_counter(), 0))
        self._under_way[known] = since, nodes

    def add(self, result: SuiteResult) -> None:
        """Show the rows that are complete with this result."""
        self._under_way.pop(result.known, None)
        self._counts += 1
        # The bar is right about what is left even if the counts are wrong.
        self._nodes += result.known.nodes
        self._shown.extend(self._rows.add(result))

    def _picture(self) -> Group:
        from rich.console import Group

        now = time.perf_counter()
        under_way = dict(self._under_way)
        room = max(1, self._screen.height - len(under_way) - _OTHER_LINES)
        nodes = self._nodes + sum(nodes for _, nodes in under_way.values())
        return Group(
            table(self._shown[-room:], {known: now - t for known, (t, _) in under_way.items()}),
            "",
            bar(
                nodes / max(1, self._nodes_total),
                f"{self._counts} of {self._counts_total} counts, "
                f"{scaled(per_second(nodes, now - self._start))} nodes/s",
            ),
        )


class _Rows:
    """The results that are worth a row, in the order of the suite.

    A position that is all right has one row, for its deepest count. Otherwise
    each count that is not right has one.
    """

    def __init__(self, suite: Suite) -> None:
        self._positions: deque[SuitePosition] = deque(suite.positions)
        self._results: dict[SuitePosition, list[SuiteResult]] = {}

    def add(self, result: SuiteResult) -> list[SuiteResult]:
        """Return the rows that can be shown now."""
        self._results.setdefault(result.known.position, []).append(result)
        rows = []
        while self._positions and self._is_complete(self._positions[0]):
            rows.extend(self._take(self._positions.popleft()))
        return rows

    def rest(self) -> list[SuiteResult]:
        """Return the rows of positions that are not complete."""
        return [row for position in self._positions for row in self._take(position)]

    def _is_complete(self, position: SuitePosition) -> bool:
        return len(self._results.get(position, ())) == len(position.counts)

    def _take(self, position: SuitePosition) -> list[SuiteResult]:
        results = sorted(self._results.pop(position, ()), key=lambda result: result.known.depth)
        return [result for result in results if not result.right] or results[-1:]


def _line(row: SuiteResult) -> str:
    position, depth, expected = row.known
    start = f"{row.verdict:{len(_INDENT)}}{position.name}, depth {depth}: "
    if row.nodes is None:
        return f"{start}{row.failure}"
    instead = "" if row.right else f" instead of {grouped(expected)}"
    speed = scaled(per_second(row.nodes, row.seconds))
    return f"{start}{grouped(row.nodes)} nodes{instead}, {duration(row.seconds)}, {speed} nodes/s"
