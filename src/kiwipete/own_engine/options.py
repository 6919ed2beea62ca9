"""The engine's options: how UCI lists them, how values are read and checked."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import NamedTuple

from kiwipete._core.searcher import TECHNIQUE_TABLE as TECHNIQUE_TABLE
from kiwipete._core.searcher import TECHNIQUES as TECHNIQUES
from kiwipete.own_engine import MAX_HASH_MB, MAX_LINES, MAX_THREADS, SHIPPED
from kiwipete.own_engine.levels import LEVELS, MAX_ELO, MIN_ELO

# Linux stores the memory limit of a container here: a number of bytes, or "max".
_CONTAINER_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


class EngineOption(NamedTuple):
    """An option as UCI lists it."""

    name: str
    kind: str
    default: str | int | bool | None = None
    least: int | None = None
    most: int | None = None

    def uci_line(self) -> str:
        """Return the line that announces the option to a GUI.

        >>> EngineOption("Hash", "spin", 16, 1, 1024).uci_line()
        'option name Hash type spin default 16 min 1 max 1024'
        """
        line = f"option name {self.name} type {self.kind}"
        if self.kind == "check":
            line += f" default {'true' if self.default else 'false'}"
        elif self.kind == "spin":
            line += f" default {self.default} min {self.least} max {self.most}"
        elif self.kind == "string":
            line += f" default {self.default or '<empty>'}"
        return line

    def read(self, text: str) -> str | int | bool | None:
        """Convert the text of a value to the option's type; ValueError says what is wrong.

        >>> EngineOption("Ponder", "check", False).read("true")
        True
        """
        if self.kind == "check":
            if text.lower() not in ("true", "false"):
                raise ValueError(f"{self.name} is true or false, not {text[:40]!r}")
            return text.lower() == "true"
        if self.kind == "spin":
            return self._number(text)
        if self.kind == "string":
            return "" if text == "<empty>" else text
        return None

    def _number(self, text: str) -> int:
        assert self.least is not None
        assert self.most is not None
        try:
            number = int(text[:20])
        except ValueError:
            raise ValueError(f"{self.name} is a number, not {text[:40]!r}") from None
        if not self.least <= number <= self.most:
            raise ValueError(f"{self.name} is {self.least} to {self.most}, not {number}")
        return number


# By name in lower case.
OPTIONS = {
    option.name.lower(): option
    for option in (
        EngineOption("Hash", "spin", 16, 1, MAX_HASH_MB),
        EngineOption("Clear Hash", "button"),
        EngineOption("Threads", "spin", 1, 1, MAX_THREADS),
        EngineOption("MultiPV", "spin", 1, 1, MAX_LINES),
        EngineOption("Ponder", "check", False),
        EngineOption("Move Overhead", "spin", 10, 0, 5000),
        EngineOption("UCI_Chess960", "check", False),
        EngineOption("UCI_ShowWDL", "check", False),
        EngineOption("UCI_LimitStrength", "check", False),
        EngineOption("UCI_Elo", "spin", LEVELS[4].elo, MIN_ELO, MAX_ELO),
        EngineOption("UCI_AnalyseMode", "check", False),
        EngineOption("OwnBook", "check", False),
        EngineOption("BookFile", "string", ""),
        EngineOption("SyzygyPath", "string", ""),
        EngineOption("EvalFile", "string", SHIPPED),
        EngineOption("Without", "string", ""),
    )
}


def split_setoption(text: str) -> tuple[str, str]:
    r"""Split what follows `setoption` into name and value; both may contain spaces.

    Runs of spaces are kept only in the value, which may be the name of a file.

    >>> split_setoption("name  Move   Overhead\tvalue 30")
    ('Move Overhead', '30')
    """
    value = re.search(r"(?<!\S)value(?!\S)", text)
    words = (text[: value.start()] if value else text).split()
    if words[:1] == ["name"]:
        del words[0]
    return " ".join(words), text[value.end() :].strip() if value else ""


def techniques_in(text: str) -> int:
    """Return the bits of the search techniques that a comma-separated list names.

    ValueError lists the known techniques.

    >>> techniques_in("null move, futility") == TECHNIQUES["null move"] | TECHNIQUES["futility"]
    True
    """
    bits = 0
    for name in filter(None, map(str.strip, text.split(","))):
        if name not in TECHNIQUES:
            raise ValueError(f"no technique {name[:40]!r}; there are {', '.join(TECHNIQUES)}")
        bits |= TECHNIQUES[name]
    return bits


# The memory that limits Hash


def check_hash(megabytes: int) -> None:
    """Raise MemoryError for a hash table that needs more than seven eighths of the memory.

    Systems promise memory that they don't have, and kill the process that uses it.

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
    """Return the megabytes of memory that this process may use, or None if unknown.

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
    if sys.platform != "win32":
        return None
    import ctypes

    class Status(ctypes.Structure):
        _fields_ = (
            ("length", ctypes.c_ulong),
            ("load", ctypes.c_ulong),
            *((name, ctypes.c_ulonglong) for name in ("total", "b", "c", "d", "e", "f", "g")),
        )

    status = Status(length=ctypes.sizeof(Status))
    found = ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status))
    return int(status.total) if found else None


def _container_bytes(path: str) -> int | None:
    try:
        return int(Path(path).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
