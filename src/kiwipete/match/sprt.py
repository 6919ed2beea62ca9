"""A test that ends as soon as the games decide between two hypotheses.

The generalised sequential probability ratio test: it compares the likelihood of the observed
pairs under the two hypotheses, each with the distribution of its strength that fits the pairs
best.

The observed shares of the pairs are the likeliest distribution of all. A distribution with the
strength of a hypothesis is less likely; its *deficit* is the difference in log likelihood per pair.
The log of the ratio of two hypotheses is the difference of their deficits, times the number of
pairs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kiwipete.match.pentanomial import ELO_PER_DEVIATION, VALUES, Pentanomial, score_of

MODELS = ("logistic", "normalized")

# An unseen result is still possible.
_UNSEEN = 1e-3
# No two players ever differed by more, and sums stay within the range of a float.
_MOST_ELO = 10_000
_LEAST_RISK = 1e-300

# Newton steps, with bisection where they diverge: a dozen are nearly always enough.
_STEPS = 200
_EXACT = 1e-15
# The best deviation is searched for at this many points, then between the neighbours of the best.
_PLACES = 32
_GOLDEN = (math.sqrt(5) - 1) / 2
_CLOSE = 1e-6
# Even a billion equal pairs deviate more, since an unseen result counts a little.
_LEAST_DEVIATION = 1e-8


@dataclass(frozen=True)
class Sprt:
    """A test whether a player is stronger by `elo1` (H1), or only by `elo0` (H0).

    `alpha` is the risk of accepting H1 when H0 is true, `beta` that of the opposite error.

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
        if not all(abs(elo) <= _MOST_ELO for elo in (self.elo0, self.elo1)):
            raise ValueError(f"Elo must be at most {_MOST_ELO}: {self.elo0:g},{self.elo1:g}")
        if not all(_LEAST_RISK <= risk < 0.5 for risk in (self.alpha, self.beta)):
            raise ValueError(f"a risk must be between 0 and 0.5: {self.alpha:g}, {self.beta:g}")
        if not self.elo0 < self.elo1:
            raise ValueError(f"the first Elo must be the smaller one: {self.elo0:g},{self.elo1:g}")
        if self.model not in MODELS:
            raise ValueError(f"unknown model {self.model!r}: known are {', '.join(MODELS)}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds at which the log likelihood ratio decides for H0 and for H1.

        >>> Sprt(0, 10).bounds
        (-2.94..., 2.94...)
        """
        sure = 1 - self.alpha - self.beta
        return -math.log1p(sure / self.beta), math.log1p(sure / self.alpha)

    @lru_cache(maxsize=4)  # noqa: B019  # a live display repeats the same pairs
    def ratio(self, pairs: Pentanomial) -> float:
        """Return the log likelihood ratio of H1 to H0."""
        if not pairs.pairs:
            return 0.0
        counts = [max(count, _UNSEEN) for count in pairs.counts]
        total = sum(counts)
        shares = [count / total for count in counts]
        return total * (self._deficit(shares, self.elo0) - self._deficit(shares, self.elo1))

    def verdict(self, pairs: Pentanomial) -> str | None:
        """Return "H0" or "H1" if the pairs decide, else None."""
        low, high = self.bounds
        ratio = self.ratio(pairs)
        return "H1" if ratio >= high else "H0" if ratio <= low else None

    def _deficit(self, shares: Sequence[float], elo: float) -> float:
        if self.model == "logistic":
            return deficit_of_score(shares, elo)
        # Normalized Elo is in standard deviations of one game, and a pair has two games.
        return deficit_of_deviations(shares, elo / ELO_PER_DEVIATION * math.sqrt(2))


def deficit_of_score(shares: Sequence[float], elo: float) -> float:
    """Return the deficit of the distributions with the score of an Elo difference.

    >>> deficit_of_score([0.1, 0.2, 0.4, 0.2, 0.1], 0)
    0.0
    """
    win, loss = score_of(elo), score_of(-elo)  # either may be tiny, and must not be rounded to 0
    return _deficit(shares, [a * loss - (1 - a) * win for a in VALUES])


def deficit_of_deviations(shares: Sequence[float], wanted: float) -> float:
    """Return the deficit of distributions with a mean of `wanted` standard deviations above even.

    Replacing the deviation by a tangent makes the condition linear, and the tangent at the wanted
    distribution gives the right deficit. The deviation is concave, so all tangents lie above it:
    where the pairs are stronger than wanted, all others give a smaller deficit (and there is one
    maximum); where they are weaker, a larger one (and there may be several minima).
    """
    if wanted < 0:
        return deficit_of_deviations(shares[::-1], -wanted)
    if not wanted:
        return deficit_of_score(shares, 0)
    lead = sum(p * (a - 0.5) for p, a in zip(shares, VALUES, strict=True))
    variance = sum(p * (a - 0.5 - lead) ** 2 for p, a in zip(shares, VALUES, strict=True))
    square = 1 + wanted * wanted
    root = math.sqrt(square)

    def deficit(log_deviation: float) -> float:
        """Return the deficit with the tangent at a deviation and the mean that belongs to it."""
        deviation = math.exp(log_deviation)
        above = [a - 0.5 - wanted * deviation for a in VALUES]
        return _deficit(shares, [b + wanted * (deviation - b * b / deviation) / 2 for b in above])

    excess = (lead - wanted * math.sqrt(variance)) * (lead + wanted * math.sqrt(variance))
    if lead > 0 and excess > 0:
        # Beyond the roots of a quadratic, the tangent does not exclude the pairs themselves.
        high = (lead + math.sqrt(excess) / root) / wanted
        low = max((variance + lead * lead) / square / high, _LEAST_DEVIATION)
        return -_least(lambda x: -deficit(x), math.log(low), math.log(min(high, 0.5)))
    # Beyond these, no distribution fulfils the condition with the tangent.
    low = max(0.25 * wanted / (root * (root + 1)), _LEAST_DEVIATION)
    high = min(0.5, 0.5 / wanted * (1 + 1 / root))
    return _least_of_all(deficit, math.log(low), math.log(high))


def _deficit(shares: Sequence[float], values: Sequence[float]) -> float:
    """Return the deficit of the distributions in which the mean of the values is 0.

    By Lagrange the likeliest is p / (1 + x v) for exactly one x. Where a result is rare, x is so
    close to a bound that rounding spoils 1 + x v. So the distance u from the bound is used, which
    is exact: u is 1 at x = 0, and 0 at the bound.
    """
    if sum(p * v for p, v in zip(shares, values, strict=True)) < 0:
        values = [-v for v in values]
    least = min(values)
    if least >= 0:
        return 0.0 if max(values) == 0 else math.inf
    ratios = [v / -least for v in values]
    rests = [(v - least) / -least for v in values]
    rare = sum(p for p, v in zip(shares, values, strict=True) if v == least)
    u = _root(shares, ratios, rests, min(1.0, rare / max(ratios)))
    if u < 0.5:
        logs = [math.log(c - u * r) for c, r in zip(rests, ratios, strict=True)]
    else:
        logs = [math.log1p((1 - u) * r) for r in ratios]
    return max(0.0, math.fsum(p * log for p, log in zip(shares, logs, strict=True)))


def _root(
    shares: Sequence[float], ratios: Sequence[float], rests: Sequence[float], low: float
) -> float:
    """Return the u at which the mean is 0; multiplied by u, the mean is nearly a straight line."""
    terms = list(zip(shares, ratios, rests, strict=True))
    high, u = 1.0, low
    for _ in range(_STEPS):
        mean = math.fsum(p * r * u / (c - u * r) for p, r, c in terms)
        slope = math.fsum(p * r * c / (c - u * r) ** 2 for p, r, c in terms)
        low, high = (u, high) if mean < 0 else (low, u)
        following = u - mean / slope if slope > 0 else low
        if not low < following < high:
            following = math.sqrt(low * high)
        if abs(following - u) <= _EXACT * u:
            break
        u = following
    return u


def _least_of_all(function: Callable[[float], float], low: float, high: float) -> float:
    """Return the smallest value of a function that may have several minima."""
    places = [low + (high - low) * i / _PLACES for i in range(_PLACES + 1)]
    found = [math.inf, *map(function, places), math.inf]
    least = math.inf
    for i in range(_PLACES + 1):
        before, here, after = found[i : i + 3]
        if here < math.inf and before >= here <= after:
            between = places[max(i - 1, 0)], places[min(i + 1, _PLACES)]
            least = min(least, here, _least(function, *between))
    return least


def _least(function: Callable[[float], float], low: float, high: float) -> float:
    """Return the smallest value of a function with one minimum, by golden section."""
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = function(left), function(right)
    while high - low > _CLOSE:
        if at_left < at_right:
            high, right, at_right = right, left, at_left
            left = high - _GOLDEN * (high - low)
            at_left = function(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + _GOLDEN * (high - low)
            at_right = function(right)
    return min(at_left, at_right)
