"""A match: its plan, the order of its games, and its run to the last game or to a decision."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Container, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

from kiwipete.match.crew import Crew
from kiwipete.match.ledger import Ledger
from kiwipete.match.openings import Balanced, own_balance, random_opening
from kiwipete.match.player import EngineSpec
from kiwipete.match.playing import Fixture, Watch
from kiwipete.match.record import Game, Opening
from kiwipete.match.sprt import Sprt
from kiwipete.match.standing import Standing
from kiwipete.match.terms import Terms

if TYPE_CHECKING:
    from kiwipete.cluster import ClusterExecutor
    from kiwipete.match.cluster_crew import ClusterCrew

# The number of games of a match that only its test ends: more than can be played.
ENDLESS = 10**9


class MatchSchedule:
    """The games of a match: in each round all pairings play one opening with both colours.

    >>> schedule = MatchSchedule(3, 4, lambda number: Opening(f"opening {number}"))
    >>> len(schedule), [(game.white, game.black) for game in schedule.left([0])][:4]
    (12, [(1, 0), (0, 2), (2, 0), (1, 2)])
    """

    def __init__(
        self,
        players: int,
        games: int,
        opening: Callable[[int], Opening],
        *,
        gauntlet: bool = False,
    ) -> None:
        self._games = games
        self._opening = opening
        pairings = combinations(range(players), 2)
        self.pairings = [pair for pair in pairings if not gauntlet or pair[0] == 0]

    def __len__(self) -> int:
        return self._games * len(self.pairings)

    def players(self, number: int) -> tuple[int, int]:
        """Return the players of a game: White and Black.

        >>> MatchSchedule(3, 4, lambda number: Opening("")).players(5)
        (2, 1)
        """
        first, second = self.pairings[number // 2 % len(self.pairings)]
        return (second, first) if number % 2 else (first, second)

    def left(self, played: Container[int] = ()) -> Iterator[Fixture]:
        """Yield the games that have not been played yet."""
        number = 0
        for round_number in range(self._games // 2):
            for first, second in self.pairings:
                for white, black in ((first, second), (second, first)):
                    if number not in played:
                        yield Fixture(number, white, black, self._opening(round_number))
                    number += 1


@dataclass(frozen=True)
class MatchPlan:
    """The plan of a match: the engines, the number of games per pairing, and the terms."""

    engines: tuple[EngineSpec, ...]
    terms: Terms
    games: int = 200
    openings: tuple[Opening, ...] = field(default=(), repr=False)  # none: the generated book
    seed: int = 0
    gauntlet: bool = False
    sprt: Sprt | None = None
    balanced: Balanced = field(default=own_balance, repr=False)  # accepts positions for the book

    def __post_init__(self) -> None:
        if len(self.engines) < 2:
            raise ValueError("a match needs two engines at least")
        if self.games < 2 or self.games % 2:
            raise ValueError(f"games come in pairs: {self.games} is not an even number")
        if self.sprt is not None and len(self.engines) != 2:
            raise ValueError("a test is between two engines, not more")

    def schedule(self) -> MatchSchedule:
        """Return the games in their order."""
        return MatchSchedule(len(self.engines), self.games, self._opening, gauntlet=self.gauntlet)

    def subject(self) -> dict[str, Any]:
        """Return what must not change when a match resumes: not the number of games or the test."""
        return {
            "engines": [asdict(engine) for engine in self.engines],
            "terms": asdict(self.terms),
            # The book is endless, so its first two openings stand for all.
            "openings": _fingerprint(self.openings or [self._opening(0), self._opening(1)]),
            "seed": self.seed,
            "gauntlet": self.gauntlet,
        }

    def _opening(self, number: int) -> Opening:
        if self.openings:
            return self.openings[number % len(self.openings)]
        return random_opening(self.seed, number, self.balanced, chess960=self.terms.chess960)


class Match:
    """A running match."""

    def __init__(
        self,
        plan: MatchPlan,
        *,
        jobs: int = 1,
        ledger: Ledger | None = None,
        cluster: ClusterExecutor | None = None,
        watch: Watch | None = None,
    ) -> None:
        """Prepare a match; it plays `jobs` games at once, or one on each thread of a cluster.

        `watch` is called for the games under way, now and then; not for games on a cluster.
        """
        self.plan = plan
        self.schedule = plan.schedule()
        self.standing = Standing(len(plan.engines), plan.terms.control)
        self._crew: Crew | ClusterCrew = Crew(jobs, plan.engines, plan.terms, watch)
        if cluster is not None:
            from kiwipete.match.cluster_crew import ClusterCrew  # loads asyncio

            self._crew = ClusterCrew(cluster, plan.engines, plan.terms)
        self._ledger = ledger
        self._before: set[int] = set()
        for game in ledger.games(self._check) if ledger else ():
            if game.number < len(self.schedule) and game.number not in self._before:
                self._before.add(game.number)
                self.standing.add(game)

    def _check(self, game: Game) -> None:
        """Raise ValueError for a game that is not one of this match."""
        players = self.schedule.players(game.number)
        if (game.white, game.black) != players:
            found = f"{game.white} - {game.black}"
            raise ValueError(f"game {game.number} is {found}, not {players[0]} - {players[1]}")

    @property
    def verdict(self) -> str | None:
        """The decision of the test, or None."""
        return self.plan.sprt.verdict(self.standing.pairs()) if self.plan.sprt else None

    @property
    def complete(self) -> bool:
        """Whether all games are played."""
        return self.standing.games == len(self.schedule)

    @property
    def endless(self) -> bool:
        """Whether only the test ends the match."""
        return self.plan.games >= ENDLESS

    def run(self) -> Generator[Game, None, None]:
        """Play the remaining games; yield each when it has been counted and saved."""
        if self.verdict is not None or self.complete:
            return
        with closing(self._crew.play(self.schedule.left(self._before))) as games:
            for game in games:
                self.standing.add(game)
                if self._ledger is not None:
                    self._ledger.record(game)
                yield game
                if self.verdict is not None:
                    return


def _fingerprint(openings: Sequence[Opening]) -> str:
    text = "\n".join(f"{opening.fen} {' '.join(opening.moves)}" for opening in openings)
    return f"{len(openings)} {hashlib.sha256(text.encode()).hexdigest()[:16]}"
