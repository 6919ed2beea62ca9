"""The questions put to an engine, and the exceptions raised when it does not answer them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kiwipete.board import Board
from kiwipete.errors import EngineError as EngineError


class Question(NamedTuple):
    """A divide: the leaves below each move of a position."""

    fen: str
    moves: tuple[str, ...]  # played from the FEN first
    depth: int

    def __str__(self) -> str:
        after = f" after {' '.join(self.moves)}" if self.moves else ""
        return f"perft {self.depth} of {self.fen}{after}"

    def divide(self, *, chess960: bool) -> dict[str, int] | None:
        """Return the correct answer, or None if the rules do not accept the position."""
        try:
            board = Board(self.fen, chess960=chess960)
            for move in self.moves:
                board.push_uci(move)
            return {move.uci(): nodes for move, nodes in board.divide(self.depth).items()}
        except ValueError:
            return None

    def legal_moves(self, *, chess960: bool) -> frozenset[str] | None:
        """Return the legal moves, or None if the rules do not accept the position."""
        counts = self._replace(depth=1).divide(chess960=chess960)
        return None if counts is None else frozenset(counts)


class EngineFailure(EngineError):
    """An engine that runs but does not answer a question.

    `question` is the question, `output` the last lines that the engine wrote or, of all its
    output, the lines that explain why it ended.
    """

    def __init__(
        self, message: str, question: Question | None = None, output: Sequence[str] = ()
    ) -> None:
        super().__init__(message)
        self.question = question  # set by `ask` at the latest
        self.output = tuple(output)


class EngineCrashed(EngineFailure):
    """The engine ended before its answer was complete."""


class EngineTimeout(EngineFailure):
    """The engine did not answer in time."""


class EngineNonsense(EngineFailure):
    """The engine answered, but not with a divide."""


class CommandNotUnderstood(EngineNonsense):
    """The engine has not answered any question so far, and does not seem to know the command."""
