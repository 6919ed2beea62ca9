"""The engine with bugs as a class: it is asked in this process, and not in one of its own."""

from __future__ import annotations

from .buggy_engine.bugs import BUGS
from .buggy_engine.loading import load


class MutatedEngine:
    """One mutant."""

    name = "Buggy"

    def __init__(self, bug: str) -> None:
        self.rules = load([bug])
        self.chess960 = BUGS[bug].chess960

    def divide(self, fen, moves, depth):
        counts: dict[str, int] = {}
        position = self.rules.set_up(fen, moves, self.chess960)
        for move, nodes in self.rules.divide(position, depth, self.chess960):
            counts[move] = counts.get(move, 0) + nodes
        return counts
