"""A team of threads: what others may do while it searches. ThreadSanitizer watches these tests."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from kiwipete import Board
from kiwipete._core.line import Line
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.own_engine.time_management import SearchLimits

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@contextmanager
def searching(
    engine: SearchEngine, limits: SearchLimits, *, ponder: bool = False
) -> Iterator[list[Line]]:
    """Search on another thread, which ends with the block; give the lines it ends with."""
    found: list[Line] = []
    engine.begin(Board(KIWIPETE), limits, ponder=ponder, report=lambda line: None)
    search = threading.Thread(target=lambda: found.extend(engine.run()))
    search.start()
    yield found
    search.join(timeout=60)
    assert not search.is_alive()
    assert found[0].moves[0] in Board(KIWIPETE).legal_moves


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_a_search_is_watched_and_stopped(threads):
    engine = SearchEngine(threads=threads, hash_mb=1)
    for _ in range(3):
        with searching(engine, SearchLimits()):
            seen = [engine.nodes]
            while seen[-1] < 3000:
                time.sleep(0.001)
                seen.append(engine.nodes)
            assert seen == sorted(seen)
            engine.stop()


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_the_clock_starts_while_workers_look_at_it(threads):
    engine = SearchEngine(threads=threads, hash_mb=1)
    with searching(engine, SearchLimits(soft=0.02, hard=0.03), ponder=True) as found:
        time.sleep(0.1)
        assert not found
        engine.ponderhit()


def test_between_searches_everything_may_change():
    engine = SearchEngine(hash_mb=1)
    for threads, hash_mb in ((2, 2), (4, 1), (3, 1), (1, 4)):
        engine.set_option("threads", threads)
        engine.set_option("hash", hash_mb)
        (line,) = engine.search(Board(), SearchLimits(nodes=3000))
        assert line.depth > 0
        engine.clear()
        engine.begin(Board(), SearchLimits(depth=3))
        assert engine.nodes == 0
        engine.stop()
        assert engine.run()


def test_during_a_search_nothing_may_change():
    engine = SearchEngine(threads=2, hash_mb=1)
    with searching(engine, SearchLimits()):
        while engine.nodes < 1000:
            time.sleep(0.001)
        for change in (
            engine.clear,
            lambda: engine.set_option("hash", 2),
            lambda: engine.set_option("threads", 1),
            lambda: engine.set_option("syzygypath", ""),
            lambda: engine.begin(Board(), SearchLimits()),
        ):
            with pytest.raises(RuntimeError, match="a search is running"):
                change()
        engine.stop()
    with pytest.raises(ValueError, match="at least one thread, got 0"):
        engine.set_option("threads", 0)
    assert engine.search(Board(), SearchLimits(depth=3))


def test_who_is_hired_after_the_beginning_has_nothing_to_do():
    engine = SearchEngine(hash_mb=1)
    engine.begin(Board(), SearchLimits(depth=3))
    engine.set_option("threads", 2)
    assert engine.run() == []


def test_nodes_of_the_search_before_do_not_count():
    engine = SearchEngine(threads=2, hash_mb=1)
    engine.search(Board(KIWIPETE), SearchLimits(nodes=20_000))
    for _ in range(5):
        engine.clear()
        (line,) = engine.search(Board(KIWIPETE), SearchLimits(nodes=4000))
        assert line.depth > 1
        assert 2000 < engine.nodes <= 4000


@pytest.mark.parametrize("nodes", [1, 100, 1000, 30_000])
@pytest.mark.parametrize("threads", [2, 4])
def test_a_team_keeps_the_node_limit(threads, nodes):
    engine = SearchEngine(threads=threads, hash_mb=1)
    for _ in range(10):
        (line,) = engine.search(Board(KIWIPETE), SearchLimits(nodes=nodes))
        assert nodes / threads <= engine.nodes <= nodes
        assert line.moves[0] in Board(KIWIPETE).legal_moves
        assert line.mate is None


def test_a_stop_names_its_search():
    engine = SearchEngine(hash_mb=1)
    first = engine.begin(Board(), SearchLimits(depth=1))
    engine.run()
    second = engine.begin(Board(), SearchLimits(depth=6))
    engine.stop(first)
    assert engine.run()[0].depth == 6
    assert second != first
    engine.stop(engine.begin(Board(), SearchLimits(depth=6)))
    assert engine.run()[0].depth == 1


def test_teams_do_not_disturb_each_other():
    teams = [SearchEngine(threads=2, hash_mb=1) for _ in range(2)]
    with (
        searching(teams[0], SearchLimits(nodes=5000)),
        searching(teams[1], SearchLimits(nodes=5000)),
    ):
        assert teams[0].evaluate(Board()) == teams[1].evaluate(Board())
