"""Engines that run as a process: their answers parsed, and programs started once per question.

`Answer` parses a divide in whichever format a program prints it. `ProcessEngine` is the base class
of all such engines, including those that print only totals; `ScriptEngine` runs a program for each
question, in the manner of the perftree tool; `uci_engine` has the rest.
"""

from __future__ import annotations

import contextlib
import math
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from kiwipete.errors import UnusableEngineError
from kiwipete.lab.engines.divider import (
    UNKNOWN,
    CommandNotUnderstood,
    Divider,
    EngineCrashed,
    EngineError,
    EngineFailure,
    EngineNonsense,
    EngineTimeout,
    Question,
    ask,
)
from kiwipete.positions import STARTING_FEN
from kiwipete.subprocesses.process import Process

_PREFIX = r"^\s*(?:info\s+string\s+)?"
# Digits, perhaps grouped in threes, that are not a time, speed or percentage.
_NUMBER = r"(\d{1,20}(?:[,_']\d{3}){0,6})(?![\w.%]|\s*(?:ms|s|secs?|seconds)\b)"
_MOVE = re.compile(
    rf"{_PREFIX}(0000|[a-h][1-8][a-h][1-8]=?[a-z]?)\s*[:=-]?\s*{_NUMBER}", re.IGNORECASE
)

_TOTAL = re.compile(
    rf"{_PREFIX}(?:"
    r"(?:total\s+)?(?:leaf\s*|perft\s+)?nodes?(?:\s+(?:searched|counted|visited|count))?\b"
    r"|total(?:\s+(?:moves|count|leaves))?\b"
    r"|leaves\b"
    r"|perft\s*\(?\s*\d+\b\s*\)?"
    r"|(?=\d+\s*$)"
    rf")\s*[:=]?\s*{_NUMBER}",
    re.IGNORECASE,
)

_REFUSAL = re.compile(
    r"\b(unknown|unrecogni[sz]ed|unsupported|invalid|illegal|bad|undefined)\b.*"
    r"\b(command|input|token|move|option|message|uci|go)\b"
    r"|\bnot\s+(found|recogni[sz]ed|understood|supported|implemented|defined)\b",
    re.IGNORECASE,
)


class Answer:
    """The lines of an answer so far; any line that is neither a move nor a total is noise.

    >>> answer = Answer()
    >>> for line in ("info string go", "e2e4: 20", "d2d4 - 20", "a7a8Q 3", "Nodes searched: 43"):
    ...     _ = answer.add(line)
    >>> answer.counts, answer.totals, answer.complete
    ({'e2e4': 20, 'd2d4': 20, 'a7a8q': 3}, [43], True)
    """

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.totals: list[int] = []
        self.nodes = 0  # the sum over the moves

    def add(self, line: str) -> bool:
        """Parse one more line, and return whether it was more than noise.

        The counts of a move that is listed twice are added up.
        """
        if found := _MOVE.match(line):
            move, nodes = found[1].lower().replace("=", ""), _number(found[2])
            self.counts[move] = self.counts.get(move, 0) + nodes
            self.nodes += nodes
        elif found := _TOTAL.match(line):
            self.totals.append(_number(found[1]))
        return found is not None

    @property
    def complete(self) -> bool:
        """Whether the last total equals the sum over the moves."""
        return bool(self.totals) and self.totals[-1] == self.nodes

    @property
    def is_silent(self) -> bool:
        """Whether there are neither moves nor totals."""
        return not (self.counts or self.totals)

    @property
    def is_only_a_total(self) -> bool:
        """Whether there is a total but no moves."""
        return not self.counts and any(self.totals)

    @property
    def total(self) -> int:
        """The number of leaves; of several totals without moves, the last."""
        return self.totals[-1] if self.is_only_a_total else self.nodes

    def fault(self) -> str | None:
        """Return what is wrong with a finished answer, or None."""
        if not self.totals:
            return None if self.counts else "it lists no moves and no total"
        if self.nodes in self.totals or not self.counts:
            return None
        return f"its moves add up to {self.nodes}, but it says {self.totals[-1]}"


def _number(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def is_refusal(line: str, about: str = "") -> bool:
    """Return whether a line says that a command is unknown.

    `about` is a word of the command; a complaint about a missing file is not a refusal.

    >>> is_refusal("Error (unknown command): uci", about="uci")
    True
    >>> is_refusal("id name Unknown Command 2.0") or is_refusal("no book, not found", about="uci")
    False
    """
    if line.startswith(("id ", "option ", "info ")) or not _REFUSAL.search(line):
        return False
    return re.search(rf"\b({about}|commands?)\b", line, re.IGNORECASE) is not None or not about


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


def ask_total(engine: Divider, fen: str, moves: Sequence[str], depth: int) -> int:
    """Return the leaves that an engine counts; engines that print only totals need one question."""
    if isinstance(engine, ProcessEngine):
        return engine.total(fen, moves, depth)
    return sum(ask(engine, fen, moves, depth).values())


class ScriptEngine(ProcessEngine):
    """A program as a Divider; it does not run between questions.

    It is called as `PROGRAM DEPTH FEN "MOVES"`, without the last argument if there are no moves,
    and prints a line for each move and the total, or only the total.
    """

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
