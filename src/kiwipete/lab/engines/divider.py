"""Dividers: anything that can count the leaves below each move of a position, and how they fail.

`ask` calls any Divider, such as a user's own class, and validates whatever it returns.

>>> class Broken:
...     name, chess960 = "Broken", False
...     def divide(self, fen, moves, depth):
...         return [0][64]
>>> ask(Broken(), kiwipete.STARTING_FEN, [], 1)
Traceback (most recent call last):
...
kiwipete.lab.engines.divider.EngineCrashed: it raised IndexError: list index out of range
"""

from __future__ import annotations

import operator
import re
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from kiwipete.board import Board
from kiwipete.errors import EngineError as EngineError
from kiwipete.errors import UnusableEngineError
from kiwipete.untrusted_text import in_short

# The key in a divide for a surplus (or, negative, a deficit) of leaves that no listed move has.
UNKNOWN = "?"

_MOVE = re.compile(r"0000|([a-h][1-8]){2}[a-z]?")
_WIDTH = 200  # characters of quoted text


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
            return Rules(chess960).divide(*self)
        except ValueError:
            return None

    def legal_moves(self, *, chess960: bool) -> frozenset[str] | None:
        """Return the legal moves, or None if the rules do not accept the position."""
        counts = self._replace(depth=1).divide(chess960=chess960)
        return None if counts is None else frozenset(counts)


class EngineFailure(EngineError):
    """An engine that runs but does not answer a question.

    `question` is the question, `output` the last lines that the engine wrote or, of all its
    output, the lines that explain why it ended. `verdict` is the failure in a word, for reports.
    """

    verdict = "crash"

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

    verdict = "timeout"


class EngineNonsense(EngineFailure):
    """The engine answered, but not with a divide."""

    verdict = "nonsense"


class CommandNotUnderstood(EngineNonsense):
    """The engine has not answered any question so far, and does not seem to know the command."""


class Divider(Protocol):
    """A move generator that can compute a divide: an engine, Kiwipete, or your own class.

    >>> class Pacifist:  # never captures
    ...     name, chess960 = "Pacifist", False
    ...     def divide(self, fen, moves, depth):
    ...         rules = Rules().divide(fen, moves, depth)
    ...         board = kiwipete.Board(fen)
    ...         return {m: n for m, n in rules.items() if not board.is_capture(board.parse_uci(m))}
    """

    @property
    def name(self) -> str:
        """The name in reports."""
        ...

    @property
    def chess960(self) -> bool:
        """Whether it plays Chess960 and writes castling as `e1h1`."""
        ...

    def divide(self, fen: str, moves: Sequence[str], depth: int) -> Mapping[Any, int]:
        """Return the leaves below each move, given as UCI text or a move object."""
        ...


class Rules:
    """Kiwipete itself as a Divider, and the reference for all others.

    >>> rules = Rules()
    >>> rules.divide("8/P1k5/K7/8/8/8/8/8 w - - 0 1", ["a7a8q"], 1)
    {'c7d7': 1, 'c7d6': 1}
    """

    name = "Kiwipete"

    def __init__(self, chess960: bool = False) -> None:
        self.chess960 = chess960

    def divide(self, fen: str, moves: Sequence[str], depth: int) -> dict[str, int]:
        """Return the leaves below each move of the position reached by `moves` from a FEN."""
        board = self.board(fen, moves)
        return {move.uci(): nodes for move, nodes in board.divide(depth).items()}

    def board(self, fen: str, moves: Sequence[str] = ()) -> Board:
        """Return the position reached by `moves` from a FEN."""
        board = Board(fen, chess960=self.chess960)
        for move in moves:
            board.push_uci(move)
        return board


def ask(engine: Divider, fen: str, moves: Sequence[str], depth: int) -> dict[str, int]:
    """Return an engine's divide; if it fails in any way, raise EngineFailure with the question.

    Moves may be objects instead of text, if they have `uci()` or their `str()` is UCI text. An
    engine that cannot be asked at all raises UnusableEngineError.
    """
    question = Question(fen, tuple(moves), depth)
    try:
        return _counts(engine.divide(fen, moves, depth))
    except EngineFailure as error:
        error.question = error.question or question
        raise
    except (UnusableEngineError, MemoryError):
        raise
    except Exception as error:
        message = in_short(f"it raised {_name(error)}", _WIDTH)
        raise EngineCrashed(message, question, _place(error)) from error


def _counts(answer: object) -> dict[str, int]:
    """Return a divide as text and numbers; raise EngineNonsense if it is not one."""
    if not isinstance(answer, Mapping):
        raise _nonsense(f"a divide is a dict of moves with their counts, not {_quoted(answer)}")
    counts: dict[str, int] = {}
    for move, nodes in answer.items():
        if move == UNKNOWN:
            counts[move] = nodes
            continue
        text = _text(move)
        counts[text] = counts.get(text, 0) + _count(text, nodes)
    return counts


def _text(move: object) -> str:
    if not isinstance(move, str):
        uci = getattr(move, "uci", None)
        move = uci() if callable(uci) else str(move)
    if not (isinstance(move, str) and _MOVE.fullmatch(move)):
        raise _nonsense(f"moves are written like e2e4 or a7a8q, not {_quoted(move)}")
    return move


def _count(move: str, nodes: object) -> int:
    try:
        count = operator.index(nodes)  # type: ignore[arg-type]  # raises TypeError for anything else
    except TypeError:
        count = -1
    if count < 0:
        raise _nonsense(f"the count below {move} is a whole number, not {_quoted(nodes)}")
    return count


def _nonsense(fault: str) -> EngineNonsense:
    return EngineNonsense(f"its answer makes no sense: {fault}")


def _quoted(thing: object) -> str:
    return in_short(repr(thing), _WIDTH)


def _name(error: Exception) -> str:
    """Return the last line of an exception's traceback."""
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def _place(error: Exception) -> tuple[str, ...]:
    """Return the place where an exception was raised."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return (f"{Path(frame.filename).name}, line {frame.lineno}, in {frame.name}",)
