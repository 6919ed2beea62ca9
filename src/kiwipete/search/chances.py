"""The chances to win, draw and lose: what values were worth in the engine's own games.

The chance to win is a logistic curve of the value. Its middle, where it is one
half, and its width depend on the material; tools/fit_chances.py finds the numbers.
The chance to lose is that of the other side, and the rest is a draw.
"""

from __future__ import annotations

import math

_FULL_MATERIAL = 8000  # at the start of a game

# Centipawns, of the material as a share: constant, linear, square.
MIDDLE = (292.0, -541.4, 367.0)
WIDTH = (121.0, -127.4, 192.4)


def chances(centipawns: int | None, mate: int | None, material: int) -> tuple[int, int, int]:
    """Return wins, draws and losses of a thousand games, for a value or else a mate.

    `material` is the sum of `Board.material`, of both sides.

    >>> chances(None, 3, material=8000)
    (1000, 0, 0)
    >>> sum(chances(50, None, material=8000))
    1000
    """
    if centipawns is None:
        return (1000, 0, 0) if (mate or 0) > 0 else (0, 0, 1000)
    share = min(material, _FULL_MATERIAL) / _FULL_MATERIAL
    middle, width = (a + b * share + c * share * share for a, b, c in (MIDDLE, WIDTH))
    wins = _thousandths((centipawns - middle) / width)
    losses = min(_thousandths((-centipawns - middle) / width), 1000 - wins)
    return wins, 1000 - wins - losses, losses


def _thousandths(exponent: float) -> int:
    """Return 1000 times the logistic curve, rounded."""
    return round(1000 / (1 + math.exp(-max(-500.0, min(exponent, 500.0)))))
