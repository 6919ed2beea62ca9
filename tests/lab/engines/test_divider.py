"""Engines in Python: exceptions and odd answers are findings, and moves may be objects."""

from __future__ import annotations

from contextlib import nullcontext

import chess
import pytest

import kiwipete.engine
from kiwipete import STARTING_FEN, Board
from kiwipete.lab import (
    EngineCrashed,
    EngineError,
    EngineNonsense,
    EngineTimeout,
    Rules,
    hunt,
    labelled_position,
    open_engine,
    run_suite,
)
from kiwipete.lab.engines.divider import ask
from kiwipete.lab.suites import parse_suite

POSITION_5 = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"


class Own:
    """Somebody's own generator, which is a function here."""

    name, chess960 = "Own", False

    def __init__(self, divide):
        self.divide = divide


def test_an_exception_is_a_finding_and_made_small():
    def no_promotions(fen, moves, depth):
        counts = Rules().divide(fen, moves, depth)
        if any(move[4:] for move in counts):
            raise LookupError("no such piece")
        return counts

    report = hunt(Own(no_promotions), [labelled_position(POSITION_5)])
    (finding,) = report.findings
    assert (finding.kind, finding.rule) == ("crash", "crash")
    assert finding.pieces <= 4
    assert finding.explanation.startswith(
        "Asked for perft 1, the engine fails: it raised LookupError: no such piece. "
        "Its last words: test_divider.py, line "
    )
    assert finding.explanation.endswith(", in no_promotions")


def test_an_exception_has_its_question_and_its_cause():
    def fail(fen, moves, depth):
        raise ValueError

    with pytest.raises(EngineCrashed, match=r"it raised ValueError$") as failure:
        ask(Own(fail), STARTING_FEN, ["e2e4"], 3)
    assert failure.value.question == (STARTING_FEN, ("e2e4",), 3)
    assert isinstance(failure.value.__cause__, ValueError)


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, MemoryError])
def test_what_is_not_the_engines_fault_is_not_swallowed(error):
    def fail(fen, moves, depth):
        raise error

    with pytest.raises(error):
        hunt(Own(fail))


@pytest.mark.parametrize("error", [EngineError, kiwipete.engine.EngineTerminatedError])
def test_an_error_of_the_engine_client_is_a_crash(error):
    def fail(fen, moves, depth):
        raise error("it was killed by SIGSEGV")

    with pytest.raises(EngineCrashed, match=f"it raised {error.__name__}: it was killed"):
        ask(Own(fail), STARTING_FEN, [], 1)


def test_an_engine_that_cannot_be_started_ends_the_hunt():
    def fail(fen, moves, depth):
        return open_engine(["/no/such/engine"]).divide(fen, moves, depth)

    with pytest.raises(EngineError, match="cannot start"):
        hunt(Own(fail))


@pytest.mark.parametrize("error", [EngineCrashed, EngineNonsense, EngineTimeout])
def test_a_failure_without_a_question_gets_it(error):
    def fail(fen, moves, depth):
        raise error("it broke")

    with pytest.raises(error) as failure:
        ask(Own(fail), STARTING_FEN, [], 1)
    assert failure.value.question == (STARTING_FEN, (), 1)


class Text:
    """A move that is text only on request."""

    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text


def test_moves_may_be_objects():
    def of_kiwipete(fen, moves, depth):
        return Rules().board(fen, moves).divide(depth)

    def of_python_chess(fen, moves, depth):
        board = chess.Board(fen)
        for move in moves:
            board.push_uci(move)
        return dict.fromkeys(board.legal_moves, 1)

    def of_others(fen, moves, depth):
        return {Text(move.uci()): 1 for move in Board(fen).legal_moves}

    for divide in (of_kiwipete, of_python_chess, of_others):
        assert ask(Own(divide), STARTING_FEN, [], 1) == Rules().divide(STARTING_FEN, [], 1)
    assert hunt(Own(of_kiwipete), depth=2, positions=30).findings == []


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (None, "a divide is a dict of moves with their counts, not None"),
        (20, "a divide is a dict of moves with their counts, not 20"),
        (["e2e4"], "a divide is a dict of moves with their counts, not ['e2e4']"),
        ({"Nf3": 1}, "moves are written like e2e4 or a7a8q, not 'Nf3'"),
        ({12: 1}, "moves are written like e2e4 or a7a8q, not '12'"),
        ({"e2e4": "1"}, "the count below e2e4 is a whole number, not '1'"),
        ({"e2e4": 1.5}, "the count below e2e4 is a whole number, not 1.5"),
        ({"e2e4": -1}, "the count below e2e4 is a whole number, not -1"),
    ],
)
def test_nonsense_is_a_finding(answer, fault):
    engine = Own(lambda fen, moves, depth: answer)
    with pytest.raises(EngineNonsense) as failure:
        ask(engine, STARTING_FEN, [], 1)
    assert str(failure.value) == f"its answer makes no sense: {fault}"
    finding = hunt(engine, [labelled_position(STARTING_FEN)]).findings[0]
    assert (finding.kind, finding.rule) == ("crash", "nonsense")
    assert fault in finding.explanation


def test_an_exception_is_a_result_of_a_suite():
    def fail(fen, moves, depth):
        raise ValueError("no")

    suite = parse_suite([f"{STARTING_FEN} ;D1 20"])
    (result,) = run_suite(suite, lambda: nullcontext(Own(fail)))
    assert result.verdict == "crash"
    assert str(result.failure) == "it raised ValueError: no"
