"""Something that takes long, on a thread of its own: a search, a perft, a bench."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Task:
    """Work on its way to an answer; it is stopped from outside, or ends by itself."""

    def __init__(
        self,
        name: str,
        *,
        work: Callable[[], str],
        stop: Callable[[], None],
        write: Callable[[str], None],
        waits: bool = False,
        endless: bool = False,
    ) -> None:
        """Start `work`. With `waits` its answer is kept until `release` or `stop`.

        `endless` says that the work itself goes on until `stop`.
        """
        self.name = name
        self.is_running = True
        self._endless = endless
        self._work = work
        self._stop = stop
        self._write = write
        self._released = threading.Event()
        if not waits:
            self._released.set()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @property
    def endless(self) -> bool:
        """Whether there is no answer before somebody releases or stops it."""
        return self._endless or not self._released.is_set()

    def release(self) -> None:
        """Let the answer out as soon as there is one."""
        self._released.set()

    def stop(self) -> None:
        """End the work as soon as it can."""
        self.release()
        self._stop()

    def join(self) -> None:
        """Wait until it has answered."""
        self._thread.join()

    def _run(self) -> None:
        try:
            answer = self._work()
        except Exception as error:
            answer = f"info string {self.name}: {' '.join(str(error).split())}"
        self._released.wait()
        self.is_running = False  # before the GUI hears of it: the next `go` may come at once
        self._write(answer)
