"""Generated openings: random moves, kept if neither side is ahead."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from kiwipete.board import Board, Move
from kiwipete.match.record import Opening
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.own_engine.time_management import SearchLimits

PLIES = 8
# The nodes that the search spends on an opening; a mate is never balanced.
_NODES = 5000
_MATE = 10_000

Balanced = Callable[[Board], bool]


def static_balance(board: Board) -> bool:
    """Return True if neither side is ahead in material or about to win some.

    >>> static_balance(Board())
    True
    >>> static_balance(Board("4k3/8/8/3q4/4P3/8/8/Q3K3 w - - 0 1"))
    False
    """
    if (
        board.is_check()
        or not board.legal_moves
        or _material(board, True) != _material(board, False)
    ):
        return False
    if _wins_material(board):
        return False
    board.push(Move.null())
    threatened = _wins_material(board) or _mates(board)
    board.pop()
    return not threatened and not _mates(board)


def balanced_by(score: Callable[[Board], int], limit: int = 30) -> Balanced:
    """Return a function that also requires a search score within `limit` centipawns.

    >>> balanced_by(lambda board: 31)(Board())
    False
    """
    return lambda board: static_balance(board) and abs(score(board)) <= limit


@cache
def _engine() -> SearchEngine:
    return SearchEngine(hash_mb=1)


def own_score(board: Board) -> int:
    """Return the score of Kiwipete's own search, in centipawns for the side to move.

    >>> abs(own_score(Board())) < 100 < own_score(Board("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1"))
    True
    """
    engine = _engine()
    engine.clear()  # make the result independent of earlier searches
    (best,) = engine.search(board, SearchLimits(nodes=_NODES))
    return best.centipawns if best.centipawns is not None else _MATE


own_balance = balanced_by(own_score)


def random_opening(
    seed: int, number: int, balanced: Balanced = own_balance, *, chess960: bool = False
) -> Opening:
    """Return an opening of the book with this seed, always the same for the same number.

    >>> random_opening(0, 7) == random_opening(0, 7) != random_opening(0, 8)
    True
    """
    chance = random.Random(f"kiwipete {seed} {number} {chess960}")
    while True:
        start = Board(chess960=chess960)
        if chess960:
            start.set_chess960_pos(chance.randrange(960))
        board = start.copy()
        # One ply more or less varies the side to move.
        if _play(board, PLIES + chance.randrange(2), chance) and balanced(board.copy(stack=False)):
            fen = start.fen(shredder=chess960)
            return Opening(fen, tuple(_texts(start, list(board.move_stack))))


def _play(board: Board, plies: int, chance: random.Random) -> bool:
    """Play random moves; return False if the game ends early."""
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            return False
        board.push(chance.choice(moves))
    return True


def _texts(start: Board, moves: list[Move]) -> list[str]:
    board, texts = start.copy(), []
    for move in moves:
        texts.append(board.uci(move))
        board.push(move)
    return texts


_WORTH = {1: 1, 2: 3, 3: 3, 4: 5, 5: 9}  # by piece type


def _material(board: Board, colour: bool) -> int:
    return sum(n * board.pieces_mask(kind, colour).bit_count() for kind, n in _WORTH.items())


def _wins_material(board: Board) -> bool:
    return any(board.see_at_least(move, 1) for move in board.generate_legal_captures())


def _mates(board: Board) -> bool:
    for move in board.legal_moves:
        if board.gives_check(move):
            board.push(move)
            mate = board.is_checkmate()
            board.pop()
            if mate:
                return True
    return False
