"""Engines that speak UCI and know `go perft`, or a command like it."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Sequence

from kiwipete.lab.answers import Answer
from kiwipete.lab.failures import (
    EngineCrashed,
    EngineError,
    EngineNonsense,
    EngineTimeout,
    Question,
)
from kiwipete.lab.foreign_text import in_short
from kiwipete.lab.process import Process
from kiwipete.lab.process_engine import ProcessEngine
from kiwipete.positions import STARTING_FEN

# An answer that seems complete is over when the engine has been silent for so long, in seconds;
# one of which more may come, since the machine may be busy elsewhere, after a longer time.
_SHORT_SILENCE, _LONG_SILENCE = 0.1, 2.0
# A count that takes so long, in seconds, shows whether an engine listens while it counts.
_LONG_COUNT = 0.1
_TRIAL_DEPTHS = range(2, 7)
# How long an engine may take to say goodbye.
_FAREWELL = 0.2
# How much of an engine's name is shown.
NAME_WIDTH = 60


class UciEngine(ProcessEngine):
    """A UCI engine as a Divider. It starts with the first question, and again after a failure.

    `perft_command` asks for a divide; the depth goes where it has `{depth}`.
    `ucinewgame` goes before each question, so that no answer depends on those before it.
    """

    def __init__(
        self,
        command: Sequence[str],
        name: str,
        *,
        chess960: bool,
        perft_command: str,
        timeout: float,
    ) -> None:
        super().__init__(command, name, chess960=chess960, timeout=timeout)
        self.perft_command = perft_command
        # From the first answer on it is known; then an answer with a total ends with it.
        self._writes_totals: bool | None = None
        # Whether it has answered with a total and no moves.
        self._tells_totals_only = False
        # Whether `readyok` comes behind the counts, and so ends an answer. None: not known yet.
        self._in_order: bool | None = None

    def _answer(self, question: Question) -> Answer:
        """Ask, and read what the engine says; it may have to be started first."""
        deadline = time.monotonic() + self.timeout
        try:
            process = self._running(deadline)
            self._send(process, question)
            answer = self._read(process, question, deadline)
            unclear = self._writes_totals is False or self._tells_totals_only
            if unclear and self._in_order is None:
                self._learn_order(process)
            return answer
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

    def _running(self, deadline: float) -> Process:
        """Return the engine's process, which may have to be started."""
        if self._process is None:
            self._process = Process(self.command)
            self._process.send("uci")
            while (line := _line(self._process, deadline)) != "uciok":
                if line.startswith("id name "):
                    self.name = in_short(line[8:], NAME_WIDTH) or self.name
            if self.chess960:
                self._process.send("setoption name UCI_Chess960 value true")
        return self._process

    def _send(self, process: Process, question: Question) -> None:
        moves = f" moves {' '.join(question.moves)}" if question.moves else ""
        process.forget()
        process.send(
            "ucinewgame",
            f"position fen {question.fen}{moves}",
            self._perft_command(question.depth),
            "isready",
        )

    def _perft_command(self, depth: int) -> str:
        return self.perft_command.replace("{depth}", str(depth))

    def _read(self, process: Process, question: Question, deadline: float) -> Answer:
        reading = _Reading(question, question.legal_moves(chess960=self.chess960))
        # An engine that counts in a thread is ready before it has counted, another one after.
        while not (reading.ready and (reading.answer.complete or self._in_order)):
            silence = self._enough_silence(reading)
            try:
                reading.add(_line(process, min(deadline, time.monotonic() + silence)))
            except TimeoutError:
                if time.monotonic() >= deadline and (reading.lacking or silence == math.inf):
                    raise
                break
        # Without totals nothing at all is how an engine says that there are no moves.
        may_be_silent = self._writes_totals is False or not reading.lacking
        self._check(reading.answer, question, may_be_silent=may_be_silent)
        self._learn(reading)
        return reading.answer

    def _enough_silence(self, reading: _Reading) -> float:
        """Return after how many seconds of silence an answer is over; perhaps it is not at all."""
        answer = reading.answer
        if answer.complete or (answer.is_only_a_total and self._tells_totals_only):
            return math.inf if self._in_order else _SHORT_SILENCE
        if not reading.ready:
            return math.inf
        if reading.is_the_right_total:
            return _SHORT_SILENCE
        long = min(_LONG_SILENCE, self.timeout / 5)
        if answer.totals or not (answer.counts or reading.lacking):
            return long  # the total is wrong so far; or a mate leaves the engine speechless
        if self._writes_totals or not answer.counts:
            return math.inf
        # Nothing tells where it ends. The next move may take as long as the slowest before it.
        likely = self._writes_totals is False and not reading.lacking
        return max(_SHORT_SILENCE if likely else long, reading.pause)

    def _learn(self, reading: _Reading) -> None:
        """Learn from an answer how this engine answers."""
        if reading.answer.totals:
            self._writes_totals = True
        elif reading.answer.counts and self._writes_totals is None:
            self._writes_totals = False
        if reading.answer.is_only_a_total:
            self._tells_totals_only = True
        if reading.late:
            self._in_order = False

    def _learn_order(self, process: Process) -> None:
        """Find out whether `readyok` ends an answer: ask until a count takes a while.

        A thread may be done with a short count before the engine hears what comes next.
        """
        self._in_order = False
        deadline = time.monotonic() + self.timeout
        try:
            for depth in _TRIAL_DEPTHS:
                start = time.monotonic()
                self._send(process, Question(STARTING_FEN, (), depth))
                counted = _counts_before_ready(process, deadline)
                seconds = time.monotonic() - start
                if not counted or _says_more(process):
                    break
                if seconds > _LONG_COUNT or depth == _TRIAL_DEPTHS[-1]:
                    self._in_order = True
                    return
        except (TimeoutError, EngineCrashed):
            pass  # what it does in this position is not the question
        self._kill()  # it may be at work still

    def _failure(self, error: EngineError, question: Question) -> EngineError:
        """Add to an error what it is about, and end the engine."""
        error.question = question
        if self._process is not None:
            error.output = self._process.last_words()
        self._kill()
        return error

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close()


class _Reading:
    """An answer as it comes in."""

    def __init__(self, question: Question, legal: frozenset[str] | None) -> None:
        self.question = question
        self.answer = Answer()
        self.ready = False
        self.late = False  # whether any of it came after `readyok`
        self.pause = 0.0  # the longest between two lines, in seconds
        self._legal = legal
        self._last = time.monotonic()

    @property
    def lacking(self) -> bool:
        """Whether there are more legal moves: then it is worth waiting for them."""
        return self._legal is None or not self._legal <= self.answer.counts.keys()

    @property
    def is_the_right_total(self) -> bool:
        """Whether there is only a total so far, and no other can be meant."""
        answer, legal = self.answer, self._legal
        right = legal is not None and self.question.depth == 1 and answer.total == len(legal)
        return right and answer.is_only_a_total

    def add(self, line: str) -> None:
        """Take in one more line."""
        now = time.monotonic()
        self.pause = max(self.pause, now - self._last)
        self._last = now
        if self.answer.add(line):
            self.late = self.late or self.ready
        elif line == "readyok":
            self.ready = True
        elif line.startswith("bestmove") and not self.answer.counts:
            raise EngineNonsense("it searches for a move instead of counting")


def _counts_before_ready(process: Process, deadline: float) -> bool:
    """Read up to `readyok`, and tell whether there were counts before it."""
    answer = Answer()
    while (line := _line(process, deadline)) != "readyok":
        answer.add(line)
    return not answer.is_silent


def _says_more(process: Process) -> bool:
    """Tell whether the engine goes on with an answer after `readyok`."""
    deadline = time.monotonic() + _SHORT_SILENCE
    with contextlib.suppress(TimeoutError):
        while not Answer().add(_line(process, deadline)):
            pass
        return True
    return False


def _line(process: Process, deadline: float) -> str:
    line = process.read_line(deadline)
    if line is None:
        raise EngineCrashed(process.ending())
    return line.strip()
