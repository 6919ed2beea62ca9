"""Dask clusters on this machine, whose workers may be killed. Only where Dask is installed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import dask
from distributed import LocalCluster

from kiwipete.cluster import ClusterExecutor, open_cluster


@contextmanager
def local_cluster() -> Iterator[ClusterExecutor]:
    """Two processes; Dask gives up whatever a worker dies of."""
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        open_cluster("local", workers=2) as executor,
    ):
        yield executor


@contextmanager
def lone_scheduler() -> Iterator[str]:
    """The address of a scheduler without workers."""
    with LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=50) as cluster:
        yield cluster.scheduler_address


@contextmanager
def worker(scheduler: str, path: Path | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """A worker process that nobody starts again; it imports from a directory before all others."""
    command = [sys.executable, "-m", "distributed.cli.dask_worker", scheduler]
    process = subprocess.Popen(
        [*command, "--nthreads", "1", "--no-nanny", "--no-dashboard"],
        env={**os.environ, "PYTHONPATH": str(path or "")},
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def kill_one(executor: ClusterExecutor) -> None:
    """Kill a worker."""
    os.kill(executor.submit(os.getpid).result(), signal.SIGKILL)
