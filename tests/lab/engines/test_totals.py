"""Engines that tell only totals: suites take them as they are, hunts ask move by move."""

from __future__ import annotations

import sys

import pytest

from kiwipete import STARTING_FEN, Board
from kiwipete.lab import (
    EngineNonsense,
    Rules,
    compare,
    hunt,
    known_counts,
    labelled_position,
    open_engine,
    run_suite,
)
from tests.support.buggy import BUGGY

TOTALS = [*BUGGY, "totals-only"]
SMALL = [
    "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1",
    "4k2r/P7/8/4B3/8/8/8/4K3 w k - 0 1",
]
PROMOTION = "8/k1P5/8/1K6/8/8/8/8 w - - 0 1"


@pytest.fixture(params=["uci", "thread", "script"])
def total_engine(request):
    """Open an engine that tells only totals, in all ways to ask one."""

    def make(*bugs):
        thread = ["in-a-thread"] if request.param == "thread" else []
        return open_engine([*TOTALS, *thread, *bugs], script=request.param == "script")

    return make


def test_a_right_total_is_the_right_divide(total_engine):
    with total_engine() as engine:
        for fen, moves, depth in (
            (STARTING_FEN, (), 1),
            (STARTING_FEN, ("e2e4", "e7e5"), 3),
            ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", (), 2),
        ):
            right = Rules().divide(fen, moves, depth)
            assert engine.divide(fen, moves, depth) == right
            assert engine.total(fen, moves, depth) == sum(right.values())


def test_a_wrong_total_is_asked_for_move_by_move(total_engine):
    with total_engine("queen-only") as engine:
        counts = engine.divide("7k/8/P7/8/8/8/8/K7 w - - 0 1", (), 3)
        right = Rules().divide("7k/8/P7/8/8/8/8/K7 w - - 0 1", (), 3)
        wrong = {move for move in right if counts[move] != right[move]}
        assert (counts.keys(), wrong) == (right.keys(), {"a6a7"})
        assert engine.divide("7k/P7/8/8/8/8/8/K7 w - - 0 1", (), 1)["?"] == -3


# What each bug is: the kind, and the rule, which is a guess.
FOUND = {
    "pinned-knight": ("moves", "pinned"),
    "castling-through-check": ("moves", "castling-through-check"),
    "queen-only": ("moves", "promotion"),
    "rights-after-capture": ("make", "castling-no-right"),
    "en-passant-kept": ("make", "en-passant-expired"),
    "unmake-promotion": ("make", "promotion"),
    "unmake-en-passant": ("make", "en-passant"),
}


@pytest.mark.parametrize("bug", FOUND)
def test_bugs_are_found_and_made_small(bug):
    with open_engine([*TOTALS, bug]) as engine:
        (finding,) = hunt(engine).findings
        assert (finding.kind, finding.rule) == FOUND[bug]
        assert finding.pieces <= 4
        assert compare(engine, finding.fen, (), finding.depth) is not None
        assert finding.depth == 1 or compare(engine, finding.fen, (), finding.depth - 1) is None
    board = Board(finding.start_fen)
    for move in finding.line:
        board.push_uci(move)


def test_both_ways_to_ask_find_the_same(total_engine):
    for bug in ("pinned-knight", "rights-after-capture"):
        with total_engine(bug) as engine:
            report = hunt(engine, [labelled_position(fen) for fen in SMALL], depth=2)
        assert [(finding.kind, finding.rule) for finding in report.findings] == [FOUND[bug]]


def test_what_is_not_known_is_not_told():
    with open_engine([*TOTALS, "pinned-knight"]) as engine:
        (finding,) = hunt(engine, [labelled_position(SMALL[0])]).findings
    assert (finding.extra, finding.missing) == (("?",), ())
    assert finding.explanation == (
        "The engine counts 10 moves instead of 4: 6 too many. It prints only totals, so the moves "
        "are not known. A guess by their number: the piece is pinned against its king."
    )
    with open_engine([*TOTALS, "unmake-promotion"]) as engine:
        (finding,) = hunt(engine, [labelled_position(PROMOTION)], depth=2).findings
    assert (finding.extra, finding.missing, finding.line) == ((), (), ())
    assert "but it is right when asked about each move alone" in finding.explanation


def script(tmp_path, text):
    path = tmp_path / "script.py"
    path.write_text(f"import sys\n{text}")
    return [sys.executable, "-S", "-E", str(path)]


def test_another_depth(tmp_path):
    deeper = f"subprocess.run([*{TOTALS}, str(int(sys.argv[1]) + 1), *sys.argv[2:]])"
    command = script(tmp_path, f"import subprocess\n{deeper}")
    with open_engine(command, script=True) as engine:
        (finding,) = hunt(engine, [labelled_position(SMALL[0])], depth=1).findings
    assert "That is the count at depth 2" in finding.explanation


def test_a_total_alone_is_nonsense_where_moves_were_listed(tmp_path):
    listing = "print('a2a3 1' if sys.argv[2].endswith('w - - 0 1') else '')\nprint(sys.argv[1])"
    white, black = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 b - - 0 1"
    with open_engine(script(tmp_path, listing), script=True) as engine:
        assert engine.total(black, [], 2) == 2
        assert engine.divide(white, [], 1) == {"a2a3": 1}
        for ask in (engine.divide, engine.total):
            with pytest.raises(EngineNonsense, match="it lists no moves, only a total of 2"):
                ask(black, [], 2)


def test_a_total_alone_is_nonsense_if_the_start_position_has_moves(tmp_path):
    listing = "print('a2a3 1\\n1' if 'RNBQKBNR' in sys.argv[2] else 7)"
    with open_engine(script(tmp_path, listing), script=True) as engine:
        for _ in range(2):
            with pytest.raises(EngineNonsense, match="it lists no moves, only a total of 7") as no:
                engine.divide(PROMOTION, [], 1)
            assert no.value.question == (PROMOTION, (), 1)


def test_suites_need_only_totals(total_engine):
    suite = known_counts().limited(nodes=1000, chess960=False)
    results = list(run_suite(suite, total_engine))
    assert len(results) == len(suite.counts()) > 20
    assert all(result.right for result in results)


def test_a_suite_asks_once_for_each_count(tmp_path):
    asked = tmp_path / "asked"
    command = script(tmp_path, f"open({str(asked)!r}, 'a').write('x')\nprint(1)")
    suite = known_counts().limited(depth=2, chess960=False)
    results = list(run_suite(suite, lambda: open_engine(command, script=True)))
    assert {result.verdict for result in results} == {"wrong"}
    assert len(asked.read_text()) == len(results)
