"""The queue of commands, and the operation under way.

Two threads share it. The reader adds commands as they arrive; the worker takes them one
after the other and executes them. It is in one of three states:

idle       the worker has executed all commands
executing  the worker executes a short command, such as `position`
running    the worker runs an operation: a search, a perft or a bench

`stop` and `ponderhit` don't wait for their turn. They apply to every command that was read
before them, whether it is running or still queued: `go infinite` and `stop` produce a
`bestmove` even if both arrive while another search runs.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple


class UciCommand(NamedTuple):
    """A command as it was read; commands are numbered from 1."""

    number: int
    name: str
    text: str
    read_at: float  # by time.monotonic


class Operation:
    """A search, a perft or a bench; it ends by itself or when the GUI says so.

    >>> operation = Operation(lambda: "bestmove e2e4", stop=lambda: None, infinite=True)
    >>> operation.is_endless
    True
    >>> operation.end()
    >>> operation.is_endless
    False
    """

    def __init__(
        self,
        work: Callable[[], str],
        *,
        stop: Callable[[], None],
        hit: Callable[[], None] | None = None,
        pondering: bool = False,
        infinite: bool = False,
        endless: bool = False,
    ) -> None:
        """Set up `work`, which returns the answer; `stop` makes it return soon.

        `hit` starts the clock. The answer is held back until `ponderhit` if it is `pondering`,
        and until `stop` if it is `infinite`. `endless` work goes on until `stop`.
        """
        self.work = work
        self._stop = stop
        self._hit = hit
        self._pondering = pondering
        self._infinite = infinite
        self._endless = endless
        self._is_ended = False
        self._is_hit = False

    @property
    def is_held(self) -> bool:
        """Whether the answer has to wait for the GUI."""
        return self._pondering or self._infinite

    @property
    def is_endless(self) -> bool:
        """Whether there is no answer until the GUI sends another command."""
        return self._endless or self.is_held

    def end(self) -> None:
        """End the work as soon as possible, and release its answer."""
        self._pondering = self._infinite = self._endless = False
        self._is_ended = True
        self._stop()

    def ponder_hit(self) -> None:
        """Start the clock, if this is a search that still ponders."""
        if self._pondering:
            self._pondering = False
            self._is_hit = True
            self._repeat_hit()

    def repeat_signals(self) -> None:
        """Repeat `stop` and `ponderhit` for work that was set up again after they came."""
        if self._is_hit:
            self._repeat_hit()
        if self._is_ended:
            self._stop()

    def _repeat_hit(self) -> None:
        if self._hit is not None:
            self._hit()


class CommandQueue:
    """Commands in the order of their arrival. Any thread may call any method.

    >>> queue = CommandQueue(questions=["isready"])
    >>> queue.add("position", "startpos")
    True
    >>> queue.next().name
    'position'
    """

    def __init__(self, questions: Iterable[str]) -> None:
        """Begin idle. `questions` are answered at once while an operation runs."""
        self._questions = frozenset(questions)
        self._waiting: deque[UciCommand] = deque()
        self._current: UciCommand | None = None
        self._operation: Operation | None = None
        self._is_closed = False
        # Numbers: of the last command, and of the last one before a stop and a ponderhit.
        self._read = self._stopped = self._hit = 0
        self._changed = threading.Condition()

    # Called by the reader

    def add(self, name: str, text: str = "") -> bool:
        """Queue a command; return False if it is a question to be answered now."""
        with self._changed:
            if name in self._questions and self._is_running():
                return False
            if not self._is_closed:
                self._read += 1
                self._waiting.append(UciCommand(self._read, name, text, time.monotonic()))
                self._changed.notify_all()
            return True

    def stop(self) -> None:
        """End every operation that was asked for until now."""
        with self._changed:
            self._stopped = self._read
            if self._operation is not None:
                self._operation.end()
            self._changed.notify_all()

    def ponder_hit(self) -> None:
        """Start the clock of a search that ponders; without one nothing happens."""
        with self._changed:
            self._hit = self._read
            if self._operation is not None:
                self._operation.ponder_hit()
            self._changed.notify_all()

    def close(self) -> None:
        """Accept no more commands. Those queued are executed, but endless operations end."""
        with self._changed:
            self._is_closed = True
            if self._operation is not None and self._operation.is_endless:
                self._operation.end()
            self._changed.notify_all()

    def abandon(self) -> None:
        """Accept no more commands, drop those queued and end the current operation."""
        with self._changed:
            self._waiting.clear()
            self.stop()
            self.close()

    # Called by the worker

    def next(self) -> UciCommand | None:
        """Wait for the next command and return it; None if there will be no more."""
        with self._changed:
            self._current = None
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._waiting or self._is_closed)
            if self._waiting:
                self._current = self._waiting.popleft()
            return self._current

    def run(self, operation: Operation, answer: Callable[[UciCommand], None]) -> str:
        """Run the operation of the current command; return its answer when it may be written.

        `answer` is called with each question that waits.
        """
        for question in self._start(operation):
            answer(question)
        try:
            text = operation.work()
            with self._changed:
                self._changed.wait_for(lambda: not operation.is_held)
            return text
        finally:
            with self._changed:
                self._operation = None

    def _start(self, operation: Operation) -> list[UciCommand]:
        """Make an operation the current one; return the queued questions, to be answered now."""
        with self._changed:
            assert self._current is not None
            self._operation = operation
            if self._current.number <= self._hit:
                operation.ponder_hit()
            if self._current.number <= self._stopped or (self._is_closed and operation.is_endless):
                operation.end()
            questions: list[UciCommand] = []
            if self._is_running():
                others: deque[UciCommand] = deque()
                for each in self._waiting:
                    (questions if each.name in self._questions else others).append(each)
                self._waiting = others
            self._changed.notify_all()
            return questions

    # Called by any thread that waits

    def wait(self, *, finished: bool = False) -> None:
        """Wait until the queue is idle or an operation runs; with `finished`, until it is idle."""
        with self._changed:
            self._changed.wait_for(
                lambda: (
                    (not self._waiting and self._current is None)
                    or (not finished and self._is_running())
                )
            )

    def _is_running(self) -> bool:
        """Whether an operation runs that wasn't stopped."""
        return (
            self._operation is not None
            and self._current is not None
            and self._current.number > self._stopped
        )
