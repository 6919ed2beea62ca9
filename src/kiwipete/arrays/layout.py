"""What positions in arrays look like, and what callers may pass."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from kiwipete._core.records import FAULTS
from kiwipete.position_record import FIELDS

__all__ = ["FAULTS", "POSITION", "as_bytes", "checked", "target"]

POSITION = np.dtype(FIELDS)


def checked(positions: NDArray[Any]) -> NDArray[Any]:
    """Return positions one after the other in memory; TypeError if they are something else.

    >>> len(checked(np.zeros(4, POSITION)[::2]))
    2
    """
    if not isinstance(positions, np.ndarray) or positions.dtype != POSITION:
        kind = getattr(positions, "dtype", type(positions).__name__)
        raise TypeError(f"positions are a NumPy array of dtype POSITION, not of {kind}")
    if positions.ndim != 1:
        raise ValueError(f"positions have one dimension, not {positions.ndim}")
    return np.ascontiguousarray(positions)


def as_bytes(array: NDArray[Any]) -> NDArray[np.uint8]:
    """Return the memory of an array, which must be contiguous."""
    return array.reshape(-1).view(np.uint8)


def target(
    out: NDArray[Any] | None, shape: tuple[int, ...], dtype: DTypeLike, name: str = "out"
) -> NDArray[Any]:
    """Return the array that answers go into: a new one, or the caller's if it is fit for them.

    >>> target(None, (2, 3), np.uint8).shape
    (2, 3)
    """
    if out is None:
        return np.empty(shape, dtype)
    wanted = np.dtype(dtype)
    if not isinstance(out, np.ndarray):
        raise TypeError(f"{name} is a NumPy array, not {type(out).__name__}")
    if out.dtype != wanted or out.shape != shape:
        raise ValueError(f"{name} is {wanted} of shape {shape}, not {out.dtype} of {out.shape}")
    if not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError(f"{name} is not contiguous, or read-only")
    return out
