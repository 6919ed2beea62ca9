"""Figures of records: piece counts, material and king squares, all with NumPy."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kiwipete.position_record import BLACK_TO_MOVE, RESULT_BITS

if TYPE_CHECKING:
    import numpy as np

# Pawns by the nibbles of a record: the own pieces, then the other's.
_VALUES = (1, 3, 3, 5, 9, 0, 5, 1, -1, -3, -3, -5, -9, 0, -5, -1)
_OWN_KING = 5

_SAMPLE = 1_000_000  # records; more would not change the picture
_SCORES = (-2000, -1000, -600, -400, -250, -150, -75, -25, 25, 75, 150, 250, 400, 600, 1000, 2000)
_LONGEST = 400  # plies; longer games count as this long
_RESULTS = ("lost", "drawn", "won")


class Bin(NamedTuple):
    """A bar of a histogram: values from `low` up to but not including `high`."""

    low: int
    high: int
    records: int


class Figures(NamedTuple):
    """What records look like as a whole; all but `records` is of those that were sampled."""

    records: int
    sampled: int
    results: dict[str, int]  # of the side to move
    score_deviation: float  # standard deviation
    scores: list[Bin]
    average_ply: float
    plies: list[Bin]
    average_pieces: float
    pieces: list[Bin]
    black_to_move: float  # share
    score_result_correlation: float
    own_kings: list[list[int]]  # of the side to move, as it sees the board, from its first rank


def figures(found: np.ndarray) -> Figures:
    """Return the figures of records; of many, a sample at equal distances is looked at.

    >>> import numpy as np
    >>> from kiwipete.position_record import FIELDS
    >>> figures(np.zeros(2, np.dtype(FIELDS))).results
    {'lost': 2, 'drawn': 0, 'won': 0}
    """
    import numpy as np

    sample = sampled(found)
    score, result, pieces = sample["score"].astype(int), results(sample), piece_counts(sample)
    counts = np.bincount(result, minlength=4)[:3].tolist()
    edges = [-32768, *_SCORES, 32768]
    return Figures(
        len(found),
        len(sample),
        dict(zip(_RESULTS, counts, strict=True)),
        float(score.std()),
        [
            Bin(low, high, int(count))
            for (low, high), count in zip(
                pairwise(edges), np.histogram(score, edges)[0], strict=True
            )
        ],
        float(sample["ply"].mean()),
        _bins(np.minimum(sample["ply"], _LONGEST), 20),
        float(pieces.mean()),
        _bins(pieces, 4),
        float(is_black(sample).mean()),
        correlation(np.tanh(score / 400), result.astype(float)),
        own_kings(sample).tolist(),
    )


def sampled(found: np.ndarray) -> np.ndarray:
    """Return at most a million of the records, at equal distances.

    >>> import numpy as np
    >>> len(sampled(np.zeros(1_500_000)))
    750000
    """
    return found[:: max(1, -(-len(found) // _SAMPLE))]


def _bins(values: np.ndarray, step: int) -> list[Bin]:
    """Return a histogram from the first bin that isn't empty."""
    import numpy as np

    counts = np.bincount(values // step).tolist()
    bins = [Bin(step * i, step * i + step, count) for i, count in enumerate(counts)]
    while bins and not bins[0].records:
        del bins[0]
    return bins


def results(found: np.ndarray) -> np.ndarray:
    """Return the results for the side to move: 0 lost, 1 drawn, 2 won."""
    found_results: np.ndarray = found["flags"] & RESULT_BITS
    return found_results


def is_black(found: np.ndarray) -> np.ndarray:
    """Return where Black is to move."""
    black: np.ndarray = (found["flags"] & BLACK_TO_MOVE) != 0
    return black


def piece_counts(found: np.ndarray) -> np.ndarray:
    """Return the number of pieces on each board."""
    import numpy as np

    bits = np.unpackbits(np.ascontiguousarray(found["occupied"]).view("u1").reshape(-1, 8), axis=1)
    counts: np.ndarray = bits.sum(axis=1, dtype=np.int64)
    return counts


def nibbles(found: np.ndarray) -> np.ndarray:
    """Return the codes of the pieces, 32 for each record; those after the last are 0."""
    import numpy as np

    pieces = found["pieces"]
    return np.stack((pieces & 15, pieces >> 4), axis=2).reshape(-1, 32)


def material(found: np.ndarray) -> np.ndarray:
    """Return the material of the side to move less the other's, in pawns."""
    import numpy as np

    values = np.array(_VALUES, np.int8)[nibbles(found)].sum(axis=1, dtype=np.int64)
    balance: np.ndarray = values - _VALUES[0] * (32 - piece_counts(found))
    return balance


def own_kings(found: np.ndarray) -> np.ndarray:
    """Return how often the king of the side to move stands on each square, ranks upwards."""
    import numpy as np

    number = (nibbles(found) == _OWN_KING).argmax(axis=1)  # of the king among the pieces
    words = np.ascontiguousarray(found["occupied"]).view("u1").reshape(-1, 8)
    occupied = np.unpackbits(words, axis=1, bitorder="little")
    is_king = (occupied.cumsum(axis=1, dtype=np.uint8) == number[:, None] + 1) & (occupied == 1)
    return np.bincount(is_king.argmax(axis=1), minlength=64).reshape(8, 8)


def correlation(one: np.ndarray, other: np.ndarray) -> float:
    """Return the correlation of two series; 0 if one of them never changes."""
    import numpy as np

    if len(one) < 2 or one.std() == 0 or other.std() == 0:
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])
