"""Positions as pages get them."""

from __future__ import annotations

import pytest

from kiwipete import Board
from kiwipete.web.positions import describe


def after(*moves: str, chess960: bool = False) -> Board:
    board = Board(chess960=chess960)
    for san in moves:
        board.push_san(san)
    return board


@pytest.mark.parametrize(
    ("board", "opening"),
    [
        (after(), None),
        (after("e4", "c5"), {"eco": "B20", "name": "Sicilian Defence"}),
        # The name stays until a later position has one.
        (after("e4", "c5", "h4", "h5"), {"eco": "B20", "name": "Sicilian Defence"}),
        (after("e4", "c5", chess960=True), None),
    ],
)
def test_the_opening(board, opening):
    assert describe(board, 0, None)["opening"] == opening


def test_a_castling_king_may_be_put_on_its_rook():
    board = Board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    second = {
        move["uci"]: move["to2"] for move in describe(board, 0, None)["legal"] if "to2" in move
    }
    assert second == {"e1g1": "h1", "e1c1": "a1"}
