"""What an index takes from games, as arrays for the compiled collector."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kiwipete._core.explorer_rows import Collector
    from kiwipete._core.game_board import GameBoard
    from kiwipete.games import Games

_USUAL_VARIANTS = {None, "Standard", "standard", "Chess", "chess"}
_RESULT_BITS = 2
_MOST_RATING = 2**16 - 1


class Columns(NamedTuple):
    """Games as the collector takes them, and how many have moves to take."""

    moves: NDArray[np.uint16]
    offsets: NDArray[np.int64]
    labels: NDArray[np.uint16]
    ratings: NDArray[np.uint16]
    starts: dict[int, GameBoard | None]
    games: int

    def rows(self, plies: int) -> int:
        """Return the number of rows that this many plies of each game make, at most."""
        return int(np.minimum(np.diff(self.offsets), plies).sum())

    def add_to(self, collector: Collector) -> None:
        """Add the games to a collector."""
        collector.add(self.moves, self.offsets, self.labels, self.ratings, self.starts)


def columns_of(games: Games) -> Columns:
    """Return the arrays of games; ValueError if tags that say where games begin were not kept."""
    starts = _starts(games)
    years = _years(games)
    results = np.select(
        [games.results == 1, games.results == 0.5, games.results == 0], [1, 2, 3], default=0
    )
    taken = int(np.count_nonzero(np.diff(games.offsets)))
    taken -= sum(board is None for board in starts.values())
    return Columns(
        games.moves,
        games.offsets,
        (years << _RESULT_BITS | results).astype(np.uint16),
        _ratings(games),
        starts,
        taken,
    )


def _starts(games: Games) -> dict[int, GameBoard | None]:
    """Return the start positions of games with others than the usual; None if unreadable."""
    try:
        fens, variants = games.headers["FEN"], games.headers["Variant"]
    except KeyError as error:
        raise ValueError("an index needs the tags FEN and Variant of games") from error
    others = np.flatnonzero(fens != None)  # noqa: E711
    named = np.flatnonzero(variants != None)  # noqa: E711
    numbers = {*others.tolist(), *(n for n in named.tolist() if variants[n] not in _USUAL_VARIANTS)}
    starts: dict[int, GameBoard | None] = {}
    for number in numbers:
        if games.offsets[number] < games.offsets[number + 1]:
            try:
                starts[number] = games[number].board(0)
            except ValueError:
                starts[number] = None
    return starts


def _years(games: Games) -> NDArray[np.int64]:
    """Return the years of games, 0 where they are unknown."""
    known: dict[Any, int] = {}
    found = np.zeros(len(games), dtype=np.int64)
    for name in ("UTCDate", "Date"):
        try:
            dates = games.headers[name].tolist()
        except KeyError:
            continue
        for date in set(dates) - set(known):
            known[date] = _year(date)
        years = np.fromiter(map(known.__getitem__, dates), np.int64, len(dates))
        found = np.where(years > 0, years, found)
    return found


def _year(date: str | None) -> int:
    year = (date or "")[:4]
    return int(year) if len(year) == 4 and year.isascii() and year.isdecimal() else 0


def _ratings(games: Games) -> NDArray[np.uint16]:
    """Return White's and Black's rating of each game, 0 unless both are known."""
    try:
        columns = [games.headers.integers(name) for name in ("WhiteElo", "BlackElo")]
    except KeyError:
        return np.zeros((len(games), 2), dtype=np.uint16)
    ratings = np.stack(columns, axis=1)
    known = ((ratings > 0) & (ratings <= _MOST_RATING)).all(axis=1, keepdims=True)
    return np.where(known, ratings, 0).astype(np.uint16)
