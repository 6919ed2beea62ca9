"""`kiwipete hunt`: failing engines, bad usage, and signals; no process is left behind."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from xml.etree import ElementTree

import pytest

from tests.support.buggy import BUGGY
from tests.support.processes import is_alive, wait_for

ROOK = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
SHUFFLED = "4k3/8/8/8/8/8/8/5K1R w H - 0 1"

# An engine that has a child, tells both their numbers, and never answers.
HANGING = """\
import subprocess, sys, os, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
with open(sys.argv[1], "w") as file:
    print(os.getpid(), child.pid, file=file)
time.sleep(600)
"""

# An engine that knows one move, and takes its time from its second answer on.
SLOW = """\
import sys, time
answers = 0
for line in sys.stdin:
    if line == "uci\\n": print("uciok", flush=True)
    if line == "isready\\n": print("readyok", flush=True)
    if line.startswith("go perft"):
        answers += 1
        if answers == 3:
            open(sys.argv[1], "w").close()
        if answers > 2:
            time.sleep(600)
        print("a2a3: 1\\nNodes searched: 1", flush=True)
"""


def engine(*bugs: str) -> list[str]:
    return ["--", *BUGGY, *bugs]


# Engines that fail.


@pytest.mark.parametrize(
    ("failure", "kind", "title"),
    [
        ("crash", "crash", "The engine exits before it has answered"),
        ("half-answer", "crash", "The engine exits before it has answered"),
        ("nonsense", "crash", "The engine's answer is not a list of moves with counts"),
        ("hang", "timeout", "The engine does not answer in time"),
    ],
)
def test_failures(kiwipete, failure, kind, title):
    timeout = ["--timeout", "2" if kind == "timeout" else "20"]
    code, out, err = kiwipete("hunt", *timeout, *engine(failure))
    assert (code, err) == (3, "")
    assert out.startswith(f"1. {title}\n")


@pytest.mark.parametrize(("failure", "rule"), [("crash", "crash"), ("nonsense", "nonsense")])
def test_failures_as_json(kiwipete, failure, rule):
    code, out, err = kiwipete("hunt", "--json", *engine(failure))
    assert (code, err) == (3, "")
    finding = json.loads(out)["findings"][0]
    assert (finding["kind"], finding["rule"]) == ("crash", rule)
    assert finding["pieces"] == 3


def test_a_difference_counts_more_than_a_failure(kiwipete):
    words = ["hunt", "--all", "--depth", "1", "--positions", "150"]
    code, out, _ = kiwipete(*words, "--json", *engine("crash", "king-on-ray"))
    kinds = {finding["kind"] for finding in json.loads(out)["findings"]}
    assert kinds == {"moves", "crash"}
    assert code == 1


def test_no_such_program(kiwipete, tmp_path):
    junit = tmp_path / "report.xml"
    message = "cannot start '/no/such/engine': No such file or directory"
    for words in ([], ["--json"], ["--script"]):
        code, out, err = kiwipete("hunt", "--junit", str(junit), *words, "--", "/no/such/engine")
        assert (code, err) == (3, f"kiwipete: the engine failed: {message}\n")
        if "--json" in words:
            report = json.loads(out)
            assert (report["engine"], report["findings"]) == ("engine", [])
            assert report["failure"] == message
        else:
            assert out == ""
        suite = ElementTree.parse(junit).getroot()
        assert [suite.get(name) for name in ("tests", "failures", "errors")] == ["1", "0", "1"]
        assert suite[0][0].get("message") == message


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no engine: put it after --"),
        (["--"], "no engine after --"),
        (["stockfish"], "hunt has no use for 'stockfish': the engine goes after --"),
        (["--depth", "0", "--", "x"], "the depth must be a whole number from 1 to 60"),
        (["--positions", "0", "--", "x"], "the number of positions must be a whole number from 1"),
        (["--seconds", "-1", "--", "x"], "a time must be a number of seconds"),
        (["--timeout", "0", "--", "x"], "a time must be a number of seconds"),
        (["--fen", "x", "--", "x"], "FEN"),
        (["--fen", "8/8/8/8/8/8/8/K7 w - -", "--", "x"], "impossible position: black has no king"),
        (["--epd", "/no/such/file", "--", "x"], "cannot read /no/such/file: No such file"),
        (["--junit", "/no/such/folder/x", "--", "x"], "cannot write /no/such/folder/x"),
        (["--junit", "", "--", "x"], "a file name is empty"),
        (["--epd", "", "--", "x"], "a file name is empty"),
        (
            ["--perft-command", "divide", "--", "x"],
            "as in \"perft {depth}\"; there is none in 'divide'",
        ),
        (
            ["--script", "--perft-command", "perft {depth}", "--", "x"],
            "--perft-command and --script cannot be combined",
        ),
        (["--moves", "e2e4", "--", "x"], "--moves needs exactly one --fen, not 0"),
        (
            ["--fen", "startpos", "--fen", "kiwipete", "--moves", "e2e4", "--", "x"],
            "--moves needs exactly one --fen, not 2",
        ),
        (["--fen", "startpos", "--moves", "e2e4 e2e4", "--", "x"], "illegal move e2e4 in "),
        (["--fen", "startpos", "--moves", "0000", "--", "x"], "illegal move 0000"),
        (["--fen", "startpos", "--moves", "e4 e9", "--", "x"], "'e9'"),
        (["--fen", "startpos", "--moves", "e4 e4", "--", "x"], "illegal san: 'e4'"),
        (["--ignore", "rochade", "--", "x"], "no such rule: 'rochade'; the rules are plain-move, "),
        (
            ["--failures", "0", "--all", "--", "x"],
            "the number of failures must be a whole number from",
        ),
        (["--failures", "3", "--", "x"], "--failures needs --all"),
        (["--quick", "--", "x"], "unknown option --quick"),
    ],
)
def test_bad_usage(kiwipete, words, message):
    code, out, err = kiwipete("hunt", *words)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_wrong_lines_of_a_file_do_not_stop_the_hunt(kiwipete, tmp_path):
    path, junit = tmp_path / "positions.epd", tmp_path / "report.xml"
    path.write_text(f"{ROOK}\n\nhello\n8/8/8/8/8/8/8/K7 w - -\n{SHUFFLED}\n")
    words = ["hunt", "--epd", str(path), "--depth", "1", "--json", "--junit", str(junit)]
    code, out, err = kiwipete(*words, *engine())
    assert code == 2
    assert err.splitlines() == [
        f"kiwipete: {path}:3: 1 field instead of the 4 or 6 of a position",
        "    hello",
        f"kiwipete: {path}:4: impossible position: black has no king",
        "    8/8/8/8/8/8/8/K7 w - -",
        "kiwipete: skipped 1 Chess960 position: add --chess960 if the engine plays it",
    ]
    report = json.loads(out)
    assert report["positions"] == 1
    assert [wrong["line"] for wrong in report["wrong_lines"]] == [3, 4]
    suite = ElementTree.parse(junit).getroot()
    assert (suite.get("tests"), suite.get("errors")) == ("3", "2")
    assert [case.get("name") for case in suite] == [ROOK, "line 3", "line 4"]
    # A difference is greater news than a wrong line.
    assert kiwipete(*words, "--fen", "kiwipete", *engine("double-push")).code == 1


def test_nowhere_to_hunt(kiwipete, tmp_path):
    path = tmp_path / "positions.epd"
    for text, reason in (
        ("\n", "it is empty"),
        ("# nothing\n", "it has only comments"),
        ("hello\n", "no line is usable"),
        (f"{SHUFFLED}\n", "all positions are Chess960"),
    ):
        path.write_text(text)
        code, out, err = kiwipete("hunt", "--epd", str(path), *engine())
        assert (code, out) == (2, "")
        assert err.splitlines()[-1] == f"kiwipete: nowhere to hunt in {path}: {reason}"


@pytest.mark.parametrize("words", [["--fen", "x"], ["--epd", "/no/such/file"]])
def test_bad_usage_spares_the_last_report(kiwipete, tmp_path, words):
    report = tmp_path / "report.xml"
    report.write_text("of yesterday")
    assert kiwipete("hunt", *words, "--junit", str(report), *engine()).code == 2
    assert report.read_text() == "of yesterday"


# No process is left behind.


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("options", [[], ["--script"], ["--json"]])
def test_a_signal_leaves_nothing_behind(tmp_path, number, options):
    program, pids = tmp_path / "engine.py", tmp_path / "pids"
    program.write_text(HANGING)
    words = ["hunt", *options, "--timeout", "600", "--", sys.executable, str(program), str(pids)]
    process = subprocess.Popen(
        [sys.executable, "-m", "kiwipete", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(lambda: pids.exists() and pids.read_text().endswith("\n"))
    engine_pid, child = map(int, pids.read_text().split())
    assert is_alive(engine_pid)
    assert is_alive(child)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == "kiwipete: interrupted after 1 position\n"
    assert "Traceback" not in out
    if "--json" in options:
        assert json.loads(out)["findings"] == []
    wait_for(lambda: not is_alive(engine_pid) and not is_alive(child))


def test_ctrl_c_tells_what_was_found(tmp_path):
    words = ["hunt", "--all", "--seconds", "600", *engine("pinned-knight")]
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "kiwipete", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == (
        "1. Wrongly allowed: the piece is pinned against its king\n"
    )
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Buggy: 1 finding so far in " in out
    assert err.startswith("kiwipete: interrupted after ")


def test_ctrl_c_does_not_lose_what_is_being_made_small(tmp_path):
    # The engine answers slowly, so that making a finding small takes its time.
    program = tmp_path / "engine.py"
    program.write_text(SLOW)
    words = ["hunt", "--fen", "kiwipete", "--depth", "1", "--json", "--", sys.executable]
    process = subprocess.Popen(
        [sys.executable, "-m", "kiwipete", *words, str(program), str(tmp_path / "asked")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(lambda: (tmp_path / "asked").exists())
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    (finding,) = json.loads(out)["findings"]
    assert finding["missing"]
    assert err.startswith("kiwipete: interrupted after ")


@pytest.mark.parametrize("options", [[], ["--script"]])
def test_an_engine_that_hangs_leaves_nothing_behind(kiwipete, tmp_path, options):
    program, pids = tmp_path / "engine.py", tmp_path / "pids"
    program.write_text(HANGING)
    words = ["--timeout", "1", "--", sys.executable, str(program), str(pids)]
    assert kiwipete("hunt", *options, *words).code == 3
    for pid in map(int, pids.read_text().split()):
        wait_for(lambda pid=pid: not is_alive(pid))
