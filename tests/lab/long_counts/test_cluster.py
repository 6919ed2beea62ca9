"""A real Dask cluster: workers that die, join, lie about their version, or are not there."""

from __future__ import annotations

import inspect
import os
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from distributed import Client, LocalCluster, core

import kiwipete
from kiwipete import Board
from kiwipete import cluster as cluster_module
from kiwipete.cluster import (
    ClusterError,
    ClusterExecutor,
    ClusterLostError,
    open_cluster,
)
from kiwipete.lab.long_counts import LongCount, PartCounter, count
from kiwipete.lab.long_counts.count_store import CountStore
from tests.support.clusters import kill_one, local_cluster, lone_scheduler, worker
from tests.support.processes import wait_for

START_5 = 4_865_609
START_6 = 119_060_324


@pytest.fixture(scope="module")
def local() -> Iterator[ClusterExecutor]:
    with local_cluster() as executor:
        yield executor


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    with lone_scheduler() as address:
        yield address


def once_after(parts: int, act: Callable[[], None]) -> Callable[[LongCount], None]:
    """Return an `on_progress` that does something when so many parts are finished, once."""
    acted = []

    def watch(whole: LongCount) -> None:
        if whole.parts_done >= parts and not acted:
            acted.append(whole.parts_done)
            assert whole.parts_done < whole.parts_total
            act()

    return watch


def test_a_count_on_a_cluster(local):
    assert len(local.workers) == 2
    assert count(Board(), 5, executor=local, plies=1, hash_mb=1) == START_5


def test_chess960_on_a_cluster(local):
    board = Board("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", chess960=True)
    assert count(board, 4, executor=local) == board.perft(4)


def test_a_cluster_of_our_own_does_not_complain_of_a_busy_disk(local):
    texts = [f"{cluster_module._BUSY_DISK} is taking long", "something else"]
    assert local.submit(_warnings_of, texts).result() == texts[1:]
    with local_cluster():
        assert _warnings_of(texts) == texts[1:]
    assert cluster_module._BUSY_DISK in inspect.getsource(core)


def _warnings_of(texts: list[str]) -> list[str]:
    """Return those of the texts that a warning shows."""
    with warnings.catch_warnings(record=True) as found:
        for text in texts:
            warnings.warn(text, stacklevel=1)
    return [str(each.message) for each in found]


def test_a_worker_is_killed_in_the_middle(local, tmp_path):
    killed = once_after(100, lambda: kill_one(local))
    with CountStore(tmp_path / "run.db") as store:
        whole = LongCount(Board(), 6, plies=2, store=store)
        whole.run(local, on_progress=killed)
        assert whole.nodes == START_6
        assert len(store.parts()) == 400


def test_what_goes_wrong_on_a_worker_comes_back(local):
    with pytest.raises(ValueError, match="the depth of a perft is 0 to 60, not 61"):
        local.submit(PartCounter(61), Board().epd()).result()
    with pytest.raises(ClusterError, match="a task failed on a worker: bad luck"):
        local.submit(_fail).result()


def _fail() -> None:
    raise RuntimeError("bad luck")


def test_a_part_that_kills_its_workers(local, monkeypatch):
    monkeypatch.setattr(cluster_module, "_ATTEMPTS", 1)
    with pytest.raises(ClusterLostError, match="a task keeps killing workers"):
        local.submit(os.abort).result()


def test_the_only_worker_dies_and_another_joins(scheduler):
    with ExitStack() as later, worker(scheduler) as first, open_cluster(scheduler) as executor:

        def replace() -> None:
            first.kill()
            wait_for(lambda: not executor.workers)
            later.enter_context(worker(scheduler))

        whole = LongCount(Board(), 6, plies=2)
        whole.run(executor, on_progress=once_after(20, replace))
        assert whole.nodes == START_6
        assert len(executor.workers) == 1


def test_a_count_that_is_given_up_keeps_no_worker_busy(scheduler):
    with worker(scheduler):
        # Parts of hours: the worker would not answer before one is finished.
        with pytest.raises(KeyboardInterrupt), open_cluster(scheduler) as executor:
            count(Board(), 12, executor=executor, plies=1, on_progress=interrupt)
        with open_cluster(scheduler) as executor:
            assert count(Board(), 4, executor=executor) == 197_281


def interrupt(whole: LongCount) -> None:
    raise KeyboardInterrupt


def refusal(address: str) -> str:
    """Return why a cluster cannot be used."""
    with pytest.raises(ClusterError) as refused, open_cluster(address):
        pytest.fail("it was opened")
    return str(refused.value)


@pytest.fixture
def other_version(tmp_path) -> Path:
    """A directory by which an installed Kiwipete seems to be another version."""
    about = tmp_path / "kiwipete-0.0.7.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: kiwipete\nVersion: 0.0.7\n")
    return tmp_path


def test_a_worker_of_another_version_is_refused(scheduler, other_version):
    with worker(scheduler, other_version):
        message = refusal(scheduler)
    assert message.startswith("worker tcp://127.0.0.1:")
    assert message.endswith(f" has kiwipete 0.0.7, but {kiwipete.__version__} is needed")


def test_a_worker_of_another_version_that_joins_later_is_refused(scheduler, other_version):
    with (
        worker(scheduler),
        open_cluster(scheduler) as executor,
        worker(scheduler, other_version),
    ):
        wait_for(lambda: len(executor.workers) == 2)
        with pytest.raises(ClusterError, match=r"^worker tcp://.* has kiwipete 0\.0\.7, but"):
            count(Board(), 5, executor=executor, plies=2)


def test_a_cluster_that_is_lost():
    doomed = LocalCluster(n_workers=1, processes=False, dashboard_address=":0", silence_logs=50)
    with doomed, Client(doomed, set_as_default=False) as client:
        executor = ClusterExecutor(client)
        whole = LongCount(Board(), 6, plies=2)
        with pytest.raises(ClusterLostError, match="the connection to the cluster was lost"):
            whole.run(executor, on_progress=once_after(1, doomed.close))


def test_nobody_answers(monkeypatch):
    monkeypatch.setattr(cluster_module, "_TO_CONNECT", 0.2)
    assert refusal("tcp://127.0.0.1:1").startswith("no cluster at tcp://127.0.0.1:1: ")


def test_no_worker_comes(scheduler, monkeypatch):
    monkeypatch.setattr(cluster_module, "_TO_FIND_WORKERS", 0.2)
    assert refusal(scheduler) == "no worker joined within 0.2 s"


@pytest.mark.parametrize("address", ["", "Local", "somewhere", "tcp://somewhere", "a:b", "a b:1"])
def test_bad_addresses(address):
    assert refusal(address) == f"a cluster address is HOST:PORT or local, not {address!r}"


@pytest.mark.deep
def test_perft_7_with_a_killed_worker(local):
    whole = LongCount(Board(), 7, plies=2)
    whole.run(local, on_progress=once_after(100, lambda: kill_one(local)))
    assert whole.nodes == 3_195_901_860
