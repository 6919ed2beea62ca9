"""Programs that are started once per question, in the manner of the perftree tool.

They are called as `PROGRAM DEPTH FEN "MOVES"`, without the last argument if there are no
moves, and print a line for each move and the total, or only the total.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from kiwipete.lab.engines.answers import Answer
from kiwipete.lab.engines.errors import (
    CommandNotUnderstood,
    EngineCrashed,
    EngineFailure,
    EngineTimeout,
    Question,
)
from kiwipete.lab.engines.process_engine import ProcessEngine
from kiwipete.subprocesses.process import Process


class ScriptEngine(ProcessEngine):
    """A program as a Divider; it does not run between questions."""

    def __init__(
        self, command: Sequence[str], name: str, *, chess960: bool, timeout: float
    ) -> None:
        super().__init__(command, name, chess960=chess960, timeout=timeout)
        # A program without totals prints nothing at all if there are no legal moves.
        self._writes_totals = True

    def close(self) -> None:
        """Do nothing: no process is running."""

    @property
    def _asked(self) -> str:
        return "a call as PROGRAM DEPTH FEN"

    @property
    def _advice(self) -> str:
        return "if it speaks UCI, leave out --script"

    def _answer(self, question: Question) -> Answer:
        """Run the program, and parse its output."""
        fen, moves, depth = question
        words = [str(depth), fen, *([" ".join(moves)] if moves else [])]
        deadline = time.monotonic() + self.timeout
        with Process([*self.command, *words]) as process:
            self._process = process
            try:
                return self._read(process, question, deadline)
            except TimeoutError:
                message = f"no answer within {self.timeout:g} s"
                raise EngineTimeout(message, question, process.last_words()) from None
            except EngineFailure as error:
                error.question, error.output = question, process.last_words()
                raise
            finally:
                self._process = None

    def _read(self, process: Process, question: Question, deadline: float) -> Answer:
        process.end_input()
        answer = Answer()
        while (line := process.read_line(deadline)) is not None:
            answer.add(line)
        code = process.wait(deadline)
        if code is None:
            raise TimeoutError
        if code != 0:
            raise EngineCrashed(process.ending())
        if answer.counts:
            self._writes_totals = bool(answer.totals)
        mate = answer.is_silent and question.legal_moves(chess960=self.chess960) == frozenset()
        may_be_silent = mate or not self._writes_totals
        if answer.is_silent and not (may_be_silent or self._has_answered):
            raise CommandNotUnderstood("it writes no moves and no total")
        self._check(answer, question, may_be_silent=may_be_silent)
        return answer
