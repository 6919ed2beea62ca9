"""The results of a suite as they come: a table that fills, or plain lines."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from kiwipete.cli.ui import (
    bar,
    columns,
    console,
    duration,
    grouped,
    is_terminal,
    per_second,
    print_line,
    scaled,
)

if TYPE_CHECKING:
    from rich.console import Console, Group
    from rich.table import Table
    from rich.text import Text
    from typing_extensions import Self

    from kiwipete.lab import Suite, SuiteCount, SuitePosition, SuiteResult

_NUMBERS = ("depth", "expected", "got", "time", "nodes/s")
# Lines of a terminal that rows cannot use: heading, bar and margins.
_OTHER_LINES = 6
# In a narrower terminal the numbers of the table leave no room for the names.
_NARROWEST = 72
_INDENT = " " * 9  # as wide as the verdict of a line


def open_view(suite: Suite, *, silent: bool) -> View:
    """Return a view: silent, a table in a wide terminal, or lines."""
    if silent:
        return View()
    if is_terminal(sys.stdout) and columns(sys.stdout) >= _NARROWEST:
        return LiveTable(suite, console(sys.stdout))
    return PlainLines(suite)


class View:
    """Shows results; this base class shows nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Show the rest."""

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
            print_line(_line(row), _INDENT)


class LiveTable(View):
    """The last rows of a table, the counts under way, and a bar; at the end the whole table."""

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
        """Show the counts under way; may be called from any thread."""
        since, _ = self._under_way.get(known, (time.perf_counter(), 0))
        self._under_way[known] = since, nodes

    def add(self, result: SuiteResult) -> None:
        """Show the rows that are complete with this result."""
        self._under_way.pop(result.known, None)
        self._counts += 1
        # The bar stays right even if the counts are wrong.
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


def table(rows: Iterable[SuiteResult], under_way: Mapping[SuiteCount, float] = {}) -> Table:
    """Return a table of results, and of counts under way with their seconds so far."""
    from rich.table import Table

    picture = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    picture.add_column("position")  # the one that shrinks if the terminal is narrow
    for name in _NUMBERS:
        picture.add_column(name, justify="right", no_wrap=True)
    picture.add_column("verdict", no_wrap=True)
    for row in rows:
        picture.add_row(*_result(row))
    for known, seconds in under_way.items():
        picture.add_row(*_expected(known), "...", duration(seconds), style="dim")
    return picture


def _expected(known: SuiteCount) -> tuple[Text, str, str]:
    from rich.text import Text

    name = Text(known.position.name, no_wrap=True, overflow="ellipsis")
    return name, str(known.depth), grouped(known.nodes)


def _result(row: SuiteResult) -> tuple[Text | str, ...]:
    if row.nodes is None:
        return *_expected(row.known), "", duration(row.seconds), "", f"[bold red]{row.verdict}"
    nodes, speed = grouped(row.nodes), scaled(per_second(row.nodes, row.seconds))
    colour = "green" if row.right else "bold red"
    return (
        *_expected(row.known),
        f"[cyan]{nodes}" if row.right else f"[bold red]{nodes}",
        duration(row.seconds),
        speed,
        f"[{colour}]{row.verdict}",
    )
