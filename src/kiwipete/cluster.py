"""A Dask cluster as an executor, and `spread`, which keeps an executor busy.

Dask reassigns the work of a worker that dies, and gives work to workers that join. This module
adds the rest: a task that seems to kill its workers is retried a few times, and a worker with
another version of Kiwipete is refused, even if it joins later.
"""

from __future__ import annotations

import asyncio
import logging
import re
import signal
import sys
import warnings
from collections import defaultdict
from concurrent.futures import CancelledError, Executor, Future
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import uuid4

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")

LOCAL = "local"

# Dask gives up on work after four workers have died, which may be chance if machines come and go.
_ATTEMPTS = 5
# Above all levels: Dask's processes log even a Ctrl-C as critical.
_SILENCE = logging.CRITICAL + 1
# How Dask's complaint about a busy disk begins, which would stand among our own messages.
_BUSY_DISK = "Creating scratch directories"
# How long to wait for a scheduler, and for its first worker, in seconds.
_TO_CONNECT = 10
_TO_FIND_WORKERS = 60
# How long all workers may take to report their version, and to stop.
_TO_ANSWER = 60
_TO_STOP = 5
# How often the thread that waits for results wakes up, in seconds.
_TICK = 0.2

_ADDRESS = re.compile(r"([a-z]+://)?[^/\s]+:[0-9]+")


class ClusterError(Exception):
    """A cluster that cannot be used; the message is one line."""


class ClusterLostError(ClusterError):
    """A cluster that was lost during its work."""


@contextmanager
def open_cluster(address: str, *, workers: int = 2) -> Iterator[ClusterExecutor]:
    """Connect to a Dask cluster, or start one of `workers` processes on this machine.

    `address` is that of a scheduler, as in "tcp://10.0.0.1:8786", or "local". Raises
    ClusterError if Dask is not installed, the scheduler does not answer, or a worker has
    another version of Kiwipete.
    """
    dask = _dask()
    if address != LOCAL and not _ADDRESS.fullmatch(address):
        raise ClusterError(f"a cluster address is HOST:PORT or {LOCAL}, not {address!r}")

    with ExitStack() as stack:
        stack.enter_context(_quiet())
        where = address
        try:
            if address == LOCAL:
                _ignore_busy_disk()
                cluster = dask.LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    memory_limit=None,  # the size of the hash table is the limit
                    dashboard_address=":0",  # any free port
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


@contextmanager
def connected(cluster: str | ClusterExecutor | Any, *, workers: int) -> Iterator[ClusterExecutor]:
    """Give an executor for what users call a cluster, and stop its calls after the block.

    It is an address for `open_cluster`, a `distributed.Client`, or an executor, which is left open.
    Raises ClusterError as `open_cluster` does, and TypeError for anything else.
    """
    if isinstance(cluster, ClusterExecutor):
        yield cluster
    elif isinstance(cluster, str):
        with open_cluster(cluster, workers=workers) as executor:
            yield executor
    elif isinstance(cluster, _dask().Client):
        executor = ClusterExecutor(cluster)
        executor.wait_for_workers(_TO_FIND_WORKERS)
        executor.check_versions()
        try:
            yield executor
        finally:
            executor.stop()
    else:
        kind = type(cluster).__name__
        raise TypeError(f"a cluster is an address or a distributed.Client, not {kind}")


class ClusterExecutor(Executor):
    """An executor on the workers of a Dask client."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._name = uuid4().hex  # identifies our calls on the workers

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Send a call to a free worker."""
        return self._start(self._call(fn, args, kwargs))

    def stop(self) -> None:
        """Stop the calls in progress on all workers; the cluster itself keeps running."""
        # Workers refuse calls with the old name from now on.
        name, self._name = self._name, uuid4().hex
        with suppress(Exception):  # workers that are gone have stopped
            self._start(self._stop_calls(name)).result(_TO_STOP)

    @property
    def workers(self) -> dict[str, int]:
        """The addresses of the current workers, and the number of threads of each."""
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        return {address: worker["nthreads"] for address, worker in workers.items()}

    @property
    def threads(self) -> int:
        """The number of threads of all current workers."""
        return sum(self.workers.values())

    def wait_for_workers(self, seconds: float) -> None:
        """Wait for a worker; raise ClusterError if none joins within `seconds`."""
        try:
            self._client.wait_for_workers(1, timeout=seconds)
        except asyncio.TimeoutError as error:
            raise ClusterError(f"no worker joined within {seconds:g} s") from error

    def check_versions(self) -> None:
        """Raise ClusterError unless the scheduler and all workers have our version of Kiwipete."""
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
                await self._compare_versions()  # the most likely cause; names the worker
                raise ClusterError(f"a task failed on a worker: {error}") from error
        raise ClusterLostError(f"a task keeps killing workers: {killed}") from killed

    async def _stop_calls(self, name: str) -> None:
        await self._client.run(_stop_on_worker, name)

    async def _compare_versions(self) -> None:
        # A function of the standard library, so that it works without Kiwipete.
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


def spread(
    executor: Executor,
    call: Callable[[_Task], _Result],
    following: Callable[[], _Task | None],
    *,
    ahead: Callable[[], int],
) -> Generator[list[tuple[_Task, _Result]], None, None]:
    """Call `call` with one task after another; yield tasks with their results as they end.

    `following` returns the next task, or None if there is none at the moment. `ahead` returns
    how many tasks to submit before one has ended. Yields an empty list now and then, and ends
    when no task is left. Closing the generator cancels the tasks in progress, as does an
    exception in one of them, which is raised; an object with a method `stop` is stopped.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> tasks = iter([2, 3, 5])
    >>> with ThreadPoolExecutor(2) as pool:
    ...     ended = spread(pool, abs, lambda: next(tasks, None), ahead=lambda: 2)
    ...     sorted(result for batch in ended for result in batch)
    [(2, 2), (3, 3), (5, 5)]
    """
    answered: SimpleQueue[Future[_Result]] = SimpleQueue()
    under_way: dict[Future[_Result], _Task] = {}
    try:
        while True:
            most = max(1, ahead())
            while len(under_way) < most and (task := following()) is not None:
                future = executor.submit(call, task)
                under_way[future] = task
                future.add_done_callback(answered.put)
            if not under_way:
                return
            results, failures = [], []
            for future in _take_all(answered):
                task = under_way.pop(future)
                try:
                    results.append((task, future.result()))
                except Exception as error:
                    failures.append(error)
            yield results  # before the failure, so that none is lost
            if failures:
                raise failures[0]
    except BaseException:
        if hasattr(call, "stop"):
            call.stop()
        for future in under_way:
            future.cancel()
        raise


def _take_all(queue: SimpleQueue[Future[_Result]]) -> list[Future[_Result]]:
    """Wait a moment for a result; return it with all others that are ready."""
    futures: list[Future[_Result]] = []
    try:
        futures.append(queue.get(timeout=_TICK))
        while True:
            futures.append(queue.get_nowait())
    except Empty:
        return futures


def this_worker() -> str:
    """Return a name for the place where this call runs: the address of a Dask worker, or here.

    >>> this_worker()
    'this machine'
    """
    with suppress(ClusterError, ValueError):  # without Dask, or outside a task
        return f"worker {_dask().get_worker().address}"
    return "this machine"


def dask_setup(_worker: object) -> None:
    """Make a local worker ignore Ctrl-C, which is handled by the process that started it.

    Dask calls this in every process that it starts for a "local" cluster.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# On a worker: the calls in progress, by the name of their executor.
_calls: defaultdict[str, set[Any]] = defaultdict(set)
# Executors that have stopped: a call of theirs may still be on its way.
_given_up: set[str] = set()


def _call_on_worker(name: str, ours: str, fn: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Make the call, if this worker has the caller's version."""
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
    """Import Dask, which takes a second and may not be installed."""
    try:
        return import_module("distributed")
    except ImportError as error:
        raise ClusterError('Dask is missing: pip install "kiwipete[cluster]"') from error


@lru_cache
def _version() -> str:
    return version("kiwipete")


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask from logging every worker that joins or leaves; errors are raised anyway."""
    logger = logging.getLogger("distributed")
    level = logger.level
    logger.setLevel(_SILENCE)
    try:
        yield
    finally:
        logger.setLevel(level)


def _ignore_busy_disk() -> None:
    """Ignore the complaint in this process, and in those that multiprocessing starts from it."""
    warnings.filterwarnings("ignore", _BUSY_DISK)
    option = f"ignore:{_BUSY_DISK}"
    if option not in sys.warnoptions:
        sys.warnoptions.append(option)
