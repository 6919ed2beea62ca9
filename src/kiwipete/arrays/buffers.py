"""The caller's memory: arrays to read from, and to write into without a copy."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["filled_by", "integers"]


def _viewed(values: Any) -> Any:
    """Return an array over the memory that an object offers, or the object if it offers none."""
    if isinstance(values, np.ndarray):
        return values
    try:
        return np.asarray(memoryview(values))
    except TypeError:
        return np.from_dlpack(values) if hasattr(values, "__dlpack__") else values


def filled_by(
    out: Any, shape: tuple[int, ...], *dtypes: type[np.generic], name: str = "out"
) -> NDArray[Any]:
    """Return an array over the memory of `out`, which may be anything that offers its memory.

    It must be writable, without gaps, and have the shape and one of the types.

    >>> memory = bytearray(3)
    >>> filled_by(memory, (3,), np.uint8)[:] = 7
    >>> list(memory)
    [7, 7, 7]
    >>> filled_by(np.zeros(4), (3,), np.uint8, np.bool_)
    Traceback (most recent call last):
    ...
    ValueError: out must be uint8 or bool of shape (3,), not float64 of shape (4,)
    """
    array = _viewed(out)
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} must offer its memory, as arrays and tensors do, not {array!r}")
    if array.dtype not in dtypes or array.shape != shape:
        wanted = " or ".join(np.dtype(dtype).name for dtype in dtypes)
        raise ValueError(
            f"{name} must be {wanted} of shape {shape}, not {array.dtype} of shape {array.shape}"
        )
    if not array.flags.c_contiguous:
        raise ValueError(f"{name} must be C-contiguous")
    if not array.flags.writeable:
        raise ValueError(f"{name} must be writable")
    return array


def integers(values: Any, count: int, name: str) -> NDArray[np.int64]:
    """Return whole numbers, one for each board, as an array for the compiled code.

    >>> integers([1, 2], 2, "indices")
    array([1, 2])
    >>> integers([0.5], 1, "indices")
    Traceback (most recent call last):
    ...
    TypeError: indices must be whole numbers, not float64
    """
    if type(values) is np.ndarray and values.dtype == np.int64 and values.shape == (count,):
        return np.ascontiguousarray(values)
    array = np.asarray(_viewed(values))
    if array.shape != (count,):
        raise ValueError(f"{name} must have the shape ({count},), not {array.shape}")
    if array.dtype.kind not in "iu" and count:
        raise TypeError(f"{name} must be whole numbers, not {array.dtype}")
    return np.ascontiguousarray(array, np.int64)
