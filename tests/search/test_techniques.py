"""Every technique can be left out, and then something changes."""

import pytest

from kiwipete.board import Board
from kiwipete.search import Budget, Thinker
from kiwipete.search.bench import POSITIONS
from kiwipete.search.thinker import TECHNIQUES


def _nodes(without: list[str]) -> list[int]:
    thinker = Thinker()
    counts = []
    for fen in POSITIONS[1:12]:
        thinker.forget()
        thinker.think(Board(fen), Budget(depth=10), without=without)
        counts.append(thinker.nodes)
    return counts


@pytest.fixture(scope="module")
def full() -> list[int]:
    return _nodes([])


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_is_used_and_can_be_left_out(technique: str, full: list[int]) -> None:
    assert _nodes([technique]) != full
    assert _nodes([]) == full  # for one search only
