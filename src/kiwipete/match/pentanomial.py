"""Statistics of pairs of games: each opening is played twice, with colours reversed.

The two games of a pair are not independent, because they share an opening. So pairs are
counted: a player scores 0, 1/2, 1, 3/2 or 2 points in each.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

# The score of a pair as a share of its two points.
VALUES = (0.0, 0.25, 0.5, 0.75, 1.0)
# 95 % of a normal distribution lie within this many standard deviations.
WITHIN = 1.959964
# Elo per point at an even score of the logistic curve; normalized Elo is in the same unit.
ELO_PER_DEVIATION = 800 / math.log(10)


@dataclass(frozen=True)
class Estimate:
    """An estimate from games, with the error of a 95 % confidence interval.

    >>> str(Estimate(18.04, 8.23))
    '+18.0 ± 8.2'
    """

    value: float
    error: float

    def __str__(self) -> str:
        return f"{_signed(self.value)} ± {_plain(self.error)}"


@dataclass(frozen=True)
class Pentanomial:
    """The number of pairs with 0, 1/2, 1, 3/2 and 2 points.

    >>> pairs = Pentanomial((50, 287, 610, 387, 73))
    >>> pairs.elo()
    Estimate(value=18.04..., error=8.2...)
    >>> pairs.normalized_elo()
    Estimate(value=28.18..., error=12.8...)
    """

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, points: Iterable[float]) -> Pentanomial:
        """Count pairs by their points.

        >>> Pentanomial.of([1, 1, 1.5, 2])
        Pentanomial(counts=(0, 0, 2, 1, 1))
        """
        counts = [0] * len(VALUES)
        for each in points:
            counts[round(2 * each)] += 1
        return cls(tuple(counts))  # type: ignore[arg-type]

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return sum(self.counts)

    @property
    def score(self) -> float:
        """The share of the points, from 0 to 1; one half without games."""
        if not self.pairs:
            return 0.5
        return sum(n * a for n, a in zip(self.counts, VALUES, strict=True)) / self.pairs

    @property
    def deviation(self) -> float:
        """The standard deviation of a pair's score."""
        if not self.pairs:
            return 0.0
        squares = (n * (a - self.score) ** 2 for n, a in zip(self.counts, VALUES, strict=True))
        return math.sqrt(sum(squares) / self.pairs)

    def elo(self) -> Estimate:
        """Return the Elo difference on the logistic curve; infinite for a perfect score."""
        if not self.pairs:
            return Estimate(0.0, math.inf)
        margin = WITHIN * self.deviation / math.sqrt(self.pairs)
        low, high = self.score - margin, self.score + margin
        if not margin:
            error = math.inf
        elif low > 0 and high < 1:
            error = (elo_of(high) - elo_of(low)) / 2
        else:  # the curve is infinite there, so use its tangent here
            error = margin * ELO_PER_DEVIATION / 2 / (self.score * (1 - self.score))
        return Estimate(elo_of(self.score), error)

    def normalized_elo(self) -> Estimate:
        """Return the difference in standard deviations of a game result.

        It shows how many games it takes to detect the difference, whatever the share of draws.
        """
        if not self.pairs:
            return Estimate(0.0, math.inf)
        error = WITHIN * ELO_PER_DEVIATION / math.sqrt(2 * self.pairs)
        if not self.deviation:
            return Estimate(math.copysign(math.inf, self.score - 0.5) if self._lead else 0.0, error)
        return Estimate(ELO_PER_DEVIATION * self._lead / (math.sqrt(2) * self.deviation), error)

    def superiority(self) -> float:
        """Return the likelihood that the first player is the stronger one.

        >>> round(Pentanomial((1, 22, 52, 21, 4)).superiority(), 4)
        0.736
        """
        if not self._lead:
            return 0.5
        if not self.deviation:
            return float(self._lead > 0)
        deviations = self._lead / self.deviation * math.sqrt(self.pairs)
        return math.erfc(-deviations / math.sqrt(2)) / 2

    def reversed(self) -> Pentanomial:
        """Return the same pairs from the other player's point of view."""
        return Pentanomial(self.counts[::-1])

    @property
    def _lead(self) -> float:
        return self.score - 0.5

    def __add__(self, other: Pentanomial) -> Pentanomial:
        sums = (mine + theirs for mine, theirs in zip(self.counts, other.counts, strict=True))
        return Pentanomial(tuple(sums))  # type: ignore[arg-type]


def elo_of(score: float) -> float:
    """Return the Elo difference for a share of the points.

    >>> round(elo_of(0.64))
    100
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """Return the expected share of the points for an Elo difference.

    >>> round(score_of(100), 3)
    0.64
    """
    return 1 / (1 + 10 ** (-elo / 400))


def _signed(number: float) -> str:
    return f"{number:+.1f}" if math.isfinite(number) else "+∞" if number > 0 else "-∞"


def _plain(number: float) -> str:
    return f"{number:.1f}" if math.isfinite(number) else "∞"
