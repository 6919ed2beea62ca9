"""python-chess from PyPI, 0.9.0 or later: its boards write and read moves as UCI does."""

import chess
from uci import serve


class Board:
    """A board of python-chess's."""

    def set_up(self, fen):
        self.board = chess.Board(fen)

    def moves(self):
        return [self.board.uci(move) for move in self.board.legal_moves]

    def make(self, move):
        self.board.push_uci(move)

    def unmake(self):
        self.board.pop()


serve("python-chess", Board())
