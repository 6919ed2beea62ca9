"""Events for pages: one publisher, and a queue for each page that listens.

A slow page never holds up the others. Of an event that describes a state, such as `analysis`,
only the newest waits in a queue; changes to the tree of moves all wait, in order. A page that
falls too far behind gets the whole state again.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any

Event = tuple[str, Any]  # a name, and what json can write

# These wait in order; of all others only the newest counts.
_CHANGES = ("nodes", "notice")
_MOST_WAITING = 500


class Stream:
    """The events that wait for a page."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._ready = threading.Condition()
        self._waiting: list[tuple[str, bytes]] = []
        self._overrun = False
        self._closed = False

    def take(self, seconds: float) -> bytes | None:
        """Wait for events and return them as text; b"" after the time, None at the end."""
        with self._ready:
            if not (self._waiting or self._overrun or self._closed):
                self._ready.wait(seconds)
            if self._closed:
                return None
            if not self._overrun:
                taken, self._waiting = self._waiting, []
                return b"".join(text for _, text in taken)
        self._hub.restart(self)
        return self.take(0)

    def put(self, name: str, text: bytes) -> None:
        """Add an event."""
        with self._ready:
            if self._overrun or self._closed:
                return
            if name not in _CHANGES:
                stale = ("game", "nodes") if name == "game" else (name,)
                self._waiting = [each for each in self._waiting if each[0] not in stale]
            self._waiting.append((name, text))
            if len(self._waiting) > _MOST_WAITING:
                self._waiting, self._overrun = [], True
            self._ready.notify()

    def restart(self, events: Iterable[tuple[str, bytes]]) -> None:
        """Replace all that waits."""
        with self._ready:
            self._waiting, self._overrun = list(events), False
            self._ready.notify()

    def close(self) -> None:
        """End the stream."""
        with self._ready:
            self._closed = True
            self._ready.notify()


class Hub:
    """Publishes events to all streams.

    `lock` is the lock of the state that the events describe: a thread that calls `publish`
    holds it, and a new stream begins with a snapshot of the state that is taken under it.
    """

    def __init__(
        self, lock: AbstractContextManager[Any], snapshot: Callable[[], list[Event]]
    ) -> None:
        self._lock = lock
        self._snapshot = snapshot
        self._streams: list[Stream] = []
        self._closed = False
        self.empty_since: float | None = None  # when the last stream ended, if there was one

    def publish(self, name: str, data: Any) -> None:
        """Send an event to all streams; the caller holds the lock."""
        text = written(name, data)
        for stream in self._streams:
            stream.put(name, text)

    def subscribe(self) -> Stream:
        """Open a stream, which begins with the whole state."""
        stream = Stream(self)
        with self._lock:
            if self._closed:
                stream.close()
                return stream
            stream.restart(self._written_state())
            self._streams.append(stream)
            self.empty_since = None
        return stream

    def restart(self, stream: Stream) -> None:
        """Send the whole state again to a stream that fell behind."""
        with self._lock:
            stream.restart(self._written_state())

    def unsubscribe(self, stream: Stream) -> None:
        """Forget a stream."""
        stream.close()
        with self._lock:
            if stream in self._streams:
                self._streams.remove(stream)
                if not self._streams:
                    self.empty_since = time.monotonic()

    def close(self) -> None:
        """End all streams."""
        with self._lock:
            self._closed = True
            for stream in self._streams:
                stream.close()

    def __len__(self) -> int:
        return len(self._streams)

    def _written_state(self) -> list[tuple[str, bytes]]:
        return [(name, written(name, data)) for name, data in self._snapshot()]


def written(name: str, data: Any) -> bytes:
    r"""Return an event as text; JSON in ASCII has no line breaks.

    >>> written("notice", {"text": "a\nb"})
    b'event: notice\ndata: {"text":"a\\nb"}\n\n'
    """
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return f"event: {name}\ndata: {text}\n\n".encode("ascii")
