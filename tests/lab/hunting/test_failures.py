"""Engines that crash, hang, talk nonsense or die: a finding with its position, never an error."""

from __future__ import annotations

import pytest

from kiwipete import STARTING_FEN, Board
from kiwipete.lab import (
    EngineCrashed,
    EngineError,
    EngineTimeout,
    Rules,
    hunt,
    labelled_position,
    open_engine,
)
from kiwipete.lab.engines.divider import Question
from kiwipete.lab.hunting.shrinking import allows
from tests.support.buggy import BUGGY
from tests.support.buggy_engine.bugs import FAILURES

POSITION_5 = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"

FOUND = {
    "crash": ("crash", "crash", "it was killed by SIGABRT"),
    "hang": ("timeout", "timeout", "no answer within 2 s"),
    "noise": ("timeout", "timeout", "Its last words: info string noise"),
    "nonsense": ("crash", "nonsense", "it lists no moves, only a total of 1"),
    "wrong-total": ("crash", "nonsense", "its moves add up to 1, but it says 7"),
    "half-answer": ("crash", "crash", "it ended with exit code 1. Its last words: a2a3: 1"),
}


def test_there_is_an_answer_for_every_failure():
    assert FOUND.keys() == FAILURES.keys()


@pytest.mark.parametrize("failure", FAILURES)
def test_each_failure_is_a_finding(failure):
    kind, rule, words = FOUND[failure]
    # Long enough for the engine to start on a busy machine.
    with open_engine([*BUGGY, failure], timeout=2 if kind == "timeout" else 20) as engine:
        finding = hunt(engine).findings[0]
    assert (finding.kind, finding.rule) == (kind, rule)
    assert words in finding.explanation
    assert not finding.is_difference
    assert (finding.extra, finding.missing) == ((), ())
    assert any(move.promotion for move in Board(finding.fen).legal_moves)


@pytest.mark.parametrize("failure", ["crash", "half-answer", "nonsense"])
def test_a_failure_is_made_small(failure):
    with open_engine([*BUGGY, failure], timeout=5) as engine:
        finding = hunt(engine, [labelled_position(POSITION_5)]).findings[0]
    assert finding.pieces <= 4
    assert finding.depth == 1
    assert finding.start_fen == POSITION_5
    assert finding.line == ()


class Fragile(Rules):
    """A generator that crashes on some questions."""

    def __init__(self, fails):
        super().__init__()
        self.fails = fails
        self.asked = []

    def divide(self, fen, moves, depth):
        self.asked.append((fen, tuple(moves), depth))
        if self.fails(self.board(fen, moves), moves, depth):
            raise EngineCrashed("it broke", Question(fen, tuple(moves), depth))
        return super().divide(fen, moves, depth)


def test_a_failure_is_followed_down():
    # With a promotion two plies down it fails at depth 2, and so on up.
    def fails(board, moves, depth):
        if depth == 1:
            return any(move.promotion for move in board.legal_moves)
        return any(fails(after(board, move), moves, depth - 1) for move in board.legal_moves)

    start = "7k/8/P7/8/8/8/7P/K7 w - - 0 1"
    finding = hunt(Fragile(fails), [labelled_position(start)], depth=3).findings[0]
    assert finding.start_fen == start
    assert finding.line[0] == "a6a7"
    assert len(finding.line) == 2
    assert (finding.depth, finding.pieces) == (1, 3)
    assert finding.fen.startswith(("7k/P7/", "6k1/P7/", "8/P6k", "8/P5k1"))


def test_a_failure_that_needs_moves_keeps_them():
    engine = Fragile(lambda board, moves, depth: len(moves) > 2)
    report = hunt(engine, [labelled_position("7k/8/8/8/8/8/7P/K7 w - - 0 1")], positions=9)
    finding = report.findings[0]
    assert len(finding.line) == 3
    assert finding.fen == finding.start_fen
    assert finding.pieces == 2
    assert finding.depth == len(finding.line) + 1


GAME = (
    *("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1", "g8f6", "d2d3", "d7d6"),
    *("c1g5", "h7h6", "g5h4", "g7g5", "h4g3", "h6h5", "h2h4", "g5g4"),
)
# Breaks when a move is made after castling, and is else the engine without bugs.
FRAGILE_SCRIPT = """\
import runpy, sys
moves = sys.argv[3].split() if len(sys.argv) > 3 else []
if "e1g1" in moves[:-1]:
    raise RuntimeError("no king")
runpy.run_path(ENGINE, run_name="__main__")
"""


def test_a_crash_after_moves_is_made_small(tmp_path):
    path = tmp_path / "fragile.py"
    path.write_text(FRAGILE_SCRIPT.replace("ENGINE", repr(BUGGY[-1])))
    with open_engine([*BUGGY[:-1], str(path)], script=True) as engine:
        position = labelled_position(STARTING_FEN, moves=GAME)
        (finding,) = hunt(engine, [position], depth=1).findings
        assert (finding.kind, finding.line[0], len(finding.line)) == ("crash", "e1g1", 2)
        assert finding.pieces == 4
        assert finding.explanation.endswith("Its last words: RuntimeError: no king")
        with pytest.raises(EngineCrashed):
            engine.divide(finding.fen, finding.line, 1)


@pytest.mark.parametrize(
    ("needed", "length"), [({"e2e4"}, 1), ({"h2h4"}, 1), ({"f1c4", "h2h4"}, 3), ({"g5g4"}, 1)]
)
def test_lines_lose_what_they_do_not_need(needed, length):
    engine = Fragile(lambda board, moves, depth: needed <= set(moves))
    (finding,) = hunt(engine, [labelled_position(STARTING_FEN, moves=GAME)], depth=1).findings
    assert needed <= set(finding.line)
    assert len(finding.line) <= length
    assert finding.start_fen == finding.fen
    assert allows(Board(finding.fen), finding.line)


def test_the_path_to_a_failure_leads_there():
    # It is the position in the middle of the game that it fails at, and all below it.
    engine = Fragile(lambda board, moves, depth: board.piece_at(38) is not None)  # on g5
    (finding,) = hunt(engine, [labelled_position(STARTING_FEN, moves=GAME[:12])], depth=1).findings
    assert (finding.start_fen, finding.depth) == (STARTING_FEN, 1)
    board = Board()
    for move in finding.line:
        board.push_uci(move)
    assert board.piece_at(38) is not None


def test_a_failure_that_is_not_seen_again():
    once = iter([True])
    finding = hunt(Fragile(lambda *_: next(once, False)), positions=5).findings[0]
    assert finding.explanation.endswith("Asked once more, it answered.")


def test_a_failure_that_comes_as_another_the_second_time():
    class Moody(Rules):
        def __init__(self):
            super().__init__()
            self.errors = iter([EngineCrashed, EngineTimeout])

        def divide(self, fen, moves, depth):
            raise next(self.errors)("it broke", Question(fen, tuple(moves), depth))

    finding = hunt(Moody()).findings[0]
    assert finding.kind == "crash"
    assert finding.explanation.endswith("Asked once more, it failed in another way: it broke.")


def after(board, move):
    board = board.copy(stack=False)
    board.push(move)
    return board


@pytest.mark.parametrize("command", [["false"], ["true"], ["cat"], ["sleep", "600"], ["yes"]])
@pytest.mark.parametrize("all_bugs", [False, True])
def test_programs_that_are_no_engines(command, all_bugs):
    with (
        open_engine(command, timeout=0.5) as engine,
        pytest.raises(EngineError, match=r"it does not speak UCI: .* --script"),
    ):
        hunt(engine, all_bugs=all_bugs)


def test_a_program_that_is_not_there():
    with (
        open_engine(["/no/such/engine"]) as engine,
        pytest.raises(EngineError, match="cannot start"),
    ):
        hunt(engine)
