"""Suites: read, limited, and counted by Kiwipete and by engines."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import pytest

from kiwipete import Board, lab
from tests.support.faulty_counter import FAULTY, KINGS
from tests.support.perft_data import KNOWN
from tests.support.processes import exists


def read(*lines):
    return lab.parse_suite(lines)


def faulty(*words, timeout=60.0, **options):
    return partial(lab.open_engine, [*FAULTY, *words], timeout=timeout, **options)


# PartialAnswer.


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        (f"{KINGS} 0 1 ;D1 5 ;D2 36", {1: 5, 2: 36}),
        (f"{KINGS} 0 1;D1 5;D2 36", {1: 5, 2: 36}),
        (f"{KINGS} 0 1 ; D1 5 ; D2 36 ;", {1: 5, 2: 36}),
        (f"{KINGS} ;D1 5 ;D2 36", {1: 5, 2: 36}),
        (f"{KINGS} D1 5; D2 36;", {1: 5, 2: 36}),
        (f"{KINGS} 0 ;D2 36 ;D1 5", {1: 5, 2: 36}),
        (f"  {KINGS}\t0  1\t;d1\t5\r\n", {1: 5}),
        (f"{KINGS} bm Kd3; D1 5; dm 3; draw_offer; hmvc 7;", {1: 5}),
        (f"{KINGS} ;D1 5 # five", {1: 5}),
        (f"{KINGS} ;D3 18446744073709551615", {3: 2**64 - 1}),
        (f"{KINGS} ;D1 0", {1: 0}),
        (f"{KINGS} ;D0 1 ;D1 5", {1: 5}),
        (f"{KINGS} ;D1: 5 ;D2=36", {1: 5, 2: 36}),
        *[
            (f"{KINGS} ;D5 {number} ;D1 5", {5: 4865609, 1: 5})
            for number in ("4,865,609", "4 865 609", "4_865_609", "4'865'609", "4.865.609")
        ],
        (f"{KINGS} ;D5 4,865,609", {5: 4865609}),
        (f"{KINGS} D5 4 865 609; D1 5;", {5: 4865609, 1: 5}),
    ],
)
def test_forms_of_a_line(line, counts):
    suite = read(line)
    assert suite.wrong_lines == ()
    (position,) = suite.positions
    assert position.counts == counts
    assert position.fen == f"{KINGS} 0 1"
    assert position.chess960 is False


def test_counters_are_kept():
    assert read(f"{KINGS} 7 42 ;D1 5").positions[0].fen == f"{KINGS} 7 42"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("9/8/8/2k5/8/2K5/8/8 w - - 0 1 ;D1 5", "FEN: '9' is not a piece"),
        ("8/8/2k5/8/2K5/8/8 w - - 0 1 ;D1 5", "FEN: 7 ranks instead of 8"),
        ("8/8/8/2k5/8/2K5/8/8 x - - 0 1 ;D1 5", "FEN: the side to move is not 'w' or 'b'"),
        ("8/8/8/2k5/8/2K5/8/8 ;D1 5", "1 field instead of the 4 or 6"),
        (";D1 5", "2 fields instead of the 4 or 6"),
        (";;", "0 fields instead of the 4 or 6"),
        ("8/8/8/2k5/8/8/8/8 w - - 0 1 ;D1 5", "impossible position: white has no king"),
        ("8/8/8/2kK4/8/8/8/8 w - - ;D1 5", "impossible position: the side not to move is in che"),
        (f"{KINGS} 0 1", "nothing to count"),
        (f"{KINGS} bm Kd3;", "nothing to count"),
        (f"{KINGS} ;D0 1", "nothing to count"),
        (f"{KINGS} ;D0 2", "a depth is 1 to 60, not '0'"),
        (f"{KINGS} ;D61 1", "a depth is 1 to 60, not '61'"),
        (f"{KINGS} ;D1 5 ;D1 5", "depth 1 is counted twice"),
        (f"{KINGS} ;D1 18446744073709551616", "a count is at most 18446744073709551615"),
        (f"{KINGS} ;D1 5 ;1 5", "not a count such as 'D1 20': '1 5'"),
        (f"{KINGS} -1 1 ;D1 5", "not a count such as 'D1 20': '-1 1'"),
        *[
            (f"{KINGS} ;D1 5 ;{text}", f"not a count such as 'D1 20': '{text}'")
            for text in ("D", "D2", "D2 many", "D2 -36", "D2 3.6", "D2 36 36", "Dx 5", "depth 2 36")
        ],
        *[
            (f"{KINGS} ;D5 {number}", "not a count such as 'D1 20'")
            for number in ("4,865_609", "48,65,609", "4,,865", "4,865,", "4 865 60")
        ],
        (f"{KINGS} ;D1 ٣", "not a count"),
        (f"{KINGS} ;D1 {'x' * 500}", "…'"),
    ],
)
def test_wrong_lines(line, reason):
    suite = read("# a comment", line, f"{KINGS} ;D1 5")
    ((number, found, text),) = suite.wrong_lines
    assert number == 2
    assert reason in found
    assert len(found) < 200
    assert text == line if len(line) <= 160 else text == f"{line[:159]}…"
    assert [position.line for position in suite.positions] == [3]


def test_names():
    suite = read(
        "# of the file",
        "",
        f"{KINGS} ;D1 5",
        "# two kings",
        f"{KINGS} ;D1 5",
        f"{KINGS} ;D1 5",
        "# a comment",
        f'{KINGS} id "kings; #2"; D1 5',
        f"{KINGS} ;D1 5 ;id plain \x1b[31mid",
    )
    names = [position.name for position in suite.positions]
    assert names == ["line 3", "two kings", "line 6", "kings; #2", "plain [31mid"]


def test_a_file_of_another_system(tmp_path):
    file = tmp_path / "dos.epd"
    text = f"\ufeff{KINGS} 0 1 ;D1 5\r\n\r\n# caf\u00e9\r\n{KINGS} ;D2 36\r\nbad\r\n"
    file.write_bytes(text.encode() + b"\xff\xfe\x00\n" + f"{KINGS} ;D1 5".encode())
    suite = lab.read_suite(file)
    assert suite.name == "dos.epd"
    assert [(p.line, p.name) for p in suite.positions] == [
        (1, "line 1"),
        (4, "café"),
        (7, "line 7"),
    ]
    assert [wrong.line for wrong in suite.wrong_lines] == [5, 6]


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        lab.read_suite(tmp_path / "none.epd")


def test_castling_rights_may_mean_chess960():
    line = "2r1k3/8/8/8/8/8/8/2R1K3 w {} - 0 1 ;D1 16"
    suite = read(line.format("C"), line.format("Qq"), line.format("-"))
    assert [position.chess960 for position in suite.positions] == [True, True, False]
    everything = lab.parse_suite([line.format("-")], chess960=True)
    assert [position.chess960 for position in everything.positions] == [True]


def test_the_built_in_suite_is_what_is_known():
    suite = lab.known_counts()
    assert suite.wrong_lines == ()
    built_in = {(p.fen, p.chess960): p.counts for p in suite.positions}
    assert built_in == {(known.fen, known.chess960): known.counts for known in KNOWN}
    names = [position.name for position in suite.positions]
    assert len(set(names)) == len(names)
    assert not any(name.startswith("line ") for name in names)


def test_limits():
    suite = read(f"{KINGS} ;D1 5 ;D2 36 ;D3 200", "2r1k3/8/8/8/8/8/8/2R1K3 w C - ;D1 16")
    counts = [(count.depth, count.nodes) for count in suite.counts()]
    assert counts == [(1, 5), (2, 36), (3, 200), (1, 16)]
    assert len(suite.limited().counts()) == 4
    assert len(suite.limited(depth=2).counts()) == 3
    assert len(suite.limited(nodes=36).counts()) == 3
    assert len(suite.limited(nodes=15).positions) == 1
    assert len(suite.limited(chess960=False).counts()) == 3
    assert suite.limited(depth=0).positions == ()


# Counting.


@pytest.mark.parametrize("threads", [1, 3])
def test_kiwipete_counts_right(threads):
    suite = lab.known_counts().limited(nodes=200_000)
    results = list(lab.run_suite(suite, threads=threads))
    assert [str(result) for result in results if not result.right] == []
    assert [result.known for result in results] == suite.counts()
    assert {result.verdict for result in results} == {"right"}


def test_a_wrong_count_is_told():
    results = list(lab.run_suite(read(f"{KINGS} id kings; D1 6; D2 36;")))
    assert [str(result) for result in results] == [
        "kings, depth 1: 5 nodes instead of 6",
        "kings, depth 2: 36 nodes",
    ]
    assert [result.verdict for result in results] == ["wrong", "right"]


def test_progress_tells_how_far_a_count_is():
    seen = []
    suite = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ;D6 119060324")
    for _ in lab.run_suite(suite, progress=lambda known, nodes: seen.append((known, nodes))):
        pass
    assert {known for known, _ in seen} == set(suite.counts())
    nodes = [nodes for _, nodes in seen]
    assert nodes == sorted(nodes)
    assert nodes[-1] == 119060324


def test_an_exception_in_progress_ends_a_count():
    def interrupt(known, nodes):
        raise KeyboardInterrupt

    suite = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ;D9 2439530234167")
    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        list(lab.run_suite(suite, progress=interrupt))
    assert threading.active_count() == before


@pytest.mark.parametrize("threads", [1, 2])
def test_engines_count_right(threads):
    suite = lab.known_counts().limited(nodes=2_000)
    results = list(lab.run_suite(suite, faulty(chess960=True), threads=threads))
    assert [str(result) for result in results if not result.right] == []
    assert {result.known for result in results} == set(suite.counts())
    assert len(results) == len(suite.counts())


def test_scripts_count_right():
    suite = lab.known_counts().limited(depth=1)
    results = list(lab.run_suite(suite, faulty(script=True), threads=2))
    assert [str(result) for result in results if not result.right] == []
    assert len(results) == 31


@pytest.mark.parametrize(
    ("fault", "verdict", "words"),
    [
        ("wrong", "wrong", "nodes instead of"),
        ("crash", "crash", "SIGABRT"),
        ("nonsense", "nonsense", "makes no sense"),
    ],
)
def test_faults_of_engines_are_results(fault, verdict, words):
    suite = lab.known_counts().limited(depth=2, nodes=100, chess960=False)
    results = list(lab.run_suite(suite, faulty(fault, "2"), threads=2))
    assert {result.known for result in results} == set(suite.counts())
    for result in results:
        assert result.verdict == ("right" if result.known.depth == 1 else verdict)
        assert (words in str(result)) == (result.known.depth == 2)


def test_a_position_that_takes_too_long_is_not_asked_again():
    suite = read(f"{KINGS} id kings; D1 5; D2 36; D3 0; D4 0;")
    results = list(lab.run_suite(suite, faulty("hang", "2", timeout=5.0)))
    assert [result.verdict for result in results] == ["right", "timeout", "timeout", "timeout"]
    assert [str(result) for result in results[1:3]] == [
        "kings, depth 2: no answer within 5 s",
        "kings, depth 3: not asked, since depth 2 took too long",
    ]


def test_an_engine_that_is_not_there():
    suite = lab.known_counts().limited(depth=1)
    with pytest.raises(lab.EngineError, match="cannot start"):
        list(lab.run_suite(suite, lambda: lab.open_engine(["/nowhere/engine"]), threads=2))


def test_each_thread_has_an_engine_and_all_are_closed():
    opened = []

    class Watched:
        name, chess960 = "watched", False

        def __init__(self):
            opened.append(self)
            self.threads = set()
            self.at_work = self.closed = False

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.closed = True

        def divide(self, fen, moves, depth):
            assert not self.at_work
            self.at_work = True
            time.sleep(0.01)
            self.at_work = False
            return {move.uci(): 1 for move in Board(fen).legal_moves}

    suite = lab.known_counts().limited(depth=1, chess960=False)
    results = list(lab.run_suite(suite, Watched, threads=3))
    assert all(result.right for result in results)
    assert 1 <= len(opened) <= 3
    assert all(engine.closed for engine in opened)


def test_a_generator_of_your_own():
    class Pacifist:
        name, chess960 = "pacifist", False

        def divide(self, fen, moves, depth):
            board = Board(fen)
            return {m.uci(): 1 for m in board.legal_moves if not board.is_capture(m)}

    suite = lab.known_counts().limited(depth=1, chess960=False)
    wrong = [r for r in lab.run_suite(suite, lambda: nullcontext(Pacifist())) if not r.right]
    assert "Kiwipete, depth 1: 40 nodes instead of 48" in [str(result) for result in wrong]


def test_who_looks_no_further_leaves_no_engine_behind(tmp_path, monkeypatch):
    """An engine at work is ended at once, whatever its timeout."""
    monkeypatch.setenv("FAULTY_COUNTER_PIDS", str(tmp_path))
    suite = read(f"{KINGS} ;D1 5", *[f"{KINGS} ;D2 36"] * 5)
    results = lab.run_suite(suite, faulty("hang", "2", timeout=600), threads=2)
    assert next(results).verdict == "right"
    deadline = time.monotonic() + 60
    while len(list(tmp_path.iterdir())) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    start = time.monotonic()
    results.close()
    assert time.monotonic() - start < 5
    assert not any(exists(int(file.name)) for file in tmp_path.iterdir())


# The page in the documentation.


@pytest.mark.parametrize(("fault", "passes"), [((), True), (("wrong", "3"), False)])
def test_the_test_that_guards_an_engine(tmp_path, fault, passes):
    page = Path(__file__).parents[3] / "docs" / "suites.md"
    (code,) = re.findall(r"^```python\n(import pytest\n.*?)^```", page.read_text(), re.M | re.S)
    assert sum(bool(line.strip()) for line in code.splitlines()) == 10
    assert code.count('["./engine"]') == 1
    test = tmp_path / "test_engine.py"
    test.write_text(code.replace('["./engine"]', repr([*FAULTY, *fault])))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rf", "--rootdir", str(tmp_path), str(test)],
        capture_output=True,
        text=True,
        check=False,
    )
    known = lab.known_counts().limited(nodes=100_000, chess960=False).counts()
    wrong = [] if passes else [count for count in known if count.depth >= 3]
    summary = re.escape(f"{len(known) - len(wrong)} passed in ")
    assert re.search(rf"\b{summary}", done.stdout)
    assert done.returncode == (0 if passes else 1)
    failed = re.findall(r"^FAILED .*?::test_count\[(.*?)\]", done.stdout, re.M)
    assert failed == [str(count) for count in wrong]


# The first stands in the suite that half of all engines carry; no move can have led to any of them.
HARMLESS = [
    ("B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1 ;D1 6 ;D2 106 ;D3 1829", [6, 106, 1829]),
    ("4k3/8/8/8/8/8/8/4K2R w KQkq - ;D1 15 ;D2 66", [15, 66]),
    ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - ;D1 17", [17]),
    ("4k3/8/8/3P4/8/8/8/4K3 w - e6 ;D1 6", [6]),
]


@pytest.mark.parametrize(("line", "counts"), HARMLESS)
def test_what_no_game_reaches_is_counted(line, counts):
    suite = read(line)
    assert suite.wrong_lines == ()
    assert not suite.positions[0].chess960
    assert [result.nodes for result in lab.run_suite(suite)] == counts
    assert all(result.right for result in lab.run_suite(suite))
