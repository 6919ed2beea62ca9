"""Explanations agree with the rules: the verdict on many moves in many positions."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from typing import Any

import chess
import pytest

import kiwipete
from kiwipete.explain import Rule, explain
from kiwipete.explain.faults import find_fault
from tests.support.explain_cases import MODULES, mirrored_sentence, names, squares_named
from tests.support.positions import scattered
from tests.support.random_play import CHESS960_STARTS, STANDARD_STARTS, games, play

SEED = 64
PROMOTIONS = [None, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN]
EVERY_MOVE = [
    (origin, target, promotion)
    for origin in chess.SQUARES
    for target in chess.SQUARES
    for promotion in PROMOTIONS
]


def positions(seed: int, count: int) -> Iterator[tuple[str, bool]]:
    """Positions of games, standard and Chess960, and impossible ones."""
    for number in range(count // 50):
        starts = CHESS960_STARTS if number % 2 else STANDARD_STARTS
        for rng, start in games(starts[number % len(starts) :][:1], 1, seed=seed + number):
            for board in play(rng, start, 24):
                yield board.fen(en_passant="fen"), start.chess960
    rng = random.Random(seed)
    for _ in range(count // 2):
        fen, chess960 = scattered(rng), rng.random() < 0.5
        with contextlib.suppress(kiwipete.InvalidFenError):  # a castling right given twice
            kiwipete.Board(fen)
            yield fen, chess960


def telling_moves(rng: random.Random, board: chess.Board) -> list[tuple[int, int, int | None]]:
    """Moves that break no rule, or hardly any, and some that break many."""
    own = list(chess.scan_forward(board.occupied_co[board.turn]))
    kings = [s for s in own if board.piece_type_at(s) == chess.KING]
    moves = [(m.from_square, m.to_square, m.promotion) for m in board.pseudo_legal_moves]
    moves += [(king, target, None) for king in kings for target in chess.SQUARES]
    moves += [(rng.choice(own), rng.choice(chess.SQUARES), None) for _ in own]
    return moves + rng.sample(EVERY_MOVE, 20)


def assert_verdict(board: Any, oracle: chess.Board, move: Any) -> Rule:
    """Hold the verdict against both boards, and the search for a fault against the verdict."""
    legal = oracle.is_legal(chess.Move(move.from_square, move.to_square, move.promotion))
    found = explain(board, move)
    right = (
        found.legal is board.is_legal(move) is legal
        and (find_fault(board, move) is None) is legal
        and names(found) == squares_named(found.sentence)
        and (found.legal or not found.effects)
    )
    assert right, f"{move.uci()} in {board!r}: {found}"
    return found.rule


@MODULES
def test_the_verdict_on_every_move(module):
    rng = random.Random(SEED)
    for fen, chess960 in rng.sample(list(positions(SEED, 400)), 8):
        board, oracle = module.Board(fen, chess960=chess960), chess.Board(fen, chess960=chess960)
        for numbers in EVERY_MOVE:
            assert_verdict(board, oracle, module.Move(*numbers))


def assert_verdicts(module: Any, seed: int, count: int) -> set[Rule]:
    """Hold the verdicts on many moves in many positions; return the rules that were met."""
    rng = random.Random(seed)
    seen = set()
    for fen, chess960 in positions(seed, count):
        board, oracle = module.Board(fen, chess960=chess960), chess.Board(fen, chess960=chess960)
        for numbers in telling_moves(rng, oracle):
            seen.add(assert_verdict(board, oracle, module.Move(*numbers)))
    return seen


def test_the_verdict_in_hundreds_of_positions():
    seen = assert_verdicts(kiwipete, SEED, 800)
    assert set(Rule) - seen <= {Rule.PROMOTION_TO_WRONG_PIECE, Rule.EN_PASSANT_EXPOSES_KING}


def test_the_verdict_on_python_chess_boards():
    assert len(assert_verdicts(chess, SEED, 200)) > 20


@pytest.mark.deep
def test_the_verdict_in_thousands_of_positions():
    assert_verdicts(kiwipete, SEED + 1, 2200)


def test_colours_make_no_difference():
    rng = random.Random(SEED)
    for fen, chess960 in positions(SEED, 300):
        board = chess.Board(fen, chess960=chess960)
        if not board.is_valid():
            continue
        mirror = board.mirror()
        for origin, target, promotion in telling_moves(rng, board):
            found = explain(board, chess.Move(origin, target, promotion))
            other = explain(mirror, chess.Move(origin ^ 56, target ^ 56, promotion))
            if not (origin == target == 0 or origin == target == 56):  # a1a1 is the null move
                assert other.sentence == mirrored_sentence(found.sentence)
                assert (other.rule, other.effects) == (found.rule, found.effects)


@MODULES
@pytest.mark.parametrize("kings", ["", "K", "k", "KK", "KKk", "KKkk"])
def test_any_number_of_kings(module, kings):
    board = module.Board("8/8/8/3pP3/8/8/8/8 w - d6 0 1")
    for square, letter in zip((chess.E1, chess.G4, chess.E8, chess.B6), kings, strict=False):
        board.set_piece_at(square, module.Piece.from_symbol(letter))
    for numbers in EVERY_MOVE[::3]:
        move = module.Move(*numbers)
        assert explain(board, move).legal == board.is_legal(move)
