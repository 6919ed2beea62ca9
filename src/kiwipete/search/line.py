"""What a search has found: a line of moves and what it is worth."""

from __future__ import annotations

import enum
from typing import Any, NamedTuple

from kiwipete.board import Move


class Bound(enum.IntEnum):
    """How the value of a line bounds the true one."""

    CURRENT = 0  # no value yet: this is the move that a slow search looks at, and its number
    UPPER = 1
    LOWER = 2
    EXACT = 3


class Line(NamedTuple):
    """A line of moves, from the point of view of the side to move at its beginning."""

    depth: int
    seldepth: int
    number: int  # 1 for the best line
    centipawns: int | None  # None for a mate
    mate: int | None  # in so many moves; negative if we are mated
    bound: Bound
    nodes: int
    seconds: float
    hashfull: int  # in thousandths
    moves: list[Move]
    tbhits: int = 0  # answers of endgame tables


def line_of(found: tuple[Any, ...]) -> Line:
    """Return a line from what the searcher reports, which has the same fields."""
    line = Line(*found)
    moves = [Move.from_int(move) for move in found[Line._fields.index("moves")]]
    return line._replace(bound=Bound(line.bound), moves=moves)
