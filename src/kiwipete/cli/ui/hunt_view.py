"""A hunt: a line of progress, findings drawn and in words, and a list of them by likely cause."""

from __future__ import annotations

import sys
import textwrap
import time
from collections.abc import Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING

from kiwipete.cli.ui import (
    DELAY,
    ECHO,
    columns,
    console,
    duration,
    fitted,
    has_colours,
    has_unicode,
    is_terminal,
    scaled,
    several,
)
from kiwipete.cli.ui.board_view import DIM, PLAIN, draw
from kiwipete.lab.hunting.finding_boards import finding_boards, position_found

if TYPE_CHECKING:
    from rich.constrain import Constrain
    from rich.live import Live

    from kiwipete.lab import Cause, Finding, Hunt, HuntReport
    from kiwipete.lab.hunting.report import Case

_RED, _BOLD = "\033[1;31m", "\033[1m"
_GAP = " " * 4
_LABEL = 11  # characters of the widest label and a blank
_NARROWEST = 20  # no line of a sentence is shorter, however narrow the terminal
_INDENT = " " * 2
# What is wrong, in a word, by the sign of a finding.
_WORDS = {
    "extra": "allowed",
    "missing": "missing",
    "twice": "twice",
    "written": "written",
    "": "fails",
}
_COUNTED = "counted"
_TICK = 0.1  # seconds between two updates of the line


class HuntLine:
    """A line on stderr that appears when a hunt takes long, if stderr is a terminal."""

    def __init__(self, report: HuntReport) -> None:
        self._report = report
        self._due = time.monotonic() + DELAY if is_terminal(sys.stderr) else float("inf")
        self._live: Live | None = None

    def __enter__(self) -> HuntLine:
        return self

    def __exit__(self, *_: object) -> None:
        self.pause()

    def update(self, case: Case) -> None:
        """Show the position that the engine was asked about last."""
        now = time.monotonic()
        if now < self._due:
            return
        self._due = now + _TICK
        if self._live is None:
            self._live = _new_line()
            self._live.start()
        report = self._report
        known = f"{several(report.positions, 'position')}, {scaled(report.nodes)} nodes"
        text = f"{known}: {case.position.label}, depth {case.depth}"
        self._live.update(_line(text, self._live.console.width - ECHO), refresh=True)

    def pause(self) -> None:
        """Remove the line; the next update brings it back."""
        if self._live is not None:
            self._live.stop()
            self._live = None


def _line(text: str, width: int) -> Constrain:
    """Return a text cut to one line; labels may contain what rich takes for markup."""
    from rich.constrain import Constrain
    from rich.text import Text

    return Constrain(Text(text, no_wrap=True, overflow="ellipsis"), width)


def _new_line() -> Live:
    from rich.live import Live

    return Live(console=console(sys.stderr), auto_refresh=False, transient=True)


def print_finding(finding: Finding, number: int) -> None:
    """Print a finding: where it was met, what is wrong, and the smallest position for it."""
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
    """Yield the facts about a finding as labels and texts."""
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
    """Yield the moves that lead to a finding, and its smallest position."""
    smallest = f"{finding.fen} ({several(finding.pieces, 'piece')})"
    if finding.kind == "make":
        yield "Position", smallest
        if finding.line:
            yield "Line", " ".join(finding.line)
        return
    found = position_found(finding)
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
    if not label:  # only sentences are wrapped: the rest is there to be copied
        lines = textwrap.wrap(text, max(columns(sys.stdout) - _LABEL, _NARROWEST))
    for line in lines:
        print(f"{shade}{label:{_LABEL}}{plain}{line}")
        label = ""


def _pictures(finding: Finding, colours: bool) -> Iterator[str]:
    """Draw the positions of a finding, side by side if there is room."""
    width = 26 if colours else 18
    pictures = []
    for title, board, marked, _ in finding_boards(finding):
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


def print_causes(report: HuntReport) -> None:
    """List the causes, each with one line per finding and how often it was met."""
    causes = report.causes()
    for number, cause in enumerate(causes):
        first = "Likely cause" if len(causes) == 1 else "Fix this first"
        _print_heading(report, cause, "Then" if number else first)
        _print_rows([_row(report, finding) for finding in cause.findings])
        print()


def _print_heading(report: HuntReport, cause: Cause, lead: str) -> None:
    bold, dim, plain = (_BOLD, DIM, PLAIN) if has_colours(sys.stdout) else ("", "", "")
    many = several(len(cause.findings), "finding")
    met = several(report.times_met(*cause.findings), "position")
    print(f"{bold}{lead}: {cause.title}{plain} {dim}({many}, {met}){plain}")
    for line in textwrap.wrap(cause.advice, max(columns(sys.stdout) - len(_INDENT), _NARROWEST)):
        print(f"{_INDENT}{line}")


def _row(report: HuntReport, finding: Finding) -> tuple[str, ...]:
    number = next(n for n, other in enumerate(report.findings, 1) if other is finding)
    word = _WORDS.get(finding.sign, _COUNTED)
    return f"{number}.", word, finding.rule, f"{report.times_met(finding)}x", finding.fen


def _print_rows(rows: list[tuple[str, ...]]) -> None:
    """Print rows in columns; without room for the FEN, it goes below."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    beside = len(_INDENT) + sum(widths) + 2 * (len(widths) - 1) <= columns(sys.stdout)
    for row in rows:
        print("\n".join(_row_lines(row, widths, beside)))


def _row_lines(row: tuple[str, ...], widths: list[int], beside: bool) -> Iterator[str]:
    number, word, rule, times, fen = row
    facts = f"{number:>{widths[0]}}  {word:{widths[1]}}  {rule:{widths[2]}}  {times:>{widths[3]}}"
    if beside:
        yield f"{_INDENT}{facts}  {fen}"
    else:
        yield f"{_INDENT}{facts}"
        yield f"{_INDENT}{' ' * widths[0]}  {fen}"


def print_summary(hunt: Hunt, seconds: float, *, interrupted: bool) -> None:
    """Print the causes and the result of a hunt."""
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
