"""Outcome: how a game ended and who won, with python-chess's names."""

from __future__ import annotations

import enum
from typing import Any

from kiwipete._core.python_types import RecordFields
from kiwipete.squares import Color

__all__ = ["Outcome", "Termination"]


class Termination(enum.Enum):
    """Why a game is over. The reasons of variants never occur in standard chess.

    >>> Termination(2)
    <Termination.STALEMATE: 2>
    """

    CHECKMATE = 1
    STALEMATE = 2
    INSUFFICIENT_MATERIAL = 3
    SEVENTYFIVE_MOVES = 4
    FIVEFOLD_REPETITION = 5
    FIFTY_MOVES = 6
    THREEFOLD_REPETITION = 7
    VARIANT_WIN = 8
    VARIANT_LOSS = 9
    VARIANT_DRAW = 10
    DEAD_POSITION = 11  # not in python-chess; only `outcome(dead_positions=True)` returns it


class Outcome:
    """How a game ended; `winner` is the colour that won, or None for a draw.

    >>> Outcome(Termination.STALEMATE, None)
    Outcome(termination=<Termination.STALEMATE: 2>, winner=None)
    """

    __match_args__ = ("termination", "winner")
    __dataclass_fields__ = RecordFields("Outcome", "__dataclass_fields__")
    __dataclass_params__ = RecordFields("Outcome", "__dataclass_params__")

    def __init__(self, termination: Termination, winner: Color | None) -> None:
        self.termination = termination
        self.winner = winner

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return (self.termination, self.winner) == (other.termination, other.winner)

    __hash__ = None  # type: ignore[assignment]  # its fields may change

    def __repr__(self) -> str:
        return f"{type(self).__name__}(termination={self.termination!r}, winner={self.winner!r})"

    def __replace__(self, **changes: Any) -> Outcome:
        return type(self)(**{"termination": self.termination, "winner": self.winner} | changes)

    def result(self) -> str:
        """Return the result as text, white's points first.

        >>> Outcome(Termination.CHECKMATE, winner=True).result()
        '1-0'
        >>> Outcome(Termination.CHECKMATE, winner=False).result()
        '0-1'
        >>> Outcome(Termination.STALEMATE, winner=None).result()
        '1/2-1/2'
        """
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"
