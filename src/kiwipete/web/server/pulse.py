"""A pulse: a thread that publishes news, but not too often."""

from __future__ import annotations

import threading
from collections.abc import Callable

PAUSE = 1 / 15  # seconds between two events


class Pulse:
    """Calls a function soon after `wake`, and at most once in each pause."""

    def __init__(self, name: str, publish: Callable[[], None], pause: float = PAUSE) -> None:
        self._publish = publish
        self._pause = pause
        self._news = threading.Event()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Call the function soon."""
        self._news.set()

    def close(self) -> None:
        """End the thread."""
        self._closed.set()
        self._news.set()
        self._thread.join(timeout=5.0)

    def _run(self) -> None:
        while True:
            self._news.wait()
            if self._closed.is_set():
                return
            self._news.clear()
            self._publish()
            self._closed.wait(self._pause)
