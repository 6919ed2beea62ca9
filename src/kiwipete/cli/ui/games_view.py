"""What is in files of games, as plots in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TextIO

from kiwipete.cli.ui import has_unicode, several
from kiwipete.cli.ui.data_view import bars

if TYPE_CHECKING:
    from kiwipete.games.statistics import Statistics

_OPENINGS = 12


def statistics(known: Statistics, stream: TextIO) -> Iterator[str]:
    """Yield the lines of all plots."""
    block = "█" if has_unicode(stream) else "#"
    damage = f", {several(known.damaged, 'game')} damaged" if known.damaged else ""
    yield f"{several(known.games, 'game')}, {several(known.moves, 'move')}{damage}"
    if not known.games:
        return
    yield from ("", "Results")
    yield from bars(list(known.results), list(known.results.values()), block)
    yield from ("", f"Half-moves (average {known.moves / known.games:.0f})")
    yield from _ranges(known.length_ranges(), block)
    if known.ratings:
        yield from ("", "Ratings of both players")
        yield from _ranges(known.rating_ranges(), block)
    if known.openings:
        common = known.openings.most_common(_OPENINGS)
        yield from ("", f"Openings (the most frequent of {len(known.openings)})")
        yield from bars([code for code, _ in common], [count for _, count in common], block)


def _ranges(found: list[tuple[int, int, int]], block: str) -> Iterator[str]:
    yield from bars(
        [f"{low} to {high}" for low, high, _ in found], [count for *_, count in found], block
    )
