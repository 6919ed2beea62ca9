"""Where pieces go on an empty board, and the random numbers of the key."""

from __future__ import annotations

import random

ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
EMPTY = "."

Lines = list[list[list[int]]]


def lines(directions: tuple[tuple[int, int], ...], reach: int) -> Lines:
    """For each square the squares in each direction, nearest first."""
    table = []
    for square in range(64):
        file, rank = square % 8, square // 8
        steps = [[(file + n * x, rank + n * y) for n in range(1, reach + 1)] for x, y in directions]
        on_board = [[8 * y + x for x, y in line if 0 <= x < 8 and 0 <= y < 8] for line in steps]
        table.append([line for line in on_board if line])
    return table


LINES = {
    "N": lines(JUMPS, 1),
    "B": lines(DIAGONAL, 7),
    "R": lines(ORTHOGONAL, 7),
    "Q": lines(ORTHOGONAL + DIAGONAL, 7),
    "K": lines(ORTHOGONAL + DIAGONAL, 1),
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


def attackers(board: list[str], square: int, white: bool) -> list[int]:
    """The squares of a side's pieces that attack a square."""
    found = []
    side = str.upper if white else str.lower
    for letter in "NK":
        piece = side(letter)
        found += [line[0] for line in LINES[letter][square] if board[line[0]] == piece]
    for letter in "RB":
        pieces = (side(letter), side("Q"))
        for line in LINES[letter][square]:
            for target in line:
                if board[target] != EMPTY:
                    if board[target] in pieces:
                        found.append(target)
                    break
    behind = -8 if white else 8
    for origin in (square + behind - 1, square + behind + 1):
        if 0 <= origin < 64 and abs(origin % 8 - square % 8) == 1 and board[origin] == side("P"):
            found.append(origin)
    return found
