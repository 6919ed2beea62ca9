"""The report of a hunt."""

from __future__ import annotations

import json
import re

import pytest

from kiwipete.lab import EngineFailure, HuntReport, Rules, hunt, labelled_position
from kiwipete.web.report.hunt_report import hunt_report
from tests.support.buggy import MutatedEngine
from tests.support.html import check_html, data_of

WHERE = {
    "castling-through-check": "4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
    "queen-only": "8/k1P5/8/1K6/8/8/8/8 w - - 0 1",
    "unmake-castling": "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "rights-after-capture": "r3k3/1K6/8/8/8/8/8/8 w q - 0 1",
    "twice": "3k4/3b4/8/8/8/1K6/8/3R4 w - - 0 1",
    "key-promotion": "8/k1P5/8/1K6/8/8/8/8 w - - 0 1",
    "leaves-pins": "4k3/8/8/8/4r3/8/8/3QK3 w - - 0 1",
    "castling-rook-way": "7k/8/8/8/8/8/8/RK1N4 w A - 0 1",
}


def report_of(bug):
    engine = MutatedEngine(bug)
    where = [labelled_position(WHERE[bug], chess960=engine.chess960)]
    found = hunt(engine, where, depth=3)
    assert found.findings
    return found, hunt_report(found, seconds=1.5)


def shapes_of(html):
    return [
        shape for boards in data_of(html)["boards"] for board in boards for shape in board["shapes"]
    ]


def rows_of(html):
    rows = re.findall(r'<tr class="(\w+)" data-move="([^"]*)">(.*?)</tr>', html, re.DOTALL)
    return [
        (kind, move, re.findall(r'<td class="number">([^<]*)</td>', row))
        for kind, move, row in rows
    ]


def test_a_move_too_many():
    found, html = report_of("castling-through-check")
    check_html(html)
    assert found.findings[0].fen in html
    assert {"kind": "arrow", "from": "e1", "to": "g1", "color": "red"} in shapes_of(html)
    assert rows_of(html)[0] == ("extra", "e1g1", ["1", ""])
    assert all(kind == "same" for kind, *_ in rows_of(html)[1:])


def test_moves_too_few():
    found, html = report_of("queen-only")
    check_html(html)
    assert {shape["color"] for shape in shapes_of(html) if shape["kind"] == "arrow"} == {"blue"}
    missing = [move for kind, move, _ in rows_of(html) if kind == "missing"]
    assert sorted(missing) == sorted(found.findings[0].missing)


def test_wrong_counts():
    found, html = report_of("unmake-castling")
    check_html(html)
    kind, move, (engine, rules) = rows_of(html)[0]
    assert (kind, move) == ("count", found.findings[0].line[0])
    assert engine != rules


@pytest.mark.parametrize("bug", ["rights-after-capture", "twice", "key-promotion", "leaves-pins"])
def test_other_bugs(bug):
    check_html(report_of(bug)[1])


def test_chess960():
    found, html = report_of("castling-rook-way")
    assert found.findings[0].chess960
    check_html(html)


def test_no_difference():
    html = hunt_report(HuntReport("Engine"), seconds=2)
    check_html(html)
    assert "No difference" in html
    assert data_of(html) == {"boards": []}


def test_an_engine_that_cannot_be_started_and_one_that_stopped():
    html = hunt_report(HuntReport("?"), failure="no <such> file")
    assert "no &lt;such&gt; file" in html
    assert "No difference" not in html
    html = hunt_report(HuntReport("E", stopped="it failed", left_out=3), ignore={"castling"})
    assert "Stopped early: it failed" in html
    assert "3 positions not compared" in html
    assert "Ignored: castling" in html


class Crashing(Rules):
    name = "<script>alert(1)</script>\x1b"

    def divide(self, fen, moves, depth):
        raise EngineFailure("</script> \x00", fen, tuple(moves), depth)


def test_names_and_failures_with_script_in_them():
    html = hunt_report(hunt(Crashing(), seconds=5))
    check_html(html)
    assert "<script>alert" not in html
    assert html.count("<script") == 2
    assert "\x1b" not in html
    assert "\x00" not in html


def test_totals_alone():
    class Totals(MutatedEngine):
        def divide(self, fen, moves, depth):
            from kiwipete.lab.engines.divider import UNKNOWN

            counts = super().divide(fen, moves, depth)
            right = Rules(self.chess960).divide(fen, moves, depth)
            return {**right, UNKNOWN: sum(counts.values()) - sum(right.values())}

    html = hunt_report(
        hunt(Totals("castling-forgotten"), [labelled_position(WHERE["unmake-castling"])])
    )
    check_html(html)
    json.dumps(data_of(html))
