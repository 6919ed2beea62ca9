"""Every technique can be left out, and then something changes; every margin has its range."""

import subprocess
import sys
from pathlib import Path

import pytest

from kiwipete._core import load
from kiwipete.board import Board
from kiwipete.search import Budget, Thinker
from kiwipete.search.bench import POSITIONS
from kiwipete.search.thinker import TECHNIQUE_TABLE, TECHNIQUES

ROOT = Path(__file__).parents[2]
MARGINS = [margin for *_, margins in TECHNIQUE_TABLE for margin in margins]
searcher = load("searcher")


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


@pytest.mark.parametrize(("name", "default", "minimum", "maximum"), MARGINS)
def test_a_margin_has_a_default_within_its_range(
    name: str, default: int, minimum: int, maximum: int
) -> None:
    assert minimum <= default <= maximum
    assert searcher.get_margin(name) == default
    for value in (minimum - 1, maximum + 1):
        with pytest.raises(ValueError, match=f"{name} must be from {minimum} to {maximum}"):
            searcher.set_margin(name, value)


@pytest.mark.parametrize(("name", "default", "minimum", "maximum"), MARGINS)
def test_a_margin_can_be_set_in_builds_for_tuning(
    name: str, default: int, minimum: int, maximum: int
) -> None:
    if not searcher.MARGINS_CAN_BE_SET:
        with pytest.raises(RuntimeError, match="-Dtuning=true"):
            searcher.set_margin(name, maximum)
        assert searcher.get_margin(name) == default
        return
    try:
        for value in (minimum, maximum):
            searcher.set_margin(name, value)
            assert searcher.get_margin(name) == value
            assert Thinker().think(Board(POSITIONS[1]), Budget(depth=6))
    finally:
        searcher.set_margin(name, default)


def test_an_unknown_margin_is_an_error() -> None:
    with pytest.raises(ValueError, match="no margin 'magic'"):
        searcher.get_margin("magic")
    with pytest.raises(ValueError, match="no margin 'magic'"):
        searcher.set_margin("magic", 1)


def test_the_documentation_lists_the_techniques_and_their_margins() -> None:
    command = [sys.executable, str(ROOT / "tools" / "ablations.py"), "--list"]
    table = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert table.count("\n") == len(TECHNIQUES) + 2
    assert table in (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
