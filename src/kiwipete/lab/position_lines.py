"""Lines of FEN or EPD, read the same way for suites and for hunts."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from kiwipete.board import Board
from kiwipete.lab.foreign_text import printable
from kiwipete.lab.suite import WrongLine
from kiwipete.status import Status

T = TypeVar("T")

_MAX_QUOTED = 40  # characters of bad text in a message

# Text in quotes may hold any sign; its closing quote may be missing.
_QUOTED = r'"[^"]*"?'
_BEFORE_COMMENT = re.compile(rf'(?:{_QUOTED}|[^#"])*')
_OPERATION = re.compile(rf'(?:{_QUOTED}|[^;"])+')


class PositionLine(NamedTuple):
    """A line with a position."""

    number: int
    name: str  # its `id`, or the comment right above it, or its line
    fen: str  # always with its counters
    board: Board  # of Chess960 if only that fits the castling rights
    operations: list[str]  # what stands behind the position


def read_positions(
    lines: Iterable[str], read: Callable[[PositionLine], T], *, chess960: bool = False
) -> tuple[list[T], list[WrongLine]]:
    """Read each line with a position; if that raises ValueError, the line is a wrong one."""
    found: list[T] = []
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
            found.append(read(_position(text, number, comment, chess960)))
        except ValueError as error:
            wrong_lines.append(WrongLine(number, str(error)))
        comment = ""
    return found, wrong_lines


def shortened(text: str) -> str:
    """Quote bad text, but not all of it if it is long."""
    return repr(text if len(text) <= _MAX_QUOTED else text[:_MAX_QUOTED] + "…")


def _position(text: str, number: int, comment: str, chess960: bool) -> PositionLine:
    fen, operations = _split(text)
    name = comment
    for operation in operations:
        if operation.split()[0] == "id":
            name = operation.removeprefix("id").strip(' \t"')
    name = printable(name) or f"line {number}"
    return PositionLine(number, name, fen, _set_up(fen, chess960), operations)


def _split(text: str) -> tuple[str, list[str]]:
    """Part the FEN, always with its counters, from the operations."""
    head, *rest = _OPERATION.findall(text) or [""]
    words = head.split()
    if len(words) < 4:
        many = "1 field" if len(words) == 1 else f"{len(words)} fields"
        raise ValueError(f"{many} instead of the 4 or 6 of a position: {shortened(head.strip())}")
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
