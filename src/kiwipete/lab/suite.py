"""Suites: positions with known counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple


@dataclass(frozen=True)
class SuitePosition:
    """A position of a suite and the number of leaves below it, by depth."""

    name: str
    fen: str
    chess960: bool
    counts: Mapping[int, int] = field(hash=False)
    line: int  # of its file


class SuiteCount(NamedTuple):
    """One known count of a position."""

    position: SuitePosition
    depth: int
    nodes: int

    def __str__(self) -> str:
        return f"{self.position.name}, depth {self.depth}"


class WrongLine(NamedTuple):
    """A line of a file that cannot be used, and why."""

    line: int
    reason: str
    text: str = ""  # as it stands, but not all of it if it is long


@dataclass(frozen=True)
class Suite:
    """Positions with known counts, and the lines of the file that give none.

    >>> suite = kiwipete.lab.known_counts()
    >>> suite.positions[1].name, suite.positions[1].counts[3]
    ('Kiwipete', 97862)
    """

    name: str
    positions: tuple[SuitePosition, ...]
    wrong_lines: tuple[WrongLine, ...] = ()

    def counts(self) -> list[SuiteCount]:
        """Return all counts, position by position, from the least depth on.

        >>> [count.nodes for count in kiwipete.lab.known_counts().counts()[:4]]
        [20, 400, 8902, 197281]
        """
        return [
            SuiteCount(position, depth, nodes)
            for position in self.positions
            for depth, nodes in sorted(position.counts.items())
        ]

    def limited(
        self, *, depth: int | None = None, nodes: int | None = None, chess960: bool = True
    ) -> Suite:
        """Return the suite without counts above a depth or a number of nodes.

        Without `chess960` the positions of Chess960 go as well. A position with
        no count left is left out.

        >>> suite = kiwipete.lab.known_counts().limited(depth=3, nodes=10_000)
        >>> [count.nodes for count in suite.counts()[:4]]
        [20, 400, 8902, 48]
        """

        def keeps(plies: int, leaves: int) -> bool:
            return (depth is None or plies <= depth) and (nodes is None or leaves <= nodes)

        positions = (
            replace(
                position,
                counts={plies: n for plies, n in position.counts.items() if keeps(plies, n)},
            )
            for position in self.positions
            if chess960 or not position.chess960
        )
        return replace(self, positions=tuple(p for p in positions if p.counts))
