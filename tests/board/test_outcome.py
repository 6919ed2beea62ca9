"""Outcome and Termination: the names, values and manners of python-chess's."""

from __future__ import annotations

import copy
import dataclasses
import itertools
import pickle

import chess
import pytest

from kiwipete.outcome import Outcome, Termination

# The reasons that python-chess has too.
REASONS = [member for member in Termination if member is not Termination.DEAD_POSITION]
PAIRS = list(itertools.product(REASONS, (True, False, None)))


def test_the_reasons():
    ours = {member.name: member.value for member in REASONS}
    assert ours == {member.name: member.value for member in chess.Termination}
    for member in REASONS:
        assert repr(member) == repr(chess.Termination[member.name])
        assert str(member) == str(chess.Termination[member.name])


@pytest.mark.parametrize(("termination", "winner"), PAIRS)
def test_every_outcome(termination, winner):
    ours = Outcome(termination, winner)
    theirs = chess.Outcome(chess.Termination[termination.name], winner)
    assert ours.result() == theirs.result()
    assert repr(ours) == repr(theirs)
    assert str(ours) == str(theirs)


def test_equality():
    for (i, a), (j, b) in itertools.product(enumerate(PAIRS), repeat=2):
        assert (Outcome(*a) == Outcome(*b)) == (i == j)
    assert Outcome(Termination.STALEMATE, None) != chess.Outcome(chess.Termination.STALEMATE, None)


def test_no_hash():
    with pytest.raises(TypeError):
        hash(Outcome(Termination.STALEMATE, None))


def test_shape():
    names = [field.name for field in dataclasses.fields(chess.Outcome)]
    assert list(vars(Outcome(Termination.STALEMATE, None))) == names
    assert Outcome.__match_args__ == chess.Outcome.__match_args__
    assert Outcome(winner=False, termination=Termination.CHECKMATE).result() == "0-1"


def test_outcomes_can_be_changed():
    outcome = Outcome(Termination.CHECKMATE, True)
    outcome.winner = False
    assert outcome == Outcome(Termination.CHECKMATE, False)


@pytest.mark.parametrize(
    "make_copy", [copy.copy, copy.deepcopy, lambda o: pickle.loads(pickle.dumps(o))]
)
def test_copies(make_copy):
    outcome = Outcome(Termination.FIFTY_MOVES, None)
    assert make_copy(outcome) == outcome
