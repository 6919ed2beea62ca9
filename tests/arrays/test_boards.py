"""Boards in step with python-chess, and everything that callers may pass."""

from __future__ import annotations

import random
import threading

import chess
import numpy as np
import pytest

from kiwipete import Board, Termination
from kiwipete.arrays import POSITION, Boards, from_boards

ENDINGS = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "8/8/8/4k3/8/8/7p/K6N w - - 0 1"


def moves_by_index(boards: Boards, i: int) -> dict[int, chess.Move]:
    """Find out which move each index of a mask means, by pushing it on a copy."""
    here = boards.fens()[i]
    legal = np.flatnonzero(boards.legal_mask()[i])
    copies = Boards(len(legal), boards.codec, boards.chess960, fens=here, threads=1)
    copies.push(legal)
    return {
        int(index): chess.Move.from_uci(copies[k].peek().uci()) for k, index in enumerate(legal)
    }


def expected(board: chess.Board, *, claims: bool) -> tuple[int, int]:
    outcome = board.outcome()
    if outcome is not None:
        return outcome.termination.value, {True: 1, False: -1, None: 0}[outcome.winner]
    if claims and board.is_fifty_moves():
        return Termination.FIFTY_MOVES.value, 0
    if claims and board.is_repetition(3):
        return Termination.THREEFOLD_REPETITION.value, 0
    return 0, 0


@pytest.mark.parametrize("codec", ["alphazero", "lc0", "pieces12"])
@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("claims", [False, True])
def test_random_games_in_step_with_python_chess(codec, chess960, claims):
    rng = random.Random(f"{codec} {chess960} {claims}")
    boards = Boards(12, codec, chess960, seed=3, claim_draws=claims)
    boards.reset(np.arange(12) >= 8, fens=ENDINGS * 2)  # for the rules that long games need
    twins = [chess.Board(fen, chess960=chess960) for fen in boards.fens()]
    seen = set()
    for ply in range(160):
        assert boards.fens() == [twin.fen() for twin in twins]
        assert boards.turns.tolist() == [twin.turn for twin in twins]
        outcome = boards.outcome()
        ends = [expected(twin, claims=claims) for twin in twins]
        assert list(zip(*(each.tolist() for each in outcome), strict=True)) == ends
        seen |= {termination for termination, _ in ends}
        counts = [
            0 if end else twin.legal_moves.count()
            for twin, (end, _) in zip(twins, ends, strict=True)
        ]
        assert boards.legal_mask().sum(axis=1).tolist() == counts
        chosen = np.full(12, -1)
        for i, twin in enumerate(twins):
            if ends[i][0]:
                continue
            move = rng.choice(list(twin.legal_moves))
            if ply % 8 == 0:
                meanings = moves_by_index(boards, i)
                assert set(meanings.values()) == set(twin.legal_moves)
                chosen[i] = next(index for index, each in meanings.items() if each == move)
            else:
                chosen[i] = rng.choice(np.flatnonzero(boards.legal_mask()[i]).tolist())
        assert boards.is_legal(chosen).tolist() == [not end for end, _ in ends]
        boards.push(chosen, finished="ignore")
        for i, twin in enumerate(twins):
            if not ends[i][0]:
                twin.push(chess.Move.from_uci(boards[i].peek().uci()))
    for board, twin in zip(boards, twins, strict=True):
        assert [move.uci() for move in board.move_stack] == [move.uci() for move in twin.move_stack]
    assert len(seen) > 1


def test_shuffling_ends_as_in_python_chess():
    for claims, plies in ((False, 16), (True, 8)):
        boards = Boards(1, claim_draws=claims)
        twin = chess.Board()
        for ply in range(plies):
            assert boards.outcome().termination.tolist() == [0]
            move = ["g1f3", "g8f6", "f3g1", "f6g8"][ply % 4]
            boards.push_moves([int(boards[0].parse_uci(move))])
            twin.push_uci(move)
        wanted = "THREEFOLD_REPETITION" if claims else "FIVEFOLD_REPETITION"
        assert boards.outcome().termination.tolist() == [Termination[wanted].value]
        assert twin.is_repetition(3 if claims else 5)
        assert boards[0].is_repetition(3 if claims else 5)


@pytest.mark.parametrize(
    ("fen", "claims", "termination"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 99 80", False, None),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 99 80", True, "FIFTY_MOVES"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 149 80", False, "SEVENTYFIVE_MOVES"),
        ("4k3/8/8/8/8/8/8/3qK3 w - - 0 80", True, "INSUFFICIENT_MATERIAL"),
    ],
)
def test_clocks_and_material(fen, claims, termination):
    boards = Boards(1, fens=fen, claim_draws=claims)
    king = "e1d1" if "q" in fen else "e1f1"
    boards.push_moves([int(boards[0].parse_uci(king))])
    value = 0 if termination is None else Termination[termination].value
    assert boards.outcome().termination.tolist() == [value]
    assert boards.outcome().winner.tolist() == [0]
    assert bool(boards.legal_mask().any()) == (termination is None)


def play(boards: Boards, plies: int) -> None:
    for _ in range(plies):
        boards.push(boards.sample(), finished="reset")


@pytest.mark.parametrize("chess960", [False, True])
def test_threads_do_not_change_anything(chess960):
    one = Boards(1200, chess960=chess960, seed=8, threads=1)
    three = Boards(1200, chess960=chess960, seed=8, threads=3)
    one.legal_mask()  # kept up to date on one side, and written once on the other
    for boards in (one, three):
        play(boards, 90)
    assert one.fens() == three.fens()
    assert len(set(one.fens())) > 1000
    assert (one.legal_mask() == three.legal_mask()).all()
    assert (one.legal_bits() == three.legal_bits()).all()
    assert (one.planes() == three.planes()).all()
    assert (one.positions() == three.positions()).all()
    assert (one.outcome().termination == three.outcome().termination).all()
    assert (one.sample() == three.sample()).all()


def test_the_kept_mask_is_that_of_a_single_call():
    boards = Boards(64, chess960=True, seed=2)
    kept = boards.legal_mask()
    assert kept is boards.legal_mask()
    assert not kept.flags.writeable
    for _ in range(150):
        boards.push(boards.sample(), finished="reset")
        written = boards.legal_mask(out=np.full((64, 4672), 7, np.uint8))
        assert (written == kept).all()
    boards.reset(np.arange(64) % 2 == 0)
    assert (boards.legal_mask(out=written) == kept).all()
    bits = boards.legal_bits()
    assert (np.unpackbits(bits, axis=1, count=4672, bitorder="little") == kept).all()


def test_autoreset_keeps_the_outcome():
    boards = Boards(2, fens=["k7/7Q/1K6/8/8/8/8/8 w - - 0 1", "k7/8/8/8/8/8/7P/K7 w - - 0 1"])
    mate = [int(Board("k7/7Q/1K6/8/8/8/8/8 w - -").parse_san("Qb7"))]
    boards.push_moves(mate * 2, where=[True, False], autoreset=True)
    assert boards.outcome().winner.tolist() == [1, 0]
    assert boards.fens()[0] == "k7/7Q/1K6/8/8/8/8/8 w - - 0 1"
    assert boards[0].move_stack == []
    boards.push(boards.sample(), autoreset=True)
    assert boards.outcome().winner.tolist()[1] == 0


def test_chess960_draws_a_new_start_for_each_game():
    boards = Boards(200, chess960=True, seed=1)
    starts = boards.fens()
    assert 150 < len(set(starts)) <= 200
    assert starts == Boards(200, chess960=True, seed=1).fens()
    boards.reset()
    assert starts != boards.fens()
    boards.reset(seed=1)
    assert starts == boards.fens()
    boards.reset(fens=starts[7])
    boards.reset()
    assert set(boards.fens()) == {starts[7]}


def test_nothing_is_pushed_if_one_move_is_illegal():
    boards = Boards(5)
    play(boards, 3)
    before, mask = boards.fens(), boards.legal_mask().copy()
    for wrong in (-1, 4671, 4672, 2**40, -(2**60)):
        indices = boards.sample()
        indices[3] = wrong
        with pytest.raises(ValueError, match=f"board 3: no legal move has the index {wrong} in "):
            boards.push(indices)
    with pytest.raises(ValueError, match="board 0: the move 0 is not legal"):
        boards.push_moves(np.zeros(5, np.uint16))
    assert boards.fens() == before
    assert (boards.legal_mask() == mask).all()
    assert (boards.legal_mask(out=np.empty_like(mask)) == mask).all()


def test_the_first_bad_board_is_named_on_any_number_of_threads():
    boards = Boards(3000, threads=4)
    indices = boards.sample()
    indices[[2999, 1700, 801]] = 0
    with pytest.raises(ValueError, match="board 801: "):
        boards.push(indices)
    assert set(boards.fens()) == {chess.STARTING_FEN}


def test_games_that_are_over():
    over = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
    boards = Boards(3, fens=[chess.STARTING_FEN, over, chess.STARTING_FEN])
    assert boards.outcome().termination.tolist() == [0, Termination.STALEMATE.value, 0]
    assert boards.sample()[1] == -1
    with pytest.raises(ValueError, match="board 1: the game is over by stalemate"):
        boards.push([584, 0, 584])
    assert boards[0].move_stack == []
    boards.push([584, 123456, 584], finished="ignore")
    assert [len(board.move_stack) for board in boards] == [1, 0, 1]
    assert boards.fens()[1] == over
    boards.reset([False, True, False], fens=chess.STARTING_FEN)
    boards.push(boards.sample(), where=[False, True, False])
    assert [len(board.move_stack) for board in boards] == [1, 1, 1]


def test_moves_need_not_be_kept():
    boards = Boards(2, keep_moves=False, seed=4)
    play(boards, 30)
    assert [board.move_stack for board in boards] == [[], []]
    assert [board.fen() for board in boards] == boards.fens()
    kept = Boards(2, seed=4)
    play(kept, 30)
    assert kept.fens() == boards.fens()
    assert [len(board.move_stack) for board in kept] == [30, 30]


def test_long_games_keep_all_moves():
    boards = Boards(2, seed=5, fens="4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1")
    longest = 0
    for _ in range(700):
        boards.push(boards.sample(), finished="ignore")
        longest = max(longest, *(len(board.move_stack) for board in boards))
    assert longest > 128
    assert [board.fen() for board in boards] == boards.fens()


def test_positions_are_records():
    boards = Boards(40, chess960=True, seed=6)
    play(boards, 50)
    positions = boards.positions()
    assert positions.dtype == POSITION
    wanted = from_boards(list(boards))
    for field in ("occupied", "pieces", "halfmove_clock"):
        assert (positions[field] == wanted[field]).all()
    assert positions["ply"].tolist() == [board.ply() for board in boards]
    mated = Boards(1, fens="R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1").positions()
    assert mated["flags"].tolist() == [4]  # lost for Black, who is to move


# Planes.


def test_planes_show_the_past():
    boards = Boards(1, seed=1)
    planes = [boards.planes()[0]]
    for _ in range(9):
        boards.push(boards.sample())
        planes.append(boards.planes()[0])
    assert planes[0][14:112].sum() == 0
    for now, before in zip(planes[1:], planes, strict=False):
        seen = before[:98].reshape(7, 14, 8, 8)  # by the other side
        turned = np.concatenate((seen[:, 6:12], seen[:, :6], seen[:, 12:]), axis=1)[:, :, ::-1]
        assert (now[14:112].reshape(7, 14, 8, 8) == turned).all()
    assert planes[9][98:112].any()
    other = boards.planes(opponent=True)[0]
    assert (other[:6] == planes[9][6:12, ::-1]).all()


def test_repetitions_are_in_the_planes():
    boards = Boards(1)
    for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        boards.push_moves([int(boards[0].parse_uci(move))])
    planes = boards.planes()[0]
    assert planes[12].all()
    assert planes[13].all()
    assert planes[14 * 4 + 12].all()
    assert not planes[14 * 4 + 13].any()


@pytest.mark.parametrize("name", ["alphazero", "lc0", "pieces12"])
def test_planes_are_those_of_the_codec(name):
    boards = Boards(20, name, chess960=True, seed=12)
    past = [boards.positions()]
    for _ in range(12):
        boards.push(boards.sample())
        past.insert(0, boards.positions())
        seen = np.zeros((20, min(len(past), 8)), np.uint8)
        for i, board in enumerate(boards):
            for back in range(seen.shape[1]):
                seen[i, back] = 2 if board.is_repetition(3) else board.is_repetition(2)
                if back + 1 < seen.shape[1]:
                    board.pop()
        rows = np.stack(past[: boards.codec.history], axis=1)
        repetitions = seen[:, : rows.shape[1]]
        wanted = boards.codec.planes(rows, repetitions=np.ascontiguousarray(repetitions))
        assert (boards.planes() == wanted).all()


def test_planes_of_some_boards():
    boards = Boards(6, seed=3)
    play(boards, 4)
    everything = boards.planes()
    assert (boards.planes(rows=[4, 0, 4]) == everything[[4, 0, 4]]).all()
    assert boards.planes(rows=[]).shape == (0, 119, 8, 8)
    with pytest.raises(IndexError, match="there is no board 6"):
        boards.planes(rows=[6])
    with pytest.raises(IndexError, match="there is no board -1"):
        boards.planes(rows=[-1])


# The caller's memory.


class Tensor:
    """What offers its memory by DLPack alone, as tensors of other libraries do."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __dlpack__(self, **arguments: object) -> object:
        return self.array.__dlpack__(**arguments)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.array.__dlpack_device__()


def test_memory_of_other_libraries():
    boards = Boards(3, "lc0")
    tensor = Tensor(np.full((3, 1858), 9, np.uint8))
    boards.legal_mask(out=tensor)
    assert tensor.array.sum(axis=1).tolist() == [20, 20, 20]
    planes = Tensor(np.full((3, 112, 8, 8), 9, np.float32))
    boards.planes(out=planes)
    assert (planes.array == boards.planes()).all()
    boards.push(Tensor(boards.sample()))
    memory = bytearray(3 * 1858)
    boards.legal_mask(out=memoryview(memory).cast("B", (3, 1858)))
    assert (np.frombuffer(memory, bool).reshape(3, 1858) == boards.legal_mask()).all()
    shared = np.from_dlpack(boards.planes())
    assert shared.shape == (3, 112, 8, 8)
    copied = np.from_dlpack(boards.legal_mask().copy())
    assert (copied == boards.legal_mask()).all()


@pytest.mark.parametrize(
    ("out", "error", "message"),
    [
        (np.zeros((3, 4671), np.uint8), ValueError, "shape"),
        (np.zeros((4, 4672), np.uint8), ValueError, "shape"),
        (np.zeros(3 * 4672, np.uint8), ValueError, "shape"),
        (np.zeros((3, 4672), np.float32), ValueError, "must be uint8 or int8 or bool"),
        (np.zeros((3, 2 * 4672), np.uint8)[:, ::2], ValueError, "C-contiguous"),
        (np.zeros((4672, 3), np.uint8).T, ValueError, "C-contiguous"),
        (np.broadcast_to(np.zeros(4672, np.uint8), (3, 4672)), ValueError, "contiguous"),
        (bytes(3 * 4672), ValueError, "shape"),
        ("no memory", TypeError, "must offer its memory"),
        ([[0] * 4672] * 3, TypeError, "must offer its memory"),
    ],
)
def test_memory_that_does_not_fit(out, error, message):
    boards = Boards(3)
    with pytest.raises(error, match=message):
        boards.legal_mask(out=out)


def test_memory_that_is_read_only():
    boards = Boards(3)
    array = np.zeros((3, 4672), np.uint8)
    array.flags.writeable = False
    with pytest.raises(ValueError, match="writable"):
        boards.legal_mask(out=array)
    with pytest.raises(ValueError, match="writable"):
        boards.legal_mask(out=boards.legal_mask())
    with pytest.raises(ValueError, match="must be float32"):
        boards.planes(out=np.zeros((3, 119, 8, 8)))
    with pytest.raises(ValueError, match="shape"):
        boards.planes(out=np.zeros((3, 119, 64), np.float32))
    with pytest.raises(ValueError, match="must be int64"):
        boards.sample(out=np.zeros(3, np.int32))


# What callers may pass.


@pytest.mark.parametrize(
    ("indices", "error"),
    [
        ([584, 584], ValueError),
        ([[584] * 3], ValueError),
        (584, ValueError),
        ([584.0] * 3, TypeError),
        ([True] * 3, TypeError),
        (["584"] * 3, TypeError),
        ([None] * 3, TypeError),
        (np.full(3, 2**64 - 1, np.uint64), ValueError),
    ],
)
def test_indices_that_are_none(indices, error):
    boards = Boards(3)
    with pytest.raises(error):
        boards.push(indices)
    assert set(boards.fens()) == {chess.STARTING_FEN}


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int32, np.uint64, ">i4"])
def test_indices_of_any_type_and_layout(dtype):
    boards = Boards(3, "lc0")
    legal = int(np.flatnonzero(boards.legal_mask()[0])[0])
    indices = np.zeros(6, dtype)
    indices[::2] = legal if legal < 128 else 0
    if legal < 128 or np.dtype(dtype).itemsize > 1:
        indices[::2] = legal
        boards.push(indices[::2])
        assert [len(board.move_stack) for board in boards] == [1, 1, 1]


def test_other_bad_arguments():
    boards = Boards(3)
    with pytest.raises(ValueError, match="16 bits"):
        boards.push_moves([1 << 16] * 3)
    with pytest.raises(ValueError, match="finished"):
        boards.push(boards.sample(), finished="forget")
    with pytest.raises(TypeError, match="truth values"):
        boards.push(boards.sample(), where=[1, 0, 1])
    with pytest.raises(ValueError, match="where must have the shape"):
        boards.reset([True])
    with pytest.raises(ValueError, match="2 FENs for 3 boards"):
        boards.reset(fens=[chess.STARTING_FEN] * 2)
    with pytest.raises(ValueError, match="board 0 cannot start from"):
        boards.reset(fens="8/8/8/8/8/8/8/8 w - - 0 1")
    with pytest.raises(ValueError, match="FEN"):
        boards.reset(fens=["nonsense"] * 3)
    assert set(boards.fens()) == {chess.STARTING_FEN}
    with pytest.raises(IndexError, match="there is no board 3"):
        boards[3]
    with pytest.raises(TypeError):
        boards["a"]
    assert boards[-1].fen() == chess.STARTING_FEN
    for count in (-1, 1 << 40):
        with pytest.raises(ValueError, match="must be"):
            Boards(count)
    with pytest.raises(ValueError, match="no codec 'stockfish'"):
        Boards(1, "stockfish")
    with pytest.raises(ValueError, match="does not number moves"):
        Boards(1, "network")
    with pytest.raises(ValueError, match="threads"):
        Boards(1, threads=0)
    with pytest.raises(TypeError):
        Boards("many")
    with pytest.raises(TypeError):
        Boards(1, seed="lucky")


def test_no_boards_at_all():
    boards = Boards(0)
    boards.push([])
    boards.push_moves(np.zeros(0, np.uint16))
    boards.reset()
    assert boards.legal_mask().shape == (0, 4672)
    assert boards.legal_mask(out=np.zeros((0, 4672), np.uint8)).shape == (0, 4672)
    assert boards.planes().shape == (0, 119, 8, 8)
    assert boards.positions().shape == boards.turns.shape == (0,)
    assert (boards.fens(), list(boards), len(boards)) == ([], [], 0)


def test_positions_with_many_moves():
    crowded = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"  # 218 moves
    boards = Boards(2, fens=crowded)
    assert boards.legal_mask().sum(axis=1).tolist() == [218, 218]
    boards.push(boards.sample())
    assert (boards.legal_mask().sum(axis=1) < 218).all()


def test_another_thread_is_told_that_the_boards_are_in_use():
    boards = Boards(20_000, threads=1)
    errors = []
    done = threading.Event()

    def look() -> None:
        while not done.is_set():
            try:
                boards.turns  # noqa: B018
            except RuntimeError as error:
                errors.append(str(error))
                return

    thread = threading.Thread(target=look)
    thread.start()
    try:
        for _ in range(300):
            try:
                play(boards, 1)
            except RuntimeError as error:
                errors.append(str(error))
            if errors:
                break
    finally:
        done.set()
        thread.join()
    assert set(errors) == {"the boards are in use in another thread"}


@pytest.mark.parametrize("chess960", [False, True])
def test_many_games_in_step_with_boards(chess960):
    boards = Boards(600, chess960=chess960, seed=11)
    for ply in range(300):
        boards.push(boards.sample(), finished="reset", autoreset=ply % 3 == 0)
        if ply % 30 == 0:
            counts = boards.legal_mask().sum(axis=1).tolist()
            assert [board.fen() for board in boards] == boards.fens()
            assert counts == [
                0 if board.is_game_over() else board.legal_moves.count() for board in boards
            ]
