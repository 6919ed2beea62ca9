"""Pipes on POSIX and on Windows: read several at once with a deadline, or pass them to a child.

Windows cannot wait for pipes as POSIX does: there a thread reads each of them. A child inherits
pipe ends by file descriptor, on Windows by handle: it is started with `inheriting(numbers)`, and
finds the numbers among its arguments.
"""

from __future__ import annotations

import os
import queue
import selectors
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_CHUNK = 1 << 16
# Chunks that a thread may read ahead.
_AHEAD = 16
# How often a thread that has read too far ahead looks whether anybody still listens, in seconds.
_SLICE = 0.1


class SelectedPipes:
    """Pipes that the system can wait for; each has a number."""

    # How much later than the end of a program its last words may arrive, in seconds.
    delay = 0.0

    def __init__(self, streams: Mapping[int, IO[bytes]]) -> None:
        self.open = set(streams)
        self._streams = dict(streams)
        self._selector = selectors.DefaultSelector()
        for number, stream in streams.items():
            if sys.platform != "win32":  # which cannot wait for pipes at all
                os.set_blocking(stream.fileno(), False)
            self._selector.register(stream, selectors.EVENT_READ, number)

    def read(self, patience: float) -> list[tuple[int, bytes]]:
        """Return the chunks that arrive first, with the numbers of their pipes; empty at an end."""
        return [(key.data, os.read(key.fd, _CHUNK)) for key, _ in self._selector.select(patience)]

    def drop(self, number: int) -> None:
        """Read no more from a pipe."""
        self.open.discard(number)
        self._selector.unregister(self._streams[number])

    def close(self) -> None:
        """Read no more; the streams stay open."""
        self._selector.close()


class ThreadedPipes:
    """Pipes with a thread for each, for systems that cannot wait for them."""

    delay = 0.5

    def __init__(self, streams: Mapping[int, IO[bytes]]) -> None:
        self.open = set(streams)
        self._closed = False
        self._chunks: queue.Queue[tuple[int, bytes]] = queue.Queue(_AHEAD)
        self._threads = [
            threading.Thread(target=self._pump, args=(number, stream.fileno()), daemon=True)
            for number, stream in streams.items()
        ]
        for thread in self._threads:
            thread.start()

    def read(self, patience: float) -> list[tuple[int, bytes]]:
        """Return the chunks that arrive first, with the numbers of their pipes; empty at an end."""
        found: list[tuple[int, bytes]] = []
        try:
            found.append(self._chunks.get(block=patience > 0, timeout=patience or None))
            while len(found) < _AHEAD:
                found.append(self._chunks.get_nowait())
        except queue.Empty:
            pass
        return [(number, chunk) for number, chunk in found if number in self.open]

    def drop(self, number: int) -> None:
        """Read no more from a pipe."""
        self.open.discard(number)

    def close(self) -> None:
        """Read no more; the streams stay open."""
        self._closed = True
        for thread in self._threads:
            thread.join(2 * _SLICE)

    def _pump(self, number: int, descriptor: int) -> None:
        chunk = b"-"
        while chunk and not self._closed:
            try:
                chunk = os.read(descriptor, _CHUNK)
            except OSError:
                chunk = b""
            while not self._closed:
                try:
                    self._chunks.put((number, chunk), timeout=_SLICE)
                    break
                except queue.Full:
                    continue


if sys.platform == "win32":
    import msvcrt

    Pipes = ThreadedPipes

    def number_of(descriptor: int) -> int:
        """Return the number by which a child knows a file descriptor of this process."""
        return msvcrt.get_osfhandle(descriptor)

    def descriptor_of(number: int) -> int:
        """Return a file descriptor for an inherited number."""
        return msvcrt.open_osfhandle(number, os.O_RDONLY)

    def connection_of(number: int) -> Any:
        """Return the connection with an inherited number."""
        from multiprocessing.connection import PipeConnection

        return PipeConnection(number)

    def inheriting(numbers: Sequence[int]) -> dict[str, Any]:
        """Return the arguments of Popen for a child that inherits these numbers and no others."""
        for number in numbers:
            os.set_handle_inheritable(number, True)
        handles = {"handle_list": list(numbers)}
        return {"startupinfo": subprocess.STARTUPINFO(lpAttributeList=handles)}

else:
    Pipes = SelectedPipes

    def number_of(descriptor: int) -> int:
        """Return the number by which a child knows a file descriptor of this process."""
        return descriptor

    def descriptor_of(number: int) -> int:
        """Return a file descriptor for an inherited number."""
        return number

    def connection_of(number: int) -> Connection:
        """Return the connection with an inherited number."""
        from multiprocessing.connection import Connection  # slow to import

        return Connection(number)

    def inheriting(numbers: Sequence[int]) -> dict[str, Any]:
        """Return the arguments of Popen for a child that inherits these numbers and no others."""
        return {"pass_fds": tuple(numbers)}
