"""Where pieces go on an empty board, and the random numbers of the key."""

from __future__ import annotations

import random

ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
EMPTY = "."
EVERYWHERE = frozenset(range(64))

Lines = list[list[list[int]]]


def on_board(file: int, rank: int) -> bool:
    return 0 <= file < 8 and 0 <= rank < 8


def lines(directions: tuple[tuple[int, int], ...], reach: int) -> Lines:
    """For each square the squares in each direction, nearest first."""
    table = []
    for square in range(64):
        file, rank = square % 8, square // 8
        steps = [[(file + n * x, rank + n * y) for n in range(1, reach + 1)] for x, y in directions]
        table.append([[8 * y + x for x, y in line if on_board(x, y)] for line in steps])
    return table


LINES = {
    "N": lines(JUMPS, 1),
    "B": lines(DIAGONAL, 7),
    "R": lines(ORTHOGONAL, 7),
    "Q": lines(ORTHOGONAL + DIAGONAL, 7),
    "K": lines(ORTHOGONAL + DIAGONAL, 1),
}
BETWEEN = {
    (first, last): line[:number]
    for first, around in enumerate(lines(ORTHOGONAL + DIAGONAL, 7))
    for line in around
    for number, last in enumerate(line)
}

_random = random.Random(1)
KEYS = {letter: [_random.getrandbits(64) for _ in range(64)] for letter in "PNBRQKpnbrqk"}
RIGHT_KEYS = [_random.getrandbits(64) for _ in range(64)]
PASSED_KEYS = [_random.getrandbits(64) for _ in range(64)]
TURN_KEY = _random.getrandbits(64)


def name(square: int) -> str:
    return "abcdefgh"[square % 8] + "12345678"[square // 8]


def number(square: str) -> int:
    return "abcdefgh".index(square[0]) + 8 * "12345678".index(square[1])


def path(first: int, last: int) -> set[int]:
    """The squares of a rank from one to the other, both included."""
    return set(range(min(first, last), max(first, last) + 1))


def castled(king: int, rook: int) -> tuple[int, int]:
    """Where castling takes the two."""
    home = 8 * (king // 8)
    return (home + 6, home + 5) if rook > king else (home + 2, home + 3)
