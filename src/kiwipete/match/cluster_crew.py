"""The games of a match on a cluster: each is a task for one thread of a worker.

A worker plays in processes of its own, as a match on one machine does. They end with it, and
Dask gives the games of a lost worker to another one.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import closing
from typing import TYPE_CHECKING
from uuid import uuid4

from kiwipete.cluster import spread, this_worker
from kiwipete.match.crew import CrewError, Setup, Worker, introduce
from kiwipete.match.player import EngineSpec, PlayerFailure
from kiwipete.match.playing import Fixture
from kiwipete.match.record import Game
from kiwipete.match.terms import Terms

if TYPE_CHECKING:
    from kiwipete.cluster import ClusterExecutor
    from kiwipete.engine.options import Option, UciOptionMap

# A process that dies during a game is replaced this often.
_MOST_DEATHS = 3
# How long processes with their engines are kept between two games, in seconds.
_KEPT = 10.0


class ClusterCrew:
    """Plays fixtures on a cluster, one at a time on each of its threads."""

    def __init__(
        self, executor: ClusterExecutor, specs: Sequence[EngineSpec], terms: Terms
    ) -> None:
        self._executor = executor
        self._player = GamePlayer(Setup(tuple(specs), terms))

    def play(self, fixtures: Iterator[Fixture]) -> Generator[Game, None, None]:
        """Play all fixtures and yield the games as they end; closing drops running games."""
        batches = spread(
            self._executor,
            self._player,
            lambda: next(fixtures, None),
            ahead=lambda: self._executor.threads,
        )
        with closing(batches):
            for batch in batches:
                for _, game in batch:
                    yield game


class GamePlayer:
    """Plays games; can be pickled and sent to workers. `stop` ends its games in this process."""

    def __init__(self, setup: Setup, match: str = "") -> None:
        self._setup = setup
        self._match = match or uuid4().hex  # another match may have other engines of these names
        self._busy: set[Worker] = set()
        self._stopped = False

    def __call__(self, fixture: Fixture) -> Game:
        """Play a game; raise CrewError if an engine cannot play here."""
        _check_engines(self._match, self._setup)
        for _ in range(_MOST_DEATHS):
            worker = _take(self._match, self._setup)
            self._busy.add(worker)
            try:
                if self._stopped:
                    raise CancelledError
                worker.give(fixture)
                game = worker.connection.recv()
            except (EOFError, OSError):  # the process died
                if self._stopped:
                    raise CancelledError from None
                worker.wait()
                continue
            except BaseException:
                worker.end()
                worker.wait()
                raise
            finally:
                self._busy.discard(worker)
            _keep(self._match, worker)
            assert isinstance(game, Game)
            return game
        raise CrewError(f"{this_worker()}: the processes that play the games keep ending")

    def __reduce__(self) -> tuple[object, ...]:
        return GamePlayer, (self._setup, self._match)

    def stop(self) -> None:
        """End the games in this process, with their engines."""
        self._stopped = True
        for worker in list(self._busy):
            worker.end()


class Introducer:
    """Starts engines once on a worker; can be pickled."""

    def __init__(self, chess960: bool) -> None:
        self._chess960 = chess960

    def __call__(self, specs: Sequence[EngineSpec]) -> list[tuple[str, UciOptionMap[Option]]]:
        """Return the UCI names and the options; raise CrewError if an engine cannot play here."""
        return _introduced(specs, chess960=self._chess960)


# On a worker: the matches whose engines were started once, and the processes between two games

_lock = threading.Lock()
_checked: set[str] = set()
_idle: defaultdict[str, list[Worker]] = defaultdict(list)


def _check_engines(match: str, setup: Setup) -> None:
    """Start each engine once before its first game here: a missing one must not lose games."""
    with _lock:
        if match not in _checked:
            _introduced(setup.specs, chess960=setup.terms.chess960)
            _checked.add(match)


def _introduced(
    specs: Sequence[EngineSpec], *, chess960: bool
) -> list[tuple[str, UciOptionMap[Option]]]:
    found: list[tuple[str, UciOptionMap[Option]]] = []
    try:
        with closing(introduce(specs, chess960=chess960)) as introduced:
            for each in introduced:
                found.append(each)
    except PlayerFailure as failure:
        command = " ".join(specs[len(found)].command)
        raise CrewError(f"{this_worker()}: {command} cannot play: {failure.detail}") from None
    return found


def _take(match: str, setup: Setup) -> Worker:
    """Return a process that plays with these engines, one that is idle if possible."""
    with _lock:
        if _idle[match]:
            return _idle[match].pop()
    worker = Worker()
    worker.send(setup)
    return worker


def _keep(match: str, worker: Worker) -> None:
    """Keep a process for the next game; end it if there is none soon."""
    with _lock:
        _idle[match].append(worker)
    timer = threading.Timer(_KEPT, _dismiss, (match, worker, worker.fixture))
    timer.daemon = True
    timer.start()


def _dismiss(match: str, worker: Worker, last: Fixture) -> None:
    """End a process, unless it has played since its `last` game."""
    with _lock:
        if worker not in _idle[match] or worker.fixture is not last:
            return
        _idle[match].remove(worker)
    worker.dismiss()
    worker.wait()
