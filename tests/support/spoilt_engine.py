"""Generators that know the moves of every position, and still count wrongly.

python spoilt_engine.py OneUndo      speaks UCI and knows `go perft N`
"""

from __future__ import annotations

import sys

from kiwipete import Board, Move, Piece
from kiwipete.lab import Rules


class OneUndo(Rules):
    """Makes and unmakes moves on one board, and keeps what unmaking needs in one variable.

    With `stack` it is kept as it should be, and the counts are right.
    """

    name = "One undo"

    def __init__(self, stack=False):
        super().__init__()
        self.stack = stack
        self.undo = []

    def divide(self, fen, moves, depth):
        board = self.board(fen, moves)
        self.undo.clear()
        return dict(self.counts(board, depth))

    def counts(self, board, depth):
        """Yield the moves with their counts; whether one is legal is seen when its turn comes."""
        for move in list(board.pseudo_legal_moves):
            if board.is_legal(move):
                self.make(board, move)
                replies = self.counts(board, depth - 1) if depth > 1 else [("", 1)]
                below = sum(nodes for _, nodes in replies)
                self.unmake(board, move)
                yield move.uci(), below

    def make(self, board, move):
        taken = move.to_square
        if board.is_en_passant(move):
            taken += -8 if board.turn else 8
        captured = None if board.is_castling(move) else board.piece_at(taken)
        undo = taken, captured, board.castling_rights, board.ep_square
        self.undo = [*self.undo, undo] if self.stack else [undo]
        board.push(move)
        board.clear_stack()

    def unmake(self, board, move):
        taken, captured, rights, passed = self.undo.pop() if self.stack else self.undo[0]
        board.turn = not board.turn
        origin, target = move.from_square, move.to_square
        if abs(origin - target) == 2 and board.piece_type_at(target) == 6:
            corner, middle = (1, -1) if target > origin else (-2, 1)
            board.set_piece_at(target + corner, board.remove_piece_at(target + middle))
        piece = board.remove_piece_at(target)
        if piece is not None:
            board.set_piece_at(origin, Piece(1, board.turn) if move.promotion else piece)
        board.set_piece_at(taken, captured)
        board.castling_rights = rights
        board.ep_square = passed


class OtherLeaves(Rules):
    """Counts the last ply by a rule of its own, and lists moves by the rules."""

    name = "Other leaves"

    def __init__(self, count):
        super().__init__()
        self.count = count

    def divide(self, fen, moves, depth):
        board = self.board(fen, moves)
        return {move.uci(): self.below(board, move, depth - 1) for move in board.legal_moves}

    def below(self, board: Board, move: Move, depth: int) -> int:
        if depth == 0:
            return 1
        after = board.copy(stack=False)
        after.push(move)
        if depth == 1:
            return self.count(after)
        return sum(self.below(after, reply, depth - 1) for reply in after.legal_moves)


class Forgetful(Rules):
    """Goes wrong only when it is told nine moves or more."""

    name = "Forgetful"

    def divide(self, fen, moves, depth):
        counts = super().divide(fen, moves, depth)
        return dict(list(counts.items())[1:]) if len(moves) >= 9 else counts


def serve(engine):
    """Answer what a hunt asks."""
    fen, moves = "", []
    for line in sys.stdin:
        words = line.split()
        if words == ["uci"]:
            print(f"id name {engine.name}\nuciok", flush=True)
        elif words == ["isready"]:
            print("readyok", flush=True)
        elif words[:1] == ["position"]:
            fen, moves = " ".join(words[2:8]), words[9:]
        elif words[:2] == ["go", "perft"]:
            counts = engine.divide(fen, moves, int(words[2]))
            lines = [f"{move}: {nodes}" for move, nodes in counts.items()]
            print("\n".join([*lines, f"Nodes searched: {sum(counts.values())}"]), flush=True)


if __name__ == "__main__":
    serve({"OneUndo": OneUndo, "Forgetful": Forgetful}[sys.argv[1]]())
