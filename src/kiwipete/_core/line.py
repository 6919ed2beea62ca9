"""The record that the searcher returns and reports: a line of moves and its value."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kiwipete._core.move import Move


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
    mate: int | None  # in this many moves; negative if we are mated
    bound: Bound
    nodes: int
    seconds: float
    hashfull: int  # in thousandths
    moves: list[Move]
    tbhits: int = 0  # answers of endgame tables
