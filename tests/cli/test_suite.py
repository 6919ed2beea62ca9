"""`kiwipete suite`: tables, reports, exit codes and Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kiwipete.cli import manual
from tests.lab.processes import wait_for

from .pseudo_terminal import ESCAPE

KINGS = "8/8/8/2k5/8/2K5/8/8 w - -"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FAULTY = [sys.executable, str(Path(__file__).parents[1] / "lab" / "faulty_counter.py")]


@pytest.fixture
def file(tmp_path):
    """Write a suite and return its path."""

    def write(*lines):
        path = tmp_path / "some.epd"
        path.write_text("\n".join(lines))
        return str(path)

    return write


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
    assert "31 positions, 135 counts, 8,223,046 nodes in " in manual.SUITE_EXAMPLES


def test_a_file(kiwipete, file):
    path = file("# kings", f"{KINGS} ;D1 5 ;D2 36", "", f"{START} ;D1 20 ;D2 400 ;D3 8902")
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
def test_limits(kiwipete, file, options, counts):
    path = file(f"{KINGS} ;D1 5 ;D2 36", f"{START} ;D1 20 ;D2 400 ;D3 8902")
    for words in ([path, *options], [*options, path]):
        code, out, _ = kiwipete("suite", *words)
        assert code == 0
        assert f", {counts} counts, " in out.splitlines()[-1]


def test_stdin(file):
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


def test_wrong_lines_do_not_stop_the_rest(kiwipete, file):
    path = file(f"{KINGS} ;D1 5", "8/8 w - - ;D1 5", f"{KINGS} ;D1 five", f"{KINGS} ;D2 36")
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


def test_a_file_that_is_no_suite(kiwipete, file):
    path = file(*["[Event]"] * 100)
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
def test_why_there_is_nothing_to_count(kiwipete, file, lines, words, reason):
    path = file(*lines)
    code, out, err = kiwipete("suite", path, *words)
    assert (code, out) == (2, "")
    assert err.splitlines()[-1] == f"kiwipete: nothing to count in {path}: {reason}"


def test_a_wrong_count(kiwipete, file):
    path = file(f"{KINGS} id kings; D1 6; D2 36; D3 1;", "bad")
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


def test_json(kiwipete, file):
    path = file("# kings", f"{KINGS} ;D2 37 ;D1 5", "bad")
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


def test_junit(kiwipete, file, tmp_path):
    path = file(f"{KINGS} id \"a <b> & 'c'\"; D1 5; D2 37;", "bad \x01 <line>")
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


# Engines.


def test_an_engine(kiwipete):
    code, out, err = kiwipete("suite", "--depth", "2", "--", *FAULTY)
    assert code == 0
    assert err == (
        "kiwipete: skipped 5 Chess960 positions: add --chess960 if the engine plays it\n"
    )
    assert out.splitlines()[-1].startswith("26 positions, 52 counts, ")


@pytest.mark.parametrize("options", [(), ("--script",)])
def test_an_engine_that_plays_chess960(kiwipete, options):
    command = shlex.join(FAULTY)
    words = ["--engine", command, "--depth", "1", "--chess960", "--threads", "2", *options]
    code, out, err = kiwipete("suite", *words)
    assert (code, err) == (0, "")
    assert out.splitlines()[-1].startswith("31 positions, 31 counts, ")


def test_differences_of_an_engine_lead_to_the_hunt(kiwipete, file):
    path = file(f"{START} ;D1 20 ;D2 400 ;D3 8902")
    code, out, err = kiwipete("suite", path, "--", *FAULTY, "wrong", "2")
    assert (code, err) == (1, "")
    lines = out.splitlines()
    assert lines[0].startswith("wrong    line 1, depth 2: 401 nodes instead of 400, ")
    assert lines[1].startswith("wrong    line 1, depth 3: 8,903 nodes instead of 8,902, ")
    assert lines[2].endswith(": 2 differences")
    start, _, command = lines[3].partition(": ")
    assert start == "To find out why"
    words = ["--fen", START, "--depth", "2", "--timeout", "60", "--", *FAULTY, "wrong", "2"]
    assert shlex.split(command) == ["kiwipete", "hunt", *words]


def test_failures_of_an_engine(kiwipete, file, tmp_path):
    path = file(f"{START} ;D1 20 ;D2 400 ;D3 8902")
    report = tmp_path / "report.xml"
    words = [path, "--json", "--junit", str(report), "--timeout", "5.5", "--", *FAULTY]
    for fault in ("crash", "nonsense", "hang"):
        code, out, err = kiwipete("suite", *words, fault, "2")
        assert (code, err) == (3, "")
        found = json.loads(out)
        assert found["engine"] == "Faulty Counter"
        assert (found["differences"], found["failures"], found["nodes"]) == (0, 2, 20)
        assert [result["nodes"] for result in found["results"]] == [20, None, None]
        verdict = "timeout" if fault == "hang" else fault
        assert [result["verdict"] for result in found["results"]] == ["right", verdict, verdict]
        assert [len(case) for case in ElementTree.parse(report).getroot()] == [0, 1, 1]
    code, out, err = kiwipete("suite", path, "--", *FAULTY, "crash", "2")
    assert out.splitlines()[0] == "crash    line 1, depth 2: it was killed by SIGABRT"
    assert out.endswith(": 2 failures\n")


def test_an_engine_that_only_crashes_fails_at_every_count(kiwipete, file):
    path = file(f"{START} ;D1 20 ;D2 400", f"{KINGS} ;D1 5")
    code, out, err = kiwipete("suite", path, "--", *FAULTY, "crash", "1")
    assert (code, err) == (3, "")
    assert out.count("crash    line ") == 3
    assert out.endswith(": 3 failures\n")


def test_an_engine_that_crashes_once_goes_on(kiwipete, file, tmp_path):
    program = tmp_path / "engine.py"
    program.write_text(
        "import os, runpy, sys\n"
        f"if not os.path.exists(r'{tmp_path}/once'):\n"
        f"    open(r'{tmp_path}/once', 'w').close()\n"
        "    os.abort()\n"
        f"runpy.run_path({FAULTY[1]!r}, run_name='__main__')\n"
    )
    path = file(f"{START} ;D1 20 ;D2 400", f"{KINGS} ;D1 5")
    words = ["--threads", "1", "--json", "--", sys.executable, str(program)]
    code, out, _ = kiwipete("suite", path, *words)
    report = json.loads(out)
    assert (code, report["engine"]) == (3, "Faulty Counter")
    assert [result["verdict"] for result in report["results"]] == ["crash", "right", "right"]


def test_a_program_that_is_no_engine(kiwipete, file):
    code, out, err = kiwipete("suite", file(f"{START} ;D1 20"), "--", "true")
    assert (code, out) == (3, "")
    assert err.startswith("kiwipete: the engine failed: it does not speak UCI: it ended with exit ")


def test_a_script_that_tells_only_totals(kiwipete, file, tmp_path):
    program = tmp_path / "count.py"
    program.write_text("import sys\nprint(20 if sys.argv[1] == '1' else 401)\n")
    path = file(f"{START} ;D1 20 ;D2 400")
    words = ["suite", path, "--json", "--script", "--", sys.executable, str(program)]
    code, out, _ = kiwipete(*words)
    assert code == 1
    assert [result["verdict"] for result in json.loads(out)["results"]] == ["right", "wrong"]
    assert [result["nodes"] for result in json.loads(out)["results"]] == [20, 401]


@pytest.mark.parametrize("options", [(), ("--script",)])
def test_an_engine_that_cannot_be_started(kiwipete, tmp_path, options):
    report = tmp_path / "report.xml"
    words = ["suite", "--chess960", "--junit", str(report), *options]
    message = "cannot start '/nowhere/engine': No such file or directory"
    for json_too in ([], ["--json"]):
        code, out, err = kiwipete(*words, *json_too, "--", "/nowhere/engine")
        assert (code, err) == (3, f"kiwipete: the engine failed: {message}\n")
        if json_too:
            found = json.loads(out)
            assert (found["engine"], found["results"]) == ("engine", [])
            assert found["failure"] == message
        else:
            assert out == ""
    suite = ElementTree.parse(report).getroot()
    assert [suite.get(name) for name in ("tests", "failures", "errors")] == ["1", "0", "1"]
    assert suite[0][0].get("message") == message


# Terminals and Ctrl-C.


def test_the_table_fills_in_a_terminal(terminal, file):
    path = file(
        "# a name that is far too long for a table in a terminal of eighty columns",
        f"{START} ;D1 20 ;D2 401",
        "# [red]kings",
        f"{KINGS} ;D1 5",
    )
    screen = terminal("suite", path)
    assert screen.wait() == 1
    last = screen.text.split("position ")[-1]
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", last)
    rows = [re.split(r"  +", line.strip()) for line in text.splitlines()]
    assert rows[0][-6:] == ["depth", "expected", "got", "time", "nodes/s", "verdict"]
    assert rows[1][0].startswith("a name that is far too")
    assert rows[1][0].endswith("…")
    assert rows[1][1:4] == ["2", "401", "400"]
    assert rows[1][-1] == "wrong"
    assert (rows[2][0], rows[2][-1]) == ("[red]kings", "right")
    assert max(len(line) for line in text.splitlines()[:3]) <= 80
    assert text.splitlines()[3].endswith(": 1 difference")


def test_a_narrow_terminal_has_lines_with_all_names(terminal, file):
    screen = terminal("suite", file("# two kings and no more", f"{KINGS} ;D1 5"), COLUMNS="40")
    assert screen.wait() == 0
    lines = screen.text.splitlines()
    assert lines[0] == "right    two kings and no more, depth 1:"
    assert lines[1].startswith("         5 nodes, 0.")
    assert max(map(len, lines)) <= 40


def test_the_table_shows_what_is_under_way(terminal, file):
    screen = terminal("suite", file(f"{START} ;D9 2439530234167"), NO_COLOR="1")
    screen.wait_for("2,439,530,234,167")
    screen.wait_for("0 of 1 counts, ")
    screen.press_ctrl_c()
    assert screen.wait() == 130
    assert f"{ESCAPE}[3" not in screen.text
    assert "Traceback" not in screen.text
    assert screen.text.splitlines()[-1] == "kiwipete: interrupted: 0 of 1 count done"


def test_a_long_suite_in_a_low_terminal(terminal, file):
    path = file(*[f"{KINGS} id kings {number}; D1 5;" for number in range(200)])
    screen = terminal("suite", path, LINES="12")
    assert screen.wait() == 0
    assert [f"kings {number} " in screen.text for number in range(200)] == [True] * 200


def test_no_escape_codes_without_a_terminal(kiwipete_process):
    ended = kiwipete_process("suite", "--depth", "1")
    assert (ended.code, ended.err) == (0, "")
    assert ESCAPE not in ended.out


# The command line, with a word for each count that is otherwise not shown at once.
PROGRAM = """\
import sys
from kiwipete.cli import main, suite_view
suite_view.View.add = lambda *_: print("counted", file=sys.stderr, flush=True)
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("engine", [[], ["--timeout", "600", "--", *FAULTY, "hang", "2"]])
@pytest.mark.parametrize(
    ("number", "options"), [(signal.SIGINT, []), (signal.SIGINT, ["--json"]), (signal.SIGTERM, [])]
)
def test_ctrl_c(file, tmp_path, monkeypatch, engine, number, options):
    folder = tmp_path / "pids"
    folder.mkdir()
    monkeypatch.setenv("FAULTY_COUNTER_PIDS", str(folder))
    path = file(f"{KINGS} id kings; D1 5;", *[f"{START} ;D9 2439530234167"] * 3)
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "suite", path, "--threads", "2", *options, *engine],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    if options:
        assert process.stderr.readline() == "counted\n"
    else:
        assert process.stdout.readline().startswith("right    kings, depth 1: 5 nodes, ")
    processes = 2 if engine else 0
    wait_for(lambda: len(list(folder.iterdir())) == processes)
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err == "kiwipete: interrupted: 1 of 4 counts done\n"
    if options:
        assert json.loads(out)["interrupted"] is True
    else:
        assert out.startswith("1 position, 1 count, 5 nodes in ")
        assert out.endswith(": all right so far\n")
    pids = [int(pid.name) for pid in folder.iterdir()]
    assert len(pids) == processes
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.mark.parametrize("engine", [[], ["--", *FAULTY]])
def test_a_reader_that_has_gone(file, engine):
    near, far = os.pipe()
    os.close(near)
    words = ["suite", file(f"{KINGS} ;D1 5"), *engine]
    process = [sys.executable, "-m", "kiwipete", *words]
    done = subprocess.run(process, stdout=far, stderr=subprocess.PIPE, text=True, check=False)
    os.close(far)
    assert (done.returncode, done.stderr) == (141, "")


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
