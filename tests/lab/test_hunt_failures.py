"""Engines that crash, hang, talk nonsense or die: a finding with its position, never an error."""

from __future__ import annotations

import pytest

from kiwipete import Board
from kiwipete.lab import (
    EngineCrashed,
    EngineError,
    EngineTimeout,
    Rules,
    ground_position,
    hunt,
    open_engine,
)
from kiwipete.lab.failures import Question

from .buggy import BUGGY
from .buggy_engine.bugs import FAILURES

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
        finding = hunt(engine, [ground_position(POSITION_5)]).findings[0]
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
    finding = hunt(Fragile(fails), [ground_position(start)], depth=3).findings[0]
    assert finding.start_fen == start
    assert finding.line[0] == "a6a7"
    assert len(finding.line) == 2
    assert (finding.depth, finding.pieces) == (1, 3)
    assert finding.fen.startswith(("7k/P7/", "6k1/P7/", "8/P6k", "8/P5k1"))


def test_a_failure_that_needs_moves_keeps_them():
    engine = Fragile(lambda board, moves, depth: len(moves) > 2)
    report = hunt(engine, [ground_position("7k/8/8/8/8/8/7P/K7 w - - 0 1")], positions=9)
    finding = report.findings[0]
    assert len(finding.line) > 2
    assert finding.fen == finding.start_fen
    assert finding.depth == len(finding.line) + 1


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
