"""Let a small alpha-beta player play against itself.

    python minimax.py [PLIES] [FEN]

It counts material and mobility. Of equal moves it takes the first by name, so
that the game does not depend on the order in which a module lists moves.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import chess

DEPTH = 2
MATE = 100_000
VALUES = {
    chess.PAWN: 100,
    chess.KNIGHT: 320,
    chess.BISHOP: 330,
    chess.ROOK: 500,
    chess.QUEEN: 900,
    chess.KING: 0,
}


def evaluate(board: chess.Board) -> int:
    """Return material and mobility as the side to move sees them."""
    score = board.legal_moves.count()
    for piece in board.piece_map().values():
        value = VALUES[piece.piece_type]
        score += value if piece.color == board.turn else -value
    board.push(chess.Move.null())
    score -= board.legal_moves.count()
    board.pop()
    return score


def promise(board: chess.Board, move: chess.Move) -> tuple[int, str]:
    """Return a key that puts promising moves first."""
    gain = VALUES[move.promotion] if move.promotion else 0
    if board.is_capture(move):
        victim = board.piece_type_at(move.to_square) or chess.PAWN
        gain += 10 * VALUES[victim] - VALUES[board.piece_type_at(move.from_square)] + 1000
    if board.gives_check(move):
        gain += 50
    return -gain, move.uci()


def ordered(board: chess.Board, *, captures_only: bool = False) -> Iterator[chess.Move]:
    """Yield the legal moves, the most promising first."""
    moves = board.generate_legal_captures() if captures_only else board.legal_moves
    yield from sorted(moves, key=lambda move: promise(board, move))


class Player:
    """A player who remembers positions and counts nodes."""

    def __init__(self) -> None:
        self.nodes = 0
        self.known: dict[tuple[str, int], tuple[int, list[chess.Move]]] = {}

    def quiet(self, board: chess.Board, alpha: int, beta: int) -> int:
        """Return the score when all captures are over."""
        self.nodes += 1
        if board.is_check():
            return -MATE if board.is_checkmate() else self.search(board, 1, alpha, beta)[0]
        alpha = max(alpha, evaluate(board))
        for move in ordered(board, captures_only=True):
            if alpha >= beta:
                break
            board.push(move)
            alpha = max(alpha, -self.quiet(board, -beta, -alpha))
            board.pop()
        return alpha

    def search(
        self, board: chess.Board, depth: int, alpha: int, beta: int
    ) -> tuple[int, list[chess.Move]]:
        """Return the score and the best line."""
        self.nodes += 1
        if board.is_checkmate():
            return -MATE - depth, []
        if board.is_stalemate() or board.is_insufficient_material() or board.is_repetition():
            return 0, []
        if depth == 0:
            return self.quiet(board, alpha, beta), []
        key = board.epd(), depth
        if key in self.known:
            return self.known[key]
        best: list[chess.Move] = []
        whole = True
        for move in ordered(board):
            board.push(move)
            score, line = self.search(board, depth - 1, -beta, -alpha)
            board.pop()
            if -score > alpha:
                alpha, best = -score, [move, *line]
            if alpha >= beta:
                whole = False
                break
        if best and whole:
            self.known[key] = alpha, best
        return alpha, best


def play(board: chess.Board, plies: int) -> None:
    """Play a game and print it move by move."""
    for _ in range(plies):
        if board.is_game_over(claim_draw=True):
            break
        player = Player()
        score, line = player.search(board, DEPTH, -2 * MATE, 2 * MATE)
        print(f"{board.variation_san(line)}  {score:+}, {player.nodes} nodes")
        board.push(line[0])
    print(board)
    print(board.fen(), board.result(claim_draw=True))


if __name__ == "__main__":
    play(
        chess.Board(sys.argv[2] if len(sys.argv) > 2 else chess.STARTING_FEN),
        int(sys.argv[1]) if len(sys.argv) > 1 else 20,
    )
