"""How long to think: a clock becomes a soft and a hard limit."""

from __future__ import annotations

from typing import NamedTuple

# Kept back for every move: what a GUI and the system need to pass it on.
DEFAULT_OVERHEAD = 0.01

# A search needs a moment, if there is no time at all.
_LEAST = 0.001

# A game without `moves to go` is played as if so many moves were left.
_MOVES_LEFT = 22

# No move may take more than this part of what is on the clock.
_MOST_OF_CLOCK = 0.6


class Clock(NamedTuple):
    """What the side to move has, in seconds."""

    left: float
    increment: float = 0.0
    moves_to_go: int | None = None


class Budget(NamedTuple):
    """What a search may use; 0 is no limit. Times are seconds."""

    depth: int = 0
    nodes: int = 0
    mate: int = 0
    soft: float = 0.0
    hard: float = 0.0

    @property
    def is_endless(self) -> bool:
        """Whether only somebody else ends the search; there may be no mate to find.

        >>> Budget(mate=3).is_endless
        True
        """
        return not (self.depth or self.nodes or self.soft or self.hard)

    def on_clock(
        self, clock: Clock, overhead: float = DEFAULT_OVERHEAD, usual: float = 0.0
    ) -> Budget:
        """Return the budget for one move with this much on the clock.

        The soft limit is what a move costs on average; the hard one may be
        reached when the search is in doubt. `overhead` is kept back, and `usual`
        is what every move to come is expected to cost beyond its thinking time.

        >>> budget = Budget().on_clock(Clock(left=60, increment=1))
        >>> 2 < budget.soft < 4 < budget.hard < 20
        True
        """
        left = max(_LEAST, clock.left - overhead)
        moves = min(clock.moves_to_go or _MOVES_LEFT, _MOVES_LEFT)
        share = (left - moves * usual) / (moves + 1) + 0.75 * max(0.0, clock.increment - usual)
        share = max(_LEAST, share)
        most = left if clock.moves_to_go == 1 else _MOST_OF_CLOCK * left
        return self._replace(soft=min(0.8 * share, most), hard=min(3.5 * share, most))

    def after(self, seconds: float) -> Budget:
        """Return what is left of the budget when this much time has passed already.

        >>> Budget(depth=5, hard=0.5).after(0.2)
        Budget(depth=5, nodes=0, mate=0, soft=0.0, hard=0.3)
        """
        soft, hard = (limit and max(_LEAST, limit - seconds) for limit in (self.soft, self.hard))
        return self._replace(soft=soft, hard=hard)

    def for_time(self, seconds: float, overhead: float = DEFAULT_OVERHEAD) -> Budget:
        """Return the budget for a move that takes exactly this long.

        >>> Budget().for_time(1.0).hard
        0.99
        """
        return self._replace(hard=max(_LEAST, seconds - min(overhead, seconds / 20)))
