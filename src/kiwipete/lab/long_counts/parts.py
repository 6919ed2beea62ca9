"""Split a long count into parts: the distinct positions some plies down.

Lines of moves that transpose into the same position have the same count, so it is counted once
and multiplied by the number of lines. Positions are the same if all four fields of their FEN
are, with an en passant square only if a capture is legal; no hash is involved.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from kiwipete.board import Board
from kiwipete.perft import Count, count

# The largest part, in leaves: some seconds on one thread, a tenth of that with a hash table. A
# ply is a factor of about thirty, so parts are often much smaller.
_LARGE = 20_000_000_000
# A part that takes a hundredth of a second is not split further just to have more parts.
_SMALL = 10_000_000
# Splitting must not take longer than counting, nor fill the memory.
_MOST_MOVES = 4_000_000

# Parts and plies that an estimate is based on.
_SAMPLES = 8
_SAMPLE_DEPTH = 4


class Split(NamedTuple):
    """A count split into parts; the total is the sum of ways times leaves over the positions."""

    plies: int  # played before the parts
    depth: int  # left to count in each
    chess960: bool
    ways: dict[str, int]  # the number of lines to each position, by EPD


def split(board: Board, depth: int, *, plies: int | None = None, at_least: int = 32) -> Split:
    """Split a count into parts.

    Without `plies`, split at ply 1, then further until parts have an estimated 20 G leaves or
    fewer (seconds, not minutes) and there are at least `at_least` of them; but never split
    parts that take a hundredth of a second, nor play more than four million moves.

    >>> parts = split(kiwipete.Board(), 6, plies=3)
    >>> len(parts.ways), sum(parts.ways.values())
    (5362, 8902)
    >>> sum(ways * kiwipete.Board(epd).perft(parts.depth) for epd, ways in parts.ways.items())
    119060324
    """
    Count(board, depth)  # raises if the position cannot be counted
    if plies is not None and not 0 <= plies <= depth:
        raise ValueError(f"a count of depth {depth} can be split at ply 0 to {depth}, not {plies}")
    if plies is None:
        plies, ways = _split_by_size(board, depth, at_least)
    else:
        ways = positions_below(board, plies)
    return Split(plies, depth - plies, board.chess960, ways)


def positions_below(board: Board, plies: int) -> dict[str, int]:
    """Return the positions after `plies` plies by EPD, and the number of lines to each.

    >>> sorted(positions_below(kiwipete.Board("8/8/8/8/8/7k/8/7K w - - 0 1"), 1).items())
    [('8/8/8/8/8/7k/8/6K1 b - -', 1)]
    """
    ways = {board.epd(): 1}
    for _ in range(plies):
        ways = _next_ply(ways, board.chess960)
    return ways


def _split_by_size(board: Board, depth: int, at_least: int) -> tuple[int, dict[str, int]]:
    plies = min(depth, 1)
    ways = positions_below(board, plies)
    while plies < depth and _should_split(ways, depth - plies, board.chess960, at_least):
        ways = _next_ply(ways, board.chess960)
        plies += 1
    return plies, ways


def _next_ply(ways: dict[str, int], chess960: bool) -> dict[str, int]:
    """Play every move in every position, and merge transpositions."""
    below: dict[str, int] = {}
    for epd, lines in ways.items():
        board = Board(epd, chess960=chess960)
        for move in list(board.legal_moves):
            board.push(move)
            child = board.epd()
            below[child] = below.get(child, 0) + lines
            board.pop()
    return below


def _should_split(ways: dict[str, int], depth: int, chess960: bool, at_least: int) -> bool:
    """Return whether `split` should play another ply."""
    if not ways:
        return False
    step = max(1, len(ways) // _SAMPLES)
    samples = [Board(epd, chess960=chess960) for epd in list(ways)[::step]]
    if sum(_leaves(board, 1) for board in samples) / len(samples) * len(ways) > _MOST_MOVES:
        return False
    size = sum(_estimate(board, depth) for board in samples) / len(samples)
    return size > _LARGE or (len(ways) < at_least and size > _SMALL)


def _estimate(board: Board, depth: int) -> float:
    """Estimate the leaves from the growth of a shallow count, within a factor of about three."""
    if depth <= _SAMPLE_DEPTH:
        return _leaves(board, depth)
    # Over two plies, because the sides may have very different numbers of moves.
    shallow, deep = _leaves(board, _SAMPLE_DEPTH - 2), _leaves(board, _SAMPLE_DEPTH)
    return deep * math.pow(deep / max(shallow, 1), (depth - _SAMPLE_DEPTH) / 2)


def _leaves(board: Board, depth: int) -> int:
    """Count on one thread."""
    return count(board, depth).nodes
