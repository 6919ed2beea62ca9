"""Search three positions with its engine: three plies, quiescence, a hash table."""

import random

import chess
from src.chess_engine import ChessAI

POSITIONS = [
    chess.STARTING_FEN,
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
]

random.seed(5)
for fen in POSITIONS:
    engine = ChessAI()
    print(fen, engine.get_move(chess.Board(fen), 8), len(engine._transposition_table))
