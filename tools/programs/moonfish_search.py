"""Search six positions: alpha-beta with quiescence, and Syzygy tables in the endgame."""

import random
import sys

import chess
from moonfish.config import Config
from moonfish.engines.alpha_beta import AlphaBeta

POSITIONS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/8/8/8/3k4/8/3Q4/3K4 w - - 0 1",
]


class CountingSearch(AlphaBeta):
    """The program's own search; it also counts the positions it evaluates."""

    weighed = 0

    def eval_board(self, board: chess.Board) -> float:
        """Evaluate a position as the program does."""
        self.weighed += 1
        return super().eval_board(board)


for fen in POSITIONS:
    random.seed(1)
    config = Config("uci", "alpha_beta", 3, True, 2, 2, sys.argv[1], 3)
    search = CountingSearch(config)
    score, move = search.negamax(chess.Board(fen), config.negamax_depth, config.null_move, {})
    print(fen, move, score, search.weighed)
