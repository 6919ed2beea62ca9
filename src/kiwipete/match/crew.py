"""The processes that play the games of a match, several at once.

Each running game has its own process, so that the Python work for another game never comes
between an engine's move and the clock.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection, Pipe, wait

from kiwipete.engine.options import Option, UciOptionMap
from kiwipete.match.player import EngineSpec, Player, PlayerFailure
from kiwipete.match.playing import Fixture, GameProgress, Watch, play
from kiwipete.match.record import Game
from kiwipete.match.terms import Terms
from kiwipete.subprocesses.pipes import connection_of, descriptor_of, inheriting, number_of
from kiwipete.subprocesses.process import adopt_orphans, bury_orphans, end_children, in_own_group

# How long workers may take to end their engines, in seconds.
_LAST_BREATH = 5.0
# A dead worker is not an engine's fault, but a worker that always dies is not restarted for ever.
_MOST_DEATHS = 3
# Seconds between two pictures of a game under way.
_SHOWN_EVERY = 0.1
# With the paths of this process: `-m` would search the current directory first.
_PROGRAM = "import sys; sys.path[:] = {path!r}; from kiwipete.match.crew import serve; serve()"


# The messages to a worker and back; games are sent as Fixture and Game


@dataclass(frozen=True)
class Setup:
    """The players, the terms, and whether anybody watches the games move by move."""

    specs: tuple[EngineSpec, ...]
    terms: Terms
    watched: bool = False


@dataclass(frozen=True)
class Introduction:
    """A request to start an engine once, to check that it can play."""

    spec: EngineSpec
    chess960: bool


@dataclass(frozen=True)
class Introduced:
    """The engine's UCI name and its options; or its failure."""

    name: str
    options: UciOptionMap[Option]
    failure: tuple[str, str] | None = None


# In the process of the match


class CrewError(Exception):
    """The processes that play keep ending."""


class Crew:
    """Plays fixtures in several processes, and yields the games as they end."""

    def __init__(
        self,
        jobs: int,
        specs: Sequence[EngineSpec],
        terms: Terms,
        watch: Watch | None = None,
    ) -> None:
        """Prepare the processes; `watch` is called for the games under way, now and then."""
        self._jobs = jobs
        self._setup = Setup(tuple(specs), terms, watch is not None)
        self._watch = watch
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
                    message = self._take(worker)
                    if message is None:
                        continue
                    if isinstance(message, GameProgress):
                        self._busy[connection] = worker
                        if self._watch is not None:
                            self._watch(message)
                        continue
                    following = next(fixtures, None)
                    if following is None:
                        worker.dismiss()
                    else:
                        self._give(worker, following)
                    yield message
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

    def _take(self, worker: Worker) -> Game | GameProgress | None:
        """Return what a worker has sent; None if it died and a new one repeats its game."""
        try:
            message = worker.connection.recv()
        except (EOFError, OSError):
            self._deaths += 1
            if self._deaths > _MOST_DEATHS:
                raise CrewError("the processes that play the games keep ending") from None
            self._start(worker.fixture)
            return None
        assert isinstance(message, (Game, GameProgress))
        return message


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


# In the process that plays


class _WorkerServer:
    """Plays the games that arrive until there are no more, and leaves no process behind."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._players: list[Player] = []
        self._terms: Terms | None = None
        self._watched = False
        self._shown = 0.0  # when a game was last shown
        self._adopts = adopt_orphans()

    def serve(self) -> None:
        """Handle messages until one that is not a request."""
        try:
            while self._answer(self._connection.recv()):
                if self._adopts:
                    bury_orphans({pid for player in self._players if (pid := player.pid)})
        finally:
            for player in self._players:
                player.close()
            end_children()

    def abandon(self) -> None:
        """Kill everything."""
        for player in self._players:
            player.abandon()
        end_children()

    def _answer(self, message: object) -> bool:
        if isinstance(message, Introduction):
            self._connection.send(self._introduce(message))
        elif isinstance(message, Setup):
            self._terms, self._watched = message.terms, message.watched
            self._players += [
                Player(spec, chess960=message.terms.chess960) for spec in message.specs
            ]
        elif isinstance(message, Fixture):
            assert self._terms is not None
            white, black = self._players[message.white], self._players[message.black]
            watch = self._show if self._watched else None
            self._connection.send(play(message, white, black, self._terms, watch))
        else:
            return False
        return True

    def _show(self, progress: GameProgress) -> None:
        """Send a game under way to its spectators, but not every move of a fast one."""
        if time.monotonic() - self._shown >= _SHOWN_EVERY:
            self._shown = time.monotonic()
            self._connection.send(progress)

    def _introduce(self, introduction: Introduction) -> Introduced:
        player = Player(introduction.spec, chess960=introduction.chess960)
        self._players.append(player)
        failure = None
        try:
            player.new_game()
        except PlayerFailure as error:
            failure = error.kind, error.detail
        player.close()
        return Introduced(player.id_name, player.options, failure)


def _end_with_the_match(lifeline: int, worker: _WorkerServer) -> None:
    """Kill everything when the match closes its end of a pipe, or dies."""
    os.read(lifeline, 1)
    worker.abandon()
    os._exit(1)


def serve() -> None:
    """Play for the match at the other end of the two pipes whose numbers are the arguments."""
    number, lifeline_number = map(int, sys.argv[1:])
    worker, lifeline = _WorkerServer(connection_of(number)), descriptor_of(lifeline_number)
    threading.Thread(target=_end_with_the_match, args=(lifeline, worker), daemon=True).start()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with contextlib.suppress(EOFError, OSError):
        worker.serve()
