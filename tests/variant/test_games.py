"""Variants agree with python-chess in random games and on boards with any pieces."""

from __future__ import annotations

import copy
import pickle
import random

import chess
import chess.polyglot
import chess.variant
import pytest

import kiwipete
from kiwipete import polyglot, variant
from tests.support.deep import share
from tests.support.overrides.answers import answers, texts

NAMES = [cls.__name__ for cls in variant.VARIANTS[1:]]

# Positions where the rules of a variant matter soon.
FENS = {
    "AtomicBoard": "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
    "AntichessBoard": "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
    "SuicideBoard": "r3k2r/1P6/8/8/8/8/1p6/R3K2R w KQkq - 0 1",
    "CrazyhouseBoard": "r3k2r/1P6/8/8/8/8/1p6/R3K2R[PNBRQpnbrq] w KQkq - 0 1",
    "HordeBoard": "4k3/8/8/8/8/p7/1P6/P6P w - - 0 1",
    "RacingKingsBoard": "8/6K1/1k6/8/8/8/8/q1r2B1Q w - - 0 1",
    "ThreeCheckBoard": "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+1 0 1",
    "KingOfTheHillBoard": "8/8/2k5/8/8/5K2/8/8 w - - 98 1",
}


def play(ours, theirs, luck, plies):
    """Play a random game on both boards, with many captures, and compare all that they say."""
    for ply in range(plies):
        moves = texts(theirs.legal_moves)
        assert texts(ours.legal_moves) == moves
        if ply % 9 == 0 or len(moves) < 3:
            assert list(answers(ours)) == list(answers(theirs))
        if not moves:
            break
        captures = texts(theirs.generate_legal_captures())
        uci = luck.choice(captures if captures and luck.random() < 0.3 else moves)
        assert ours.push_uci(uci).uci() == theirs.push_uci(uci).uci()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_games_go_the_same_way(name, seed):
    luck = random.Random(f"{name} {seed}")
    fens = [FENS[name]] if seed == 0 and name in FENS else []
    named = {"chess960": seed == 1}
    theirs = getattr(chess.variant, name)(*fens, **named)
    ours = getattr(variant, name)(*fens, **named)
    play(ours, theirs, luck, plies=40 if name == "CrazyhouseBoard" else 100)
    assert texts_in_order(ours.move_stack) == texts_in_order(theirs.move_stack)
    assert ours.root().fen() == theirs.root().fen()
    assert ours.mirror().fen() == theirs.mirror().fen()
    for turned in (chess.flip_vertical, chess.flip_horizontal):
        assert ours.transform(turned).fen() == theirs.transform(turned).fen()
    twins = [ours.copy(), copy.deepcopy(ours), pickle.loads(pickle.dumps(ours))]
    while theirs.move_stack:
        move = theirs.pop()
        assert {board.pop().uci() for board in (ours, *twins)} == {move.uci()}
        assert {board.fen() for board in (ours, *twins)} == {theirs.fen()}
        assert all(type(twin) is type(ours) and twin == ours for twin in twins)


def texts_in_order(moves):
    return [move.uci() for move in moves]


@pytest.mark.deep
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(10, 10 + share(20)))
def test_more_games_go_the_same_way(name, seed):
    luck = random.Random(f"{name} {seed}")
    play(getattr(variant, name)(), getattr(chess.variant, name)(), luck, plies=200)


def scattered(luck, name):
    """A position with any pieces anywhere."""
    board = chess.BaseBoard.empty()
    count = luck.choice([1, 2, 3, 4, 6, 12, 30])
    symbols = luck.choice(["pnbrqkPNBRQK", "bB", "nN", "bBnk", "PPPPPPp", "pnbrqPNBRQ"])
    kings = [king for king in "kK" if luck.random() < 0.7]
    if name == "HordeBoard":
        symbols, kings = symbols.replace("k", "").replace("K", ""), ["k"]
    squares = luck.sample(range(64), count + len(kings))
    for king in kings:
        board.set_piece_at(squares.pop(), chess.Piece.from_symbol(king))
    for square in squares:
        board.set_piece_at(square, chess.Piece.from_symbol(luck.choice(symbols)))
    pockets = "".join(luck.choices("PNBRQpnbrq", k=luck.choice([0, 1, 2, 20])))
    placement = board.board_fen() + (f"[{pockets}]" if name == "CrazyhouseBoard" else "")
    return f"{placement} {luck.choice('wb')} - - {luck.choice([0, 99, 150])} 60"


@pytest.mark.parametrize("name", NAMES)
def test_any_board_gives_the_same_answers(name):
    luck = random.Random(name)
    for _ in range(20 if name == "CrazyhouseBoard" else 80):
        fen = scattered(luck, name)
        ours, theirs = getattr(variant, name)(fen), getattr(chess.variant, name)(fen)
        assert list(answers(ours)) == list(answers(theirs)), fen


ATTRIBUTES = (
    "aliases", "captures_compulsory", "connected_kings", "one_king", "pawnless_tbw_magic",
    "pawnless_tbw_suffix", "pawnless_tbz_magic", "pawnless_tbz_suffix", "starting_fen",
    "tbw_magic", "tbw_suffix", "tbz_magic", "tbz_suffix", "uci_variant", "xboard_variant",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_classes_say_the_same_of_themselves(name):
    ours, theirs = getattr(variant, name), getattr(chess.variant, name)
    assert {one: getattr(ours, one) for one in ATTRIBUTES} == {
        one: getattr(theirs, one) for one in ATTRIBUTES
    }
    assert {one for one in vars(theirs) if one[0] != "_"} <= {*dir(ours)}
    assert ours.empty().fen() == theirs.empty().fen()
    assert ours().fen() == theirs().fen()


def test_every_variant_is_found_by_every_name():
    for theirs in chess.variant.VARIANTS:
        for alias in theirs.aliases:
            found = variant.find_variant(alias.upper())
            assert found.__name__ == theirs.__name__
    assert [one.__name__ for one in variant.VARIANTS] == [
        one.__name__ for one in chess.variant.VARIANTS
    ]


def test_boards_of_different_games_differ():
    boards = [cls("4k3/8/8/8/8/8/8/4K3 w - - 0 1") for cls in variant.VARIANTS]
    for board in boards:
        assert [other == board for other in boards].count(True) == 1
    assert kiwipete.Board() != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.mark.parametrize("name", NAMES)
def test_keys_in_opening_books_are_those_of_python_chess(name):
    luck = random.Random(f"book {name}")
    ours, theirs = getattr(variant, name)(), getattr(chess.variant, name)()
    for _ in range(30):
        assert polyglot.zobrist_hash(ours) == chess.polyglot.zobrist_hash(theirs)
        moves = texts(theirs.legal_moves)
        if not moves:
            break
        uci = luck.choice(moves)
        ours.push_uci(uci)
        theirs.push_uci(uci)
