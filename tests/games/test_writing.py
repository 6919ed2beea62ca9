"""Writing games in bulk: the text is that of kiwipete.pgn, and reads the same."""

from __future__ import annotations

import io
import random

import numpy as np
import pytest

import kiwipete
from kiwipete import pgn
from tests.support.written_games import written_game


def text_of(seed: int, count: int) -> bytes:
    rng = random.Random(seed)
    return "".join(written_game(rng, number) for number in range(count)).encode()


def written(games, **options) -> bytes:
    file = io.BytesIO()
    games.write(file, **options)
    return file.getvalue()


@pytest.mark.parametrize("columns", [80, 30, 0, None])
def test_games_are_written_as_trees_are(columns):
    games = kiwipete.read_games(io.BytesIO(text_of(1, 60)), clocks=True, evals=True)
    exporter = pgn.StringExporter
    expected = [game.tree().accept(exporter(columns=columns)) + "\n\n" for game in games]
    assert written(games, columns=columns).decode() == "".join(expected)


def test_what_is_written_reads_the_same():
    games = kiwipete.read_games(io.BytesIO(text_of(2, 60)), clocks=True, evals=True)
    again = kiwipete.read_games(io.BytesIO(written(games)), clocks=True, evals=True)
    assert np.array_equal(again.moves, games.moves)
    assert np.array_equal(again.offsets, games.offsets)
    assert np.array_equal(again.results, games.results, equal_nan=True)
    assert np.array_equal(again.clocks, games.clocks, equal_nan=True)
    assert np.array_equal(again.evals, games.evals)
    assert again.headers["White"].tolist() == games.headers["White"].tolist()
    assert again.errors == []


def test_kept_text_is_written_as_it_was():
    text = b'[Event "x"]\n\n1. e4 {best} (1. d4 d5) e5 $1 *\n\n[Event "y"]\n\n1. c4 *\n\n'
    assert written(kiwipete.read_games(io.BytesIO(text), text=True)) == text


def test_some_games_in_another_order_on_threads(tmp_path):
    text = text_of(3, 100)
    whole = kiwipete.read_games(io.BytesIO(text))
    parts = next(kiwipete.iter_games(io.BytesIO(text), chunk_bytes=10**6))
    chosen = np.random.default_rng(1).permutation(100)[:70]
    path = tmp_path / "some.pgn"
    whole[chosen].write(path, threads=2)
    assert path.read_bytes() == written(parts[chosen], threads=1)
    again = kiwipete.read_games(path)
    assert again.headers["Event"].tolist() == whole.headers["Event"][chosen].tolist()


def test_null_moves_mates_and_repeated_tags():
    text = (
        b'[White "a"]\n[Event "e"]\n[White "b"]\n\n1. e4 {[%eval #0]} -- 2. Nf3 '
        b"{[%clk 1:00:00.25]} e5 {[%eval #-7]} 0-1\n"
    )
    games = kiwipete.read_games(io.BytesIO(text), clocks=True, evals=True)
    assert written(games).decode().splitlines() == [
        '[Event "e"]',
        '[White "b"]',
        '[Result "0-1"]',
        "",
        "1. e4 { [%eval #0] } 1... -- 2. Nf3 { [%clk 1:00:00.25] } 2... e5",
        "{ [%eval #-7] } 0-1",
        "",
    ]


def test_a_game_without_a_start_has_no_moves():
    games = kiwipete.read_games(io.BytesIO(b'[FEN "x"]\n\n1. e4 1-0\n'))
    assert written(games) == b'[FEN "x"]\n\n*\n\n'


def test_no_games():
    assert written(kiwipete.read_games(io.BytesIO(b""))) == b""


def test_arrays_cannot_be_changed():
    games = kiwipete.read_games(io.BytesIO(b"1. e4 *"))
    with pytest.raises(ValueError, match="read-only"):
        games.moves[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        games[:1].moves[0] = 1
