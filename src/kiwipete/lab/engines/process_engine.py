"""The base class of engines that run as a process, including those that print only totals."""

from __future__ import annotations

import contextlib
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from kiwipete.errors import UnusableEngineError
from kiwipete.lab.engines.answers import Answer
from kiwipete.lab.engines.errors import (
    CommandNotUnderstood,
    EngineError,
    EngineNonsense,
    Question,
)
from kiwipete.positions import STARTING_FEN
from kiwipete.subprocesses.process import Process

# The key in a divide for a surplus (or, negative, a deficit) of leaves that no listed move has.
UNKNOWN = "?"


class ProcessEngine(ABC):
    """A Divider that runs as a process, and lists moves or prints only totals."""

    def __init__(
        self, command: Sequence[str], name: str, *, chess960: bool, timeout: float
    ) -> None:
        self.command = tuple(command)
        self.name = name
        self.chess960 = chess960
        self.timeout = timeout
        self._process: Process | None = None
        # The least depth at which it has listed moves; from there on, a total alone is nonsense.
        self._lists_from = math.inf
        self._has_answered = False
        self._was_probed = False  # with the start position

    def divide(self, fen: str, moves: Sequence[str], depth: int) -> dict[str, int]:
        """Return the leaves below each move of the position reached by `moves` from a FEN.

        If the engine prints only a total, and a wrong one, each move is asked about separately.
        """
        question = Question(fen, tuple(moves), depth)
        answer = self._ask(question)
        if answer.is_only_a_total:
            self._probe_start_position()
            self._check(answer, question)  # again: the probe may have listed moves
            return divide_by_totals(question, answer.total, self._count, chess960=self.chess960)
        return answer.counts

    def total(self, fen: str, moves: Sequence[str], depth: int) -> int:
        """Return the leaves of the position reached by `moves` from a FEN."""
        return self._count(Question(fen, tuple(moves), depth))

    def interrupt(self) -> None:
        """Kill the engine from another thread; a pending question raises EngineCrashed."""
        if (process := self._process) is not None:
            process.kill()

    @abstractmethod
    def close(self) -> None:
        """End the engine's process, if it is running."""

    def __enter__(self) -> ProcessEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @abstractmethod
    def _answer(self, question: Question) -> Answer:
        """Ask, and return a valid answer."""

    def _count(self, question: Question) -> int:
        return self._ask(question).total

    def _ask(self, question: Question) -> Answer:
        """Ask; raise UnusableEngineError if the engine has never understood a question."""
        try:
            return self._answer(question)
        except CommandNotUnderstood as error:
            if not self._has_answered:
                self._probe_start_position()
            if not self._has_answered:
                message = f"it does not understand {self._asked}: {error} ({self._advice})"
                raise UnusableEngineError(message) from None
            raise EngineNonsense(str(error), question, error.output) from None

    @property
    @abstractmethod
    def _asked(self) -> str:
        """The command that the engine is asked with, for messages."""

    @property
    @abstractmethod
    def _advice(self) -> str:
        """What to try if the engine does not understand the command."""

    def _probe_start_position(self) -> None:
        """Ask about the start position once, to learn whether and how the engine answers."""
        if not self._was_probed:
            self._was_probed = True
            with contextlib.suppress(EngineError):
                self._answer(Question(STARTING_FEN, (), 1))

    def _check(self, answer: Answer, question: Question, *, may_be_silent: bool = False) -> None:
        """Raise EngineNonsense if a finished answer is invalid; learn from a valid one."""
        fault = answer.fault()
        if answer.is_only_a_total and question.depth >= self._lists_from:
            fault = f"it lists no moves, only a total of {answer.total}"
        if fault and not (may_be_silent and answer.is_silent):
            raise EngineNonsense(f"its answer makes no sense: {fault}", question)
        self._has_answered = self._has_answered or not answer.is_silent
        if answer.counts:
            self._lists_from = min(self._lists_from, question.depth)


def divide_by_totals(
    question: Question, total: int, count: Callable[[Question], int], *, chess960: bool
) -> dict[str, int]:
    """Return a divide for a question whose total is known; `count` returns other totals.

    If the total is right, so is the divide. Otherwise the engine counts the position after
    each move, and the rest is UNKNOWN: extra or missing moves, or a count that goes wrong only
    as a whole.

    >>> question = Question("8/P1k5/K7/8/8/8/8/8 w - - 0 1", (), 1)
    >>> divide_by_totals(question, 3, lambda question: 1, chess960=False)
    {'a6b5': 1, 'a6a5': 1, 'a7a8q': 1, 'a7a8r': 1, 'a7a8b': 1, 'a7a8n': 1, '?': -3}
    """
    fen, moves, depth = question
    right = question.divide(chess960=chess960)
    if right is None:
        raise EngineNonsense(f"it lists no moves, only a total of {total}", question)
    if total == sum(right.values()):
        return right
    below = {m: count(Question(fen, (*moves, m), depth - 1)) if depth > 1 else 1 for m in right}
    rest = total - sum(below.values())
    return {**below, UNKNOWN: rest} if rest else below
