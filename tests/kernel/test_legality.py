"""Is a move legal? Every move there is, asked one by one, against the list of legal moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import chess
import pytest

from kiwipete import Board, IllegalMoveError, Move
from tests.support.impossible import random_boards
from tests.support.random_play import CHESS960_STARTS, STANDARD_STARTS, STARTS, Start, games, play

EVERY_MOVE = [Move(*parts) for parts in product(range(64), range(64), (None, 2, 3, 4, 5))]
NO_STEP = [move for move in EVERY_MOVE if move.from_square == move.to_square]


def sampled(starts: list[Start], count: int, *, every: int) -> Iterator[Board]:
    """Play games and yield some of their positions, and all in which the rarest things are."""
    for rng, start in games(starts, count, seed=11):
        first = rng.randrange(every)
        for ply, board in enumerate(play(rng, start, 60)):
            rare = board.checkers_mask().bit_count() == 2 or board.has_pseudo_legal_en_passant()
            if ply % every == first or rare:
                yield board


def is_worth_asking(board: Board) -> bool:
    """Prefer positions where single moves are most easily judged wrongly."""
    return (
        board.is_check()
        or board.has_legal_en_passant()
        or board.has_pseudo_legal_en_passant()
        or any(board.is_pinned(board.turn, square) for square in range(64))
        or any(move.is_castling or move.is_promotion for move in board.legal_moves)
    )


def expected(board: Board) -> set[Move]:
    """Return the list, and castling as king takes rook too where that is only the other writing."""
    moves = set(board.legal_moves)
    if not board.chess960:
        for move in board.legal_moves:
            if move.is_castling:
                corner = move.to_square + (1 if move.to_square > move.from_square else -2)
                moves.add(Move(move.from_square, corner))
    return moves


@pytest.mark.parametrize("starts", [STANDARD_STARTS, CHESS960_STARTS], ids=["standard", "960"])
def test_one_by_one_is_the_same_as_all_at_once(starts):
    asked = 0
    for board in sampled(starts, 75, every=4):
        if is_worth_asking(board):
            moves, legal = expected(board), board.legal_moves
            assert {move for move in EVERY_MOVE if move in legal} == moves, board
            assert {move for move in EVERY_MOVE if board.is_legal(move)} == moves, board
            asked += 1
    assert asked > 200


def test_the_corners_of_the_rules_are_asked_about():
    seen: Counter[str] = Counter()
    for board in sampled(STARTS, 120, every=4):
        moves = list(board.legal_moves)
        seen["checks"] += board.is_check()
        seen["double checks"] += board.checkers_mask().bit_count() == 2
        seen["pins"] += any(board.is_pinned(board.turn, square) for square in range(64))
        seen["castling"] += any(move.is_castling for move in moves)
        seen["promotions"] += any(move.is_promotion for move in moves)
        seen["en passant"] += board.has_legal_en_passant()
    assert seen["checks"] > 100
    assert seen["double checks"] > 2
    assert seen["pins"] > 100
    assert seen["castling"] > 30
    assert seen["promotions"] > 30
    assert seen["en passant"] > 20


# Captures in passing that single moves are asked about where the list has none, or one of two.
EN_PASSANT = [
    ("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", []),
    ("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", []),
    ("8/8/4k3/8/2pP4/8/B4K2/8 b - d3 0 1", []),
    ("8/8/8/2k5/2pP4/8/8/4K3 b - d3 0 1", ["c4d3"]),
    ("3k4/8/8/8/3pPp2/8/8/3RK3 b - e3 0 1", ["f4e3"]),
    ("4k3/8/8/8/3pPp2/8/8/4K3 b - e3 0 1", ["d4e3", "f4e3"]),
    ("4k3/8/8/8/3pPp2/8/8/4K3 b - - 0 1", []),
]


@pytest.mark.parametrize(("fen", "legal"), EN_PASSANT)
def test_captures_in_passing(fen, legal):
    board = Board(fen)
    found = [move for move in EVERY_MOVE if move in board.legal_moves]
    assert [move.uci() for move in found if board.is_en_passant(move)] == legal
    assert set(found) == expected(board)


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/2q1r3/5N2/1B6/8/8/8/4K3 b - - 0 1",  # either checker could be taken or shut out
        "3qk3/8/8/1B6/8/8/4R3/4K3 b - - 0 1",
        "r3k2r/6b1/5N2/8/Q7/8/8/4K3 b kq - 0 1",
        "8/8/8/2kpP3/8/4B3/8/2R1K3 b - - 0 1",
    ],
)
def test_only_the_king_answers_two_checks(fen):
    board = Board(fen)
    assert board.checkers_mask().bit_count() == 2
    found = {move for move in EVERY_MOVE if move in board.legal_moves}
    assert found == expected(board)
    assert {move.from_square for move in found} == {board.king(board.turn)}
    assert {move.uci() for move in found} == {move.uci() for move in chess.Board(fen).legal_moves}


@pytest.mark.parametrize("chess960", [False, True])
def test_impossible_positions(chess960):
    for fen, board in random_boards(5, 60, chess960=chess960):
        moves, legal = expected(board), board.legal_moves
        assert {move for move in EVERY_MOVE if move in legal} == moves, fen
        assert {move for move in EVERY_MOVE if board.is_legal(move)} == moves, fen


def test_pseudo_legal_moves_one_by_one():
    for board in sampled(STARTS, 40, every=10):
        moves, listed = board.pseudo_legal_moves, set(board.pseudo_legal_moves)
        found = {move for move in EVERY_MOVE if move in moves}
        assert found == {move for move in EVERY_MOVE if board.is_pseudo_legal(move)}
        assert found == listed | (expected(board) if not board.chess960 else set())


@pytest.mark.parametrize("start", [STARTS[1], STARTS[4], CHESS960_STARTS[1]], ids=str)
def test_python_chess_judges_every_move_the_same(start):
    board, oracle = start.board(), start.oracle()
    for move in EVERY_MOVE:
        if move not in NO_STEP:
            twin = chess.Move.from_uci(move.uci())
            assert board.is_legal(move) == oracle.is_legal(twin), move
            assert board.is_pseudo_legal(move) == oracle.is_pseudo_legal(twin), move


def test_a_move_that_stays_is_never_legal():
    for board in sampled(STARTS, 10, every=10):
        before = board.fingerprint()
        for move in NO_STEP:
            assert move not in board.legal_moves
            assert move not in board.pseudo_legal_moves
            if move:
                with pytest.raises(IllegalMoveError):
                    board.push(move)
        assert board.fingerprint() == before


def test_legal_moves_are_found_with_their_flags():
    for board in sampled(STARTS, 60, every=4):
        for move in board.legal_moves:
            assert int(board.parse_uci(move.uci())) == int(move)
            found = board.find_move(move.from_square, move.to_square, move.promotion)
            assert int(found) == int(move)
