"""Positions of files, read the same way for suites and for hunts."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kiwipete.board import Board, board_of
from kiwipete.errors import InvalidFenError
from kiwipete.foreign_text import printable
from kiwipete.lab.formats import Entry, read_entries
from kiwipete.lab.formats.entry import wrong_line
from kiwipete.lab.suite import WrongLine
from kiwipete.positions import NAMED_POSITIONS

_BYTE_ORDER_MARK = "\ufeff"


class PositionLine(NamedTuple):
    """A position of a file."""

    number: int  # of its line
    text: str  # the line as it stands
    name: str  # as the file has it, or its line
    fen: str  # always with its counters
    board: Board  # of Chess960 if only that fits the castling rights
    counts: Mapping[int, int]  # leaves by depth
    faults: Sequence[WrongLine]  # counts that cannot be used


def read_positions(
    lines: Iterable[str], *, chess960: bool = False
) -> Iterator[PositionLine | WrongLine]:
    """Read the positions of a file in any format, and what of it is none."""
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
    """Return a FEN with its counters, which EPD leaves out; the start position may be a name."""
    words = NAMED_POSITIONS.get(text.strip(), text).split()
    if len(words) < 4:
        many = "1 field" if len(words) == 1 else f"{len(words)} fields"
        raise ValueError(f"{many} instead of the 4 or 6 of a position")
    counters = list(itertools.takewhile(str.isdigit, words[4:6]))
    missing = ("0", "1")[len(counters) :]
    return " ".join([*words[:4], *counters, *missing, *words[4 + len(counters) :]])


def _reason(error: ValueError) -> str:
    """Say what is wrong without the FEN, which is quoted with its line."""
    reason = str(error)
    if isinstance(error, InvalidFenError):
        place = f"(field {error.field}, character {error.character})"
        return "".join(reason.partition(place)[:2])
    return reason


def countable_board(fen: str, *, chess960: bool) -> Board:
    """Set up a position that can be counted; a ValueError says why it cannot."""
    board = board_of(fen, chess960=chess960)
    if not board.is_countable():
        reasons = board.status().reasons() or ["a king is a promoted pawn"]
        raise ValueError(f"impossible position: {'; '.join(reasons)}")
    return board
