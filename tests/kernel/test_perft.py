"""Perft against known counts: every position of tests/data, in every way there is to count."""

from __future__ import annotations

import pytest

from kiwipete import Board
from tests.support.perft_data import CHESS960, KNOWN, STANDARD, Known
from tests.support.positions import mirrored

deep = pytest.mark.deep


def counts_between(low: int, high: int) -> list:
    """Return all (position, depth, count) with low < count <= high."""
    return [
        pytest.param(known, depth, count, id=f"{known.name}-{depth}")
        for known in KNOWN
        for depth, count in known.counts.items()
        if low < count <= high
    ]


def each(positions: list[Known]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("known", positions, ids=lambda known: known.name)


def each_count(low: int, high: int) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("known", "depth", "count"), counts_between(low, high))


@each_count(0, 5_000_000)
def test_fast(known, depth, count):
    assert known.board().perft(depth) == count


@each_count(0, 1_000_000)
def test_fast1(known, depth, count):
    assert known.board().perft(depth, method="fast1") == count


@each_count(0, 300_000)
def test_legal(known, depth, count):
    assert known.board().perft(depth, method="legal") == count


@each_count(0, 20_000)
def test_pseudo(known, depth, count):
    assert known.board().perft(depth, method="pseudo") == count


@each_count(0, 20_000)
def test_checked(known, depth, count):
    assert known.board().perft(depth, check=True) == count


@deep
@each_count(5_000_000, 1_000_000_000)
def test_fast_deep(known, depth, count):
    assert known.board().perft(depth, threads=2) == count


@deep
@each_count(1_000_000, 1_000_000_000)
def test_fast1_deep(known, depth, count):
    assert known.board().perft(depth, threads=2, method="fast1") == count


@deep
@each_count(300_000, 1_000_000_000)
def test_legal_deep(known, depth, count):
    assert known.board().perft(depth, threads=2, method="legal") == count


@deep
@each_count(20_000, 5_000_000)
def test_pseudo_deep(known, depth, count):
    assert known.board().perft(depth, threads=2, method="pseudo") == count


@deep
@each_count(20_000, 2_000_000)
def test_checked_deep(known, depth, count):
    assert known.board().perft(depth, threads=2, check=True) == count


@deep
@each_count(1_000_000_000, 100_000_000_000)
def test_hashed_deep(known, depth, count):
    assert known.board().perft(depth, threads=2, hash_mb=256) == count


@each(KNOWN)
def test_threads_and_hash_change_no_count(known):
    depth, count = known.deepest(5_000_000)
    board = known.board()
    assert board.perft(depth, threads=2) == count
    assert board.perft(depth, hash_mb=16) == count
    assert board.perft(depth, threads=2, hash_mb=16) == count
    assert board.perft(depth, hash_mb=16, method="fast1") == count
    assert board.perft(depth, threads=2, method="legal") == count


@each(KNOWN)
def test_a_crowded_hash_table_changes_no_count(known):
    # A table of 1 MB has 65,536 entries; the first three trees need several times as many.
    depth, count = known.deepest(200_000_000 if known in STANDARD[:3] else 20_000_000)
    assert known.board().perft(depth, threads=2, hash_mb=1) == count


@pytest.mark.parametrize(
    ("fen", "depth"),
    [
        ("8/8/8/2p5/2P5/8/k7/2K5 w - - 0 1", 10),
        ("k7/P7/1K6/8/8/8/7p/8 w - - 0 1", 9),
        ("8/8/1p6/1P1k4/8/1K6/8/8 b - - 0 1", 9),
    ],
)
def test_the_hash_table_keeps_depths_apart(fen, depth):
    # Kings lose and win moves, so positions come again with another depth below them.
    board = Board(fen)
    assert board.perft(depth, hash_mb=1) == board.perft(depth)


@each(KNOWN)
def test_divide_adds_up(known):
    depth, count = known.deepest(300_000)
    board = known.board()
    divided = board.divide(depth)
    assert sum(divided.values()) == count
    assert list(divided) == list(board.legal_moves)


@each(KNOWN)
def test_divide_counts_below_each_move(known):
    depth, _ = known.deepest(100_000)
    board = known.board()
    for move, count in board.divide(depth).items():
        board.push(move)
        assert board.perft(depth - 1) == count
        board.pop()


@each(KNOWN)
def test_divide_is_the_same_for_every_method(known):
    depth, _ = known.deepest(20_000)
    board = known.board()
    divided = board.divide(depth)
    assert board.divide(depth, method="fast1") == divided
    assert board.divide(depth, method="legal") == divided
    assert board.divide(depth, method="pseudo") == divided
    assert board.divide(depth, check=True) == divided
    assert board.divide(depth, threads=2, hash_mb=1) == divided


@each(KNOWN)
def test_colours_mirrored(known):
    board = Board(mirrored(known.fen), chess960=known.chess960)
    depth, count = known.deepest(1_000_000)
    assert board.turn is not known.board().turn
    assert board.perft(depth) == count
    assert board.perft(min(depth, 3), check=True) == known.counts[min(depth, 3)]


@each(STANDARD)
def test_standard_positions_count_the_same_as_chess960(known):
    depth, count = known.deepest(1_000_000)
    assert Board(known.fen, chess960=True).perft(depth) == count


@each(KNOWN)
def test_counting_leaves_the_board_alone(known):
    board = known.board()
    before = board.fingerprint()
    board.perft(3, check=True)
    board.perft(3, method="pseudo")
    assert board.fingerprint() == before
    assert board.move_stack == []


def test_every_position_is_read():
    assert len(STANDARD) == 26
    assert len(CHESS960) == 5
    assert len({known.name for known in KNOWN}) == len(KNOWN)


@pytest.mark.parametrize("method", ["fast", "fast1", "legal", "pseudo"])
def test_depth_zero_is_one_leaf(method):
    assert Board().perft(0, method=method) == 1


@pytest.mark.parametrize("method", ["fast", "fast1", "legal", "pseudo"])
@pytest.mark.parametrize("fen", ["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/8/6QK/8/8/8/8/8 b - - 0 1"])
def test_no_moves_no_leaves(fen, method):
    board = Board(fen)
    assert board.perft(0, method=method) == 1
    assert board.perft(1, method=method) == 0
    assert board.perft(60, method=method) == 0
    assert board.divide(5, method=method) == {}
