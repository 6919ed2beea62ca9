"""A test that ends as soon as the games tell two hypotheses apart.

The generalised sequential probability ratio test: the likelihood of the pairs seen is compared
under the two hypotheses, each with the distribution that fits the pairs best among those that
have its strength.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kiwipete.match.pentanomial import ELO_PER_DEVIATION, VALUES, Pentanomial, score_of

MODELS = ("logistic", "normalized")

# A result that was never seen is still possible.
_UNSEEN = 1e-3
_HALVINGS = 40
_ROUNDS = 10


@dataclass(frozen=True)
class Sprt:
    """The question whether a player is stronger by `elo1` (H1), or only by `elo0` (H0).

    `alpha` is the risk of accepting H1 when H0 is true, `beta` that of the other mistake.

    >>> test = Sprt(0, 5, model="normalized")
    >>> round(test.ratio(Pentanomial((50, 287, 610, 387, 73))), 2)
    2.97
    >>> test.verdict(Pentanomial((50, 287, 610, 387, 73)))
    'H1'
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "logistic"

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"the first Elo must be the smaller one: {self.elo0:g},{self.elo1:g}")
        if self.model not in MODELS:
            raise ValueError(f"unknown model {self.model!r}: known are {', '.join(MODELS)}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the log of the ratio decides for H0 and for H1.

        >>> Sprt(0, 10).bounds
        (-2.94..., 2.94...)
        """
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    @lru_cache(maxsize=4)  # noqa: B019  # a live picture asks about the same pairs again and again
    def ratio(self, pairs: Pentanomial) -> float:
        """Return the log of how much likelier H1 makes these pairs than H0."""
        if not pairs.pairs:
            return 0.0
        counts = [max(count, _UNSEEN) for count in pairs.counts]
        total = sum(counts)
        shares = [count / total for count in counts]
        fit = _fit_score if self.model == "logistic" else _fit_deviations
        p0, p1 = fit(shares, self.elo0), fit(shares, self.elo1)
        return sum(n * math.log(b / a) for n, a, b in zip(counts, p0, p1, strict=True))

    def verdict(self, pairs: Pentanomial) -> str | None:
        """Return "H0" or "H1" if the pairs decide, else None."""
        low, high = self.bounds
        ratio = self.ratio(pairs)
        return "H1" if ratio >= high else "H0" if ratio <= low else None


def _fit_score(shares: Sequence[float], elo: float) -> list[float]:
    """Return the likeliest distribution among those with the score of an Elo difference."""
    score = score_of(elo)
    return _fit(shares, [value - score for value in VALUES])


def _fit_deviations(shares: Sequence[float], elo: float) -> list[float]:
    """Return the likeliest distribution among those that are so many deviations above even.

    How far that is depends on the distribution looked for: it is approached in rounds, in each of
    which the deviation is replaced by its tangent.
    """
    wanted = elo / ELO_PER_DEVIATION * math.sqrt(2)  # of a pair, not of a game
    fitted = [1 / len(VALUES)] * len(VALUES)  # of any shares one gets there from here
    for _ in range(_ROUNDS):
        mean = sum(p * a for p, a in zip(fitted, VALUES, strict=True))
        deviation = math.sqrt(sum(p * (a - mean) ** 2 for p, a in zip(fitted, VALUES, strict=True)))
        tangent = [deviation / 2 * (1 + ((a - mean) / deviation) ** 2) for a in VALUES]
        fitted = _fit(shares, [a - 0.5 - wanted * d for a, d in zip(VALUES, tangent, strict=True)])
    return fitted


def _fit(shares: Sequence[float], values: Sequence[float]) -> list[float]:
    """Return the likeliest distribution in which the mean of the values is 0.

    By Lagrange it is p / (1 + x v) for the one x that makes it so; the mean falls as x grows.
    """
    low, high = -1 / max(values), -1 / min(values)
    for _ in range(_HALVINGS):
        x = (low + high) / 2
        mean = sum(p * v / (1 + x * v) for p, v in zip(shares, values, strict=True))
        low, high = (x, high) if mean > 0 else (low, x)
    fitted = [p / (1 + x * v) for p, v in zip(shares, values, strict=True)]
    return [p / sum(fitted) for p in fitted]
