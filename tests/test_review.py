"""The review of games: chances, accuracy, judgements, and annotations."""

from __future__ import annotations

import io

import pytest

from kiwipete import Board, IllegalMoveError, Move
from kiwipete.engine import Cp, Engine, Limit, Mate, MateGiven, PovScore
from kiwipete.errors import EngineError
from kiwipete.pgn import read_game
from kiwipete.review import NAGS, THRESHOLDS, Review, judge, move_accuracy, win_percent

FOOLS = "1. f3 e5 2. g4 Qh4# 0-1"


def reviewed(text, nodes=2000, multipv=1):
    game = read_game(io.StringIO(text))
    review = Review.of_game(game)
    with Engine(hash_mb=1) as engine:
        assert [*review.run(engine, Limit(nodes=nodes), multipv=multipv)] == [
            *range(len(review.positions))
        ]
    return game, review


class Scripted:
    """An engine that thinks what it is told; scores are for the side to move."""

    def __init__(self, *centipawns, best="a2a3"):
        self.left = [*centipawns]
        self.best = best

    def analyse(self, board, limit, *, multipv=None, game=None):
        score = PovScore(Cp(self.left.pop(0)), board.turn)
        return [{"score": score, "pv": [Move.from_uci(self.best)], "depth": 1}]


def test_winning_chances_are_symmetric_and_rise_with_the_score():
    wins = [win_percent(Cp(score)) for score in range(-3000, 3001, 10)]
    assert wins == sorted(wins)
    assert all(a + b == pytest.approx(100) for a, b in zip(wins, wins[::-1], strict=True))
    assert win_percent(Mate(5)) == win_percent(MateGiven) == 100
    assert win_percent(Mate(-5)) == win_percent(Mate(0)) == 0
    assert 0 <= win_percent(Cp(-(10**9))) < win_percent(Cp(10**9)) <= 100


def test_accuracy_falls_with_the_loss_and_stays_within_its_bounds():
    found = [move_accuracy(100, after) for after in range(101)]
    assert found == sorted(found)
    assert found[0] == 0
    assert found[-1] == 100
    assert move_accuracy(0, 100) == 100


@pytest.mark.parametrize(("name", "loss"), THRESHOLDS.items())
def test_thresholds(name, loss):
    assert judge(50, 50 - loss) == name
    assert judge(50, 50 - loss + 0.01) != name
    assert judge(50 - loss, 50) is None


def test_a_fools_mate():
    _, review = reviewed(FOOLS)
    moves = review.moves()
    assert [move.san for move in moves] == ["f3", "e5", "g4", "Qh4#"]
    assert moves[2].judgement == "blunder"
    assert moves[3].judgement is None
    assert review.positions[-1].score.black() == MateGiven
    assert review.positions[-1].lines == ()
    assert review.positions[-1].win == 0
    assert review.count(True, "blunder") == 1
    assert review.count(False, "blunder") == 0
    assert review.accuracy(False) > 90 > review.accuracy(True)


def test_the_best_move_loses_nothing_even_if_more_is_seen_after_it():
    review = Review(Board(), [Move.from_uci("e2e4")])
    for _ in review.run(Scripted(0, 500, best="e2e4"), Limit(nodes=1)):
        pass
    assert review.move(0).judgement is None
    assert review.move(0).accuracy == 100
    review = Review(Board(), [Move.from_uci("e2e4")])
    for _ in review.run(Scripted(0, 500), Limit(nodes=1)):
        pass
    assert review.move(0).judgement == "blunder"


def test_a_review_grows_and_continues_where_it_was_stopped():
    review = Review.of_game(read_game(io.StringIO("1. e4 e5 2. Nf3 *")))
    engine = Scripted(20, -20, 30, -30)
    steps = review.run(engine, Limit(nodes=1))
    assert next(steps) == 0
    assert review.move(0) is None
    assert review.accuracy(True) is None
    assert next(steps) == 1
    assert review.move(0).judgement is None
    steps.close()
    assert review.done == 2
    assert [*review.run(engine, Limit(nodes=1))] == [2, 3]
    assert len(review.moves()) == 3


def test_games_without_moves_and_from_other_positions():
    _, review = reviewed("*")
    assert review.moves() == []
    assert review.accuracy(True) is review.accuracy(False) is None
    _, review = reviewed('[FEN "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]\n[SetUp "1"]\n\n*')
    assert review.positions[0].score.white() == Cp(0)  # stalemate
    _, review = reviewed(
        '[FEN "7k/8/5K2/6Q1/8/8/8/8 b - - 0 1"]\n[SetUp "1"]\n\n1... Kh7 2. Qg7# *'
    )
    assert [move.turn for move in review.moves()] == [False, True]
    assert review.positions[-1].win == 100


def test_an_engine_without_a_score_is_named():
    with pytest.raises(EngineError, match="no score for rnbqkbnr"):
        Review(Board(), []).add(0, Board(), [{"depth": 3}])


def test_a_limit_that_is_too_low_for_a_score():
    _, review = reviewed(FOOLS, nodes=1, multipv=3)
    assert review.done == 5


def test_an_illegal_move_is_refused():
    with pytest.raises(IllegalMoveError):
        Review(Board(), [Move.from_uci("e2e5")])


def test_annotations_can_be_read_again_and_are_written_once():
    game, review = reviewed(FOOLS)
    review.annotate(game)
    text = str(game)
    review.annotate(game)
    assert str(game) == text
    again = read_game(io.StringIO(text))
    blunder = again.next().next().next()
    assert NAGS["blunder"] in blunder.nags
    assert blunder.eval().black().mate() == 1
    assert "Blunder. " in blunder.comment
    assert len(blunder.parent.variations) == 2
    assert Review.of_game(again).played == review.played


def test_several_lines():
    _, review = reviewed("1. e4 *", multipv=3)
    assert [len(position.lines) for position in review.positions] == [3, 3]


def test_accuracy_of_many_moves_weighs_the_blunder():
    moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *"
    review = Review.of_game(read_game(io.StringIO(moves)))
    # White throws away a rook on the third move; Black does nothing wrong.
    for _ in review.run(Scripted(0, 0, 0, 0, 0, 500, -500, 500), Limit(nodes=1)):
        pass
    assert [move.judgement for move in review.moves()].count("blunder") == 1
    assert review.accuracy(False) == 100
    assert review.accuracy(True) < 75
