"""Sorting games by tags, in memory and through files."""

from __future__ import annotations

import io
import random

import pytest

import kiwipete
from kiwipete.games import sorting
from kiwipete.games.sorting import Sorter, sort_key


def games(values):
    text = "".join(
        (f'[Round "{value}"]\n' if value is not None else "") + f'[Site "{number}"]\n\n1. e4 *\n\n'
        for number, value in enumerate(values)
    )
    return kiwipete.read_games(io.BytesIO(text.encode()), text=True)


def sites(texts) -> list[int]:
    found = kiwipete.read_games(io.BytesIO(b"".join(texts)))
    return found.headers.integers("Site").tolist()


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("memory", [10**9, 3000, 1])
def test_runs_are_merged_in_order(monkeypatch, tmp_path, memory, reverse):
    monkeypatch.setattr(sorting, "_FAN_IN", 3)
    rng = random.Random(1)
    values = [
        rng.choice([None, "?", *map(str, range(-3, 12)), "1.2", "1.10", "x"]) for _ in range(150)
    ]
    expected = sorted(
        range(len(values)), key=lambda n: sort_key(values[n], reverse=reverse), reverse=reverse
    )
    with Sorter(["Round"], reverse=reverse, memory=memory, folder=tmp_path) as sorter:
        for first in range(0, 150, 40):
            sorter.add(games(values)[first : first + 40])
        assert sites(sorter.texts()) == expected
        assert sorter.games == 150
    assert list(tmp_path.iterdir()) == []


def test_several_tags():
    with Sorter(["Round", "Site"], reverse=True) as sorter:
        sorter.add(games(["1", "2", "1", "2"]))
        assert sites(sorter.texts()) == [3, 1, 2, 0]


def test_values_of_any_kind():
    values = ["9" * 5000, "1" * 5000, "a", "ä", "-", "", "1.", "+5", "-5", "5.5", "²"]
    for reverse in (False, True):
        assert len(sorted(values, key=lambda value: sort_key(value, reverse=reverse))) == 11
    assert sort_key("1" * 5000) < sort_key("9" * 5000)
    assert sort_key("-5") < sort_key("+5") < sort_key("05a")


def test_what_is_needed():
    with pytest.raises(ValueError, match="no tag to sort by"):
        Sorter([])
    with Sorter(["Round"]) as sorter, pytest.raises(ValueError, match="read them with text=True"):
        sorter.add(kiwipete.read_games(io.BytesIO(b"1. e4 *")))
