"""The table of mutants in docs/mutants.md: what a hunt in the collection says of each."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from kiwipete.lab import Finding, HuntReport

from .buggy_engine.bugs import RULES

PAGE = Path(__file__).parents[2] / "docs" / "mutants.md"
HEAD = """\
| mutant | the bug | kind | rule | moves | met in | plies | smallest position |
|---|---|---|---|---|---|---|---|
"""


class Row(NamedTuple):
    mutant: str
    bug: str
    kind: str
    rule: str
    moves: str  # "extra" or "missing", or "counts" if only counts are wrong
    label: str  # of the position in the collection
    plies: int  # the depth at which that position shows it
    fen: str  # the smallest position

    def __str__(self) -> str:
        cells = list(map(str, self))
        cells[0], cells[-1] = f"`{self.mutant}`", f"`{self.fen}`"
        return f"| {' | '.join(cells)} |\n"


def row_of(mutant: str, bug: str, report: HuntReport) -> Row:
    """Make a row of what a hunt has found."""
    finding = report.findings[0]
    plies = max(case.depth for case in report.cases.values() if case.finding is finding)
    return Row(mutant, bug, *what_is_said(finding), finding.label, plies, finding.fen)


def what_is_said(finding: Finding) -> tuple[str, str, str]:
    """Return the kind, the rule, and whether moves are too many or too few."""
    moves = "extra" if finding.extra else "missing" if finding.missing else "counts"
    return finding.kind, finding.rule, moves


def read_rows() -> dict[str, Row]:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    rows = [line.strip("| ").replace("`", "").split(" | ") for line in lines if line[:3] == "| `"]
    return {cells[0]: Row(*cells[:6], int(cells[6]), cells[7]) for cells in rows}


def write_tables(rows: dict[str, Row]) -> str:
    """Write a table for each rule."""
    return "\n".join(
        f"## {title}\n\n{HEAD}{''.join(str(rows[mutant]) for mutant in mutants)}"
        for title, mutants in RULES.items()
    )
