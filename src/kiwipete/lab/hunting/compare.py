"""Compare an engine's divide with the rules, move by move, within a time limit."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kiwipete.board import Board
from kiwipete.lab.engines.divider import UNKNOWN, Divider, Rules, ask


class Count(NamedTuple):
    """The leaves below a move."""

    engine: int
    rules: int


class Difference(NamedTuple):
    """How an engine's divide differs from the rules.

    If the engine prints only totals, `UNKNOWN` stands for the moves that it does not list: at
    depth 1 in `extra` or `missing`, and in `counts` with the total over all moves.
    """

    fen: str
    moves: tuple[str, ...]
    depth: int
    extra: tuple[str, ...]  # illegal moves, and at depth 1 those listed twice
    missing: tuple[str, ...]
    counts: dict[str, Count]  # the legal moves with wrong counts
    order: tuple[str, ...]  # all of the engine's moves, in its order

    @property
    def in_moves(self) -> bool:
        """Whether the moves themselves differ, not only the counts below them."""
        return bool(self.extra or self.missing)


def compare(
    engine: Divider,
    fen: str,
    moves: Sequence[str] = (),
    depth: int = 1,
    *,
    rules: Divider | None = None,
) -> Difference | None:
    """Return how an engine differs from the rules, or None if it does not.

    The position is the one reached by `moves` from a FEN. `rules` can be a generator other
    than Kiwipete's.

    >>> class NoUnderpromotion(Rules):
    ...     def divide(self, fen, moves, depth):
    ...         counts = super().divide(fen, moves, depth)
    ...         return {move: n for move, n in counts.items() if move[4:] in ("", "q")}
    >>> difference = compare(NoUnderpromotion(), "8/P1k5/K7/8/8/8/8/8 w - - 0 1")
    >>> difference.missing
    ('a7a8b', 'a7a8n', 'a7a8r')
    >>> compare(NoUnderpromotion(), kiwipete.STARTING_FEN, ["e2e4"], 3) is None
    True
    """
    right = ask(rules or Rules(engine.chess960), fen, moves, depth)
    return compare_counts(ask(engine, fen, moves, depth), right, fen, moves, depth)


def compare_counts(
    counts: dict[str, int], right: dict[str, int], fen: str, moves: Sequence[str], depth: int
) -> Difference | None:
    """Return how a divide differs from the right one, or None if it does not."""
    if counts == right:
        return None
    extra = {move for move in counts if move not in right and move != UNKNOWN}
    # A move without leaves below it may be left out.
    missing = {move for move in right if move not in counts and (right[move] or depth == 1)}
    wrong = {
        move: Count(counts[move], right[move])
        for move in counts
        if move in right and counts[move] != right[move]
    }
    if depth == 1:
        # The count is the number of times that the move is listed.
        extra |= {move for move, count in wrong.items() if count.engine > 1}
        missing |= {move for move, count in wrong.items() if count.engine < 1}
    if unknown := counts.get(UNKNOWN):
        wrong[UNKNOWN] = Count(sum(counts.values()), sum(right.values()))
        if depth == 1:
            (extra if unknown > 0 else missing).add(UNKNOWN)
    if not (extra or missing or wrong):
        return None
    return Difference(
        fen,
        tuple(moves),
        depth,
        tuple(sorted(extra)),
        tuple(sorted(missing)),
        wrong,
        tuple(counts),
    )


class OutOfTime(BaseException):
    """The time limit has passed.

    It does not derive from `Exception`, so that it is never taken for a fault of the engine.
    """


class TimeLimitedEngine:
    """An engine that answers until a moment of `time.monotonic()`, then raises OutOfTime.

    >>> import math
    >>> from kiwipete.lab import Rules
    >>> len(TimeLimitedEngine(Rules(), math.inf).divide(kiwipete.STARTING_FEN, [], 1))
    20
    >>> TimeLimitedEngine(Rules(), 0).divide(kiwipete.STARTING_FEN, [], 1)
    Traceback (most recent call last):
    ...
    kiwipete.lab.hunting.compare.OutOfTime
    """

    def __init__(self, engine: Divider, deadline: float) -> None:
        self._engine = engine
        self._deadline = deadline
        self.name = engine.name
        self.chess960 = engine.chess960

    def divide(self, fen: str, moves: Sequence[str], depth: int) -> Mapping[Any, int]:
        """Ask the engine, unless the deadline has passed."""
        if time.monotonic() >= self._deadline:
            raise OutOfTime
        return self._engine.divide(fen, moves, depth)


def fits(board: Board, depth: int, nodes: int) -> bool:
    """Return whether a tree has at most `nodes` leaves, without counting many more.

    >>> fits(kiwipete.Board(), 3, 10_000), fits(kiwipete.Board(), 60, 10_000)
    (True, False)
    """
    return all(board.perft(plies) <= nodes for plies in range(1, depth + 1))
