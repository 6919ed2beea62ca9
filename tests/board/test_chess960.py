"""Chess960's numbers and back ranks: all that there are, and nothing else."""

from __future__ import annotations

import itertools

import chess
import pytest

from kiwipete.positions import back_rank, number_of
from tests.support.agreement.answers import outcome


def test_all_positions():
    for number in range(960):
        rank = back_rank(number)
        assert chess.Board.from_chess960_pos(number).board_fen().endswith(f"/{rank}")
        assert number_of(rank) == number


def test_all_orders_of_the_pieces():
    orders = {"".join(order) for order in itertools.permutations("RNBQKBNR")}
    assert len(orders) == 5040
    assert sum(number_of(order) is not None for order in orders) == 960
    for order in sorted(orders)[::7]:
        board = chess.BaseBoard(f"{order.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{order}")
        assert number_of(order) == board.chess960_pos()


@pytest.mark.parametrize(
    "rank", ["", "RNBQKBN", "RNBQKBNRR", "rnbqkbnr", "RNBQQBNR", "RNBQKBN1", " RNBQKBNR", "518"]
)
def test_what_is_no_back_rank(rank):
    assert number_of(rank) is None


@pytest.mark.parametrize("number", [-1, 960, -960, 10**30])
def test_numbers_out_of_range(number):
    assert outcome(chess.Board.from_chess960_pos, number) == ("raises", ValueError)
    with pytest.raises(ValueError, match=f"numbered 0 to 959, not {number}$"):
        back_rank(number)


@pytest.mark.parametrize("number", ["518", 518.0, None, b"518"])
def test_what_is_no_number(number):
    assert outcome(chess.Board.from_chess960_pos, number) == ("raises", TypeError)
    with pytest.raises(TypeError):
        back_rank(number)
