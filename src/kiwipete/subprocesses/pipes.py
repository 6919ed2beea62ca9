"""The output of a program, read from several pipes at once with a deadline.

Windows cannot wait for pipes as POSIX does: there a thread reads each of them.
"""

from __future__ import annotations

import os
import queue
import selectors
import sys
import threading
from collections.abc import Mapping
from typing import IO

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
    Pipes = ThreadedPipes
else:
    Pipes = SelectedPipes
