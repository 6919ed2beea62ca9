"""Time management: a clock becomes a soft and a hard limit, less what moves cost on top.

A move costs more than its search was to take, above all on a busy machine: the search
waits for a processor while its time runs, then pipes and threads have to be woken. The
engine can't measure all of that, but the next `go` shows what the last move has cost.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

# Kept back for every move: what the GUI and the system need to pass it on.
DEFAULT_OVERHEAD = 0.01

# A search gets this long even if there is no time left.
_LEAST = 0.001

# Without `movestogo` this many moves are assumed to be left.
_MOVES_LEFT = 22

# No move may take a larger share of the time on the clock.
_MOST_OF_CLOCK = 0.6

_REMEMBERED = 40  # moves

# Before anything is measured: a machine that may be busy. A few moves outweigh it.
_GUESS = [0.01] * 4

# No delay of a system is longer, in seconds; anything beyond that is a search that took its
# time, or a GUI that was halted.
_LONGEST = 0.1

# On average a move uses this multiple of its soft limit.
_PLANNED = 1.25


class Clock(NamedTuple):
    """The clock of the side to move, in seconds."""

    left: float
    increment: float = 0.0
    moves_to_go: int | None = None


class SearchLimits(NamedTuple):
    """When a search ends; 0 means no limit. Times are in seconds."""

    depth: int = 0
    nodes: int = 0
    mate: int = 0
    soft: float = 0.0
    hard: float = 0.0

    @property
    def is_endless(self) -> bool:
        """Whether the search may run until it is stopped: a mate to find may not exist.

        >>> SearchLimits(mate=3).is_endless
        True
        """
        return not (self.depth or self.nodes or self.soft or self.hard)

    def on_clock(
        self, clock: Clock, overhead: float = DEFAULT_OVERHEAD, usual: float = 0.0
    ) -> SearchLimits:
        """Return the limits for one move with this clock.

        The soft limit is what a move costs on average; the search may go on to the hard one
        while it is in doubt. `overhead` is kept back once, and `usual` is what each of the
        moves to come is expected to cost on top of its search.

        >>> limits = SearchLimits().on_clock(Clock(left=60, increment=1))
        >>> 2 < limits.soft < 4 < limits.hard < 20
        True
        """
        left = max(_LEAST, clock.left - overhead)
        moves = min(clock.moves_to_go or _MOVES_LEFT, _MOVES_LEFT)
        share = (left - moves * usual) / (moves + 1) + 0.75 * max(0.0, clock.increment - usual)
        share = max(_LEAST, share)
        most = left if clock.moves_to_go == 1 else _MOST_OF_CLOCK * left
        return self._replace(soft=min(0.8 * share, most), hard=min(3.5 * share, most))

    def after(self, seconds: float) -> SearchLimits:
        """Return what is left of the limits after this much time.

        >>> SearchLimits(depth=5, hard=0.5).after(0.2)
        SearchLimits(depth=5, nodes=0, mate=0, soft=0.0, hard=0.3)
        """
        soft, hard = (limit and max(_LEAST, limit - seconds) for limit in (self.soft, self.hard))
        return self._replace(soft=soft, hard=hard)

    def for_time(self, seconds: float, overhead: float = DEFAULT_OVERHEAD) -> SearchLimits:
        """Return the limits for a move that takes exactly this long.

        >>> SearchLimits().for_time(1.0).hard
        0.99
        """
        return self._replace(hard=max(_LEAST, seconds - min(overhead, seconds / 20)))


class _Move(NamedTuple):
    ply: int
    clock: Clock
    limits: SearchLimits


class Lateness:
    """How much longer recent moves took than planned, in seconds.

    A move at ply 10 with 3 seconds on the clock was to take 0.1 seconds, and 0.2 at most.
    At ply 12 there are 2.74 seconds left, so it was late:

    >>> lateness = Lateness()
    >>> for ply in range(10, 60, 2):
    ...     lateness.note_move(ply, Clock(3.0), SearchLimits(soft=0.16, hard=0.2))
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
        """What a move costs beyond its plan on average; never negative."""
        return max(0.0, sum(self._beyond_plan) / len(self._beyond_plan))

    @property
    def worst(self) -> float:
        """The second-highest cost beyond the hard limit: one move in 40 may be an accident."""
        return max(0.0, sorted(self._beyond_limit)[-2])

    def note_move(self, ply: int, clock: Clock, limits: SearchLimits) -> None:
        """Record the clock and the limits of a move that is about to be searched."""
        self._last = _Move(ply, clock, limits)

    def see_clock(self, ply: int, clock: Clock) -> None:
        """Compute what the last move of this game has cost, from the clock before the next one."""
        last, self._last = self._last, None
        if last is None or ply != last.ply + 2:
            return
        if clock.moves_to_go is not None and clock.moves_to_go > (last.clock.moves_to_go or 0):
            return  # time was added for the moves to come
        cost = last.clock.left + last.clock.increment - clock.left
        if cost >= 0:  # otherwise the clock was set
            self._beyond_plan.append(_clipped(cost - _PLANNED * last.limits.soft))
            self._beyond_limit.append(_clipped(cost - last.limits.hard))


def _clipped(seconds: float) -> float:
    return max(-_LONGEST, min(seconds, _LONGEST))
