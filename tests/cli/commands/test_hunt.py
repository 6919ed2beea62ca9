"""`kiwipete hunt`: what it prints, its exit codes, and that it leaves no process behind."""

from __future__ import annotations

import json
import re
import shlex
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kiwipete import lab
from kiwipete.cli.commands import hunt
from kiwipete.cli.ui import hunt_view
from kiwipete.lab import LabelledPosition
from kiwipete.lab.hunting import RANDOM_POSITIONS
from kiwipete.lab.hunting.report import Case, HuntReport
from tests.support.buggy import BUGGY
from tests.support.pseudo_terminal import ESCAPE

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ROOK = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
SPOILT = ["--", sys.executable, str(Path(__file__).parents[2] / "support" / "spoilt_engine.py")]
SMALL = ("--depth", "1", "--positions", "20")


def engine(*bugs: str) -> list[str]:
    return ["--", *BUGGY, *bugs]


# What is printed.


def test_no_difference(kiwipete):
    code, out, err = kiwipete("hunt", *SMALL, *engine())
    assert (code, err) == (0, "")
    assert re.fullmatch(r"Buggy: no difference in 20 positions, \d+ nodes, [\d.]+ s\n", out)


def test_a_difference(kiwipete):
    code, out, err = kiwipete("hunt", "--fen", "kiwipete", "--depth", "2", *engine("double-push"))
    assert (code, err) == (1, "")
    command = shlex.join(BUGGY)
    assert out == (
        f"""\
1. Wrongly allowed: a piece is in front of the pawn

Met in     kiwipete
Position   {KIWIPETE}
Smallest   4k3/8/8/8/8/7p/7P/4K3 w - - 0 1 (4 pieces)
Too many   h2h4
Rule       pawn-blocked
           The pawn on h2 is blocked by the pawn on h3.
Reproduce  kiwipete hunt --fen '4k3/8/8/8/8/7p/7P/4K3 w - - 0 1' --depth 1 -- {command} double-push

     position              smallest
8 r . . . k . . r     8 . . . . k . . .
7 p . p p q p b .     7 . . . . . . . .
6 b n . . p n p .     6 . . . . . . . .
5 . . . P N . . .     5 . . . . . . . .
4 . p . . P . .[.]    4 . . . . . . .[.]
3 . . N . . Q .[p]    3 . . . . . . .[p]
2 P P P B B P P[P]    2 . . . . . . .[P]
1 R . . . K . . R     1 . . . . K . . .
  a b c d e f g h       a b c d e f g h

"""
        + out.splitlines()[-1]
        + "\n"
    )
    assert re.fullmatch(r"Buggy: 1 finding in 1 position, 48 nodes, [\d.]+ s", out.splitlines()[-1])


def test_the_line_is_shown(kiwipete):
    fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
    _, out, _ = kiwipete("hunt", "--fen", fen, "--depth", "2", *engine("en-passant-pin"))
    assert f"From       {fen}\nLine       e2e4\nPosition   8/2p5/3p4/KP5r/1R2Pp1k/" in out
    assert "Too many   f4e3\n" in out
    assert "en passant: the king on h4 would be in check" in out


def test_a_bug_in_make(kiwipete):
    code, out, _ = kiwipete("hunt", *engine("rights-after-capture"))
    assert code == 1
    assert re.search(r"^Position   .* \(3 pieces\)$", out, re.MULTILINE)
    assert re.search(r"^Line       [a-h]\d[a-h]\d$", out, re.MULTILINE)
    assert re.search(r"^     position +after [a-h]\d[a-h]\d$", out, re.MULTILINE)
    assert "making a move leaves something wrong" in " ".join(out.split())


def test_what_is_to_be_copied_reproduces_the_difference(kiwipete):
    for bug in ("pinned-knight", "unmake-promotion"):
        _, out, _ = kiwipete("hunt", *engine(bug))
        found = re.search(r"^Reproduce  kiwipete (.*)$", out, re.MULTILINE)
        assert found is not None
        code, again, _ = kiwipete(*shlex.split(found[1]))
        assert code == 1
        assert re.findall(r"^Rule .*$", again, re.M) == re.findall(r"^Rule .*$", out, re.M)


def test_all(kiwipete):
    bugs = ("pinned-knight", "king-on-ray", "queen-only")
    code, out, _ = kiwipete("hunt", "--all", "--depth", "1", "--positions", "480", *engine(*bugs))
    assert code == 1
    assert re.findall(r"^(\d)\. ", out, re.MULTILINE) == ["1", "2", "3"]
    rows = re.findall(r"^  \d\.  (\w+)  ([a-z-]+) +(\d+)x  [\w/]+ [wb] ", out, re.MULTILINE)
    assert {row[:2] for row in rows} == {
        ("allowed", "king-into-check"),
        ("allowed", "pinned"),
        ("missing", "promotion"),
    }
    assert all(int(times) > 1 for _, _, times in rows)
    assert out.count("Fix this first: ") == out.count("Then: ") == 1


def test_all_of_one_cause(kiwipete):
    words = ["hunt", "--all", "--depth", "3", "--positions", "120"]
    code, out, _ = kiwipete(*words, *SPOILT, "OneUndo")
    assert code == 1
    assert re.findall(r"^(\d)\. ", out, re.MULTILINE) == ["1"]
    assert out.count("Likely cause: taking moves back (") == 1
    rows = re.findall(r"^ +(\d+)\.  \w+ +[a-z-]+ +\d+x  [\w/]+ [wb] ", out, re.MULTILINE)
    assert rows == [str(number) for number in range(1, len(rows) + 1)]
    assert len(rows) > 3


def test_a_list_that_is_wrong_only_when_it_is_counted_below(kiwipete):
    words = ["hunt", "--fen", ROOK, "--depth", "3", *SPOILT, "OneUndo"]
    code, out, _ = kiwipete(*words)
    assert code == 1
    assert "\nLine" not in out
    assert "The engine lists the right moves of this position at depth 1" in " ".join(out.split())
    assert out.count("  a b c d e f g h") == 1


def test_a_long_line(kiwipete):
    moves = "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 d2d3 f8c5 c2c3 d7d6"
    words = ["hunt", "--fen", "startpos", "--moves", moves, *SPOILT, "Forgetful"]
    code, out, _ = kiwipete(*words)
    assert code == 1
    assert re.search(r"^     position +after 9 moves$", out, re.MULTILINE)
    assert re.search(r"^Reproduce .* --moves '([a-h1-8]{4} ?){9}' --depth 1 ", out, re.MULTILINE)


def test_no_line_says_what_another_has_said(kiwipete):
    for bug in ("double-push", "en-passant-pin", "rights-after-capture", "unmake-promotion"):
        _, out, _ = kiwipete("hunt", *engine(bug))
        facts = re.findall(r"^(?:From|Line|Position|Smallest) +(.*)$", out, re.MULTILINE)
        assert len({fact.partition(" (")[0] for fact in facts}) == len(facts)
        assert "none" not in facts


@pytest.mark.parametrize(
    ("bug", "title"),
    [
        ("en-passant-pin", "Wrongly allowed: capturing en passant opens a line to the king"),
        ("queen-only", "Missing: a promotion, perhaps with a capture"),
        ("twice", "Counted more than once: a capture"),
        ("unmake-castling", "Counts go wrong after castling"),
    ],
)
def test_titles(kiwipete, bug, title):
    assert kiwipete("hunt", *engine(bug)).out.startswith(f"1. {title}\n")


def test_ignore(kiwipete):
    words = ["hunt", "--depth", "1", "--positions", "400", "--ignore", "castling-through-check"]
    code, out, _ = kiwipete(*words, *engine("castling-through-check"))
    assert code == 0
    assert "no difference (ignoring castling-through-check) in 400 positions" in out
    code, out, _ = kiwipete(*words, *engine("castling-through-check", "queen-only"))
    assert code == 1
    assert out.startswith("1. Missing: a promotion")
    code, out, _ = kiwipete(*words, "--ignore", "crash", *engine("crash"))
    assert code == 0
    assert "no difference (ignoring castling-through-check, crash) in 400 positions" in out


def test_an_engine_that_never_answers_is_not_ignored(kiwipete):
    assert kiwipete("hunt", "--ignore", "crash", "--", "false").code == 3


def test_failures(kiwipete):
    words = ["hunt", "--all", "--depth", "1", "--positions", "400"]
    code, out, _ = kiwipete(*words, "--failures", "1", *engine("crash"))
    assert code == 3
    assert "\nStopped early: the engine failed in 1 way\n" in out
    code, out, _ = kiwipete(*words, "--json", *engine("crash", "pinned-knight"))
    report = json.loads(out)
    assert (code, report["positions"], report["stopped"]) == (1, 400, None)
    assert {finding["rule"] for finding in report["findings"]} == {"crash", "pinned"}
    assert all(finding["times_met"] > 5 for finding in report["findings"])


def test_json(kiwipete):
    code, out, err = kiwipete("hunt", "--json", *engine("pinned-knight"))
    assert (code, err) == (1, "")
    assert out.count("\n") == 1
    report = json.loads(out)
    command = shlex.join([*BUGGY, "pinned-knight"])
    assert report == {
        "engine": "Buggy",
        "positions": report["positions"],
        "nodes": report["nodes"],
        "left_out": 0,
        "findings": [
            {
                "kind": "moves",
                "rule": "pinned",
                "title": "wrongly allowed: the piece is pinned against its king",
                "cause": "moves",
                "explanation": "The knight on d2 is pinned against the king on e1 "
                "by the bishop on b4.",
                "start_fen": "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1",
                "line": [],
                "fen": "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1",
                "pieces": 4,
                "extra": ["d2b1", "d2b3", "d2c4", "d2e4", "d2f1", "d2f3"],
                "missing": [],
                "reproduce": "kiwipete hunt --fen '4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1' "
                f"--depth 1 -- {command}",
                "times_met": 1,
            }
        ],
        "stopped": None,
        "causes": [{"title": "the king's safety", "advice": "", "findings": [0], "times_met": 1}],
        "wrong_lines": [],
        "failure": None,
    }
    assert report["positions"] > 50
    assert report["nodes"] > 500


def test_json_without_a_difference(kiwipete):
    code, out, _ = kiwipete("hunt", "--json", *SMALL, *engine())
    report = json.loads(out)
    assert code == 0
    assert report["positions"] == 20
    assert report["findings"] == []


def test_junit(kiwipete, tmp_path):
    path = tmp_path / "report.xml"
    code, _, _ = kiwipete("hunt", "--junit", str(path), *engine("queen-only"))
    assert code == 1
    suite = ElementTree.parse(path).getroot()
    assert suite.get("name") == "kiwipete hunt: Buggy"
    assert (suite.get("failures"), suite.get("errors")) == ("1", "0")
    assert len(suite) == int(suite.get("tests", "0")) > 1
    failed = [case for case in suite if len(case)]
    assert [fault.tag for case in failed for fault in case] == ["failure"]
    code, _, _ = kiwipete("hunt", "--junit", str(path), *engine("crash"))
    assert code == 3
    assert ElementTree.parse(path).getroot().get("errors") == "1"


def test_in_a_terminal(terminal):
    screen = terminal("hunt", "--fen", "kiwipete", "--depth", "1", *engine("double-push"))
    assert screen.wait() == 1
    assert f"{ESCAPE}[1;31m1. Wrongly allowed: a piece is in front of the pawn" in screen.text
    assert "♜" in screen.text
    plain = re.sub(r"\033\[[\d;]*m", "", screen.text)
    lines = plain[plain.index(" smallest") :].splitlines()
    assert lines[1].index("8 ", 3) == lines[8].index("1 ", 3)  # two boards, side by side


@pytest.mark.parametrize(("columns", "below"), [("57", False), ("50", True), ("9", True)])
def test_in_a_narrow_terminal_the_boards_are_below_each_other(terminal, columns, below):
    words = ["hunt", "--fen", "kiwipete", "--depth", "1", *engine("double-push")]
    screen = terminal(*words, COLUMNS=columns)
    assert screen.wait() == 1
    assert "Traceback" not in screen.text
    plain = re.sub(r"\033\[[\d;]*m", "", screen.text)
    assert (re.search(r"^ +position +smallest$", plain, re.MULTILINE) is None) == below
    assert len(re.findall(r"^8 ", plain, re.MULTILINE)) == (2 if below else 1)


def test_a_label_that_looks_like_markup(monkeypatch):
    monkeypatch.setattr(hunt_view, "is_terminal", lambda _: True)
    monkeypatch.setattr(hunt_view, "DELAY", 0)
    with hunt_view.HuntLine(HuntReport("Buggy")) as line:
        line.update(Case(LabelledPosition("[/red]", ROOK)))


def test_a_line_tells_how_far_it_is(terminal):
    screen = terminal("hunt", "--depth", "2", *engine())
    screen.wait_for(" positions, ")
    screen.wait_for(", depth ")
    assert screen.wait() == 0
    everywhere = f"no difference in {len(lab.collection()) + RANDOM_POSITIONS} positions"
    assert everywhere in screen.text
    assert everywhere in hunt.EXAMPLES


# How it talks to engines.


def test_script(kiwipete):
    fen = "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1"
    words = ["hunt", "--script", "--fen", fen, "--depth", "1", *engine("pinned-knight")]
    code, out, _ = kiwipete(*words)
    assert code == 1
    assert re.search(r"^Reproduce .* --depth 1 --script -- ", out, re.MULTILINE)


def test_chess960(kiwipete):
    code, out, _ = kiwipete("hunt", "--chess960", *engine("castling-bare-king"))
    assert code == 1
    assert "castling-into-check" in out
    assert re.search(r"^Reproduce .* --chess960 -- ", out, re.MULTILINE)


def test_perft_command(kiwipete, tmp_path):
    path = tmp_path / "engine.py"
    path.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    if line == 'uci\\n': print('uciok', flush=True)\n"
        "    if line == 'isready\\n': print('readyok', flush=True)\n"
        "    if line == 'divide 1\\n': print('a2a3 1\\n1', flush=True)\n"
    )
    command = [sys.executable, "-S", "-E", str(path)]
    words = ["hunt", "--fen", "startpos", "--depth", "1", "--perft-command", "divide {depth}"]
    code, out, _ = kiwipete(*words, "--json", "--", *command)
    finding = json.loads(out)["findings"][0]
    assert code == 1
    assert "a2a3" not in finding["missing"]
    assert "--perft-command 'divide {depth}' -- " in finding["reproduce"]


def test_epd(kiwipete, tmp_path):
    path = tmp_path / "positions.epd"
    path.write_text(f"# one\n{ROOK} ;D1 15\n\n# two\n{KIWIPETE}\n")
    code, out, _ = kiwipete("hunt", "--epd", str(path), "--depth", "2", *engine())
    assert code == 0
    assert "no difference in 2 positions, 2,168 nodes" in out
    code, out, _ = kiwipete("hunt", "--epd", str(path), "--depth", "2", *engine("double-push"))
    assert "Met in     two\n" in out


def test_the_built_in_suite_is_ground(kiwipete):
    path = Path(lab.__file__).with_name("suites") / "known_counts.epd"
    code, out, err = kiwipete("hunt", "--epd", str(path), "--depth", "1", *engine())
    assert code == 0
    assert err == (
        "kiwipete: skipped 5 Chess960 positions: add --chess960 if the engine plays it\n"
    )
    assert "no difference in 26 positions" in out


def test_junit_of_a_label_that_xml_cannot_hold(kiwipete, tmp_path):
    path, junit = tmp_path / "positions.epd", tmp_path / "report.xml"
    path.write_text(f"# a \x01 b\n{ROOK}\n")
    words = ["--epd", str(path), "--depth", "1", "--junit", str(junit)]
    assert kiwipete("hunt", *words, *engine()).code == 0
    assert ElementTree.parse(junit).getroot()[0].get("classname") == "hunt.a  b"


def test_moves(kiwipete):
    words = ["hunt", "--fen", "8/8/8/K7/1R3p1k/8/4P3/8 w - - 0 1", "--depth", "1"]
    assert kiwipete(*words, *engine("en-passant-pin")).code == 0
    code, out, _ = kiwipete(*words, "--moves", "e2e4", *engine("en-passant-pin"))
    assert code == 1
    assert "Too many   f4e3\n" in out


def test_seconds(kiwipete):
    start = time.monotonic()
    code, out, _ = kiwipete("hunt", "--seconds", "1", *engine())
    assert code == 0
    assert 1 <= time.monotonic() - start < 10
    assert "no difference in " in out


def test_an_engine_that_is_too_slow_for_the_depth(kiwipete):
    words = ["hunt", "--fen", "kiwipete", "--depth", "5", "--timeout", "4"]
    code, out, _ = kiwipete(*words, *engine())
    assert code == 0
    assert "1 position not compared to full depth" in out
    code, out, _ = kiwipete(*words, "--json", *engine())
    assert (code, json.loads(out)["left_out"]) == (0, 1)


# The manual.


def test_every_option_is_explained(kiwipete):
    code, out, _ = kiwipete("hunt", "--help")
    assert code == 0
    options = (
        "fen moves epd depth seconds positions all ignore failures script perft-command chess960 "
        "timeout json junit"
    )
    for option in options.split():
        assert re.search(rf"^  --{option}( [A-Z]+)?\s+\w", out, re.MULTILINE), option
    assert hunt.EXAMPLES in out


def test_a_report_of_findings_in_one_file(kiwipete, tmp_path):
    path = tmp_path / "report.html"
    words = ("hunt", "--fen", ROOK.replace("4k3", "4kr2"), "--depth", "1", "--html", str(path))
    code, _, err = kiwipete(*words, *engine("castling-through-check"))
    assert (code, err) == (1, "")
    html = path.read_text()
    assert html.startswith("<!DOCTYPE html>")
    assert "Wrongly allowed" in html
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("place", ["/dev/null", ".", "", "no/such/folder/report.html"])
def test_a_report_that_cannot_be_written_is_refused_before_the_hunt(kiwipete, place):
    code, out, err = kiwipete("hunt", *SMALL, "--html", place, *engine())
    assert (code, out) == (2, "")
    assert "cannot write" in err or "is empty" in err
