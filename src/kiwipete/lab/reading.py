"""The answer of a UCI engine as it comes in, and what engines say that do not understand."""

from __future__ import annotations

import re
import time

from kiwipete.lab.answers import Answer
from kiwipete.lab.failures import EngineNotUnderstanding, Question

_REFUSAL = re.compile(
    r"\b(unknown|unrecogni[sz]ed|unsupported|invalid|illegal|bad|undefined)\b.*"
    r"\b(command|input|token|move|option|message|uci|go)\b"
    r"|\bnot\s+(found|recogni[sz]ed|understood|supported|implemented|defined)\b",
    re.IGNORECASE,
)
_SEARCH = re.compile(r"bestmove\b|info\b.*\b(score\s+(cp|mate)|pv\s+[a-h][1-8])\b")


def is_refusal(line: str, about: str = "") -> bool:
    """Tell whether a program says that it was told something unheard of.

    `about` is a word of what it was told: what it says of its own files is no refusal.

    >>> is_refusal("Error (unknown command): uci", about="uci")
    True
    >>> is_refusal("id name Unknown Command 2.0") or is_refusal("no book, not found", about="uci")
    False
    """
    if line.startswith(("id ", "option ", "info ")) or not _REFUSAL.search(line):
        return False
    return re.search(rf"\b({about}|commands?)\b", line, re.IGNORECASE) is not None or not about


class Reading:
    """The lines that follow a question."""

    def __init__(self, question: Question, legal: frozenset[str] | None) -> None:
        self.answer = Answer()
        self.ready = False
        self.late = False  # whether any of it came after `readyok`
        self.is_refused = False  # whether it says that it does not know the command
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
            self.is_refused = self.is_refused or is_refusal(line)
