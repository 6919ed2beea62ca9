"""What is in files of games, in figures."""

from __future__ import annotations

from collections import Counter

import numpy as np

from kiwipete.games.collection import Games
from kiwipete.games.opening_names import openings_of

_RATING_STEP, _LENGTH_STEP = 200, 20


class Statistics:
    """Results, lengths in half-moves, ratings and openings, added up batch by batch.

    An opening is the tag ECO, or without one the code of the last position that has a name.

    >>> known = Statistics()
    >>> known.add(kiwipete.games.read_games(io.BytesIO(b"1. e4 e5 1-0")))
    >>> known.results["1-0"], known.moves, known.openings["C20"]
    (1, 2, 1)
    """

    def __init__(self) -> None:
        self.games = 0
        self.moves = 0
        self.damaged = 0
        self.results = {"1-0": 0, "1/2-1/2": 0, "0-1": 0, "*": 0}
        self.lengths: Counter[int] = Counter()  # by the lowest of each range, as ratings are
        self.ratings: Counter[int] = Counter()
        self.openings: Counter[str] = Counter()

    def add(self, games: Games) -> None:
        """Count some games."""
        self.games += len(games)
        self.moves += len(games.moves)
        self.damaged += games.damaged
        for points, result in ((1.0, "1-0"), (0.5, "1/2-1/2"), (0.0, "0-1")):
            self.results[result] += int((games.results == points).sum())
        self.results["*"] += int(np.isnan(games.results).sum())
        lengths = np.diff(games.offsets) // _LENGTH_STEP * _LENGTH_STEP
        self.lengths.update(lengths.tolist())
        for name in ("WhiteElo", "BlackElo"):
            ratings = games.headers.integers(name)
            self.ratings.update((ratings[ratings >= 0] // _RATING_STEP * _RATING_STEP).tolist())
        self.openings.update(self._codes(games))

    def _codes(self, games: Games) -> list[str]:
        """Return the ECO codes of games: their tags, or that of the last position with a name."""
        codes = games.headers["ECO"]
        missing = np.flatnonzero((codes == None) | (codes == "") | (codes == "?"))  # noqa: E711
        if len(missing):
            named = openings_of(games if len(missing) == len(games) else games[missing])
            codes[missing] = [None if opening is None else opening.eco for opening in named]
        return [code for code in codes.tolist() if code]

    def ranges(self, counts: Counter[int], step: int) -> list[tuple[int, int, int]]:
        """Return the first and last number of each range, and how many are in it."""
        if not counts:
            return []
        lows = range(min(counts), max(counts) + 1, step)
        return [(low, low + step - 1, counts[low]) for low in lows]

    def length_ranges(self) -> list[tuple[int, int, int]]:
        """Return how many games are how long."""
        return self.ranges(self.lengths, _LENGTH_STEP)

    def rating_ranges(self) -> list[tuple[int, int, int]]:
        """Return how many players have which rating."""
        return self.ranges(self.ratings, _RATING_STEP)

    def figures(self) -> dict[str, object]:
        """Return everything in a form for JSON."""
        return {
            "games": self.games,
            "moves": self.moves,
            "damaged": self.damaged,
            "results": self.results,
            "lengths": self.length_ranges(),
            "ratings": self.rating_ranges(),
            "openings": dict(self.openings.most_common()),
        }
