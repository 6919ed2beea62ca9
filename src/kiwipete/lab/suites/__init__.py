"""Suites: positions with known counts, read from files or built in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from kiwipete.lab.suites.entry import WrongLine, wrong_line
from kiwipete.lab.suites.position_files import decode_lines, read_positions

NO_COUNTS = "nothing to count: no ';D1 20' after the position"


@dataclass(frozen=True)
class SuitePosition:
    """A position of a suite and its leaf counts by depth."""

    name: str
    fen: str
    chess960: bool
    counts: Mapping[int, int] = field(hash=False)
    line: int  # its number in the file


class SuiteCount(NamedTuple):
    """One known count of a position."""

    position: SuitePosition
    depth: int
    nodes: int

    def __str__(self) -> str:
        return f"{self.position.name}, depth {self.depth}"


@dataclass(frozen=True)
class Suite:
    """Positions with known counts, and the lines of the file that could not be used.

    >>> suite = kiwipete.lab.known_counts()
    >>> suite.positions[1].name, suite.positions[1].counts[3]
    ('Kiwipete', 97862)
    """

    name: str
    positions: tuple[SuitePosition, ...]
    wrong_lines: tuple[WrongLine, ...] = ()

    def counts(self) -> list[SuiteCount]:
        """Return all counts, position by position, in order of depth.

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

        With `chess960=False` Chess960 positions are dropped as well. So are positions with no
        count left.

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


def read_suite(path: str | Path, *, chess960: bool = False) -> Suite:
    r"""Read a file of positions with known counts.

    A file that cannot be read raises OSError. A line that cannot be used is recorded in
    `wrong_lines` with its number and the reason; see `parse_suite`.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "rooks.epd")
    ...     _ = file.write_text("4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1 ;D1 15 ;D2 a lot\n")
    ...     suite = kiwipete.lab.read_suite(file)
    >>> suite.name
    'rooks.epd'
    >>> wrong = suite.wrong_lines[0]
    >>> wrong.line, wrong.reason
    (1, "not a count such as 'D1 20': 'D2 a lot'")
    >>> wrong.text
    '4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1 ;D1 15 ;D2 a lot'
    """
    path = Path(path)
    return parse_suite(decode_lines(path.read_bytes()), name=path.name, chess960=chess960)


def parse_suite(lines: Iterable[str], *, name: str = "", chess960: bool = False) -> Suite:
    """Parse lines of positions with known counts: `FEN ;D1 20 ;D2 400`, tables, JSON and others.

    The name of a position is its EPD operation `id` or the equivalent of the format, a comment
    right above it, or its line number. Castling rights that only Chess960 allows mark a
    Chess960 position; `chess960` makes all positions so.

    >>> suite = kiwipete.lab.parse_suite([
    ...     "# two kings",
    ...     "8/8/8/2k5/8/2K5/8/8 w - - ;D1 5 ;D2 36",
    ...     "8/8/8/2k5/8/8/8/8 w - - ;D1 0",
    ... ])
    >>> suite.positions[0].name
    'two kings'
    >>> [(wrong.line, wrong.reason) for wrong in suite.wrong_lines]
    [(3, 'impossible position: white has no king')]
    """
    positions: list[SuitePosition] = []
    wrong_lines: list[WrongLine] = []
    for found in read_positions(lines, chess960=chess960):
        if isinstance(found, WrongLine):
            wrong_lines.append(found)
        elif found.faults:
            wrong_lines.extend(found.faults)
        elif not found.counts:
            wrong_lines.append(wrong_line(found.number, found.text, NO_COUNTS))
        else:
            number, _, title, fen, board, counts, _ = found
            positions.append(SuitePosition(title, fen, board.chess960, counts, number))
    return Suite(name, tuple(positions), tuple(sorted(wrong_lines)))


def known_counts() -> Suite:
    """Return the built-in suite: chess and Chess960 positions with well-known counts.

    They cover every corner of the rules where generators go wrong. Counts have up to 14
    digits: use `limited` to drop those that take too long.

    >>> suite = kiwipete.lab.known_counts()
    >>> len(suite.positions)
    31
    """
    suite = read_suite(Path(__file__).with_name("known_counts.epd"))
    return replace(suite, name="known counts")
