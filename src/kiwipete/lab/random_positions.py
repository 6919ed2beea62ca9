"""Positions from games of random moves that favour what is rare in chess."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence

from kiwipete.board import Board, Move
from kiwipete.lab.collection import DRAWN, LabelledPosition, count_pieces, write_fen

LABEL = "random play"

_PLIES = 60
# How likely a position of a game is asked about: where something is going on, and elsewhere.
_LIVELY, _QUIET = 0.4, 0.05


def random_positions(
    starts: Sequence[str], *, chess960: bool = False, seed: int = 0, avoid: Collection[str] = ()
) -> Iterator[LabelledPosition]:
    """Yield positions of endless games, each as a FEN to start from and the moves played.

    The same starts and seed give the same games. If none of them can be played on, there is
    no position. Moves of rules to `avoid`, such as "castling", are not played unless there are
    no others. No game comes near the fifty-move rule.

    >>> position = next(random_positions([kiwipete.STARTING_FEN]))
    >>> position.fen == kiwipete.STARTING_FEN, len(position.moves) > 0
    (True, True)
    """
    chance = random.Random(seed)
    boards = [Board(fen, chess960=chess960) for fen in starts]
    starts = [_fresh(board) for board in boards if _goes_on(board)]
    # Where there are more pieces, there is more to come.
    sizes = [count_pieces(fen) ** 2 for fen in starts]
    while starts:
        start = chance.choices(starts, sizes)[0]
        board = Board(start, chess960=chess960)
        for _ in range(_PLIES):
            if not _goes_on(board):
                break
            moves = _playable(board, avoid)
            move = chance.choices(moves, [_weight(board, move) for move in moves])[0]
            special = board.is_castling(move) or board.is_en_passant(move) or move.promotion
            board.push(move)
            lively = special or board.is_check() or board.has_legal_en_passant()
            if chance.random() < (_LIVELY if lively else _QUIET):
                played = tuple(move.uci() for move in board.move_stack)
                yield LabelledPosition(LABEL, start, played)


def _fresh(board: Board) -> str:
    """Write a FEN from which a game can be played without a word of the fifty-move rule."""
    if board.halfmove_clock + _PLIES >= DRAWN:
        board.halfmove_clock = 0
    return write_fen(board)


def _playable(board: Board, avoid: Collection[str]) -> list[Move]:
    moves = list(board.legal_moves)
    if not avoid:
        return moves
    wanted = [move for move in moves if board.explain(move).rule.value not in avoid]
    return wanted or moves


def _goes_on(board: Board) -> bool:
    return bool(board.legal_moves) and not board.is_insufficient_material()


def _weight(board: Board, move: Move) -> int:
    """Return how much a move is preferred: 4 for a plain one."""
    if board.is_en_passant(move):
        return 200
    if board.is_castling(move):
        return 60
    rights = board.castling_rights
    weight = 20 if move.promotion else 3 if board.is_capture(move) else 4
    board.push(move)
    if board.castling_rights != rights:
        weight = 1  # castling should stay possible for a while
    weight += (0, 8, 80)[bin(board.checkers_mask()).count("1")]
    if board.has_legal_en_passant():
        weight += 80
    board.pop()
    return weight
