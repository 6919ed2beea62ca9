"""Whatever happens after a difference is known: it ends, and the finding is there."""

from __future__ import annotations

import time

import pytest

from kiwipete import STARTING_FEN
from kiwipete.lab import (
    EngineCrashed,
    EngineTimeout,
    Hunt,
    Rules,
    collection,
    hunt,
    labelled_position,
    random_positions,
)
from kiwipete.lab.engines.divider import Question
from kiwipete.lab.hunting.compare import fits
from kiwipete.lab.hunting.reasons import rarest_move
from tests.support.spoilt_engine import Forgetful
from tests.support.wrong_rules import Engine, knights_stay

LONG = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "d2d3", "f8c5", "c2c3", "d7d6"]
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def test_a_long_line_is_not_counted_in_full():
    start = time.monotonic()
    report = hunt(Forgetful(), [labelled_position(STARTING_FEN, moves=LONG)])
    (finding,) = report.findings
    assert finding.kind == "make"
    assert len(finding.line) == 9
    assert f", {list(finding.line)}, depth=1)" in finding.reproduce
    assert time.monotonic() - start < 60


def test_trees_are_measured_without_being_counted():
    start = time.monotonic()
    board = Rules().board(KIWIPETE)
    assert fits(board, 3, 97_862)
    assert not fits(board, 3, 97_861)
    assert not fits(board, 60, 1_000_000)
    assert rarest_move(board, 60).value == "en-passant"
    assert time.monotonic() - start < 60


class Slow(Engine):
    """A generator that takes its time for each answer."""

    def divide(self, fen, moves, depth):
        time.sleep(0.2)
        return super().divide(fen, moves, depth)


def test_work_at_a_finding_ends_soon_after_the_hunt(monkeypatch):
    monkeypatch.setattr("kiwipete.lab.hunting._SHORT", 1.0)
    start = time.monotonic()
    report = hunt(Slow(knights_stay), [labelled_position(KIWIPETE)], seconds=0.1, all_bugs=True)
    assert {finding.rule for finding in report.findings} == {"plain-move", "capture"}
    assert time.monotonic() - start < 10


@pytest.mark.parametrize("answers", range(1, 40, 3))
@pytest.mark.parametrize("depth", [1, 2])
def test_ctrl_c_never_loses_a_difference(answers, depth):
    class Interrupted(Engine):
        def divide(self, fen, moves, depth):
            if len(self.questions) == answers + depth - 1:
                raise KeyboardInterrupt
            return super().divide(fen, moves, depth)

    def wrong(board, moves):
        # In the start position itself all is well.
        return knights_stay(board, moves) if board.fullmove_number > 1 or not board.turn else moves

    fen = KIWIPETE if depth == 1 else STARTING_FEN
    engine = Interrupted(knights_stay if depth == 1 else wrong)
    watched = Hunt(engine, [labelled_position(fen)], depth=depth)
    try:
        for _ in watched.steps():
            pass
    except KeyboardInterrupt:
        pass
    (finding,) = watched.report.findings
    assert finding.missing or finding.cause == "unknown"
    assert watched.report.times_met(finding) == 1


@pytest.mark.parametrize("answers", range(1, 24))
def test_after_ctrl_c_the_engine_is_left_alone(answers):
    class Interrupted(Forgetful):
        asked = 0

        def divide(self, fen, moves, depth):
            self.asked += 1
            if self.asked > answers:
                raise KeyboardInterrupt
            return super().divide(fen, moves, depth)

    engine = Interrupted()
    watched = Hunt(engine, [labelled_position(STARTING_FEN, moves=LONG)])
    with pytest.raises(KeyboardInterrupt):
        list(watched.steps())
    assert engine.asked == answers + 1
    (finding,) = watched.report.findings
    assert len(finding.missing) == 1


def test_ctrl_c_never_loses_a_failure():
    class Fragile(Rules):
        asked = 0

        def divide(self, fen, moves, depth):
            Fragile.asked += 1
            if Fragile.asked > 1:
                raise KeyboardInterrupt
            raise EngineCrashed("it broke", Question(fen, tuple(moves), depth))

    watched = Hunt(Fragile(), [labelled_position(STARTING_FEN)])
    with pytest.raises(KeyboardInterrupt):
        next(watched.steps())
    (finding,) = watched.report.findings
    assert finding.explanation == "Asked for perft 1, the engine fails: it broke."


def test_a_difference_that_could_not_be_followed_says_so():
    class Fragile(Engine):
        def divide(self, fen, moves, depth):
            if len(self.questions) > 1:
                raise EngineTimeout("no answer", Question(fen, tuple(moves), depth))
            counts = super().divide(fen, moves, depth)
            return counts if depth == 1 else {move: n + 1 for move, n in counts.items()}

    report = hunt(Fragile(), [labelled_position(STARTING_FEN)], depth=2)
    difference, failure = report.findings
    assert difference.cause == "unknown"
    assert difference.explanation == (
        "At depth 2 the engine counts 21 below g1h3 instead of 20. "
        "Asked about it once more, the engine failed."
    )
    assert failure.rule == "timeout"


# What is sent to engines.


def test_random_games_stay_away_from_the_fifty_move_rule():
    games = random_positions(["4k3/8/8/8/8/8/8/R3K3 w Q - 99 90"])
    for _, fen, moves in (next(games) for _ in range(50)):
        assert Rules().board(fen, moves).halfmove_clock < 100


def test_positions_of_the_collection_have_young_clocks():
    for chess960 in (False, True):
        positions = collection(chess960=chess960)
        assert all(int(position.fen.split()[4]) < 100 for position in positions)
