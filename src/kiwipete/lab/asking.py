"""Ask any Divider, such as somebody's own class, and take nothing on trust.

>>> class Broken:
...     name, chess960 = "Broken", False
...     def divide(self, fen, moves, depth):
...         return [0][64]
>>> ask(Broken(), kiwipete.STARTING_FEN, [], 1)
Traceback (most recent call last):
...
kiwipete.lab.failures.EngineCrashed: it raised IndexError: list index out of range
"""

from __future__ import annotations

import operator
import re
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path

from kiwipete.foreign_text import in_short
from kiwipete.lab.dividers import Divider
from kiwipete.lab.failures import (
    EngineCrashed,
    EngineError,
    EngineNonsense,
    EngineTimeout,
    Question,
)
from kiwipete.lab.process_engine import ProcessEngine
from kiwipete.lab.totals import UNKNOWN

_MOVE = re.compile(r"0000|([a-h][1-8]){2}[a-z]?")
_WIDTH = 200  # of what is quoted


def ask(engine: Divider, fen: str, moves: Sequence[str], depth: int) -> dict[str, int]:
    """Return an engine's divide; if it fails, in whichever way, an EngineError with the question.

    Moves may be objects instead of text, if they have a `uci()` or their `str()` is UCI text.
    """
    question = Question(fen, tuple(moves), depth)
    try:
        return _counts(engine.divide(fen, moves, depth))
    except (EngineCrashed, EngineNonsense, EngineTimeout) as error:
        error.question = error.question or question
        raise
    except (EngineError, MemoryError):
        raise  # it cannot be asked, or the machine is at its end
    except Exception as error:
        message = in_short(f"it raised {_name(error)}", _WIDTH)
        raise EngineCrashed(message, question, _place(error)) from error


def ask_total(engine: Divider, fen: str, moves: Sequence[str], depth: int) -> int:
    """Return how many leaves an engine counts; one that tells only totals is asked no more."""
    if isinstance(engine, ProcessEngine):
        return engine.total(fen, moves, depth)
    return sum(ask(engine, fen, moves, depth).values())


def _counts(answer: object) -> dict[str, int]:
    """Return a divide as text and numbers; EngineNonsense says what is wrong with it."""
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
        count = operator.index(nodes)  # type: ignore[arg-type]  # what else it may be is a TypeError
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
    """Return an exception as the last line of a traceback."""
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def _place(error: Exception) -> tuple[str, ...]:
    """Say where an exception was raised."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return (f"{Path(frame.filename).name}, line {frame.lineno}, in {frame.name}",)
