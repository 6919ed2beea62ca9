"""`kiwipete suite` in a terminal: the table, Ctrl-C, and a reader that has gone."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys

import pytest

from tests.support.faulty_counter import FAULTY, KINGS, START
from tests.support.processes import wait_for
from tests.support.pseudo_terminal import ESCAPE


def test_the_table_fills_in_a_terminal(terminal, suite_file):
    path = suite_file(
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


def test_a_narrow_terminal_has_lines_with_all_names(terminal, suite_file):
    screen = terminal(
        "suite", suite_file("# two kings and no more", f"{KINGS} ;D1 5"), COLUMNS="40"
    )
    assert screen.wait() == 0
    lines = screen.text.splitlines()
    assert lines[0] == "right    two kings and no more, depth 1:"
    assert lines[1].startswith("         5 nodes, 0.")
    assert max(map(len, lines)) <= 40


def test_the_table_shows_what_is_under_way(terminal, suite_file):
    screen = terminal("suite", suite_file(f"{START} ;D9 2439530234167"), NO_COLOR="1")
    screen.wait_for("2,439,530,234,167")
    screen.wait_for("0 of 1 counts, ")
    screen.press_ctrl_c()
    assert screen.wait() == 130
    assert f"{ESCAPE}[3" not in screen.text
    assert "Traceback" not in screen.text
    assert screen.text.splitlines()[-1] == "kiwipete: interrupted: 0 of 1 count done"


def test_a_long_suite_in_a_low_terminal(terminal, suite_file):
    path = suite_file(*[f"{KINGS} id kings {number}; D1 5;" for number in range(200)])
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
from kiwipete.cli import main
from kiwipete.cli.ui import suite_view
suite_view.View.add = lambda *_: print("counted", file=sys.stderr, flush=True)
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("engine", [[], ["--timeout", "600", "--", *FAULTY, "hang", "2"]])
@pytest.mark.parametrize(
    ("number", "options"), [(signal.SIGINT, []), (signal.SIGINT, ["--json"]), (signal.SIGTERM, [])]
)
def test_ctrl_c(suite_file, tmp_path, monkeypatch, engine, number, options):
    folder = tmp_path / "pids"
    folder.mkdir()
    monkeypatch.setenv("FAULTY_COUNTER_PIDS", str(folder))
    path = suite_file(f"{KINGS} id kings; D1 5;", *[f"{START} ;D9 2439530234167"] * 3)
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
def test_a_reader_that_has_gone(suite_file, engine):
    near, far = os.pipe()
    os.close(near)
    words = ["suite", suite_file(f"{KINGS} ;D1 5"), *engine]
    process = [sys.executable, "-m", "kiwipete", *words]
    done = subprocess.run(process, stdout=far, stderr=subprocess.PIPE, text=True, check=False)
    os.close(far)
    assert (done.returncode, done.stderr) == (141, "")
