"""Engines at work side by side, for threads that each ask one."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple

from kiwipete.lab.dividers import Divider

OpenEngine = Callable[[], AbstractContextManager[Divider]]


class _Member(NamedTuple):
    engine: Divider
    context: AbstractContextManager[Divider]

    def close(self) -> None:
        self.context.__exit__(None, None, None)


class EngineCrew:
    """As many engines as threads ask for at once; each is opened when it is first needed."""

    def __init__(self, open_engine: OpenEngine) -> None:
        self._open_engine = open_engine
        self._lock = threading.Lock()
        self._idle: list[_Member] = []
        self._at_work: list[_Member] = []
        self._closed = False

    @contextmanager
    def engine(self) -> Iterator[Divider]:
        """Lend an engine that nobody else asks in the meantime."""
        member = self._take()
        try:
            yield member.engine
        finally:
            self._take_back(member)

    def close(self) -> None:
        """Close the engines that are idle and interrupt the others, which close when they are back.

        One that is about to start does not notice: call again until all are back.
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
