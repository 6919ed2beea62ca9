"""What is asked of an engine, and the ways in which it may fail to answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kiwipete.board import Board


class Question(NamedTuple):
    """A divide: the leaves below each move of a position."""

    fen: str
    moves: tuple[str, ...]  # played from the FEN first
    depth: int

    def __str__(self) -> str:
        after = f" after {' '.join(self.moves)}" if self.moves else ""
        return f"perft {self.depth} of {self.fen}{after}"

    def divide(self, *, chess960: bool) -> dict[str, int] | None:
        """Return the answer by the rules, None if the rules do not know such a position."""
        try:
            board = Board(self.fen, chess960=chess960)
            for move in self.moves:
                board.push_uci(move)
            return {move.uci(): nodes for move, nodes in board.divide(self.depth).items()}
        except ValueError:
            return None

    def legal_moves(self, *, chess960: bool) -> frozenset[str] | None:
        """Return the moves by the rules, None if the rules do not know such a position."""
        counts = self._replace(depth=1).divide(chess960=chess960)
        return None if counts is None else frozenset(counts)


class EngineError(Exception):
    """An engine that gives no answer.

    `question` is what it was asked, `output` what it wrote last, or of all that it wrote the
    lines that tell why it ended. One that cannot be started, or does not understand how it is
    asked, was not asked anything: its question is None.
    """

    def __init__(
        self, message: str, question: Question | None = None, output: Sequence[str] = ()
    ) -> None:
        super().__init__(message)
        self.question = question
        self.output = tuple(output)


class EngineCrashed(EngineError):
    """The engine ended before its answer was complete."""


class EngineTimeout(EngineError):
    """The engine did not answer in time."""


class EngineNonsense(EngineError):
    """The engine answered, but not with a divide."""


class EngineNotUnderstanding(EngineNonsense):
    """The engine has never answered anything, and seems not to know what it is asked."""
