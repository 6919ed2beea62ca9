"""Search limits, and the opponent."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass


@dataclass(repr=False)
class Limit:
    """The limits of a search; times are in seconds.

    >>> Limit(time=0.5, depth=20)
    Limit(time=0.5, depth=20)
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    white_clock: float | None = None
    black_clock: float | None = None
    white_inc: float | None = None
    black_inc: float | None = None
    remaining_moves: int | None = None
    # It identifies a time control: a new one is sent to XBoard engines. UCI does not need it.
    clock_id: object = None

    def __repr__(self) -> str:
        names = [field.name for field in dataclasses.fields(self) if field.name != "clock_id"]
        given = [
            f"{name}={getattr(self, name)!r}" for name in names if getattr(self, name) is not None
        ]
        return f"Limit({', '.join(given)})"

    def longest(self, turn: bool) -> float | None:
        """Return the most seconds that a search takes; None if only depth or nodes end it.

        >>> Limit(white_clock=60, black_clock=30, black_inc=1).longest(turn=False)
        31
        """
        if self.time is not None:
            return self.time
        clock = self.white_clock if turn else self.black_clock
        increment = self.white_inc if turn else self.black_inc
        return None if clock is None else clock + (increment or 0)


@dataclass
class Opponent:
    """The opponent of the engine.

    >>> Opponent("Ada", "GM", 2600, False).uci()
    'GM 2600 human Ada'
    """

    name: str | None
    title: str | None
    rating: int | None
    is_engine: bool | None

    def uci(self) -> str:
        """Return the value of the option UCI_Opponent."""
        kind = "computer" if self.is_engine else "human"
        return f"{self.title or 'none'} {self.rating or 'none'} {kind} {self.name or ''}".rstrip()
