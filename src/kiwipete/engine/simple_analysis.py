"""An analysis for programs without an event loop."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from kiwipete.engine.analysis import AnalysisResult
from kiwipete.engine.search_types import BestMove, InfoDict

if TYPE_CHECKING:
    from kiwipete.engine.simple import SimpleEngine

_T = TypeVar("_T")


class SimpleAnalysisResult:
    """An analysis with blocking methods."""

    def __init__(
        self, simple_engine: SimpleEngine, inner: AnalysisResult, patience: float | None = None
    ) -> None:
        self.simple_engine = simple_engine
        self.inner = inner
        self._deadline = None if patience is None else time.monotonic() + patience

    @property
    def info(self) -> InfoDict:
        """The current information on the best line."""
        return self._now(lambda: self.inner.info.copy())

    @property
    def multipv(self) -> list[InfoDict]:
        """The current information on the best lines."""
        return self._now(lambda: [info.copy() for info in self.inner.multipv])

    def stop(self) -> None:
        """Stop the engine as soon as possible."""
        if self._deadline is None and self.simple_engine.timeout is not None:
            self._deadline = time.monotonic() + self.simple_engine.timeout
        self.simple_engine._background.soon(self.inner.stop)

    def wait(self) -> BestMove:
        """Wait until the analysis is finished."""
        return self._wait(self.inner.wait)

    def would_block(self) -> bool:
        """Return True if `get` would have to wait."""
        return self._now(self.inner.would_block)

    def empty(self) -> bool:
        """Return True if all information so far has been read."""
        return self._now(self.inner.empty)

    def get(self) -> InfoDict:
        """Wait for the next information; raises AnalysisComplete if there is no more."""
        return self._wait(self.inner.get)

    def next(self) -> InfoDict | None:
        """Wait for the next information; return None if there is no more."""
        return self._wait(self.inner.next)

    def __iter__(self) -> Iterator[InfoDict]:
        return self

    def __next__(self) -> InfoDict:
        info = self.next()
        if info is None:
            raise StopIteration
        return info

    def __enter__(self) -> SimpleAnalysisResult:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _wait(self, method: Callable[[], Coroutine[Any, Any, _T]]) -> _T:
        left = None if self._deadline is None else max(0.001, self._deadline - time.monotonic())
        return self.simple_engine._run(method(), left)

    def _now(self, function: Callable[[], _T]) -> _T:
        async def call() -> _T:
            return function()

        return self.simple_engine._run(call(), self.simple_engine.timeout)
