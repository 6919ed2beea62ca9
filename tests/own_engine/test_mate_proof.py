"""Proofs of mates, compared with the plainest search there is, on python-chess."""

from __future__ import annotations

import random

import chess
import pytest

from kiwipete import Board
from tests.support.mate_proof import MateProof, TooLong


def can_mate(board: chess.Board, moves: int) -> bool:
    """Try everything, and remember nothing."""

    def forced(move: chess.Move) -> bool:
        board.push(move)
        try:
            if board.is_checkmate():
                return True
            if moves == 1 or not any(board.legal_moves):
                return False
            return all(mated_after(reply) for reply in list(board.legal_moves))
        finally:
            board.pop()

    def mated_after(reply: chess.Move) -> bool:
        board.push(reply)
        try:
            return can_mate(board, moves - 1)
        finally:
            board.pop()

    return any(forced(move) for move in list(board.legal_moves))


def few_pieces(dice: random.Random) -> chess.Board:
    """Return a random position of two kings, a few attackers near the other king and a pawn."""
    while True:
        board = chess.Board(None)
        board.set_piece_at(
            dice.choice([chess.A8, chess.B8, chess.A7]), chess.Piece.from_symbol("k")
        )
        for symbol in ("K", *dice.sample("QRRBNP", 3), "p"):
            square = dice.choice(list(chess.SquareSet(~board.occupied & 0x007F7F7F7F7F7F00)))
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        if board.is_valid():
            return board


def test_proofs_agree_with_trying_everything():
    dice = random.Random(5)
    lengths = set()
    for _ in range(60):
        board = few_pieces(dice)
        expected = next((moves for moves in (1, 2) if can_mate(board, moves)), None)
        assert MateProof().shortest(Board(board.fen()), 2) == expected, board.fen()
        lengths.add(expected)
    assert lengths == {None, 1, 2}


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),  # Morphy's problem: a quiet sacrifice
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3),
        ("7k/5K2/8/6Q1/8/8/8/8 b - - 0 1", None),  # the other side is to move
        ("7k/8/5K2/8/8/8/8/6Q1 b - - 0 1", None),
        ("8/8/8/8/8/5k2/8/5K1N w - - 0 1", None),
    ],
)
def test_known_mates(fen, moves):
    assert MateProof().shortest(Board(fen), 3) == moves


def test_a_line_has_the_longest_defence():
    board = Board("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1")
    line = MateProof().line(board, 3)
    assert len(line) == 5
    for move in line:
        board.push(move)
    assert board.is_checkmate()


def test_a_proof_that_takes_too_long_is_given_up():
    with pytest.raises(TooLong):
        MateProof(most_positions=100).shortest(Board(), 3)
