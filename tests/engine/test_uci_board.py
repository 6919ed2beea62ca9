"""The command for a position is the same whatever was asked for before it."""

from __future__ import annotations

import random

import pytest

from kiwipete import Board, Move
from kiwipete.engine.uci_board import PositionText

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 7"


@pytest.mark.parametrize("chess960", [False, True])
def test_a_game_back_and_forth(chess960):
    dice, text = random.Random(960 if chess960 else 1), PositionText()
    board = Board(CASTLING, chess960=chess960)
    commands = set()
    for _ in range(500):
        moves = list(board.legal_moves)
        if board.move_stack and (not moves or dice.random() < 0.4):
            board.pop()
        else:
            board.push(dice.choice(moves))
        commands.add(text.command(board))
        assert text.command(board) == PositionText().command(board)
    assert len(commands) > 200


def test_other_boards_and_null_moves():
    text = PositionText()
    for fen, chess960, moves in [
        (None, False, ["e2e4", "e7e5"]),
        (None, True, ["e2e4", "e7e5"]),
        (None, False, ["e2e4", "0000"]),
        (None, False, ["e2e4", "c7c5"]),
        (CASTLING, False, ["e1g1", "e8c8"]),
        (CASTLING, True, ["e1h1", "e8a8"]),
        (CASTLING, False, []),
        (None, False, []),
    ]:
        board = Board(fen, chess960=chess960) if fen else Board(chess960=chess960)
        for move in moves:
            board.push(Move.from_uci(move))
        assert text.command(board) == PositionText().command(board)


def test_a_move_that_cannot_be_played_is_not_remembered():
    class Liar(Board):
        @property
        def move_stack(self):
            return [*super().move_stack, Move.from_uci("e2e5")]

    text = PositionText()
    for _ in range(2):
        with pytest.raises(ValueError, match="e2e5"):
            text.command(Liar())
    assert text.command(Board()) == "position startpos"
