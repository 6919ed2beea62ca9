"""Suites in the formats that are out there: blocks, tables and JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiwipete import lab
from kiwipete.lab.hunting.positions import read_position_list
from kiwipete.lab.suites import entry as fields
from kiwipete.positions import STARTING_FEN as START

KINGS = "8/8/8/2k5/8/2K5/8/8 w - -"
SHUFFLED = "2r1k3/8/8/8/8/8/8/2R1K3 w C - 0 1"


def read(text):
    """Read a suite, and check that a hunt finds the same positions in the same file."""
    lines = text.splitlines()
    suite = lab.parse_suite(lines)
    listed = read_position_list(lines, chess960=True)
    for position in suite.positions:
        assert position.name in [each.label for each in listed.positions]
    return suite


def known(suite):
    return [(position.name, position.fen, position.counts) for position in suite.positions]


def wrong(suite):
    return [(line, text) for line, _, text in suite.wrong_lines]


# Blocks.


BLOCKS = f"""\
# Positions by somebody

id two kings
epd {KINGS}
perft 1 5
perft 2 36      # six times six

id  start
EPD {START}
perft 5 4,865,609
perft 6 119 060 324
epd {SHUFFLED}
perft 1 16
"""


def test_blocks():
    suite = read(BLOCKS)
    assert suite.wrong_lines == ()
    assert known(suite) == [
        ("two kings", f"{KINGS} 0 1", {1: 5, 2: 36}),
        ("start", START, {5: 4865609, 6: 119060324}),
        ("line 12", SHUFFLED, {1: 16}),
    ]
    assert [position.chess960 for position in suite.positions] == [False, False, True]
    assert [position.line for position in suite.positions] == [4, 9, 12]


def test_wrong_lines_of_blocks():
    suite = read(
        f"perft 1 20\nepd {KINGS}\nperft 1 five\nperft 2 36\nperft 2 36\nepd 8/8 w - -\nperft 1 5\n"
        f"id nothing\nepd {KINGS}\nid good\nepd {KINGS}\nperft 1 5\nhello world\n"
    )
    assert [position.name for position in suite.positions] == ["good"]
    assert suite.wrong_lines == (
        (1, "a count without a position above it", "perft 1 20"),
        (3, "not a whole number: 'five'", "perft 1 five"),
        (5, "depth 2 is counted twice", "perft 2 36"),
        (6, "FEN: 2 ranks instead of 8 (field 1, character 4)", "epd 8/8 w - -"),
        (9, "nothing to count: no ';D1 20' after the position", f"epd {KINGS}"),
        (13, "neither 'id NAME' nor 'epd POSITION' nor 'perft DEPTH NODES'", "hello world"),
    )
    listed = read_position_list([f"epd {KINGS}", "perft 1 five"])
    assert (len(listed.positions), listed.wrong_lines) == (1, [])


# Tables.


@pytest.mark.parametrize(
    "text",
    [
        f"{START};1;20\n{START}; 5; 4 865 609\n",
        f"{START} ; 1 ; 20 ;\n\n{START} ; 5 ; 4,865,609 ;\n",
        f'{START},1,20\n{START},5,"4,865,609"\n',
        f'"{START}", 1, 20\n"{START}", 5, 4865609\n',
        f"{START}\t1\t20\n{START}\t5\t4_865_609\n",
        f"{START}|1|20\n{START}|5|4'865'609\n",
        f"# starts\nFEN,depth,nodes\n{START},1,20\n{START},5,4865609\n",
        f"nodes;fen;depth;seconds\n20;{START};1;0.1\n4865609;{START};5;0.2\n",
        f"fen,depth 1,D2,Depth_5\n{START},20,,4865609\n",
        f"Position,Depth,Node Count\n\"{START}\",1,20\n'{START}',5,1\n{START},5,4865609\n",
    ],
)
def test_tables(text):
    suite = read(text)
    assert {position.fen for position in suite.positions} == {START}
    counts = {}
    for position in suite.positions:
        counts.update(position.counts)
    assert counts == {1: 20, 5: 4865609}
    assert len(suite.wrong_lines) == text.count("'" + START)


def test_counts_in_a_row_are_those_of_depth_1_and_on():
    suite = read(f"{KINGS},5,36,257\n{START},20,400\n{START},20\n")
    assert [position.counts for position in suite.positions] == [
        {1: 5, 2: 36, 3: 257},
        {1: 20, 2: 400},
        {1: 20},
    ]


def test_rows_of_one_position_are_joined():
    suite = read(f"{KINGS},1,5\n{KINGS},2,36\n{START},1,20\n{KINGS},3,257\n{KINGS},3,258\n")
    assert [(position.line, position.counts) for position in suite.positions] == [
        (1, {1: 5, 2: 36}),
        (3, {1: 20}),
        (4, {3: 257}),
        (5, {3: 258}),
    ]


def test_names_of_rows():
    suite = read(f"kings,{KINGS},1,5\n,{START},1,20\n")
    assert [position.name for position in suite.positions] == ["kings", "line 2"]
    suite = read(f"id,fen,depth,nodes\nkings,{KINGS},1,5\n")
    assert [position.name for position in suite.positions] == ["kings"]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (f"{KINGS},1,five", "not a whole number: 'five'"),
        (f"{KINGS},1", "not a position, a depth and a number of nodes"),
        (f"{KINGS},61,5", "a depth is 1 to 60, not '61'"),
        ("8/8 w - -,1,5", "FEN: 2 ranks instead of 8 (field 1, character 4)"),
        ("hello", "not a position, a depth and a number of nodes"),
        ("hello,1,5", "1 field instead of the 4 or 6 of a position"),
    ],
)
def test_wrong_rows(row, reason):
    suite = read(f"{KINGS},1,5\n{row}\n{START},1,20\n")
    assert suite.wrong_lines == ((2, reason, row),)
    assert [position.line for position in suite.positions] == [1, 3]


def test_wrong_rows_below_a_header():
    suite = read(f"fen,depth,nodes\n,1,5\n{KINGS}\n{KINGS},1\n{KINGS},1,5\n")
    assert suite.wrong_lines == (
        (2, "the row has no position", ",1,5"),
        (3, "nothing to count: no ';D1 20' after the position", KINGS),
        (4, "not a depth and a number of nodes: '1, None'", f"{KINGS},1"),
    )


# JSON.


@pytest.mark.parametrize(
    "value",
    [
        [{"fen": START, "depth": 1, "nodes": 20}, {"fen": START, "depth": 2, "nodes": 400}],
        [{"fen": START, "perft": [20, 400]}],
        [{"FEN": START, "counts": {"1": 20, "2": 400}}],
        [{"fen": START, "results": {"D1": 20, "depth 2": "400"}}],
        [{"fen": START, "results": {"1": {"nodes": 20, "captures": 0}, "2": {"nodes": 400}}}],
        [{"fen": START, "expected": [{"depth": 1, "count": 20}, {"depth": 2, "nodes": 400}]}],
        [{"fen": START, "perft": [{"depth": 1, "nodes": 20, "split": {}}, [2, 400]]}],
        [{"position": START, "depth": [1, 2], "nodes": [20, 400]}],
        [{"epd": START, "D1": 20, "perft_2": 400}],
        [{"fen": START, "depths": {"1": 20, "2": 400}}],
        {"author": "me", "tags": ["a"], "positions": [{"fen": START, "perft": [20, 400]}]},
        {"easy": [{"fen": START, "depth": 1, "nodes": 20}], "hard": [[START, {"2": 400}]]},
        {START: [20, 400]},
        {START: {"1": 20, "2": 400}},
        {"fen": START, "perft": [20, 400]},
        [[START, 1, 20], [START, 2, 400, "start"]],
        [[START, [20, 400]]],
        [f"{START} ;D1 20", f"{START} ;D2 400"],
    ],
)
@pytest.mark.parametrize("indent", [None, 2])
def test_shapes_of_json(value, indent):
    suite = read(json.dumps(value, indent=indent))
    assert suite.wrong_lines == ()
    assert {position.fen for position in suite.positions} == {START}
    counts = {}
    for position in suite.positions:
        counts.update(position.counts)
    assert counts == {1: 20, 2: 400}


def test_lines_and_names_of_json():
    suite = read(
        f'[\n  {{\n    "name": "kings",\n    "fen": "{KINGS}",\n    "perft": [5]\n  }},\n'
        f'  {{"fen": "{START}", "perft": [20]}},\n  {{"fen": "{KINGS}", "perft": [5]}}\n]\n'
    )
    assert [(p.line, p.name) for p in suite.positions] == [
        (4, "kings"),
        (7, "line 7"),
        (8, "line 8"),
    ]


def test_json_lines():
    suite = read(
        f'{{"fen": "{KINGS}", "perft": [5]}}\n{{"fen": "{START}" "perft": [20]}}\n'
        f'{{"fen": "{START.replace("/", chr(92) + "/")}", "perft": [20]}}\n'
    )
    assert [(p.line, p.fen) for p in suite.positions] == [(1, f"{KINGS} 0 1"), (3, START)]
    ((number, reason, text),) = suite.wrong_lines
    assert (number, text) == (2, f'{{"fen": "{START}" "perft": [20]}}')
    assert reason == "not JSON: expecting ',' delimiter"


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ('{"name": "nowhere", "perft": [20]}', "no position: there is no 'fen'"),
        ('"hello"', "no position"),
        ("17", "no position"),
        ('{"fen": "8/8 w - -", "perft": [20]}', "FEN: 2 ranks instead of 8 (field 1, character 4)"),
        (f'{{"fen": "{START}", "perft": [20.5]}}', "not a depth and a number of nodes: '1, 20.5'"),
        (f'{{"fen": "{START}", "perft": [4.865]}}', "not a depth and a number of nodes"),
        (f'{{"fen": "{START}", "perft": [true]}}', "not a depth and a number of nodes"),
        (f'{{"fen": "{START}", "nodes": 20}}', "not a depth and a number of nodes: 'None, 20'"),
        (f'{{"fen": "{START}", "depth": 1}}', "not a depth and a number of nodes: '1, None'"),
        (f'{{"fen": "{START}", "depth": [1, 2], "nodes": [20]}}', "not a depth and a number"),
        (f'{{"fen": "{START}", "perft": ["many"]}}', "not a whole number: 'many'"),
        (f'{{"fen": "{START}", "perft": [{"9" * 9999}]}}', "a count is at most 184467440737095516"),
        (f'{{"fen": "{START}"}}', "nothing to count"),
        (f'"{START} ;D1 five"', "not a count such as 'D1 20': 'D1 five'"),
    ],
)
def test_wrong_items_of_json(item, reason):
    suite = read(f'[{{"fen": "{KINGS}", "perft": [5]}},\n{item},\n{{"fen": "{START}", "D1": 20}}]')
    assert [position.line for position in suite.positions] == [1, 3]
    ((number, found, text),) = suite.wrong_lines
    assert found.startswith(reason)
    assert number == (1 if reason.startswith("no position") else 2)  # its line is unknown
    assert text.strip('"')[:20] == item.strip('"')[:20]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[{"fen": "x"', "not JSON: expecting ',' delimiter"),
        ("[" * 100_000, "not JSON: too many brackets within brackets"),
        ('{"a":' * 100_000, "not JSON: too many brackets within brackets"),
        ('{"perft": [20]}', "no position: there is no 'fen'"),
        ("[{}]", "no position: there is no 'fen'"),
    ],
)
def test_json_that_is_none(text, reason):
    suite = read(text)
    assert suite.positions == ()
    ((number, found, _),) = suite.wrong_lines
    assert (number, found) == (1, reason)


def test_deep_counts():
    text = f'{{"fen": "{START}", "perft": {"[" * 400}{"]" * 400}}}'
    assert read(text).positions == ()


# The page in the documentation.


def page():
    return (Path(__file__).parents[3] / "docs" / "suites.md").read_text(encoding="utf-8")


def test_the_names_are_those_of_the_documentation():
    for what, names in (
        ("the position", fields.POSITION),
        ("its name", fields.NAME),
        ("a depth", fields.DEPTH),
        ("the nodes", fields.NODES),
    ):
        (row,) = re.findall(rf"^\| {what} \| (.*) \|$", page(), re.MULTILINE)
        assert tuple(name.replace(" ", "") for name in re.findall("`(.*?)`", row)) == names


def test_the_shapes_are_those_of_the_documentation():
    block = page().partition("Nodes may be all of these")[2].split("```")[1]
    shapes = re.findall(r"\S.*?(?=   |$)", block, re.MULTILINE)
    assert len(shapes) == 12
    for shape in shapes:
        text = shape.replace("rnbqkbnr/…", START).replace("…", START)
        assert [p.fen for p in read(f"[{text}]").positions] == [START], shape


# All of them.


def test_a_game_is_no_json():
    suite = read('[Event "F/S Return Match"]\n[Site "Belgrade"]\n\n1. e4 e5 *\n')
    assert [line for line, _ in wrong(suite)] == [1, 2, 4]


def test_an_empty_list_has_nothing():
    assert read("[]") == lab.Suite("", ())


def test_wrong_lines_are_quoted_as_they_stand_but_printable():
    line = f"\t{KINGS}  ;D1 \x1b[31mfive\x07 " + "x" * 500
    ((_, text),) = wrong(read(line))
    assert text.startswith(f"{KINGS} ;D1 [31mfive xxx")
    assert len(text) == 160


def test_the_start_position_by_name():
    assert known(read("startpos ;D1 20")) == [("line 1", START, {1: 20})]
    assert known(read('[{"fen": "startpos", "perft": [20]}]')) == [("line 1", START, {1: 20})]


PIECES = st.sampled_from(
    [
        *(KINGS, START, "1", "20", ";D1 20", "epd ", "id x", "perft 1 5"),
        *('"fen"', '"perft"', "fen", "depth", *"[]{}:,;\t|'\"\\#é \n\n"),
    ]
)


@given(st.lists(PIECES, max_size=40).map("".join))
def test_any_text_is_read(text):
    suite = read(text)
    for number, reason, line in suite.wrong_lines:
        assert 1 <= number <= len(text.splitlines())
        assert reason
        assert line.isprintable()
