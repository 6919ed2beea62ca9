"""The base class of engines that run as a process, including those that print only totals."""

from __future__ import annotations

import contextlib
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from types import TracebackType

from kiwipete.lab.engines.answers import Answer
from kiwipete.lab.engines.errors import (
    CommandNotUnderstood,
    EngineError,
    EngineNonsense,
    Question,
)
from kiwipete.positions import STARTING_FEN
from kiwipete.subprocesses.process import Process


class ProcessEngine(ABC):
    """A Divider that is asked through a process, and may list moves or tell only totals."""

    def __init__(
        self, command: Sequence[str], name: str, *, chess960: bool, timeout: float
    ) -> None:
        self.command = tuple(command)
        self.name = name
        self.chess960 = chess960
        self.timeout = timeout
        self._process: Process | None = None
        # The least depth at which it has listed moves. A total alone is then no answer there.
        self._lists_from = math.inf
        self._has_answered = False
        self._was_probed = False  # at the start position

    def divide(self, fen: str, moves: Sequence[str], depth: int) -> dict[str, int]:
        """Ask for the leaves below each move of the position that moves lead to from a FEN.

        An engine that tells only a total, and a wrong one, is asked about move after move.
        """
        question = Question(fen, tuple(moves), depth)
        answer = self._ask(question)
        if answer.is_only_a_total:
            self._probe_start_position()
            self._check(answer, question)  # again, if the trial has listed moves
            return divide_by_totals(question, answer.total, self._count, chess960=self.chess960)
        return answer.counts

    def total(self, fen: str, moves: Sequence[str], depth: int) -> int:
        """Ask for the leaves of the position that moves lead to from a FEN."""
        return self._count(Question(fen, tuple(moves), depth))

    def interrupt(self) -> None:
        """End the engine from another thread: who waits for an answer is told that it crashed."""
        if (process := self._process) is not None:
            process.kill()

    @abstractmethod
    def close(self) -> None:
        """End what is running of the engine."""

    def __enter__(self) -> ProcessEngine:
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.close()

    @abstractmethod
    def _answer(self, question: Question) -> Answer:
        """Ask, and return an answer that makes sense."""

    def _count(self, question: Question) -> int:
        return self._ask(question).total

    def _ask(self, question: Question) -> Answer:
        """Ask; if the engine does not understand anything, an EngineError says so."""
        try:
            return self._answer(question)
        except CommandNotUnderstood as error:
            if not self._has_answered:
                self._probe_start_position()
            if not self._has_answered:
                message = f"it does not understand {self._asked}: {error} ({self._advice})"
                raise EngineError(message) from None
            raise EngineNonsense(str(error), question, error.output) from None

    @property
    @abstractmethod
    def _asked(self) -> str:
        """How the engine is asked, in words."""

    @property
    @abstractmethod
    def _advice(self) -> str:
        """What to try if the engine does not understand that."""

    def _probe_start_position(self) -> None:
        """Ask for the start position, to learn whether the engine answers there, and with moves."""
        if not self._was_probed:
            self._was_probed = True
            with contextlib.suppress(EngineError):
                self._answer(Question(STARTING_FEN, (), 1))

    def _check(self, answer: Answer, question: Question, *, may_be_silent: bool = False) -> None:
        """Raise if an answer that is over makes no sense, and learn from one that does."""
        fault = answer.fault()
        if answer.is_only_a_total and question.depth >= self._lists_from:
            fault = f"it lists no moves, only a total of {answer.total}"
        if fault and not (may_be_silent and answer.is_silent):
            raise EngineNonsense(f"its answer makes no sense: {fault}", question)
        self._has_answered = self._has_answered or not answer.is_silent
        if answer.counts:
            self._lists_from = min(self._lists_from, question.depth)


# Stands in a divide for leaves, too many or with a minus too few, that belong to no known move.
UNKNOWN = "?"


def divide_by_totals(
    question: Question, total: int, count: Callable[[Question], int], *, chess960: bool
) -> dict[str, int]:
    """Return a divide for a question whose total is known; `count` asks for that of another one.

    A right total is taken for the right divide. Otherwise the engine is asked about the
    position after each move, and what does not come from there is UNKNOWN: moves too many or
    too few, or a count that goes wrong only as a whole.

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
