"""Read suites: a line is a FEN or EPD and its counts, as in `FEN ;D1 20 ;D2 400`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from kiwipete._core.core import PerftJob
from kiwipete.lab.position_lines import PositionLine, read_positions, shortened
from kiwipete.lab.suite import Suite, SuitePosition

_MAX_COUNT = 2**64 - 1  # the kernel counts in 64 bits
_COUNT = re.compile(r"D(?P<depth>[0-9]+)[ \t]+(?P<nodes>[0-9]+)", re.IGNORECASE)
# "D4", "D 4 20" and "depth4" are meant as counts; "dm 3" and "draw_offer" are EPD.
_MEANT_AS_COUNT = re.compile(r"D(?!m\b|raw_)", re.IGNORECASE)


def read_suite(path: str | Path, *, chess960: bool = False) -> Suite:
    r"""Read a file of positions with known counts.

    A file that cannot be read raises OSError. A line that cannot be used is
    kept, with its number and the reason, and stops nobody; see `parse_suite`.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "rooks.epd")
    ...     _ = file.write_text("4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1 ;D1 15 ;D2 a lot\n")
    ...     suite = kiwipete.lab.read_suite(file)
    >>> suite.name
    'rooks.epd'
    >>> suite.wrong_lines
    (WrongLine(line=1, reason="not a count such as 'D1 20': 'D2 a lot'"),)
    """
    path = Path(path)
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        return parse_suite(file, name=path.name, chess960=chess960)


def parse_suite(lines: Iterable[str], *, name: str = "", chess960: bool = False) -> Suite:
    """Read lines of positions with known counts.

    A position is named by its EPD operation `id`, by a comment right above it,
    or by its line. Castling rights that only Chess960 knows mean Chess960;
    `chess960` means it for all positions.

    >>> suite = kiwipete.lab.parse_suite([
    ...     "# two kings",
    ...     "8/8/8/2k5/8/2K5/8/8 w - - ;D1 5 ;D2 36",
    ...     "8/8/8/2k5/8/8/8/8 w - - ;D1 0",
    ... ])
    >>> suite.positions[0].name
    'two kings'
    >>> suite.wrong_lines
    (WrongLine(line=3, reason='impossible position: white has no king'),)
    """
    positions, wrong_lines = read_positions(lines, _position, chess960=chess960)
    return Suite(name, tuple(positions), tuple(wrong_lines))


def _position(line: PositionLine) -> SuitePosition:
    """Read the counts of a line; a ValueError says what is wrong with it."""
    counts: dict[int, int] = {}
    for operation in line.operations:
        if _MEANT_AS_COUNT.match(operation):
            depth, nodes = _count(operation)
            if depth in counts:
                raise ValueError(f"depth {depth} is counted twice")
            counts[depth] = nodes
        elif not operation[0].isalpha():
            raise ValueError(f"not a count such as 'D1 20': {shortened(operation)}")
    if not counts:
        raise ValueError("nothing to count: no ';D1 20' behind the position")
    return SuitePosition(line.name, line.fen, line.board.chess960, counts, line.number)


def _count(operation: str) -> tuple[int, int]:
    """Read an operation such as "D4 197281"."""
    found = _COUNT.fullmatch(operation)
    if found is None:
        raise ValueError(f"not a count such as 'D1 20': {shortened(operation)}")
    depth, nodes = found["depth"], found["nodes"]
    if len(depth) > 2 or not 1 <= int(depth) <= PerftJob.MAX_DEPTH:
        raise ValueError(f"a depth is 1 to {PerftJob.MAX_DEPTH}, not {shortened(depth)}")
    if len(nodes) > 20 or int(nodes) > _MAX_COUNT:
        raise ValueError(f"a count is at most {_MAX_COUNT}, not {shortened(nodes)}")
    return int(depth), int(nodes)
