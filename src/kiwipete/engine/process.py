"""An engine's process under asyncio: lines in, lines out, and a reliable end."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Sequence
from typing import Any, TypeVar, cast

from kiwipete.engine.search_types import EngineTerminatedError
from kiwipete.errors import EngineError
from kiwipete.subprocesses.output import STDERR, STDOUT, Output
from kiwipete.subprocesses.process import ending, in_own_group, kill_group

LOGGER = logging.getLogger("kiwipete.engine")

# Longer lines do not come from a sane engine, and would only take memory.
_LONGEST_LINE = 1 << 20
# How long an engine that has closed its input or output may take to end, and its children
# to close what they hold of it, in seconds.
_LAST_BREATH = 1.0

_P = TypeVar("_P", bound="EngineProcess")
CommandLine = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]


class EngineProcess(asyncio.SubprocessProtocol):
    """An engine in its own process group, so that its children end with it."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.returncode: asyncio.Future[int] = self.loop.create_future()
        self.ended: EngineTerminatedError | None = None
        self.transport: asyncio.SubprocessTransport | None = None
        self._output = Output(_LONGEST_LINE, remembered=(STDERR,))

    @classmethod
    async def popen(
        cls: type[_P], command: CommandLine, *, setpgrp: bool = False, **popen_args: Any
    ) -> tuple[asyncio.SubprocessTransport, _P]:
        """Start a program; it has its own process group whatever `setpgrp` is."""
        del setpgrp
        words = [command] if isinstance(command, (str, os.PathLike)) else list(command)
        popen_args |= in_own_group(popen_args.get("creationflags", 0))
        transport, protocol = await asyncio.get_running_loop().subprocess_exec(
            cls, *[os.fspath(word) for word in words], **popen_args
        )
        return transport, protocol

    def deliver(self, line: str) -> None:
        """Pass a line from the engine to its handler."""
        self.line_received(line)

    def line_received(self, line: str) -> None:
        """Handle a line from the engine."""
        raise NotImplementedError

    def line_failed(self, error: EngineError) -> None:
        """Handle a line that could not be read: our bug, and no caller is waiting."""
        raise NotImplementedError

    def error_line_received(self, line: str) -> None:
        """Handle a line from stderr; the last ones may explain why the engine ended."""
        LOGGER.debug("%s: stderr >> %s", self, line)

    def engine_terminated(self, error: EngineTerminatedError) -> None:
        """Handle the end of the engine."""
        raise NotImplementedError

    def send_line(self, line: str) -> None:
        """Write a line to the engine."""
        self.send_lines([line])

    def send_lines(self, lines: Sequence[str]) -> None:
        """Write lines to the engine in one call, so that it wakes up only once."""
        if self.ended is not None:
            raise self.ended
        for line in lines:
            if "\n" in line or "\r" in line:
                raise EngineError(f"line break in a command: {line!r}")
            LOGGER.debug("%s: << %s", self, line)
        assert self.transport is not None
        pipe = cast(asyncio.WriteTransport, self.transport.get_pipe_transport(0))
        if lines and not pipe.is_closing():
            pipe.write("".join(f"{line}\n" for line in lines).encode())

    def kill(self) -> None:
        """End the engine and all processes that it has started."""
        assert self.transport is not None
        if self.ended is None:  # else another process may have its id by now
            kill_group(self.transport.get_pid())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport."""
        self.transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        """Split the output of the engine into lines."""
        assert isinstance(data, bytes)
        self._take(fd, self._output.add(fd, data))

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:  # noqa: ARG002
        """End an engine that has closed its input or output: it will not reply."""
        if fd in (STDOUT, STDERR):
            self._take(fd, self._output.end(fd))
        if fd != STDERR:
            self.loop.call_later(_LAST_BREATH, self.kill)

    def process_exited(self) -> None:
        """Read the rest of the engine's output, but do not wait for its children."""
        self.kill()
        self.loop.call_later(_LAST_BREATH, self._finish)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Fail all waiting calls: the engine has ended, and all of its output has been read."""
        self._finish()

    def _take(self, fd: int, lines: list[str]) -> None:
        for line in lines:
            try:
                if fd == STDOUT:
                    LOGGER.debug("%s: >> %s", self, line)
                    self.deliver(line)
                else:
                    self.error_line_received(line)
            except Exception as error:
                LOGGER.exception("%s: cannot read %r", self, line[:200])
                failure = EngineError(f"cannot read the engine's line {line[:200]!r}: {error!r}")
                self.line_failed(failure)

    def _finish(self) -> None:
        if self.ended is not None:
            return
        assert self.transport is not None
        code = self.transport.get_returncode()
        words = "; ".join(self._output.last_words())
        self.ended = EngineTerminatedError(f"the engine {ending(code)}" + (words and f": {words}"))
        if not self.returncode.done():
            self.returncode.set_result(-1 if code is None else code)
        self.engine_terminated(self.ended)

    def __repr__(self) -> str:
        pid = self.transport.get_pid() if self.transport else None
        return f"<{type(self).__name__} (pid={pid})>"
