"""Progress on the screen: a bar for counts, and a table that fills row by row."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from kiwipete.cli.ui import ECHO, console, per_second, scaled

if TYPE_CHECKING:
    from typing import Protocol

    from rich.console import RenderableType
    from rich.progress import Progress, TaskID
    from rich.table import Table

    class Counting(Protocol):
        """A count under way: a Count or a LongCount."""

        @property
        def parts_total(self) -> int:
            """How many parts there are."""

        @property
        def parts_done(self) -> int:
            """How many of them are finished."""

        @property
        def nodes(self) -> int:
            """The leaves counted so far."""


# Work that is done sooner needs neither progress nor the import of rich.
DELAY = 0.5

_Row = TypeVar("_Row")


class ProgressBar:
    """A bar on stderr that appears when a count takes long, and disappears at its end.

    Parts and nodes from an earlier run of the count don't contribute to the speed shown.
    """

    def __init__(self, title: str, *, parts_before: int = 0, nodes_before: int = 0) -> None:
        self._title = title
        self._parts_before = parts_before
        self._nodes_before = nodes_before
        self._start = time.perf_counter()
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __call__(self, job: Counting, trouble: str = "") -> None:
        """Show how far a job has come, or what it is waiting for."""
        seconds = time.perf_counter() - self._start
        if seconds < DELAY:
            return
        if self._progress is None:
            self._progress = _new_progress()
            self._task = self._progress.add_task(
                self._title, total=None, completed=self._parts_before, known="", left=""
            )
            self._progress.start()
        assert self._task is not None
        if trouble or job.parts_done == self._parts_before:
            # The remaining time is unknown: the bar pulses.
            self._progress.update(self._task, known=trouble or "counting", left="", refresh=True)
            return
        speed = scaled(per_second(job.nodes - self._nodes_before, seconds))
        self._progress.update(
            self._task,
            total=job.parts_total,
            completed=job.parts_done,
            known=f"{scaled(job.nodes)} nodes, {speed}/s",
            left="left",
            refresh=True,
        )

    def close(self) -> None:
        """Remove the bar."""
        if self._progress is not None:
            self._progress.stop()


def _new_progress() -> Progress:
    from rich.constrain import Constrain
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    screen = console(sys.stderr)

    class NarrowProgress(Progress):
        def get_renderable(self) -> RenderableType:
            return Constrain(super().get_renderable(), screen.width - ECHO)

    return NarrowProgress(
        TextColumn("[bold]{task.description}"),
        BarColumn(24),
        TextColumn("{task.percentage:3.0f} %"),
        TextColumn("[cyan]{task.fields[known]}"),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[left]}"),
        console=screen,
        auto_refresh=False,
        transient=True,
        speed_estimate_period=600,  # parts of a long count may take a minute
    )


def show_rows(rows: Iterable[_Row], table: Callable[[list[_Row]], Table]) -> list[_Row]:
    """Show a table that fills as rows arrive, or outside a terminal when all have; return them."""
    screen = console(sys.stdout)
    known: list[_Row] = []
    if not screen.is_terminal:
        known.extend(rows)
        screen.print(table(known))
        return known

    from rich.live import Live

    with Live(table(known), console=screen, auto_refresh=False) as live:
        for row in rows:
            known.append(row)
            live.update(table(known), refresh=True)
    return known


def bar(share: float, text: str) -> Table:
    """Return a progress bar followed by a text."""
    from rich import progress_bar
    from rich.table import Table

    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_row(progress_bar.ProgressBar(total=1.0, completed=share, width=24), text)
    return grid
