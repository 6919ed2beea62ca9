"""Positions in arrays against Boards and python-chess."""

from __future__ import annotations

from itertools import pairwise

import chess
import numpy as np
import pytest

import kiwipete
from kiwipete import Board, Status, arrays
from kiwipete.arrays import FAULTS, POSITION
from kiwipete.arrays.parallel import STRETCH
from kiwipete.training.record_file import RecordWriter, open_records
from kiwipete.training.records import record_of
from kiwipete.variant import AtomicBoard
from tests.support.bad_fens import GOOD
from tests.support.impossible import EXAMPLES
from tests.support.positions import mirrored as mirrored_fen


def capped(board: Board) -> str:
    """Return the FEN as far as a record has it."""
    board = board.copy(stack=False)
    board.halfmove_clock = min(board.halfmove_clock, 255)
    return board.fen()


# Text and boards.


def test_positions_are_the_records_of_training(boards, tmp_path):
    path = tmp_path / "some.kwr"
    with RecordWriter(path) as writer:
        writer.write(arrays.from_boards(boards).tobytes())
    assert open_records(path).dtype == POSITION
    assert np.array_equal(arrays.keys(open_records(path)), arrays.keys(arrays.from_boards(boards)))
    assert arrays.from_boards(boards).tobytes() == b"".join(
        record_of(board, ply=2 * board.fullmove_number - 1 - board.turn) for board in boards
    )


def test_fens_come_back(boards, positions):
    fens = [board.fen() for board in boards]
    assert len(fens) > 4000
    assert arrays.to_fens(positions) == [capped(board) for board in boards]
    found = arrays.from_fens(fens)
    for field in ("occupied", "pieces", "ply", "halfmove_clock", "flags"):
        assert np.array_equal(found[field], positions[field])
    assert arrays.to_fens(arrays.from_fens(arrays.to_fens(positions))) == arrays.to_fens(positions)


def test_boards_come_back(boards, positions):
    for board, found in zip(boards, arrays.to_boards(positions), strict=True):
        assert found.fen() == capped(board)
        assert found.zobrist_key == board.zobrist_key
        assert found.clean_castling_rights() == board.clean_castling_rights()


def test_text_may_be_bytes_or_an_array():
    fens = [kiwipete.STARTING_FEN, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
    expected = arrays.from_fens(fens)
    assert np.array_equal(arrays.from_fens(np.array(fens)), expected)
    assert np.array_equal(arrays.from_fens(np.array(fens, "S")), expected)
    assert np.array_equal(arrays.from_fens(np.array(fens, object)), expected)
    assert np.array_equal(arrays.from_fens(fen.encode() for fen in fens), expected)
    assert len(arrays.from_fens([])) == 0


def test_rights_without_effect_are_dropped():
    for fen in (
        "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
        "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1",
    ):
        assert arrays.to_fens(arrays.from_fens([fen])) == [Board(fen).fen()]
    assert len(arrays.from_boards([Board("4k3/8/8/8/8/8/8/4K3 w K - 0 1")])) == 1


def test_chess960_is_seen_by_the_rights():
    fens = ["4k3/8/8/8/8/8/8/R4K2 w Q - 0 1", "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1"]
    assert arrays.to_fens(arrays.from_fens(fens)) == [
        Board(fen, chess960=True).fen() for fen in fens
    ]
    assert all(board.chess960 for board in arrays.to_boards(arrays.from_fens(fens)))


def test_counters_are_limited():
    (fen,) = arrays.to_fens(arrays.from_fens(["4k3/8/8/8/8/8/8/4K3 b - - 1000 4000000000"]))
    assert fen == "4k3/8/8/8/8/8/8/4K3 b - - 255 32768"
    assert arrays.from_fens(["4k3/8/8/8/8/8/8/4K3 b - - 0 0"])["ply"][0] == 1


IMPOSSIBLE = Status(~(Status.BAD_CASTLING_RIGHTS | Status.INVALID_EP_SQUARE))


@pytest.mark.parametrize(("fen", "status"), EXAMPLES)
def test_impossible_positions_are_refused_with_a_reason(fen, status):
    fens = [GOOD[0]] * 3 + [fen]
    reasons = Status(status & IMPOSSIBLE).reasons()
    passes_nothing = Board(fen).is_valid() or not reasons
    for make in (arrays.from_fens, lambda texts: arrays.from_boards(map(Board, texts))):
        if passes_nothing:
            assert not arrays.faults(make(fens)).any()
            continue
        with pytest.raises(ValueError, match=r"^(FEN|board) 3: ") as caught:
            make(fens)
        assert reasons[0] in str(caught.value)
    loose = arrays.from_fens(fens, strict=False)
    assert [FAULTS[fault] for fault in arrays.faults(loose)] == [
        *[""] * 3,
        "" if passes_nothing else "impossible position",
    ]


def test_a_capture_en_passant_without_a_pawn_is_refused():
    with pytest.raises(ValueError, match="FEN 0: a capture en passant without a pawn"):
        arrays.from_fens(["4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1"])


@pytest.mark.parametrize(
    "text", ["", "x", "8/8 w", "4k3/8/8/8/8/8/8/4K3 w - - x", "4k3/ä", b"\xff"]
)
def test_bad_text_is_named_with_its_place(text):
    fens = [GOOD[0]] * (STRETCH + 5)
    fens[STRETCH + 2] = text
    with pytest.raises(ValueError, match=rf"^FEN {STRETCH + 2}: FEN: "):
        arrays.from_fens(fens)
    loose = arrays.from_fens(fens, strict=False)
    assert np.flatnonzero(arrays.faults(loose)).tolist() == [STRETCH + 2]


@pytest.mark.parametrize("fen", [None, 5, Board()])
def test_what_is_not_text_is_refused(fen):
    with pytest.raises(TypeError, match="FEN 1 is"):
        arrays.from_fens([GOOD[0], fen])


def test_boards_of_other_games_are_refused():
    with pytest.raises(ValueError, match="board 1 is one of AtomicBoard"):
        arrays.from_boards([Board(), AtomicBoard()])
    with pytest.raises(TypeError):
        arrays.from_boards([chess.Board()])


# Questions.


def test_answers_agree_with_boards(boards, positions):
    counts = arrays.move_counts(positions)
    checks = arrays.checks(positions)
    material = arrays.material(positions)
    moves, offsets = arrays.legal_moves(positions)
    assert arrays.keys(positions).tolist() == [board.zobrist_key for board in boards]
    assert arrays.turns(positions).tolist() == [board.turn for board in boards]
    assert arrays.castling_rights(positions).tolist() == [
        board.clean_castling_rights() for board in boards
    ]
    assert offsets[0] == 0
    assert np.array_equal(np.diff(offsets), counts)
    for number, board in enumerate(arrays.to_boards(positions)):
        assert counts[number] == board.legal_moves.count()
        assert checks[number] == len(board.checkers())
        assert material[number].tolist() == [
            [len(board.pieces(kind, colour)) for kind in range(1, 7)] for colour in (True, False)
        ]
        assert moves[offsets[number] : offsets[number + 1]].tolist() == [
            int(move) for move in board.legal_moves
        ]


def test_answers_agree_with_python_chess(positions):
    some = positions[::7]
    moves, offsets = arrays.legal_moves(some)
    checks = arrays.checks(some)
    for number, board in enumerate(arrays.to_boards(some)):
        oracle = chess.Board(board.fen(), chess960=board.chess960)
        assert len(oracle.checkers()) == checks[number]
        assert [(move.from_square, move.to_square) for move in oracle.legal_moves] == [
            (int(move) >> 6 & 63, int(move) & 63)
            for move in moves[offsets[number] : offsets[number + 1]]
        ]


def test_many_moves_are_listed():
    fens = ["R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"] * 3000
    moves, offsets = arrays.legal_moves(arrays.from_fens(fens))
    assert (np.diff(offsets) == 218).all()
    assert np.array_equal(moves[:218], moves[-218:])


def test_no_positions_have_no_answers():
    nothing = np.empty(0, POSITION)
    for function in (arrays.keys, arrays.turns, arrays.material, arrays.faults, arrays.flipped,
                     arrays.mirrored, arrays.to_fens, arrays.to_boards, arrays.checks,
                     arrays.move_counts, arrays.castling_rights, arrays.results):  # fmt: skip
        assert len(function(nothing)) == 0
    moves, offsets = arrays.legal_moves(nothing)
    assert (len(moves), offsets.tolist()) == (0, [0])


ANSWERS = [
    arrays.keys, arrays.material, arrays.checks, arrays.move_counts, arrays.castling_rights,
    arrays.flipped,
]  # fmt: skip


@pytest.mark.parametrize("function", ANSWERS, ids=lambda function: function.__name__)
def test_bad_records_are_named(function):
    found = arrays.from_fens(["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"] * 5)
    found["flags"][3] = 255
    with pytest.raises(ValueError, match=r"^position 3: impossible flags$"):
        function(found)
    for other in (arrays.to_fens, arrays.to_boards, arrays.legal_moves):
        with pytest.raises(ValueError, match=r"^position 3: impossible flags$"):
            other(found)


def test_random_bytes_are_refused_and_harmless():
    records = np.random.default_rng(1).integers(0, 256, 32 * 20_000, np.uint8).view(POSITION)
    records["occupied"][::2] &= records["occupied"][1::2]  # fewer pieces
    records["flags"] &= 7
    assert arrays.faults(records).all()
    with pytest.raises(ValueError, match=r"^position 0: "):
        arrays.keys(records)


# What callers may pass.


@pytest.mark.parametrize(
    "wrong", [np.zeros(3), np.zeros((32, 2), np.uint8), [b"x" * 32], None, b"x" * 32]
)
def test_other_things_are_not_positions(wrong):
    for function in (*ANSWERS, arrays.to_fens, arrays.faults, arrays.turns, arrays.mirrored):
        with pytest.raises(TypeError, match="dtype POSITION"):
            function(wrong)


def test_positions_have_one_dimension(positions):
    with pytest.raises(ValueError, match="one dimension"):
        arrays.keys(positions[:4].reshape(2, 2))


def test_positions_need_not_be_contiguous(positions):
    assert np.array_equal(arrays.keys(positions[::-3]), arrays.keys(positions)[::-3])


@pytest.mark.parametrize("function", ANSWERS, ids=lambda function: function.__name__)
def test_answers_go_into_the_callers_array(function):
    some = arrays.from_fens(["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"] * 5)
    expected = function(some)
    out = np.empty_like(expected)
    assert function(some, out=out) is out
    assert np.array_equal(out, expected)
    read_only = out.copy()
    read_only.flags.writeable = False
    for wrong in (out[:3], out[::-1], out.view(np.uint8), read_only, np.empty(5, "f8")):
        if wrong.dtype == out.dtype and wrong.shape == out.shape and wrong.flags.carray:
            continue
        with pytest.raises(ValueError, match=r"^out is"):
            function(some, out=wrong)
    with pytest.raises(TypeError, match=r"^out is"):
        function(some, out=bytearray(1000))


@pytest.mark.parametrize("threads", [0, -1])
def test_threads_are_at_least_one(positions, threads):
    with pytest.raises(ValueError, match="threads is at least 1"):
        arrays.keys(positions, threads=threads)


def test_threads_give_the_same_arrays(positions):
    many = np.tile(positions, 1 + 3 * STRETCH // len(positions))
    assert len(many) > 3 * STRETCH
    plain = many[arrays.castling_rights(many) == 0]
    for function in (arrays.keys, arrays.material, arrays.checks, arrays.move_counts,
                     arrays.castling_rights, arrays.faults):  # fmt: skip
        assert np.array_equal(function(many, threads=1), function(many, threads=5))
    assert np.array_equal(arrays.flipped(plain, threads=1), arrays.flipped(plain, threads=3))
    fens = arrays.to_fens(many, threads=3)
    assert fens == arrays.to_fens(many, threads=1)
    assert np.array_equal(arrays.from_fens(fens, threads=1), arrays.from_fens(fens, threads=3))
    for one, other in zip(
        arrays.legal_moves(many, threads=1), arrays.legal_moves(many, threads=3), strict=True
    ):
        assert np.array_equal(one, other)


# Mirror images.


def legal_sets(positions):
    moves, offsets = arrays.legal_moves(positions)
    return [set(moves[a:b].tolist()) for a, b in pairwise(offsets)]


def test_mirrored_positions_are_the_same_game(boards, positions):
    mirror = arrays.mirrored(positions)
    assert arrays.to_fens(mirror) == [capped(board.mirror()) for board in boards]
    assert (
        arrays.to_fens(mirror)[::9] == [mirrored_fen(fen) for fen in arrays.to_fens(positions)][::9]
    )
    assert np.array_equal(arrays.mirrored(mirror), positions)
    assert not arrays.faults(mirror).any()
    assert np.array_equal(mirror["score"], positions["score"])
    there, here = legal_sets(mirror), legal_sets(positions)
    for moves, others in zip(here, there, strict=True):
        assert {move ^ 0xE38 for move in moves} == others


def test_flipped_positions_are_the_same_game(positions):
    plain = positions[arrays.castling_rights(positions) == 0]
    assert len(plain) > 1000
    other = arrays.flipped(plain)
    assert not arrays.faults(other).any()
    assert np.array_equal(arrays.flipped(other), plain)
    assert np.array_equal(arrays.turns(other), arrays.turns(plain))
    for moves, others in zip(legal_sets(plain), legal_sets(other), strict=True):
        assert {move ^ 0x1C7 for move in moves} == others
    for board, image in zip(
        arrays.to_boards(plain[::11]), arrays.to_boards(other[::11]), strict=True
    ):
        assert board.transform(kiwipete.flip_horizontal).board_fen() == image.board_fen()
        assert (board.ep_square is None) == (image.ep_square is None)


def test_castling_rights_cannot_be_flipped():
    with pytest.raises(ValueError, match=r"^position 1: castling rights$"):
        arrays.flipped(arrays.from_fens(["4k3/8/8/8/8/8/8/4K3 w - -", kiwipete.STARTING_FEN]))


def test_positions_are_flipped_in_place():
    found = arrays.from_fens(["4k3/8/8/8/8/8/8/R3K3 w - - 0 1"])
    assert arrays.flipped(found, out=found) is found
    assert arrays.to_fens(found) == ["3k4/8/8/8/8/8/8/3K3R w - - 0 1"]


# Damage.


def test_damaged_records_are_refused_or_positions(positions):
    """Flip bits: what is still a position must be one to Boards, too."""
    dice = np.random.default_rng(3)
    damaged = np.tile(positions, 8)
    bits = damaged.view(np.uint8).reshape(len(damaged), 32)
    for _ in range(2):
        places = dice.integers(0, 32, len(damaged))
        bits[np.arange(len(damaged)), places] ^= (1 << dice.integers(0, 8, len(damaged))).astype(
            "u1"
        )
    damaged["move"] = 0
    sound = damaged[arrays.faults(damaged) == 0]
    assert 1000 < len(sound) < len(damaged)
    boards = arrays.to_boards(sound)
    assert all(board.is_valid() for board in boards)
    assert arrays.keys(sound).tolist() == [board.zobrist_key for board in boards]
    assert arrays.move_counts(sound).tolist() == [board.legal_moves.count() for board in boards]
    assert arrays.to_fens(arrays.from_boards(boards)) == arrays.to_fens(sound)


@pytest.mark.parametrize("move", [1, 0x31C, 4892 ^ 1, 0xFFFF])
def test_illegal_moves_are_faults(move):
    found = arrays.from_boards([Board()])
    found["move"] = move
    assert FAULTS[arrays.faults(found)[0]] == "illegal move"
    assert arrays.move_counts(found)[0] == 20
