"""UCI engines that support `go perft` or a similar command."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Sequence

from kiwipete.engine.options import Option
from kiwipete.engine.uci_grammar import (
    is_search_line,
    position_command,
    read_name,
    setoption_command,
)
from kiwipete.errors import UnusableEngineError
from kiwipete.lab.engines.divider import (
    CommandNotUnderstood,
    EngineCrashed,
    EngineFailure,
    EngineTimeout,
    Question,
)
from kiwipete.lab.engines.process_engine import Answer, ProcessEngine, is_refusal
from kiwipete.positions import STARTING_FEN
from kiwipete.subprocesses.process import Process
from kiwipete.untrusted_text import in_short

# Seconds of silence that end an answer: one that seems complete, and one that may continue
# (the machine may be busy).
_SHORT_SILENCE, _LONG_SILENCE = 0.1, 2.0
# An engine that has never answered and is silent for this long does not know the command.
_PUZZLED_SILENCE = 1.5
# A count that takes this many seconds shows whether the engine reads its input while counting.
_LONG_COUNT = 0.1
_TRIAL_DEPTHS = range(2, 7)
# How long an engine may take to quit, in seconds.
_QUIT_SECONDS = 0.2
# Advice for engines that do not understand.
_NO_UCI = 'try --script for a program that runs as PROGRAM DEPTH FEN "MOVES"'
_NO_PERFT = 'try --perft-command, as in --perft-command "perft {depth}", or --script'
# Set even if the engine does not list it: many know it all the same.
_CHESS960 = Option("UCI_Chess960", "check", False, None, None, None)
# Characters of an engine's name that are shown.
NAME_WIDTH = 60


class PartialAnswer:
    """The answer of a UCI engine while its lines arrive."""

    def __init__(self, question: Question, legal: frozenset[str] | None) -> None:
        self.answer = Answer()
        self.ready = False
        self.late = False  # whether any of the answer came after `readyok`
        self.is_refused = False  # whether the engine said that the command is unknown
        self.pause = 0.0  # the longest between two lines, in seconds
        self._depth = question.depth
        self._legal = legal
        self._last = time.monotonic()

    @property
    def lacking(self) -> bool:
        """Whether legal moves are missing so far, so that more lines may come."""
        return self._legal is None or not self._legal <= self.answer.counts.keys()

    @property
    def is_the_right_total(self) -> bool:
        """Whether there is only a total so far, and it is the right one at depth 1."""
        if self._depth > 1 or self._legal is None:
            return False
        return self.answer.is_only_a_total and self.answer.total == len(self._legal)

    def add(self, line: str) -> None:
        """Parse one more line."""
        now = time.monotonic()
        self.pause = max(self.pause, now - self._last)
        self._last = now
        if self.answer.add(line):
            self.late = self.late or self.ready
        elif line == "readyok":
            self.ready = True
        elif self.answer.is_silent and is_search_line(line):
            raise CommandNotUnderstood("it searches for a move instead of counting")
        else:
            self.is_refused = self.is_refused or is_refusal(line)


class UciEngine(ProcessEngine):
    """A UCI engine as a Divider, started for the first question and again after a failure.

    `perft_command` asks for a divide, with `{depth}` in place of the depth. `ucinewgame` is
    sent before each question, so that no answer depends on earlier ones.
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
        self._speaks_uci = False
        # Known from the first answer on; if True, the total ends an answer.
        self._writes_totals: bool | None = None
        self._prints_only_totals = False
        # Whether `readyok` comes after the counts, and so ends an answer. None: not known yet.
        self._ready_ends_answer: bool | None = None

    def _answer(self, question: Question) -> Answer:
        """Ask, and read the answer; start the engine first if it is not running."""
        deadline = time.monotonic() + self.timeout
        try:
            process = self._running(deadline)
            self._send(process, question)
            answer = self._read(process, question, deadline)
            unclear = self._writes_totals is False or self._prints_only_totals
            if unclear and self._ready_ends_answer is None:
                self._learn_order(process)
            return answer
        except TimeoutError:
            message = f"no answer within {self.timeout:g} s"
            raise self._failure(EngineTimeout(message), question) from None
        except EngineFailure as error:
            raise self._failure(error, question) from None
        except BaseException:
            self._kill()
            raise

    def close(self) -> None:
        """Send `quit`, and kill the engine if it does not exit soon."""
        if self._process is None:
            return
        try:
            self._process.send("quit")
            deadline = time.monotonic() + _QUIT_SECONDS
            with contextlib.suppress(TimeoutError):
                while self._process.read_line(deadline) is not None:
                    pass
        finally:
            self._kill()

    def _running(self, deadline: float) -> Process:
        """Return the engine's process, started if necessary."""
        if self._process is None:
            self._process = Process(self.command)
            self._process.send("uci")
            try:
                self._greet(self._process, deadline)
            except (TimeoutError, EngineCrashed) as error:
                # One that is killed by a signal may still be a UCI engine.
                if self._speaks_uci or (self._process.wait(0) or 0) < 0:
                    raise
                raise self._no_uci(self._process, error) from None
            self._speaks_uci = True
            if self.chess960:
                self._process.send(setoption_command(_CHESS960, True))
        return self._process

    def _greet(self, process: Process, deadline: float) -> None:
        """Read up to `uciok`; give up early if the program says that `uci` is unknown."""
        line = ""
        while line != "uciok":
            try:
                line = _line(process, min(deadline, time.monotonic() + _SHORT_SILENCE))
            except TimeoutError:
                refused = any(is_refusal(words, about="uci") for words in process.last_words())
                if refused or line == "uci" or time.monotonic() >= deadline:
                    raise
            if name := read_name(line):
                self.name = in_short(name, NAME_WIDTH) or self.name

    def _no_uci(self, process: Process, error: Exception) -> UnusableEngineError:
        """Return an error that says what the program did instead of speaking UCI."""
        instead = str(error) or f"no uciok within {self.timeout:g} s"
        if said := process.last_words():
            instead = f"to uci it says {said[-1]!r}" + (f", then {error}" if str(error) else "")
        return UnusableEngineError(f"it does not speak UCI: {instead} ({_NO_UCI})")

    def _send(self, process: Process, question: Question) -> None:
        process.forget()
        process.send(
            "ucinewgame",
            position_command(question.fen, question.moves),
            self._perft_command(question.depth),
            "isready",
        )

    @property
    def _asked(self) -> str:
        return repr(self._perft_command(1))

    @property
    def _advice(self) -> str:
        return _NO_PERFT

    def _perft_command(self, depth: int) -> str:
        return self.perft_command.replace("{depth}", str(depth))

    def _read(self, process: Process, question: Question, deadline: float) -> Answer:
        reading = PartialAnswer(question, question.legal_moves(chess960=self.chess960))
        # An engine that counts in a thread says `readyok` before its counts, others after them.
        while not (reading.ready and (reading.answer.complete or self._ready_ends_answer)):
            silence = self._enough_silence(reading)
            try:
                reading.add(_line(process, min(deadline, time.monotonic() + silence)))
            except TimeoutError:
                if time.monotonic() >= deadline and (reading.lacking or silence == math.inf):
                    raise
                break
        if reading.answer.is_silent and reading.lacking and not self._has_answered:
            said = [words for words in process.last_words() if words != "readyok"]
            raise CommandNotUnderstood(f"it says {said[-1]!r}" if said else "it says nothing")
        # An engine without totals prints nothing at all if there are no legal moves.
        may_be_silent = self._writes_totals is False or not reading.lacking
        self._check(reading.answer, question, may_be_silent=may_be_silent)
        self._learn(reading)
        return reading.answer

    def _enough_silence(self, reading: PartialAnswer) -> float:
        """Return the seconds of silence that end an answer, perhaps infinity."""
        answer = reading.answer
        if answer.complete or (answer.is_only_a_total and self._prints_only_totals):
            return math.inf if self._ready_ends_answer else _SHORT_SILENCE
        if not reading.ready:
            return math.inf
        if reading.is_the_right_total:
            return _SHORT_SILENCE
        if answer.is_silent and not self._has_answered:
            return _SHORT_SILENCE if reading.is_refused else min(_PUZZLED_SILENCE, self.timeout / 2)
        long = min(_LONG_SILENCE, self.timeout / 5)
        if answer.totals or not (answer.counts or reading.lacking):
            return long  # the total is wrong so far, or the engine prints nothing in a mate
        if self._writes_totals or not answer.counts:
            return math.inf
        # Nothing marks the end. The next move may take as long as the slowest before it.
        likely = self._writes_totals is False and not reading.lacking
        return max(_SHORT_SILENCE if likely else long, reading.pause)

    def _learn(self, reading: PartialAnswer) -> None:
        """Learn from an answer how this engine formats answers."""
        if reading.answer.totals:
            self._writes_totals = True
        elif reading.answer.counts and self._writes_totals is None:
            self._writes_totals = False
        if reading.answer.is_only_a_total:
            self._prints_only_totals = True
        if reading.late:
            self._ready_ends_answer = False

    def _learn_order(self, process: Process) -> None:
        """Find out whether `readyok` ends an answer, with a count that takes a while.

        A thread may finish a short count before the engine reads the next command.
        """
        self._ready_ends_answer = False
        deadline = time.monotonic() + self.timeout
        try:
            for depth in _TRIAL_DEPTHS:
                start = time.monotonic()
                self._send(process, Question(STARTING_FEN, (), depth))
                counted = _counts_before_ready(process, deadline)
                seconds = time.monotonic() - start
                if not counted or _continues_after_ready(process):
                    break
                if seconds > _LONG_COUNT or depth == _TRIAL_DEPTHS[-1]:
                    self._ready_ends_answer = True
                    return
        except (TimeoutError, EngineCrashed):
            pass  # failures in this position do not matter here
        self._kill()  # it may still be counting

    def _failure(self, error: EngineFailure, question: Question) -> EngineFailure:
        """Add the question and the output to an error, and end the engine."""
        error.question = question
        if self._process is not None:
            error.output = self._process.last_words()
        self._kill()
        return error

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close()


def _counts_before_ready(process: Process, deadline: float) -> bool:
    """Read up to `readyok`, and return whether there were counts before it."""
    answer = Answer()
    while (line := _line(process, deadline)) != "readyok":
        answer.add(line)
    return not answer.is_silent


def _continues_after_ready(process: Process) -> bool:
    """Return whether the engine continues an answer after `readyok`."""
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
