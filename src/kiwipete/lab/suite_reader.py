"""Read suites: files of positions with known counts, in the formats that are out there."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from kiwipete.lab.decoding import decode_lines
from kiwipete.lab.formats.entry import wrong_line
from kiwipete.lab.position_lines import read_positions
from kiwipete.lab.suite import Suite, SuitePosition, WrongLine

NO_COUNTS = "nothing to count: no ';D1 20' behind the position"


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
    >>> wrong = suite.wrong_lines[0]
    >>> wrong.line, wrong.reason
    (1, "not a count such as 'D1 20': 'D2 a lot'")
    >>> wrong.text
    '4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1 ;D1 15 ;D2 a lot'
    """
    path = Path(path)
    return parse_suite(decode_lines(path.read_bytes()), name=path.name, chess960=chess960)


def parse_suite(lines: Iterable[str], *, name: str = "", chess960: bool = False) -> Suite:
    """Read lines of positions with known counts: `FEN ;D1 20 ;D2 400`, tables, JSON and others.

    A position is named by its EPD operation `id` or what the format has for it, by a
    comment right above it, or by its line. Castling rights that only Chess960 knows mean
    Chess960; `chess960` means it for all positions.

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
