"""Findings as people read them: pictures, moves, the rule in words."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING

from kiwipete.board import Board
from kiwipete.cli.picture import DIM, PLAIN, draw
from kiwipete.cli.terminal import columns, has_colours, has_unicode
from kiwipete.cli.wording import duration, several
from kiwipete.squares import parse_square

if TYPE_CHECKING:
    from kiwipete.lab.finding import Finding
    from kiwipete.lab.hunting import Hunt

_RED, _BOLD = "\033[1;31m", "\033[1m"
_GAP = " " * 4
_LABEL = 11  # characters of the widest label and a blank
_NARROWEST = 20  # a sentence needs so many characters in a line, and be it too long


def print_finding(finding: Finding, number: int) -> None:
    """Show a finding: where it was met, what is wrong, and how small it can be."""
    colours = has_colours(sys.stdout)
    title = f"{number}. {finding.title[0].upper()}{finding.title[1:]}"
    print(f"{_RED}{title}{PLAIN}" if colours else title, end="\n\n")
    for label, text in _facts(finding):
        _print_fact(label, text, colours)
    print()
    for row in _pictures(finding, colours):
        print(row)
    print()
    sys.stdout.flush()


def _facts(finding: Finding) -> Iterator[tuple[str, str]]:
    """Yield what there is to say about a finding, line by line."""
    yield "Met in", finding.label
    if finding.kind == "make":
        yield "Position", f"{finding.fen} ({several(finding.pieces, 'piece')})"
        yield "Line", " ".join(finding.line) or "none"
    else:
        found = _position_found(finding)
        yield "From", finding.start_fen
        yield "Line", " ".join(finding.line) or "none"
        yield "Position", found
        if finding.fen != found:
            yield "Smallest", f"{finding.fen} ({several(finding.pieces, 'piece')})"
    if finding.extra or finding.missing:
        yield "Too many", " ".join(finding.extra) or "none"
        yield "Too few", " ".join(finding.missing) or "none"
    yield "Rule", finding.rule
    yield "", finding.explanation
    yield "Reproduce", finding.reproduce


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
        boards: dict[str, tuple[Board, set[int]]] = {
            "position": (_board(finding.fen, finding), set())
        }
        if finding.extra or finding.missing:
            after = _board(finding.fen, finding, finding.line)
            boards[f"after {' '.join(finding.line)}"] = after, marked
        return boards
    first = _position_found(finding)
    boards = {"position": (_board(first, finding), marked)}
    if finding.fen != first:
        boards["smallest"] = _board(finding.fen, finding), marked
    return boards


def _marked(finding: Finding) -> set[int]:
    """Return the squares to look at: of the explanation, and of the moves."""
    moves = [move for move in (*finding.extra, *finding.missing) if move not in ("0000", "?")]
    ends = {move[at : at + 2] for move in moves for at in (0, 2)}
    return {*finding.squares, *map(parse_square, ends)}


def print_summary(hunt: Hunt, seconds: float, *, interrupted: bool) -> None:
    """Say in a few lines what came of a hunt."""
    report = hunt.report
    if hunt.all_bugs and report.findings:
        _print_groups(hunt)
    if hunt.report.left_out:
        left_out = several(hunt.report.left_out, "position")
        print(f"{left_out} not seen to the wanted depth: the engine is too slow for --timeout")
    found = several(len(report.findings), "finding") if report.findings else "no difference"
    so_far = " so far" if interrupted else ""
    print(
        f"{report.engine}: {found}{so_far} in {several(report.positions, 'position')}, "
        f"{several(report.nodes, 'node')}, {duration(seconds)}"
    )


def _print_groups(hunt: Hunt) -> None:
    """List the findings by rule."""
    report = hunt.report
    width = max(len(finding.rule) for finding in report.findings)
    for finding in report.findings:
        times = several(report.times_met(finding), "position")
        print(f"{finding.rule:{width}}  {finding.kind:7}  {times:>13}  {finding.fen}")
    print()
