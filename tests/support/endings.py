"""Random endings: few pieces anywhere, or kings and bishops around walls of pawns."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import kiwipete
from kiwipete import BISHOP, BLACK, KING, KNIGHT, PAWN, WHITE, Board, Piece


def random_ending(
    rng: random.Random, pieces: int, squares: Sequence[int] = kiwipete.SQUARES
) -> Board:
    """Return a possible position with this many pieces, the kings included, on some squares."""
    while True:
        men = [Piece(KING, WHITE), Piece(KING, BLACK)]
        men += [Piece(rng.randint(PAWN, KING - 1), rng.random() < 0.5) for _ in range(pieces - 2)]
        placed = dict(zip(rng.sample(squares, pieces), men, strict=True))
        board = _placed(placed, rng.random() < 0.5)
        if board is not None:
            return board


def random_en_passant(rng: random.Random, pieces: int) -> Board:
    """Return such a position in which a pawn has just moved past another one."""
    while True:
        turn = rng.random() < 0.5
        file = rng.randrange(7)
        files = [file, file + 1]
        rng.shuffle(files)
        rank, ahead = (4, 1) if turn else (3, -1)
        free = set(range(64)) - {kiwipete.square(files[0], rank + ahead * n) for n in range(3)}
        free.discard(kiwipete.square(files[1], rank))
        men = [Piece(KING, WHITE), Piece(KING, BLACK)]
        men += [Piece(rng.randint(PAWN, KING - 1), rng.random() < 0.5) for _ in range(pieces - 4)]
        placed = dict(zip(rng.sample(sorted(free), pieces - 2), men, strict=True))
        placed[kiwipete.square(files[0], rank)] = Piece(PAWN, not turn)
        placed[kiwipete.square(files[1], rank)] = Piece(PAWN, turn)
        board = _placed(placed, turn, kiwipete.square(files[0], rank + ahead))
        if board is not None and board.has_legal_en_passant():
            return board


def different_endings(rng: random.Random) -> Iterator[Board]:
    """Yield positions with three to five pieces, no two of them the same, some with en passant."""
    known = set()
    while True:
        if rng.random() < 0.1:
            board = random_en_passant(rng, rng.choice((4, 5, 5)))
        else:
            board = random_ending(rng, rng.choice((3, 4, 4, 5, 5, 5)))
        if board.fen() not in known:
            known.add(board.fen())
            yield board


def crowded_endings(rng: random.Random) -> Iterator[Board]:
    """Yield such positions with four or five pieces in a corner, where few moves are legal."""
    known = set()
    while True:
        file, rank = rng.choice((0, 4)), rng.choice((0, 5))
        corner = [kiwipete.square(file + x, rank + y) for x in range(4) for y in range(3)]
        board = random_ending(rng, rng.choice((4, 5, 5, 5)), corner)
        if board.fen() not in known:
            known.add(board.fen())
            yield board


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
        board = _placed(men, rng.random() < 0.5)
        if board is not None:
            return board


def _placed(men: dict[int, Piece], turn: bool, en_passant: int | None = None) -> Board | None:
    board = Board(None)
    for square, piece in men.items():
        board.set_piece_at(square, piece)
    board.turn = turn
    board.ep_square = en_passant
    return board if board.is_countable() else None
