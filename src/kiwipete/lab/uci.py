"""Engines that speak UCI and know `go perft`, or a command like it."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Sequence
from pathlib import Path

from kiwipete.lab.answers import Answer
from kiwipete.lab.failures import (
    EngineCrashed,
    EngineError,
    EngineNonsense,
    EngineTimeout,
    Question,
)
from kiwipete.lab.process import Process

# An answer that seems complete is over when the engine has been silent for so long, in seconds;
# one of which more may come, since the machine may be busy elsewhere, after a longer time.
_SHORT_SILENCE, _LONG_SILENCE = 0.1, 2.0
# How long an engine may take to say goodbye.
_FAREWELL = 0.2


class UciEngine:
    """A UCI engine as a Divider. It starts with the first question, and again after a failure.

    `perft_command` asks for a divide; the depth goes where it has `{depth}`, or behind it.
    `ucinewgame` goes before each question, so that no answer depends on those before it.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        chess960: bool = False,
        perft_command: str = "go perft {depth}",
        timeout: float = 10.0,
    ) -> None:
        self.command = tuple(command)
        self.name = Path(command[0]).name
        self.chess960 = chess960
        self.perft_command = perft_command
        self.timeout = timeout
        self._process: Process | None = None
        # With the first answer it is known; from then on an answer with a total ends with it.
        self._writes_totals: bool | None = None

    def divide(self, fen: str, moves: Sequence[str], depth: int) -> dict[str, int]:
        """Ask for the leaves below each move of the position that moves lead to from a FEN."""
        question = Question(fen, tuple(moves), depth)
        deadline = time.monotonic() + self.timeout
        try:
            process = self._running(deadline)
            self._send(process, question)
            return self._read_counts(process, deadline)
        except TimeoutError:
            message = f"no answer within {self.timeout:g} s"
            raise self._failure(EngineTimeout(message), question) from None
        except (EngineCrashed, EngineNonsense) as error:
            raise self._failure(error, question) from None
        except BaseException:
            self._kill()
            raise

    def close(self) -> None:
        """End the engine: with a word, and after a moment by force."""
        if self._process is None:
            return
        try:
            self._process.send("quit")
            deadline = time.monotonic() + _FAREWELL
            with contextlib.suppress(TimeoutError):
                while self._process.read_line(deadline) is not None:
                    pass
        finally:
            self._kill()

    def interrupt(self) -> None:
        """End the engine from another thread: who waits for an answer is told that it crashed."""
        if (process := self._process) is not None:
            process.kill()

    def __enter__(self) -> UciEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _running(self, deadline: float) -> Process:
        """Return the engine's process, which may have to be started."""
        if self._process is None:
            self._process = Process(self.command)
            self._process.send("uci")
            while (line := _line(self._process, deadline)) != "uciok":
                if line.startswith("id name "):
                    self.name = line.removeprefix("id name ").strip()
            if self.chess960:
                self._process.send("setoption name UCI_Chess960 value true")
        return self._process

    def _send(self, process: Process, question: Question) -> None:
        moves = f" moves {' '.join(question.moves)}" if question.moves else ""
        process.tail.clear()
        process.send(
            "ucinewgame",
            f"position fen {question.fen}{moves}",
            _command(self.perft_command, question.depth),
            "isready",
        )

    def _read_counts(self, process: Process, deadline: float) -> dict[str, int]:
        answer = Answer()
        ready = False
        line = ""
        # An engine that counts in a thread is ready before it has counted, another one after.
        while not (ready and answer.complete):
            silence = self._enough_silence(answer, ready, line)
            try:
                line = _line(process, min(deadline, time.monotonic() + silence))
            except TimeoutError:
                if time.monotonic() >= deadline:
                    raise
                break
            ready = ready or line == "readyok"
            answer.add(line)
            if line.startswith("bestmove") and not answer.counts:
                raise EngineNonsense(f"it searches for a move instead of counting: {line}")
        fault = answer.fault()
        if fault and (answer.totals or self._writes_totals is not False):
            raise EngineNonsense(f"its answer makes no sense: {fault}")
        self._writes_totals = bool(answer.totals)
        return answer.counts

    def _enough_silence(self, answer: Answer, ready: bool, last: str) -> float:
        """Return after how many seconds of silence an answer is over; perhaps it is not at all."""
        long = min(_LONG_SILENCE, self.timeout / 5)
        if answer.complete:
            return _SHORT_SILENCE
        if not ready:
            return math.inf
        if answer.totals or (answer.counts and self._writes_totals is None):
            return long
        if self._writes_totals is False:
            # Nothing tells where it ends; and a mate may leave such an engine speechless.
            return _SHORT_SILENCE if answer.counts and last == "readyok" else long
        return math.inf

    def _failure(self, error: EngineError, question: Question) -> EngineError:
        """Add to an error what it is about, and end the engine."""
        error.question = question
        if self._process is not None:
            error.output = tuple(self._process.tail)
        self._kill()
        return error

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close()


def _command(template: str, depth: int) -> str:
    """Put the depth into a command, or behind it.

    >>> _command("go perft {depth}", 3), _command("divide", 3)
    ('go perft 3', 'divide 3')
    """
    return (
        template.replace("{depth}", str(depth)) if "{depth}" in template else f"{template} {depth}"
    )


def _line(process: Process, deadline: float) -> str:
    line = process.read_line(deadline)
    if line is None:
        raise EngineCrashed(process.ending())
    return line.strip()
