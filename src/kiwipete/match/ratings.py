"""Ratings of several players from all their games."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kiwipete.match.pentanomial import VALUES, Estimate, Pentanomial, score_of
from kiwipete.match.standing import Standing

_SLOPE = math.log(10) / 400
_WITHIN = 1.959964
_STEPS = 200
# A virtual drawn pair between any two opponents keeps a perfect score from being infinite.
_PRIOR = Pentanomial((0, 0, 1, 0, 0))


def ratings(standing: Standing, players: int) -> list[Estimate]:
    """Return each player's Elo relative to the average, by maximum likelihood."""
    met = {(i, j): standing.pairs(i, j) for i in range(players) for j in range(players) if i != j}
    met = {pairing: pairs for pairing, pairs in met.items() if pairs.pairs}
    elo = _best(met, players)
    return [Estimate(value, error) for value, error in zip(elo, _errors(met, elo), strict=True)]


def _best(met: dict[tuple[int, int], Pentanomial], players: int) -> list[float]:
    """Return the ratings at which each score equals its expectation, by Newton's method."""
    elo = [0.0] * players
    for _ in range(_STEPS):
        for i in range(players):
            excess = slope = 0.0
            for (one, other), pairs in met.items():
                if one == i:
                    fair = pairs + _PRIOR
                    expected = score_of(elo[i] - elo[other])
                    excess += fair.pairs * (fair.score - expected)
                    slope += fair.pairs * _SLOPE * expected * (1 - expected)
            if slope:
                elo[i] += max(-200.0, min(200.0, excess / slope))
        mean = sum(elo) / players
        elo = [value - mean for value in elo]
    return elo


def _errors(met: dict[tuple[int, int], Pentanomial], elo: Sequence[float]) -> list[float]:
    """Return the errors of the ratings, from the slope of the scores and their variance."""
    n = len(elo)
    curvature = [[1.0 / n] * n for _ in range(n)]  # fixes the mean, which games do not determine
    spread = [[0.0] * n for _ in range(n)]
    for (i, j), pairs in met.items():
        expected = score_of(elo[i] - elo[j])
        slope = pairs.pairs * _SLOPE * expected * (1 - expected)
        noise = sum(
            count * (value - expected) ** 2
            for count, value in zip((pairs + _PRIOR).counts, VALUES, strict=True)
        )
        curvature[i][i] += slope
        curvature[i][j] -= slope
        spread[i][i] += noise
        spread[i][j] -= noise
    inverse = _inverted(curvature)
    if inverse is None:
        return [math.inf] * n
    variances = [
        sum(inverse[k][a] * spread[a][b] * inverse[k][b] for a in range(n) for b in range(n))
        for k in range(n)
    ]
    return [_WITHIN * math.sqrt(max(0.0, variance)) for variance in variances]


def _inverted(matrix: Sequence[Sequence[float]]) -> list[list[float]] | None:
    """Return the inverse of a matrix, by elimination; None if it is singular."""
    n = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(n))] for i, row in enumerate(matrix)]
    for column in range(n):
        pivot = max(range(column, n), key=lambda row: abs(rows[row][column]))
        if abs(rows[pivot][column]) < 1e-12:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for other in range(n):
            if other != column and rows[other][column]:
                factor = rows[other][column]
                rows[other] = [
                    a - factor * b for a, b in zip(rows[other], rows[column], strict=True)
                ]
    return [row[n:] for row in rows]
