"""The answer of a UCI engine as it comes in, and what engines say that do not understand."""

from __future__ import annotations

import re
import time

from kiwipete.lab.answers import Answer
from kiwipete.lab.failures import EngineNotUnderstanding, Question
from kiwipete.lab.foreign_text import in_short

_REFUSAL = re.compile(
    r"\b(unknown|unrecogni[sz]ed|unsupported|invalid|illegal|bad|undefined)\b.*"
    r"\b(command|input|token|move|option|message|uci|go)\b"
    r"|\bnot\s+(found|recogni[sz]ed|understood|supported|implemented)\b",
    re.IGNORECASE,
)
_SEARCH = re.compile(r"bestmove\b|info\b.*\b(score\s+(cp|mate)|pv\s+[a-h][1-8])\b")
_WIDTH = 80  # of what is quoted


def refusal(line: str) -> str | None:
    """Return a line in short in which a program says that it was told something unheard of.

    >>> refusal("Error (unknown command): uci")
    'Error (unknown command): uci'
    >>> refusal("id name Unknown Command 2.0") is refusal("info string eval file not found") is None
    True
    """
    if line.startswith(("id ", "option ", "info ")):
        return None
    return in_short(line, _WIDTH) if _REFUSAL.search(line) else None


class Reading:
    """The lines that follow a question."""

    def __init__(self, question: Question, legal: frozenset[str] | None) -> None:
        self.answer = Answer()
        self.ready = False
        self.late = False  # whether any of it came after `readyok`
        self.refusal: str | None = None  # what it says if it does not know the command
        self.pause = 0.0  # the longest between two lines, in seconds
        self._depth = question.depth
        self._legal = legal
        self._last = time.monotonic()

    @property
    def lacking(self) -> bool:
        """Whether there are more legal moves: then it is worth waiting for them."""
        return self._legal is None or not self._legal <= self.answer.counts.keys()

    @property
    def is_the_right_total(self) -> bool:
        """Whether there is only a total so far, and no other can be meant."""
        if self._depth > 1 or self._legal is None:
            return False
        return self.answer.is_only_a_total and self.answer.total == len(self._legal)

    def add(self, line: str) -> None:
        """Take in one more line."""
        now = time.monotonic()
        self.pause = max(self.pause, now - self._last)
        self._last = now
        if self.answer.add(line):
            self.late = self.late or self.ready
        elif line == "readyok":
            self.ready = True
        elif _SEARCH.match(line) and self.answer.is_silent:
            raise EngineNotUnderstanding("it searches for a move instead of counting")
        else:
            self.refusal = self.refusal or refusal(line)
