"""The WDL model: win, draw and loss rates that scores had in the engine's own games.

The win rate is a logistic curve of the score. Its midpoint, where the rate is one half,
and its width depend on the material; tools/fit_wdl_model.py fits the constants. The loss
rate is the win rate of the other side, and the rest are draws.
"""

from __future__ import annotations

import math

_FULL_MATERIAL = 8000  # at the start of a game

# In centipawns; coefficients of a polynomial in the material as a share of the full material:
# constant, linear, square.
MIDDLE = (308.6, -505.3, 261.5)
WIDTH = (47.8, 91.8, -59.6)


def win_draw_loss(centipawns: int | None, mate: int | None, material: int) -> tuple[int, int, int]:
    """Return the expected wins, draws and losses in 1000 games.

    The score is either `centipawns` or a `mate` in that many moves. `material` is the sum of
    `Board.material` over both sides.

    >>> win_draw_loss(None, 3, material=8000)
    (1000, 0, 0)
    >>> sum(win_draw_loss(50, None, material=8000))
    1000
    """
    if centipawns is None:
        return (1000, 0, 0) if (mate or 0) > 0 else (0, 0, 1000)
    share = min(material, _FULL_MATERIAL) / _FULL_MATERIAL
    middle, width = (a + b * share + c * share * share for a, b, c in (MIDDLE, WIDTH))
    wins = _per_mille((centipawns - middle) / width)
    losses = min(_per_mille((-centipawns - middle) / width), 1000 - wins)
    return wins, 1000 - wins - losses, losses


def _per_mille(exponent: float) -> int:
    """Return 1000 times the logistic curve, rounded."""
    return round(1000 / (1 + math.exp(-max(-500.0, min(exponent, 500.0)))))
