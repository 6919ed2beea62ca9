"""Nodes that are their own ancestors: nothing walks for ever."""

import copy
import io
import pickle
import signal

import pytest

import kiwipete
from kiwipete import pgn

KNIGHTS = [kiwipete.Move.from_uci(uci) for uci in ("g1f3", "g8f6", "f3g1", "f6g8")]


class Quiet(pgn.BaseVisitor):
    """Makes nothing of a game."""

    def result(self):
        return "done"


def ring(length, *, tail=0):
    """Return the first of some nodes in a line, of which the last is followed by a later one."""
    game = pgn.Game()
    nodes = [game.add_variation(KNIGHTS[0])]
    for i in range(1, tail + length):
        nodes.append(nodes[-1].add_variation(KNIGHTS[i % 4]))
    nodes[-1].variations = [nodes[tail]]
    nodes[tail].parent = nodes[-1]
    return nodes[0], nodes


UPWARDS = {
    "root": lambda node: node.root(),
    "game": lambda node: node.game(),
    "board": lambda node: node.board(),
    "ply": lambda node: node.ply(),
    "turn": lambda node: node.turn(),
    "san": lambda node: node.san(),
    "uci": lambda node: node.uci(),
    "is_mainline": lambda node: node.is_mainline(),
    "str": str,
    "accept_subgame": lambda node: node.accept_subgame(Quiet()),
    "pickle": pickle.dumps,
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("length", [1, 4, 600])
@pytest.mark.parametrize("call", UPWARDS.values(), ids=UPWARDS)
def test_ways_up(call, length):
    node, nodes = ring(length)
    for start in (node, nodes[-1], nodes[length // 2]):
        with pytest.raises(ValueError, match="its own ancestor"):
            call(start)
    assert "dangling" in repr(node)


DOWNWARDS = {
    "end": lambda game: game.end(),
    "mainline": lambda game: list(game.mainline()),
    "reversed": lambda game: list(reversed(game.mainline_moves())),
    "str of the mainline": lambda game: str(game.mainline()),
    "str": str,
    "accept": lambda game: game.accept(Quiet()),
    "pickle": pickle.dumps,
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize(("length", "tail"), [(4, 0), (4, 1), (8, 63), (600, 5)])
@pytest.mark.parametrize("call", DOWNWARDS.values(), ids=DOWNWARDS)
def test_ways_down(call, length, tail):
    _, nodes = ring(length, tail=tail)
    game = pgn.Game()
    game.setup(kiwipete.Board())
    game.variations = [nodes[0]]
    nodes[0].parent = game
    with pytest.raises(ValueError, match=r"its own ancestor|illegal"):
        call(game)


@pytest.mark.parametrize(
    "call", [str, lambda game: game.accept(Quiet()), pickle.dumps, copy.deepcopy]
)
def test_a_variation_in_itself(call):
    game = pgn.read_game(io.StringIO("1. Nf3 (1. Nc3 -- 2. --) *"))
    side = game.variations[1]
    # 1. Nc3 -- 2. Nb1 -- (where the knight came from) and 1. Nc3 in brackets again.
    node = side.next().add_main_variation(kiwipete.Move.from_uci("c3b1"))
    node = node.add_variation(kiwipete.Move.null())
    node.add_variation(kiwipete.Move.from_uci("g1f3"))
    node.variations.append(side)
    with pytest.raises(ValueError, match="its own ancestor"):
        call(game)


def test_a_node_may_stand_at_several_places():
    game = pgn.read_game(io.StringIO("1. Nf3 Nf6 (1... Nc6) *"))
    other = pgn.Game()
    other.variations = game.variations
    assert str(other.mainline_moves()) == "1. Nf3 Nf6"
    game.next().variations.append(game.next().variations[1])
    assert str(game).endswith("1. Nf3 Nf6 ( 1... Nc6 ) ( 1... Nc6 ) *")
    assert len(copy.deepcopy(game).next().variations) == 3


def test_a_node_without_a_game():
    node = pgn.Game().add_variation(kiwipete.Move.null())
    node.parent = None
    for call in (node.board, node.ply, node.game):
        with pytest.raises(ValueError, match="this node does not belong to a game"):
            call()


@pytest.mark.parametrize("way", [pgn.read_game, pgn.read_headers, pgn.skip_game])
def test_long_reading_hears_signals(way):
    class Interrupted(Exception):
        pass

    def interrupt(*_):
        raise Interrupted

    file = io.StringIO("1. e4\n" + "$1 {x}\n" * 2_000_000)
    earlier = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.002)
        with pytest.raises(Interrupted):
            way(file)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, earlier)
    assert 0 < file.tell() < len(file.getvalue())
