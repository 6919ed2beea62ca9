"""A progress bar for long counts."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from kiwipete.cli.terminal import ECHO, console
from kiwipete.cli.wording import per_second, scaled

if TYPE_CHECKING:
    from typing import Protocol

    from rich.console import RenderableType
    from rich.progress import Progress, TaskID

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


# A count that is over sooner needs no bar, nor the import of rich.
_DELAY = 0.5


class ProgressBar:
    """A bar on stderr that appears when a count takes its time, and goes when it is over.

    A count that goes on has parts and nodes from before, which say nothing of its speed.
    """

    def __init__(self, title: str, *, parts_before: int = 0, nodes_before: int = 0) -> None:
        self._title = title
        self._parts_before = parts_before
        self._nodes_before = nodes_before
        self._start = time.perf_counter()
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __call__(self, job: Counting, trouble: str = "") -> None:
        """Show how far a job has come, or what it waits for."""
        seconds = time.perf_counter() - self._start
        if seconds < _DELAY:
            return
        if self._progress is None:
            self._progress = _new_progress()
            self._task = self._progress.add_task(
                self._title, total=None, completed=self._parts_before, known="", left=""
            )
            self._progress.start()
        assert self._task is not None
        if trouble or job.parts_done == self._parts_before:
            # How long it takes is anybody's guess: the bar pulses.
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
        """Take the bar away."""
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
