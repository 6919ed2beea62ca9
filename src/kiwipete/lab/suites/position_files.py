"""Read files of positions for suites, hunts and analysis: encoding, format, positions."""

from __future__ import annotations

import codecs
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kiwipete.board import Board, board_of
from kiwipete.errors import InvalidFenError
from kiwipete.lab.suites.entry import Entry, WrongLine, looks_like_a_position, wrong_line
from kiwipete.lab.suites.formats import (
    before_comment,
    find_delimiter,
    is_block_line,
    is_json,
    read_blocks,
    read_epd,
    read_json,
    read_table,
)
from kiwipete.positions import NAMED_POSITIONS
from kiwipete.untrusted_text import printable

_BYTE_ORDER_MARK = "\ufeff"

# Longer marks first: that of UTF-16 is a prefix of that of UTF-32.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_SAMPLE = 4096  # bytes inspected to detect UTF-16 without a mark
_MANY = 0.75  # share of NULs among the even or odd bytes; nearly all in FENs

# Unix, Windows and old Mac line ends, and the NULs of C programs. NULs before a line end belong
# to it, so that line numbers match those of an editor.
_LINE_END = re.compile(r"\0*(?:\r\n|\n|\r)|\0+")
_END_OF_FILE = "\x1a"  # of DOS


class PositionLine(NamedTuple):
    """A position of a file."""

    number: int  # of its line
    text: str  # the line as it stands
    name: str  # from the file, or its line number
    fen: str  # with both counters
    board: Board  # a Chess960 board if the castling rights require it
    counts: Mapping[int, int]  # leaves by depth
    faults: Sequence[WrongLine]  # counts that cannot be used


def read_positions(
    lines: Iterable[str], *, chess960: bool = False
) -> Iterator[PositionLine | WrongLine]:
    """Read a file of positions in any format; lines that cannot be used become WrongLines."""
    texts = [line.rstrip("\r\n\0") for line in lines]
    if texts:
        texts[0] = texts[0].removeprefix(_BYTE_ORDER_MARK)
    for entry in read_entries(texts):
        if isinstance(entry, WrongLine):
            yield entry
            continue
        try:
            yield _position(entry, chess960)
        except ValueError as error:
            yield wrong_line(entry.number, entry.text, _reason(error))


def _position(entry: Entry, chess960: bool) -> PositionLine:
    fen = _whole_fen(entry.fen)
    name = printable(entry.name) or f"line {entry.number}"
    board = countable_board(fen, chess960=chess960)
    return PositionLine(entry.number, entry.text, name, fen, board, entry.counts, entry.faults)


def _whole_fen(text: str) -> str:
    """Return a FEN with both counters; named positions such as `startpos` are resolved."""
    words = NAMED_POSITIONS.get(text.strip(), text).split()
    if len(words) < 4:
        many = "1 field" if len(words) == 1 else f"{len(words)} fields"
        raise ValueError(f"{many} instead of the 4 or 6 of a position")
    counters = list(itertools.takewhile(str.isdigit, words[4:6]))
    missing = ("0", "1")[len(counters) :]
    return " ".join([*words[:4], *counters, *missing, *words[4 + len(counters) :]])


def _reason(error: ValueError) -> str:
    """Return the message without the FEN, which is quoted with its line."""
    reason = str(error)
    if isinstance(error, InvalidFenError):
        place = f"(field {error.field}, character {error.character})"
        return "".join(reason.partition(place)[:2])
    return reason


def countable_board(fen: str, *, chess960: bool) -> Board:
    """Return the board of a position; raise ValueError if it cannot be counted."""
    board = board_of(fen, chess960=chess960)
    if not board.is_countable():
        reasons = board.status().reasons() or ["a king is a promoted pawn"]
        raise ValueError(f"impossible position: {'; '.join(reasons)}")
    return board


def read_entries(lines: Sequence[str]) -> Iterator[Entry | WrongLine]:
    """Read lines (without line ends) in the format of the first position.

    >>> fen = "8/8/8/2k5/8/2K5/8/8 w - -"
    >>> for lines in ([f"{fen} ;D1 5"], [f"epd {fen}", "perft 1 5"], [f"{fen},1,5"]):
    ...     [entry.counts for entry in read_entries(lines)]
    [{1: 5}]
    [{1: 5}]
    [{1: 5}]
    """
    if is_json(lines):
        return _joined(read_json(lines))
    for line in filter(before_comment, lines):
        if is_block_line(line):
            return read_blocks(lines)
        if delimiter := find_delimiter(line):
            return _joined(read_table(lines, delimiter))
        if looks_like_a_position(line):
            break
    return read_epd(lines)


def _joined(entries: Iterable[Entry | WrongLine]) -> Iterator[Entry | WrongLine]:
    """Merge consecutive entries that give different depths of one position."""
    last: Entry | None = None
    for entry in entries:
        if isinstance(entry, WrongLine):
            yield entry
        elif last is not None and _belongs_to(entry, last):
            last.counts.update(entry.counts)
        else:
            if last is not None:
                yield last
            last = entry
    if last is not None:
        yield last


def _belongs_to(entry: Entry, last: Entry) -> bool:
    if (entry.fen, entry.name) != (last.fen, last.name):
        return False
    if not all(each.counts and not each.faults for each in (entry, last)):
        return False  # keep an entry with faults apart
    return entry.counts.keys().isdisjoint(last.counts)


def decode_lines(content: bytes) -> list[str]:
    r"""Return the lines of a file in UTF-8, UTF-16 or UTF-32, without their ends.

    Invalid bytes become replacement characters.

    >>> decode_lines("\ufeffone\r\ntwo".encode("utf-16-le"))
    ['one', 'two']
    >>> decode_lines(b"one\0two\0")
    ['one', 'two']
    """
    text = _decode(content).removesuffix(_END_OF_FILE)
    lines = _LINE_END.split(text)
    return lines if lines[-1] else lines[:-1]


def _decode(content: bytes) -> str:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, "replace")
    return content.decode(_encoding_by_nuls(content[:_SAMPLE]), "replace")


def _encoding_by_nuls(sample: bytes) -> str:
    """Distinguish UTF-16 from UTF-8 by the positions of NUL bytes."""
    even, odd = sample[::2], sample[1::2]
    if odd and odd.count(0) > _MANY * len(odd) and not even.count(0) > _MANY * len(even):
        return "utf-16-le"
    if odd and even.count(0) > _MANY * len(even) and not odd.count(0) > _MANY * len(odd):
        return "utf-16-be"
    return "utf-8"
