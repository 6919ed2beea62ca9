"""Pushing on Boards: which numbers and moves are accepted, and what each of them plays."""

from __future__ import annotations

import random

import chess
import pytest

from kiwipete import Board
from kiwipete.arrays import Boards

CODECS = ["alphazero", "lc0", "pieces12"]
POSITIONS = [  # castling, promotions, en passant, and double steps of either side
    ("r3k2r/pPp2ppp/8/3Pp3/2pP4/8/PP3PpP/R3K2R w KQkq e6 0 1", False),
    ("r3k2r/pPp2ppp/8/3Pp3/2pP4/8/PP3PpP/R3K2R b KQkq d3 0 1", False),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", True),
    ("1r3kr1/8/8/8/8/8/8/1R3KR1 b GBgb - 0 1", True),
    ("rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1", True),
    ("4k3/P6P/8/8/8/8/p6p/4K3 b - - 0 1", False),
]


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize(("fen", "chess960"), POSITIONS)
def test_moves_are_known_by_squares_and_promotion(codec, fen, chess960):
    boards = Boards(1, codec, chess960, fens=fen)
    board = Board(fen, chess960=chess960)
    legal = {move.uci(): move for move in board.legal_moves}
    squares = {int(move) & 0xFFF for move in legal.values()}
    for number in range(1 << 16):
        if number & 0xFFF not in squares and number >> 12 not in (0, 8, 11, 12):
            continue  # other flags change nothing
        promotion = "nbrq"[number >> 12 & 3] if number >> 15 else ""
        names = chess.SQUARE_NAMES[number >> 6 & 63] + chess.SQUARE_NAMES[number & 63]
        move = legal.get(names + promotion)
        if move is None:
            with pytest.raises(ValueError, match="is not legal"):
                boards.push_moves([number])
        else:
            boards.push_moves([number])
            assert boards[0].peek() == move
            assert int(boards[0].peek()) == int(move)
            board.push(move)
            assert boards.fens() == [board.fen()]
            board.pop()
            boards.reset()


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize(("fen", "chess960"), POSITIONS)
def test_numbers_play_the_codecs_moves(codec, fen, chess960):
    boards = Boards(1, codec, chess960, fens=fen)
    board = Board(fen, chess960=chess960)
    wanted = {boards.codec.index(board, move): move for move in board.legal_moves}
    for kept in (False, True):
        for number in range(-1, boards.moves + 1):
            assert boards.is_legal([number])[0] == (number in wanted)
            if number not in wanted:
                with pytest.raises(ValueError, match="no legal move has the index"):
                    boards.push([number])
                continue
            boards.push([number])
            assert int(boards[0].peek()) == int(wanted[number])
            boards.reset()
        if not kept:
            boards.legal_mask()


def test_writing_into_the_kept_mask_makes_nothing_legal():
    boards = Boards(2)
    memory = boards.legal_mask().base
    memory[:] = 1  # as another library may, which shares the memory
    for number in (0, 73, 4671):
        assert not boards.is_legal([number] * 2).any()
        with pytest.raises(ValueError, match="board 0: no legal move has the index"):
            boards.push([number, 584])
    assert set(boards.fens()) == {chess.STARTING_FEN}


def test_repetitions_are_found_however_long_ago():
    rng = random.Random(4)
    boards = Boards(30, fens="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    squares = {chess.parse_square(name) for name in ("d1", "e1", "f1", "d8", "e8", "f8")}
    repeated = 0
    for _ in range(60):
        moves = [
            rng.choice([int(m) for m in board.legal_moves if m.to_square in squares] or [0])
            for board in boards
        ]
        boards.push_moves(moves, finished="reset")
        planes = boards.planes()
        for i, board in enumerate(boards):
            assert planes[i, 12].all() == board.is_repetition(2)
            assert planes[i, 13].all() == board.is_repetition(3)
            repeated += board.is_repetition(2)
    assert repeated > 500
