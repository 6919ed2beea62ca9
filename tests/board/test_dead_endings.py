"""Dead positions: random endings of up to five pieces agree with the complete answer.

tools/check_dead_positions.py compares a hundred thousand of them.
"""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import chess
import pytest

from kiwipete import BLACK, COLORS, WHITE, Board
from tests.support.cython_modules import compile_module
from tests.support.dead_positions import check_verdict
from tests.support.endings import crowded_endings, different_endings

pytestmark = pytest.mark.deep
SOURCE = Path(__file__).parents[1] / "support" / "complete_endings.pyx"


@pytest.fixture(scope="module")
def complete(tmp_path_factory):
    return compile_module(SOURCE, tmp_path_factory.mktemp("cython"), "complete_endings")


@pytest.mark.parametrize(("endings", "count"), [(different_endings, 800), (crowded_endings, 400)])
def test_endings_agree_with_the_complete_answer(complete, endings, count):
    for board in itertools.islice(endings(random.Random("share")), count):
        for color in COLORS:
            check_verdict(board, color, complete)


def test_the_complete_answer_has_the_rules_of_chess(complete):
    for board in itertools.islice(different_endings(random.Random("rules")), 300):
        fen = board.fen()
        assert complete.perft(fen, 2) == count_leaves(chess.Board(fen), 2), fen


def count_leaves(board, depth):
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += count_leaves(board, depth - 1) if depth > 1 else 1
        board.pop()
    return leaves


@pytest.mark.parametrize(
    ("fen", "answer"),
    [
        ("R5k1/6pp/8/8/8/5K2/8/8 b - - 0 1", True),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", True),
        ("kb6/8/1K6/8/8/8/8/5B2 w - - 0 1", True),  # bishops of different colours
        ("2b1k3/8/8/8/8/8/8/3BK3 w - - 0 1", False),
        ("4kq2/8/8/8/8/8/8/2N1K3 w - - 0 1", False),
        ("kr6/8/K7/3N4/8/8/8/8 w - - 0 1", True),
        ("k7/1Q6/8/8/8/8/8/7K b - - 0 1", False),  # Black must take
        ("k7/P7/K7/8/8/8/8/8 b - - 0 1", False),  # stalemate
        ("8/8/8/8/1pP5/1Q1K4/8/2k5 b - c3 0 1", True),
        ("8/8/8/8/1pP5/1Q1K4/8/2k5 b - - 0 1", False),  # stalemate without en passant
    ],
)
def test_the_complete_answer_is_right_where_it_is_known(complete, fen, answer):
    assert complete.can_mate(fen, WHITE)[0] is answer
    mirrored = Board(fen).mirror().fen()
    assert complete.can_mate(mirrored, BLACK)[0] is answer


def test_the_complete_answer_refuses_what_it_cannot_look_at(complete):
    with pytest.raises(ValueError, match="more than five pieces"):
        complete.can_mate(Board().fen().replace("KQkq", "-"), WHITE)
    with pytest.raises(ValueError, match="castling"):
        complete.can_mate("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", WHITE)
