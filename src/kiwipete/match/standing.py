"""The standing of a match: points, pairs, failures and time, from the games so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from kiwipete.match.pentanomial import Pentanomial
from kiwipete.match.record import Game
from kiwipete.match.terms import Control

# A player that leaves more than this share of its time unused hoards it, except in short games.
_HOARDED = 0.5
_LONG_GAME = 40  # moves of a player


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
