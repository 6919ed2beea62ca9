"""Matches on a real Dask cluster: workers that die, join, or lack an engine."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from kiwipete.cluster import ClusterExecutor, open_cluster
from kiwipete.match import (
    Adjudication,
    Control,
    EngineSpec,
    Ledger,
    Match,
    MatchPlan,
    Sprt,
    Terms,
    cluster_crew,
)
from kiwipete.match.cluster_crew import GamePlayer
from kiwipete.match.crew import CrewError, Setup
from kiwipete.match.playing import Fixture
from tests.support.clusters import kill_one, local_cluster, lone_scheduler, worker
from tests.support.match.toys import START, TOY, toy
from tests.support.processes import exists, wait_for

WISE, BLIND = toy("seed=1", name="Wise"), toy("seed=2", "blind", name="Blind")
SHORT = Terms(Control(nodes=1), Adjudication(win_score=300, win_moves=1))


@pytest.fixture(scope="module")
def local() -> Iterator[ClusterExecutor]:
    with local_cluster() as executor:
        yield executor


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    with lone_scheduler() as address:
        yield address


def plan(games=8, engines=(WISE, BLIND), **more):
    return MatchPlan(engines, SHORT, games, **more)


def test_a_match_has_the_games_that_it_has_on_one_machine(local, tmp_path):
    here = {game.number: game.opening for game in Match(plan()).run()}
    path, subject = tmp_path / "run.jsonl", plan().subject()
    with Ledger(path, subject) as ledger:
        match = Match(plan(games=4), cluster=local, ledger=ledger)
        assert len(list(match.run())) == 4
        assert match.complete
    with Ledger(path, subject) as ledger:
        match = Match(plan(), cluster=local, ledger=ledger)
        assert len(list(match.run())) == 4
        assert {game.number: game.opening for game in ledger.games()} == here
    assert match.standing.pairs().score > 0.7


def test_a_worker_that_is_killed_loses_only_its_games(local):
    match, numbers = Match(plan(games=16), cluster=local), []
    for game in match.run():
        numbers.append(game.number)
        assert game.failed is None
        if len(numbers) == 3:
            kill_one(local)
    assert sorted(numbers) == list(range(16))


def test_the_test_ends_the_match(local):
    match = Match(plan(games=1000, sprt=Sprt(0, 100)), cluster=local)
    assert len(list(match.run())) < 200
    assert match.verdict == "H1"


def test_an_engine_that_a_worker_lacks_is_named(local):
    missing = EngineSpec("Missing", ("/no/such/engine", "uci"))
    with pytest.raises(CrewError) as refused:
        list(Match(plan(engines=(WISE, missing)), cluster=local).run())
    assert str(refused.value).startswith("worker tcp://127.0.0.1:")
    assert ": /no/such/engine uci cannot play: " in str(refused.value)


def test_a_worker_that_joins_later_is_checked_too(scheduler, tmp_path):
    engine = tmp_path / "engine.py"
    shutil.copy(TOY, engine)
    engines = (WISE, EngineSpec("Copy", (sys.executable, str(engine))))
    with ExitStack() as later, worker(scheduler), open_cluster(scheduler) as executor:
        games = later.enter_context(
            closing(Match(plan(games=10**6, engines=engines), cluster=executor).run())
        )
        next(games)
        engine.unlink()  # the first worker has started it
        later.enter_context(worker(scheduler))
        with pytest.raises(CrewError, match=r"^worker tcp://.*engine.py cannot play: "):
            list(games)


def test_games_are_played_again_by_a_worker_that_joins(scheduler):
    with ExitStack() as later, worker(scheduler) as first, open_cluster(scheduler) as executor:
        numbers = []
        for game in Match(plan(games=6), cluster=executor).run():
            numbers.append(game.number)
            if len(numbers) == 2:
                first.kill()
                later.enter_context(worker(scheduler))
        assert sorted(numbers) == list(range(6))


# In the process of a worker.


def test_the_processes_of_a_player_end_with_it(monkeypatch):
    monkeypatch.setattr(cluster_crew, "_KEPT", 0.2)
    player = GamePlayer(Setup((WISE, BLIND), SHORT))
    first = player(Fixture(0, 0, 1, START))
    (kept,) = cluster_crew._idle[player._match]
    assert player(Fixture(1, 1, 0, START)).number == first.number + 1
    assert cluster_crew._idle[player._match] == [kept]  # it played again
    wait_for(lambda: not cluster_crew._idle[player._match])
    wait_for(lambda: not exists(kept._process.pid))


def test_processes_that_keep_dying(monkeypatch):
    player = GamePlayer(Setup((WISE, BLIND), SHORT))
    cluster_crew._checked.add(player._match)
    monkeypatch.setattr("kiwipete.match.crew._PROGRAM", "import sys; sys.exit({path!r} == 1)")
    with pytest.raises(CrewError, match="this machine: the processes that play the games keep"):
        player(Fixture(0, 0, 1, START))
