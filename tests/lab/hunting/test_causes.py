"""Findings by what they come from, what is ignored, and engines that fail often."""

from __future__ import annotations

import pytest

from kiwipete import Board
from kiwipete.lab import (
    EngineCrashed,
    EngineTimeout,
    Rules,
    hunt,
    labelled_position,
    random_positions,
)
from kiwipete.lab.engines.divider import Question
from tests.support.spoilt_engine import OneUndo, OtherLeaves
from tests.support.wrong_rules import Engine, knights_stay, without_castling

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
CASTLING = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"

# One cause.


def test_what_one_undo_buffer_breaks_is_one_cause():
    assert hunt(OneUndo(stack=True), depth=2, positions=400).findings == []
    report = hunt(OneUndo(), depth=3, positions=400, seconds=20, all_bugs=True)
    assert len(report.findings) > 5
    (cause,) = report.causes()
    assert cause.title == "taking moves back"
    assert "kept in one place instead of on a stack" in cause.advice
    assert cause.is_one
    assert cause.findings == report.findings
    assert report.times_met(*cause.findings) <= report.positions


def test_a_list_that_is_right_at_depth_1_only():
    report = hunt(OneUndo(), [labelled_position(CASTLING)], depth=3)
    (finding,) = report.findings
    assert (finding.cause, finding.line) == ("unmaking", ())
    assert finding.explanation.endswith(
        "The engine lists the right moves of this position at depth 1, but not at depth "
        f"{finding.depth}: its list changes while it counts, so a move is not taken back correctly."
    )


def without_en_passant(board):
    return sum(not board.is_en_passant(move) for move in board.legal_moves)


def pseudo_legal(board):
    return len(list(board.pseudo_legal_moves))


@pytest.mark.parametrize(
    ("count", "rule", "many"),
    [
        (without_en_passant, "en-passant", "1 too few, as many as there are moves of this kind"),
        (pseudo_legal, "king-into-check", "too many, as many as there are illegal moves of this"),
    ],
)
def test_a_counter_of_leaves_that_is_not_the_list(count, rule, many):
    (finding,) = hunt(OtherLeaves(count), depth=2).findings
    assert (finding.cause, finding.rule) == ("leaves", rule)
    assert finding.title.startswith("the last ply is counted wrongly: ")
    assert "its counts at the last ply differ from its own list of moves" in finding.explanation
    assert many in finding.explanation


def test_causes_are_parts_of_the_rules():
    def wrong(board, moves):
        return without_castling(board, knights_stay(board, moves))

    report = hunt(Engine(wrong), depth=1, positions=480, all_bugs=True)
    causes = {cause.title: cause for cause in report.causes()}
    assert {finding.rule for finding in causes["how pieces move"].findings} == {
        "plain-move",
        "capture",
    }
    assert [finding.rule for finding in causes["castling"].findings] == ["castling"]
    times = [report.times_met(*cause.findings) for cause in report.causes()]
    assert times == sorted(times, reverse=True)


def test_an_engine_that_leaves_its_king_in_check():
    def careless(board, moves):
        return [move.uci() for move in board.pseudo_legal_moves]

    report = hunt(Engine(careless), depth=1, positions=480, all_bugs=True)
    cause = next(cause for cause in report.causes() if cause.title == "the king's safety")
    assert len(cause.findings) == 4
    assert "never tests whether the king is safe" in cause.advice


def test_each_finding_was_met():
    def wrong(board, moves):
        return without_castling(board, knights_stay(board, moves))

    positions = [labelled_position(KIWIPETE)]
    report = hunt(Engine(wrong), positions, depth=1, positions=40, all_bugs=True)
    assert len(report.findings) > 1
    assert all(report.times_met(finding) for finding in report.findings)
    assert all(finding["times_met"] for finding in report.as_dict()["findings"])


# What is ignored.


def test_what_is_ignored_is_neither_reported_nor_in_the_way():
    def wrong(board, moves):
        return without_castling(board, knights_stay(board, moves))

    report = hunt(Engine(wrong), depth=2, positions=480, all_bugs=True, ignore=["castling"])
    assert {finding.rule for finding in report.findings} == {"plain-move", "capture"}


@pytest.mark.parametrize("depth", [2, 3])
def test_behind_what_is_ignored_there_may_be_more(depth):
    def wrong(board, moves):
        mated = [] if board.is_check() else moves
        return without_castling(board, mated)

    # At depth 1 only castling is missing; below, the answers to checks are.
    positions = [labelled_position("3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1")]
    assert hunt(Engine(wrong), positions, depth=1, ignore=["castling"]).findings == []
    (finding,) = hunt(Engine(wrong), positions, depth=depth, ignore=["castling"]).findings
    assert finding.rule == "plain-move"
    assert "no moves at all" in finding.explanation


def test_all_that_is_wrong_may_be_ignored():
    report = hunt(Engine(without_castling), depth=3, positions=150, ignore=["castling"])
    assert report.findings == []
    assert report.positions == 150


def test_ignored_moves_are_not_played():
    start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"

    def castlings(**options):
        games = random_positions([start], **options)
        return sum(has_castled(start, moves) for _, _, moves in (next(games) for _ in range(60)))

    assert castlings() > 20
    assert castlings(avoid=["castling"]) == 0


def has_castled(fen, moves):
    board = Board(fen)
    for move in moves:
        if board.is_castling(board.parse_uci(move)):
            return True
        board.push_uci(move)
    return False


def test_rules_that_do_not_exist_cannot_be_ignored():
    with pytest.raises(
        ValueError, match=r"no such rule: 'rochade'; the rules are plain-move, .*crash"
    ):
        hunt(Rules(), ignore=["rochade"])


def test_no_failures_at_all_are_no_limit():
    with pytest.raises(ValueError, match="the number of failures is at least 1, not 0"):
        hunt(Rules(), failures=0)


# Engines that fail.


class Fragile(Engine):
    """A generator that fails where a test says so, with an error of its choice."""

    def __init__(self, fails, wrong=lambda board, moves: moves):
        super().__init__(wrong)
        self.fails = fails

    def divide(self, fen, moves, depth):
        error = self.fails(self.board(fen, moves))
        if error is not None:
            error.question = Question(fen, tuple(moves), depth)
            raise error
        return super().divide(fen, moves, depth)


def at_promotions(board):
    promotes = any(move.promotion for move in board.legal_moves)
    return EngineCrashed("it broke at line 12") if promotes else None


def test_a_failure_is_gone_past():
    report = hunt(Fragile(at_promotions, without_castling), depth=1, positions=512, all_bugs=True)
    assert {finding.rule for finding in report.findings} == {"crash", "castling"}
    crash = next(finding for finding in report.findings if finding.rule == "crash")
    assert report.times_met(crash) > 10
    assert report.positions == 512
    assert report.stopped is None


def test_so_many_ways_to_fail_end_a_hunt():
    def fails(board):
        pieces = len(board.piece_map()) if board.turn else 0
        if pieces == 3:
            return EngineCrashed(f"it broke with {board.fen()}")
        if pieces == 4:
            return EngineTimeout("no answer within 2 s")
        return EngineCrashed("it ended with exit code 7") if pieces == 5 else None

    report = hunt(Fragile(fails), depth=1, all_bugs=True, failures=2)
    assert [finding.rule for finding in report.findings] == ["crash", "timeout"]
    assert report.stopped == "the engine failed in 2 different ways"
    report = hunt(Fragile(fails), depth=1, all_bugs=True, failures=3)
    assert [finding.rule for finding in report.findings] == ["crash", "timeout", "crash"]


@pytest.mark.parametrize(
    ("lines", "ways"),
    [
        (["index 64 of 64", "index 71 of 64"], 1),
        (["thread panicked at main.rs:10:5", "thread panicked at main.rs:20:5"], 2),
        (["a2a3: 20", "a2a4: 21"], 1),
        (["ValueError: bad move e2e4", "ValueError: bad move a7a8q"], 1),
        (["ValueError: bad move e2e4", "IndexError: 64"], 2),
    ],
)
def test_ways_to_fail(lines, ways):
    def fails(board):
        return EngineCrashed("it ended with exit code 101", output=[lines[board.turn]])

    class Brittle(Fragile):
        def divide(self, fen, moves, depth):
            if "Q" in fen:
                return super().divide(fen, moves, depth)
            return Rules.divide(self, fen, moves, depth)

    report = hunt(Brittle(fails), depth=1, all_bugs=True, positions=300)
    assert len(report.findings) == ways


def test_failures_in_a_row_end_a_hunt():
    def fails(board):
        return EngineCrashed("it broke") if board.occupied.bit_count() > 2 else None

    report = hunt(Fragile(fails), depth=1, all_bugs=True)
    assert report.stopped == "the engine failed 100 times in a row"


def test_failures_may_be_ignored():
    report = hunt(
        Fragile(at_promotions, without_castling), depth=1, positions=512, ignore=["crash"]
    )
    assert [finding.rule for finding in report.findings] == ["castling"]


def test_an_engine_that_never_answers_ends_a_hunt():
    report = hunt(Fragile(lambda board: EngineCrashed("it broke")), ignore=["crash"])
    assert report.findings == []
    assert report.stopped == "the engine has not answered anything"


# Chess960.


def test_chess960_begins_with_what_is_its_own():
    engine = Engine(chess960=True)
    hunt(engine, depth=2, positions=200)
    own = [not Board(fen).is_valid() for fen, _, _ in engine.questions]
    assert any(own)
    assert own == sorted(own, reverse=True)
    half = sum(own) // 2
    assert [depth for _, _, depth in engine.questions[: 2 * half]] == [1] * half + [2] * half


def test_a_chess960_hunt_ends_with_castling():
    def wrong(board, moves):
        return without_castling(board, knights_stay(board, moves))

    (finding,) = hunt(Engine(wrong, chess960=True)).findings
    assert finding.rule == "castling"


# Squares to look at.


@pytest.mark.parametrize(
    ("fen", "missing", "squares"),
    [
        ("4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2e4", "e2 e4 e8 e1"),  # along the pin
        ("4r2k/8/8/8/8/8/3B4/4K3 w - - 0 1", "d2e3", "d2 e3 e8 e1"),  # into the way of a check
        ("4r2k/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1", "d1 e8 e1"),
    ],
)
def test_a_missing_move_is_shown_with_king_and_attacker(fen, missing, squares):
    def wrong(board, moves):
        in_danger = board.is_check() or board.is_pinned(True, 12)
        return [move for move in moves if not in_danger or move != missing]

    (finding,) = hunt(Engine(wrong), [labelled_position(fen)], depth=1).findings
    names = {"abcdefgh"[square % 8] + str(square // 8 + 1) for square in finding.squares}
    assert names == set(squares.split())


def test_a_move_in_another_notation_is_not_missing_too():
    def by_rook(board, moves):
        return ["e1h1" if move == "e1g1" else move for move in moves]

    report = hunt(Engine(by_rook), [labelled_position(CASTLING)], depth=1, all_bugs=True)
    assert [finding.title for finding in report.findings] == ["written differently: castling"]
