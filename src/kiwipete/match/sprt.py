"""A test that ends as soon as the games decide between two hypotheses.

The generalised sequential probability ratio test: it compares the likelihood of the observed
pairs under the two hypotheses, each with the distribution of its strength that fits the pairs
best.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kiwipete.match.likelihood import deficit_of_deviations, deficit_of_score
from kiwipete.match.pentanomial import ELO_PER_DEVIATION, Pentanomial

MODELS = ("logistic", "normalized")

# An unseen result is still possible.
_UNSEEN = 1e-3
# No two players ever differed by more, and sums stay within the range of a float.
_MOST_ELO = 10_000
_LEAST_RISK = 1e-300


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
