"""The table of a suite."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from kiwipete.cli.wording import duration, grouped, per_second, scaled

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from kiwipete.lab.suites.run import SuiteResult
    from kiwipete.lab.suites.suite import SuiteCount

_NUMBERS = ("depth", "expected", "got", "time", "nodes/s")


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


def bar(share: float, text: str) -> Table:
    """Return a progress bar with a text behind it."""
    from rich.progress_bar import ProgressBar
    from rich.table import Table

    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_row(ProgressBar(total=1.0, completed=share, width=24), text)
    return grid


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
