"""What Kiwipete's own engine is given: boards of other libraries and games, moves and limits."""

from __future__ import annotations

import chess
import chess.variant
import pytest

import kiwipete.variant
from kiwipete import Board, Move
from kiwipete.engine import Engine, EngineError, Limit


@pytest.fixture(scope="module")
def engine():
    with Engine(hash_mb=1) as engine:
        yield engine


VARIANTS = [*kiwipete.variant.VARIANTS[1:], *chess.variant.VARIANTS[1:]]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda each: f"{each.__module__}.{each.__name__}")
def test_variants_are_refused(engine, variant):
    for ask in (engine.play, engine.analyse, engine.analysis):
        with pytest.raises(EngineError, match=f"standard chess, not {variant.uci_variant}"):
            ask(variant(), Limit(depth=1))


class OnlyPawns(Board):
    def generate_legal_moves(self, *masks):
        return (
            move
            for move in super().generate_legal_moves(*masks)
            if self.piece_type_at(move.from_square) == 1
        )


class NoPawnCaptures(chess.Board):
    def generate_pseudo_legal_moves(self, *masks):
        return (
            move
            for move in super().generate_pseudo_legal_moves(*masks)
            if self.piece_type_at(move.from_square) > 1
        )


class FirstCheckWins(Board):
    def is_variant_end(self):
        return self.is_check()


class StalemateWins(Board):
    def is_stalemate(self):
        return False


@pytest.mark.parametrize("kind", [OnlyPawns, NoPawnCaptures, FirstCheckWins, StalemateWins])
def test_boards_with_rules_of_their_own_are_refused(engine, kind):
    with pytest.raises(EngineError, match=f"standard chess; {kind.__name__} has rules of its own"):
        engine.play(kind(), Limit(depth=1))


class Counting(Board):
    pushed = 0

    def push(self, move):
        super().push(move)
        type(self).pushed += 1


def test_a_board_that_only_watches_is_searched(engine):
    assert engine.play(Counting(), Limit(depth=3), ponder=True).move in Board().legal_moves


def test_boards_and_moves_of_python_chess(engine):
    board = chess.Board()
    for _ in range(4):
        result = engine.play(board, Limit(depth=3))
        assert result.move in board.legal_moves
        board.push(result.move)
    asked = chess.Move.from_uci("a2a3")
    info = engine.analyse(chess.Board(), Limit(depth=3), root_moves=[asked])
    assert info["pv"][0] == asked
    shuffled = chess.Board.from_chess960_pos(7)
    assert engine.play(shuffled, Limit(depth=3)).move in shuffled.legal_moves


def test_the_moves_behind_a_board_of_python_chess_count(engine):
    """The third stand is a draw, and the engine is a rook behind."""
    board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/1R4K1 b - - 0 1")
    for move in ["g8f8", "b1b2", "f8g8", "b2b1", "g8f8", "b1b2", "f8g8"]:
        board.push_uci(move)
    repeats = chess.Move.from_uci("b2b1")
    info = engine.analyse(board, Limit(depth=1), root_moves=[repeats], game="another")
    assert info["score"].white().score() == 0


@pytest.mark.parametrize("thing", ["startpos", None, 7])
def test_what_is_no_board(engine, thing):
    with pytest.raises(TypeError, match="a board is expected, not"):
        engine.play(thing, Limit(depth=1))


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        (["e2e4"], "root_moves are Move objects, not 'e2e4'"),
        ([None], "root_moves are Move objects, not None"),
        (
            [Move.from_uci("e7e5"), Move.from_uci("e2e5")],
            "none of the root_moves is legal: e2e5, e7e5",
        ),
    ],
)
@pytest.mark.parametrize("limited", [False, True])
def test_wrong_root_moves(engine, moves, said, limited):
    options = {"UCI_LimitStrength": limited}
    for ask in (engine.play, engine.analyse, engine.analysis):
        with pytest.raises(ValueError, match=said):
            ask(Board(), Limit(depth=1), root_moves=iter(moves), options=options)


def test_root_moves_may_come_from_a_generator(engine):
    moves = (Move.from_uci(move) for move in ("h2h3", "e2e5"))
    assert engine.play(Board(), Limit(depth=1), root_moves=moves).move == Move.from_uci("h2h3")
    assert engine.play(Board(), Limit(depth=1), root_moves=[]).move is None


@pytest.mark.parametrize(
    "limit",
    [
        {"nodes": -1},
        {"depth": -1},
        {"mate": -1},
        {"time": -0.1},
        {"time": float("nan")},
        {"white_clock": 1, "remaining_moves": -1},
        {"white_clock": 1, "white_inc": -1},
        {"white_clock": float("nan")},
    ],
)
def test_limits_that_cannot_be(engine, limit):
    with pytest.raises(ValueError, match="cannot"):
        engine.play(Board(), Limit(**limit))
    with pytest.raises(ValueError, match="cannot"):
        engine.analysis(Board(), Limit(**limit))


@pytest.mark.parametrize(
    "limit",
    [
        {"nodes": 10**30, "depth": 2},
        {"depth": 10**30, "nodes": 100},
        {"time": float("inf"), "depth": 2},
        {"white_clock": 1e300, "depth": 2},
        {"white_clock": -3.0},
        {"mate": 10**30, "depth": 2},
        {"white_clock": 1, "remaining_moves": 0, "depth": 2},
    ],
)
def test_limits_beyond_all_bounds(engine, limit):
    assert engine.play(Board(), Limit(**limit)).move in Board().legal_moves


def test_lines_are_at_least_one(engine):
    for lines in (0, -1):
        with pytest.raises(ValueError, match=f"at least 1, not {lines}"):
            engine.analyse(Board(), Limit(depth=1), multipv=lines)


def test_a_table_that_does_not_fit_leaves_the_old_one(engine):
    with pytest.raises(EngineError, match="Hash: no room for a table of 1048576 MB"):
        engine.configure({"Hash": 1 << 20})
    assert engine.play(Board(), Limit(depth=2)).move
