"""Levels below full strength: the engine searches fewer nodes and overlooks moves.

A weak player doesn't play nonsense but misses good moves. So at each level every root
move has a chance of being overlooked, except a recapture.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from kiwipete.board import Board, Move


class Level(NamedTuple):
    """How well to play; docs/engine.md describes how the numbers were measured."""

    elo: int
    nodes: int  # per move
    seen: int  # percentage of the moves, on average

    def moves(self, board: Board, candidates: Iterable[Move], random: Random) -> list[Move]:
        """Return the candidates that a player of this level considers; at least one."""
        last = board.peek().to_square if board.move_stack else None
        moves = sorted(candidates, key=str)
        seen = [
            move
            for move in moves
            if random.randrange(100) < self.seen
            or (move.to_square == last and board.is_capture(move))
        ]
        return seen or [random.choice(moves)]


# The levels of `kiwipete play --level`, weakest first.
LEVELS = (
    Level(220, 23, 28),
    Level(410, 30, 33),
    Level(840, 55, 45),
    Level(1140, 100, 56),
    Level(1360, 200, 67),
    Level(1500, 400, 78),
    Level(1690, 1_000, 87),
    Level(1800, 3_000, 94),
    Level(2030, 10_000, 98),
    Level(2260, 50_000, 100),
)
MIN_ELO = LEVELS[0].elo
MAX_ELO = LEVELS[-1].elo


def level_of(elo: int) -> Level:
    """Return the level for a rating, interpolated between its neighbours in LEVELS.

    >>> level_of(MIN_ELO) == LEVELS[0]
    True
    """
    for weaker, stronger in pairwise(LEVELS):
        if elo <= stronger.elo:
            share = (elo - weaker.elo) / (stronger.elo - weaker.elo)
            nodes = weaker.nodes * (stronger.nodes / weaker.nodes) ** share
            seen = weaker.seen + share * (stronger.seen - weaker.seen)
            return Level(elo, round(nodes), round(seen))
    return LEVELS[-1]
