"""What a hunt reads and writes: positions from files, JSON, and XML for build servers."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from kiwipete import STARTING_FEN
from kiwipete.lab import as_junit, ground_position, hunt, read_ground

from .wrong_rules import Engine, without_castling

# Reports.


def test_json():
    report = hunt(Engine(without_castling))
    read = json.loads(json.dumps(report.as_dict()))
    assert list(read) == ["engine", "positions", "nodes", "findings"]
    assert list(read["findings"][0]) == [
        "kind", "rule", "explanation", "start_fen", "line", "fen", "pieces", "extra", "missing",
        "reproduce",
    ]  # fmt: skip
    assert read["findings"][0]["missing"] == ["e1g1"]
    assert read["findings"][0]["pieces"] == 3
    assert read["findings"][0]["reproduce"].startswith("kiwipete.lab.compare(engine, '4k3/")


def test_a_finding_in_words():
    finding = hunt(Engine(without_castling)).findings[0]
    assert str(finding).splitlines() == [
        "castling (castling)",
        finding.explanation,
        f"position: {finding.fen}",
        "too few: e1g1",
        finding.reproduce,
    ]


def test_junit():
    report = hunt(Engine(without_castling))
    suite = ElementTree.fromstring(as_junit(report, seconds=1.5).split("\n", 1)[1])
    assert suite.tag == "testsuite"
    assert suite.get("tests") == str(report.positions) == str(len(suite))
    assert (suite.get("failures"), suite.get("errors")) == ("1", "0")
    failed = [case for case in suite if len(case)]
    assert len(failed) == 1
    assert failed[0].get("name") == report.findings[0].start_fen
    assert failed[0][0].get("type") == "castling"
    assert "too few: e1g1" in (failed[0][0].text or "")


# The ground.


def test_lines_of_fen_and_epd():
    ground = read_ground(
        [
            "# kings",
            "8/8/8/2k5/8/2K5/8/8 w - - ;D1 5 ;D2 36",
            "",
            '4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "rook";',
            "# start\n",
            f"{STARTING_FEN} # it all begins here\n",
        ]
    )
    assert [position.label for position in ground] == ["kings", "kings", "start"]
    assert ground[0].fen == "8/8/8/2k5/8/2K5/8/8 w - - 0 1"
    assert ground[1].fen == "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert ground[2].fen == STARTING_FEN


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("8/8/8/8/8/8/8/K7 w - -", "line 2: impossible position: black has no king"),
        ("hello", "line 2: FEN"),
        (
            "4k3/8/8/8/8/8/8/5K1R w H - 0 1",
            "line 2: impossible position: .*unless this is Chess960",
        ),
    ],
)
def test_lines_that_cannot_be_used(line, message):
    with pytest.raises(ValueError, match=message):
        read_ground(["# comment", line])


def test_chess960_ground():
    position = ground_position("4k3/8/8/8/8/8/8/5K1R w H - 0 1", chess960=True)
    assert position.fen == "4k3/8/8/8/8/8/8/5K1R w H - 0 1"
