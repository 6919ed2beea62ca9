"""Games of any length and depth: read, walked, written, copied, stored and forgotten."""

import copy
import gc
import io
import pickle

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


def test_a_long_line():
    game = pgn.Game()
    game.add_line(KNIGHTS[i % 4] for i in range(DEPTH))
    text = str(game)
    read = pgn.read_game(io.StringIO(text))
    assert read.errors == []
    assert read.end().ply() == sum(1 for _ in read.mainline()) == DEPTH
    assert len(read.end().board().move_stack) == DEPTH
    assert str(copy.deepcopy(read)) == str(pickle.loads(pickle.dumps(read))) == text
    del game, read
    gc.collect()


def test_many_variations_on_one_move():
    text = "1. e4 e5 " + "( 1... c5 ) " * DEPTH + "*"
    game = pgn.read_game(io.StringIO(text))
    assert len(game.next().variations) == DEPTH + 1
    assert str(game).endswith(text)


def test_variations_in_variations():
    game = pgn.Game()
    node = game
    for i in range(DEPTH):
        node.add_variation(kiwipete.Move.null())
        node = node.add_variation(KNIGHTS[i % 4])
    text = str(game)
    assert text.count("(") == DEPTH
    read = pgn.read_game(io.StringIO(text))
    assert read.errors == []
    assert str(read) == str(copy.deepcopy(read)) == text
    assert read.accept(Counter()) == 2 * DEPTH
    del game, read
    gc.collect()


def test_open_variations():
    game = pgn.read_game(
        io.StringIO("1. e4 " + "e5 ( 1... c5 2. Nf3 ( 2. Nc3 " + "Nc6 ( 2... d6 " * DEPTH)
    )
    assert f"{DEPTH + 2} variation(s) without )" in str(game.errors[0])
    assert len(game.next().variations) == 2
