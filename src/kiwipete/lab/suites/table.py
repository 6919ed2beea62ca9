"""Tables: rows of a position, a depth and a count, as `FEN,depth,nodes` or `FEN; depth; nodes`."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kiwipete.lab.suites.entry import (
    POSITION,
    Entry,
    WrongLine,
    is_number,
    looks_like_a_position,
    plain_name,
    read_fields,
    wrong_line,
)

_DELIMITERS = ",;\t|"


class _Row(NamedTuple):
    number: int
    line: str
    cells: list[str]

    @property
    def position(self) -> str:
        """The cell with the position, or the first cell if none looks like one."""
        return next(filter(looks_like_a_position, self.cells), self.cells[0])

    @property
    def numbers(self) -> list[str]:
        """The non-empty cells after the position."""
        return [cell for cell in self.cells[self.cells.index(self.position) + 1 :] if cell]


def find_delimiter(line: str) -> str:
    """Return the delimiter of a row, or "" if the line is not a row of a table.

    >>> find_delimiter("8/8/8/8/8/8/8/K1k5 w - -; 1; 3"), find_delimiter("FEN,depth,nodes")
    (';', ',')
    >>> find_delimiter("8/8/8/8/8/8/8/K1k5 w - - ;D1 3")
    ''
    """
    for delimiter in _DELIMITERS:
        cells = _cells(line, delimiter)
        if len(cells) > 1 and (_is_header(cells) or _is_row(_Row(0, line, cells))):
            return delimiter
    return ""


def read_table(lines: Sequence[str], delimiter: str) -> Iterator[Entry | WrongLine]:
    """Read rows, with the names of a header if there is one."""
    rows = []
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            rows.append(_Row(number, line, _cells(line, delimiter)))
    header = next((row.cells for row in rows[:1] if _is_header(row.cells)), None)
    if header is not None:
        names = [plain_name(name) for name in header]
        yield from (_named_entry(row, names) for row in rows[1:])
    else:
        # Two numbers are a depth and its count, more are the counts from depth 1 on.
        in_pairs = max((len(row.numbers) for row in rows if _is_row(row)), default=0) == 2
        yield from (_entry(row, in_pairs) for row in rows)


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        cells = next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [""])
    except csv.Error:  # a cell of more than 128 KB
        cells = line.split(delimiter)
    return [cell.strip() for cell in cells] or [""]


def _is_header(cells: Sequence[str]) -> bool:
    return any(plain_name(cell) in POSITION for cell in cells)


def _is_row(row: _Row) -> bool:
    """Return True for a position followed by numbers only."""
    position, numbers = row.position, row.numbers
    if not looks_like_a_position(position) or any(sign in position for sign in _DELIMITERS):
        return False  # perhaps a line such as "FEN ;D5 4,865,609"
    return bool(numbers) and all(map(is_number, numbers))


def _named_entry(row: _Row, names: Sequence[str]) -> Entry | WrongLine:
    fields = {name: cell for name, cell in zip(names, row.cells, strict=False) if cell}
    if not any(name in fields for name in POSITION):
        return wrong_line(row.number, row.line, "the row has no position")
    return read_fields(row.number, row.line, fields)


def _entry(row: _Row, in_pairs: bool) -> Entry | WrongLine:
    before = row.cells[: row.cells.index(row.position)]
    fields: dict[str, object] = {"fen": row.position, "name": " ".join(before)}
    if not in_pairs:
        return read_fields(row.number, row.line, {**fields, "counts": row.numbers})
    if len(row.numbers) != 2:
        return wrong_line(row.number, row.line, "not a position, a depth and a number of nodes")
    depth, nodes = row.numbers
    return read_fields(row.number, row.line, {**fields, "depth": depth, "nodes": nodes})
