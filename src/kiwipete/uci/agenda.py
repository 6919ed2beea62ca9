"""The agenda: the commands that wait for their turn, and the task that runs.

Two threads share it. The reader adds commands as they arrive; the worker takes them one
after the other and executes them. It is in one of three states:

idle       nothing waits: the worker has executed everything
executing  the worker executes a command that is soon done, such as `position`
running    the worker runs a task: a search, a perft or a bench

`stop` and `ponderhit` do not wait for their turn. They concern every command that was read
before them, whether it is running or still waiting: `go infinite` and `stop` are answered
with a move even if both arrive while another search runs.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple

from kiwipete.uci.task import Task


class Command(NamedTuple):
    """A command as it was read; commands are numbered from 1."""

    number: int
    name: str
    text: str
    read_at: float  # by time.monotonic


class Agenda:
    """Commands in the order of their arrival. Every method may be called from any thread.

    >>> agenda = Agenda(questions=["isready"])
    >>> agenda.add("position", "startpos")
    True
    >>> agenda.next().name
    'position'
    """

    def __init__(self, questions: Iterable[str]) -> None:
        """Begin idle. `questions` are answered at once while a task runs."""
        self._questions = frozenset(questions)
        self._waiting: deque[Command] = deque()
        self._current: Command | None = None
        self._task: Task | None = None
        self._is_closed = False
        # Numbers: of the last command, and of the last one before a stop and a ponderhit.
        self._read = self._stopped = self._hit = 0
        self._changed = threading.Condition()

    # What the reader calls

    def add(self, name: str, text: str = "") -> bool:
        """Have a command executed in its turn; False if it is a question to answer now."""
        with self._changed:
            if name in self._questions and self._is_running():
                return False
            if not self._is_closed:
                self._read += 1
                self._waiting.append(Command(self._read, name, text, time.monotonic()))
                self._changed.notify_all()
            return True

    def stop(self) -> None:
        """End every task that was asked for until now."""
        with self._changed:
            self._stopped = self._read
            if self._task is not None:
                self._task.end()
            self._changed.notify_all()

    def ponder_hit(self) -> None:
        """Start the clock of a search that ponders; without one nothing happens."""
        with self._changed:
            self._hit = self._read
            if self._task is not None:
                self._task.ponder_hit()
            self._changed.notify_all()

    def close(self) -> None:
        """Take no more commands. What waits is executed, except that no task is endless."""
        with self._changed:
            self._is_closed = True
            if self._task is not None and self._task.is_endless:
                self._task.end()
            self._changed.notify_all()

    def abandon(self) -> None:
        """Take no more commands, forget those that wait and end the task that runs."""
        with self._changed:
            self._waiting.clear()
            self.stop()
            self.close()

    # What the worker calls

    def next(self) -> Command | None:
        """Wait for the next command and return it; None if there will be no more."""
        with self._changed:
            self._current = None
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._waiting or self._is_closed)
            if self._waiting:
                self._current = self._waiting.popleft()
            return self._current

    def run(self, task: Task, answer: Callable[[Command], None]) -> str:
        """Run the task of the current command; return its answer when the GUI may have it.

        `answer` is called with each question that waits.
        """
        for question in self._start(task):
            answer(question)
        try:
            text = task.work()
            with self._changed:
                self._changed.wait_for(lambda: not task.is_held)
            return text
        finally:
            with self._changed:
                self._task = None

    def _start(self, task: Task) -> list[Command]:
        """Begin to run a task; return the questions that it lets pass."""
        with self._changed:
            assert self._current is not None
            self._task = task
            if self._current.number <= self._hit:
                task.ponder_hit()
            if self._current.number <= self._stopped or (self._is_closed and task.is_endless):
                task.end()
            passing: list[Command] = []
            if self._is_running():
                staying: deque[Command] = deque()
                for each in self._waiting:
                    (passing if each.name in self._questions else staying).append(each)
                self._waiting = staying
            self._changed.notify_all()
            return passing

    # For those who wait

    def settle(self, *, finished: bool = False) -> None:
        """Wait until it is idle or a task is running; with `finished`, until it is idle."""
        with self._changed:
            self._changed.wait_for(
                lambda: (
                    (not self._waiting and self._current is None)
                    or (not finished and self._is_running())
                )
            )

    def _is_running(self) -> bool:
        """Whether a task runs and nobody has stopped it."""
        return (
            self._task is not None
            and self._current is not None
            and self._current.number > self._stopped
        )
