"""`kiwipete suite -- ENGINE`: what engines get wrong, and engines that fail."""

from __future__ import annotations

import json
import shlex
import sys
from xml.etree import ElementTree

import pytest

from tests.support.faulty_counter import FAULTY, KINGS, START


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


def test_differences_of_an_engine_lead_to_the_hunt(kiwipete, suite_file):
    path = suite_file(f"{START} ;D1 20 ;D2 400 ;D3 8902")
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


def test_failures_of_an_engine(kiwipete, suite_file, tmp_path):
    path = suite_file(f"{START} ;D1 20 ;D2 400 ;D3 8902")
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


def test_an_engine_that_only_crashes_fails_at_every_count(kiwipete, suite_file):
    path = suite_file(f"{START} ;D1 20 ;D2 400", f"{KINGS} ;D1 5")
    code, out, err = kiwipete("suite", path, "--", *FAULTY, "crash", "1")
    assert (code, err) == (3, "")
    assert out.count("crash    line ") == 3
    assert out.endswith(": 3 failures\n")


def test_an_engine_that_crashes_once_goes_on(kiwipete, suite_file, tmp_path):
    program = tmp_path / "engine.py"
    program.write_text(
        "import os, runpy, sys\n"
        f"if not os.path.exists(r'{tmp_path}/once'):\n"
        f"    open(r'{tmp_path}/once', 'w').close()\n"
        "    os.abort()\n"
        f"runpy.run_path({FAULTY[1]!r}, run_name='__main__')\n"
    )
    path = suite_file(f"{START} ;D1 20 ;D2 400", f"{KINGS} ;D1 5")
    words = ["--threads", "1", "--json", "--", sys.executable, str(program)]
    code, out, _ = kiwipete("suite", path, *words)
    report = json.loads(out)
    assert (code, report["engine"]) == (3, "Faulty Counter")
    assert [result["verdict"] for result in report["results"]] == ["crash", "right", "right"]


def test_a_program_that_is_no_engine(kiwipete, suite_file):
    code, out, err = kiwipete("suite", suite_file(f"{START} ;D1 20"), "--", "true")
    assert (code, out) == (3, "")
    assert err.startswith("kiwipete: the engine failed: it does not speak UCI: it ended with exit ")


def test_a_script_that_tells_only_totals(kiwipete, suite_file, tmp_path):
    program = tmp_path / "count.py"
    program.write_text("import sys\nprint(20 if sys.argv[1] == '1' else 401)\n")
    path = suite_file(f"{START} ;D1 20 ;D2 400")
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
