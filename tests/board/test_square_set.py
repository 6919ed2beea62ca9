"""SquareSet: the same answers, changes and errors as python-chess, and those of a set."""

from __future__ import annotations

import copy
import operator
import pickle
import random
import re
import xml.etree.ElementTree as ET
from fractions import Fraction

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiwipete import IntoSquareSet, SquareSet
from tests.support.agreement.answers import outcome

MASKS = st.integers(0, 2**64 - 1)
SQUARES = st.integers(0, 63)

TESTS = ["isdisjoint", "issubset", "issuperset"]
METHODS = ["union", "intersection", "difference", "symmetric_difference"]
UPDATES = ["update", "intersection_update", "difference_update", "symmetric_difference_update"]
OPERATORS = [operator.or_, operator.and_, operator.sub, operator.xor]
IN_PLACE = [operator.ior, operator.iand, operator.isub, operator.ixor]
LOOKS = [str, repr, int, len, bool, list, hex, operator.index, lambda s: list(reversed(s))]
LOOKS += [lambda s: s.tolist(), lambda s: list(s.mirror()), lambda s: int(~s), lambda s: s.mask]


class Number:
    """Something that is a number only when asked."""

    def __int__(self) -> int:
        return 0x1234


class Index:
    """Something that can only be an index, which is not enough."""

    def __index__(self) -> int:
        return 5


# What a set can be made of, what it cannot, and what looks like either.
THINGS = [
    *(0, 1, -1, 2**64 - 1, 2**64, -(2**70), True, 3.7, -0.5, Fraction(9, 2), Number(), Index()),
    *([], [0], [0, 63], [1, 1], (5, 6), {7}, frozenset({8}), {9: "x"}, range(3), b"\x01\x02"),
    *([-1], [-64], [True], [64], [-65], [1.0], [None], ["a1"], ["a"], "", "a1", b"\xff", None),
    *([[]], object(), float("nan"), float("inf"), chess.Piece(1, True), chess.square_name),
]


def name_of(thing: object) -> str:
    """Name a thing the same way in every process: without its place in memory."""
    return re.sub(r" at 0x[0-9a-f]+", "", repr(thing))


def samples(count: int) -> list[int]:
    """Return empty, full, thin and thick masks."""
    rng = random.Random(1851)
    masks = [0, 2**64 - 1, 1, 1 << 63]
    while len(masks) < count:
        a, b, c = (rng.getrandbits(64) for _ in range(3))
        masks += [a, a & b & c, a | b | c, 1 << rng.randrange(64)]
    return masks


def plain(thing: object) -> object:
    """Return the mask of a set of either library, and anything else as it is."""
    return int(thing) if isinstance(thing, SquareSet | chess.SquareSet) else thing


def plain_outcome(function, *arguments):
    kind, value = outcome(function, *arguments)
    return kind, plain(value)


def test_every_public_name_is_there():
    theirs = {name for name in dir(chess.SquareSet(1)) if not name.startswith("_")}
    assert theirs == {name for name in dir(SquareSet) if not name.startswith("_")}
    special = {name for name, value in vars(chess.SquareSet).items() if callable(value)}
    assert special <= set(vars(SquareSet))


def test_looks():
    for mask in samples(2000):
        ours, theirs = SquareSet(mask), chess.SquareSet(mask)
        for look in LOOKS:
            assert look(ours) == look(theirs), hex(mask)
        assert [s in ours for s in range(-64, 64)] == [s in theirs for s in range(-64, 64)]


def test_a_new_set_is_empty():
    assert int(SquareSet()) == int(chess.SquareSet()) == 0


@pytest.mark.parametrize("thing", THINGS, ids=name_of)
def test_making(thing):
    assert plain_outcome(SquareSet, thing) == plain_outcome(chess.SquareSet, thing)


@pytest.mark.parametrize("thing", THINGS, ids=name_of)
@pytest.mark.parametrize("name", [*TESTS, *METHODS])
def test_methods_take_the_same_things(name, thing):
    expected = plain_outcome(getattr(chess.SquareSet(0x1237), name), thing)
    assert plain_outcome(getattr(SquareSet(0x1237), name), thing) == expected


@pytest.mark.parametrize("thing", THINGS, ids=name_of)
@pytest.mark.parametrize("operate", [operator.eq, operator.ne, operator.lt, *OPERATORS, *IN_PLACE])
def test_operators_take_the_same_things(operate, thing):
    for mask in (0, 0x1234, 0b111, 2**64 - 1):
        expected = plain_outcome(operate, chess.SquareSet(mask), thing)
        assert plain_outcome(operate, SquareSet(mask), thing) == expected
        expected = plain_outcome(operate, thing, chess.SquareSet(mask))
        assert plain_outcome(operate, thing, SquareSet(mask)) == expected


def test_operations_on_two_sets():
    masks = samples(1500)
    for a, b in zip(masks, reversed(masks), strict=True):
        for forms in ((b, b), (SquareSet(b), chess.SquareSet(b)), (list(SquareSet(b)),) * 2):
            for name in [*TESTS, *METHODS]:
                ours = getattr(SquareSet(a), name)(forms[0])
                assert plain(ours) == plain(getattr(chess.SquareSet(a), name)(forms[1]))
            for operate in [*OPERATORS, operator.eq]:
                ours = operate(SquareSet(a), forms[0])
                assert plain(ours) == plain(operate(chess.SquareSet(a), forms[1]))


def test_changes():
    masks = samples(1500)
    for a, b in zip(masks, reversed(masks), strict=True):
        for name in UPDATES:
            ours, theirs = SquareSet(a), chess.SquareSet(a)
            assert getattr(ours, name)(b) is getattr(theirs, name)(b) is None
            assert int(ours) == int(theirs)
        for operate in IN_PLACE:
            ours, theirs = SquareSet(a), chess.SquareSet(a)
            assert operate(ours, b) is ours
            assert int(ours) == int(operate(theirs, b))


def test_shifts():
    for mask in samples(200):
        for shift in (0, 1, 7, 8, 9, 31, 63, 64, 70):
            for operate in (operator.lshift, operator.rshift, operator.ilshift, operator.irshift):
                ours, theirs = SquareSet(mask), chess.SquareSet(mask)
                result = operate(ours, shift)
                assert int(result) == int(operate(theirs, shift))
                assert (result is ours) == (operate in (operator.ilshift, operator.irshift))
                assert int(ours) == int(theirs)
    for bad in (-1, 1.0, None, SquareSet(1)):
        expected = outcome(operator.lshift, chess.SquareSet(1), bad)
        assert outcome(operator.lshift, SquareSet(1), bad) == expected
        assert expected[0] == "raises"


@pytest.mark.parametrize("name", ["add", "discard", "remove"])
@pytest.mark.parametrize("mask", [0, 0b111, 2**64 - 1])
def test_changes_by_one_square(name, mask):
    for square in [*range(-66, 67), True, None, "a1", 1.0]:
        ours, theirs = SquareSet(mask), chess.SquareSet(mask)
        assert outcome(getattr(ours, name), square) == outcome(getattr(theirs, name), square)
        assert int(ours) == int(theirs)


def test_removing_what_is_not_there_names_it():
    with pytest.raises(KeyError) as caught:
        SquareSet(1).remove(9)
    assert caught.value.args == (9,)


def test_popping():
    for mask in samples(100):
        ours, theirs = SquareSet(mask), chess.SquareSet(mask)
        while theirs:
            assert ours.pop() == theirs.pop()
            assert int(ours) == int(theirs)
        with pytest.raises(KeyError, match="empty"):
            ours.pop()


def test_several_sets_at_once():
    ours, theirs = SquareSet(0xFF), chess.SquareSet(0xFF)
    for either in (ours, theirs):
        either.update()
        either.intersection_update()
        either.update([9], 0x400, range(20, 22))
        either.intersection_update(0xFFF, [0, 1, 9, 10])
    assert int(ours) == int(theirs) == 0b0110_0000_0011
    for name in [*METHODS, "difference_update", "symmetric_difference_update"]:
        assert outcome(getattr(ours, name), 1, 2) == ("raises", TypeError)
        assert outcome(getattr(theirs, name), 1, 2) == ("raises", TypeError)


def test_what_came_before_a_bad_set_counts():
    for kind in (SquareSet, chess.SquareSet):
        squares = kind(1)
        with pytest.raises(IndexError):
            squares.update([3], [4, 64])
        assert int(squares) == 0b1001


def test_clear_and_copy():
    squares = SquareSet(7)
    twin = squares.copy()
    squares.clear()
    assert (int(squares), int(twin)) == (0, 7)


@pytest.mark.parametrize(
    "make_copy", [copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))]
)
def test_copies(make_copy):
    squares = SquareSet(0x8001)
    twin = make_copy(squares)
    twin.add(5)
    assert (int(squares), int(twin)) == (0x8001, 0x8021)


def test_lines_and_single_squares():
    for a in range(64):
        assert int(SquareSet.from_square(a)) == int(chess.SquareSet.from_square(a))
        for b in range(64):
            assert int(SquareSet.ray(a, b)) == int(chess.SquareSet.ray(a, b))
            assert int(SquareSet.between(a, b)) == int(chess.SquareSet.between(a, b))
    for bad in (64, -65, None, "a1"):
        expected = outcome(chess.SquareSet.from_square, bad)
        assert outcome(SquareSet.from_square, bad) == expected
        assert expected[0] == "raises"


def test_subsets():
    for mask in [0, 1, 1 << 63, 0x8100_0000_0000_0081, 0x0008_0014_0000_2211, 0xFF << 40]:
        subsets = list(SquareSet(mask).carry_rippler())
        assert subsets == list(chess.SquareSet(mask).carry_rippler())
        assert len(set(subsets)) == 2 ** mask.bit_count()


def test_going_through_a_set_while_it_changes():
    for kind in (SquareSet, chess.SquareSet):
        squares, seen = kind(7), []
        for square in squares:
            seen.append(square)
            squares.discard(square + 1)
        assert (seen, int(squares)) == ([0, 1, 2], 1)


def test_sets_have_no_hash_and_no_order():
    for kind in (SquareSet, chess.SquareSet):
        assert outcome(hash, kind(1)) == ("raises", TypeError)
        assert outcome(operator.le, kind(1), kind(3)) == ("raises", TypeError)


def test_the_mask_can_be_set():
    for value in (0, 0x1234, 2**64 - 1, True, SquareSet(9)):
        squares = SquareSet(1)
        squares.mask = value
        assert (squares.mask, list(squares)) == (int(value), list(SquareSet(value)))
    for value, mask in ((2**64, 0), (-1, 2**64 - 1), (2**70 + 5, 5)):
        squares.mask = value
        assert squares.mask == mask
    for bad in (1.0, None, "1", [1]):
        with pytest.raises(TypeError):
            squares.mask = bad
    assert squares.mask == 5


def test_iterators():
    squares = iter(SquareSet([3, 60]))
    assert iter(squares) is squares
    assert [next(squares), next(squares)] == [3, 60]
    for _ in range(2):
        with pytest.raises(StopIteration):
            next(squares)
    with pytest.raises(TypeError):
        copy.copy(squares)


class Named(SquareSet):
    """A subclass, as a program may have."""

    def __init__(self, squares, name="nameless"):
        super().__init__(squares)
        self.name = name


def test_subclasses():
    for made in (Named.from_square(1), Named.ray(0, 1), Named.between(0, 7)):
        assert type(made) is Named
    for made in (Named(3).copy(), ~Named(3), Named(3) | 4, Named(3) << 1, Named(3).mirror()):
        assert type(made) is SquareSet
    assert repr(Named(3)) == repr(SquareSet(3))
    for twin in (copy.copy(Named(3, "two")), pickle.loads(pickle.dumps(Named(3, "two")))):
        assert (type(twin), twin.mask, twin.name) == (Named, 3, "two")


def test_arguments_have_the_names_of_python_chess():
    for kind in (SquareSet, chess.SquareSet):
        squares = kind(squares=3)
        squares.add(square=5)
        assert squares.union(other=[9]) == [0, 1, 5, 9]
        assert kind.between(a=0, b=3) == [1, 2]


def test_the_alias_can_be_used_in_annotations():
    assert (IntoSquareSet | None).__args__[-1] is type(None)


def test_picture():
    root = ET.fromstring(SquareSet([0, 63])._repr_svg_())
    copies = [use.get("href") for use in root.iter("{http://www.w3.org/2000/svg}use")]
    assert copies == ["#xx", "#xx"]
    assert root.get("width") == "390"


@given(st.sets(SQUARES), st.sets(SQUARES), SQUARES)
def test_sets_are_sets(a, b, square):
    squares = SquareSet(a)
    assert set(squares) == a
    assert squares == a
    assert a == squares
    assert len(squares) == len(a)
    assert (square in squares) == (square in a)
    assert (squares == SquareSet(b)) == (a == b)
    for operate in OPERATORS:
        assert set(operate(squares, b)) == operate(a, b)
    for name in TESTS:
        assert getattr(squares, name)(b) == getattr(a, name)(b)


@given(MASKS, MASKS)
def test_laws(a, b):
    one, two = SquareSet(a), SquareSet(b)
    assert ~(one | two) == ~one & ~two
    assert one - two == one & ~two
    assert one ^ two == (one | two) - (one & two)
    assert one.mirror().mirror() == one
    assert one.issubset(one | two)
    assert eval(repr(one)) == one


CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["add", "discard", "remove", "pop", "clear", *UPDATES]), SQUARES, MASKS
    ),
    max_size=30,
)


@given(MASKS, CHANGES)
def test_long_stories(mask, changes):
    ours, theirs = SquareSet(mask), chess.SquareSet(mask)
    for name, square, other in changes:
        arguments = []
        if name in UPDATES:
            arguments = [other]
        elif name not in ("pop", "clear"):
            arguments = [square]
        expected = outcome(getattr(theirs, name), *arguments)
        assert outcome(getattr(ours, name), *arguments) == expected
        assert int(ours) == int(theirs)
