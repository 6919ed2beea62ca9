"""A plot of the losses of a training, as SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kiwipete.training.train import Epoch

_WIDTH, _HEIGHT = 640, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 72, 16, 36, 44
_CURVES = (("training", "#9a9a9a"), ("validation", "#1f77b4"))


def loss_plot(epochs: Sequence[Epoch], title: str) -> str:
    """Return the losses over the epochs, on a logarithmic scale, as SVG.

    >>> plot = loss_plot([Epoch(1, 0.02, 0.01, 0.01, 0.1, 1000, 1.0)], "net.kwn")
    >>> plot.count("<polyline")
    2
    """
    curves = [[epoch.loss for epoch in epochs], [epoch.validation for epoch in epochs]]
    values = [max(value, 1e-9) for curve in curves for value in curve] or [1.0]
    low, high = math.log10(min(values)), math.log10(max(values))
    room = max((high - low) * 0.05, 0.01)
    low, high = low - room, high + room

    def x(epoch: int) -> float:
        share = (epoch - 1) / max(len(epochs) - 1, 1)
        return round(_LEFT + share * (_WIDTH - _LEFT - _RIGHT), 1)

    def y(loss: float) -> float:
        share = (math.log10(max(loss, 1e-9)) - low) / (high - low)
        return round(_HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM), 1)

    parts = [_text(_LEFT, 20, f"Loss of {title}", "start", size=14)]
    for loss in _ticks(10**low, 10**high):
        parts.append(
            f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(loss)}" y2="{y(loss)}"'
            ' stroke="#e0e0e0"/>'
        )
        parts.append(_text(_LEFT - 8, y(loss) + 4, f"{loss:.3g}", "end"))
    step = max(1, math.ceil(len(epochs) / 10))
    for epoch in range(1, len(epochs) + 1, step):
        parts.append(_text(x(epoch), _HEIGHT - _BOTTOM + 18, str(epoch), "middle"))
    parts.append(_text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 8, "epoch", "middle"))
    for (name, colour), curve, place in zip(_CURVES, curves, (0, 1), strict=True):
        points = " ".join(f"{x(i)},{y(loss)}" for i, loss in enumerate(curve, 1))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        parts.append(_text(_WIDTH - _RIGHT - 90 * (1 - place), 20, name, "end", fill=colour))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
        f' width="{_WIDTH}" height="{_HEIGHT}">\n'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _text(
    x: float, y: float, text: str, anchor: str, *, size: int = 12, fill: str = "#333333"
) -> str:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    return (
        f'<text x="{x}" y="{y}" font-family="sans-serif" font-size="{size}" fill="{fill}"'
        f' text-anchor="{anchor}">{escaped}</text>'
    )


def _ticks(low: float, high: float) -> list[float]:
    """Return some round numbers between two others, close enough to have two at least.

    >>> _ticks(0.004, 0.03)
    [0.005, 0.01, 0.02]
    """
    for leading in (
        (1.0, 2.0, 5.0),
        tuple(i / 2 for i in range(2, 20)),
        tuple(i / 10 for i in range(10, 100)),
    ):
        found = [
            float(f"{factor * 10.0**power:.6g}")
            for power in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
            for factor in leading
            if low <= factor * 10.0**power <= high
        ]
        if len(found) >= 2:
            return found[:: max(1, len(found) // 6)]
    return found
