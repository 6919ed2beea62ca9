"""Findings by their likely causes, with what to fix first in front."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kiwipete.cli.picture import DIM, PLAIN
from kiwipete.cli.terminal import columns, has_colours
from kiwipete.cli.wording import several

if TYPE_CHECKING:
    from kiwipete.lab.hunting.finding import Finding
    from kiwipete.lab.hunting.report import Cause, HuntReport

_BOLD = "\033[1m"
_INDENT = " " * 2
_NARROWEST = 20
# What is wrong, in a word, by the sign of a finding.
_WORDS = {
    "extra": "allowed",
    "missing": "missing",
    "twice": "twice",
    "written": "written",
    "": "fails",
}
_COUNTED = "counted"


def print_causes(report: HuntReport) -> None:
    """List the causes, each with its findings in a line each, and how often they were met."""
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
    """Print rows in columns; the FEN goes below if there is no room beside."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    beside = len(_INDENT) + sum(widths) + 2 * (len(widths) - 1) <= columns(sys.stdout)
    for row in rows:
        print("\n".join(_lines(row, widths, beside)))


def _lines(row: tuple[str, ...], widths: list[int], beside: bool) -> Iterator[str]:
    number, word, rule, times, fen = row
    facts = f"{number:>{widths[0]}}  {word:{widths[1]}}  {rule:{widths[2]}}  {times:>{widths[3]}}"
    if beside:
        yield f"{_INDENT}{facts}  {fen}"
    else:
        yield f"{_INDENT}{facts}"
        yield f"{_INDENT}{' ' * widths[0]}  {fen}"
