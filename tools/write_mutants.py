"""Write the tables of docs/mutants.md: hunt each mutant of the engine with bugs.

    python tools/write_mutants.py [MUTANT ...]    all of them, or update only these

It takes minutes. If no position of the collection catches a mutant, its name is printed and the
page stays as it is.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.support.buggy import MutatedEngine
from tests.support.buggy_engine.bugs import BUGS
from tests.support.mutant_table import PAGE, Row, read_rows, row_of, write_tables

from kiwipete.lab import HuntReport, collection, hunt

SECONDS = 60.0


def hunt_down(mutant: str) -> HuntReport:
    """Hunt in the collection alone: two plies deep everywhere, then like a plain hunt."""
    engine = MutatedEngine(mutant)
    positions = collection(chess960=engine.chess960)
    report = hunt(engine, positions, depth=2)
    return report if report.findings else hunt(engine, positions, seconds=SECONDS)


def row_for(mutant: str) -> Row | None:
    """Return the row of a mutant, or None if it is not caught."""
    report = hunt_down(mutant)
    return row_of(mutant, BUGS[mutant].bug, report) if report.findings else None


def main(mutants: list[str]) -> int:
    """Write the page, or print the mutants that are not caught."""
    rows = read_rows() if mutants else {}
    caught = True
    with ProcessPoolExecutor() as pool:
        for mutant, row in zip(mutants or BUGS, pool.map(row_for, mutants or BUGS), strict=True):
            print(row or f"not caught: {mutant}\n", end="", flush=True)
            caught = caught and row is not None
            if row is not None:
                rows[mutant] = row
    if caught:
        intro = PAGE.read_text(encoding="utf-8").partition("## ")[0]
        PAGE.write_text(intro + write_tables(rows), encoding="utf-8")
    return 0 if caught else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
