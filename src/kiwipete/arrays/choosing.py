"""Choosing among positions: each one once, in another order, or some of them by chance."""

from __future__ import annotations

import operator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kiwipete._core import position_arrays as core
from kiwipete.arrays.layout import as_bytes, checked
from kiwipete.arrays.parallel import STRETCH, in_parallel, in_stretches, usable_threads
from kiwipete.position_record import RECORD_BYTES

_SEED_BITS = (1 << 64) - 1


class Unique(NamedTuple):
    """The positions that differ, and how the others relate to them; see `unique`."""

    positions: NDArray[Any]
    indices: NDArray[np.int64]
    inverse: NDArray[np.int64]
    counts: NDArray[np.int64]


def unique(positions: NDArray[Any], *, threads: int | None = None) -> Unique:
    """Return each position once, in the order in which they first appear.

    Positions are equal as in the rule of threefold repetition, whatever their labels and clocks
    are. `indices` are the places of those that are returned, `inverse` has the place in the
    result for each position, and `counts` how often each occurs, as in numpy.unique.

    >>> two = kiwipete.arrays.from_fens([kiwipete.STARTING_FEN, "k7/8/8/8/8/8/8/K7 w - -"])
    >>> found = unique(two[[0, 1, 1, 0, 1]])
    >>> found.indices, found.inverse, found.counts
    (array([0, 1]), array([0, 1, 1, 0, 1]), array([2, 3]))
    """
    positions = checked(positions)
    records = as_bytes(positions)
    hashes = np.empty(len(positions), np.uint64)
    first = np.empty(len(positions), np.int64)

    def write_hashes(begin: int, end: int) -> None:
        core.hash_records(records[begin * RECORD_BYTES : end * RECORD_BYTES], hashes[begin:end])

    in_stretches(write_hashes, len(positions), threads)
    parts = usable_threads(threads) if len(positions) > STRETCH else 1
    work = partial(core.find_first, records, hashes, first)
    in_parallel([partial(work, part, parts) for part in range(parts)], parts)
    is_first = first == np.arange(len(positions))
    indices = np.flatnonzero(is_first)
    inverse = (np.cumsum(is_first) - 1)[first]
    counts = np.bincount(inverse, minlength=len(indices))
    return Unique(positions[indices], indices, inverse, counts)


def permutation(count: int, seed: int) -> NDArray[np.int64]:
    """Return the numbers from 0 up to `count` in a random order, which the seed alone determines.

    It is the same in all versions and on all machines. Use it to bring several arrays into one
    order.

    >>> permutation(5, seed=7)
    array([0, 2, 4, 1, 3])
    """
    return _drawn(count, count, seed)


def shuffled(positions: NDArray[Any], seed: int) -> NDArray[Any]:
    """Return positions in a random order, which the seed alone determines.

    >>> positions = kiwipete.arrays.from_fens([f"4k3/8/8/8/8/8/8/4K3 w - - {n}" for n in range(6)])
    >>> shuffled(positions, seed=7)["halfmove_clock"]
    array([1, 0, 2, 5, 3, 4], dtype=uint8)
    """
    return np.asarray(positions[permutation(len(positions), seed)])


def sample(
    positions: NDArray[Any], count: int, seed: int, *, replace: bool = False
) -> NDArray[Any]:
    """Return some positions by chance, which the seed alone determines.

    None is taken twice, unless `replace` says so.

    >>> len(sample(kiwipete.arrays.from_fens([kiwipete.STARTING_FEN] * 9), 4, seed=7))
    4
    """
    length = len(positions)
    if not replace:
        if not 0 <= count <= length:
            raise ValueError(f"{count} of {length} positions cannot be taken")
        return np.asarray(positions[_drawn(length, count, seed)])
    if count < 0 or (count and not length):
        raise ValueError(f"{count} of {length} positions cannot be taken")
    numbers = np.empty(count, np.int64)
    if count:
        core.draw(numbers, length, operator.index(seed) & _SEED_BITS)
    return np.asarray(positions[numbers])


def _drawn(length: int, count: int, seed: int) -> NDArray[np.int64]:
    """Return `count` of the numbers below a length, each once."""
    if length < 0:
        raise ValueError(f"there are no {length} numbers")
    numbers = np.empty(length, np.int64)
    core.permute(numbers, count, operator.index(seed) & _SEED_BITS)
    return numbers[:count]
