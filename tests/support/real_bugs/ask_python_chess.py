"""python-chess from PyPI."""

import chess
from uci import serve


class Board:
    """A board of python-chess's."""

    def set_up(self, fen):
        self.board = chess.Board(fen)

    def moves(self):
        return [move.uci() for move in self.board.legal_moves]

    def make(self, move):
        self.board.push(chess.Move.from_uci(move))

    def unmake(self):
        self.board.pop()


serve("python-chess", Board())
