"""Recognising games that occur twice."""

from __future__ import annotations

import io
import random

import numpy as np
import pytest

import kiwipete
from kiwipete.games.duplicates import Duplicates, KeySet

GAMES = [
    '[White "a"]\n\n1. e4 e5 1-0',
    '[White "b"]\n\n1. e4 {x} e5 (1... c5) 1-0',
    '[White "a"]\n\n1. e4 e5 0-1',
    '[White "a"]\n\n1. e4 e5 2. d4 1-0',
    '[White "a"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1"]\n\n1. e4 e5 1-0',
    '[White "a"]\n[Result "1-0"]\n\n1-0',
    '[White "b"]\n[Result "1-0"]\n\n1-0',
    "1. e4 e5 2. Ke3 1-0",
    "1. e4 e5 2. Ke3 Nf6 1-0",
]


def read(*texts):
    return kiwipete.read_games(io.BytesIO("\n\n".join(texts).encode()), text=True)


def test_moves_result_and_start_count():
    duplicates = Duplicates()
    new = duplicates.unseen(read(*GAMES)).tolist()
    assert new == [True, False, *[True] * 7]
    assert not duplicates.unseen(read(*GAMES)).any()


def test_tags_may_count():
    assert Duplicates(["White"]).unseen(read(*GAMES)).all()
    assert not Duplicates(["White"]).unseen(read(GAMES[0], GAMES[0]))[1]


@pytest.mark.parametrize("seed", range(3))
def test_a_set_of_keys_is_a_set(seed):
    rng = random.Random(seed)
    keys, seen = KeySet(), set()
    for _ in range(60):
        batch = [
            bytes([rng.randrange(4), 0, rng.randrange(9)] + [0] * 13)
            for _ in range(rng.randrange(9))
        ]
        expected = []
        for key in batch:
            expected.append(key not in seen)
            seen.add(key)
        assert keys.add(np.array(batch, dtype="S16")).tolist() == expected
    assert len(keys) == len(seen)
    assert len(keys._runs) < 7
