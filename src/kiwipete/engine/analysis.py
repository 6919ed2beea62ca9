"""A running search, and an analysis whose results can be read while it runs."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from types import TracebackType

from kiwipete.board import Board
from kiwipete.engine.search_types import AnalysisComplete, BestMove, Info, InfoDict
from kiwipete.errors import EngineError

# If lines are not read, the oldest are dropped.
_MOST_UNREAD = 1 << 16


class AnalysisResult:
    """A running analysis: `info` and `multipv` are live, and iteration yields every line.

    `stop` ends it, and so does the end of a `with` block.
    """

    def __init__(self, stop: Callable[[], None] | None = None) -> None:
        self.multipv: list[InfoDict] = [{}]
        self._stop = stop
        self._unread: deque[InfoDict] = deque(maxlen=_MOST_UNREAD)
        self._news = asyncio.Event()
        self._finished: asyncio.Future[BestMove] = asyncio.get_running_loop().create_future()

    @property
    def info(self) -> InfoDict:
        """The current information on the best line."""
        return self.multipv[0]

    def post(self, info: InfoDict) -> None:
        """Add information from the engine."""
        if not info:
            return
        number = max(1, info.get("multipv", 1))
        if number <= len(self.multipv) + 1:
            if number > len(self.multipv):
                self.multipv.append({})
            self.multipv[number - 1].update(info)
        self._unread.append(info)
        self._news.set()

    def set_finished(self, best: BestMove) -> None:
        """End the analysis with the best move."""
        if not self._finished.done():
            self._finished.set_result(best)
        self._news.set()

    def set_exception(self, error: Exception) -> None:
        """End the analysis with an error."""
        if not self._finished.done():
            self._finished.set_exception(error)
            self._finished.exception()  # mark it as retrieved
        self._news.set()

    def stop(self) -> None:
        """Stop the engine as soon as possible."""
        if self._stop is not None and not self._finished.done():
            self._stop()

    async def wait(self) -> BestMove:
        """Wait until the analysis is finished."""
        return await asyncio.shield(self._finished)

    async def get(self) -> InfoDict:
        """Wait for the next information; raises AnalysisComplete if there is no more."""
        while not self._unread:
            if self._finished.done():
                self._finished.result()
                raise AnalysisComplete
            self._news.clear()
            await self._news.wait()
        return self._unread.popleft()

    def would_block(self) -> bool:
        """Return True if `get` would have to wait."""
        return not self._unread and not self._finished.done()

    def empty(self) -> bool:
        """Return True if all information so far has been read."""
        return not self._unread

    async def next(self) -> InfoDict | None:
        """Wait for the next information; return None if there is no more."""
        try:
            return await self.get()
        except AnalysisComplete:
            return None

    def __aiter__(self) -> AnalysisResult:
        return self

    async def __anext__(self) -> InfoDict:
        try:
            return await self.get()
        except AnalysisComplete:
            raise StopAsyncIteration from None

    def __enter__(self) -> AnalysisResult:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


class Search:
    """A running search: it collects the information about a position."""

    def __init__(self, board: Board, wanted: Info, result: AnalysisResult | None = None) -> None:
        self.root = board.copy(stack=False)
        self.wanted = wanted
        self.result = result
        self.info = InfoDict()
        self.stopping = False
        self.finished: asyncio.Future[BestMove] = asyncio.get_running_loop().create_future()

    def post(self, info: InfoDict) -> None:
        """Add information from the engine."""
        if self.result is not None:
            self.result.post(info)
        else:
            self.info.update(info)

    def finish(self, best: BestMove) -> None:
        """End with a move, or with None if there is no legal move."""
        if not self.finished.done():
            self.finished.set_result(best)
        if self.result is not None:
            self.result.set_finished(best)

    def fail(self, error: EngineError) -> None:
        """End without a move."""
        if not self.finished.done():
            self.finished.set_exception(error)
            self.finished.exception()  # mark it as retrieved
        if self.result is not None:
            self.result.set_exception(error)
