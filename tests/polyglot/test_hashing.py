"""Keys of opening books: the published ones, and python-chess's in thousands of positions."""

from __future__ import annotations

import chess
import chess.polyglot
import pytest

import kiwipete
from kiwipete import BaseBoard, Board
from kiwipete._core.position_board import polyglot_key
from kiwipete.polyglot import POLYGLOT_RANDOM_ARRAY, ZobristHasher, zobrist_hash
from tests.support.random_play import STARTS, games, play

# The moves from the start position and the keys that the description of the format gives.
PUBLISHED = {
    "": 0x463B96181691FC9C,
    "e2e4": 0x823C9B50FD114196,
    "e2e4 d7d5": 0x0756B94461C50FB0,
    "e2e4 d7d5 e4e5": 0x662FAFB965DB29D4,
    "e2e4 d7d5 e4e5 f7f5": 0x22A48B5A8E47FF78,
    "e2e4 d7d5 e4e5 f7f5 e1e2": 0x652A607CA3F242C1,
    "e2e4 d7d5 e4e5 f7f5 e1e2 e8f7": 0x00FDD303C946BDD9,
    "a2a4 b7b5 h2h4 b5b4 c2c4": 0x3C8123EA7B067637,
    "a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3": 0x5C3F9B829B279560,
}
PARTS = ("hash_board", "hash_castling", "hash_ep_square", "hash_turn")
OTHER_NUMBERS = [number * 0x9E3779B97F4A7C15 % 2**64 for number in range(1, 800)]


def test_the_numbers_of_the_format():
    assert POLYGLOT_RANDOM_ARRAY == chess.polyglot.POLYGLOT_RANDOM_ARRAY


@pytest.mark.parametrize("moves", PUBLISHED)
def test_published_keys(moves):
    board = Board()
    for move in moves.split():
        board.push_uci(move)
    assert zobrist_hash(board) == PUBLISHED[moves]


@pytest.mark.parametrize("array", [POLYGLOT_RANDOM_ARRAY, OTHER_NUMBERS])
def test_keys_and_their_parts_are_those_of_python_chess_in_random_games(array):
    ours, theirs = ZobristHasher(array), chess.polyglot.ZobristHasher(array)
    in_passing = 0
    for rng, start in games(STARTS, len(STARTS), seed=11):
        oracle = start.oracle()
        for board in play(rng, start, 40):
            if board.move_stack:
                oracle.push(chess.Move.from_uci(board.move_stack[-1].uci()))
            assert ours(board) == theirs(oracle), board.fen()
            for part in PARTS:
                assert getattr(ours, part)(board) == getattr(theirs, part)(oracle), part
            in_passing += ours.hash_ep_square(board) != 0
    assert in_passing > 50


@pytest.mark.parametrize("turn", [kiwipete.WHITE, kiwipete.BLACK])
def test_en_passant_squares_that_were_set_by_hand(turn):
    fen = "4k3/8/8/2PpPp1P/p1pPpP2/8/8/4K3 w - - 0 1"
    board, oracle = Board(fen), chess.Board(fen)
    board.turn = oracle.turn = turn
    for square in kiwipete.SQUARES:
        board.ep_square = oracle.ep_square = square
        assert zobrist_hash(board) == chess.polyglot.zobrist_hash(oracle), square


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "Kkkk4/8/8/8/8/8/8/R3K2R b KQ - 0 1",
        "PPPPPPPP/8/8/8/8/8/8/pppppppp w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w KQkq e3 0 1",
        "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    ],
)
def test_impossible_boards_and_pinned_capturers_have_the_keys_of_python_chess(fen):
    assert zobrist_hash(Board(fen)) == chess.polyglot.zobrist_hash(chess.Board(fen))


def test_boards_of_python_chess_are_understood():
    oracle = chess.Board("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3")
    assert zobrist_hash(oracle) == PUBLISHED["e2e4 d7d5 e4e5 f7f5"]


def test_a_board_of_pieces_alone_can_be_hashed():
    hasher = ZobristHasher(POLYGLOT_RANDOM_ARRAY)
    theirs = chess.polyglot.ZobristHasher(POLYGLOT_RANDOM_ARRAY)
    assert hasher.hash_board(BaseBoard()) == theirs.hash_board(chess.BaseBoard())


def test_a_class_may_change_a_part():
    class WithoutTurn(ZobristHasher):
        def hash_turn(self, board):
            return 0

    key = WithoutTurn(POLYGLOT_RANDOM_ARRAY)(Board())
    assert key ^ PUBLISHED[""] == POLYGLOT_RANDOM_ARRAY[780]


@pytest.mark.parametrize(
    ("array", "message"),
    [
        ([1] * 780, "781 random numbers, not 780"),
        ([-1] * 781, "64 bits"),
        ([2**64] * 781, "64 bits"),
        (["1"] * 781, "64 bits"),
    ],
)
def test_arrays_that_make_no_keys(array, message):
    with pytest.raises(ValueError, match=message):
        ZobristHasher(array)


def test_the_compiled_key_refuses_too_few_words_and_other_things():
    with pytest.raises(ValueError, match="6248 bytes, not 8"):
        polyglot_key(Board(), bytes(8))
    for board, words in ((None, bytes(6248)), (Board(), None), (Board(), [1])):
        with pytest.raises(TypeError):
            polyglot_key(board, words)
