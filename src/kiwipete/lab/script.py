"""Programs that are started for each question, as the perftree tool does it.

They are called as `PROGRAM DEPTH FEN "MOVES"`, without the last word if there are no
moves, and print a line for each move and the total.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from kiwipete.lab.answers import Answer
from kiwipete.lab.failures import (
    EngineCrashed,
    EngineNonsense,
    EngineTimeout,
    Question,
)
from kiwipete.lab.process import Process


class ScriptEngine:
    """A program as a Divider; nothing of it runs between two questions."""

    def __init__(
        self, command: Sequence[str], name: str, *, chess960: bool, timeout: float
    ) -> None:
        self.command = tuple(command)
        self.name = name
        self.chess960 = chess960
        self.timeout = timeout
        self._process: Process | None = None  # that is at work
        # Without totals nothing at all is how a program says that there are no moves.
        self._writes_totals = True

    def divide(self, fen: str, moves: Sequence[str], depth: int) -> dict[str, int]:
        """Ask for the leaves below each move of the position that moves lead to from a FEN."""
        question = Question(fen, tuple(moves), depth)
        words = [str(depth), fen, *([" ".join(moves)] if moves else [])]
        deadline = time.monotonic() + self.timeout
        with Process([*self.command, *words]) as process:
            self._process = process
            try:
                return self._read_counts(process, question, deadline)
            except TimeoutError:
                message = f"no answer within {self.timeout:g} s"
                raise EngineTimeout(message, question, process.last_words()) from None
            except (EngineCrashed, EngineNonsense) as error:
                error.question, error.output = question, process.last_words()
                raise
            finally:
                self._process = None

    def interrupt(self) -> None:
        """End the program from another thread: who waits for an answer is told that it crashed."""
        if (process := self._process) is not None:
            process.kill()

    def _read_counts(self, process: Process, question: Question, deadline: float) -> dict[str, int]:
        process.end_input()
        answer = Answer()
        while (line := process.read_line(deadline)) is not None:
            answer.add(line)
        code = process.wait(deadline)
        if code is None:
            raise TimeoutError
        if code != 0:
            raise EngineCrashed(process.ending())
        self._check(answer, question)
        return answer.counts

    def _check(self, answer: Answer, question: Question) -> None:
        """Raise if an answer makes no sense."""
        if answer.counts:
            self._writes_totals = bool(answer.totals)
        fault = answer.fault()
        silent = not (answer.counts or answer.totals)
        mate = silent and question.legal_moves(chess960=self.chess960) == frozenset()
        if fault and not (silent and (mate or not self._writes_totals)):
            raise EngineNonsense(f"its answer makes no sense: {fault}")

    def close(self) -> None:
        """Do nothing: nothing is running."""

    def __enter__(self) -> ScriptEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
