"""How much memory the machine has, and whether a table fits into it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

# Where Linux says how much memory a container may use: a number of bytes, or "max".
_CONTAINER_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


def check_hash(megabytes: int) -> None:
    """Raise MemoryError for a table that needs more than seven eighths of the memory.

    Systems promise memory that they do not have, and kill the process that uses it.

    >>> check_hash(1 << 20)  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
        ...
    MemoryError: no room for a table of 1048576 MB: this machine has 7936 MB of memory
    """
    if megabytes < 1:
        raise ValueError(f"a table has at least 1 MB, not {megabytes}")
    memory = memory_mb()
    if memory is not None and megabytes > memory * 7 // 8:
        raise MemoryError(
            f"no room for a table of {megabytes} MB: this machine has {memory} MB of memory"
        )


def memory_mb() -> int | None:
    """Return how many megabytes of memory this process may use; None if the system does not say.

    >>> (memory_mb() or 64) >= 64
    True
    """
    limits = [_physical_bytes(), *map(_container_bytes, _CONTAINER_LIMITS)]
    known = [limit for limit in limits if limit is not None]
    return min(known) >> 20 if known else None


def _physical_bytes() -> int | None:
    if sys.platform == "win32":
        return _windows_bytes()
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return None


def _windows_bytes() -> int | None:
    import ctypes

    class Status(ctypes.Structure):
        _fields_ = (
            ("length", ctypes.c_ulong),
            ("load", ctypes.c_ulong),
            *((name, ctypes.c_ulonglong) for name in ("total", "b", "c", "d", "e", "f", "g")),
        )

    status = Status(length=ctypes.sizeof(Status))
    found = ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status))  # type: ignore[attr-defined]
    return int(status.total) if found else None


def _container_bytes(path: str) -> int | None:
    try:
        return int(Path(path).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
