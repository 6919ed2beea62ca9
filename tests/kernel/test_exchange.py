"""Static exchange evaluation: known values, and the same by trying the captures on a board."""

from __future__ import annotations

import chess
import pytest

from kiwipete import Board, IllegalMoveError, Move
from tests.support.impossible import random_boards
from tests.support.perft_data import KNOWN
from tests.support.random_play import STARTS, games, play

VALUES = {
    chess.PAWN: 100,
    chess.KNIGHT: 320,
    chess.BISHOP: 330,
    chess.ROOK: 500,
    chess.QUEEN: 900,
    chess.KING: 20_000,
}

# (FEN, move, what it wins)
BY_HAND = [
    # Nobody takes back.
    ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100),
    ("3nk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d5", 0),
    ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
    # Somebody does.
    ("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", 100 - 900),
    ("4k3/8/4p3/3q4/8/8/8/3QK3 w - - 0 1", "d1d5", 0),
    ("4k3/8/4p3/3p4/4P3/8/8/3QK3 w - - 0 1", "e4d5", 100),
    ("4k3/8/8/3p4/8/8/3N4/4K3 w - - 0 1", "d2c4", -320),
    ("4k3/8/8/3p4/8/1P6/3N4/4K3 w - - 0 1", "d2c4", -320 + 100),
    # Pieces behind pieces, on files and diagonals.
    ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100 - 500),
    ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
    ("3qk3/3r4/8/3p4/8/8/3R4/3QK3 w - - 0 1", "d2d5", 100 - 500),
    ("4k3/8/2p5/3p4/4B3/5Q2/8/4K3 w - - 0 1", "e4d5", 100 - 330 + 100),
    ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 320),
    # The pawn takes before the queen, and then the queen does well to stay.
    ("4k3/3q4/4p3/3p4/2B5/4N3/8/3RK3 w - - 0 1", "c4d5", 100 - 330 + 100),
    # A king takes only what nobody protects.
    ("8/8/8/3pk3/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500),
    ("8/8/8/3pk3/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
    ("8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
    ("3r4/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100 - 500 + 500 - 500),
    ("8/8/8/8/8/3k4/4p3/4K3 w - - 0 1", "e1f2", 0),
    # In passing, and promotions.
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
    ("3rk3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
    ("3rk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6", 100),  # the taken pawn stood on the rook's line
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 800),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", 220),
    ("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8q", 500 + 800),
    ("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8q", 800 - 900),
    ("r3k3/1P6/8/8/8/8/8/1R2K3 w - - 0 1", "b7b8r", 400),
    # Castling exchanges nothing.
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
    # Pins are not looked at: the knight on d7 cannot really take.
    ("3k4/3n4/8/4p3/8/8/8/3RR1K1 w - - 0 1", "e1e5", 100 - 500),
]


def least_attacker(board: chess.BaseBoard, square: int, side: bool) -> int | None:
    """Return where the least valuable attacker stands, of several alike the first."""
    attackers = board.attackers(side, square)
    return min(attackers, key=lambda s: (VALUES[board.piece_type_at(s)], s), default=None)


def won_by_taking(board: chess.BaseBoard, square: int, side: bool) -> int:
    """Return what a side wins if it may begin to take on a square, or leave it."""
    attacker = least_attacker(board, square, side)
    if attacker is None:
        return 0
    victim = board.piece_at(square)
    piece = board.remove_piece_at(attacker)
    if piece.piece_type == chess.KING and board.attackers(not side, square):
        return 0
    board.set_piece_at(square, piece)
    return max(0, VALUES[victim.piece_type] - won_by_taking(board, square, not side))


def exchange(board: Board, move: Move) -> int:
    """Play a move on a board of python-chess and then all captures on its target."""
    if move.is_castling:
        return 0
    side, square = board.turn, move.to_square
    pieces = chess.BaseBoard(board.board_fen())
    taken_on = square
    if move.is_en_passant:
        taken_on += -8 if side else 8
    victim = pieces.remove_piece_at(taken_on)
    piece = pieces.remove_piece_at(move.from_square)
    won = 0 if victim is None else VALUES[victim.piece_type]
    if move.promotion is not None:
        won += VALUES[move.promotion] - VALUES[chess.PAWN]
        piece = chess.Piece(move.promotion, side)
    pieces.set_piece_at(square, piece)
    return won - won_by_taking(pieces, square, not side)


@pytest.mark.parametrize(("fen", "text", "won"), BY_HAND)
def test_values_by_hand(fen, text, won):
    board = Board(fen)
    before = board.fingerprint()
    move = board.parse_uci(text)
    assert board.see(move) == board.see(Move.from_uci(text)) == won
    assert exchange(board, move) == won
    assert board.fingerprint() == before


@pytest.mark.parametrize(("fen", "text", "won"), BY_HAND)
def test_colours_exchanged(fen, text, won):
    move = Move.from_uci(text)
    mirrored = Move(move.from_square ^ 56, move.to_square ^ 56, move.promotion)
    assert Board(fen).mirror().see(mirrored) == won


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_known_positions(known):
    board = known.board()
    for move in board.legal_moves:
        assert board.see(move) == exchange(board, move), move


def test_random_games():
    compared = wins = losses = 0
    for rng, start in games(STARTS, 60, seed=5):
        for ply, board in enumerate(play(rng, start, 50)):
            if ply % 5 == 0:
                for move in board.legal_moves:
                    value = board.see(move)
                    assert value == exchange(board, move), (board, move)
                    compared += 1
                    wins += value > 0
                    losses += value < 0
    assert compared > 5000
    assert wins > 500
    assert losses > 1000


@pytest.mark.parametrize("chess960", [False, True])
def test_impossible_positions(chess960):
    for fen, board in random_boards(6, 100, chess960=chess960):
        for move in board.legal_moves:
            assert board.see(move) == exchange(board, move), (fen, move)


@pytest.mark.parametrize(("fen", "text", "won"), BY_HAND)
def test_thresholds(fen, text, won):
    board, move = Board(fen), Move.from_uci(text)
    for threshold in (won - 10**30, won - 1, won):
        assert board.see_at_least(move, threshold) is True
    for threshold in (won + 1, won + 10**30):
        assert board.see_at_least(move, threshold) is False


def test_thresholds_in_random_games():
    for rng, start in games(STARTS, 30, seed=8):
        for ply, board in enumerate(play(rng, start, 50)):
            if ply % 5 == 0:
                for move in board.legal_moves:
                    value = board.see(move)
                    for threshold in (value - 100, value, value + 1, value + 100, 0):
                        assert board.see_at_least(move, threshold) is (value >= threshold)


@pytest.mark.parametrize("chess960", [False, True])
def test_thresholds_on_impossible_positions(chess960):
    for fen, board in random_boards(7, 100, chess960=chess960):
        for move in board.legal_moves:
            value = board.see(move)
            for threshold in (value - 100, value, value + 1, value + 100, 0):
                assert board.see_at_least(move, threshold) is (value >= threshold), (fen, move)


@pytest.mark.parametrize("text", ["0000", "e2e5", "e7e5", "e1g1", "a7a8q"])
def test_only_legal_moves_are_valued(text):
    with pytest.raises(IllegalMoveError, match=f"illegal move {text} in"):
        Board().see(Move.from_uci(text))
    with pytest.raises(IllegalMoveError, match=f"illegal move {text} in"):
        Board().see_at_least(Move.from_uci(text), 0)


@pytest.mark.parametrize("value", [None, "e2e4", 796])
def test_only_moves_are_valued(value):
    with pytest.raises(TypeError):
        Board().see(value)
    with pytest.raises(TypeError):
        Board().see_at_least(value, 0)


@pytest.mark.parametrize("value", [None, "0", 0.5])
def test_thresholds_are_whole_numbers(value):
    with pytest.raises(TypeError):
        Board().see_at_least(Move.from_uci("e2e4"), value)
