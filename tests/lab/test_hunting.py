"""The hunt itself: its ground, its limits, and what it makes of a difference."""

from __future__ import annotations

from kiwipete import STARTING_FEN
from kiwipete.lab import Hunt, Rules, collection, ground_position, hunt

from .wrong_rules import Engine, knights_stay, without_castling

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def test_the_first_finding_ends_it():
    report = hunt(Engine(without_castling))
    assert report.engine == "Test"
    assert 0 < report.positions < len(collection())
    assert [finding.rule for finding in report.findings] == ["castling"]
    assert report.findings[0].explanation == (
        "e1g1 is legal. The king on e1 castles kingside with the rook on h1: king to g1, rook to "
        "f1. It has the right, the way is free, and the king passes no attacked square."
    )


def test_all_bugs_are_grouped_by_rule():
    def wrong(board, moves):
        return without_castling(board, knights_stay(board, moves))

    report = hunt(Engine(wrong), depth=1, positions=480, all_bugs=True)
    rules = [finding.rule for finding in report.findings]
    assert len(rules) == len(set(rules))
    assert {"castling", "plain-move", "capture"} <= set(rules)
    assert all(report.times_met(finding) for finding in report.findings)


def test_the_collection_and_random_positions_are_the_ground():
    engine = Engine()
    report = hunt(engine, depth=1, positions=500)
    assert report.positions == 500
    assert len(engine.questions) == 500
    labels = [case.position.label for case in report.cases.values()]
    assert labels.count("random play") == 500 - len(collection())
    assert report.nodes == sum(sum(Rules().divide(*q).values()) for q in engine.questions)


def test_a_ground_of_your_own_is_all_there_is():
    engine = Engine()
    report = hunt(engine, [ground_position(STARTING_FEN), ground_position(KIWIPETE)], depth=2)
    assert [question[2] for question in engine.questions] == [1, 1, 2, 2]
    assert report.nodes == 20 + 48 + 400 + 2039
    assert report.positions == 2


def test_random_play_goes_on_from_a_ground_of_your_own():
    engine = Engine()
    hunt(engine, [ground_position(KIWIPETE)], depth=1, positions=5)
    assert len(engine.questions) == 5
    assert {question[0] for question in engine.questions} == {KIWIPETE}
    assert all(moves for _, moves, _ in engine.questions[1:])


def test_few_positions():
    report = hunt(Engine(), depth=1, positions=7)
    assert report.positions == 7


def test_seconds_are_used_up():
    steps = Hunt(Engine(), seconds=0.5).steps()
    cases = list(steps)
    assert len(cases) > 10
    assert hunt(Engine(), seconds=1e-9).positions == 0


def test_cheap_questions_come_first():
    engine = Engine()
    hunt(engine, depth=3, positions=60)
    depths = [depth for _, _, depth in engine.questions]
    assert depths[:60] == [1] * 60
    assert depths.count(3) > 30


def test_nothing_is_below_a_mate():
    engine = Engine()
    hunt(engine, [ground_position("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")], depth=4)
    assert len(engine.questions) == 1


def test_a_fen_by_fen_engine_that_ignores_moves():
    class Deaf(Rules):
        def divide(self, fen, moves, depth):
            return super().divide(fen, (), depth)

    report = hunt(Deaf(), [ground_position(STARTING_FEN)], depth=1, positions=5)
    finding = report.findings[0]
    assert finding.kind == "make"
    assert len(finding.line) == 1
    assert "it seems to ignore" in finding.explanation


def test_a_list_that_depends_on_the_depth():
    class Moody(Rules):
        def divide(self, fen, moves, depth):
            counts = super().divide(fen, moves, depth)
            return counts if depth < 3 else dict(list(counts.items())[1:])

    report = hunt(Moody(), [ground_position(STARTING_FEN)], depth=4)
    finding = report.findings[0]
    assert finding.kind == "make"
    assert finding.depth == 3
    assert len(finding.missing) == 1


def test_words_that_are_no_moves():
    engine = Engine(lambda board, moves: [*moves, "a7a8k", "0000", "e1e1"])
    report = hunt(engine, [ground_position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")], all_bugs=True)
    rules = {finding.rule for finding in report.findings}
    assert rules >= {"promotion-to-wrong-piece", "null-move", "same-square"}
