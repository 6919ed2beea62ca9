"""Parse the output of a divide, in whichever format the engine prints it.

>>> answer = Answer()
>>> for line in ("info string go", "e2e4: 20", "d2d4 - 20", "a7a8Q 3", "Nodes searched: 43"):
...     _ = answer.add(line)
>>> answer.counts, answer.totals, answer.complete
({'e2e4': 20, 'd2d4': 20, 'a7a8q': 3}, [43], True)
"""

from __future__ import annotations

import re
import time

from kiwipete.engine.uci_grammar import is_search_line
from kiwipete.lab.engines.errors import CommandNotUnderstood, Question

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
    """The lines of an answer so far; any line that is neither a move nor a total is noise."""

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
