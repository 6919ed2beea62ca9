"""Charts are well-formed images, whatever the numbers."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ElementTree

import pytest

from kiwipete.web.report.charts import Band, _ticks, pair_bars, path_chart, win_graph


def numbers(image: str) -> list[float]:
    found = []
    for element in ElementTree.fromstring(image.replace("&nbsp;", " ")).iter():
        for name in ("points", "x", "y", "cx", "cy", "width", "height"):
            found += map(float, element.get(name, "").replace(",", " ").split())
    return found


@pytest.mark.parametrize(
    "wins", [[50], [50, 100, 0], [None, None], [50, None, 40, 30, None], [0.0] * 6000]
)
def test_the_graph_of_a_game(wins):
    image = win_graph(wins, {index: "mistake" for index, win in enumerate(wins) if win == 40}, "x<")
    assert all(map(math.isfinite, numbers(image)))
    assert image.count("<circle") == wins.count(40)


@pytest.mark.parametrize("counts", [(0, 0, 0, 0, 0), (1, 2, 3, 4, 5), (0, 0, 10**6, 0, 0)])
def test_pairs(counts):
    image = pair_bars(counts, "pairs")
    assert all(number >= 0 for number in numbers(image))


@pytest.mark.parametrize(
    "points",
    [[], [Band(1, 0)], [Band(1, 5, 3), Band(2, 4, 2)], [Band(n, -n / 7) for n in range(400)]],
)
@pytest.mark.parametrize("levels", [{}, {"H0": -2.94, "H1": 2.94}])
def test_paths(points, levels):
    assert all(map(math.isfinite, numbers(path_chart(points, levels, "Elo", "pairs"))))


@pytest.mark.parametrize(("low", "high"), [(-2.94, 2.94), (0, 1), (-700, 12), (1e-3, 2e-3), (3, 3)])
def test_ticks_are_few_and_within_the_range(low, high):
    ticks = _ticks(low, high)
    assert len(ticks) <= 9
    assert all(low - 1e-9 <= tick <= high + 1e-9 for tick in ticks)
