"""Findings as people read them: pictures, moves, the rule in words."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING

from kiwipete.board import Board
from kiwipete.cli.hunt_causes import print_causes
from kiwipete.cli.picture import DIM, PLAIN, draw
from kiwipete.cli.terminal import columns, fitted, has_colours, has_unicode
from kiwipete.cli.wording import duration, several
from kiwipete.squares import parse_square

if TYPE_CHECKING:
    from kiwipete.lab.hunting.finding import Finding
    from kiwipete.lab.hunting.hunt import Hunt

_RED, _BOLD = "\033[1;31m", "\033[1m"
_GAP = " " * 4
_LABEL = 11  # characters of the widest label and a blank
_SHORT_LINE = 2  # so many moves fit above a board
_NARROWEST = 20  # a sentence needs so many characters in a line, and be it too long


def print_finding(finding: Finding, number: int) -> None:
    """Show a finding: where it was met, what is wrong, and how small it can be."""
    colours = has_colours(sys.stdout)
    title = f"{number}. {finding.title[0].upper()}{finding.title[1:]}"
    for line in textwrap.wrap(title, max(columns(sys.stdout), _NARROWEST), subsequent_indent="   "):
        print(f"{_RED}{line}{PLAIN}" if colours else line)
    print()
    for label, text in _facts(finding):
        _print_fact(label, text, colours)
    print()
    for row in _pictures(finding, colours):
        print(row)
    print()
    sys.stdout.flush()


def _facts(finding: Finding) -> Iterator[tuple[str, str]]:
    """Yield what there is to say about a finding, line by line, and nothing twice."""
    yield "Met in", finding.label
    yield from _places(finding)
    if finding.extra:
        yield "Too many", " ".join(finding.extra)
    if finding.missing:
        yield "Too few", " ".join(finding.missing)
    yield "Rule", finding.rule
    yield "", finding.explanation
    yield "Reproduce", finding.reproduce


def _places(finding: Finding) -> Iterator[tuple[str, str]]:
    """Yield the way to a finding, and its smallest position."""
    smallest = f"{finding.fen} ({several(finding.pieces, 'piece')})"
    if finding.kind == "make":
        yield "Position", smallest
        if finding.line:
            yield "Line", " ".join(finding.line)
        return
    found = _position_found(finding)
    if finding.line:
        yield "From", finding.start_fen
        yield "Line", " ".join(finding.line)
    if finding.fen == found:
        yield "Position", smallest
    else:
        yield "Position", found
        yield "Smallest", smallest


def _print_fact(label: str, text: str, colours: bool) -> None:
    shade, plain = (DIM, PLAIN) if colours else ("", "")
    lines = [text]
    if not label:  # sentences may be broken; what is to be copied may not
        lines = textwrap.wrap(text, max(columns(sys.stdout) - _LABEL, _NARROWEST))
    for line in lines:
        print(f"{shade}{label:{_LABEL}}{plain}{line}")
        label = ""


def _position_found(finding: Finding) -> str:
    """Return the position that the line leads to."""
    if not finding.line:
        return finding.start_fen
    board = _board(finding.start_fen, finding, finding.line)
    return board.fen(shredder=finding.chess960, en_passant="fen")


def _board(fen: str, finding: Finding, moves: tuple[str, ...] = ()) -> Board:
    board = Board(fen, chess960=finding.chess960)
    for move in moves:
        board.push_uci(move)
    return board


def _pictures(finding: Finding, colours: bool) -> Iterator[str]:
    """Draw the positions that a finding is about, side by side if there is room."""
    width = 26 if colours else 18
    pictures = []
    for title, (board, marked) in _boards(finding).items():
        pieces = colours and has_unicode(sys.stdout)
        rows = draw(board, colours=colours, pieces=pieces, marked=marked)
        pictures.append([title.center(width), *(rows if colours else _padded(rows, width))])
    if len(pictures) * (width + len(_GAP)) - len(_GAP) <= columns(sys.stdout):
        for row in zip_longest(*pictures, fillvalue=""):
            yield _GAP.join(row).rstrip()
    else:
        for number, picture in enumerate(pictures):
            if number:
                yield ""
            yield from map(str.rstrip, picture)


def _padded(rows: list[str], width: int) -> list[str]:
    return [row.ljust(width) for row in rows]


def _boards(finding: Finding) -> dict[str, tuple[Board, set[int]]]:
    """Return what to draw by its title: a position, and the squares to look at."""
    marked = _marked(finding)
    if finding.kind == "make":
        return _boards_of_a_line(finding, marked)
    first = _position_found(finding)
    boards = {"position": (_board(first, finding), marked)}
    if finding.fen != first:
        boards["smallest"] = _board(finding.fen, finding), marked
    return boards


def _boards_of_a_line(finding: Finding, marked: set[int]) -> dict[str, tuple[Board, set[int]]]:
    """Return what to draw where moves are made: before them, and after them if a list is wrong."""
    start = _board(finding.fen, finding)
    if not finding.line:
        return {"position": (start, marked)}
    if not (finding.extra or finding.missing):
        return {"position": (start, _ends(finding.line[:1]))}
    after = _board(finding.fen, finding, finding.line)
    return {"position": (start, set()), _after(finding.line): (after, marked)}


def _after(line: tuple[str, ...]) -> str:
    """Return a title for the position after a line; a long one would not fit over its board."""
    return f"after {' '.join(line)}" if len(line) <= _SHORT_LINE else f"after {len(line)} moves"


def _marked(finding: Finding) -> set[int]:
    """Return the squares to look at: of the explanation, and of the moves."""
    return {*finding.squares, *_ends((*finding.extra, *finding.missing))}


def _ends(moves: tuple[str, ...]) -> set[int]:
    """Return the squares that moves begin and end on; what is no move has none."""
    ends = {move[at : at + 2] for move in moves if _has_squares(move) for at in (0, 2)}
    return set(map(parse_square, ends))


def _has_squares(move: str) -> bool:
    return len(move) >= 4 and move != "0000"


def print_summary(hunt: Hunt, seconds: float, *, interrupted: bool) -> None:
    """Say in a few lines what came of a hunt."""
    report = hunt.report
    if hunt.all_bugs and report.findings:
        print_causes(report)
    if hunt.report.left_out:
        left_out = several(hunt.report.left_out, "position")
        known = f"{left_out} not compared to full depth: the engine is too slow for --timeout"
        print(fitted(known, sys.stdout))
    if report.stopped:
        print(fitted(f"Stopped early: {report.stopped}", sys.stdout))
    found = several(len(report.findings), "finding") if report.findings else "no difference"
    if hunt.ignore:
        found += f" (ignoring {', '.join(sorted(hunt.ignore))})"
    so_far = " so far" if interrupted else ""
    summary = (
        f"{report.engine}: {found}{so_far} in {several(report.positions, 'position')}, "
        f"{several(report.nodes, 'node')}, {duration(seconds)}"
    )
    print(fitted(summary, sys.stdout))
