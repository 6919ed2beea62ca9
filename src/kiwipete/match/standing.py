"""The standing of a match: points, pairs, failures and time, and the ratings that follow."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kiwipete.match.pentanomial import VALUES, WITHIN, Estimate, Pentanomial, score_of
from kiwipete.match.record import Game
from kiwipete.match.terms import Control

# A player that leaves more than this share of its time unused hoards it, except in short games.
_HOARDED = 0.5
_LONG_GAME = 40  # moves of a player

_SLOPE = math.log(10) / 400
_STEPS = 200
# A virtual drawn pair between any two opponents keeps a perfect score from being infinite.
_PRIOR = Pentanomial((0, 0, 1, 0, 0))


@dataclass
class TimeUse:
    """A player's use of time; overruns are moves that took too long, but within the grace."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    overruns: int = 0
    # On a clock, only from long games: a short game always leaves time unused.
    long_seconds: float = 0.0
    long_available: float = 0.0

    @property
    def average(self) -> float:
        """Seconds per move."""
        return self.seconds / self.moves if self.moves else 0.0

    @property
    def unused(self) -> float | None:
        """The share of its time that it left unused; None if unknown."""
        return 1 - self.long_seconds / self.long_available if self.long_available else None

    @property
    def hoards(self) -> bool:
        """Whether it leaves a large part of its time unused."""
        return self.unused is not None and self.unused > _HOARDED

    def add(self, seconds: list[float], overruns: int, control: Control) -> None:
        """Add the moves of a game."""
        self.moves += len(seconds)
        self.seconds += sum(seconds)
        self.longest = max([self.longest, *seconds])
        self.overruns += overruns
        if control.movetime or (control.timed and len(seconds) >= _LONG_GAME):
            self.long_seconds += sum(seconds)
            self.long_available += control.available(len(seconds))


@dataclass
class PlayerStanding:
    """A player's results against all others."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    time: TimeUse = field(default_factory=TimeUse)

    @property
    def games(self) -> int:
        """The number of games it has played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Its points."""
        return self.wins + self.draws / 2


class Standing:
    """The standing after the games added so far."""

    def __init__(self, players: int, control: Control, games: Iterable[Game] = ()) -> None:
        self._control = control
        self.games = 0
        self.players = [PlayerStanding() for _ in range(players)]
        self.reasons: Counter[str] = Counter()
        self._half: dict[int, Game] = {}  # games of incomplete pairs
        self._pairs: dict[tuple[int, int], Pentanomial] = {}
        for game in games:
            self.add(game)

    def add(self, game: Game) -> None:
        """Add a game; games may come in any order."""
        self.games += 1
        self.reasons[game.reason] += 1
        for player, overruns in zip((game.white, game.black), game.overruns, strict=True):
            self._add_to(self.players[player], game.points(player))
            self.players[player].time.add(game.seconds(player), overruns, self._control)
        if game.failed is not None:
            self.players[game.failed].failures[game.reason] += 1
        self._pair_up(game)

    def pairs(self, first: int = 0, second: int = 1) -> Pentanomial:
        """Return the complete pairs of two players, from the first one's point of view."""
        if first > second:
            return self.pairs(second, first).reversed()
        return self._pairs.get((first, second), Pentanomial())

    def _add_to(self, player: PlayerStanding, points: float) -> None:
        player.wins += points == 1
        player.draws += points == 0.5
        player.losses += points == 0

    def _pair_up(self, game: Game) -> None:
        """Join the games of a pair: an even number and the next."""
        pairing = min(game.white, game.black), max(game.white, game.black)
        other = self._half.pop(game.number // 2, None)
        if other is None:
            self._half[game.number // 2] = game
        else:
            points = game.points(pairing[0]) + other.points(pairing[0])
            self._pairs[pairing] = self.pairs(*pairing) + Pentanomial.of([points])


def ratings(standing: Standing, players: int) -> list[Estimate]:
    """Return each player's Elo relative to the average, by maximum likelihood."""
    met = {(i, j): standing.pairs(i, j) for i in range(players) for j in range(players) if i != j}
    met = {pairing: pairs for pairing, pairs in met.items() if pairs.pairs}
    elo = _best(met, players)
    return [Estimate(value, error) for value, error in zip(elo, _errors(met, elo), strict=True)]


def _best(met: dict[tuple[int, int], Pentanomial], players: int) -> list[float]:
    """Return the ratings at which each score equals its expectation, by Newton's method."""
    elo = [0.0] * players
    for _ in range(_STEPS):
        for i in range(players):
            excess = slope = 0.0
            for (one, other), pairs in met.items():
                if one == i:
                    fair = pairs + _PRIOR
                    expected = score_of(elo[i] - elo[other])
                    excess += fair.pairs * (fair.score - expected)
                    slope += fair.pairs * _SLOPE * expected * (1 - expected)
            if slope:
                elo[i] += max(-200.0, min(200.0, excess / slope))
        mean = sum(elo) / players
        elo = [value - mean for value in elo]
    return elo


def _errors(met: dict[tuple[int, int], Pentanomial], elo: Sequence[float]) -> list[float]:
    """Return the errors of the ratings, from the slope of the scores and their variance."""
    n = len(elo)
    curvature = [[1.0 / n] * n for _ in range(n)]  # fixes the mean, which games do not determine
    spread = [[0.0] * n for _ in range(n)]
    for (i, j), pairs in met.items():
        expected = score_of(elo[i] - elo[j])
        slope = pairs.pairs * _SLOPE * expected * (1 - expected)
        noise = sum(
            count * (value - expected) ** 2
            for count, value in zip((pairs + _PRIOR).counts, VALUES, strict=True)
        )
        curvature[i][i] += slope
        curvature[i][j] -= slope
        spread[i][i] += noise
        spread[i][j] -= noise
    inverse = _inverted(curvature)
    if inverse is None:
        return [math.inf] * n
    variances = [
        sum(inverse[k][a] * spread[a][b] * inverse[k][b] for a in range(n) for b in range(n))
        for k in range(n)
    ]
    return [WITHIN * math.sqrt(max(0.0, variance)) for variance in variances]


def _inverted(matrix: Sequence[Sequence[float]]) -> list[list[float]] | None:
    """Return the inverse of a matrix, by elimination; None if it is singular."""
    n = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(n))] for i, row in enumerate(matrix)]
    for column in range(n):
        pivot = max(range(column, n), key=lambda row: abs(rows[row][column]))
        if abs(rows[pivot][column]) < 1e-12:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for other in range(n):
            if other != column and rows[other][column]:
                factor = rows[other][column]
                rows[other] = [
                    a - factor * b for a, b in zip(rows[other], rows[column], strict=True)
                ]
    return [row[n:] for row in rows]
