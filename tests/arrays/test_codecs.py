"""The codecs against slow encoders over python-chess's Board, and against PettingZoo's moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial

import chess
import numpy as np
import pytest
from numpy.typing import NDArray
from pettingzoo.classic.chess import chess_utils

from kiwipete import Board, Move, arrays
from kiwipete.errors import ImpossiblePositionError
from tests.support import slow_codecs as slow
from tests.support.random_play import STARTS, games, play

WITH_MOVES = ["alphazero", "lc0", "pieces12"]
E4 = int(Board().parse_san("e4"))


def walks(count: int, plies: int) -> Iterator[tuple[Board, chess.Board]]:
    """Yield the positions of random games on our board and on python-chess's, with their past."""
    for rng, start in games(STARTS, count):
        oracle = start.oracle()
        for board in play(rng, start, plies):
            if board.move_stack:
                oracle.push(chess.Move.from_uci(board.peek().uci()))
            if board.is_valid():
                yield board, oracle


def oracle_of(board: Board) -> chess.Board:
    return chess.Board(board.fen(), chess960=board.chess960)


# Moves.


@pytest.mark.parametrize("name", WITH_MOVES)
def test_every_legal_move_has_one_index_which_means_that_move(name, boards):
    codec = arrays.codec(name)
    seen = set()
    for board in boards[::2]:
        oracle = oracle_of(board)
        indices = {}
        for move in board.legal_moves:
            index = codec.index(board, move)
            assert index == slow.INDICES[name](oracle, chess.Move.from_uci(move.uci())), move
            assert codec.move(board, index) == move
            assert 0 <= index < codec.moves
            indices[index] = move
            seen.add(
                (board.turn, board.chess960, move.is_castling, move.is_en_passant, move.promotion)
            )
        assert len(indices) == board.legal_moves.count()
    for turn in (True, False):
        for promotion in (None, *slow.SMALL, chess.QUEEN):
            assert (turn, False, False, False, promotion) in seen
        assert (turn, False, False, True, None) in seen
        assert {(turn, False, True, False, None), (turn, True, True, False, None)} <= seen


@pytest.mark.parametrize("name", WITH_MOVES)
def test_masks_are_the_legal_indices(name, boards, positions):
    codec = arrays.codec(name)
    masks = codec.mask(positions)
    assert masks.dtype == np.bool_
    for board, mask in zip(boards, masks, strict=True):
        oracle = oracle_of(board)
        legal = {slow.INDICES[name](oracle, move) for move in oracle.legal_moves}
        assert set(np.flatnonzero(mask)) == legal, board.fen()
    packed = codec.mask(positions, packed=True)
    assert (packed == np.packbits(masks, axis=1, bitorder="little")).all()


@pytest.mark.parametrize("name", WITH_MOVES)
def test_indices_of_arrays_are_those_of_boards_and_come_back(name, boards, positions):
    codec = arrays.codec(name)
    indices = codec.indices(positions)
    moves = codec.moves_of(positions, indices)
    assert indices.dtype == np.int64
    assert (moves == positions["move"]).all()
    masks = codec.mask(positions)
    for board, move, index, mask in zip(boards, moves, indices, masks, strict=True):
        if move:
            legal = [each for each in board.legal_moves if codec.index(board, each) == index]
            assert [each.from_square for each in legal] == [int(move) >> 6 & 63]
            assert mask[index]
        else:
            assert index == -1


@pytest.mark.parametrize("name", WITH_MOVES)
def test_every_other_index_means_no_move(name, positions):
    codec = arrays.codec(name)
    some = positions[::400]
    for position, mask in zip(some, codec.mask(some), strict=True):
        same = np.full(codec.moves + 4, position)
        moves = codec.moves_of(same, np.arange(-2, codec.moves + 2))
        assert (moves[2:-2].astype(bool) == mask).all()
        assert not moves[:2].any()
        assert not moves[-2:].any()


def test_any_number_may_be_an_index_or_a_move(positions):
    codec = arrays.codec("alphazero")
    some = positions[:6]
    huge = np.array([2**63, 2**64 - 1, 4672, 4671, 2**32, 2**31], np.uint64)
    assert not codec.moves_of(some, huge).any()
    far = np.array([-(2**63), 2**63 - 1, -1, 65536 + E4, 2**32 + E4, 0])
    assert (codec.indices(some, far) == -1).all()
    for number in range(0, 65536, 7):  # none crashes, most are illegal
        codec.indices(some[:1], np.array([number]))


def test_castling_is_read_in_either_writing():
    positions = arrays.from_fens(["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"] * 2)
    standard = 2 << 12 | chess.E1 << 6 | chess.G1
    takes_rook = 2 << 12 | chess.E1 << 6 | chess.H1
    for name in WITH_MOVES:
        one, other = arrays.codec(name).indices(positions, np.array([standard, takes_rook]))
        assert one == other >= 0


def test_the_moves_of_lc0_number_1858():
    assert len(slow.LC0_NAMES) == arrays.codec("lc0").moves == 1858
    assert slow.LC0_NAMES[:8] == ["a1b1", "a1c1", "a1d1", "a1e1", "a1f1", "a1g1", "a1h1", "a1a2"]
    assert slow.LC0_NAMES[1792:1798] == ["a7a8q", "a7a8r", "a7a8b", "a7b8q", "a7b8r", "a7b8b"]
    assert slow.LC0_NAMES[-1] == "h7h8b"


def test_moves_have_the_numbers_that_lc0_prints():
    # Statistics of a move of White and of replies: https://github.com/LeelaChessZero/lc0/pull/1268
    codec = arrays.codec("lc0")
    board = Board("1K6/8/k1r5/8/8/8/8/8 w - - 0 1")
    assert codec.index(board, Move.from_uci("b8a8")) == 1638
    board.push_uci("b8a8")
    printed = {"c6c4": 490, "c6c2": 495, "c6c5": 485, "a6a5": 425, "a6b6": 418}
    assert {uci: codec.index(board, Move.from_uci(uci)) for uci in printed} == printed
    # And from https://github.com/dje-dev/Ceres/issues/59.
    printed = {"g2g4": 378, "f2f3": 346, "f2f4": 351, "b2b4": 234, "h2h4": 403, "g1h3": 161}
    assert {uci: codec.index(Board(), Move.from_uci(uci)) for uci in printed} == printed


def pettingzoo_action(index: int) -> int:
    """Return the number that PettingZoo's chess gives to a move of AlphaZero's codec."""
    square, plane = divmod(index, 73)
    file, rank = square % 8, square // 8
    if plane < 56:
        files, ranks = list(slow.COMPASS)[plane // 7]
        directions = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
        plane = 8 * (plane % 7) + directions.index((files, ranks))
    elif plane < 64:
        leaps = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if abs(x) + abs(y) == 3]
        plane = 56 + leaps.index(slow.KNIGHT_COMPASS[plane - 56])
    return 73 * (8 * file + rank) + plane


def test_alphazero_has_the_moves_of_pettingzoo_in_another_order(boards):
    codec = arrays.codec("alphazero")
    compared = 0
    for board in boards[::3]:
        if board.chess960 or not board.is_valid():
            continue
        theirs = chess_utils.legal_moves(oracle_of(board))
        ours = [pettingzoo_action(codec.index(board, move)) for move in board.legal_moves]
        assert sorted(ours) == sorted(theirs), board.fen()
        compared += len(ours)
    assert compared > 10_000


# Planes.


@pytest.mark.parametrize("name", arrays.CODECS)
def test_boards_have_the_planes_of_the_slow_encoder_with_their_history(name):
    codec = arrays.codec(name)
    repeated = set()
    for board, oracle in walks(60, 24):
        expected = slow.PLANES[name](oracle)
        assert (codec.encode(board) == expected).all(), board.fen()
        repeated.add(slow.repetitions(oracle))
    assert repeated == {0, 1, 2}


@pytest.mark.parametrize("name", arrays.CODECS)
def test_arrays_have_the_planes_of_the_slow_encoder(name, boards, positions):
    codec = arrays.codec(name)
    found = codec.planes(positions[::3])
    assert found.dtype == np.float32
    for board, planes in zip(boards[::3], found, strict=True):
        assert (planes == slow.PLANES[name](oracle_of(board))).all(), board.fen()


@pytest.mark.parametrize("name", arrays.CODECS)
def test_rows_of_positions_are_histories(name):
    codec = arrays.codec(name)
    rows, repetitions, expected = [], [], []
    for board, oracle in walks(25, 24):
        past = slow.history_of(oracle)
        found = arrays.from_fens([each.fen(shredder=each.chess960) for each in past])
        rows.append(np.concatenate([found, np.zeros(8 - len(past), arrays.POSITION)]))
        repetitions.append([slow.repetitions(each) for each in past] + [9] * (8 - len(past)))
        expected.append(codec.encode(board))
    positions, times = np.array(rows), np.array(repetitions)
    found = codec.planes(positions, repetitions=times)
    assert (found == np.array(expected)).all()
    assert (codec.planes(positions[:, :1]) == codec.planes(positions[:, 0])).all()


def test_bytes_are_the_floats_up_to_255(positions):
    for name in arrays.CODECS:
        codec = arrays.codec(name)
        some = positions[::5].copy()
        some["ply"] = np.arange(len(some)) + 200 - np.arange(len(some)) % 2
        floats = codec.planes(some)
        small = codec.planes(some, dtype=np.uint8)
        assert (np.minimum(floats, 255) == small).all()
    assert floats.max() <= 1


def test_features_are_the_planes_of_the_network(positions):
    codec = arrays.codec("network")
    features = codec.features(positions)
    planes = codec.planes(positions).reshape(len(positions), 2, 768)
    for views, expected in zip(features, planes, strict=True):
        for view, plane in zip(views, expected, strict=True):
            found = view[view < 768]
            assert sorted(found) == list(np.flatnonzero(plane))
            assert (view[len(found) :] == 768).all()


# What callers may pass.


def test_answers_do_not_depend_on_threads_or_memory(positions):
    many = positions[::2]  # several stretches, and not one after the other in memory
    for name in arrays.CODECS:
        codec = arrays.codec(name)
        assert (codec.planes(many, threads=1)[-3:] == codec.planes(many[-3:])).all()
        out = np.full((len(many), *codec.shape), 7, np.float32)
        assert codec.planes(many, out=out, threads=2) is out
        assert (out[::100] == codec.planes(many[::100])).all()
        if codec.moves:
            room = np.full((len(many), codec.moves), 7, np.uint8)
            assert codec.mask(many, out=room, threads=2) is room
            assert (room == codec.mask(many, threads=1)).all()


def test_empty_arrays():
    none = np.empty(0, arrays.POSITION)
    for name in arrays.CODECS:
        codec = arrays.codec(name)
        assert codec.planes(none).shape == (0, *codec.shape)
        assert codec.planes(none.reshape(0, 3), dtype=np.uint8).shape == (0, *codec.shape)
        if codec.moves:
            assert codec.mask(none).shape == (0, codec.moves)
            assert codec.indices(none).shape == codec.moves_of(none, np.empty(0, int)).shape == (0,)
    assert arrays.codec("network").features(none).shape == (0, 2, 32)


def bad_records(positions: NDArray[np.void]) -> Iterator[NDArray[np.void]]:
    for field, value in [("occupied", 0), ("occupied", 2**64 - 1), ("pieces", 255), ("flags", 3)]:
        bad = positions[:4].copy()
        bad[field][2] = value
        yield bad


def calls_of(codec: arrays.Codec, count: int) -> list[Callable[[NDArray[np.void]], object]]:
    """Return the ways to pass positions to a codec."""
    found: list[Callable[[NDArray[np.void]], object]]
    found = [codec.planes, partial(codec.planes, dtype=np.uint8)]
    if isinstance(codec, arrays.NetworkCodec):
        return [*found, codec.features]
    numbers = np.zeros(count, int)
    return [
        *found,
        codec.mask,
        partial(codec.mask, packed=True),
        codec.indices,
        partial(codec.moves_of, indices=numbers),
    ]


@pytest.mark.parametrize("name", arrays.CODECS)
def test_records_that_are_not_positions_are_named(name, positions):
    for bad in bad_records(positions):
        for call in calls_of(arrays.codec(name), 4):
            with pytest.raises(ValueError, match="position 2: impossible"):
                call(bad)


def test_a_bad_record_in_a_history_is_named(positions):
    rows = positions[:6].copy().reshape(3, 2)
    rows["occupied"][1, 1] = 2**64 - 1
    with pytest.raises(ValueError, match="position 1: impossible pieces in its history"):
        arrays.codec("lc0").planes(rows)
    arrays.codec("pieces12").planes(rows)  # which shows no history


@pytest.mark.parametrize("seed", range(20))
def test_any_bytes_are_records_or_errors(seed):
    noise = np.frombuffer(random.Random(seed).randbytes(32 * 64), arrays.POSITION)
    rows = np.concatenate([arrays.from_fens([chess.STARTING_FEN]), noise])[:8].reshape(1, 8)
    for name in arrays.CODECS:
        codec = arrays.codec(name)
        for call in calls_of(codec, 64):
            with pytest.raises(ValueError, match="position 0: "):
                call(noise)
        pieces = [int(squares).bit_count() for squares in rows["occupied"][0]]
        too_many = max(pieces) > 32 and codec.history > 1
        expected = pytest.raises(ValueError, match="in its history") if too_many else nullcontext()
        with expected:
            codec.planes(rows)


def test_damaged_records_are_positions_or_errors(positions):
    damaged = positions[::4].copy()
    bits = damaged.view(np.uint8)
    dice = np.random.default_rng(5)
    for _ in range(2):
        which = dice.integers(0, 32, len(damaged)) + 32 * np.arange(len(damaged))
        bits[which] ^= (1 << dice.integers(0, 8, len(damaged))).astype(np.uint8)
    damaged["move"] = 0
    is_sound = arrays.faults(damaged) == 0
    sound, unsound = damaged[is_sound], damaged[~is_sound]
    assert len(sound) > 100 < len(unsound)
    for name in WITH_MOVES:
        codec = arrays.codec(name)
        for board, mask in zip(arrays.to_boards(sound), codec.mask(sound), strict=True):
            legal = {codec.index(board, move) for move in board.legal_moves}
            assert set(np.flatnonzero(mask)) == legal, board.fen()
        for number in range(len(unsound)):
            for call in calls_of(codec, 1):
                with pytest.raises(ValueError, match="position 0: "):
                    call(unsound[number : number + 1])


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (lambda codec, some: codec.planes(some.tobytes()), TypeError),
        (lambda codec, some: codec.planes(some["occupied"]), TypeError),
        (lambda codec, some: codec.planes(some.reshape(2, 2, 1)), ValueError),
        (lambda codec, some: codec.planes(np.zeros((1, 9), arrays.POSITION)), ValueError),
        (lambda codec, some: codec.planes(np.zeros((1, 0), arrays.POSITION)), ValueError),
        (lambda codec, some: codec.planes(some, dtype=np.float64), TypeError),
        (lambda codec, some: codec.planes(some, out=np.empty((4, 119, 64), "f4")), ValueError),
        (lambda codec, some: codec.planes(some, out=bytearray(9)), TypeError),
        (lambda codec, some: codec.planes(some, repetitions=np.zeros(3, np.uint8)), ValueError),
        (lambda codec, some: codec.planes(some, repetitions=np.zeros(4)), ValueError),
        (lambda codec, some: codec.planes(some, threads=0), ValueError),
        (lambda codec, some: codec.mask(some.reshape(2, 2)), ValueError),
        (lambda codec, some: codec.mask(some, out=np.empty((4, 4671), bool)), ValueError),
        (lambda codec, some: codec.mask(some, out=np.empty((4672, 4), bool).T), ValueError),
        (lambda codec, some: codec.mask(some, packed=True, out=np.empty((4, 9), "u1")), ValueError),
        (lambda codec, some: codec.mask(some, out=read_only((4, 4672))), ValueError),
        (lambda codec, some: codec.indices(some, np.zeros(3, int)), ValueError),
        (lambda codec, some: codec.indices(some, np.zeros(4)), ValueError),
        (lambda codec, some: codec.moves_of(some, np.zeros((4, 1), int)), ValueError),
        (lambda codec, some: codec.moves_of(some, ["e2e4"] * 4), ValueError),
        (lambda codec, some: codec.encode("board"), TypeError),
        (lambda codec, some: codec.index(Board(), Move.from_uci("e2e5")), ValueError),
        (lambda codec, some: codec.index(Board(), Move.null()), ValueError),
        (lambda codec, some: codec.move(Board(), 9), ValueError),
        (lambda codec, some: codec.move(Board(), -1), ValueError),
        (lambda codec, some: codec.move(Board(), 2**40), ValueError),
        (lambda codec, some: codec.encode(Board(None)), ImpossiblePositionError),
        (lambda codec, some: codec.move(Board(None), 0), ImpossiblePositionError),
        (lambda codec, some: arrays.codec("network").mask(some), ValueError),
        (lambda codec, some: arrays.codec("network").index(Board(), Move(12, 28)), ValueError),
        (lambda codec, some: arrays.codec("alphazero", 2), ValueError),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(wrong, error, positions):
    with pytest.raises(error):
        wrong(arrays.codec("alphazero"), positions[:4])


def read_only(shape: tuple[int, ...]) -> NDArray[np.bool_]:
    array = np.zeros(shape, bool)
    array.flags.writeable = False
    return array
