"""Nodes and games: the same questions and changes as in python-chess have the same answers."""

import copy
import io
import pickle

import chess
import chess.pgn
import pytest

import kiwipete
from kiwipete import pgn
from tests.support.pgn.recording import MODULES, TEXT, both, contents, recorder, tree
from tests.support.pgn.texts import random_game


def nodes_of(game):
    found, waiting = [], [game]
    while waiting:
        found.append(waiting.pop(0))
        waiting.extend(found[-1].variations)
    return found


QUESTIONS = [
    lambda node: node.ply(),
    lambda node: node.turn(),
    lambda node: node.is_end(),
    lambda node: node.is_mainline(),
    lambda node: node.is_main_variation(),
    lambda node: node.starts_variation(),
    lambda node: node.board().fen(),
    lambda node: [move.uci() for move in node.board().move_stack],
    lambda node: str(node),
    lambda node: repr(node).partition("(")[2],
    lambda node: str(node.mainline()),
    lambda node: str(node.mainline_moves()),
    lambda node: repr(node.mainline()).partition("(")[2],
    lambda node: bool(node.mainline()),
    lambda node: [move.uci() for move in node.mainline_moves()],
    lambda node: [move.uci() for move in reversed(node.mainline_moves())],
    lambda node: node.end().move and node.end().move.uci(),
    lambda node: node.next() and node.next().move.uci(),
    lambda node: node.game() is node.root(),
    lambda node: (node.san(), node.uci(), node.uci(chess960=True)) if node.parent else None,
    lambda node: (node.comment, node.starting_comment, node.nags),
]


@pytest.mark.parametrize("number", range(len(QUESTIONS)))
@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        str(random_game(5)),
        "*",
        '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 9"]\n\n9... Kd7 10. e4 *',
    ],
)
def test_questions(text, number):
    theirs, ours = both(text)
    for their_node, our_node in zip(nodes_of(theirs), nodes_of(ours), strict=True):
        assert QUESTIONS[number](our_node) == QUESTIONS[number](their_node)


@pytest.mark.parametrize("skips", [(), ("begin_variation",), ("end_headers",), ("begin_game",)])
@pytest.mark.parametrize("way", ["accept", "accept_subgame", "mainline"])
@pytest.mark.parametrize("text", [TEXT, str(random_game(9))])
def test_visits(text, way, skips):
    theirs, ours = both(text)
    for their_node, our_node in zip(nodes_of(theirs), nodes_of(ours), strict=True):
        calls = [
            (node.mainline().accept if way == "mainline" else getattr(node, way))(
                recorder(module, frozenset(skips))()
            )
            for module, node in zip(MODULES, (their_node, our_node), strict=True)
        ]
        assert calls[0] == calls[1]


CHANGES = [
    "variation", "has_variation", "promote", "demote", "promote_to_main", "remove_variation",
    "__getitem__", "__contains__",
]  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("wanted", [0, 1, 2, 5, -1, "e2e4", "h2h4", None, "a node", "a stranger"])
def test_changes(name, wanted):
    outcomes = []
    for core, game in zip((chess, kiwipete), both(), strict=True):
        key = wanted
        if wanted == "a node":
            key = game.variations[1]
        elif wanted == "a stranger":
            key = game.next().next()
        elif isinstance(wanted, str):
            key = core.Move.from_uci(wanted)
        try:
            answer = getattr(game, name)(key)
            answer = answer if isinstance(answer, bool | None) else answer.move.uci()
        except (KeyError, IndexError) as error:
            answer = type(error)
        outcomes.append((answer, tree(game)))
    assert outcomes[0] == outcomes[1]


def test_adding():
    outcomes = []
    for core, module in ((chess, chess.pgn), (kiwipete, pgn)):
        moves = [core.Move.from_uci(uci) for uci in ("e2e4", "e7e5", "g1f3")]
        game = module.Game()
        last = game.add_line(moves, comment="c", starting_comment="s", nags=[1])
        game.add_variation(core.Move.from_uci("d2d4"), comment="x", nags=[3, 2])
        game.add_main_variation(core.Move.from_uci("c2c4"), comment="y", nags=[4])
        assert game.add_line([]) is game
        module.ChildNode(game, core.Move.null(), comment="null")
        outcomes.append((tree(game), str(game), str(last)))
    assert outcomes[0] == outcomes[1]


def test_anything_can_be_set():
    game = pgn.read_game(io.StringIO("1. e4 e5 (1... c5) *"))
    node = game.next()
    node.comment, node.starting_comment, node.nags = "c", "s", {7}
    node.move = kiwipete.Move.from_uci("d2d4")
    node.variations = node.variations[::-1]
    node.mine = "mine"
    assert str(game).endswith("{ s } 1. d4 $7 { c } 1... c5 ( 1... e5 ) *")
    node.variations[0].parent = None
    assert node.variations[0].root() is node.variations[0]
    assert node.mine == "mine"


def test_nodes_are_made_once():
    game = pgn.read_game(io.StringIO("1. e4 e5 *"))
    assert game.next() is game.next() is game.variations[0]
    assert game.next().next().parent is game.next()
    game.variations.clear()
    assert game.is_end()


def test_from_board():
    for text, fen, chess960 in (
        ("e4 e5 Nf3", kiwipete.STARTING_FEN, False),
        ("f3 e5 g4 Qh4#", kiwipete.STARTING_FEN, False),
        ("O-O Kd7", "4k3/8/8/8/8/8/8/R3K2R w KQ - 3 40", True),
    ):
        texts = []
        for core, module in ((chess, chess.pgn), (kiwipete, pgn)):
            board = core.Board(fen, chess960=chess960)
            for san in text.split():
                board.push_san(san)
            texts.append(str(module.Game.from_board(board)))
        assert texts[0] == texts[1]


def test_subclasses():
    class Mine(pgn.ChildNode):
        def san(self):
            return f"my {super().san()}"

    class MyGame(pgn.Game):
        def add_variation(self, move, **options):
            return Mine(self, move, **options)

    game = MyGame()
    node = game.add_variation(kiwipete.Move.from_uci("e2e4"))
    assert node.san() == "my e4"
    assert str(game).endswith("1. e4 *")


@pytest.mark.parametrize("again", [copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_copies_and_storage(again):
    game = random_game(3)
    game.errors.append(ValueError("x"))
    game.next().mine = ["mine"]
    other = again(game)
    assert contents(other) == contents(game)
    assert str(other.errors) == str(game.errors)
    assert other.next().mine == ["mine"]
    assert other.next().mine is not game.next().mine
    assert other.next().parent is other
    node = again(game.next().next())
    assert str(node.game()) == str(game)
    assert node.parent.parent is node.game()


def test_a_game_without_tags():
    assert pgn.Game.without_tag_roster().headers == {}
    assert repr(pgn.Game()).endswith("('?' vs. '?', '????.??.??' at '?')>")


def test_an_illegal_move_in_a_tree():
    game = pgn.Game()
    node = game.add_variation(kiwipete.Move.from_uci("e2e5"))
    assert "dangling: e2e5" in repr(node) or "e2e5" in repr(node)
    with pytest.raises(kiwipete.IllegalMoveError, match="e2e5"):
        str(game)
    with pytest.raises(kiwipete.IllegalMoveError, match="e2e5"):
        node.board()
