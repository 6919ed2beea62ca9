"""Start engines: one, or a pool for several threads.

>>> with open_engine(["true"]) as engine:  # a poor engine
...     engine.divide(kiwipete.STARTING_FEN, [], 1)
Traceback (most recent call last):
...
kiwipete.errors.UnusableEngineError: it does not speak UCI: it ended with exit code 0 (try...
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple

from kiwipete.lab.engines.divider import Divider
from kiwipete.lab.engines.script_engine import ScriptEngine
from kiwipete.lab.engines.uci_engine import NAME_WIDTH, UciEngine
from kiwipete.untrusted_text import in_short

# The defaults of `open_engine`; the timeout is in seconds.
PERFT_COMMAND = "go perft {depth}"
TIMEOUT = 10.0

OpenEngine = Callable[[], AbstractContextManager[Divider]]


def open_engine(
    command: Sequence[str | os.PathLike[str]],
    *,
    script: bool = False,
    chess960: bool = False,
    perft_command: str = PERFT_COMMAND,
    timeout: float = TIMEOUT,
) -> UciEngine | ScriptEngine:
    """Return an engine that runs as a process; close it, or use it in a `with` statement.

    `command` is a UCI engine and its arguments, or with `script` a program that is called as
    `PROGRAM DEPTH FEN "MOVES"`. `perft_command` is the command for a divide, with `{depth}` in
    place of the depth. An engine that does not answer within `timeout` seconds is killed and,
    as after a crash, started again for the next question.

    >>> from shutil import which
    >>> with open_engine([which("true")], timeout=1) as engine:
    ...     engine.name
    'true'
    """
    words = _words(command)
    if "{depth}" not in perft_command:
        raise ValueError(f"the perft command has no {{depth}}: {perft_command!r}")
    if not timeout > 0:
        raise ValueError(f"the timeout is a number of seconds greater than 0, not {timeout!r}")
    name = in_short(Path(words[0]).name, NAME_WIDTH) or "engine"
    if script:
        return ScriptEngine(words, name, chess960=chess960, timeout=timeout)
    return UciEngine(words, name, chess960=chess960, perft_command=perft_command, timeout=timeout)


def _words(command: Sequence[str | os.PathLike[str]]) -> list[str]:
    """Return the words of a command; a str is refused, since it is a sequence of letters."""
    if isinstance(command, str | bytes):
        raise TypeError(f"the command is a list of words, as in ['stockfish'], not {command!r}")
    if not command:
        raise ValueError("the command is empty")
    return [os.fspath(word) for word in command]


class _Member(NamedTuple):
    engine: Divider
    context: AbstractContextManager[Divider]

    def close(self) -> None:
        self.context.__exit__(None, None, None)


class EnginePool:
    """One engine per thread that needs one at the same time, opened on demand."""

    def __init__(self, open_engine: OpenEngine) -> None:
        self._open_engine = open_engine
        self._lock = threading.Lock()
        self._idle: list[_Member] = []
        self._at_work: list[_Member] = []
        self._closed = False

    @contextmanager
    def engine(self) -> Iterator[Divider]:
        """Lend an engine for exclusive use."""
        member = self._take()
        try:
            yield member.engine
        finally:
            self._take_back(member)

    def close(self) -> None:
        """Close idle engines and interrupt busy ones, which close when they are returned.

        An engine that is just starting is missed: call again until all are returned.
        """
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            at_work = list(self._at_work)
        for member in idle:
            member.close()
        for member in at_work:
            if interrupt := getattr(member.engine, "interrupt", None):
                interrupt()

    def _take(self) -> _Member:
        with self._lock:
            member = self._idle.pop() if self._idle else None
        if member is None:
            context = self._open_engine()
            member = _Member(context.__enter__(), context)
        with self._lock:
            self._at_work.append(member)
        return member

    def _take_back(self, member: _Member) -> None:
        with self._lock:
            self._at_work.remove(member)
            if not self._closed:
                self._idle.append(member)
                return
        member.close()
