"""Every technique can be left out, and then something changes."""

import pytest

from kiwipete.board import Board
from kiwipete.own_engine.bench import POSITIONS
from kiwipete.own_engine.options import TECHNIQUES
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.own_engine.time_management import SearchLimits


def _nodes(engine: SearchEngine) -> list[int]:
    counts = []
    for fen in POSITIONS[1:12]:
        engine.clear()
        engine.search(Board(fen), SearchLimits(depth=10))
        counts.append(engine.nodes)
    return counts


@pytest.fixture(scope="module")
def full() -> list[int]:
    return _nodes(SearchEngine())


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_is_used_and_can_be_left_out(technique: str, full: list[int]) -> None:
    engine = SearchEngine()
    engine.set_option("without", technique)
    assert _nodes(engine) != full
    engine.set_option("without", "")
    assert _nodes(engine) == full
