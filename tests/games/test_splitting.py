"""Splitting games into files."""

from __future__ import annotations

import io

import pytest

import kiwipete
from kiwipete.games import splitting
from kiwipete.games.splitting import by_number, by_size, by_tag, splitter


@pytest.fixture
def games():
    text = "".join(f'[Site "{n}"]\n[ECO "{eco}"]\n\n1. e4 *\n\n' for n, eco in enumerate("ABA/é"))
    return kiwipete.read_games(io.BytesIO(text.encode()), text=True)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (by_number(4), {"0001": 4, "0002": 4, "0003": 2}),
        (by_size(80), {f"{n:04}": 2 for n in range(1, 6)}),
        (by_size(1), {f"{n:04}": 1 for n in range(1, 11)}),
        (by_tag("ECO"), {"A": 4, "B": 2, "none": 2, "é": 2}),
        (by_tag("Nothing"), {"none": 10}),
    ],
)
def test_rules_go_on_from_batch_to_batch(games, tmp_path, rule, expected):
    with splitter(f"{tmp_path}/{{}}.pgn", rule) as files:
        for first in range(0, 5, 2):
            files.add(games[first : first + 2])
        files.add(games)
        assert list(tmp_path.glob("*.pgn")) == []
    assert files.games == 10
    found = {path.stem: len(kiwipete.read_games(path)) for path in tmp_path.iterdir()}
    assert found == expected


def test_too_many_files(games, tmp_path, monkeypatch):
    monkeypatch.setattr(splitting, "MOST_FILES", 3)
    with (
        pytest.raises(ValueError, match="more than 3 files"),
        splitter(f"{tmp_path}/{{}}.pgn", by_number(1)) as files,
    ):
        files.add(games)
    assert list(tmp_path.iterdir()) == []


def test_the_pattern_has_one_place(tmp_path):
    for pattern in ("games.pgn", "{}-{}.pgn"):
        with (
            pytest.raises(ValueError, match="a pattern of files has one"),
            splitter(pattern, by_number(1)),
        ):
            pass
