"""A training in progress: a live table of the epochs in a terminal, or a line for each."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from kiwipete.cli.ui import bar, console, duration, fitted, is_terminal, per_second, scaled

if TYPE_CHECKING:
    from rich.console import Console, Group
    from typing_extensions import Self

    from kiwipete.training.train import Epoch, Progress, Training

_COLUMNS = ("epoch", "training", "validation", "positions/s", "time")
_LAST_EPOCHS = 24


def open_view(training: Training) -> TrainView:
    """Return a view: live in a terminal, or lines."""
    if is_terminal(sys.stdout):
        return LiveTable(training, console(sys.stdout))
    return TrainView(training)


class TrainView:
    """Shows a training; this base class prints a line for each epoch."""

    def __init__(self, training: Training) -> None:
        self._training = training

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Stop showing."""

    def progress(self, progress: Progress) -> None:
        """Show how far an epoch is."""

    def add(self, epoch: Epoch) -> None:
        """Show an epoch that is done."""
        number, loss, validation, speed, seconds = _cells(epoch)
        line = (
            f"epoch {number} of {self._training.settings.epochs}: loss {loss}, "
            f"validation {validation}, {speed} positions/s, {seconds}"
        )
        sys.stdout.write(f"{fitted(line, sys.stdout, ' ' * 4)}\n")
        sys.stdout.flush()


class LiveTable(TrainView):
    """The last epochs, and a bar with the speed and the time left; the table stays."""

    def __init__(self, training: Training, screen: Console) -> None:
        from rich.live import Live

        super().__init__(training)
        self._progress: Progress | None = None
        self._live = Live(get_renderable=self._picture, console=screen, refresh_per_second=4)
        self._begun = time.monotonic()

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress = None
        self._live.stop()

    def progress(self, progress: Progress) -> None:
        """Remember how far the epoch is, for the next picture."""
        self._progress = progress

    def add(self, epoch: Epoch) -> None:  # noqa: ARG002  # the picture reads the training
        """Show the epoch with the next picture."""
        self._progress = None

    def _picture(self) -> Group:
        from rich.console import Group
        from rich.table import Table

        table = Table(*_COLUMNS, box=None, pad_edge=False)
        for column in table.columns:
            column.justify = "right"
        for epoch in self._training.epochs[-_LAST_EPOCHS:]:
            table.add_row(*_cells(epoch))
        now = self._progress
        return Group(table) if now is None else Group(table, "", bar(*self._bar(now)))

    def _bar(self, now: Progress) -> tuple[float, str]:
        """Return which share of the training is done, and what to say about it."""
        size, epochs = self._training.positions_in_epoch, self._training.settings.epochs
        done = (now.epoch - 1) * size + now.positions
        speed = per_second(now.positions, now.seconds)
        left = duration((epochs * size - done) / max(speed, 1))
        return done / (epochs * size), (
            f"epoch {now.epoch} of {epochs}, loss {now.loss:.6f}, {scaled(speed)} positions/s, "
            f"{left} left"
        )


def _cells(epoch: Epoch) -> tuple[str, ...]:
    return (
        str(epoch.number),
        f"{epoch.loss:.6f}",
        f"{epoch.validation:.6f}",
        scaled(per_second(epoch.positions, epoch.seconds)),
        duration(epoch.seconds),
    )
