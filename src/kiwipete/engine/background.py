"""An event loop in a separate thread, for programs without one."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

_T = TypeVar("_T")


def run_in_background(
    coroutine: Callable[[Future[_T]], Coroutine[Any, Any, None]],
    *,
    name: str | None = None,
    debug: bool | None = None,
) -> _T:
    """Run `coroutine(future)` in a separate thread, and return the result it sets.

    The coroutine and the tasks it has started may go on after that.

    >>> async def answer(future):
    ...     future.set_result(42)
    >>> run_in_background(answer)
    42
    """
    result: Future[_T] = Future()

    async def work() -> None:
        await coroutine(result)
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*others, return_exceptions=True)

    def run() -> None:
        try:
            asyncio.run(work(), debug=debug)
            error: BaseException = RuntimeError("the coroutine ended without a result")
        except BaseException as problem:
            error = problem
        if not result.done():
            result.set_exception(error)

    threading.Thread(target=run, name=name, daemon=True).start()
    return result.result()


class Background:
    """A thread that runs coroutines until it is closed.

    With a foreign event loop there is no thread, and closing stops nothing.

    >>> async def answer():
    ...     return 42
    >>> background = Background("example")
    >>> background.run(answer())
    42
    >>> background.close()
    """

    def __init__(self, name: str, loop: asyncio.AbstractEventLoop | None = None) -> None:
        self.loop = loop or asyncio.new_event_loop()
        self.closed = False
        self._thread: threading.Thread | None = None
        if loop is None:
            # A daemon, so that a program can end without closing its engines.
            self._thread = threading.Thread(target=self._work, name=name, daemon=True)
            self._thread.start()

    def run(self, coroutine: Coroutine[Any, Any, _T], timeout: float | None = None) -> _T:
        """Run a coroutine there and wait for it; raises asyncio.TimeoutError after a timeout."""
        try:
            future: Future[_T] = asyncio.run_coroutine_threadsafe(
                asyncio.wait_for(coroutine, timeout), self.loop
            )
        except RuntimeError:
            coroutine.close()
            raise
        try:
            return future.result()
        except BaseException:
            future.cancel()  # Ctrl-C interrupted the wait
            raise

    def soon(self, function: Callable[..., object], *arguments: object) -> None:
        """Call a function there, without waiting for it."""
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self.loop.call_soon_threadsafe(function, *arguments)

    def close(self) -> None:
        """End the thread; waiting calls fail."""
        if not self.closed:
            self.closed = True
            if self._thread is not None:
                self.soon(self.loop.stop)
                self._thread.join()

    def _work(self) -> None:
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_forever()
        finally:
            tasks = asyncio.all_tasks(self.loop)
            for task in tasks:
                task.cancel()
            if tasks:
                self.loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
            self.loop.run_until_complete(self.loop.shutdown_asyncgens())
            self.loop.close()
