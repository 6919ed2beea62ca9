"""The charts of a report as SVG; their colours come from the page's style."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby
from typing import NamedTuple

# The graph of a game, in units of its picture.
WIDTH, HEIGHT = 640, 132

_PAIR_NAMES = ("0", "½", "1", "1½", "2")


def win_graph(wins: Sequence[float | None], marks: Mapping[int, str], label: str) -> str:
    """Draw White's chances after each ply, from 0 to 100; `marks` are the judgements of moves.

    >>> win_graph([50, 52, 20], {2: "blunder"}, "chances").count("<circle")
    1
    """
    x = _Scale(0.0, float(max(len(wins) - 1, 1)), 0.0, WIDTH)
    y = _Scale(0.0, 100.0, HEIGHT - 2.0, 2.0)
    areas, lines = [], []
    for known, group in groupby(enumerate(wins), lambda point: point[1] is not None):
        points = [(x(index), y(win)) for index, win in group if win is not None]
        if known:
            path = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
            start, end = points[0][0], points[-1][0]
            for kind, edge in (("shade", 0), ("area", HEIGHT)):
                corners = f"{start:.1f},{edge} {path} {end:.1f},{edge}"
                areas.append(f'<polygon class="{kind}" points="{corners}"/>')
            lines.append(f'<polyline class="curve" points="{path}"/>')
    dots = [
        f'<circle class="{escape(judgement)}" cx="{x(index):.1f}" '
        f'cy="{y(wins[index] or 0):.1f}" r="4.5"/>'
        for index, judgement in marks.items()
    ]
    return (
        f'<svg class="win-graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(label)}"><rect class="back" width="{WIDTH}" height="{HEIGHT}"/>'
        f'{"".join(areas)}<path class="middle" d="M0 {HEIGHT / 2}H{WIDTH}"/>'
        f'{"".join(lines)}{"".join(dots)}<path class="cursor" d=""/></svg>'
    )


class _Scale(NamedTuple):
    """A straight line from values to places in a picture."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def pair_bars(counts: Sequence[int], label: str) -> str:
    """Draw the numbers of pairs with 0, 1/2, 1, 3/2 and 2 points as bars.

    >>> pair_bars((1, 2, 6, 3, 1), "pairs").count("<rect")
    5
    """
    height, step, most = 120, 60, max(1, *counts)
    parts = []
    for number, (count, name) in enumerate(zip(counts, _PAIR_NAMES, strict=True)):
        left, tall = number * step + 6, count / most * (height - 40)
        top, middle = height - 20 - tall, number * step + step / 2
        parts.append(
            f'<rect class="pair pair-{number}" x="{left}" y="{top:.1f}" width="{step - 12}" '
            f'height="{max(tall, 1):.1f}" rx="3"/>'
            f'<text class="count" x="{middle}" y="{top - 5:.1f}">{count:,}</text>'
            f'<text x="{middle}" y="{height - 5}">{name}</text>'
        )
    about = ", ".join(f"{n} with {c}" for n, c in zip(counts, _PAIR_NAMES, strict=True))
    return (
        f'<svg class="pairs" viewBox="0 0 {5 * step} {height}" role="img" '
        f'aria-label="{escape(label)}: {about}">{"".join(parts)}</svg>'
    )


class Band(NamedTuple):
    """A point of a path with an error."""

    x: float
    value: float
    error: float = 0.0


def path_chart(
    points: Sequence[Band],
    levels: Mapping[str, float],
    label: str,
    unit: str,
) -> str:
    """Draw how a number changed, with the band of its error and levels that have names.

    >>> "H1" in path_chart([Band(1, 0.5), Band(2, 0.9)], {"H1": 2.94}, "LLR", "pairs")
    True
    """
    width, height, left, bottom, top = 400, 160, 40, 24, 10
    values = [*levels.values()]
    values += [p.value + sign * p.error for p in points for sign in (-1, 1)]
    low, high = min(values, default=0.0), max(values, default=1.0)
    margin = (high - low) * 0.06 or 1.0
    y = _Scale(low - margin, high + margin, height - bottom, top)
    last = max((p.x for p in points), default=1)
    x = _Scale(0.0, float(last or 1), left, width - 10)
    parts = []
    for tick in _ticks(low, high):
        parts.append(
            f'<path class="grid" d="M{left} {y(tick):.1f}H{width - 10}"/>'
            f'<text class="tick" x="{left - 6}" y="{y(tick) + 4:.1f}">{tick:g}</text>'
        )
    for name, value in levels.items():
        parts.append(
            f'<path class="level" d="M{left} {y(value):.1f}H{width - 10}"/>'
            f'<text class="name" x="{width - 14}" y="{y(value) - 5:.1f}">{escape(name)}</text>'
        )
    if any(p.error for p in points):
        upper = [f"{x(p.x):.1f},{y(p.value + p.error):.1f}" for p in points]
        lower = [f"{x(p.x):.1f},{y(p.value - p.error):.1f}" for p in reversed(points)]
        parts.append(f'<polygon class="error" points="{" ".join(upper + lower)}"/>')
    path = " ".join(f"{x(p.x):.1f},{y(p.value):.1f}" for p in points)
    parts.append(f'<polyline class="path" points="{path}"/>')
    if points:
        end = points[-1]
        parts.append(f'<circle class="end" cx="{x(end.x):.1f}" cy="{y(end.value):.1f}" r="4"/>')
    parts.append(
        f'<text class="unit" x="{left}" y="{height - 6}">0</text>'
        f'<text class="unit last" x="{width - 10}" y="{height - 6}">{last:,g} {escape(unit)}</text>'
    )
    return (
        f'<svg class="path-chart" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def _ticks(low: float, high: float) -> list[float]:
    """Return the round numbers between two values, three to eight of them.

    >>> _ticks(-2.94, 2.94), _ticks(0, 70)
    ([-2.0, -1.0, 0.0, 1.0, 2.0], [0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0])
    """
    size = max(high - low, 1e-6)
    power = 10.0 ** math.floor(math.log10(size))
    step = next(power * factor for factor in (0.1, 0.2, 0.5, 1, 2) if size / (power * factor) < 8)
    first, last = math.ceil(low / step), math.floor(high / step)
    return [round(number * step, 9) for number in range(first, last + 1)]
