"""The engine with bugs: the command that starts it, and a class that runs it in this process."""

from __future__ import annotations

import sys
from pathlib import Path

from .buggy_engine.bugs import BUGS
from .buggy_engine.loading import load

# It starts faster without site-packages.
BUGGY = [sys.executable, "-S", "-E", str(Path(__file__).parent / "buggy_engine")]


class MutatedEngine:
    """One mutant as a Divider."""

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
