"""Games written as subclasses play the same whichever library's Board they extend."""

from __future__ import annotations

import copy
import pickle
import random

import chess
import pytest

import kiwipete
from tests.own_rules.games import GAMES, three_check

QUESTIONS = (
    "can_claim_draw",
    "can_claim_fifty_moves",
    "can_claim_threefold_repetition",
    "fen",
    "has_legal_en_passant",
    "is_check",
    "is_checkmate",
    "is_fivefold_repetition",
    "is_game_over",
    "is_insufficient_material",
    "is_seventyfive_moves",
    "is_stalemate",
    "is_valid",
    "is_variant_end",
    "result",
    "shredder_fen",
    "was_into_check",
)


def texts(moves):
    return sorted(move.uci() for move in moves)


def ended(board, *, claim_draw):
    outcome = board.outcome(claim_draw=claim_draw)
    return outcome and (outcome.termination.name, outcome.winner)


def answers(board):
    """All that a board says about itself, in words that do not depend on the library."""
    yield from ((name, getattr(board, name)()) for name in QUESTIONS)
    yield "outcome", ended(board, claim_draw=False), ended(board, claim_draw=True)
    yield "moves", texts(board.legal_moves), board.legal_moves.count(), bool(board.legal_moves)
    yield "pseudo-legal", texts(board.pseudo_legal_moves)
    yield "captures", texts(board.generate_legal_captures())
    for move in sorted(board.legal_moves, key=str):
        san = board.san(move)
        yield move.uci(), san, board.lan(move), board.uci(move), board.gives_check(move)
        yield board.parse_san(san).uci(), board.parse_uci(move.uci()).uci()
        yield move in board.legal_moves, board.is_legal(move), board.is_pseudo_legal(move)


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
