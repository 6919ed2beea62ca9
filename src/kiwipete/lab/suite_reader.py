"""Read suites: a line is a FEN or EPD and its counts, as in `FEN ;D1 20 ;D2 400`."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from pathlib import Path

from kiwipete._core.core import PerftJob
from kiwipete.board import Board
from kiwipete.lab.suite import Suite, SuitePosition, WrongLine
from kiwipete.status import Status

_MAX_COUNT = 2**64 - 1  # the kernel counts in 64 bits
_MAX_QUOTED = 40  # characters of bad text in a message

# Text in quotes may hold any sign; its closing quote may be missing.
_QUOTED = r'"[^"]*"?'
_BEFORE_COMMENT = re.compile(rf'(?:{_QUOTED}|[^#"])*')
_OPERATION = re.compile(rf'(?:{_QUOTED}|[^;"])+')
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
    positions: list[SuitePosition] = []
    wrong_lines: list[WrongLine] = []
    comment = ""
    for number, line in enumerate(lines, start=1):
        before = _BEFORE_COMMENT.match(line)
        assert before is not None  # even no text at all matches
        text = before[0].strip()
        if not text:
            comment = line.strip().lstrip("#").strip()
            continue
        try:
            positions.append(_position(text, number, comment, chess960))
        except ValueError as error:
            wrong_lines.append(WrongLine(number, str(error)))
        comment = ""
    return Suite(name, tuple(positions), tuple(wrong_lines))


def _position(text: str, line: int, comment: str, chess960: bool) -> SuitePosition:
    """Read a line; a ValueError says what is wrong with it."""
    fen, operations = _split(text)
    board = _set_up(fen, chess960)
    counts: dict[int, int] = {}
    name = comment
    for operation in operations:
        if _MEANT_AS_COUNT.match(operation):
            depth, nodes = _count(operation)
            if depth in counts:
                raise ValueError(f"depth {depth} is counted twice")
            counts[depth] = nodes
        elif not operation[0].isalpha():
            raise ValueError(f"not a count such as 'D1 20': {_shortened(operation)}")
        elif operation.split()[0] == "id":
            name = operation.removeprefix("id").strip(' \t"')
    if not counts:
        raise ValueError("nothing to count: no ';D1 20' behind the position")
    name = "".join(filter(str.isprintable, name)) or f"line {line}"
    return SuitePosition(name, fen, board.chess960, counts, line)


def _split(text: str) -> tuple[str, list[str]]:
    """Part the FEN, always with its counters, from the operations."""
    head, *rest = _OPERATION.findall(text) or [""]
    words = head.split()
    if len(words) < 4:
        many = "1 field" if len(words) == 1 else f"{len(words)} fields"
        raise ValueError(f"{many} instead of the 4 or 6 of a position: {_shortened(head.strip())}")
    counters = list(itertools.takewhile(str.isdigit, words[4:6]))
    fen = " ".join([*words[:4], *counters, *("0", "1")[len(counters) :]])
    # EPD has no semicolon before its first operation.
    first = " ".join(words[4 + len(counters) :])
    operations = (operation.strip() for operation in [first, *rest])
    return fen, [operation for operation in operations if operation]


def _set_up(fen: str, chess960: bool) -> Board:
    """Set up a position that can be counted."""
    board = Board(fen, chess960=chess960)
    if board.status() == Status.BAD_CASTLING_RIGHTS:
        board = Board(fen, chess960=True)
    if not board.is_valid():
        raise ValueError(f"impossible position: {'; '.join(board.status().reasons())}")
    return board


def _count(operation: str) -> tuple[int, int]:
    """Read an operation such as "D4 197281"."""
    found = _COUNT.fullmatch(operation)
    if found is None:
        raise ValueError(f"not a count such as 'D1 20': {_shortened(operation)}")
    depth, nodes = found["depth"], found["nodes"]
    if len(depth) > 2 or not 1 <= int(depth) <= PerftJob.MAX_DEPTH:
        raise ValueError(f"a depth is 1 to {PerftJob.MAX_DEPTH}, not {_shortened(depth)}")
    if len(nodes) > 20 or int(nodes) > _MAX_COUNT:
        raise ValueError(f"a count is at most {_MAX_COUNT}, not {_shortened(nodes)}")
    return int(depth), int(nodes)


def _shortened(text: str) -> str:
    return repr(text if len(text) <= _MAX_QUOTED else text[:_MAX_QUOTED] + "…")
