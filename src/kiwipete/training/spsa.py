"""SPSA: find better values for many numbers at once from noisy comparisons.

Simultaneous perturbation stochastic approximation moves all values a little up or down at random,
compares the two opposite settings, and moves the values towards the better one. The schedule is
the usual one for engines: perturbations shrink with the power 0.101 of the iteration, steps with
the power 0.602.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_ALPHA = 0.602
_GAMMA = 0.101
# The perturbation at the end is this share of a margin's range, at least one half.
_LAST_PERTURBATION = 0.05
_LEAST_PERTURBATION = 0.5
# This share of the iterations keeps the first steps short.
_STABILITY = 0.1


@dataclass(frozen=True)
class Margin:
    """A number to tune and its bounds."""

    name: str
    default: int
    minimum: int
    maximum: int

    @property
    def last_perturbation(self) -> float:
        """How far it is moved from its value in the last iteration, to compare."""
        return max((self.maximum - self.minimum) * _LAST_PERTURBATION, _LEAST_PERTURBATION)


@dataclass(frozen=True)
class Trial:
    """Two opposite settings to compare."""

    plus: dict[str, int]
    minus: dict[str, int]
    signs: dict[str, int]


class Spsa:
    """The state of a search for better values.

    `rate` is the step of the last iteration for a decisive result, in squares of the last
    perturbation. The same seed and results give the same values.

    >>> spsa = Spsa([Margin("depth", 5, 1, 9)], iterations=100)
    >>> trial = spsa.trial()
    >>> spsa.learn(trial, 1.0)
    >>> (spsa.values["depth"] > 5) == (trial.signs["depth"] > 0)
    True
    """

    def __init__(
        self, margins: Sequence[Margin], *, iterations: int, rate: float = 0.1, seed: int = 1
    ) -> None:
        self.margins = tuple(margins)
        self.iterations = iterations
        self.rate = rate
        self.seed = seed
        self.iteration = 0  # iterations done
        self.values = {margin.name: float(margin.default) for margin in margins}

    @property
    def is_done(self) -> bool:
        """Whether all iterations are done."""
        return self.iteration >= self.iterations

    def trial(self) -> Trial:
        """Return what to compare next; calling it again returns the same."""
        chance = random.Random(f"spsa {self.seed} {self.iteration}")
        plus, minus, signs = {}, {}, {}
        for margin in self.margins:
            sign = chance.choice((-1, 1))
            move = sign * self._perturbation(margin)
            # Rounded up or down at random, so that parts of a unit count.
            fraction = chance.random()
            signs[margin.name] = sign
            plus[margin.name] = _rounded(margin, self.values[margin.name] + move, fraction)
            minus[margin.name] = _rounded(margin, self.values[margin.name] - move, fraction)
        return Trial(plus, minus, signs)

    def learn(self, trial: Trial, result: float) -> None:
        """Move the values: `result` is 1 if `plus` won everything, -1 if `minus` did."""
        settling = _STABILITY * self.iterations
        step = ((self.iterations + settling) / (self.iteration + 1 + settling)) ** _ALPHA
        for margin in self.margins:
            last, now = margin.last_perturbation, self._perturbation(margin)
            move = self.rate * step * last**2 / now * result * trial.signs[margin.name]
            moved = self.values[margin.name] + move
            self.values[margin.name] = min(max(moved, margin.minimum), margin.maximum)
        self.iteration += 1

    def restore(self, iteration: int, values: Mapping[str, float]) -> None:
        """Take over the state of an earlier run."""
        self.iteration = iteration
        self.values = {margin.name: float(values[margin.name]) for margin in self.margins}

    def _perturbation(self, margin: Margin) -> float:
        grown: float = (self.iterations / (self.iteration + 1)) ** _GAMMA
        return margin.last_perturbation * grown


def _rounded(margin: Margin, value: float, fraction: float) -> int:
    value = min(max(value, margin.minimum), margin.maximum)
    return int(value // 1 + (value % 1 > fraction))
