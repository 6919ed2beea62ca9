"""`kiwipete suite`: files, reports and exit codes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from kiwipete.cli.commands import suite
from tests.support.faulty_counter import FAULTY, KINGS, START

# The built-in suite and files.


def test_the_built_in_suite(kiwipete):
    code, out, err = kiwipete("suite", "--nodes", "1000000")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == 32
    assert all(line.startswith("right ") for line in lines[:-1])
    assert lines[0].startswith("right    start position, depth 4: 197,281 nodes, ")
    assert re.fullmatch(
        r"31 positions, 135 counts, 8,223,046 nodes in [\d.]+ s, [\d.]+ . nodes/s: all right",
        lines[-1],
    )
    assert "31 positions, 135 counts, 8,223,046 nodes in " in suite.EXAMPLES


def test_a_file(kiwipete, suite_file):
    path = suite_file("# kings", f"{KINGS} ;D1 5 ;D2 36", "", f"{START} ;D1 20 ;D2 400 ;D3 8902")
    code, out, err = kiwipete("suite", path)
    assert (code, err) == (0, "")
    assert [re.sub(r", [\d.]+ s, .*", "", line) for line in out.splitlines()[:-1]] == [
        "right    kings, depth 2: 36 nodes",
        "right    line 4, depth 3: 8,902 nodes",
    ]
    assert out.splitlines()[-1].startswith("2 positions, 5 counts, 9,363 nodes in ")


@pytest.mark.parametrize(
    ("options", "counts"),
    [(("--depth", "2"), 4), (("--nodes", "36"), 3), (("--depth", "9", "--nodes", "400"), 4)],
)
def test_limits(kiwipete, suite_file, options, counts):
    path = suite_file(f"{KINGS} ;D1 5 ;D2 36", f"{START} ;D1 20 ;D2 400 ;D3 8902")
    for words in ([path, *options], [*options, path]):
        code, out, _ = kiwipete("suite", *words)
        assert code == 0
        assert f", {counts} counts, " in out.splitlines()[-1]


def test_stdin(suite_file):
    done = subprocess.run(
        [sys.executable, "-m", "kiwipete", "suite", "-"],
        input=f"{KINGS} ;D1 5\nbad\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout.startswith("right    line 1, depth 1: 5 nodes, ")
    assert done.stderr.startswith("kiwipete: stdin:2: 1 field instead of ")


def test_wrong_lines_do_not_stop_the_rest(kiwipete, suite_file):
    path = suite_file(f"{KINGS} ;D1 5", "8/8 w - - ;D1 5", f"{KINGS} ;D1 five", f"{KINGS} ;D2 36")
    code, out, err = kiwipete("suite", path)
    assert code == 2
    assert out.count("right ") == 2
    assert out.endswith(": 2 wrong lines\n")
    assert err.splitlines() == [
        f"kiwipete: {path}:2: FEN: 2 ranks instead of 8 (field 1, character 4)",
        "    8/8 w - - ;D1 5",
        f"kiwipete: {path}:3: not a count such as 'D1 20': 'D1 five'",
        f"    {KINGS} ;D1 five",
    ]


def test_a_file_that_is_no_suite(kiwipete, suite_file):
    path = suite_file(*["[Event]"] * 100)
    code, out, err = kiwipete("suite", path)
    assert (code, out) == (2, "")
    lines = err.splitlines()
    assert len(lines) == 42
    assert lines[:2] == [
        f"kiwipete: {path}:1: 1 field instead of the 4 or 6 of a position",
        "    [Event]",
    ]
    assert lines[-2] == f"kiwipete: {path}: 80 more unusable lines"
    assert lines[-1] == f"kiwipete: nothing to count in {path}: no line is usable"


@pytest.mark.parametrize(
    ("lines", "words", "reason"),
    [
        ([], [], "it is empty"),
        (["", " "], [], "it is empty"),
        (["# positions", ""], [], "it has only comments"),
        (["bad", KINGS], [], "no line is usable"),
        ([KINGS, f"{KINGS} bm Kd3;"], [], "no position is followed by a count such as ';D1 20'"),
        ([f"{KINGS} ;D2 36 ;D3 257"], ["--depth", "1"], "all counts are deeper than --depth 1"),
        ([f"{KINGS} ;D1 5 ;D2 36"], ["--nodes", "4"], "all counts are greater than --nodes 4"),
        (
            [f"{KINGS} ;D1 5 ;D2 36"],
            ["--nodes", "4", "--depth", "1"],
            "all counts are greater than --nodes 4",
        ),
        (
            [f"{KINGS} ;D2 36", f"{START} ;D1 20"],
            ["--nodes", "4", "--depth", "1"],
            "all counts are greater than --nodes 4",
        ),
        (
            [f"{KINGS} ;D2 6", f"{START} ;D1 20"],
            ["--nodes", "7", "--depth", "1"],
            "all counts are deeper than --depth 1 or greater than --nodes 7",
        ),
        (
            ["2r1k3/8/8/8/8/8/8/2R1K3 w C - ;D1 16"],
            ["--", *FAULTY],
            "all positions are Chess960",
        ),
    ],
)
def test_why_there_is_nothing_to_count(kiwipete, suite_file, lines, words, reason):
    path = suite_file(*lines)
    code, out, err = kiwipete("suite", path, *words)
    assert (code, out) == (2, "")
    assert err.splitlines()[-1] == f"kiwipete: nothing to count in {path}: {reason}"


def test_a_wrong_count(kiwipete, suite_file):
    path = suite_file(f"{KINGS} id kings; D1 6; D2 36; D3 1;", "bad")
    code, out, err = kiwipete("suite", path)
    assert code == 1  # a difference is greater news than a wrong line
    assert err.endswith("\n    bad\n")
    assert [re.sub(r", [\d.]+ s, .*", "", line) for line in out.splitlines()[:-1]] == [
        "wrong    kings, depth 1: 5 nodes instead of 6",
        "wrong    kings, depth 3: 257 nodes instead of 1",
    ]
    assert out.endswith(": 2 differences, 1 wrong line\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["/nowhere/some.epd"], "cannot read /nowhere/some.epd: No such file or directory"),
        (["/"], "cannot read /: Is a directory"),
        (["a.epd", "b.epd"], "one suite at a time, not 2"),
        (
            ["--nodes", "1"],
            "nothing to count in known counts: all counts are greater than --nodes 1",
        ),
        (["--depth", "0"], "the depth must be a whole number from 1 to 60, not '0'"),
        (
            ["--nodes", "many"],
            "the number of nodes must be a whole number from 0 to 1000000000000000000",
        ),
        (["--timeout", "0"], "a time must be a number of seconds such as 10 or 0.5, not '0'"),
        (["--timeout", "nan"], "not 'nan'"),
        ([""], "a file name is empty"),
        (["--depth", "1", "--junit", ""], "a file name is empty"),
        (["--script"], "--script needs an engine: put one after --"),
        (["--perft-command", "perft {depth}"], "--perft-command needs an engine: put one after --"),
        (["--perft-command", " ", "--", "x"], "the perft command must contain {depth}"),
        (
            ["--script", "--perft-command", "perft {depth}", "--engine", "x"],
            "--perft-command and --script cannot be combined",
        ),
        (["--engine", ""], "the engine's command is empty"),
        (["--engine", "'"], "cannot read the command"),
        (["--engine", "one", "--", "two"], "one engine at a time"),
        (["--"], "no engine after -- (see kiwipete suite --help)"),
        (["--threads", "0"], "the number of threads"),
        (["--junit", "/nowhere/report.xml"], "cannot write /nowhere/report.xml: No such file"),
        (["--fast"], "unknown option --fast (see kiwipete suite --help)"),
    ],
)
def test_bad_usage(kiwipete, words, message):
    code, out, err = kiwipete("suite", *words)
    assert (code, out) == (2, "")
    assert err.startswith("kiwipete: ")
    assert message in err
    assert err.count("\n") == 1


# Reports.


def test_json(kiwipete, suite_file):
    path = suite_file("# kings", f"{KINGS} ;D2 37 ;D1 5", "bad")
    code, out, err = kiwipete("suite", path, "--json", "--threads", "2")
    report = json.loads(out)
    assert (code, out.count("\n"), err.count("\n")) == (1, 1, 2)
    assert report["suite"] == "some.epd"
    assert report["engine"].startswith("kiwipete ")
    assert report["threads"] == 2
    reason = "1 field instead of the 4 or 6 of a position"
    assert report["wrong_lines"] == [{"line": 3, "reason": reason, "text": "bad"}]
    assert (report["nodes"], report["differences"], report["failures"]) == (41, 1, 0)
    assert report["interrupted"] is False
    right, wrong = report["results"]
    assert right.pop("seconds") > 0
    assert right == {
        "position": "kings",
        "line": 2,
        "fen": f"{KINGS} 0 1",
        "chess960": False,
        "depth": 1,
        "expected": 5,
        "nodes": 5,
        "verdict": "right",
        "failure": None,
    }
    assert (wrong["depth"], wrong["nodes"], wrong["verdict"]) == (2, 36, "wrong")


def test_junit(kiwipete, suite_file, tmp_path):
    path = suite_file(f"{KINGS} id \"a <b> & 'c'\"; D1 5; D2 37;", "bad \x01 <line>")
    report = tmp_path / "report.xml"
    code, _, _ = kiwipete("suite", path, "--junit", str(report))
    assert code == 1
    suite = ElementTree.parse(report).getroot()
    assert suite.tag == "testsuite"
    assert [suite.get(name) for name in ("tests", "failures", "errors")] == ["3", "1", "1"]
    cases = list(suite)
    assert [case.get("name") for case in cases] == ["depth 1", "depth 2", "line 2"]
    assert cases[0].get("classname") == "some.epd.a <b> & 'c'"
    assert len(cases[0]) == 0
    assert cases[1][0].tag == "failure"
    assert cases[1][0].get("message") == "a <b> & 'c', depth 2: 36 nodes instead of 37"
    assert cases[1][0].text == f"{KINGS} 0 1"
    assert cases[2][0].tag == "error"
    assert cases[2][0].text == "bad  <line>"


def test_junit_of_names_that_xml_cannot_hold(kiwipete, tmp_path):
    program = tmp_path / "engine.py"
    program.write_text(
        "import runpy, sys\n"
        "print('id name Esc\\x1b[31m\\x01 <&>', flush=True)\n"
        f"runpy.run_path({FAULTY[1]!r}, run_name='__main__')\n"
    )
    path = tmp_path / os.fsdecode(b"b\xff\x01.epd")
    path.write_text(f"# a \x02 b\n{KINGS} ;D1 5\n")
    report = tmp_path / "report.xml"
    words = ["suite", str(path), "--junit", str(report), "--", sys.executable, str(program)]
    assert kiwipete(*words).code == 0
    suite = ElementTree.parse(report).getroot()
    assert suite.get("name") == "b.epd: Faulty Counter"
    assert suite[0].get("classname") == "b.epd.a  b"


def test_bad_usage_spares_the_last_report(kiwipete, tmp_path):
    report = tmp_path / "report.xml"
    report.write_text("of yesterday")
    assert kiwipete("suite", "/nowhere/some.epd", "--junit", str(report)).code == 2
    assert report.read_text() == "of yesterday"


def test_help(kiwipete):
    code, out, err = kiwipete("suite", "--help")
    assert (code, err) == (0, "")
    options = (
        "FILE --depth --nodes --engine --script --perft-command --chess960 --timeout --threads "
        "--json --junit"
    )
    for option in options.split():
        assert re.search(rf"^  {option}( [A-Z]+)?\s+\w", out, re.MULTILINE), option
    assert "\nexamples:\n  kiwipete suite" in out


def test_positions_that_no_game_reaches_are_noted(kiwipete, tmp_path):
    path = tmp_path / "odd.epd"
    first = "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1 ;D1 6"
    path.write_text(f"{first}\n", encoding="utf-8")
    ended = kiwipete("suite", str(path))
    assert ended.code == 0
    assert ended.err == (
        "kiwipete: note: no game can reach this position: no last move can have given this check\n"
    )
    path.write_text(f"{first}\n4k3/8/8/8/8/8/8/4K2R w KQ - ;D1 15\n", encoding="utf-8")
    ended = kiwipete("suite", str(path))
    assert ended.code == 0
    note = "kiwipete: note: 2 positions are counted, but no game can reach them\n"
    assert ended.err == note
