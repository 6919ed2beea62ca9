"""Which question comes next: the cheapest, so that every position is seen before one is dug up."""

from __future__ import annotations

import heapq
import math
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kiwipete.lab.collection import LabelledPosition
from kiwipete.lab.engine import Rules
from kiwipete.lab.random_positions import random_positions

# If nobody says how deep: so deep at most, within so many nodes and seconds for a question.
_DEEPEST = 6
_MOST_NODES = 1_000_000
_FEWEST_NODES = 5_000
_SECONDS = 0.2
# With fewer positions than this there is more time for each.
_MANY = 100
# Of random play there are many positions, and the next is as good as a deeper look at this.
_RANDOM_SHARE = 0.25


class Task(NamedTuple):
    """A question to an engine, and the right answer."""

    position: LabelledPosition
    depth: int
    right: dict[str, int]

    @property
    def nodes(self) -> int:
        """How much there is to count."""
        return sum(self.right.values())


class _Waiting(NamedTuple):
    """A place in the queue of questions."""

    cost: float
    depth: int
    number: int  # of the position; no two places in the queue share it
    task: Task | None = None


class Schedule:
    """The questions of a hunt. It minds how fast the engine is and how much time is left."""

    def __init__(
        self,
        ground: Sequence[LabelledPosition],
        *,
        chess960: bool = False,
        depth: int | None = None,
        seconds: float | None = None,
        positions: int | None = None,
        patience: float = math.inf,
    ) -> None:
        self.ground = list(ground[:positions])
        self.random = math.inf if positions is None else positions - len(self.ground)
        self.left_out = 0  # positions that the engine is too slow for at the wanted depth
        self._chess960 = chess960
        self._rules = Rules(chess960)
        self._depth = depth
        self._end = math.inf if seconds is None else time.monotonic() + seconds
        self._patience = patience
        self._speed = 0.0  # the engine's, in nodes per second; the best so far
        self._answers = 0
        self._closed: set[LabelledPosition] = set()

    def answered(self, task: Task, seconds: float) -> None:
        """Learn how fast the engine is; the first time it has to start."""
        self._answers += 1
        if self._answers > 1:
            self._speed = max(self._speed, task.nodes / max(seconds, 1e-6))

    def close(self, position: LabelledPosition) -> None:
        """Ask no more about a position."""
        self._closed.add(position)

    def __iter__(self) -> Iterator[Task]:
        yield from self._of_the_ground()
        yield from self._of_random_play()

    def _of_the_ground(self) -> Iterator[Task]:
        """Yield the questions by what they cost, all of depth 1 first."""
        waiting = [_Waiting(1, 1, number) for number in range(len(self.ground))]
        while waiting and self._time_is_left():
            cost, depth, number, task = heapq.heappop(waiting)
            if self.ground[number] in self._closed:
                continue
            if cost > self._most_nodes():
                self.left_out += self._depth is not None
            elif task is None:
                # The cost was a guess: back into the queue with the true one.
                task = self._task(self.ground[number], depth)
                cost = task.nodes if depth > 1 else 1
                heapq.heappush(waiting, _Waiting(cost, depth, number, task))
            else:
                yield task
                if task.nodes and depth < (self._depth or _DEEPEST):
                    guess = task.nodes * len(task.right) // 4
                    heapq.heappush(waiting, _Waiting(guess, depth + 1, number))

    def _of_random_play(self) -> Iterator[Task]:
        if not (self.random and self.ground):
            return
        starts = [position.fen for position in self.ground]
        games = random_positions(starts, chess960=self._chess960)
        for number, position in enumerate(games):
            if number >= self.random or not self._time_is_left():
                return
            yield self._deep_enough(position)

    def _deep_enough(self, position: LabelledPosition) -> Task:
        """Return a single question, as deep as it is worth."""
        most = self._most_nodes() * (_RANDOM_SHARE if self._depth is None else 1)
        task = self._task(position, 1)
        while task.nodes and task.depth < (self._depth or _DEEPEST):
            deeper = self._task(position, task.depth + 1)
            if deeper.nodes > most:
                break
            task = deeper
        return task

    def _task(self, position: LabelledPosition, depth: int) -> Task:
        return Task(position, depth, self._rules.divide(position.fen, position.moves, depth))

    def _most_nodes(self) -> float:
        """Return how many nodes a question may have, at this engine's speed."""
        if self._depth is not None:
            # A wish is to be granted until it is known to take too long.
            return self._speed * self._patience / 2 if self._speed else math.inf
        share = max(1.0, _MANY / len(self.ground))
        seconds = min(_SECONDS * share, self._patience / 2)
        return min(max(_FEWEST_NODES, self._speed * seconds), _MOST_NODES * share)

    def _time_is_left(self) -> bool:
        return time.monotonic() < self._end
