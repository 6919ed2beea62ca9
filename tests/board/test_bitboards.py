"""Bitboards: the same constants, tables and functions as python-chess."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiwipete import bitboards
from tests.support.agreement.answers import outcome

CONSTANTS = [name for name in bitboards.__all__ if name.startswith("BB_")]
FLIPS = [name for name in bitboards.__all__ if name.startswith("flip_")]
SHIFTS = [name for name in bitboards.__all__ if name.startswith("shift_")]
SCANS = ["scan_forward", "scan_reversed"]
SLIDER_TABLES = [
    f"BB_{line}_{kind}" for line in ("DIAG", "FILE", "RANK") for kind in ("MASKS", "ATTACKS")
]

BITBOARDS = st.integers(0, 2**64 - 1)


def samples() -> list[int]:
    """Return the empty board, the full one, single squares, neighbours, thin and thick boards."""
    rng = random.Random(1851)
    boards = [0, 2**64 - 1, *(1 << s for s in range(64)), *(3 << s for s in range(63))]
    for _ in range(1000):
        a, b, c = (rng.getrandbits(64) for _ in range(3))
        boards += [a, a & b, a & b & c, a | b, a | b | c]
    return boards


SAMPLES = samples()


@pytest.mark.parametrize("name", CONSTANTS)
def test_constants(name):
    ours, theirs = getattr(bitboards, name), getattr(chess, name)
    assert ours == theirs
    assert type(ours) is type(theirs)


def test_every_square_has_its_name():
    names = [f"BB_{file}{rank}" for rank in "12345678" for file in "ABCDEFGH"]
    assert [getattr(bitboards, name) for name in names] == [1 << square for square in range(64)]
    assert set(names) <= set(bitboards.__all__)


def test_every_bitboard_name_of_python_chess_is_there():
    theirs = {name for name in vars(chess) if name.startswith("BB_")}
    assert theirs == {*CONSTANTS, *SLIDER_TABLES}
    functions = {name for name in vars(chess) if name.startswith(("flip_", "shift_", "scan_"))}
    assert functions == {*FLIPS, *SHIFTS, *SCANS}


@pytest.mark.parametrize("name", ["lsb", "msb", "popcount", *FLIPS, *SHIFTS])
def test_functions_of_a_bitboard(name):
    ours, theirs = getattr(bitboards, name), getattr(chess, name)
    for board in SAMPLES:
        assert ours(board) == theirs(board), hex(board)


# Of such numbers python-chess's flip_anti_diagonal returns something else.
@pytest.mark.parametrize("name", sorted({*FLIPS, *SHIFTS} - {"flip_anti_diagonal"}))
def test_complements_taken_without_a_mask(name):
    ours, theirs = getattr(bitboards, name), getattr(chess, name)
    for board in SAMPLES:
        assert ours(~board) == theirs(~board), hex(board)


@pytest.mark.parametrize("name", FLIPS)
def test_flips_of_complements(name):
    flip = getattr(bitboards, name)
    for board in SAMPLES:
        assert flip(~board) & bitboards.BB_ALL == flip(board) ^ bitboards.BB_ALL, hex(board)


@pytest.mark.parametrize("name", [*FLIPS, *SHIFTS])
def test_arguments_have_the_names_of_python_chess(name):
    argument = "bb" if name in FLIPS else "b"
    for function in (getattr(chess, name), getattr(bitboards, name)):
        assert function(**{argument: 0}) == 0


@pytest.mark.parametrize("name", SCANS)
def test_scans(name):
    ours, theirs = getattr(bitboards, name), getattr(chess, name)
    assert type(ours(1)) is type(theirs(1))
    for board in SAMPLES:
        assert list(ours(board)) == list(theirs(board)), hex(board)


@given(BITBOARDS)
def test_scans_and_counts_agree(board):
    squares = list(bitboards.scan_forward(board))
    assert sum(1 << square for square in squares) == board
    assert list(bitboards.scan_reversed(board)) == squares[::-1]
    assert len(squares) == bitboards.popcount(board)
    assert (bitboards.lsb(board), bitboards.msb(board)) == (
        (squares[0], squares[-1]) if squares else (-1, -1)
    )


@given(BITBOARDS)
def test_flips_undo_themselves_and_make_each_other(board):
    for name in FLIPS:
        flip = getattr(bitboards, name)
        assert flip(flip(board)) == board
    half_turn = bitboards.flip_vertical(bitboards.flip_horizontal(board))
    assert bitboards.flip_diagonal(bitboards.flip_anti_diagonal(board)) == half_turn
    assert half_turn == int(f"{board:064b}"[::-1], 2)


@given(BITBOARDS)
def test_shifts_are_steps_on_files_and_ranks(board):
    steps = {
        "up": (0, 1),
        "down": (0, -1),
        "left": (-1, 0),
        "right": (1, 0),
        "2_up": (0, 2),
        "2_down": (0, -2),
        "2_left": (-2, 0),
        "2_right": (2, 0),
        "up_left": (-1, 1),
        "up_right": (1, 1),
        "down_left": (-1, -1),
        "down_right": (1, -1),
    }
    assert {f"shift_{step}" for step in steps} == set(SHIFTS)
    for step, (right, up) in steps.items():
        expected = 0
        for square in bitboards.scan_forward(board):
            file, rank = square % 8 + right, square // 8 + up
            if file in range(8) and rank in range(8):
                expected |= 1 << 8 * rank + file
        assert getattr(bitboards, f"shift_{step}")(board) == expected


@pytest.mark.parametrize("name", ["ray", "between"])
def test_lines_of_all_pairs(name):
    ours, theirs = getattr(bitboards, name), getattr(chess, name)
    for a, b in itertools.product(range(64), repeat=2):
        assert ours(a, b) == theirs(a, b), (a, b)


@pytest.mark.parametrize("name", ["ray", "between"])
@pytest.mark.parametrize(
    "pair", [(0, 64), (64, 0), (0, -1), (-1, 0), (-1, -1), (0, 1.0), (0, None)]
)
def test_lines_of_no_squares(name, pair):
    assert outcome(getattr(bitboards, name), *pair) == outcome(getattr(chess, name), *pair)


@pytest.mark.parametrize("name", SLIDER_TABLES)
def test_tables_of_sliders(name):
    ours, theirs = getattr(bitboards, name), getattr(chess, name)
    assert ours == theirs
    assert [type(entry) for entry in ours] == [type(entry) for entry in theirs]
    assert getattr(bitboards, name) is ours


def test_tables_of_sliders_are_made_when_asked_for():
    code = (
        "import kiwipete.bitboards as tables\n"
        f"names = {SLIDER_TABLES!r}\n"
        "assert not set(names) & set(vars(tables))\n"
        "from kiwipete.bitboards import BB_RANK_MASKS\n"
        "assert set(names) & set(vars(tables)) == {'BB_RANK_MASKS'}\n"
    )
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert process.returncode == 0, process.stderr


@pytest.mark.parametrize("name", ["BB_NONE", "BB_DIAG", "_nothing", "__path__"])
def test_tables_that_are_not_there(name):
    with pytest.raises(AttributeError, match=f"kiwipete.bitboards.*{name}"):
        getattr(bitboards, name)


def test_a_complement_is_scanned_to_its_end():
    others = [square for square in range(64) if square != 28]
    assert list(bitboards.scan_forward(~bitboards.BB_E4)) == others
    assert list(bitboards.scan_reversed(~bitboards.BB_E4)) == others[::-1]
