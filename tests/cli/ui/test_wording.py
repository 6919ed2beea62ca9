from __future__ import annotations

import pytest

from kiwipete.cli.ui import duration, grouped, per_second, scaled, several


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0.000 s"),
        (0.0123, "0.012 s"),
        (9.5, "9.500 s"),
        (59.5, "59.50 s"),
        (60, "1 min 00 s"),
        (3599.9, "59 min 59 s"),
        (3723, "1 h 02 min 03 s"),
    ],
)
def test_duration(seconds, text):
    assert duration(seconds) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (999, "999"),
        (1_000, "1.00 k"),
        (12_345, "12.3 k"),
        (119_060_324, "119 M"),
        (5_538_984_904, "5.54 G"),
        (2_439_530_234_167, "2.44 T"),
        (10**18, "1000000 T"),
    ],
)
def test_scaled(number, text):
    assert scaled(number) == text


def test_speed():
    assert per_second(3_000, 1.5) == 2_000
    assert per_second(1, 0) == 0


def test_nouns():
    assert several(1, "node") == "1 node"
    assert several(0, "node") == "0 nodes"
    assert several(1_000, "part") == "1,000 parts"
    assert grouped(1_000_000) == "1,000,000"
