"""The pairings of a match, their order, and their openings."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from itertools import combinations

from kiwipete.match.playing import Fixture
from kiwipete.match.record import Opening


class Schedule:
    """The games of a match: in each round all pairings play one opening with both colours.

    >>> schedule = Schedule(3, 4, lambda number: Opening(f"opening {number}"))
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

        >>> Schedule(3, 4, lambda number: Opening("")).players(5)
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
