"""The search finds every mate of tests/data/mates.epd, and none that is not there."""

from __future__ import annotations

from collections import Counter

import pytest

from kiwipete._core.line import Bound, Line
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.own_engine.time_management import SearchLimits
from tests.support.mate_proof import MateProof
from tests.support.mates import MATES

ENOUGH_NODES = 3_000_000
PROVED_IN_NO_TIME = 5  # moves


def with_names(mates):
    return pytest.mark.parametrize("mate", mates, ids=[mate.name for mate in mates])


@pytest.fixture(scope="module")
def engine() -> SearchEngine:
    return SearchEngine(hash_mb=16)


def test_there_are_mates_of_all_lengths():
    counts = Counter(mate.moves for mate in MATES)
    assert sorted(counts) == [2, 3, 4, 5, 6]
    assert min(counts.values()) >= 10


def test_there_are_mates_of_all_kinds():
    features = " ".join(mate.features for mate in MATES)
    for kind in (
        *("middle game", "end game", "quiet first move", "behind in material"),
        *("castling", "en passant", "promotion", "underpromotion"),
    ):
        assert kind in features
    assert {mate.board.turn for mate in MATES} == {True, False}


@with_names(MATES)
def test_the_line_ends_in_mate(mate):
    board = mate.board.copy()
    for move in mate.line:
        assert board.is_legal(move)
        board.push(move)
    assert board.is_checkmate()
    assert len(mate.line) == 2 * mate.moves - 1


@with_names(MATES)
def test_a_search_finds_the_mate(engine, mate):
    """And never tells of a shorter one on its way."""
    lines: list[Line] = []

    def note(line: Line) -> None:
        lines.append(line)
        if line.mate == mate.moves and line.bound == Bound.EXACT:
            engine.stop()

    engine.clear()
    (best,) = engine.search(mate.board, SearchLimits(nodes=ENOUGH_NODES), report=note)
    assert best.mate == mate.moves
    assert all(line.mate is None or line.mate >= mate.moves for line in lines if line.mate != 0)


@with_names(MATES)
def test_a_search_for_the_mate_finds_it(engine, mate):
    """And shows the whole line."""
    engine.clear()
    (best,) = engine.search(mate.board, SearchLimits(mate=mate.moves))
    assert best.mate == mate.moves
    board = mate.board.copy()
    for move in best.moves:
        board.push(move)
    assert board.is_checkmate()
    assert len(best.moves) == 2 * mate.moves - 1


@with_names([mate for mate in MATES if mate.moves <= PROVED_IN_NO_TIME])
def test_there_is_no_shorter_mate(mate):
    assert MateProof().shortest(mate.board, mate.moves) == mate.moves


@pytest.mark.deep
@with_names([mate for mate in MATES if mate.moves > PROVED_IN_NO_TIME])
def test_there_is_no_shorter_mate_of_the_long_ones(mate):
    assert MateProof().shortest(mate.board, mate.moves) == mate.moves
