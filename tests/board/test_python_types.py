"""Move, Piece and Outcome as dataclasses: changed, replaced, and referred to weakly."""

from __future__ import annotations

import copy
import dataclasses
import gc
import pickle
import weakref

import chess
import pytest

import kiwipete
from kiwipete import Board, InvalidSquareError, Move, Outcome, Piece, Termination

# The same objects of both libraries, and a change to each field.
RECORDS = [
    (lambda m: m.Move(12, 28), {"from_square": 11, "to_square": 27, "promotion": 5, "drop": 1}),
    (lambda m: m.Move.from_uci("e7e8q"), {"promotion": None, "to_square": 61}),
    (lambda m: m.Move.from_uci("P@e4"), {"drop": 2, "promotion": 6}),
    (lambda m: m.Move.null(), {"to_square": 1}),
    (lambda m: m.Piece(5, True), {"piece_type": 2, "color": False}),
    (lambda m: m.Piece.from_symbol("k"), {"color": True}),
    (lambda m: m.Outcome(m.Termination.STALEMATE, None), {"winner": True}),
]
each_record = pytest.mark.parametrize(("make", "changes"), RECORDS)


def parts(record: object) -> dict[str, object]:
    return {name: getattr(record, name) for name in type(record).__match_args__}


@each_record
def test_what_the_caller_made_can_be_changed(make, changes):
    for name, value in changes.items():
        ours, theirs = make(kiwipete), make(chess)
        setattr(ours, name, value)
        setattr(theirs, name, value)
        expected = parts(theirs)
        if isinstance(ours, Outcome):
            expected["termination"] = Termination(theirs.termination.value)
        assert parts(ours) == expected
        assert ours == type(ours)(**expected)
        assert ours != make(kiwipete)
        assert str(ours).partition("(")[0] == str(theirs).partition("(")[0]
        if not isinstance(ours, Outcome):
            assert hash(ours) == hash(type(ours)(**expected)) != hash(make(kiwipete))


@each_record
def test_dataclasses_knows_them(make, changes):
    ours, theirs = make(kiwipete), make(chess)
    assert dataclasses.is_dataclass(type(ours))
    names = [field.name for field in dataclasses.fields(theirs)]
    assert [field.name for field in dataclasses.fields(ours)] == names
    assert [field.default for field in dataclasses.fields(ours)] == [
        field.default for field in dataclasses.fields(theirs)
    ]
    assert dataclasses.asdict(ours) == parts(ours)
    before = repr(ours)
    for replace in (dataclasses.replace, lambda one, **some: one.__replace__(**some)):
        twin = replace(ours, **changes)
        assert type(twin) is type(ours)
        assert parts(twin) == parts(ours) | changes
        assert repr(ours) == before
        with pytest.raises(TypeError):
            replace(ours, name="x")


class Remembered(Move):
    """A move with a note, as programs have them."""

    note = ""


def test_subclasses_of_moves():
    move = Remembered.from_uci("e7e8q")
    assert type(move) is type(Remembered.null()) is type(Remembered.from_int(12)) is Remembered
    assert repr(move) == "Remembered.from_uci('e7e8q')"
    assert move == Move.from_uci("e7e8q")
    move.note = "hurrah"
    for twin in (copy.copy(move), copy.deepcopy(move), pickle.loads(pickle.dumps(move))):
        assert (type(twin), twin, twin.note) == (Remembered, move, "hurrah")
    assert type(dataclasses.replace(move, promotion=None)) is Remembered
    board = Board()
    board.push(Remembered.from_uci("e2e4"))
    assert board.move_stack == [Remembered.from_uci("e2e4")]


def given_out() -> list[Move]:
    board = Board()
    moves = [next(iter(board.legal_moves)), next(board.generate_legal_moves())]
    moves += [board.parse_uci("e2e4"), board.parse_san("e4"), board.find_move(12, 28)]
    moves += [board.push_san("e4"), board.peek(), board.move_stack[0], board.pop()]
    return moves


def test_boards_share_their_moves_and_keep_them():
    for move in given_out():
        before = parts(move), int(move)
        for name in ("from_square", "to_square", "promotion", "drop"):
            with pytest.raises(AttributeError, match=r"boards share the move .* copy"):
                setattr(move, name, 1)
        with pytest.raises(AttributeError, match="boards share the move"):
            move.__init__(2, 3)
        assert (parts(move), int(move)) == before
        twin = copy.copy(move)
        assert (twin, int(twin)) == (move, int(move))
        twin.promotion = chess.QUEEN
        assert twin.flag == 11
        assert twin != move


def test_boards_share_their_pieces_and_keep_them():
    piece = Board().piece_at(chess.A1)
    for change in ({"color": False}, {"piece_type": 1}):
        with pytest.raises(AttributeError, match="boards share the piece R"):
            setattr(piece, *next(iter(change.items())))
    with pytest.raises(AttributeError, match="boards share the piece R"):
        piece.__init__(1, True)
    assert Board().piece_at(chess.A1) == Piece.from_symbol("R")
    twin = copy.copy(piece)
    twin.color = False
    assert (twin.symbol(), piece.symbol()) == ("r", "R")


def test_a_move_that_was_pushed_can_be_changed_without_harm():
    board, move = Board(), Move.from_uci("e2e4")
    board.push(move)
    move.to_square = chess.E3
    assert board.peek().uci() == "e2e4"
    assert board.pop().uci() == "e2e4"


@pytest.mark.parametrize("value", [64, -1, 2**70])
def test_squares_are_checked_and_nothing_changes(value):
    move = Move.from_uci("e7e8q")
    for name in ("from_square", "to_square"):
        with pytest.raises(InvalidSquareError):
            setattr(move, name, value)
    for name in ("promotion", "drop"):
        with pytest.raises(ValueError, match="piece is 1 to 6"):
            setattr(move, name, value)
        with pytest.raises(TypeError):
            setattr(move, name, "q")
    with pytest.raises((AttributeError, NotImplementedError)):
        del move.promotion
    assert move.uci() == "e7e8q"


@pytest.mark.parametrize("thing", [Move(12, 28), Piece(1, True), given_out()[0]])
def test_weak_references(thing):
    assert weakref.ref(thing)() is thing


def test_a_weak_reference_does_not_keep_a_move():
    move = Move(12, 28)
    reference = weakref.ref(move)
    seen = weakref.WeakKeyDictionary({move: "seen"})
    assert seen[Move(12, 28)] == "seen"
    del move
    gc.collect()
    assert reference() is None
    assert len(seen) == 0
