"""Tables of invented values for any material, and random positions to look up in them.

What they say of a position is nonsense, but it must be the same nonsense to every reader.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from math import comb, prod
from pathlib import Path

import chess
import chess.syzygy

import kiwipete
from tests.support.syzygy.compression import Pairs, compress, single_value

CODES = {letter: number for number, letter in enumerate("PNBRQK", 1)}
WDL_MAGIC = bytes.fromhex("71e8235d")
DTZ_MAGIC = bytes.fromhex("d7660ca5")
MAPPED, WIN_PLIES, LOSS_PLIES, WIDE = 2, 4, 8, 16


class Shape:
    """What a table's name says of its pieces."""

    def __init__(self, name: str) -> None:
        greater, lesser = name.split("v")
        self.symmetric = greater == lesser
        self.counts = Counter(CODES[letter] for letter in greater)
        self.counts.update(CODES[letter] + 8 for letter in lesser)
        pawns = {code: self.counts[code] for code in (1, 9) if self.counts[code]}
        self.pawns = sorted(pawns, key=lambda code: (pawns[code], code))
        singles = sum(count == 1 for count in self.counts.values())
        self.leaders = self.counts[self.pawns[0]] if pawns else 2 if singles == 2 else 3
        self.parts = 4 if pawns else 1

    def order(self, rng: random.Random) -> list[int]:
        """Return a random order of the pieces in which a table may count them."""
        first = list(self.pawns)
        if not first:
            singles = [code for code, count in self.counts.items() if count == 1]
            first = [6, 14] if self.leaders == 2 else rng.sample(singles, 3)
            rng.shuffle(first)
        rest = [code for code in self.counts if code not in first]
        rng.shuffle(rest)
        return first + rest

    def groups(self) -> int:
        return len(self.counts) - (0 if self.pawns else self.leaders - 1)

    def size(self, order: list[int], part: int) -> int:
        """Return how many positions a part of the table has."""
        if self.pawns:
            sizes = [chess.syzygy.PFACTOR[self.leaders - 1][part]]
            if len(self.pawns) == 2:
                sizes.append(comb(48 - self.leaders, self.counts[self.pawns[1]]))
            rest = order[len(self.pawns) :]
            free = 64 - sum(self.counts[code] for code in self.pawns)
        else:
            sizes = [462 if self.leaders == 2 else 31332]
            rest = order[self.leaders :]
            free = 64 - self.leaders
        for code in rest:
            sizes.append(comb(free, self.counts[code]))
            free -= self.counts[code]
        return prod(sizes)


def _describe(rng: random.Random, shape: Shape, orders: list[list[int]]) -> bytes:
    """Return the bytes that describe the arrangements of both sides."""
    described = []
    for order in orders:
        turns = rng.sample(range(shape.groups()), min(2, shape.groups()))
        row = turns[: max(1, len(shape.pawns))]
        row += [code for code in order for _ in range(shape.counts[code])]
        described.append(row)
    rows = described if len(described) == 2 else [described[0], [0] * len(described[0])]
    return bytes(low | high << 4 for low, high in zip(*rows, strict=True))


def _assemble(head: bytes, parts: list[Pairs], maps: bytes = b"") -> bytes:
    file = head + b"\0" * (len(head) % 2)
    file += b"".join(part.header for part in parts) + maps
    file += b"\0" * (len(file) % 2)
    file += b"".join(part.spans for part in parts)
    file += b"".join(part.lengths for part in parts)
    for part in parts:
        if part.codes:
            file += b"\0" * (-len(file) % 64) + part.codes
    return file + b"\0" * (-len(file) % 64) + b"a checksum, once"


def wdl_table(
    name: str, seed: int = 0, *, single: bool = False, values: tuple[int, ...] = (-2, -1, 0, 1, 2)
) -> bytes:
    """Return a WDL file of some of these values; with a single one in each part if so wished."""
    numbers = [value + 2 for value in values]
    rng, shape = random.Random(f"{name} {seed}"), Shape(name)
    sides = 1 if shape.symmetric else 2
    head = WDL_MAGIC + bytes([(sides == 2) | 2 * bool(shape.pawns)])
    parts = []
    for part in range(shape.parts):
        orders = [shape.order(rng) for _ in range(sides)]
        head += _describe(rng, shape, orders)
        for order in orders:
            size = shape.size(order, part)
            parts.append(
                single_value(rng.choice(numbers)) if single else compress(rng, numbers, size)
            )
    return _assemble(head, parts)


def dtz_table(name: str, flags: int, seed: int = 0) -> bytes:
    """Return a DTZ file whose parts have these flags, and the moves of either side."""
    rng, shape = random.Random(f"{name} {flags} {seed}"), Shape(name)
    head = DTZ_MAGIC + bytes([2 * bool(shape.pawns)])
    parts, maps = [], b""
    for part in range(shape.parts):
        order = shape.order(rng)
        head += _describe(rng, shape, [order])
        side = 0 if shape.symmetric else rng.randrange(2)
        numbers = list(range(20)) if flags & MAPPED else rng.sample(range(4096), 20)
        parts.append(compress(rng, numbers, shape.size(order, part), flags=flags | side))
    for _ in range(shape.parts if flags & MAPPED else 0):
        # Wide maps begin at even places, and the headers have even lengths.
        for _ in range(4):
            if flags & WIDE:
                values = [rng.randrange(1 << 16) for _ in range(20)]
                maps += b"".join(n.to_bytes(2, "little") for n in (20, *values))
            else:
                maps += bytes([20, *rng.choices(range(256), k=20)])
    return _assemble(head, parts, maps)


def write_both(directory: Path, name: str, flags: int = 0) -> None:
    (directory / f"{name}.rtbw").write_bytes(wdl_table(name))
    (directory / f"{name}.rtbz").write_bytes(dtz_table(name, flags))


def random_board(rng: random.Random, name: str) -> chess.Board:
    """Return a possible position of this material, often with a pawn to be taken in passing."""
    while True:
        sides = name.split("v")
        rng.shuffle(sides)
        board = chess.Board(None)
        squares = rng.sample(range(64), len(name) - 1)
        for letter, square in zip("".join(sides), squares, strict=True):
            color = len(board.piece_map()) < len(sides[0])
            board.set_piece_at(square, chess.Piece(CODES[letter], color))
        board.turn = rng.random() < 0.5
        passed = [
            square + (8 if board.turn else -8)
            for square in board.pieces(chess.PAWN, not board.turn)
            if chess.square_rank(square) == (4 if board.turn else 3)
        ]
        if passed:
            board.ep_square = rng.choice(passed)
            if not board.is_valid():
                board.ep_square = None
        if board.is_valid():
            return board


def boards(name: str, count: int, seed: int = 0) -> Iterator[tuple[kiwipete.Board, chess.Board]]:
    """Yield random positions on boards of both libraries."""
    rng = random.Random(f"{name} {seed}")
    for _ in range(count):
        theirs = random_board(rng, name)
        yield kiwipete.Board(theirs.fen(en_passant="fen")), theirs
