"""The types of a search: limits, the opponent, information, the best move, errors.

This file is kept import-light: our own engine uses these types without asyncio.
"""

from __future__ import annotations

import dataclasses
import enum
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypedDict

from kiwipete.board import Move
from kiwipete.engine.score import PovScore
from kiwipete.engine.wdl import PovWdl
from kiwipete.errors import EngineError


class EngineTerminatedError(EngineError):
    """The engine's process has ended."""


class AnalysisComplete(Exception):
    """The analysis is complete; there is no more information."""


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


class Info(enum.IntFlag):
    """Which information to store."""

    NONE = 0
    BASIC = 1
    SCORE = 2
    PV = 4
    REFUTATION = 8
    CURRLINE = 16
    ALL = BASIC | SCORE | PV | REFUTATION | CURRLINE


INFO_NONE = Info.NONE
INFO_BASIC = Info.BASIC
INFO_SCORE = Info.SCORE
INFO_PV = Info.PV
INFO_REFUTATION = Info.REFUTATION
INFO_CURRLINE = Info.CURRLINE
INFO_ALL = Info.ALL


class InfoDict(TypedDict, total=False):
    """Information from an engine; it has only the keys that the engine sent."""

    score: PovScore
    pv: list[Move]
    depth: int
    seldepth: int
    time: float
    nodes: int
    nps: int
    tbhits: int
    multipv: int
    currmove: Move
    currmovenumber: int
    hashfull: int
    cpuload: int
    refutation: dict[Move, list[Move]]
    currline: dict[int, list[Move]]
    ebf: float
    wdl: PovWdl
    string: str
    lowerbound: bool
    upperbound: bool


class BestMove:
    """The best move of an analysis, and the reply that the engine expects.

    >>> BestMove(None, None).move is None
    True
    """

    def __init__(self, move: Move | None, ponder: Move | None) -> None:
        self.move = move
        self.ponder = ponder

    def __repr__(self) -> str:
        return f"<BestMove at {id(self):#x} (move={self.move}, ponder={self.ponder})>"


class PlayResult:
    """The engine's move, the reply it expects, and the information from its search.

    >>> PlayResult(None, None).info
    {}
    """

    def __init__(
        self,
        move: Move | None,
        ponder: Move | None,
        info: InfoDict | None = None,
        *,
        draw_offered: bool = False,
        resigned: bool = False,
    ) -> None:
        self.move = move
        self.ponder = ponder
        self.info: InfoDict = info or {}
        self.draw_offered = draw_offered
        self.resigned = resigned

    def __repr__(self) -> str:
        return (
            f"<PlayResult at {id(self):#x} (move={self.move}, ponder={self.ponder}, "
            f"info={self.info}, draw_offered={self.draw_offered}, resigned={self.resigned})>"
        )


class BlockingAnalysis(ABC):
    """Information that `get` waits for, and that can be iterated over."""

    @abstractmethod
    def get(self) -> InfoDict:
        """Wait for the next information; raises AnalysisComplete if there is no more."""

    def next(self) -> InfoDict | None:
        """Wait for the next information; return None if there is no more."""
        try:
            return self.get()
        except AnalysisComplete:
            return None

    def __iter__(self) -> Iterator[InfoDict]:
        return self

    def __next__(self) -> InfoDict:
        info = self.next()
        if info is None:
            raise StopIteration
        return info
