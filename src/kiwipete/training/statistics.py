"""Figures of records: piece counts, material and king squares, all with NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiwipete.training.record_file import BLACK_TO_MOVE, RESULT_BITS

if TYPE_CHECKING:
    import numpy as np

# Pawns by the nibbles of a record: the own pieces, then the other's.
_VALUES = (1, 3, 3, 5, 9, 0, 5, 1, -1, -3, -3, -5, -9, 0, -5, -1)
_OWN_KING = 5


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
    """Return the codes of the pieces, 32 for each record; those behind the last are 0."""
    import numpy as np

    pieces = found["pieces"]
    return np.stack((pieces & 15, pieces >> 4), axis=2).reshape(-1, 32)


def material(found: np.ndarray) -> np.ndarray:
    """Return the material of the side to move less the other's, in pawns."""
    import numpy as np

    values = np.array(_VALUES)[nibbles(found)].sum(axis=1)
    balance: np.ndarray = values - _VALUES[0] * (32 - piece_counts(found))
    return balance


def own_kings(found: np.ndarray) -> np.ndarray:
    """Return how often the king of the side to move stands on each square, ranks upwards."""
    import numpy as np

    number = (nibbles(found) == _OWN_KING).argmax(axis=1)  # of the king among the pieces
    words = np.ascontiguousarray(found["occupied"]).view("u1").reshape(-1, 8)
    occupied = np.unpackbits(words, axis=1, bitorder="little")
    is_king = (occupied.cumsum(axis=1) == number[:, None] + 1) & (occupied == 1)
    return np.bincount(is_king.argmax(axis=1), minlength=64).reshape(8, 8)


def correlation(one: np.ndarray, other: np.ndarray) -> float:
    """Return the correlation of two series; 0 if one of them never changes."""
    import numpy as np

    if len(one) < 2 or one.std() == 0 or other.std() == 0:
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])
