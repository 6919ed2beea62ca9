"""How late moves are by the GUI's clock: measured over the last moves, kept back for the next.

A GUI sees a move later than the search ends it: pipes, threads that have to be woken, and a
system whose processors are busy with something else. Most of that happens where an engine
cannot look. But the next `go` says what the last move has cost by the GUI's clock.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from kiwipete.search import Clock

_REMEMBERED = 40  # moves

# What a move costs is at most believed to be this: a GUI may have been halted.
_WORST = 1.0


class _Move(NamedTuple):
    ply: int
    clock: Clock
    used: float  # of the time allowed, in seconds


class Lateness:
    """What moves cost beyond the time that the search was allowed, in seconds.

    A move at ply 10, with 3 seconds on the clock, was allowed 0.2 seconds and took 0.21.
    At ply 12 there are 2.75 seconds left, so it has cost 0.25:

    >>> lateness = Lateness()
    >>> lateness.note_move(10, Clock(3.0), allowed=0.2, spent=0.21)
    >>> lateness.see_clock(12, Clock(2.75))
    >>> round(lateness.usual, 3)
    0.05
    """

    def __init__(self) -> None:
        self._costs: deque[float] = deque(maxlen=_REMEMBERED)
        self._last: _Move | None = None

    @property
    def usual(self) -> float:
        """What a move costs on average."""
        return sum(self._costs) / len(self._costs) if self._costs else 0.0

    @property
    def worst(self) -> float:
        """What hardly any move exceeds: the second largest cost, since one may be an accident."""
        return sorted(self._costs)[-2] if len(self._costs) > 1 else self.usual

    def note_move(self, ply: int, clock: Clock, *, allowed: float, spent: float) -> None:
        """Note a move that was answered `spent` seconds after it was asked for."""
        used = min(spent, allowed) if allowed else spent
        self._last = _Move(ply, clock, used)

    def see_clock(self, ply: int, clock: Clock) -> None:
        """Compute from the clock before a move what the last move of this game has cost."""
        last, self._last = self._last, None
        if last is None or ply != last.ply + 2:
            return
        if clock.moves_to_go is not None and clock.moves_to_go > (last.clock.moves_to_go or 0):
            return  # time was added for the moves to come
        cost = last.clock.left + last.clock.increment - clock.left - last.used
        if cost > -0.01:  # clocks are rounded; with less, somebody has added time
            self._costs.append(min(max(0.0, cost), _WORST))
