"""Every technique can be left out, and then something changes; every margin has its range."""

import subprocess
import sys
from pathlib import Path

import pytest

from kiwipete._core import searcher
from kiwipete.board import Board
from kiwipete.own_engine.bench import POSITIONS
from kiwipete.own_engine.options import TECHNIQUE_TABLE, TECHNIQUES
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.own_engine.time_management import SearchLimits

ROOT = Path(__file__).parents[2]
MARGINS = [margin for *_, margins in TECHNIQUE_TABLE for margin in margins]


def _nodes(engine: SearchEngine) -> list[int]:
    counts = []
    for fen in POSITIONS[1:12]:
        engine.clear()
        engine.search(Board(fen), SearchLimits(depth=10))
        counts.append(engine.nodes)
    return counts


@pytest.fixture(scope="module")
def full() -> list[int]:
    # Without the network: with another one a rare technique may change nothing in these positions.
    return _nodes(SearchEngine(network=None))


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_is_used_and_can_be_left_out(technique: str, full: list[int]) -> None:
    engine = SearchEngine(network=None)
    engine.set_option("without", technique)
    assert _nodes(engine) != full
    engine.set_option("without", "")
    assert _nodes(engine) == full


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
            assert SearchEngine().search(Board(POSITIONS[1]), SearchLimits(depth=6))
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
