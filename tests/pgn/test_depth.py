"""Games of any length and depth: read, walked, written, copied, stored and forgotten."""

import copy
import gc
import io
import pickle

import pytest

import kiwipete
from kiwipete import pgn

DEPTH = 100_000


KNIGHTS = [kiwipete.Move.from_uci(uci) for uci in ("g1f3", "g8f6", "f3g1", "f6g8")]


class Counter(pgn.BaseVisitor):
    """Counts moves."""

    def __init__(self):
        self.moves = 0

    def visit_move(self, board, move):
        self.moves += 1

    def result(self):
        return self.moves


def long_line(length):
    game = pgn.Game()
    game.add_line(KNIGHTS[i % 4] for i in range(length))
    return game


def staircase(depth):
    """A game with a variation in a variation in a variation."""
    game = node = pgn.Game()
    for i in range(depth):
        node.add_variation(kiwipete.Move.null())
        node = node.add_variation(KNIGHTS[i % 4])
    return game


def test_a_long_line():
    text = str(long_line(DEPTH))
    game = pgn.read_game(io.StringIO(text))
    assert game.errors == []
    assert game.end().ply() == sum(1 for _ in game.mainline()) == DEPTH
    assert len(game.end().board().move_stack) == DEPTH
    assert str(game) == text
    del game
    gc.collect()


def test_many_variations_on_one_move():
    text = "1. e4 e5 " + "( 1... c5 ) " * DEPTH + "*"
    game = pgn.read_game(io.StringIO(text))
    assert len(game.next().variations) == DEPTH + 1
    assert str(game).endswith(text)


def test_variations_in_variations():
    text = str(staircase(DEPTH))
    assert text.count("(") == DEPTH
    game = pgn.read_game(io.StringIO(text))
    assert game.errors == []
    assert str(game) == text
    del game
    gc.collect()


@pytest.mark.parametrize("grow", [long_line, staircase])
def test_walks_copies_and_storage(grow):
    game = grow(5_000)
    assert str(copy.deepcopy(game)) == str(pickle.loads(pickle.dumps(game))) == str(game)
    assert game.accept(Counter()) == (5_000 if grow is long_line else 10_000)


def test_open_variations():
    game = pgn.read_game(io.StringIO("1. e4 e5 2. Nf3 Nc6 ( 2... d6 3. d4 ( 3. c4 ) ( 3. c3 "))
    assert "2 variation(s) without )" in str(game.warnings[0])
    game = pgn.read_game(io.StringIO("1. e4 e5" + " ( 1... c5 2. Nf3 ( 2. Nc3" * DEPTH))
    assert "variation(s) without )" in str(game.warnings[-1])
