"""Random endings: few pieces anywhere, or kings and bishops around walls of pawns."""

from __future__ import annotations

import random

import kiwipete
from kiwipete import BISHOP, BLACK, KING, KNIGHT, PAWN, WHITE, Board, Piece


def random_ending(rng: random.Random, pieces: int) -> Board:
    """Return a possible position with this many pieces, the kings included."""
    while True:
        men = [Piece(KING, WHITE), Piece(KING, BLACK)]
        men += [Piece(rng.randint(PAWN, KING - 1), rng.random() < 0.5) for _ in range(pieces - 2)]
        board = _placed(dict(zip(rng.sample(range(64), pieces), men, strict=True)), rng)
        if board is not None:
            return board


def random_wall(rng: random.Random) -> Board:
    """Return kings, up to two minor pieces and two to six pairs of pawns that face each other."""
    while True:
        men: dict[int, Piece] = {}
        for file in rng.sample(range(8), rng.randint(2, 6)):
            square = kiwipete.square(file, rng.choice((2, 3, 3, 3, 4)))
            men[square], men[square + 8] = Piece(PAWN, WHITE), Piece(PAWN, BLACK)
        others = [Piece(KING, WHITE), Piece(KING, BLACK)]
        others += [
            Piece(rng.choice((BISHOP, BISHOP, KNIGHT)), rng.random() < 0.5)
            for _ in range(rng.choice((0, 0, 1, 1, 2)))
        ]
        free = [square for square in range(64) if square not in men]
        men |= zip(rng.sample(free, len(others)), others, strict=True)
        board = _placed(men, rng)
        if board is not None:
            return board


def _placed(men: dict[int, Piece], rng: random.Random) -> Board | None:
    board = Board(None)
    for square, piece in men.items():
        board.set_piece_at(square, piece)
    board.turn = rng.random() < 0.5
    return board if board.is_countable() else None
