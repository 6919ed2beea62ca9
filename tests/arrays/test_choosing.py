"""Positions without repetitions, in random order, and by chance."""

from __future__ import annotations

import numpy as np
import pytest

import kiwipete
from kiwipete import arrays
from kiwipete.arrays.parallel import STRETCH


def test_unique_agrees_with_numpy_on_keys(positions):
    keys = arrays.keys(positions)
    found = arrays.unique(positions)
    _, first, counts = np.unique(keys, return_index=True, return_counts=True)
    order = np.argsort(first)
    assert len(found.positions) < len(positions)
    assert np.array_equal(found.indices, first[order])
    assert np.array_equal(found.counts, counts[order])
    assert np.array_equal(positions[found.indices], found.positions)
    assert np.array_equal(arrays.keys(found.positions)[found.inverse], keys)


def test_unique_ignores_labels_and_clocks_only():
    found = arrays.from_fens(
        [
            "r3k3/8/8/8/8/8/8/4K3 b q - 0 1",
            "r3k3/8/8/8/8/8/8/4K3 b q - 7 9",
            "r3k3/8/8/8/8/8/8/4K3 b - - 0 1",
            "r3k3/8/8/8/8/8/8/4K3 w q - 0 1",
            "4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1",
            "4k3/8/8/8/2pP4/8/8/4K3 b - - 0 1",
        ]
    )
    found["move"][1] = 5
    assert arrays.unique(found).indices.tolist() == [0, 2, 3, 4, 5]


def test_unique_on_threads(positions):
    many = np.tile(positions, 1 + 2 * STRETCH // len(positions))
    for one, other in zip(
        arrays.unique(many, threads=1), arrays.unique(many, threads=3), strict=True
    ):
        assert np.array_equal(one, other)
    assert arrays.unique(many).counts.sum() == len(many)


def test_unique_of_nothing():
    assert [len(each) for each in arrays.unique(np.empty(0, arrays.POSITION))] == [0, 0, 0, 0]


@pytest.mark.parametrize("count", [0, 1, 2, 1000])
def test_permutations_have_every_number_once(count):
    found = arrays.permutation(count, seed=3)
    assert sorted(found.tolist()) == list(range(count))
    assert np.array_equal(found, arrays.permutation(count, seed=3))


PERMUTATION = [3, 0, 7, 2, 5, 4, 1, 6]


def test_a_seed_means_the_same_for_ever():
    assert arrays.permutation(8, seed=2039).tolist() == PERMUTATION
    assert arrays.permutation(8, seed=2039 - 2**64).tolist() == PERMUTATION


def test_every_order_is_equally_likely():
    orders = [tuple(arrays.permutation(3, seed)) for seed in range(6000)]
    counts = [orders.count(order) for order in set(orders)]
    assert len(counts) == 6
    assert max(abs(count - 1000) for count in counts) < 150


def test_shuffled_positions_are_the_same(positions):
    found = arrays.shuffled(positions, seed=1)
    assert not np.array_equal(found, positions)
    assert np.array_equal(np.sort(arrays.keys(found)), np.sort(arrays.keys(positions)))
    assert np.array_equal(found, positions[arrays.permutation(len(positions), seed=1)])


def test_samples(positions):
    numbered = positions[:1000].copy()
    numbered["ply"] = np.arange(1000)
    found = arrays.sample(numbered, 300, seed=5)["ply"]
    assert len(set(found.tolist())) == 300
    assert np.array_equal(found, arrays.sample(numbered, 300, seed=5)["ply"])
    assert 400 < found.mean() < 600
    again = arrays.sample(numbered, 3000, seed=5, replace=True)["ply"]
    assert 900 < len(set(again.tolist())) < 1000
    assert len(arrays.sample(numbered, 0, seed=5)) == 0
    assert len(arrays.sample(numbered[:0], 0, seed=5, replace=True)) == 0


@pytest.mark.parametrize(("count", "replace"), [(5, False), (-1, False), (-1, True)])
def test_samples_that_cannot_be_taken(count, replace):
    four = arrays.from_fens([kiwipete.STARTING_FEN] * 4)
    with pytest.raises(ValueError, match=f"{count} of 4 positions cannot be taken"):
        arrays.sample(four, count, seed=1, replace=replace)
    with pytest.raises(ValueError, match="1 of 0 positions"):
        arrays.sample(four[:0], 1, seed=1, replace=True)


def test_seeds_are_whole_numbers():
    with pytest.raises(TypeError):
        arrays.permutation(4, seed=1.5)
    with pytest.raises(ValueError, match="no -1 numbers"):
        arrays.permutation(-1, seed=1)
