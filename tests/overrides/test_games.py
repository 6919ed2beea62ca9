"""Games written as subclasses play the same whichever library's Board they extend."""

from __future__ import annotations

import copy
import pickle
import random

import chess
import pytest

import kiwipete
from tests.support.overrides.answers import answers, texts
from tests.support.overrides.games import GAMES, three_check


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
@pytest.mark.parametrize("seed", range(6))
def test_games_go_the_same_way(game, seed):
    theirs, ours = game(chess)(), game(kiwipete)()
    luck = random.Random(seed)
    for ply in range(160):
        if ply % 8 == 0 or ply > 150:
            assert list(answers(ours)) == list(answers(theirs))
        moves = texts(theirs.legal_moves)
        assert texts(ours.legal_moves) == moves
        if not moves:
            break
        uci = luck.choice(moves)
        assert ours.push_uci(uci).uci() == theirs.push_uci(uci).uci()
    assert list(answers(ours)) == list(answers(theirs))
    while theirs.move_stack:
        assert ours.pop().uci() == theirs.pop().uci()
        assert ours.fen() == theirs.fen()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
def test_every_move_that_is_not_legal_is_refused_as_text(game):
    theirs, ours = game(chess)(), game(kiwipete)()
    for uci in ["e2e4", "e7e5", "d1h5", "b8c6"]:
        ours.push_uci(uci)
        theirs.push_uci(uci)
    for move in theirs.pseudo_legal_moves:
        if move not in theirs.legal_moves:
            assert kiwipete.Move.from_uci(move.uci()) not in ours.legal_moves
            with pytest.raises(kiwipete.IllegalMoveError):
                ours.push_uci(move.uci())


def test_copies_and_pickles_keep_the_class_and_its_attributes():
    board = Pickled()
    for uci in ["e2e4", "e7e5", "d1h5", "b8c6", "h5f7"]:
        board.push_uci(uci)
    assert board.checks == [0, 1]
    for twin in (board.copy(), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert type(twin) is Pickled
        assert twin.checks == [0, 1]
        assert twin.move_stack == board.move_stack
    assert board.root().checks == [0, 0]


Pickled = three_check(kiwipete)
Pickled.__module__, Pickled.__qualname__ = __name__, "Pickled"
