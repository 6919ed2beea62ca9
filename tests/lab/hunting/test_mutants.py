"""Every mutant is caught by the collection alone, and named as docs/mutants.md says."""

from __future__ import annotations

import functools

import pytest

from kiwipete.lab import collection, compare, hunt
from tests.support.buggy import MutatedEngine
from tests.support.buggy_engine.bugs import BUGS, RULES
from tests.support.buggy_engine.loading import mutated
from tests.support.mutant_table import PAGE, read_rows, row_of, what_is_said, write_tables

ROWS = read_rows()
SLOW = {mutant for mutant, row in ROWS.items() if row.plies > 3}
EACH = pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=mutant, marks=pytest.mark.deep if mutant in SLOW else ())
        for mutant, row in ROWS.items()
    ],
)


@functools.cache
def positions(chess960):
    return collection(chess960=chess960)


def test_there_are_more_than_a_hundred_mutants():
    assert len(BUGS) == sum(map(len, RULES.values())) > 100


def test_the_page_has_them_all():
    page = PAGE.read_text(encoding="utf-8")
    plies = [row.plies for row in ROWS.values()]
    assert page.endswith(write_tables(ROWS))
    assert f"catch all {len(BUGS)} of them: {plies.count(1)} at a depth of one ply," in page
    assert f"\n{plies.count(2)} at two, {plies.count(3)} at three and {len(SLOW)} deeper." in page
    assert {mutant: row.bug for mutant, row in ROWS.items()} == {
        mutant: BUGS[mutant].bug for mutant in BUGS
    }


def test_bugs_in_the_same_place_exclude_each_other():
    with pytest.raises(ValueError, match=r"^promotion-no-rook changes a place that is not there"):
        mutated(["queen-only", "promotion-no-rook"])


@EACH
def test_the_collection_catches_it(row):
    """Where the whole hunt meets it, it is met without the other positions too."""
    engine = MutatedEngine(row.mutant)
    chosen = [position for position in positions(engine.chess960) if position.label == row.label]
    finding = hunt(engine, chosen, depth=row.plies).findings[0]
    assert what_is_said(finding) == (row.kind, row.rule, row.moves)


@EACH
def test_the_smallest_position_shows_it(row):
    engine = MutatedEngine(row.mutant)
    differences = (compare(engine, row.fen, (), depth) for depth in range(1, row.plies + 1))
    difference = next(filter(None, differences))
    assert difference.depth == 1 or row.kind == "make"


@pytest.mark.deep
@EACH
def test_the_whole_hunt_meets_it_there_first(row):
    engine = MutatedEngine(row.mutant)
    report = hunt(engine, positions(engine.chess960), depth=row.plies)
    assert row_of(row.mutant, row.bug, report) == row
