"""The engine with bugs as a class: asked in this process, not in one of its own."""

from __future__ import annotations

from .buggy_engine.loading import load


class MutatedEngine:
    name = "Buggy"

    def __init__(self, *bugs: str, chess960: bool = False) -> None:
        self.rules = load(bugs)
        self.chess960 = chess960

    def divide(self, fen, moves, depth):
        counts: dict[str, int] = {}
        position = self.rules.set_up(fen, moves, self.chess960)
        for move, nodes in self.rules.divide(position, depth, self.chess960):
            counts[move] = counts.get(move, 0) + nodes
        return counts
