"""A progress bar for long counts."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from kiwipete.cli.terminal import console
from kiwipete.cli.wording import per_second, scaled

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from kiwipete._core.core import PerftJob

# A count that is over sooner needs no bar, nor the import of rich.
_DELAY = 0.5


class ProgressBar:
    """A bar on stderr that appears when a count takes its time, and goes when it is over."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._start = time.perf_counter()
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __call__(self, job: PerftJob) -> None:
        """Show how far a job has come."""
        seconds = time.perf_counter() - self._start
        if seconds < _DELAY:
            return
        if self._progress is None:
            self._progress = _new_progress()
            self._task = self._progress.add_task(self._title, total=None, known="", left="")
            self._progress.start()
        assert self._task is not None
        if not job.parts_done:
            # How long it takes is anybody's guess: the bar pulses.
            self._progress.update(self._task, known="counting", refresh=True)
            return
        speed = scaled(per_second(job.nodes, seconds))
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
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    # Narrow enough to leave room for the ^C that a terminal echoes.
    return Progress(
        TextColumn("[bold]{task.description}"),
        BarColumn(24),
        TextColumn("{task.percentage:3.0f} %"),
        TextColumn("[cyan]{task.fields[known]}"),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[left]}"),
        console=console(sys.stderr),
        auto_refresh=False,
        transient=True,
    )
