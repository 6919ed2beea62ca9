"""The formats of files of positions with counts: lines of EPD, blocks, tables and JSON.

Each format is a reader of lines that yields an Entry for each position, and a WrongLine for text
that does not belong to one. `position_files` finds out which format a file has.
"""

from __future__ import annotations

import csv
import itertools
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from kiwipete.lab.suites.entry import (
    NUMBER,
    POSITION,
    Entry,
    Fields,
    WrongLine,
    is_number,
    looks_like_a_position,
    plain_name,
    plain_names,
    read_fields,
    shortened,
    wrong_line,
)

# Quoted text may hold any character; the closing quote may be missing.
_QUOTED = r'"[^"]*"?'
# After a move, # means mate; everywhere else it begins a comment.
_MATE = r"(?:(?<=[a-h][1-8])|(?<==[QRBN])|(?<=O-O))#(?=[\s;!?]|$)"
_BEFORE_COMMENT = re.compile(rf'(?:{_QUOTED}|[^#"]|{_MATE})*')
_OPERATION = re.compile(rf'(?:{_QUOTED}|[^;"])+')

_COUNT = re.compile(rf"D(?P<depth>[0-9]+)[ \t:=]+(?P<nodes>{NUMBER})", re.IGNORECASE)
# "D4", "D 4 20" and "depth4" are meant as counts; "dm 3" and "draw_offer" are EPD.
_MEANT_AS_COUNT = re.compile(r"D(?!m\b|raw_)", re.IGNORECASE)

_BLOCK_POSITION = ("epd", "fen")

_DELIMITERS = ",;\t|"

# A list of lists, objects or texts, or an object; "[Event" begins a game.
_BEGINNING = re.compile(r'\s*(?:\{|\[\s*[\[{"\]])')
_BETWEEN = re.compile(r"[\s,]*")
_NEXT_OBJECT = re.compile(r"^\{", re.MULTILINE)

# Numbers stay text: int() of a million digits is slow.
_decoder = json.JSONDecoder(parse_int=str)


# Lines of FEN or EPD, followed by counts.


def read_epd(lines: Sequence[str]) -> Iterator[Entry]:
    """Read lines of FEN or EPD, each named by its `id` or a comment right above it."""
    comment = ""
    for number, line in enumerate(lines, start=1):
        if text := before_comment(line):
            yield _epd_entry(number, line, text, comment)
            comment = ""
        else:
            comment = line.strip().lstrip("#").strip()


def before_comment(line: str) -> str:
    """Return a line without its comment.

    >>> before_comment('8/8 w - - id "#1"; D1 5; # five')
    '8/8 w - - id "#1"; D1 5;'
    >>> before_comment("8/8 w - - bm Qh7#; # by the queen")
    '8/8 w - - bm Qh7#;'
    """
    found = _BEFORE_COMMENT.match(line)
    assert found is not None  # even no text at all matches
    return found[0].strip()


def _epd_entry(number: int, line: str, text: str, comment: str) -> Entry:
    fen, operations = split_epd(text)
    entry = Entry(number, line, fen, comment)
    for operation in operations:
        if operation.split()[0] == "id":
            entry.name = operation.removeprefix("id").strip(' \t"')
        elif found := _COUNT.fullmatch(operation):
            entry.add(found["depth"], found["nodes"])
        elif _MEANT_AS_COUNT.match(operation) or not operation[0].isalpha():
            entry.refuse(f"not a count such as 'D1 20': {shortened(operation)}")
    return entry


def split_epd(text: str) -> tuple[str, list[str]]:
    """Split a line into position and operations; EPD has no semicolon before the first one.

    >>> split_epd('8/8/8/2k5/8/2K5/8/8 w - - 0 1 bm Kd3; id "a; b";')
    ('8/8/8/2k5/8/2K5/8/8 w - - 0 1', ['bm Kd3', 'id "a; b"'])
    """
    head, *rest = _OPERATION.findall(text) or [""]
    words = head.split()
    fields = 4 + len(list(itertools.takewhile(str.isdigit, words[4:6])))
    operations = (operation.strip() for operation in [" ".join(words[fields:]), *rest])
    return " ".join(words[:fields]), [operation for operation in operations if operation]


# Blocks of `id`, `epd` and `perft` lines.


def is_block_line(line: str) -> bool:
    """Return True for the line of a block that holds the position.

    >>> is_block_line("epd 8/8/8/8/8/8/8/K1k5 w - -"), is_block_line("perft 1 20")
    (True, False)
    """
    word, text = _split_word(line)
    return word in _BLOCK_POSITION and looks_like_a_position(text)


def read_blocks(lines: Sequence[str]) -> Iterator[Entry | WrongLine]:
    """Read blocks; each begins with its `id` or, if it has none, with its position."""
    name = ""
    entry: Entry | None = None
    for number, line in enumerate(lines, start=1):
        word, text = _split_word(before_comment(line))
        if word in ("id", *_BLOCK_POSITION) and entry is not None:
            yield entry
            entry = None
        if word == "id":
            name = text
        elif word in _BLOCK_POSITION:
            entry, name = Entry(number, line, text, name), ""
        elif word == "perft" and entry is not None:
            depth, _, nodes = text.partition(" ")
            entry.add(depth, nodes.strip(), number=number, text=line)
        elif word == "perft":
            yield wrong_line(number, line, "a count without a position above it")
        elif word:
            reason = "neither 'id NAME' nor 'epd POSITION' nor 'perft DEPTH NODES'"
            yield wrong_line(number, line, reason)
    if entry is not None:
        yield entry


def _split_word(line: str) -> tuple[str, str]:
    """Split off the first word, in lower case."""
    word, *rest = line.split(maxsplit=1) or [""]
    return word.lower(), " ".join("".join(rest).split())


# Tables: a position, a depth and a count, as `FEN,depth,nodes` or `FEN; depth; nodes`.


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
        if len(cells) > 1 and (_is_header(cells) or _is_table_row(_Row(0, line, cells))):
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
        in_pairs = max((len(row.numbers) for row in rows if _is_table_row(row)), default=0) == 2
        yield from (_row_entry(row, in_pairs) for row in rows)


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        cells = next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [""])
    except csv.Error:  # a cell of more than 128 KB
        cells = line.split(delimiter)
    return [cell.strip() for cell in cells] or [""]


def _is_header(cells: Sequence[str]) -> bool:
    return any(plain_name(cell) in POSITION for cell in cells)


def _is_table_row(row: _Row) -> bool:
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


def _row_entry(row: _Row, in_pairs: bool) -> Entry | WrongLine:
    before = row.cells[: row.cells.index(row.position)]
    fields: dict[str, object] = {"fen": row.position, "name": " ".join(before)}
    if not in_pairs:
        return read_fields(row.number, row.line, {**fields, "counts": row.numbers})
    if len(row.numbers) != 2:
        return wrong_line(row.number, row.line, "not a position, a depth and a number of nodes")
    depth, nodes = row.numbers
    return read_fields(row.number, row.line, {**fields, "depth": depth, "nodes": nodes})


# JSON: a list of positions with their counts, in the shapes that are common.


def is_json(lines: Sequence[str]) -> bool:
    """Return True if the text begins like a JSON list or object.

    >>> is_json(["[", '  {"fen": "..."}']), is_json(['[Event "F/S Return Match"]'])
    (True, False)
    """
    return _BEGINNING.match("\n".join(lines)) is not None


def read_json(lines: Sequence[str]) -> Iterator[Entry | WrongLine]:
    """Read a list of positions, objects that hold such lists, or one object per line."""
    source = _Source(lines)
    at = source.skip(0)
    while at < len(source.text):
        try:
            value, end = _decoder.raw_decode(source.text, at)
            source.advance(at)
            yield from source.read(value)
        except json.JSONDecodeError as error:
            yield source.wrong(error.pos, f"not JSON: {error.msg[0].lower()}{error.msg[1:]}")
            end = source.next_object(at)
        except RecursionError:
            yield source.wrong(at, "not JSON: too many brackets within brackets")
            return
        at = source.skip(end)


class _Source:
    """The text, and the place after the last position found in it."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        # Some programs escape the slash as \/.
        self.text = "\n".join(lines).replace("\\/", "/")
        self._at, self._number = 0, 1  # after the last position, and its line number

    def skip(self, at: int) -> int:
        """Return where the next value begins."""
        found = _BETWEEN.match(self.text, at)
        assert found is not None  # even no text at all matches
        return found.end()

    def advance(self, at: int) -> None:
        """Continue the search for positions from here."""
        self._number += self.text.count("\n", self._at, at)
        self._at = max(at, self._at)

    def next_object(self, at: int) -> int:
        """Return where to continue after an unreadable object: at the next line that begins one."""
        found = _NEXT_OBJECT.search(self.text, at + 1) if self.text[at] == "{" else None
        return found.start() if found else len(self.text)

    def wrong(self, at: int, reason: str) -> WrongLine:
        """Return a WrongLine for a place in the text."""
        number = self.text.count("\n", 0, at) + 1
        return wrong_line(number, self._lines[number - 1], reason)

    def read(self, value: object) -> Iterator[Entry | WrongLine]:
        """Yield the positions in a value, however lists and objects are nested."""
        if isinstance(value, dict):
            fields = plain_names(value)
            if any(isinstance(fields.get(name), str) for name in POSITION):
                yield self._entry(fields)
            else:
                yield from self._read_object(value)
        elif isinstance(value, list) and _is_list_row(value):
            yield self._entry(_fields_of_row(value))
        elif isinstance(value, list):
            for item in value:
                yield from self.read(item)
        elif isinstance(value, str) and looks_like_a_position(value):
            yield from self._read_text(value)
        else:
            yield wrong_line(self._number, json.dumps(value), "no position")

    def _read_text(self, value: str) -> Iterator[Entry]:
        """Read a string that holds a line of EPD."""
        number, line = self._find(value)
        for entry in read_epd([value]):
            faults = [fault._replace(line=number) for fault in entry.faults]
            yield replace(entry, number=number, text=line, faults=faults)

    def _read_object(self, value: dict[str, object]) -> Iterator[Entry | WrongLine]:
        """Read an object that maps positions to counts, or that holds lists of positions."""
        found = False
        for name, item in value.items():
            if looks_like_a_position(name):
                entries: list[Entry | WrongLine] = [self._entry({"fen": name, "counts": item})]
            elif isinstance(item, list | dict):
                entries = list(self.read(item))
            else:
                continue
            if any(isinstance(entry, Entry) for entry in entries):
                found = True
                yield from entries
        if not found:
            yield wrong_line(self._number, json.dumps(value), "no position: there is no 'fen'")

    def _entry(self, fields: Fields) -> Entry:
        fen = next(str(fields[name]) for name in POSITION if isinstance(fields.get(name), str))
        number, line = self._find(fen)
        return read_fields(number, line, {**fields, "fen": fen})

    def _find(self, fen: str) -> tuple[int, str]:
        """Return the line of the next occurrence of a position."""
        found = self.text.find(fen, self._at)
        if found >= 0:
            self.advance(found)
            self._at += len(fen)
        return self._number, self._lines[self._number - 1]


def _is_list_row(value: list[object]) -> bool:
    """Return True for a list such as [fen, depth, nodes]."""
    texts = [isinstance(item, str) and looks_like_a_position(item) for item in value[:2]]
    return texts == [True, False]


def _fields_of_row(value: list[object]) -> Fields:
    fen, *rest = value
    numbers = [item for item in rest if isinstance(item, str) and is_number(item)]
    names = [item for item in rest if isinstance(item, str) and not is_number(item)]
    fields = {"fen": fen, "name": " ".join(names)}
    if isinstance(rest[0], list | dict):
        return {**fields, "counts": rest[0]}
    if len(numbers) == 2:
        return {**fields, "depth": numbers[0], "nodes": numbers[1]}
    return {**fields, "counts": numbers}
