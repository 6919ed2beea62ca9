"""Files of games read on a real Dask cluster, whose workers may be killed."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from distributed import Client

import kiwipete
from kiwipete.cluster import ClusterError, ClusterExecutor
from kiwipete.games import cluster_reading
from tests.support.clusters import kill_one, local_cluster, lone_scheduler, worker
from tests.support.written_games import written_game


@pytest.fixture(scope="module")
def local() -> Iterator[ClusterExecutor]:
    with local_cluster() as executor:
        yield executor


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with ten files of games, a damaged one among them, and a table."""
    folder = tmp_path_factory.mktemp("games")
    rng = random.Random(3)
    for number in range(10):
        text = "".join(written_game(rng, number) for number in range(rng.randrange(1, 30)))
        (folder / f"{number}.pgn").write_text(text, encoding="utf-8")
    (folder / "4.pgn").write_text("1. e4 e5 2. Ke3 *\n\n1. d4 xyzzy *\n")
    kiwipete.read_games(folder / "2.pgn").to_parquet(folder / "table.parquet")
    return folder


def assert_equal(games, expected):
    for name in ("moves", "offsets", "results", "lines", "clocks"):
        assert np.array_equal(getattr(games, name), getattr(expected, name), equal_nan=True)
    assert list(games.headers) == list(expected.headers)
    for name in expected.headers:
        assert games.headers[name].tolist() == expected.headers[name].tolist()
    assert [(str(error), error.path) for error in games.errors] == [
        (str(error), error.path) for error in expected.errors
    ]
    assert games.skipped == expected.skipped


def test_the_same_numbers_as_on_one_machine(local, folder):
    source = [f"{folder}/*.pgn", folder / "table.parquet"]
    for options in ({"clocks": True}, {"where": {"Result": "1-0"}}, {"text": True, "headers": []}):
        expected = kiwipete.read_games(source, **options)
        games = kiwipete.read_games(source, cluster=local, **options)
        if "clocks" not in options:
            games.clocks = expected.clocks = np.zeros(0)
        assert_equal(games, expected)
    assert games[0].text == expected[0].text
    assert len(kiwipete.read_games([], cluster=local)) == 0


def test_a_client_and_an_address(local, folder):
    expected = kiwipete.read_games(f"{folder}/*.pgn", clocks=True)
    client = local._client
    assert isinstance(client, Client)
    assert_equal(kiwipete.read_games(f"{folder}/*.pgn", clocks=True, cluster=client), expected)
    address = client.scheduler.address
    assert_equal(kiwipete.read_games(f"{folder}/*.pgn", clocks=True, cluster=address), expected)


def test_a_worker_that_is_killed_loses_nothing(local, folder, monkeypatch):
    expected = kiwipete.read_games(f"{folder}/*.pgn", clocks=True)
    killed = []

    def spread(executor, *arguments, **options):
        for batch in kiwipete.cluster.spread(executor, *arguments, **options):
            yield batch
            if batch and not killed:
                killed.append(True)
                kill_one(executor)

    monkeypatch.setattr(cluster_reading, "_AHEAD", 1)
    monkeypatch.setattr(cluster_reading, "spread", spread)
    assert_equal(kiwipete.read_games(f"{folder}/*.pgn", clocks=True, cluster=local), expected)
    assert killed


def test_files_are_read_again_by_a_worker_that_joins(folder, monkeypatch):
    expected = kiwipete.read_games(f"{folder}/*.pgn", clocks=True)
    with lone_scheduler() as scheduler, worker(scheduler) as first, worker(scheduler):

        def spread(executor, *arguments, **options):
            for batch in kiwipete.cluster.spread(executor, *arguments, **options):
                yield batch
                if batch:
                    first.kill()

        monkeypatch.setattr(cluster_reading, "_AHEAD", 1)
        monkeypatch.setattr(cluster_reading, "spread", spread)
        games = kiwipete.read_games(f"{folder}/*.pgn", clocks=True, cluster=scheduler)
    assert_equal(games, expected)


def test_what_a_cluster_cannot_read(local, folder, tmp_path):
    with pytest.raises(FileNotFoundError, match=r"no-such-file\.pgn"):
        kiwipete.read_games(tmp_path / "no-such-file.pgn", cluster=local)
    with (folder / "0.pgn").open("rb") as file, pytest.raises(TypeError, match="by their paths"):
        kiwipete.read_games(file, cluster=local)
    with pytest.raises(TypeError, match="a cluster is an address"):
        kiwipete.read_games(folder / "0.pgn", cluster=3)
    with pytest.raises(ClusterError, match="a cluster address is HOST:PORT"):
        kiwipete.read_games(folder / "0.pgn", cluster="somewhere")
    (tmp_path / "bad.parquet").write_bytes(b"PAR1")
    with pytest.raises(ValueError, match="cannot be read"):
        kiwipete.read_games(tmp_path / "bad.parquet", cluster=local)
