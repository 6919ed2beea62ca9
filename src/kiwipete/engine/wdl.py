"""Chances to win, draw and lose, and the models that compute them from scores."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

WdlModel = Literal["sf", "sf16.1", "sf16", "sf15.1", "sf15", "sf14", "sf12", "lichess"]

# Stockfish's win rate is a logistic curve. Its middle and its width are polynomials of the
# game's length, highest power first; the last number is the inner value of 100 centipawns.
_STOCKFISH = {
    "sf16.1": (
        (-1.06249702, 7.42016937, 0.89425629, 348.60356174),
        (-5.33122190, 39.57831533, -90.84473771, 123.40620748),
        356,
    ),
    "sf16": (
        (0.38036525, -2.82015070, 23.17882135, 307.36768407),
        (-2.29434733, 13.27689788, -14.26828904, 63.45318330),
        328,
    ),
    "sf15.1": (
        (-0.58270499, 2.68512549, 15.24638015, 344.49745382),
        (-2.65734562, 15.96509799, -20.69040836, 73.61029937),
        361,
    ),
    "sf15": (
        (-0.117202460, 0.594729104, 11.2065546, 122.606222),
        (-1.79066759, 11.30759193, -17.43677612, 36.47147479),
        100,
    ),
    "sf14": (
        (-3.68389304, 30.07065921, -60.52878723, 149.53378557),
        (-2.01818570, 15.85685038, -29.83452023, 47.59078827),
        100,
    ),
    "sf12": (
        (-8.24404295, 64.23892342, -95.73056462, 153.86478679),
        (-3.37154371, 28.44489198, -56.67657741, 72.05858751),
        100,
    ),
}
_LATEST = "sf16.1"

_LICHESS_SLOPE = 0.00368208
_LICHESS_LIMIT = 1000


@dataclass
class Wdl:
    """The number of wins, draws and losses in a thousand games, or any other number.

    >>> Wdl(200, 600, 200).expectation()
    0.5
    """

    wins: int
    draws: int
    losses: int

    def total(self) -> int:
        """Return the number of games, usually 1000."""
        return self.wins + self.draws + self.losses

    def winning_chance(self) -> float:
        """Return the share of wins."""
        return self.wins / self.total()

    def drawing_chance(self) -> float:
        """Return the share of draws."""
        return self.draws / self.total()

    def losing_chance(self) -> float:
        """Return the share of losses."""
        return self.losses / self.total()

    def expectation(self) -> float:
        """Return the expected score of a game, where a draw is half a point."""
        return (self.wins + 0.5 * self.draws) / self.total()

    def __bool__(self) -> bool:
        return bool(self.total())

    def __iter__(self) -> Iterator[int]:
        yield self.wins
        yield self.draws
        yield self.losses

    def __reversed__(self) -> Iterator[int]:
        return reversed((self.wins, self.draws, self.losses))

    def __pos__(self) -> Wdl:
        return self

    def __neg__(self) -> Wdl:
        return Wdl(self.losses, self.draws, self.wins)


class PovWdl:
    """Chances from the point of view of the side to move.

    >>> PovWdl(Wdl(700, 200, 100), turn=False).white()
    Wdl(wins=100, draws=200, losses=700)
    """

    def __init__(self, relative: Wdl, turn: bool) -> None:
        self.relative = relative
        self.turn = turn

    def white(self) -> Wdl:
        """Return White's chances."""
        return self.pov(True)

    def black(self) -> Wdl:
        """Return Black's chances."""
        return self.pov(False)

    def pov(self, color: bool) -> Wdl:
        """Return the chances of a colour."""
        return self.relative if self.turn == color else -self.relative

    def __bool__(self) -> bool:
        return bool(self.relative)

    def __repr__(self) -> str:
        return f"PovWdl({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"

    # Old programs treat it as a list of three numbers.
    def __iter__(self) -> Iterator[int]:
        return iter(self.relative)

    def __len__(self) -> int:
        return 3

    def __getitem__(self, index: int) -> int:
        return list(self.relative)[index]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, tuple):
            return tuple(self.relative) == other
        if not isinstance(other, PovWdl):
            return NotImplemented
        return self.white() == other.white()

    __hash__ = None  # type: ignore[assignment]


def wdl_of_centipawns(score: int, model: str, ply: int) -> Wdl:
    """Return the chances that a model gives a score in centipawns.

    >>> wdl_of_centipawns(100, "lichess", ply=30)
    Wdl(wins=591, draws=0, losses=409)
    """
    if model == "lichess":
        wins = lichess_wins(max(-_LICHESS_LIMIT, min(_LICHESS_LIMIT, score)))
        return Wdl(wins, 0, 1000 - wins)
    wins, losses = _stockfish_wins(score, model, ply), _stockfish_wins(-score, model, ply)
    return Wdl(wins, 1000 - wins - losses, losses)


def wdl_of_mate(moves: int, won: bool, model: str) -> Wdl:
    """Return the chances of a side that mates or is mated in a number of moves.

    >>> wdl_of_mate(3, won=True, model="sf")
    Wdl(wins=1000, draws=0, losses=0)
    """
    wins = 1000 if won else 0
    if model == "lichess" and moves:
        # Lichess counts a mate as 11 to 20 pawns.
        centipawns = (21 - min(10, abs(moves))) * 100
        wins = lichess_wins(centipawns if won else -centipawns)
    return Wdl(wins, 0, 1000 - wins)


def lichess_wins(centipawns: int) -> int:
    """Return the wins in a thousand games according to Lichess's curve.

    >>> lichess_wins(0)
    500
    """
    return _thousandths(-_LICHESS_SLOPE * centipawns)


def _stockfish_wins(score: int, model: str, ply: int) -> int:
    name = _LATEST if model == "sf" else model
    if name not in _STOCKFISH:
        raise ValueError(f"unknown model {model!r}: known are sf, lichess, {', '.join(_STOCKFISH)}")
    middle, width, pawn = _STOCKFISH[name]
    if name == "sf16.1":
        length = min(120.0, max(8.0, ply / 2 + 1)) / 32
    else:
        length = min(240, max(ply, 0)) / 64
    inner = score * pawn / 100
    return _thousandths((_polynomial(middle, length) - inner) / _polynomial(width, length))


def _polynomial(coefficients: tuple[float, ...], x: float) -> float:
    value = 0.0
    for coefficient in coefficients:
        value = value * x + coefficient
    return value


def _thousandths(exponent: float) -> int:
    """Return 1000 times the logistic curve, rounded."""
    return int(0.5 + 1000 / (1 + math.exp(min(exponent, 500.0))))
