"""Chances are thousandths that make sense, whatever the value and the material."""

from __future__ import annotations

import pytest

from kiwipete import Board
from kiwipete.search.chances import MIDDLE, WIDTH, chances

VALUES = (*range(-700, 701, 35), -30000, 30000)


@pytest.mark.parametrize("material", range(0, 16001, 400))
def test_they_are_whole_and_fair(material):
    known = [chances(value, None, material) for value in VALUES]
    assert all(sum(each) == 1000 and min(each) >= 0 for each in known)
    for value, each in zip(VALUES, known, strict=True):
        wins, draws, losses = chances(-value, None, material)
        assert max(abs(a - b) for a, b in zip(each, (losses, draws, wins), strict=True)) <= 1


@pytest.mark.parametrize("material", range(0, 8001, 100))
def test_more_is_better(material):
    expected = [
        2 * wins + draws
        for wins, draws, _ in (chances(value, None, material) for value in VALUES[:-2])
    ]
    assert expected == sorted(expected)
    share = material / 8000
    middle, width = (a + b * share + c * share * share for a, b, c in (MIDDLE, WIDTH))
    assert middle > 0
    assert width > 0


def test_mates_are_certain():
    assert chances(None, 1, 8000) == (1000, 0, 0)
    assert chances(None, -4, 0) == (0, 0, 1000)
    assert chances(None, 0, 0) == (0, 0, 1000)  # mated


def test_endings_are_drawn_more_often():
    start = sum(Board().material)
    assert start == 8000
    assert chances(100, None, 1000)[1] > chances(100, None, start)[1] + 200
