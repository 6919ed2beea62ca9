"""Generators that are the rules but for something."""

from __future__ import annotations

from kiwipete.lab import Rules


class Engine(Rules):
    """The rules, but for some moves that a test wants too many or too few."""

    name = "Test"

    def __init__(self, wrong=lambda board, moves: moves, chess960=False):
        super().__init__(chess960)
        self.wrong = wrong
        self.questions = []

    def divide(self, fen, moves, depth):
        self.questions.append((fen, tuple(moves), depth))
        return self.counts(self.board(fen, moves), depth)

    def counts(self, board, depth):
        found = {}
        legal = [move.uci() for move in board.legal_moves]
        for text in self.wrong(board, legal):
            found[text] = found.get(text, 0) + self.below(board, text, depth - 1)
        return found

    def below(self, board, text, depth):
        if depth == 0 or text not in [move.uci() for move in board.legal_moves]:
            return 1
        board = board.copy(stack=False)
        board.push_uci(text)
        return sum(self.counts(board, depth).values())


def without_castling(board, moves):
    return [move for move in moves if not board.is_castling(board.parse_uci(move))]


def knights_stay(board, moves):
    return [move for move in moves if board.piece_type_at(board.parse_uci(move).from_square) != 2]
