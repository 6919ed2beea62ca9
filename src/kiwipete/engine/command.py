"""Custom commands: a program sends them and reads the replies."""

from __future__ import annotations

import asyncio
import enum
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from kiwipete.engine.search_types import EngineTerminatedError
from kiwipete.errors import EngineError

if TYPE_CHECKING:
    from kiwipete.engine.protocol import Protocol

_T = TypeVar("_T")


class CommandState(enum.Enum):
    """The state of a command."""

    NEW = enum.auto()
    ACTIVE = enum.auto()
    CANCELLING = enum.auto()
    DONE = enum.auto()


class BaseCommand(Generic[_T]):
    """A base class for commands: `start` sends it, and `line_received` reads the reply.

    A command receives every line until it calls `set_finished`. It sets `result` as soon as it
    has it. `protocol.communicate` and `SimpleEngine.communicate` run a command and return its
    result.
    """

    def __init__(self, engine: Protocol) -> None:
        self._engine = engine
        self.state = CommandState.NEW
        self.result: asyncio.Future[_T] = engine.loop.create_future()
        self.finished: asyncio.Future[None] = engine.loop.create_future()
        self._callbacks: list[Callable[[], None]] = []

    def check_initialized(self) -> None:
        """Raise EngineError if the engine has not been initialized."""
        if not self._engine.initialized:
            raise EngineError("the engine has not been initialized")

    def start(self) -> None:
        """Send the command."""
        raise NotImplementedError

    def line_received(self, line: str) -> None:
        """Read a line of the reply."""

    def cancel(self) -> None:
        """Tell the engine that the reply is no longer needed."""

    def engine_terminated(self, exc: Exception) -> None:
        """Handle the end of the engine."""

    def add_finished_callback(self, callback: Callable[[], None]) -> None:
        """Call a function when the command is finished."""
        self._callbacks.append(callback)

    def set_finished(self) -> None:
        """End the command."""
        self._end(EngineError("the command was finished without a result"))

    def run(self) -> None:
        """Start the command; an exception ends it."""
        self.state = CommandState.ACTIVE
        self._guarded(self.start)

    def take(self, line: str) -> None:
        """Pass a line to the command; an exception ends it."""
        self._guarded(lambda: self.line_received(line))

    def stop(self) -> None:
        """Cancel the command, once."""
        if self.state is CommandState.ACTIVE:
            self.state = CommandState.CANCELLING
            self._guarded(self.cancel)

    def terminate(self, error: EngineTerminatedError) -> None:
        """End the command because the engine has ended."""
        self._guarded(lambda: self.engine_terminated(error))
        self._end(error)

    def _guarded(self, function: Callable[[], None]) -> None:
        try:
            function()
        except Exception as error:
            self._end(error)

    def _end(self, error: Exception) -> None:
        """End the command, with an error if there is no result."""
        self.state = CommandState.DONE
        if not self.result.done():
            self.result.set_exception(error)
            self.result.exception()  # mark it as retrieved
        if not self.finished.done():
            self.finished.set_result(None)
            for callback in self._callbacks:
                callback()
