"""The openings of games in bulk are those of opening_of."""

from __future__ import annotations

import io
import random

import numpy as np
import pytest

import kiwipete
from kiwipete import Board, opening_of, openings
from kiwipete._core.game_openings import last_known
from kiwipete.games.opening_names import openings_of
from kiwipete.games.statistics import Statistics
from tests.support.explored_games import games_text


def named_games():
    """Return games that follow lines of the table and then leave them."""
    rng = random.Random(2)
    for opening in openings.all_openings():
        board = Board()
        for san in opening.moves:
            board.push_san(san)
        for _ in range(rng.randrange(6)):
            if moves := list(board.legal_moves):
                board.push(rng.choice(moves))
        yield f"{Board().variation_san(board.move_stack)} *"


def test_names_are_those_of_opening_of():
    text = "\n\n".join(named_games()).encode() + b"\n\n" + games_text(300)
    games = kiwipete.read_games(io.BytesIO(text))
    found = openings_of(games)
    assert found == [opening_of(game.board()) for game in games]
    assert sum(opening is not None for opening in found) > 1300


def test_chess960_and_damaged_games_have_no_names():
    text = (
        b'[Variant "Chess960"]\n\n1. e4 *\n\n[FEN "x"]\n\n1. e4 *\n\n[Variant "Atomic"]\n\n1. e4 *'
    )
    assert openings_of(kiwipete.read_games(io.BytesIO(text))) == [None, None, None]


def test_statistics_name_games_without_a_code():
    text = (
        b'[ECO "A00"]\n\n1. e4 *\n\n[ECO "?"]\n\n1. e4 c5 *\n\n1. e4 c5 *\n\n1. e4 c5 2. h4 *\n\n*'
    )
    known = Statistics()
    known.add(kiwipete.read_games(io.BytesIO(text)))
    assert known.openings == {"B20": 3, "A00": 1}


@pytest.mark.parametrize(
    ("moves", "offsets"),
    [
        ([], []),
        ([], [0, 1]),
        ([1], [-1, 1]),
        ([1, 2], [0, 2, 1]),
    ],
)
def test_wrong_offsets_raise(moves, offsets):
    with pytest.raises(ValueError, match="offsets"):
        last_known(np.array(moves, np.uint16), np.array(offsets, np.int64), np.zeros(1, np.uint64))


def test_any_moves_are_safe():
    rng = np.random.default_rng(1)
    moves = rng.integers(0, 2**16, 10_000, dtype=np.uint16)
    offsets = np.arange(10_001)
    keys = np.array([Board().zobrist_key], np.uint64)
    assert set(np.frombuffer(last_known(moves, offsets, keys), np.int32)) == {-1}
    assert set(np.frombuffer(last_known(moves, offsets, keys[:0]), np.int32)) == {-1}
    assert last_known(moves[:0], offsets[:1], keys) == b""
