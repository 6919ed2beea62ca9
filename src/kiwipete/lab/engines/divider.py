"""Dividers: anything that can count the leaves below each move of a position.

`ask` calls any Divider, such as a user's own class, and validates whatever it returns.

>>> class Broken:
...     name, chess960 = "Broken", False
...     def divide(self, fen, moves, depth):
...         return [0][64]
>>> ask(Broken(), kiwipete.STARTING_FEN, [], 1)
Traceback (most recent call last):
...
kiwipete.lab.engines.errors.EngineCrashed: it raised IndexError: list index out of range
"""

from __future__ import annotations

import operator
import re
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from kiwipete.board import Board
from kiwipete.errors import UnusableEngineError
from kiwipete.lab.engines.errors import (
    EngineCrashed,
    EngineFailure,
    EngineNonsense,
    Question,
)
from kiwipete.lab.engines.process_engine import UNKNOWN, ProcessEngine
from kiwipete.untrusted_text import in_short

_MOVE = re.compile(r"0000|([a-h][1-8]){2}[a-z]?")
_WIDTH = 200  # characters of quoted text


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


def ask_total(engine: Divider, fen: str, moves: Sequence[str], depth: int) -> int:
    """Return the leaves that an engine counts; engines that print only totals need one question."""
    if isinstance(engine, ProcessEngine):
        return engine.total(fen, moves, depth)
    return sum(ask(engine, fen, moves, depth).values())


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
