"""The hunt itself: its positions, its limits, and what it makes of a difference."""

from __future__ import annotations

import pytest

from kiwipete import STARTING_FEN
from kiwipete.lab import EngineCrashed, Hunt, Rules, collection, hunt, labelled_position
from kiwipete.lab.engines.divider import Question
from tests.support.wrong_rules import Engine, knights_stay, without_castling

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
    everywhere = len(collection()) + 18
    report = hunt(engine, depth=1, positions=everywhere)
    assert report.positions == len(engine.questions) == everywhere
    labels = [case.position.label for case in report.cases.values()]
    assert labels.count("random play") == 18
    assert report.nodes == sum(sum(Rules().divide(*q).values()) for q in engine.questions)


def test_a_ground_of_your_own_is_all_there_is():
    engine = Engine()
    report = hunt(engine, [labelled_position(STARTING_FEN), labelled_position(KIWIPETE)], depth=2)
    assert [question[2] for question in engine.questions] == [1, 1, 2, 2]
    assert report.nodes == 20 + 48 + 400 + 2039
    assert report.positions == 2


def test_random_play_goes_on_from_a_ground_of_your_own():
    engine = Engine()
    hunt(engine, [labelled_position(KIWIPETE)], depth=1, positions=5)
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
    hunt(engine, [labelled_position("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")], depth=4)
    assert len(engine.questions) == 1


def test_a_fen_by_fen_engine_that_ignores_moves():
    class Deaf(Rules):
        def divide(self, fen, moves, depth):
            return super().divide(fen, (), depth)

    report = hunt(Deaf(), [labelled_position(STARTING_FEN)], depth=1, positions=5)
    finding = report.findings[0]
    assert finding.kind == "make"
    assert finding.line
    assert "it seems to ignore" in finding.explanation


def test_a_list_that_depends_on_the_depth():
    class Moody(Rules):
        def divide(self, fen, moves, depth):
            counts = super().divide(fen, moves, depth)
            return counts if depth < 3 else dict(list(counts.items())[1:])

    report = hunt(Moody(), [labelled_position(STARTING_FEN)], depth=4)
    finding = report.findings[0]
    assert finding.kind == "make"
    assert finding.depth == 3
    assert len(finding.missing) == 1


def test_words_that_are_no_moves():
    engine = Engine(lambda board, moves: [*moves, "a7a8k", "0000", "e1e1"])
    report = hunt(engine, [labelled_position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")], all_bugs=True)
    rules = {finding.rule for finding in report.findings}
    assert rules >= {"promotion-to-wrong-piece", "null-move", "same-square"}


class Altered(Rules):
    """The rules, but for what is done to each answer."""

    def __init__(self, alter):
        super().__init__()
        self.alter = alter

    def divide(self, fen, moves, depth):
        return self.alter(super().divide(fen, moves, depth), self.board(fen, moves), depth)


def found_by(alter, fen=STARTING_FEN, **options):
    """Return what a hunt in one position finds."""
    return hunt(Altered(alter), [labelled_position(fen)], **options).findings


def test_an_end_of_the_game_is_no_ground_for_random_play():
    mate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
    report = hunt(Rules(), [labelled_position(mate)], seconds=60, positions=5)
    assert report.positions == 1


def test_a_wanted_depth_is_tried_before_the_speed_is_known():
    many = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"
    report = hunt(Rules(), [labelled_position(many)], depth=2)
    assert report.nodes > 218
    assert report.left_out == 0


def test_moves_without_leaves_may_go_without_saying():
    def without_zeros(counts, board, depth):
        return {move: n for move, n in counts.items() if n}

    mates = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"
    assert found_by(without_zeros, mates, depth=2) == []


def test_castling_in_the_other_notation():
    def by_rook(counts, board, depth):
        return {"e1h1" if move == "e1g1" else move: n for move, n in counts.items()}

    finding = found_by(by_rook, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")[0]
    assert (finding.rule, finding.extra, finding.missing) == ("castling", ("e1h1",), ("e1g1",))
    assert finding.explanation.startswith("The engine writes e1h1 for a move that is e1g1")


@pytest.mark.parametrize("factor", [0, 20])
def test_another_depth_than_was_asked_for(factor):
    def deeper(counts, board, depth):
        return {move: n * factor for move, n in counts.items()}

    finding = found_by(deeper)[0]
    assert "it seems to count at another depth" in finding.explanation
    assert f"the engine counts {factor} below" in finding.explanation


def test_an_engine_that_stops_at_a_draw():
    def dead(counts, board, depth):
        return {} if board.is_insufficient_material() else counts

    finding = found_by(dead, "4k3/8/8/8/8/8/8/B3K3 w - - 0 90")[0]
    assert finding.rule == "plain-move"
    assert finding.explanation.endswith("perft does not stop where a game is drawn.")


def test_no_engine_hears_of_the_fifty_move_rule():
    def fifty_moves(counts, board, depth):
        assert board.halfmove_clock < 100
        return counts

    for clock in (99, 100, 120):
        fen = f"4k3/8/8/8/8/8/8/R3K3 w Q - {clock} 90"
        assert found_by(fifty_moves, fen, positions=60, depth=1) == []


def test_a_move_with_no_leaf_below_it():
    def careless(counts, board, depth):
        return {**counts, "e2e4": 0}

    finding = found_by(careless, depth=1)[0]
    assert finding.missing == ("e2e4",)
    assert finding.explanation.startswith("The engine lists e2e4, but with no leaf below it.")


def test_a_difference_that_is_not_seen_again():
    answers = iter([True])

    def once(counts, board, depth):
        return dict(list(counts.items())[1:]) if next(answers, False) else counts

    finding = found_by(once)[0]
    assert finding.explanation.endswith("its answer depends on the questions before it.")


def test_a_difference_that_is_not_counted_is_shown_again_with_its_moves():
    class Deaf(Rules):
        def divide(self, fen, moves, depth):
            return super().divide(fen, (), depth)

    finding = hunt(Deaf(), [labelled_position(STARTING_FEN)], depth=1, positions=5).findings[0]
    assert finding.reproduce == (
        f"kiwipete.lab.compare(engine, {finding.fen!r}, {list(finding.line)}, depth=1)"
    )


def test_a_difference_before_a_crash_is_kept():
    class Fragile(Rules):
        asked = 0

        def divide(self, fen, moves, depth):
            Fragile.asked += 1
            if Fragile.asked > 1:
                raise EngineCrashed("it broke", Question(fen, tuple(moves), depth))
            return dict(list(super().divide(fen, moves, depth).items())[1:])

    report = hunt(Fragile(), [labelled_position(STARTING_FEN)])
    assert [finding.kind for finding in report.findings] == ["moves", "crash"]
    assert "Asked about it once more, the engine failed." in report.findings[0].explanation
