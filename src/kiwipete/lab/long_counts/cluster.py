"""Count on a Dask cluster, as on any other executor.

Dask gives the work of a worker that dies to others, and work to those that
join. What it does not do is done here: a part that seems to kill its workers
is tried some times more, and a worker with another version of Kiwipete is
refused, whether it was there at first or joined later.
"""

from __future__ import annotations

import asyncio
import logging
import re
import signal
from collections import defaultdict
from concurrent.futures import CancelledError, Executor, Future
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any
from uuid import uuid4

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


LOCAL = "local"

# Dask gives up what four workers died of; where machines come and go, that may be chance.
_ATTEMPTS = 5
# Above all levels: when Ctrl-C meets Dask's processes too, they call even that critical.
_SILENCE = logging.CRITICAL + 1
# How long to wait for a scheduler, and for its first worker, in seconds.
_TO_CONNECT = 10
_TO_FIND_WORKERS = 60
# How long all workers may take to say which version they have, and to stop.
_TO_ANSWER = 60
_TO_STOP = 5

_ADDRESS = re.compile(r"([a-z]+://)?[^/\s]+:[0-9]+")


class ClusterError(Exception):
    """A cluster that cannot be used, described in one line."""


class ClusterLostError(ClusterError):
    """A cluster that was lost while it counted."""


@contextmanager
def open_cluster(address: str, *, workers: int = 2) -> Iterator[ClusterExecutor]:
    """Open the Dask cluster at an address, or start one of so many processes on this machine.

    `address` is that of a scheduler, as in "tcp://10.0.0.1:8786", or "local".
    ClusterError tells what is wrong: Dask is not installed, nobody answers, or
    a worker has another version of Kiwipete.
    """
    dask = _dask()
    if address != LOCAL and not _ADDRESS.fullmatch(address):
        raise ClusterError(f"a cluster address is HOST:PORT or {LOCAL}, not {address!r}")

    with ExitStack() as stack:
        stack.enter_context(_quiet())
        where = address
        try:
            if address == LOCAL:
                cluster = dask.LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    memory_limit=None,  # the hash table decides
                    dashboard_address=":0",  # any port that is free
                    silence_logs=_SILENCE,
                    preload=__name__,
                )
                where = stack.enter_context(cluster).scheduler_address
            client = dask.Client(where, timeout=_TO_CONNECT, set_as_default=False)
        except OSError as error:
            raise ClusterError(f"no cluster at {address}: {error}") from error
        executor = ClusterExecutor(stack.enter_context(client))
        stack.callback(executor.stop)
        executor.wait_for_workers(_TO_FIND_WORKERS)
        executor.check_versions()
        yield executor


class ClusterExecutor(Executor):
    """An executor on the workers of a Dask client."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._name = uuid4().hex  # by which workers know whose calls they are

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Send a call to whichever worker is free."""
        return self._start(self._call(fn, args, kwargs))

    def stop(self) -> None:
        """End soon the counts under way, wherever they are; the cluster stays as it is."""
        name, self._name = (
            self._name,
            uuid4().hex,
        )  # workers refuse calls of the old name from now on
        with suppress(Exception):  # those who are gone have stopped
            self._start(self._stop_calls(name)).result(_TO_STOP)

    @property
    def workers(self) -> dict[str, int]:
        """The addresses of the workers at this moment, and how many threads each has."""
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        return {address: worker["nthreads"] for address, worker in workers.items()}

    def wait_for_workers(self, seconds: float) -> None:
        """Wait until there is a worker; ClusterError if none comes in so many seconds."""
        try:
            self._client.wait_for_workers(1, timeout=seconds)
        except asyncio.TimeoutError as error:
            raise ClusterError(f"no worker joined within {seconds:g} s") from error

    def check_versions(self) -> None:
        """Raise ClusterError if scheduler or worker has another version of Kiwipete, or none."""
        self._start(self._compare_versions()).result()

    def _start(self, coroutine: Any) -> Future[Any]:
        return asyncio.run_coroutine_threadsafe(coroutine, self._client.loop.asyncio_loop)

    async def _call(self, fn: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        dask = _dask()
        for _ in range(_ATTEMPTS):
            task = self._client.submit(
                _call_on_worker, self._name, _version(), fn, args, kwargs, pure=False
            )
            try:
                return await task
            except dask.KilledWorker as error:
                killed = error
            except CancelledError as error:
                raise ClusterLostError("the connection to the cluster was lost") from error
            except (ImportError, AttributeError, RuntimeError) as error:
                await self._compare_versions()  # most likely, and says which worker it is
                raise ClusterError(f"a worker cannot count: {error}") from error
        raise ClusterLostError(f"a part keeps killing workers: {killed}") from killed

    async def _stop_calls(self, name: str) -> None:
        await self._client.run(_stop_on_worker, name)

    async def _compare_versions(self) -> None:
        # A function of the standard library, which every worker has, whatever else it lacks.
        asked = self._client.run(version, "kiwipete", on_error="return")
        try:
            found = await asyncio.wait_for(asked, _TO_ANSWER)
        except asyncio.TimeoutError as error:
            raise ClusterError(f"not all workers answered within {_TO_ANSWER} s") from error
        for worker, theirs in found.items():
            if isinstance(theirs, (str, PackageNotFoundError)):
                _compare(f"worker {worker}", theirs, _version())
        try:
            theirs = await self._client.run_on_scheduler(version, "kiwipete")
        except PackageNotFoundError as error:
            theirs = error
        _compare("the scheduler", theirs, _version())


def dask_setup(_worker: object) -> None:
    """Make a worker on this machine deaf to Ctrl-C, which is for those who count on it.

    Dask calls this in every process that it starts for a "local" cluster.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# The calls under way in this process, if it is a worker, by the names of the executors.
_calls: defaultdict[str, set[Any]] = defaultdict(set)
# Whose calls are not wanted any more: one may be on its way here when all are told to stop.
_given_up: set[str] = set()


def _call_on_worker(name: str, ours: str, fn: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Do the work, if this worker has the version of those who ask."""
    _compare(f"worker {_dask().get_worker().address}", _version(), ours)
    calls = _calls[name]
    calls.add(fn)
    try:
        if name in _given_up:
            raise CancelledError
        return fn(*args, **kwargs)
    finally:
        calls.discard(fn)


def _stop_on_worker(name: str) -> None:
    _given_up.add(name)
    for fn in list(_calls.pop(name, ())):
        if hasattr(fn, "stop"):
            fn.stop()


def _compare(who: str, theirs: str | PackageNotFoundError, ours: str) -> None:
    if theirs != ours:
        what = f"kiwipete {theirs}" if isinstance(theirs, str) else "no kiwipete"
        raise ClusterError(f"{who} has {what}, but {ours} is needed")


def _dask() -> Any:
    """Return Dask's module, which takes a second to load and may not be there."""
    try:
        return import_module("distributed")
    except ImportError as error:
        raise ClusterError('Dask is missing: pip install "kiwipete[cluster]"') from error


@lru_cache
def _version() -> str:
    return version("kiwipete")


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask from telling about every worker that comes or goes; what matters is raised."""
    logger = logging.getLogger("distributed")
    level = logger.level
    logger.setLevel(_SILENCE)
    try:
        yield
    finally:
        logger.setLevel(level)
