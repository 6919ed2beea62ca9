"""Chances are thousandths that make sense, whatever the value and the material."""

from __future__ import annotations

import pytest

from kiwipete import Board
from kiwipete.own_engine.wdl_model import MIDDLE, WIDTH, win_draw_loss

VALUES = (*range(-700, 701, 35), -30000, 30000)


@pytest.mark.parametrize("material", range(0, 16001, 400))
def test_they_are_whole_and_fair(material):
    known = [win_draw_loss(value, None, material) for value in VALUES]
    assert all(sum(each) == 1000 and min(each) >= 0 for each in known)
    for value, each in zip(VALUES, known, strict=True):
        wins, draws, losses = win_draw_loss(-value, None, material)
        assert max(abs(a - b) for a, b in zip(each, (losses, draws, wins), strict=True)) <= 1


@pytest.mark.parametrize("material", range(0, 8001, 100))
def test_more_is_better(material):
    expected = [
        2 * wins + draws
        for wins, draws, _ in (win_draw_loss(value, None, material) for value in VALUES[:-2])
    ]
    assert expected == sorted(expected)
    share = material / 8000
    middle, width = (a + b * share + c * share * share for a, b, c in (MIDDLE, WIDTH))
    assert middle > 0
    assert width > 0


def test_mates_are_certain():
    assert win_draw_loss(None, 1, 8000) == (1000, 0, 0)
    assert win_draw_loss(None, -4, 0) == (0, 0, 1000)
    assert win_draw_loss(None, 0, 0) == (0, 0, 1000)  # mated


def test_endings_are_drawn_more_often():
    start = sum(Board().material)
    assert start == 8000
    assert win_draw_loss(100, None, 1000)[1] > win_draw_loss(100, None, start)[1] + 200
