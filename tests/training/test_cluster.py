"""Self-play on a real Dask cluster: the same games, workers that die, networks that are sent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from kiwipete.cluster import ClusterExecutor
from kiwipete.own_engine import SHIPPED
from kiwipete.own_engine.network_file import write_network
from kiwipete.own_engine.networks import load_network
from kiwipete.training.cluster_play import ClusterSelfPlay
from kiwipete.training.game_file import GameFile
from kiwipete.training.self_play import SelfPlay
from tests.support.clusters import kill_one, local_cluster
from tests.support.networks import random_network


@pytest.fixture(scope="module")
def local() -> Iterator[ClusterExecutor]:
    with local_cluster() as executor:
        yield executor


def files_in(folder) -> dict[str, list]:
    return {path.name: list(GameFile(path)) for path in sorted(folder.glob("*.kwg"))}


def test_a_cluster_plays_the_games_of_one_machine(local, tmp_path):
    with ClusterSelfPlay(tmp_path / "there", local, nodes=10, seed=4) as run:
        played = list(run.play(70))
        assert run.games == 70
        assert run.nodes > 1000
        assert run.openings >= 70
    there = files_in(tmp_path / "there")
    assert sorted(there) == ["1.kwg", "2.kwg"]
    assert sorted(game for games in there.values() for game in games) == sorted(played)
    # Continued without the cluster.
    with SelfPlay(tmp_path / "there", nodes=10, seed=4, threads=2) as run:
        list(run.play(6))
    with SelfPlay(tmp_path / "here", nodes=10, seed=4, threads=2) as run:
        list(run.play(120))
    here = files_in(tmp_path / "here")
    for name, games in files_in(tmp_path / "there").items():
        shorter = min(len(games), len(here[name]))
        assert shorter > 20
        assert games[:shorter] == here[name][:shorter]


def test_a_worker_that_is_killed_costs_no_game(local, tmp_path):
    with ClusterSelfPlay(tmp_path, local, nodes=10, seed=1) as run:
        for number, _ in enumerate(run.play(300), 1):
            if number == 40:
                kill_one(local)
        assert run.games == 300
    assert sum(map(len, files_in(tmp_path).values())) == 300


def test_closing_keeps_what_was_written(local, tmp_path):
    with ClusterSelfPlay(tmp_path, local, nodes=10) as run:
        with closing(run.play(10_000)) as games:
            next(games)
        first = run.games
        assert 0 < first < 10_000
    with ClusterSelfPlay(tmp_path, local, nodes=10) as run:
        assert run.games == first
        list(run.play(1))
    assert sum(map(len, files_in(tmp_path).values())) == first + 1


@pytest.mark.parametrize("kind", ["file", "network", "shipped"])
def test_workers_get_the_network(local, tmp_path, kind):
    network = random_network(32)
    write_network(tmp_path / "some.kwn", network)
    source = {"file": tmp_path / "some.kwn", "network": network, "shipped": SHIPPED}[kind]
    with ClusterSelfPlay(tmp_path / "there", local, nodes=10, seed=4, network=source) as run:
        list(run.play(2))
    with SelfPlay(tmp_path / "here", nodes=10, seed=4, threads=2, network=source) as run:
        list(run.play(6))
    (first, *_) = files_in(tmp_path / "there")["1.kwg"]
    assert first == files_in(tmp_path / "here")["1.kwg"][0]
    weights = load_network(source)
    assert weights is not None
    assert GameFile(tmp_path / "there" / "1.kwg").network == weights.checksum
