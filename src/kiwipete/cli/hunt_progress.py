"""A line on stderr that tells how far a hunt has come."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from kiwipete.cli.terminal import ECHO, console, is_terminal
from kiwipete.cli.wording import scaled, several

if TYPE_CHECKING:
    from rich.constrain import Constrain
    from rich.live import Live

    from kiwipete.lab.hunting.report import Case, HuntReport

# A hunt that is over sooner needs no line, nor the import of rich.
_DELAY = 0.5
_TICK = 0.1


class Watch:
    """A line that appears when a hunt takes its time, if a person is looking."""

    def __init__(self, report: HuntReport) -> None:
        self._report = report
        self._due = time.monotonic() + _DELAY if is_terminal(sys.stderr) else float("inf")
        self._live: Live | None = None

    def __enter__(self) -> Watch:
        return self

    def __exit__(self, *_: object) -> None:
        self.pause()

    def update(self, case: Case) -> None:
        """Show the position that was asked about last."""
        now = time.monotonic()
        if now < self._due:
            return
        self._due = now + _TICK
        if self._live is None:
            self._live = _new_line()
            self._live.start()
        report = self._report
        known = f"{several(report.positions, 'position')}, {scaled(report.nodes)} nodes"
        text = f"{known}: {case.position.label}, depth {case.depth}"
        self._live.update(_line(text, self._live.console.width - ECHO), refresh=True)

    def pause(self) -> None:
        """Take the line away; the next update brings it back."""
        if self._live is not None:
            self._live.stop()
            self._live = None


def _line(text: str, width: int) -> Constrain:
    """Return one line of what is not markup, even if a label looks like it."""
    from rich.constrain import Constrain
    from rich.text import Text

    return Constrain(Text(text, no_wrap=True, overflow="ellipsis"), width)


def _new_line() -> Live:
    from rich.live import Live

    return Live(console=console(sys.stderr), auto_refresh=False, transient=True)
