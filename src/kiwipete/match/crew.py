"""The processes that play the games of a match, several at once."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from multiprocessing.connection import Pipe, wait

from kiwipete.engine.options import Option, UciOptionMap
from kiwipete.match.player import EngineSpec, PlayerFailure
from kiwipete.match.playing import Fixture
from kiwipete.match.record import Game
from kiwipete.match.terms import Terms
from kiwipete.match.worker import Introduced, Introduction, Setup
from kiwipete.subprocesses.inheritance import in_own_group, inheriting, number_of

# How long workers may take to end their engines, in seconds.
_LAST_BREATH = 5.0
# A dead worker is not an engine's fault, but a worker that always dies is not restarted for ever.
_MOST_DEATHS = 3
# With the paths of this process: `-m` would search the current directory first.
_PROGRAM = "import sys; sys.path[:] = {path!r}; from kiwipete.match.worker import main; main()"


class CrewError(Exception):
    """The processes that play keep ending."""


class Crew:
    """Plays fixtures in several processes, and yields the games as they end."""

    def __init__(self, jobs: int, specs: Sequence[EngineSpec], terms: Terms) -> None:
        self._jobs = jobs
        self._setup = Setup(tuple(specs), terms)
        self._deaths = 0
        self._workers: list[Worker] = []  # all that were started
        self._busy: dict[object, Worker] = {}  # by the connection that sends their game

    def play(self, fixtures: Iterator[Fixture]) -> Generator[Game, None, None]:
        """Play all fixtures; closing the generator ends running games."""
        try:
            for fixture in islice(fixtures, self._jobs):
                self._start(fixture)
            while self._busy:
                for connection in wait([worker.connection for worker in self._busy.values()]):
                    worker = self._busy.pop(connection)
                    game = self._take(worker)
                    if game is None:
                        continue
                    following = next(fixtures, None)
                    if following is None:
                        worker.dismiss()
                    else:
                        self._give(worker, following)
                    yield game
        finally:
            for worker in self._workers:
                worker.end()
            for worker in self._workers:
                worker.wait()

    def _start(self, fixture: Fixture) -> None:
        self._workers.append(Worker())
        self._workers[-1].send(self._setup)
        self._give(self._workers[-1], fixture)

    def _give(self, worker: Worker, fixture: Fixture) -> None:
        worker.give(fixture)
        self._busy[worker.connection] = worker

    def _take(self, worker: Worker) -> Game | None:
        """Return the game that a worker has played; None if it died and a new one repeats it."""
        try:
            game = worker.connection.recv()
        except (EOFError, OSError):
            self._deaths += 1
            if self._deaths > _MOST_DEATHS:
                raise CrewError("the processes that play the games keep ending") from None
            self._start(worker.fixture)
            return None
        assert isinstance(game, Game)
        return game


class Worker:
    """A process that plays, in its own session so that Ctrl-C does not reach it."""

    fixture: Fixture

    def __init__(self) -> None:
        self._dismissed = False
        program = _PROGRAM.format(path=sys.path)
        try:
            self.connection, theirs = Pipe()
            read_end, self._lifeline = os.pipe()
            with theirs, closing(os.fdopen(read_end)):  # the process has copies of them
                numbers = theirs.fileno(), number_of(read_end)
                self._process = subprocess.Popen(
                    [sys.executable, "-c", program, *map(str, numbers)],
                    stdin=subprocess.DEVNULL,
                    **inheriting(numbers),
                    **in_own_group(),
                )
        except OSError as error:
            raise CrewError(f"cannot start a process that plays: {error.strerror}") from error

    def give(self, fixture: Fixture) -> None:
        """Start a game."""
        self.fixture = fixture
        self.send(fixture)

    def send(self, message: object) -> None:
        """Send a message to the worker."""
        with contextlib.suppress(OSError):  # it died, as waiting for its reply will show
            self.connection.send(message)

    def dismiss(self) -> None:
        """Send the end of the games: the worker shuts its engines down cleanly."""
        self._dismissed = True
        self.send(None)

    def end(self) -> None:
        """Kill the worker and its engines, unless it is ending already."""
        if not self._dismissed:
            self._cut_lifeline()

    def wait(self) -> None:
        """Wait until the worker and its engines have ended."""
        try:
            self._process.wait(_LAST_BREATH)
        except subprocess.TimeoutExpired:
            self._cut_lifeline()
            try:
                self._process.wait(_LAST_BREATH)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self.connection.close()
        self._cut_lifeline()

    def _cut_lifeline(self) -> None:
        lifeline, self._lifeline = self._lifeline, -1
        if lifeline >= 0:
            os.close(lifeline)


def introduce(
    specs: Iterable[EngineSpec], *, chess960: bool = False
) -> Generator[tuple[str, UciOptionMap[Option]], None, None]:
    """Start engines one after the other; yield the UCI name and the options of each.

    PlayerFailure describes why one cannot play. They run in a process that leaves nothing behind.
    """
    worker = Worker()
    try:
        for spec in specs:
            worker.send(Introduction(spec, chess960))
            try:
                found = worker.connection.recv()
            except (EOFError, OSError) as error:
                raise CrewError("the process that starts the engines has ended") from error
            assert isinstance(found, Introduced)
            if found.failure is not None:
                raise PlayerFailure(*found.failure)
            yield found.name, found.options
        worker.dismiss()
    finally:
        worker.end()
        worker.wait()
