"""How much may be spent on a question that is not worth everything."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from kiwipete.board import Board
from kiwipete.lab.dividers import Divider


class OutOfTime(BaseException):
    """There is no time for one more question.

    It is no `Exception`, so that nobody takes it for a fault of the engine.
    """


class Hurried:
    """An engine that is asked until a moment of `time.monotonic()`, and then no more.

    >>> import math
    >>> from kiwipete.lab import Rules
    >>> len(Hurried(Rules(), math.inf).divide(kiwipete.STARTING_FEN, [], 1))
    20
    >>> Hurried(Rules(), 0).divide(kiwipete.STARTING_FEN, [], 1)
    Traceback (most recent call last):
    ...
    kiwipete.lab.budget.OutOfTime
    """

    def __init__(self, engine: Divider, deadline: float) -> None:
        self._engine = engine
        self._deadline = deadline
        self.name = engine.name
        self.chess960 = engine.chess960

    def divide(self, fen: str, moves: Sequence[str], depth: int) -> Mapping[Any, int]:
        """Pass a question on to the engine while there is time."""
        if time.monotonic() >= self._deadline:
            raise OutOfTime
        return self._engine.divide(fen, moves, depth)


def fits(board: Board, depth: int, nodes: int) -> bool:
    """Tell whether a tree has no more leaves than this, without counting many more.

    >>> fits(kiwipete.Board(), 3, 10_000), fits(kiwipete.Board(), 60, 10_000)
    (True, False)
    """
    return all(board.perft(plies) <= nodes for plies in range(1, depth + 1))
