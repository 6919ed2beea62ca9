"""The order of questions: cheapest first, so that every position is tried before any goes deep."""

from __future__ import annotations

import heapq
import math
import time
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from kiwipete.board import Board
from kiwipete.lab.engines.divider import Rules
from kiwipete.lab.hunting.positions import LabelledPosition, random_positions
from kiwipete.status import Status

# Limits of a question if no depth is requested.
_DEEPEST = 6
_MOST_NODES = 1_000_000
_FEWEST_NODES = 5_000
_SECONDS = 0.2
# The time for a question that only serves a simpler reproduction.
_OPTIONAL_SECONDS = 5.0
# Chess960 is mostly about castling: positions with its castling rights come first to this depth.
_EARLY_DEPTH = 2
# With fewer positions than this there is more time for each.
_MANY = 100
# There are many random positions, and the next is worth as much as a deeper look at this one.
_RANDOM_SHARE = 0.25


class HuntTask(NamedTuple):
    """A question for the engine, and the right answer."""

    position: LabelledPosition
    depth: int
    right: dict[str, int]

    @property
    def nodes(self) -> int:
        """The number of leaves."""
        return sum(self.right.values())


class _Waiting(NamedTuple):
    """An entry of the queue, ordered by cost."""

    cost: float
    depth: int
    number: int  # of the position; unique in the queue
    task: HuntTask | None = None


class Schedule:
    """The questions of a hunt, chosen by the engine's speed and the time left."""

    def __init__(
        self,
        given: Sequence[LabelledPosition],
        *,
        chess960: bool = False,
        depth: int | None = None,
        seconds: float | None = None,
        positions: int | None = None,
        patience: float = math.inf,
        avoid: Collection[str] = (),
    ) -> None:
        self.given = list(given[:positions])
        self.random = math.inf if positions is None else positions - len(self.given)
        self.left_out = 0  # positions that the engine is too slow for at the requested depth
        self.end = math.inf if seconds is None else time.monotonic() + seconds
        self._avoid = avoid  # rules whose moves are not played in random games
        self._chess960 = chess960
        self._rules = Rules(chess960)
        self._depth = depth
        self._patience = patience
        self._speed = 0.0  # of the engine, in nodes per second; the best so far
        self._answers = 0
        self._closed: set[LabelledPosition] = set()

    def answered(self, task: HuntTask, seconds: float) -> None:
        """Measure the engine's speed, except for the first answer, which includes its start."""
        self._answers += 1
        if self._answers > 1:
            self._speed = max(self._speed, task.nodes / max(seconds, 1e-6))

    def close(self, position: LabelledPosition) -> None:
        """Drop a position from the schedule."""
        self._closed.add(position)

    def __iter__(self) -> Iterator[HuntTask]:
        yield from self._given_positions()
        yield from self._random_positions()

    def _given_positions(self) -> Iterator[HuntTask]:
        """Yield the questions by cost, all of depth 1 first."""
        early = {n for n, position in enumerate(self.given) if self._is_early(position)}

        def cost_of(depth: int, number: int, nodes: int) -> int:
            if number in early and depth <= _EARLY_DEPTH:
                return 0
            return nodes if depth > 1 else 1

        waiting = [_Waiting(cost_of(1, n, 1), 1, n) for n in range(len(self.given))]
        heapq.heapify(waiting)
        while waiting and self._time_is_left():
            cost, depth, number, task = heapq.heappop(waiting)
            if self.given[number] in self._closed:
                continue
            if cost > self._most_nodes():
                self.left_out += self._depth is not None
            elif cost > self._nodes_left():
                continue
            elif task is None:
                # The cost was an estimate: requeue with the true one.
                task = self._task(self.given[number], depth)
                cost = cost_of(depth, number, task.nodes)
                heapq.heappush(waiting, _Waiting(cost, depth, number, task))
            else:
                yield task
                if task.nodes and depth < (self._depth or _DEEPEST):
                    guess = cost_of(depth + 1, number, _guess_below(task))
                    heapq.heappush(waiting, _Waiting(guess, depth + 1, number))

    def _random_positions(self) -> Iterator[HuntTask]:
        if not (self.random and self.given):
            return
        starts = [position.fen for position in self.given]
        games = random_positions(starts, chess960=self._chess960, avoid=self._avoid)
        for number, position in enumerate(games):
            if number >= self.random or not self._time_is_left():
                return
            yield self._random_task(position)

    def _random_task(self, position: LabelledPosition) -> HuntTask:
        """Return one question about a random position, as deep as the budget allows."""
        most = self._most_nodes() * (_RANDOM_SHARE if self._depth is None else 1)
        most = min(most, self._nodes_left())
        task = self._task(position, 1)
        while task.nodes and task.depth < (self._depth or _DEEPEST):
            if _guess_below(task) > most:
                break
            deeper = self._task(position, task.depth + 1)
            if deeper.nodes > most:
                break
            task = deeper
        return task

    def _task(self, position: LabelledPosition, depth: int) -> HuntTask:
        return HuntTask(position, depth, self._rules.divide(position.fen, position.moves, depth))

    def _most_nodes(self) -> float:
        """Return the maximum number of nodes of a question at this engine's speed."""
        if self._depth is not None:
            # A requested depth is tried until it is known to take too long.
            return self._speed * self._patience / 2 if self._speed else math.inf
        share = max(1.0, _MANY / len(self.given))
        seconds = min(_SECONDS * share, self._patience / 2)
        return min(max(_FEWEST_NODES, self._speed * seconds), _MOST_NODES * share)

    def affordable(self) -> int:
        """Return the maximum number of nodes of a question that is not essential."""
        seconds = min(_OPTIONAL_SECONDS, self._patience / 2)
        return int(min(max(_FEWEST_NODES, self._speed * seconds), _MOST_NODES))

    def _nodes_left(self) -> float:
        """Return how many nodes the engine can count in the time left."""
        left = self.end - time.monotonic()
        return self._speed * left if self._speed and left < math.inf else math.inf

    def _time_is_left(self) -> bool:
        return time.monotonic() < self.end

    def _is_early(self, position: LabelledPosition) -> bool:
        """Return whether a position has castling rights that only Chess960 allows."""
        if not self._chess960:
            return False
        return bool(Board(position.fen).status() & Status.BAD_CASTLING_RIGHTS)


def _guess_below(task: HuntTask) -> int:
    """Estimate, rather too low, the nodes one ply deeper."""
    return task.nodes * len(task.right) // 4
