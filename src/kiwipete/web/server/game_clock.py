"""The clock of a game against an engine."""

from __future__ import annotations

import time
from typing import Any

from kiwipete.engine import Limit
from kiwipete.web.positions import SIDES

Times = dict[bool, float]  # seconds left, by colour


class GameClock:
    """Two times and an increment; it stands until the first move.

    >>> clock = GameClock(60, 1)
    >>> clock.press(True)  # White has moved: from now on Black's time runs
    >>> clock.record()["running"]
    'black'
    """

    def __init__(self, base: float, increment: float) -> None:
        self._left: Times = {True: base, False: base}
        self._increment = increment
        self._running: bool | None = None
        self._since = 0.0

    def left(self, color: bool) -> float:
        """Return the seconds that a side has left."""
        spent = time.monotonic() - self._since if self._running is color else 0.0
        return max(0.0, self._left[color] - spent)

    @property
    def running(self) -> bool | None:
        """The side whose time runs."""
        return self._running

    def press(self, mover: bool) -> None:
        """End a side's turn, and start the other's."""
        if self._running is mover:
            self._left[mover] = self.left(mover) + self._increment
        self._run(not mover)

    def stop(self) -> None:
        """Stop the clock."""
        if self._running is not None:
            self._left[self._running] = self.left(self._running)
        self._running = None

    def times(self) -> Times:
        """Return both times."""
        return {color: self.left(color) for color in self._left}

    def restore(self, times: Times, running: bool | None) -> None:
        """Go back to earlier times."""
        self._left = dict(times)
        self._run(running)

    def limit(self) -> Limit:
        """Return the times for an engine."""
        return Limit(
            white_clock=self.left(True),
            black_clock=self.left(False),
            white_inc=self._increment,
            black_inc=self._increment,
        )

    def record(self) -> dict[str, Any]:
        """Return the clock for a page: the times at a moment, in ms since 1970."""
        return {
            "white": round(self.left(True), 3),
            "black": round(self.left(False), 3),
            "running": None if self._running is None else SIDES[self._running],
            "at": round(time.time() * 1000),
        }

    def _run(self, color: bool | None) -> None:
        self._running, self._since = color, time.monotonic()
