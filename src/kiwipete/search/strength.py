"""Playing below its strength: the engine looks at fewer positions, and overlooks moves.

A weak player does not play nonsense; he does not see the good move. So each
move has a chance to be overlooked, except to take back what was just taken.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from kiwipete.board import Board, Move


class Strength(NamedTuple):
    """How well to play; docs/engine.md tells how the numbers were measured."""

    elo: int
    nodes: int  # for a move
    seen: int  # percent of the moves, on average

    def moves(self, board: Board, candidates: Iterable[Move], random: Random) -> list[Move]:
        """Return those moves that a player of this strength thinks of; at least one."""
        last = board.peek().to_square if board.move_stack else None
        moves = sorted(candidates, key=str)
        seen = [
            move
            for move in moves
            if random.randrange(100) < self.seen
            or (move.to_square == last and board.is_capture(move))
        ]
        return seen or [random.choice(moves)]


# What `kiwipete play --level` offers, weakest first.
LEVELS = (
    Strength(150, 25, 25),
    Strength(360, 40, 38),
    Strength(690, 65, 51),
    Strength(900, 110, 62),
    Strength(1150, 200, 72),
    Strength(1310, 400, 81),
    Strength(1490, 800, 88),
    Strength(1630, 2_000, 94),
    Strength(1770, 6_000, 98),
    Strength(1980, 30_000, 100),
)
MIN_ELO = LEVELS[0].elo
MAX_ELO = LEVELS[-1].elo


def strength_of(elo: int) -> Strength:
    """Return the strength for a rating: a level, or what lies between two.

    >>> strength_of(MIN_ELO) == LEVELS[0]
    True
    """
    for weaker, stronger in pairwise(LEVELS):
        if elo <= stronger.elo:
            share = (elo - weaker.elo) / (stronger.elo - weaker.elo)
            nodes = weaker.nodes * (stronger.nodes / weaker.nodes) ** share
            seen = weaker.seen + share * (stronger.seen - weaker.seen)
            return Strength(elo, round(nodes), round(seen))
    return LEVELS[-1]
