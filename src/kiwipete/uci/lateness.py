"""How late moves are by the GUI's clock: measured over the last moves, kept back for the next.

A move costs more than its search was to take, most of all on a busy machine: the search has
to wait for a processor while its time runs, then come pipes and threads that have to be
woken. An engine cannot see all of that. But the next `go` says what the last move has cost.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from kiwipete.search import Budget, Clock

_REMEMBERED = 40  # moves

# Before anything is measured: a machine that may be busy. A few moves outweigh it.
_GUESS = [0.01] * 4

# No delay of a system is longer, in seconds; more is a search that took its time, or a GUI
# that was halted.
_LONGEST = 0.1

# A move costs this much of its soft limit on average, if nothing is late.
_PLANNED = 1.25


class _Move(NamedTuple):
    ply: int
    clock: Clock
    budget: Budget


class Lateness:
    """How much longer moves have taken than planned, in seconds.

    A move at ply 10 with 3 seconds on the clock was to take 0.1 seconds, and 0.2 at most.
    At ply 12 there are 2.74 seconds left, so it was late:

    >>> lateness = Lateness()
    >>> for ply in range(10, 60, 2):
    ...     lateness.note_move(ply, Clock(3.0), Budget(soft=0.16, hard=0.2))
    ...     lateness.see_clock(ply + 2, Clock(2.74))
    >>> round(lateness.usual, 3), round(lateness.worst, 3)
    (0.053, 0.06)
    """

    def __init__(self) -> None:
        self._beyond_plan = deque(_GUESS, maxlen=_REMEMBERED)
        self._beyond_limit = deque(_GUESS, maxlen=_REMEMBERED)
        self._last: _Move | None = None

    @property
    def usual(self) -> float:
        """What a move costs on average beyond its plan; never less than nothing."""
        return max(0.0, sum(self._beyond_plan) / len(self._beyond_plan))

    @property
    def worst(self) -> float:
        """What hardly any move costs beyond its hard limit: one move in 40 may be an accident."""
        return max(0.0, sorted(self._beyond_limit)[-2])

    def note_move(self, ply: int, clock: Clock, budget: Budget) -> None:
        """Note a move that is played by this budget."""
        self._last = _Move(ply, clock, budget)

    def see_clock(self, ply: int, clock: Clock) -> None:
        """Compute from the clock before a move what the last move of this game has cost."""
        last, self._last = self._last, None
        if last is None or ply != last.ply + 2:
            return
        if clock.moves_to_go is not None and clock.moves_to_go > (last.clock.moves_to_go or 0):
            return  # time was added for the moves to come
        cost = last.clock.left + last.clock.increment - clock.left
        if cost >= 0:  # otherwise somebody has set the clock
            self._beyond_plan.append(_clipped(cost - _PLANNED * last.budget.soft))
            self._beyond_limit.append(_clipped(cost - last.budget.hard))


def _clipped(seconds: float) -> float:
    return max(-_LONGEST, min(seconds, _LONGEST))
