"""Long counts: a perft split into parts, counted on any executor; finished parts can be stored.

Parts are the distinct positions some plies down. Lines of moves that transpose into the same
position have the same count, so it is counted once and multiplied by the number of lines.
Positions are the same if all four fields of their FEN are, with an en passant square only if a
capture is legal; no hash is involved.
"""

from __future__ import annotations

import math
import random
from concurrent.futures import CancelledError
from contextlib import closing
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kiwipete.board import Board
from kiwipete.cluster import spread
from kiwipete.lab.long_counts.count_store import CountStore, CountStoreError, Subject
from kiwipete.perft import Count, HashTable

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor

    from kiwipete.board import Move

    Progress = Callable[["LongCount"], None]

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

# Parts submitted ahead: enough for a thousand threads, and few enough to cancel.
_AHEAD = 2048


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
    return Count(board, depth).run().nodes


class PartCounter:
    """Counts the leaves below a position; can be pickled and sent to other processes.

    The threads of a process share a counter and its hash table; `stop` ends their counts.
    """

    def __init__(self, depth: int, *, chess960: bool = False, hash_mb: int = 0) -> None:
        self.depth = depth
        self.chess960 = chess960
        self.hash_mb = hash_mb
        self._table = HashTable(hash_mb)
        self._counts: set[Count] = set()
        self._stopped = False

    def __call__(self, epd: str) -> int:
        """Count with the GIL released; raise CancelledError if the counter was stopped.

        >>> PartCounter(3)("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -")
        8902
        """
        part = Count(Board(epd, chess960=self.chess960), self.depth, table=self._table)
        self._counts.add(part)
        try:
            if not self._stopped:
                part.run()
        finally:
            self._counts.discard(part)
        if part.parts_done < part.parts_total:
            raise CancelledError
        return part.nodes

    def __reduce__(self) -> tuple[object, ...]:
        return _new_counter, (self.depth, self.chess960, self.hash_mb)

    def stop(self) -> None:
        """Stop the counts in progress in this process."""
        self._stopped = True
        for part in list(self._counts):
            part.stop()


def _new_counter(depth: int, chess960: bool, hash_mb: int) -> PartCounter:
    counter = PartCounter(depth, chess960=chess960)
    counter.hash_mb, counter._table = hash_mb, _kept_table(hash_mb)
    return counter


@lru_cache(maxsize=1)
def _kept_table(hash_mb: int) -> HashTable:
    """Return the hash table of this process, which is kept from one part to the next."""
    return HashTable(hash_mb)


class LongCount:
    """A perft split into parts, and the results so far.

    With a store, the parts it holds are not counted again, and finished parts are written to
    it at once.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> long_count = LongCount(kiwipete.Board(), 5, plies=2)
    >>> with ThreadPoolExecutor(2) as pool:
    ...     long_count.run(pool)
    >>> long_count.nodes, long_count.parts_done
    (4865609, 400)
    """

    def __init__(
        self,
        board: Board,
        depth: int,
        *,
        plies: int | None = None,
        at_least: int = 32,
        store: CountStore | None = None,
    ) -> None:
        self._board = board.copy(stack=False)
        self._store = store
        self._leaves: dict[str, int] = {}
        self.nodes = 0
        if store is None:
            self._split = split(board, depth, plies=plies, at_least=at_least)
        else:
            self._split = _split_as_begun(board, depth, plies, at_least, store)
            self._add_up(_known_parts(store, self._split))
        self.parts_before = self.parts_done
        self.nodes_before = self.nodes

    @property
    def plies(self) -> int:
        """The ply at which the count was split."""
        return self._split.plies

    @property
    def parts_total(self) -> int:
        """The number of parts."""
        return len(self._split.ways)

    @property
    def parts_done(self) -> int:
        """The number of finished parts; `parts_before` of them came from the store."""
        return len(self._leaves)

    def run(
        self,
        executor: Executor | None = None,
        *,
        hash_mb: int = 0,
        on_progress: Progress | None = None,
    ) -> None:
        """Count the parts that are not finished, here or on an executor.

        Each process that counts has a hash table of `hash_mb` megabytes. `on_progress` is
        called regularly with this object. On Ctrl-C or any other exception, the parts in
        progress are cancelled and the finished ones are kept.
        """
        counter = PartCounter(self._split.depth, chess960=self._split.chess960, hash_mb=hash_mb)
        if executor is None:
            for epd in self._parts_left():
                self._keep({epd: counter(epd)})
                if on_progress is not None:
                    on_progress(self)
            return
        parts = self._parts_left()
        batches = spread(executor, counter, lambda: next(parts, None), ahead=lambda: _AHEAD)
        with closing(batches):
            for batch in batches:
                self._keep(dict(batch))
                if on_progress is not None:
                    on_progress(self)

    def divide(self) -> dict[Move, int]:
        """Return the leaves below each move, as far as parts are finished.

        >>> long_count = LongCount(kiwipete.Board(), 3)
        >>> long_count.run()
        >>> long_count.divide()[kiwipete.Move.from_uci("e2e4")]
        600
        """
        if self.plies == 0:
            raise ValueError("a count that was not split cannot be divided")
        counts = {}
        for move in list(self._board.legal_moves):
            self._board.push(move)
            ways = positions_below(self._board, self.plies - 1)
            counts[move] = sum(n * self._leaves.get(epd, 0) for epd, n in ways.items())
            self._board.pop()
        return counts

    def _parts_left(self) -> Iterator[str]:
        """Yield the parts to count, shuffled so that progress is representative."""
        parts = [epd for epd in self._split.ways if epd not in self._leaves]
        random.Random(0).shuffle(parts)
        return iter(parts)

    def _keep(self, parts: dict[str, int]) -> None:
        """Store finished parts, then add them up."""
        if self._store is not None and parts:
            self._store.record(parts.items())
        self._add_up(parts)

    def _add_up(self, parts: dict[str, int]) -> None:
        self._leaves.update(parts)
        self.nodes += sum(leaves * self._split.ways[epd] for epd, leaves in parts.items())


def _split_as_begun(
    board: Board, depth: int, plies: int | None, at_least: int, store: CountStore
) -> Split:
    """Split a count at the ply that its store has, or begin a new store."""
    subject = Subject(board.epd(), board.chess960, depth)
    begun = store.plies_of(subject)
    if begun is None:
        parts = split(board, depth, plies=plies, at_least=at_least)
        store.begin(subject, parts.plies)
        return parts
    if plies not in (None, begun):
        raise CountStoreError(f"{store.path} was split at ply {begun}, not {plies}")
    return split(board, depth, plies=begun)


def _known_parts(store: CountStore, parts: Split) -> dict[str, int]:
    """Return the parts that a store holds."""
    known = store.parts()
    strange = known.keys() - parts.ways.keys()
    if strange:
        raise CountStoreError(
            f"{store.path} is damaged: {min(strange)} is not a part of this count"
        )
    return known


def count(
    board: Board,
    depth: int,
    *,
    executor: Executor | None = None,
    store: str | os.PathLike[str] | None = None,
    plies: int | None = None,
    hash_mb: int = 0,
    on_progress: Progress | None = None,
) -> int:
    """Count a perft in parts, on any executor of concurrent.futures.

    `store` is the path of a file for the finished parts: a count that was interrupted in any
    way continues from there. `plies` is the ply at which the count is split (by default so
    that parts take seconds), `hash_mb` the size of the hash table of each process that counts,
    and `on_progress` is called regularly with the LongCount.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor() as pool:
    ...     count(kiwipete.Board(), 5, executor=pool)
    4865609
    """
    if store is not None:
        with CountStore(store) as opened:
            whole = LongCount(board, depth, plies=plies, store=opened)
            whole.run(executor, hash_mb=hash_mb, on_progress=on_progress)
    else:
        whole = LongCount(board, depth, plies=plies)
        whole.run(executor, hash_mb=hash_mb, on_progress=on_progress)
    return whole.nodes
