"""What python-chess's other modules ask of a board that no program is meant to ask."""

from __future__ import annotations

import random

import chess
import pytest

from kiwipete import Board, Move
from tests.support.impossible import random_boards
from tests.support.random_play import STARTS

CLASS_ATTRIBUTES = [
    *("aliases", "uci_variant", "xboard_variant", "starting_fen"),
    *("tbw_suffix", "tbz_suffix", "tbw_magic", "tbz_magic", "pawnless_tbw_suffix"),
    *("pawnless_tbz_suffix", "pawnless_tbw_magic", "pawnless_tbz_magic"),
    *("connected_kings", "one_king", "captures_compulsory"),
]


@pytest.mark.parametrize("name", CLASS_ATTRIBUTES)
def test_class_attributes(name):
    assert getattr(Board, name) == getattr(chess.Board, name)


def test_no_public_attribute_of_boards_is_missing():
    missing = set(dir(chess.Board())) - set(dir(Board()))
    assert {name for name in missing if name[0] != "_"} == set()


def fens() -> list[str]:
    """Return positions in which kings and rooks stand where they may castle, or do not."""
    made = [board.fen() for _, board in random_boards(41, 20, chess960=True)]
    return [*(start.fen for start in STARTS[:20]), *made, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]


@pytest.mark.parametrize("chess960", [False, True])
def test_castling_in_either_writing(chess960):
    rng = random.Random(42)
    for fen in fens():
        board, oracle = Board(fen), chess.Board(fen)
        for _ in range(300):
            ends = rng.choice([4, 60, rng.randrange(64)]), rng.randrange(64)
            promotion = rng.choice([None, None, 5])
            move = board._from_chess960(chess960, *ends, promotion)
            assert move.uci() == oracle._from_chess960(chess960, *ends, promotion).uci()
            expected = oracle._to_chess960(chess.Move(*ends)).uci()
            assert board._to_chess960(Move(*ends)).uci() == expected
        square = rng.randrange(64)
        drop = board._from_chess960(chess960, square, square, None, 2)
        assert drop == Move(square, square, drop=2)
