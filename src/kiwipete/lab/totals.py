"""The divide of an engine that tells only totals: it is asked about each move by itself."""

from __future__ import annotations

from collections.abc import Callable

from kiwipete.lab.failures import EngineNonsense, Question

# Stands in a divide for leaves, too many or with a minus too few, that belong to no known move.
UNKNOWN = "?"


def divide_by_totals(
    question: Question, total: int, count: Callable[[Question], int], *, chess960: bool
) -> dict[str, int]:
    """Return a divide for a question whose total is known; `count` asks for that of another one.

    A right total is taken for the right divide. Otherwise the engine is asked about the
    position after each move, and what does not come from there is UNKNOWN: moves too many or
    too few, or a count that goes wrong only as a whole.

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
