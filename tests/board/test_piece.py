"""Piece: the same letters, pictures, equality and hash as python-chess."""

from __future__ import annotations

import copy
import itertools
import pickle
import xml.etree.ElementTree as ET

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiwipete import Board, Piece
from tests.support.agreement.answers import outcome

KINDS = list(itertools.product(range(1, 7), (True, False)))
ASCII = [chr(code) for code in range(128)]


@pytest.mark.parametrize(("piece_type", "color"), KINDS)
def test_the_twelve_pieces(piece_type, color):
    ours, theirs = Piece(piece_type, color), chess.Piece(piece_type, color)
    assert (ours.piece_type, ours.color) == (piece_type, color)
    assert ours.symbol() == theirs.symbol()
    assert str(ours) == str(theirs)
    assert repr(ours) == repr(theirs)
    assert hash(ours) == hash(theirs)
    assert ours.unicode_symbol() == theirs.unicode_symbol()
    for invert in (True, False):
        expected = theirs.unicode_symbol(invert_color=invert)
        assert ours.unicode_symbol(invert_color=invert) == expected
    assert eval(repr(ours), {"Piece": Piece}) == ours


@pytest.mark.parametrize("symbol", [*ASCII, "", "NN", "Pp", " N", "N ", "knight", "♘"])
def test_letters(symbol):
    kind, expected = outcome(chess.Piece.from_symbol, symbol)
    if kind == "raises":
        assert expected is ValueError
        with pytest.raises(ValueError, match="pieces are one of PNBRQKpnbrqk") as caught:
            Piece.from_symbol(symbol)
        assert repr(symbol) in str(caught.value)
    else:
        piece = Piece.from_symbol(symbol)
        assert (piece.piece_type, piece.color) == (expected.piece_type, expected.color)
        assert type(piece.color) is bool


def test_equality():
    pieces = [Piece(*kind) for kind in KINDS]
    for (i, a), (j, b) in itertools.product(enumerate(pieces), repeat=2):
        assert (a == Piece(*KINDS[j])) == (i == j)
        assert (a != b) == (i != j)
    assert len({*pieces, *(Piece(*kind) for kind in KINDS)}) == 12


class Named(Piece):
    """A subclass, as a program may have."""


@pytest.mark.parametrize("other", [None, "P", 1, (1, True), Named(1, True)])
def test_other_things_are_not_equal(other):
    assert Piece(1, True).__eq__(other) is NotImplemented
    assert Piece(1, True) != other
    assert other != Piece(1, True)


def test_subclasses():
    assert type(Named.from_symbol("N")) is Named
    assert Named(2, True) == Named.from_symbol("N")
    named = Named(2, False)
    named.name = "Bucephalus"
    for twin in (copy.copy(named), pickle.loads(pickle.dumps(named))):
        assert (twin, twin.name) == (named, "Bucephalus")
        assert type(twin) is Named


def test_boards_share_their_pieces():
    board = Board()
    assert board.piece_at(0) is board.piece_at(7)
    assert board.piece_at(0) is not Piece.from_symbol("R")
    with pytest.raises(AttributeError):
        Piece(1, True).name = "Pawn"


@pytest.mark.parametrize(
    "make_copy", [copy.copy, copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))]
)
def test_copies(make_copy):
    piece = Piece(2, False)
    twin = make_copy(piece)
    assert twin == piece
    assert twin is not piece


def test_matching():
    assert Piece.__match_args__ == chess.Piece.__match_args__
    match Piece(2, False):
        case Piece(2, color):
            assert color is False
        case _:
            pytest.fail("a black knight is a knight")


def test_arguments():
    assert Piece(piece_type=2, color=True) == Piece(2, True)
    for call in (
        lambda: Piece(2),
        lambda: Piece(2, True).unicode_symbol(True),
        lambda: Piece(1, True) < Piece(2, True),
    ):
        with pytest.raises(TypeError):
            call()


@given(st.integers(1, 6), st.integers(-2, 2))
def test_colours_are_truth_values(piece_type, color):
    piece, oracle = Piece(piece_type, color), chess.Piece(piece_type, color)
    assert hash(piece) == hash(oracle)
    assert piece.symbol() == oracle.symbol()
    assert piece.color is bool(color)


@pytest.mark.parametrize("piece_type", [0, 7, -1, 2**70])
def test_there_are_six_types(piece_type):
    with pytest.raises(ValueError, match="a type of piece is 1 to 6"):
        Piece(piece_type, True)


@pytest.mark.parametrize("piece_type", [None, 1.0, "1", "p", [1]])
def test_types_are_whole_numbers(piece_type):
    with pytest.raises(TypeError):
        Piece(piece_type, True)


def test_picture():
    root = ET.fromstring(Piece(2, True)._repr_svg_())
    assert (root.get("width"), root.get("height")) == ("45", "45")
    assert [group.get("class") for group in root] == ["white knight"]
