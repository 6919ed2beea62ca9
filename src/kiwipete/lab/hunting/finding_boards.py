"""The positions to draw for a finding, and the squares to mark in them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from kiwipete.board import Board
from kiwipete.squares import Square, parse_square

if TYPE_CHECKING:
    from kiwipete.lab.hunting.report import Finding

_SHORT_LINE = 2  # this many moves fit above a board
_ENDS = re.compile("([a-h][1-8])([a-h][1-8])[a-z]?")


class FindingBoard(NamedTuple):
    """A position to draw."""

    title: str
    board: Board
    marked: set[Square]
    wrong: bool  # whether the moves too many and too few are moves of this position


def finding_boards(finding: Finding) -> list[FindingBoard]:
    """Return the positions of a finding: where it was found, and the smallest one."""
    marked = {*finding.squares, *_squares((*finding.extra, *finding.missing))}
    smallest = _board(finding.fen, finding)
    if finding.kind == "make":
        return _boards_of_a_line(finding, smallest, marked)
    first = position_found(finding)
    if finding.fen == first:
        return [FindingBoard("position", smallest, marked, True)]
    return [
        FindingBoard("position", _board(first, finding), marked, False),
        FindingBoard("smallest", smallest, marked, True),
    ]


def _boards_of_a_line(finding: Finding, start: Board, marked: set[Square]) -> list[FindingBoard]:
    """Return the position before the moves, and the one after them if its list is wrong."""
    line = finding.line
    if not line:
        return [FindingBoard("position", start, marked, True)]
    if not (finding.extra or finding.missing):
        return [FindingBoard("position", start, set(_squares(line[:1])), False)]
    after = _board(finding.fen, finding, line)
    title = f"after {' '.join(line)}" if len(line) <= _SHORT_LINE else f"after {len(line)} moves"
    return [
        FindingBoard("position", start, set(), False),
        FindingBoard(title, after, marked, True),
    ]


def position_found(finding: Finding) -> str:
    """Return the position that the line of a finding leads to."""
    if not finding.line:
        return finding.start_fen
    board = _board(finding.start_fen, finding, finding.line)
    return board.fen(shredder=finding.chess960, en_passant="fen")


def ends_of(move: str) -> tuple[Square, Square] | None:
    """Return the squares that a move begins and ends on; None if it is malformed.

    >>> ends_of("e2e4"), ends_of("0000")
    ((12, 28), None)
    """
    found = _ENDS.fullmatch(move)
    return (parse_square(found[1]), parse_square(found[2])) if found else None


def _squares(moves: Iterable[str]) -> list[Square]:
    return [square for move in moves for square in ends_of(move) or ()]


def _board(fen: str, finding: Finding, moves: tuple[str, ...] = ()) -> Board:
    board = Board(fen, chess960=finding.chess960)
    for move in moves:
        board.push_uci(move)
    return board
