"""JSON files: a list of positions with their counts, in the shapes that are common."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kiwipete.lab.suites.entry import (
    POSITION,
    Entry,
    Fields,
    WrongLine,
    is_number,
    looks_like_a_position,
    plain_names,
    read_fields,
    wrong_line,
)
from kiwipete.lab.suites.epd import read_epd

# A list of lists, objects or texts, or an object; "[Event" begins a game.
_BEGINNING = re.compile(r'\s*(?:\{|\[\s*[\[{"\]])')
_BETWEEN = re.compile(r"[\s,]*")
_NEXT_OBJECT = re.compile(r"^\{", re.MULTILINE)

# Numbers stay text: int() of a million digits is slow.
_decoder = json.JSONDecoder(parse_int=str)


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
        elif isinstance(value, list) and _is_row(value):
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


def _is_row(value: list[object]) -> bool:
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
