"""Records: what a game's positions become, and what comes back of them."""

from __future__ import annotations

import random
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiwipete import Board, Move
from kiwipete.training.game_file import Game
from kiwipete.training.records import (
    FAULTS,
    Filters,
    board_of,
    faults,
    labels_of,
    record_of,
    records,
)


def random_game(seed: int) -> tuple[Game, list[tuple[Board, Move, int]]]:
    """Return a game of random moves and scores, and its positions with both."""
    dice = random.Random(seed)
    start = dice.choice((518, dice.randrange(960)))
    board = Board() if start == 518 else Board.from_chess960_pos(start)
    positions = []
    while len(positions) < 120 and not board.is_game_over():
        moves = list(board.legal_moves)
        special = [m for m in moves if board.is_castling(m) or board.is_en_passant(m)]
        move = dice.choice(special or moves)
        positions.append((board.copy(), move, dice.randint(-30000, 30000)))
        board.push(move)
    plies = b"".join(struct.pack("<Hh", int(move), score) for _, move, score in positions)
    return Game(start, 3, dice.randrange(3), 7, plies), positions


def same_position(one: Board, other: Board) -> bool:
    """Compare all that a record has of a position; rights, not how castling is written."""
    return (
        one.board_fen() == other.board_fen()
        and one.turn == other.turn
        and one.clean_castling_rights() == other.clean_castling_rights()
        and (one.ep_square if one.has_legal_en_passant() else None) == other.ep_square
        and min(one.halfmove_clock, 255) == other.halfmove_clock
        and one.fullmove_number == other.fullmove_number
    )


@given(st.integers(0, 10**6))
def test_all_positions_come_back(seed):
    game, positions = random_game(seed)
    packed = b"".join(records([game], Filters(checks=True, captures=True, mates=True)))
    assert len(packed) == 32 * max(len(positions) - 3, 0)
    assert not any(faults(packed))
    for number, (board, move, score) in enumerate(positions[3:]):
        record = packed[32 * number : 32 * number + 32]
        assert same_position(board, board_of(record))
        result = game.result if board.turn else 2 - game.result
        assert labels_of(record) == (score, move, number + 3, result)


@given(st.integers(0, 10**6))
def test_filters_leave_out_what_they_say(seed):
    game, positions = random_game(seed)
    packed = b"".join(records([game]))
    expected = [
        (score, move)
        for board, move, score in positions[3:]
        if not board.is_check()
        and not board.is_capture(move)
        and not move.promotion
        and abs(score) <= 20000
    ]
    found = [labels_of(packed[at : at + 32])[:2] for at in range(0, len(packed), 32)]
    assert found == expected


def test_illegal_move_is_named():
    good = Game(518, 0, 1, 7, struct.pack("<Hh", int(next(iter(Board().legal_moves))), 0))
    bad = Game(518, 0, 1, 7, struct.pack("<HhHh", 0x131C, 0, 0x131C, 0))
    with pytest.raises(ValueError, match="game 2: ply 2 of the game is illegal"):
        list(records([good, bad]))


@pytest.mark.parametrize("plies", [b"abc", b"abcd" * 513])
def test_impossible_games_are_refused(plies):
    with pytest.raises(ValueError, match="no game"):
        list(records([Game(518, 0, 1, 7, plies)]))


@given(st.binary(min_size=32, max_size=32))
def test_any_bytes_are_a_record_or_a_fault(record):
    (fault,) = faults(record)
    if FAULTS[fault] in ("", "illegal move"):
        assert board_of(record).is_valid()
    else:
        with pytest.raises(ValueError, match=FAULTS[fault]):
            board_of(record)


@pytest.mark.parametrize(
    ("fen", "at", "value", "fault"),
    [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 31, 3, "impossible flags"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 31, 64, "impossible flags"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 10, 1, "impossible pieces"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 8, 0x55, "impossible position"),  # two kings
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 8, 0x75, "impossible pieces"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 26, 9, "illegal move"),
    ],
)
def test_faults_are_told_apart(fen, at, value, fault):
    record = bytearray(record_of(Board(fen)))
    assert faults(record) == b"\0"
    record[at] = value
    assert FAULTS[faults(record)[0]] == fault


def test_castling_written_either_way_is_legal():
    board = Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    for chess960 in (False, True):
        board.chess960 = chess960
        castling = next(move for move in board.legal_moves if board.is_castling(move))
        record = record_of(board, move=castling)
        assert faults(record) == b"\0"
        assert labels_of(record).move == castling


def test_board_that_no_record_can_have():
    with pytest.raises(ValueError, match="no record"):
        record_of(Board("8/8/8/8/8/8/8/4K3 w - - 0 1"))
    with pytest.raises(ValueError, match="no record"):
        record_of(Board(), score=40000)
