"""Scores and chances are python-chess's."""

from __future__ import annotations

import itertools
import pickle
import typing

import chess.engine as theirs
import pytest

from kiwipete import engine as ours

MODELS = typing.get_args(theirs.WdlModel)
SCORES = [
    *(("Cp", number) for number in (0, 1, -1, 23, -131, 1000, -1001, 20000)),
    *(("Mate", number) for number in (0, 1, -1, 3, -5, 12, 200)),
    ("MateGiven", None),
]


def make(module, score):
    name, number = score
    return getattr(module, name) if number is None else getattr(module, name)(number)


@pytest.mark.parametrize("score", SCORES, ids=str)
def test_a_score_answers_the_same(score):
    mine, yours = make(ours, score), make(theirs, score)
    for question in (
        repr,
        str,
        lambda s: s.score(),
        lambda s: s.score(mate_score=100_000),
        lambda s: s.mate(),
        lambda s: s.is_mate(),
        lambda s: repr(-s),
        lambda s: repr(+s),
        lambda s: repr(abs(s)),
    ):
        assert question(mine) == question(yours)


@pytest.mark.parametrize("model", MODELS)
def test_models_give_the_same_chances(model):
    for score, ply in itertools.product(SCORES, (-3, 0, 1, 16, 30, 77, 240, 500)):
        mine = make(ours, score).wdl(model=model, ply=ply)
        yours = make(theirs, score).wdl(model=model, ply=ply)
        assert list(mine) == list(yours), (score, ply)
    for cp in range(-3000, 3000, 17):
        assert list(ours.Cp(cp).wdl(model=model)) == list(theirs.Cp(cp).wdl(model=model)), cp


def test_an_unknown_model_is_named():
    with pytest.raises(ValueError, match="unknown model 'sf3'"):
        ours.Cp(3).wdl(model="sf3")


def test_scores_compare_the_same():
    for one, two in itertools.product(SCORES, SCORES):
        for compare in ("__lt__", "__le__", "__gt__", "__ge__", "__eq__"):
            mine = getattr(make(ours, one), compare)(make(ours, two))
            assert mine == getattr(make(theirs, one), compare)(make(theirs, two)), (one, two)
    assert ours.Cp(3) != 3
    with pytest.raises(TypeError):
        ours.Cp(3) < 3  # noqa: B015


def test_points_of_view():
    for score, turn in itertools.product(SCORES, (True, False)):
        mine = ours.PovScore(make(ours, score), turn)
        yours = theirs.PovScore(make(theirs, score), turn)
        for question in (
            repr,
            lambda s: repr(s.white()),
            lambda s: repr(s.black()),
            lambda s: s.is_mate(),
            lambda s: repr(s.wdl()),
            lambda s: list(s.wdl()),
            lambda s: repr(s.wdl(model="lichess").black()),
            lambda s: len(s.wdl()) + s.wdl()[0],
        ):
            assert question(mine) == question(yours)
    assert ours.PovScore(ours.Cp(3), True) == ours.PovScore(ours.Cp(-3), False)
    assert ours.PovWdl(ours.Wdl(1, 2, 3), True) == ours.PovWdl(ours.Wdl(3, 2, 1), False)
    assert ours.PovScore(ours.Cp(3), True) != 3


def test_chances():
    for numbers in ((1, 2, 3), (1000, 0, 0), (0, 7, 1)):
        mine, yours = ours.Wdl(*numbers), theirs.Wdl(*numbers)
        for question in (
            repr,
            list,
            bool,
            lambda w: list(reversed(w)),
            lambda w: repr(-w),
            lambda w: (w.total(), w.expectation(), w.winning_chance()),
            lambda w: (w.drawing_chance(), w.losing_chance()),
        ):
            assert question(mine) == question(yours)
    assert not ours.Wdl(0, 0, 0)


def test_results_survive_pickling():
    for thing in (
        ours.PovScore(ours.Mate(3), False),
        ours.PovWdl(ours.Wdl(1, 2, 3), True),
        ours.Limit(time=3),
        ours.MateGiven,
        ours.Option("Hash", "spin", 16, 1, 64, []),
        ours.Opponent("Ada", None, None, True),
    ):
        assert pickle.loads(pickle.dumps(thing)) == thing
    for error in (ours.EngineError("a"), ours.EngineTerminatedError("b")):
        assert pickle.loads(pickle.dumps(error)).args == error.args
