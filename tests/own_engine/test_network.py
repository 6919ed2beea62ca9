"""The search with a network: values, threads, and what a change of the network clears."""

from __future__ import annotations

import pytest

from kiwipete import Board
from kiwipete._core.network import NetworkWeights
from kiwipete._core.searcher import Searcher
from tests.support.networks import random_network
from tests.random_play import STARTS


def nodes_of(searcher: Searcher, depth: int = 6) -> int:
    searcher.begin(Board(), depth=depth)
    searcher.run()
    return searcher.nodes


def test_a_searcher_evaluates_with_its_network():
    searcher = Searcher(1, 1)
    weights = NetworkWeights(random_network(32, 2, scale=40))
    sums = [searcher.evaluate(start.board()) for start in STARTS]
    searcher.use_network(weights)
    assert [searcher.evaluate(start.board()) for start in STARTS] == [
        weights.evaluate(start.board()) for start in STARTS
    ]
    searcher.use_network(None)
    assert [searcher.evaluate(start.board()) for start in STARTS] == sums


def test_another_network_clears_what_was_learned():
    fresh = Searcher(1, 1)
    fresh.use_network(NetworkWeights(random_network(64)))
    expected = nodes_of(fresh)
    searcher = Searcher(1, 1)
    without = nodes_of(searcher)
    searcher.use_network(NetworkWeights(random_network(32, seed=2)))
    nodes_of(searcher)
    searcher.use_network(NetworkWeights(random_network(64)))
    assert nodes_of(searcher) == expected
    searcher.use_network(None)
    assert nodes_of(searcher) == without


def test_huge_values_are_clamped():
    searcher = Searcher(1, 1)
    searcher.use_network(NetworkWeights(random_network(512, scale=10_000)))
    values = [searcher.evaluate(start.board()) for start in STARTS]
    assert max(map(abs, values)) == 30_000
    searcher.begin(Board(), depth=4)
    assert searcher.run()[0].mate is None


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_have_accumulators_of_their_own(threads):
    searcher = Searcher(1, 1)
    searcher.use_network(NetworkWeights(random_network(96, scale=40)))
    searcher.hire(threads)
    for start in STARTS[:20]:
        searcher.begin(start.board(), nodes=3000)
        lines = searcher.run()
        assert bool(lines) == any(start.board().legal_moves)


def test_a_network_is_kept_alive_by_its_searcher():
    searcher = Searcher(2, 1)
    searcher.use_network(NetworkWeights(random_network(256)))
    first = nodes_of(searcher, 3)
    assert first > 0
