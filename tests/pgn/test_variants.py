"""Games of variants are read, written and replayed by their own rules."""

from __future__ import annotations

import io
import random

import chess.pgn
import chess.variant
import pytest

from kiwipete import pgn
from kiwipete.variant import find_variant

NAMES = [
    "Crazyhouse", "Atomic", "Three-check", "Antichess", "Horde", "Racing Kings", "King of the Hill",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_games_of_variants_are_those_of_python_chess(name):
    dice = random.Random(name)
    for _ in range(4):
        board = chess.variant.find_variant(name)()
        while not board.is_game_over() and board.ply() < 60:
            board.push(dice.choice(list(board.legal_moves)))
        expected = chess.pgn.Game.from_board(board)
        game = pgn.read_game(io.StringIO(f"{expected}\n\n"))
        assert game.errors == []
        assert str(game) == str(expected)
        end = game.end().board()
        assert isinstance(end, find_variant(name))
        assert end.fen() == board.fen()
        assert str(pgn.Game.from_board(end)) == str(expected)


def test_an_unknown_variant_is_told_and_read_as_chess():
    game = pgn.read_game(io.StringIO('[Variant "Ludo"]\n\n1. e4 e5 *\n'))
    assert "unsupported variant: Ludo" in str(game.errors[0])
    assert [move.uci() for move in game.mainline_moves()] == ["e2e4", "e7e5"]
