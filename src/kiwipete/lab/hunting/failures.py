"""Crashes, timeouts and nonsense: find the smallest question that the engine fails at."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

from kiwipete.board import Board
from kiwipete.lab.engines.divider import (
    Divider,
    EngineError,
    EngineFailure,
    EngineTimeout,
    Question,
    Rules,
    ask,
)
from kiwipete.lab.hunting.positions import write_fen
from kiwipete.lab.hunting.report import Finding, reproduce
from kiwipete.lab.hunting.shrinking import allows, shrink_board

_FAULT = re.compile(r"error|exception|panic|assert|fatal", re.IGNORECASE)
# Text that depends on the question; exit codes and source lines do not.
_FEN = re.compile(r"\S+/\S+/\S+ [wb] \S+ \S+")
_NUMBER = re.compile(r"(?<!exit code )(?<!line )(?<!:)\b\w*\d\w*")


def failure_finding(
    engine: Divider, error: EngineFailure, label: str, *, seconds: float = 30.0
) -> Finding:
    """Return a finding for a failure, with the smallest question that fails in the same way.

    With `seconds=0` the engine is not asked again.
    """
    assert error.question is not None
    start = error.question
    search = _Search(engine, error, seconds)
    again = search.fails(start)
    if again:
        search.descend()
        search.shrink()
    smallest = search.question
    explanation = _explain(search.error)
    if search.otherwise and not again:
        explanation += f" Asked once more, it {search.otherwise}."
    # A failure that needs moves is reported from the position they are played in.
    history = bool(smallest.moves)
    depth = len(smallest.moves) + smallest.depth
    return Finding(
        kind="timeout" if isinstance(error, EngineTimeout) else "crash",
        rule=error.verdict,
        explanation=explanation,
        start_fen=smallest.fen if history else start.fen,
        line=smallest.moves if history else search.path,
        fen=smallest.fen,
        extra=(),
        missing=(),
        reproduce=reproduce(engine, *smallest),
        depth=depth,
        label=label,
        chess960=engine.chess960,
    )


class _Search:
    """The search for the smallest question at which an engine fails."""

    def __init__(self, engine: Divider, error: EngineFailure, seconds: float) -> None:
        assert error.question is not None
        self.engine = engine
        self.rules = Rules(engine.chess960)
        self.error = error
        self.question = error.question
        self.path = error.question.moves  # from the FEN of the first question
        self.otherwise = ""  # what the engine did when it last did not fail in this way
        self.deadline = time.monotonic() + seconds

    def fails(self, question: Question) -> bool:
        """Ask; keep the question if the engine fails in the same way."""
        if time.monotonic() >= self.deadline:
            return False
        try:
            ask(self.engine, *question)
            self.otherwise = "answered"
        except EngineError as error:
            if isinstance(error, EngineFailure) and type(error) is type(self.error):
                self.question, self.error = question, error
                return True
            self.otherwise = f"failed in another way: {error}"
        return False

    def descend(self) -> None:
        """Try the position itself, fewer plies, or a position further down."""
        self._with_fewer_moves()
        while self._with_fewer_plies():
            self._with_fewer_moves()

    def _with_fewer_moves(self) -> None:
        """Start later, stop earlier, or leave out moves in between."""
        while any(self._fails_after(start, line) for start, line in self._shorter_lines()):
            pass

    def _fails_after(self, start: int, line: tuple[str, ...]) -> bool:
        """Ask with a changed line of moves, of which the first `start` go into the FEN."""
        fen, moves, depth = self.question
        before = self.path[: len(self.path) - len(moves)]
        later = write_fen(self.rules.board(fen, line[:start])) if start else fen
        if not self.fails(Question(later, line[start:], depth)):
            return False
        self.path = (*before, *line)
        return True

    def _shorter_lines(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield pairs for `_fails_after`: how many moves go into the FEN, and the line."""
        fen, moves, _ = self.question
        yield from ((start, moves) for start in range(len(moves), 0, -1))
        yield from ((0, moves[:end]) for end in range(1, len(moves)))
        # Only an even number of moves can be left out in between.
        for number in range(len(moves) // 2 * 2, 0, -2):
            lines = ((*moves[:at], *moves[at + number :]) for at in range(1, len(moves) - number))
            board = self.rules.board(fen)
            yield from ((0, line) for line in lines if allows(board, line))

    def _with_fewer_plies(self) -> bool:
        fen, moves, depth = self.question
        if any(self.fails(Question(fen, moves, less)) for less in range(1, depth)):
            return True
        for move in self.rules.divide(fen, moves, 1) if depth > 1 else ():
            if self.fails(Question(fen, (*moves, move), depth - 1)):
                self.path = (*self.path, move)
                return True
        return False

    def shrink(self) -> None:
        """Try positions with fewer pieces, rights and so on."""
        fen, moves, depth = self.question

        def still_fails(board: Board) -> bool:
            return allows(board, moves) and self.fails(Question(write_fen(board), moves, depth))

        shrink_board(self.rules.board(fen), still_fails, deadline=self.deadline)


def _explain(error: EngineFailure) -> str:
    assert error.question is not None
    words = " | ".join(error.output[-3:])
    last = f" Its last words: {words}" if words else ""
    return f"Asked for perft {error.question.depth}, the engine fails: {error}.{last}"


def failure_signature(error: EngineFailure) -> str:
    """Return text that is the same whenever an engine fails in the same way.

    >>> error = EngineFailure("it ended with exit code 1", output=["Error: no square 71"])
    >>> print(failure_signature(error))
    it ended with exit code 1
    Error: no square #
    """
    lines = [str(error), *filter(_FAULT.search, error.output)]
    return "\n".join(_NUMBER.sub("#", _FEN.sub("#", line)) for line in lines)
