"""What all engines share that run as a process of their own."""

from __future__ import annotations

import contextlib
import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from types import TracebackType

from kiwipete.lab.answers import Answer
from kiwipete.lab.failures import EngineError, EngineNonsense, EngineNotUnderstanding, Question
from kiwipete.lab.process import Process
from kiwipete.lab.totals import divide_by_totals
from kiwipete.positions import STARTING_FEN


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
        self._was_tried = False  # at the start position

    def divide(self, fen: str, moves: Sequence[str], depth: int) -> dict[str, int]:
        """Ask for the leaves below each move of the position that moves lead to from a FEN.

        An engine that tells only a total, and a wrong one, is asked about move after move.
        """
        question = Question(fen, tuple(moves), depth)
        answer = self._ask(question)
        if answer.is_only_a_total:
            self._try_once()
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
        except EngineNotUnderstanding as error:
            if not self._has_answered:
                self._try_once()
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

    def _try_once(self) -> None:
        """Ask for the start position, to learn whether the engine answers there, and with moves."""
        if not self._was_tried:
            self._was_tried = True
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
