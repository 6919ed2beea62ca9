"""What a hunt reads and writes: positions from files, JSON, and XML for build servers."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from kiwipete import STARTING_FEN
from kiwipete.lab import as_junit, hunt, labelled_position, parse_suite, read_position_list
from tests.support.wrong_rules import Engine, without_castling

# Reports.


def test_json():
    report = hunt(Engine(without_castling))
    read = json.loads(json.dumps(report.as_dict()))
    assert list(read) == [
        "engine", "positions", "nodes", "left_out", "stopped", "findings", "causes",
    ]  # fmt: skip
    assert list(read["findings"][0]) == [
        "kind", "rule", "title", "cause", "explanation", "start_fen", "line", "fen", "pieces",
        "extra", "missing", "reproduce", "times_met",
    ]  # fmt: skip
    assert read["findings"][0]["title"] == "missing: castling"
    assert read["findings"][0]["times_met"] == 1
    assert read["stopped"] is None
    assert read["causes"] == [{"title": "castling", "advice": "", "findings": [0], "times_met": 1}]
    assert read["findings"][0]["missing"] == ["e1g1"]
    assert read["findings"][0]["pieces"] == 3
    assert read["findings"][0]["reproduce"].startswith("kiwipete.lab.compare(engine, '4k3/")


def test_a_finding_in_words():
    finding = hunt(Engine(without_castling)).findings[0]
    assert str(finding).splitlines() == [
        "missing: castling (castling)",
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


# The positions.


def test_moves_as_players_write_them():
    position = labelled_position(
        STARTING_FEN, moves=["e4", "e7e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"]
    )
    assert position.moves == ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1")
    with pytest.raises(ValueError, match="illegal san: 'Nf6'"):
        labelled_position(STARTING_FEN, moves=["Nf6"])


def test_lines_of_fen_and_epd():
    listed = read_position_list(
        [
            "# kings",
            "8/8/8/2k5/8/2K5/8/8 w - - ;D1 5 ;D2 36",
            "",
            '4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "the; #1";',
            "# start\r\n",
            f"{STARTING_FEN} # it all begins here\r\n",
            STARTING_FEN,
        ]
    )
    assert listed.wrong_lines == []
    assert [position.label for position in listed.positions] == [
        "kings",
        "the; #1",
        "start",
        "line 7",
    ]
    assert [position.fen for position in listed.positions] == [
        "8/8/8/2k5/8/2K5/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        STARTING_FEN,
        STARTING_FEN,
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("8/8/8/8/8/8/8/K7 w - -", "impossible position: black has no king"),
        ("hello", "1 field instead of the 4 or 6 of a position"),
        ("9/8/8/2k5/8/2K5/8/8 w - -", "FEN: '9' is not a piece"),
    ],
)
def test_lines_that_cannot_be_used(line, reason):
    listed = read_position_list(["# comment", line, STARTING_FEN])
    ((number, found, text),) = listed.wrong_lines
    assert (number, text) == (2, line)
    assert found.startswith(reason)
    assert [position.label for position in listed.positions] == ["line 3"]


def test_ground_and_suite_name_positions_alike():
    line = "8/8/8/2k5/8/2K5/8/8 w - - ;D1 5"
    lines = ["# above", line, line, f'{line} ;id "a; b"', "# far above", "", f"\t{line}\r\n"]
    listed, suite = read_position_list(lines), parse_suite(lines)
    names = [position.name for position in suite.positions]
    assert names == ["above", "line 3", "a; b", "line 7"]
    assert [position.label for position in listed.positions] == names


def test_lines_of_chess960():
    lines = ["4k3/8/8/8/8/8/8/5K1R w H - 0 1", STARTING_FEN]
    listed = read_position_list(lines)
    assert (len(listed.positions), listed.wrong_lines, listed.left_out) == (1, [], 1)
    listed = read_position_list(lines, chess960=True)
    assert (len(listed.positions), listed.wrong_lines, listed.left_out) == (2, [], 0)
    assert listed.positions[0].fen == lines[0]


def test_moves_of_the_ground():
    fen = "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1"
    position = labelled_position(fen, moves=["e1g1", "e8e7"], chess960=True)
    assert (position.fen, position.moves) == (fen, ("e1h1", "e8e7"))
    with pytest.raises(ValueError, match="illegal move e8e6"):
        labelled_position(fen, moves=["a1a2", "e8e6"], chess960=True)


def test_castling_rights_that_need_chess960():
    with pytest.raises(ValueError, match="castling rights that only Chess960 knows"):
        labelled_position("4k3/8/8/8/8/8/8/5K1R w H - 0 1")


def test_chess960_ground():
    position = labelled_position("4k3/8/8/8/8/8/8/5K1R w H - 0 1", chess960=True)
    assert position.fen == "4k3/8/8/8/8/8/8/5K1R w H - 0 1"
