"""The test's log likelihood ratio by other means: slowly, with 50 digits.

Normalized Elo is a condition on mean and deviation together. Here the mean is fixed first, which
makes two linear conditions of it, and then the mean that fits best is looked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal, getcontext, localcontext

DIGITS = 50
VALUES = [Decimal(n) / 4 for n in range(5)]
HALF = Decimal("0.5")
INFINITY = Decimal("Infinity")


def ratio(counts: Sequence[int], elo0: float, elo1: float, model: str) -> float:
    """Return the log of how much likelier H1 makes the pairs than H0."""
    with localcontext() as context:
        context.prec = DIGITS
        seen = [max(Decimal(count), Decimal("0.001")) for count in counts]
        shares = [count / sum(seen) for count in seen]
        deficit = logistic if model == "logistic" else normalized
        return float(sum(seen) * (deficit(shares, Decimal(elo0)) - deficit(shares, Decimal(elo1))))


def logistic(shares: Sequence[Decimal], elo: Decimal) -> Decimal:
    score = 1 / (1 + Decimal(10) ** (-elo / 400))
    values = [a - score for a in VALUES]
    low, high = -1 / max(values), -1 / min(values)
    for _ in range(160):
        x = (low + high) / 2
        mean = sum(p * v / (1 + x * v) for p, v in zip(shares, values, strict=True))
        low, high = (x, high) if mean > 0 else (low, x)
    return sum((1 + x * v).ln() * p for p, v in zip(shares, values, strict=True))


def normalized(shares: Sequence[Decimal], elo: Decimal) -> Decimal:
    if elo < 0:
        return normalized(shares[::-1], -elo)
    if not elo:
        return logistic(shares, elo)
    wanted = elo * Decimal(10).ln() / 800 * Decimal(2).sqrt()

    def deficit(log_lead: Decimal) -> Decimal:
        lead = log_lead.exp()
        return with_moments(shares, HALF + lead, (lead / wanted) ** 2)

    # So much at least: with less, the deviation would be too small for the steps of a quarter.
    return least(deficit, (wanted * wanted / (8 + 8 * wanted * wanted)).ln(), HALF.ln())


def with_moments(shares: Sequence[Decimal], mean: Decimal, variance: Decimal) -> Decimal:
    """Return the deficit of the distributions with a mean and a variance; infinite if none has."""
    below = max(a for a in VALUES if a <= mean)
    if below == 1:
        return INFINITY
    square = variance + mean * mean
    if not below * below + (mean - below) * (2 * below + Decimal("0.25")) < square < mean:
        return INFINITY
    rows = [(a - mean, (a - mean) ** 2 - variance) for a in VALUES]
    x = y = Decimal(0)
    for _ in range(2000):
        terms = [1 + x * v + y * w for v, w in rows]
        vx = sum(p * v / t for p, t, (v, _) in zip(shares, terms, rows, strict=True))
        vy = sum(p * w / t for p, t, (_, w) in zip(shares, terms, rows, strict=True))
        xx = sum(p * v * v / t / t for p, t, (v, _) in zip(shares, terms, rows, strict=True))
        xy = sum(p * v * w / t / t for p, t, (v, w) in zip(shares, terms, rows, strict=True))
        yy = sum(p * w * w / t / t for p, t, (_, w) in zip(shares, terms, rows, strict=True))
        determinant = xx * yy - xy * xy
        dx, dy = (vx * yy - vy * xy) / determinant, (vy * xx - vx * xy) / determinant
        gain = vx * dx + vy * dy
        if gain < Decimal("1e-24"):
            break
        value, step = _value(shares, terms), Decimal(1)
        while True:
            following = [1 + (x + step * dx) * v + (y + step * dy) * w for v, w in rows]
            if min(following) > 0 and _value(shares, following) >= value + gain * step / 4:
                break
            step /= 2
        x, y = x + step * dx, y + step * dy
    else:
        raise AssertionError("Newton's steps lead nowhere")
    return _value(shares, terms)


def _value(shares: Sequence[Decimal], terms: Sequence[Decimal]) -> Decimal:
    return sum(p * t.ln() for p, t in zip(shares, terms, strict=True))


def least(function: Callable[[Decimal], Decimal], low: Decimal, high: Decimal) -> Decimal:
    """Return the smallest value: of many places first, then by golden section near the best."""
    golden, parts = (Decimal(5).sqrt() - 1) / 2, 80
    getcontext().prec = 30  # enough, and faster
    places = [low + (high - low) * i / parts for i in range(parts + 1)]
    found = [INFINITY, *map(function, places), INFINITY]
    best = min(found)
    for i in range(parts + 1):
        if found[i + 1] == INFINITY or not found[i] >= found[i + 1] <= found[i + 2]:
            continue
        low, high = places[max(i - 1, 0)], places[min(i + 1, parts)]
        for _ in range(35):
            left, right = high - golden * (high - low), low + golden * (high - low)
            low, high = (low, right) if function(left) < function(right) else (left, high)
        best = min(best, function((low + high) / 2))
    getcontext().prec = DIGITS
    return best
