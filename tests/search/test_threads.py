"""A team of threads: what others may do while it searches. ThreadSanitizer watches these tests."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from kiwipete import Board
from kiwipete.search import Budget, Line, Thinker

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@contextmanager
def searching(thinker: Thinker, budget: Budget, *, ponder: bool = False) -> Iterator[list[Line]]:
    """Search on another thread, which ends with the block; give the lines it ends with."""
    found: list[Line] = []
    thinker.begin(Board(KIWIPETE), budget, ponder=ponder, report=lambda line: None)
    search = threading.Thread(target=lambda: found.extend(thinker.run()))
    search.start()
    yield found
    search.join(timeout=60)
    assert not search.is_alive()
    assert found[0].moves[0] in Board(KIWIPETE).legal_moves


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_a_search_is_watched_and_stopped(threads):
    thinker = Thinker(threads=threads, hash_mb=1)
    for _ in range(3):
        with searching(thinker, Budget()):
            seen = [thinker.nodes]
            while seen[-1] < 3000:
                time.sleep(0.001)
                seen.append(thinker.nodes)
            assert seen == sorted(seen)
            thinker.stop()


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_the_clock_starts_while_workers_look_at_it(threads):
    thinker = Thinker(threads=threads, hash_mb=1)
    with searching(thinker, Budget(soft=0.02, hard=0.03), ponder=True) as found:
        time.sleep(0.1)
        assert not found
        thinker.ponderhit()


def test_between_searches_everything_may_change():
    thinker = Thinker(hash_mb=1)
    for threads, hash_mb in ((2, 2), (4, 1), (3, 1), (1, 4)):
        thinker.use_threads(threads)
        thinker.resize(hash_mb)
        (line,) = thinker.think(Board(), Budget(nodes=3000))
        assert line.depth > 0
        thinker.forget()
        thinker.begin(Board(), Budget(depth=3))
        assert thinker.nodes == 0
        thinker.stop()
        assert thinker.run()


def test_during_a_search_nothing_may_change():
    thinker = Thinker(threads=2, hash_mb=1)
    with searching(thinker, Budget()):
        while thinker.nodes < 1000:
            time.sleep(0.001)
        for change in (
            thinker.forget,
            lambda: thinker.resize(2),
            lambda: thinker.use_threads(1),
            lambda: thinker.use_tables(""),
            lambda: thinker.begin(Board(), Budget()),
        ):
            with pytest.raises(RuntimeError, match="a search is running"):
                change()
        thinker.stop()
    with pytest.raises(ValueError, match="at least one thread, got 0"):
        thinker.use_threads(0)
    assert thinker.think(Board(), Budget(depth=3))


def test_who_is_hired_after_the_beginning_has_nothing_to_do():
    thinker = Thinker(hash_mb=1)
    thinker.begin(Board(), Budget(depth=3))
    thinker.use_threads(2)
    assert thinker.run() == []


def test_nodes_of_the_search_before_do_not_count():
    thinker = Thinker(threads=2, hash_mb=1)
    thinker.think(Board(KIWIPETE), Budget(nodes=20_000))
    for _ in range(5):
        thinker.forget()
        (line,) = thinker.think(Board(KIWIPETE), Budget(nodes=4000))
        assert line.depth > 1
        assert 2000 < thinker.nodes <= 4000


@pytest.mark.parametrize("nodes", [1, 100, 1000, 30_000])
@pytest.mark.parametrize("threads", [2, 4])
def test_a_team_keeps_the_node_limit(threads, nodes):
    thinker = Thinker(threads=threads, hash_mb=1)
    for _ in range(10):
        (line,) = thinker.think(Board(KIWIPETE), Budget(nodes=nodes))
        assert nodes / threads <= thinker.nodes <= nodes
        assert line.moves[0] in Board(KIWIPETE).legal_moves
        assert line.mate is None


def test_a_stop_names_its_search():
    thinker = Thinker(hash_mb=1)
    first = thinker.begin(Board(), Budget(depth=1))
    thinker.run()
    second = thinker.begin(Board(), Budget(depth=6))
    thinker.stop(first)
    assert thinker.run()[0].depth == 6
    assert second != first
    thinker.stop(thinker.begin(Board(), Budget(depth=6)))
    assert thinker.run()[0].depth == 0


def test_teams_do_not_disturb_each_other():
    teams = [Thinker(threads=2, hash_mb=1) for _ in range(2)]
    with searching(teams[0], Budget(nodes=5000)), searching(teams[1], Budget(nodes=5000)):
        assert teams[0].evaluate(Board()) == teams[1].evaluate(Board())
