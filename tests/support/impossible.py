"""Positions that no game can reach, by hand and at random, and python-chess's boards of them."""

from __future__ import annotations

import random

import chess

from kiwipete import Board, Status
from tests.support.positions import crowded, scattered

# One position for each flag, as pure as it can be.
EXAMPLES = [
    ("8/8/8/8/8/8/8/8 w - - 0 1", Status.EMPTY | Status.NO_WHITE_KING | Status.NO_BLACK_KING),
    ("4k3/8/8/8/8/8/8/8 w - - 0 1", Status.NO_WHITE_KING),
    ("8/8/8/8/8/8/8/4K3 w - - 0 1", Status.NO_BLACK_KING),
    ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", Status.TOO_MANY_KINGS),
    ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", Status.TOO_MANY_WHITE_PAWNS),
    ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", Status.TOO_MANY_BLACK_PAWNS),
    ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", Status.PAWNS_ON_BACKRANK),
    ("p3k3/8/8/8/8/8/8/4K3 w - - 0 1", Status.PAWNS_ON_BACKRANK),
    ("7k/8/8/8/N7/8/PPPPPPPP/RNBQKBNR w - - 0 1", Status.TOO_MANY_WHITE_PIECES),
    ("rnbqkbnr/pppppppp/8/n7/8/8/8/7K b - - 0 1", Status.TOO_MANY_BLACK_PIECES),
    ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", Status.BAD_CASTLING_RIGHTS),
    ("4k3/8/8/8/8/8/8/R4K2 w Q - 0 1", Status.BAD_CASTLING_RIGHTS),
    ("4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", Status.BAD_CASTLING_RIGHTS),
    ("4k3/8/8/8/8/8/8/4K2N w K - 0 1", Status.BAD_CASTLING_RIGHTS),
    ("4k3/8/8/8/8/8/8/4K2r w K - 0 1", Status.BAD_CASTLING_RIGHTS),
    ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", Status.INVALID_EP_SQUARE),
    ("4k3/8/8/8/8/8/8/4K3 w - a1 0 1", Status.INVALID_EP_SQUARE),
    ("4k3/8/8/3p4/8/8/8/4K3 b - d6 0 1", Status.INVALID_EP_SQUARE),
    ("4k3/3p4/8/3p4/8/8/8/4K3 w - d6 0 1", Status.INVALID_EP_SQUARE),
    ("4k3/8/3n4/3p4/8/8/8/4K3 w - d6 0 1", Status.INVALID_EP_SQUARE),
    ("4k3/8/8/3P4/8/8/8/4K3 w - d6 0 1", Status.INVALID_EP_SQUARE),
    ("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", Status.OPPOSITE_CHECK),
    ("8/8/8/8/8/8/8/Kk6 w - - 0 1", Status.OPPOSITE_CHECK),
    ("4k3/8/8/7b/8/5n2/4r3/4K3 w - - 0 1", Status.VALID),
    ("4k3/8/8/8/1b6/5n2/4r3/4K3 w - - 0 1", Status.TOO_MANY_CHECKERS | Status.IMPOSSIBLE_CHECK),
    ("4k3/8/8/8/8/8/8/r3K2r w - - 0 1", Status.IMPOSSIBLE_CHECK),
    ("4k3/8/8/3p4/8/8/8/r3K3 w - d6 0 1", Status.IMPOSSIBLE_CHECK),
    ("4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1", Status.VALID),
]

IMPOSSIBLE = [(fen, status) for fen, status in EXAMPLES if status]

# What keeps a position from being counted. All else does the generator no harm.
UNCOUNTABLE = (
    *(Status.NO_WHITE_KING, Status.NO_BLACK_KING, Status.TOO_MANY_KINGS, Status.EMPTY),
    *(Status.PAWNS_ON_BACKRANK, Status.OPPOSITE_CHECK),
    *(Status.TOO_MANY_WHITE_PIECES, Status.TOO_MANY_BLACK_PIECES),
)


def is_uncountable(status: Status) -> bool:
    return any(flag & status for flag in UNCOUNTABLE)


def oracle_of(board: Board, fen: str) -> chess.Board:
    """Set up the same position with python-chess.

    It forgets a right of the letter Q where no rook is at home, where Kiwipete
    keeps it for its status to tell, so the oracle is given the same rights.
    """
    oracle = chess.Board(fen, chess960=board.chess960)
    oracle.castling_rights = board.castling_rights
    return oracle


def random_boards(seed: int, count: int, *, chess960: bool) -> list[tuple[str, Board]]:
    rng = random.Random(seed)
    boards = []
    while len(boards) < count:
        fen = scattered(rng)
        boards.append((fen, Board(fen, chess960=chess960)))
    return boards


def countable_boards(seed: int, count: int, *, chess960: bool) -> list[tuple[str, Board]]:
    """Positions that no game can reach, but that can be counted all the same."""
    rng = random.Random(seed)
    boards = []
    while len(boards) < count:
        fen = crowded(rng) if rng.random() < 0.5 else scattered(rng)
        board = Board(fen, chess960=chess960)
        if board.status() and board.is_countable():
            boards.append((fen, board))
    return boards
