"""Colours, piece types and squares: the same names, values and answers as python-chess."""

from __future__ import annotations

import itertools

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiwipete import squares
from tests.support.agreement.answers import outcome

CONSTANTS = [name for name in squares.__all__ if name[0].isupper() and name != "IntoSquareSet"]
OF_A_SQUARE = ["square_name", "square_file", "square_rank", "square_mirror"]
OF_TWO_SQUARES = ["square_distance", "square_manhattan_distance", "square_knight_distance"]
ALL_SQUARES = st.integers(0, 63)


@pytest.mark.parametrize("name", CONSTANTS)
def test_constants(name):
    ours, theirs = getattr(squares, name), getattr(chess, name)
    assert ours == theirs
    assert type(ours) is type(theirs)


def test_every_square_has_its_name():
    names = [file + rank for rank in "12345678" for file in "ABCDEFGH"]
    assert [getattr(squares, name) for name in names] == list(range(64))
    assert set(names) <= set(squares.__all__)


def test_everything_public_is_listed():
    imported = {"annotations", "Iterable", "Literal", "SupportsInt"}
    public = {name for name in vars(squares) if not name.startswith("_")} - imported
    assert public == set(squares.__all__)
    assert len(squares.__all__) == len(public)


@pytest.mark.parametrize("name", OF_A_SQUARE)
def test_functions_of_a_square(name):
    for square in range(-64, 64):
        assert getattr(squares, name)(square) == getattr(chess, name)(square)


@pytest.mark.parametrize("name", OF_TWO_SQUARES)
def test_functions_of_two_squares(name):
    ours, theirs = getattr(squares, name), getattr(chess, name)
    for a, b in itertools.product(range(64), repeat=2):
        assert ours(a, b) == theirs(a, b), (a, b)


def test_squares_from_files_and_ranks():
    for file, rank in itertools.product(range(8), repeat=2):
        number = squares.square(file, rank)
        assert number == chess.square(file, rank)
        assert (squares.square_file(number), squares.square_rank(number)) == (file, rank)
    assert squares.square(file_index=4, rank_index=3) == squares.E4


def test_names_and_numbers_are_inverse():
    for square, name in enumerate(chess.SQUARE_NAMES):
        assert squares.parse_square(name) == square
        assert squares.square_name(square) == name


@pytest.mark.parametrize("name", ["", "e", "e0", "e9", "i4", "E4", "e4 ", " e4", "e44", "4e", "é4"])
def test_names_of_no_square(name):
    assert outcome(chess.parse_square, name) == ("raises", ValueError)
    with pytest.raises(ValueError, match="squares are named a1 to h8") as caught:
        squares.parse_square(name)
    assert repr(name) in str(caught.value)
    assert caught.value.__suppress_context__


@given(st.text(max_size=3))
def test_any_text_as_a_square(text):
    assert outcome(squares.parse_square, text) == outcome(chess.parse_square, text)


@pytest.mark.parametrize("square", [64, 65, 1000, -65, None, "a1", 1.0])
def test_numbers_of_no_square(square):
    expected = outcome(chess.square_name, square)
    assert expected[0] == "raises"
    assert outcome(squares.square_name, square) == expected


@pytest.mark.parametrize("name", ["piece_symbol", "piece_name"])
@pytest.mark.parametrize("piece_type", [*range(-8, 9), None, True, "p"])
def test_piece_types(name, piece_type):
    expected = outcome(getattr(chess, name), piece_type)
    assert outcome(getattr(squares, name), piece_type) == expected


@given(ALL_SQUARES, ALL_SQUARES, ALL_SQUARES)
def test_distances_are_distances(a, b, c):
    for name in OF_TWO_SQUARES:
        distance = getattr(squares, name)
        assert (distance(a, b) == 0) == (a == b)
        assert distance(a, b) == distance(b, a)
        assert distance(a, c) <= distance(a, b) + distance(b, c)


def test_knight_distances_are_those_of_a_search():
    for start in range(64):
        found, edge = {start: 0}, [start]
        while edge:
            square = edge.pop(0)
            for target in chess.SquareSet(chess.BB_KNIGHT_ATTACKS[square]):
                if target not in found:
                    found[target] = found[square] + 1
                    edge.append(target)
        assert [squares.square_knight_distance(start, end) for end in range(64)] == [
            found[end] for end in range(64)
        ]
