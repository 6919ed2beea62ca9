"""Cutting counts into parts: nothing is lost, nothing is counted twice."""

from __future__ import annotations

import pytest

from kiwipete import Board, ImpossiblePositionError
from kiwipete.lab import long_counts
from kiwipete.lab.long_counts import positions_below, split
from tests.support.perft_data import KNOWN, STANDARD

# Each side has one legal move, for ever: the kings shuffle, all else is locked.
LOCKED = "4b2k/3pPp1p/3P1P1P/8/8/p1p1p3/P1PpP3/K2B4 w - - 0 1"
MATED = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"


def total(cut: long_counts.Split) -> int:
    return sum(
        ways * Board(epd, chess960=cut.chess960).perft(cut.depth) for epd, ways in cut.ways.items()
    )


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_the_parts_add_up(known):
    depth, count = known.deepest(200_000)
    for plies in range(min(depth, 3) + 1):
        cut = split(known.board(), depth, plies=plies)
        assert (cut.plies, cut.depth) == (plies, depth - plies)
        assert total(cut) == count


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_the_parts_add_up_wherever_the_rule_cuts(known):
    depth, count = known.deepest(200_000)
    cut = split(known.board(), depth)
    assert cut.plies >= 1
    assert total(cut) == count


# https://oeis.org/A083276: the number of positions after n plies, if en passant
# counts where a capture is legal.
@pytest.mark.parametrize(("plies", "positions"), [(0, 1), (1, 20), (2, 400), (3, 5362), (4, 72078)])
def test_transpositions_are_merged(plies, positions):
    assert len(positions_below(Board(), plies)) == positions


def test_ways_are_lines_of_play():
    ways = positions_below(Board(), 3)
    board = Board()
    for move in ("e2e4", "e7e5", "g1f3"):
        board.push_uci(move)
    # Also with the knight first, but not with the pawn first and en passant left behind.
    assert ways[board.epd()] == 2
    assert sum(ways.values()) == Board().perft(3)


def test_en_passant_and_castling_keep_positions_apart():
    # The rook goes away and comes back; the pawn goes two squares or twice one.
    ways = positions_below(Board("4k3/8/8/8/1p6/8/P7/4K2R w K - 0 1"), 1)
    assert "4k3/8/8/8/Pp6/8/8/4K2R b K a3" in ways
    ways = positions_below(Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), 4)
    assert {"4k3/8/8/8/8/8/8/4K2R w - -", "4k3/8/8/8/8/8/8/4K2R w K -"} & set(ways) == {
        "4k3/8/8/8/8/8/8/4K2R w - -"
    }


def test_en_passant_that_is_not_legal_keeps_nothing_apart():
    # The pawn that could capture is pinned.
    ways = positions_below(Board("4k3/8/8/8/1p6/8/P7/K3R3 w - - 0 1"), 1)
    assert "4k3/8/8/8/Pp6/8/8/K3R3 b - -" in ways


def test_chess960_goes_with_the_parts():
    board = Board("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", chess960=True)
    cut = split(board, 4, plies=2)
    assert cut.chess960
    assert total(cut) == board.perft(4)
    for epd in cut.ways:
        assert Board(epd, chess960=True).epd() == epd


def test_depth_zero_is_one_part():
    assert split(Board(), 0) == (0, 0, False, {Board().epd(): 1})


def test_a_game_that_is_over_has_no_parts():
    assert split(Board(MATED), 9) == (1, 8, False, {})
    assert split(Board(MATED), 9, plies=4).ways == {}


def test_a_game_that_cannot_branch_is_not_cut_to_pieces():
    cut = split(Board(LOCKED), 60)
    assert (cut.plies, len(cut.ways)) == (1, 1)


@pytest.mark.parametrize(("depth", "plies"), [(5, 1), (6, 1), (7, 2), (8, 2), (9, 2), (10, 3)])
def test_parts_of_the_start_position_take_seconds(depth, plies):
    assert split(Board(), depth).plies == plies


def test_more_parts_for_more_workers():
    assert split(Board(), 9, at_least=1000).plies == 3


def test_cutting_ends_before_the_memory_does(monkeypatch):
    monkeypatch.setattr(long_counts, "_MOST_MOVES", 10_000)
    cut = split(Board(), 30)
    assert cut.plies == 3
    assert len(cut.ways) == 5362


@pytest.mark.parametrize("known", STANDARD[:6], ids=lambda known: known.name)
def test_estimates_are_right_within_a_factor_of_three(known):
    for depth, count in known.counts.items():
        assert 1 / 3 < long_counts._estimate(known.board(), depth) / count < 3


def test_the_board_stays_as_it_is():
    board = Board()
    board.push_uci("e2e4")
    split(board, 4)
    assert (board.fen(), len(board.move_stack)) == (Board(board.fen()).fen(), 1)


@pytest.mark.parametrize("plies", [-1, 4])
def test_bad_plies(plies):
    with pytest.raises(ValueError, match=f"can be split at ply 0 to 3, not {plies}"):
        split(Board(), 3, plies=plies)


def test_bad_depths_and_positions():
    with pytest.raises(ValueError, match="the depth of a perft is 0 to 60, not 61"):
        split(Board(), 61)
    with pytest.raises(ImpossiblePositionError, match="black has no king"):
        split(Board("8/8/8/8/8/8/8/K7 w - - 0 1"), 3)
