"""The many ways in which engines write a divide."""

from __future__ import annotations

import pytest

from kiwipete.lab.engines.process_engine import Answer


def read(*lines):
    answer = Answer()
    for line in lines:
        answer.add(line)
    return answer


@pytest.mark.parametrize(
    ("line", "move", "nodes"),
    [
        ("e2e4: 20", "e2e4", 20),
        ("e2e4 20", "e2e4", 20),
        ("  e2e4 : 20  ", "e2e4", 20),
        ("e2e4 - 20", "e2e4", 20),
        ("e2e4 = 20", "e2e4", 20),
        ("e2e4:\t20", "e2e4", 20),
        ("e2e4:20", "e2e4", 20),
        ("E2E4 20", "e2e4", 20),
        ("info string e2e4 20", "e2e4", 20),
        ("a7a8q: 3", "a7a8q", 3),
        ("a7a8Q 3", "a7a8q", 3),
        ("a7a8=N 3", "a7a8n", 3),
        ("a7a8k 3", "a7a8k", 3),
        ("e1h1: 1", "e1h1", 1),
        ("0000: 1", "0000", 1),
        ("e2e4: 4,865,609", "e2e4", 4_865_609),
        ("e2e4: 20 (5.0 %)", "e2e4", 20),
        ("e2e4: 20 0.1 ms", "e2e4", 20),
    ],
)
def test_moves(line, move, nodes):
    answer = read(line)
    assert answer.counts == {move: nodes}
    assert answer.totals == []


@pytest.mark.parametrize(
    "line",
    [
        "Nodes searched: 20",
        "nodes searched  : 20",
        "Nodes: 20",
        "nodes 20",
        "Nodes = 20",
        "Total: 20",
        "total 20",
        "Total nodes: 20",
        "Leaf nodes: 20",
        "Leaves: 20",
        "info string nodes 20",
        "perft 3: 20",
        "Perft(3) = 20",
        "perft 3 20",
        "Nodes: 20 in 3 ms",
        "Nodes searched: 20 Time: 3 ms",
        "20",
        " 20 ",
    ],
)
def test_totals(line):
    answer = read(line)
    assert answer.totals == [20]
    assert answer.counts == {}


@pytest.mark.parametrize(
    "line",
    [
        "",
        "readyok",
        "info depth 1 nodes 20 time 3",
        "bestmove e2e4",
        "bestmove e2e4 ponder e7e5",
        "e2e4",
        "e2e4 e7e5 20",
        "i2i4: 20",
        "Time: 20 ms",
        "total 20 ms",
        "total time: 20",
        "Nodes/second: 20",
        "nodes per second: 20",
        "NPS: 20",
        "perft 20",
        "depth 3",
        "Moves: 20",
        "e2e4: 20ms",
        "e2e4: 0.5",
        "20.5",
        "20 ms",
        "9" * 21,
        f"e2e4: {'9' * 5000}",
        "Stockfish 15.1 by the Stockfish developers",
    ],
)
def test_noise(line):
    answer = read(line)
    assert (answer.counts, answer.totals) == ({}, [])


def test_a_move_that_is_listed_twice_counts_twice():
    assert read("e2e4: 1", "d2d4: 1", "e2e4: 1").counts == {"e2e4": 2, "d2d4": 1}


def test_noise_is_told_from_the_rest():
    answer = Answer()
    assert [answer.add(line) for line in ("e2e4: 1", "readyok", "Nodes: 1")] == [True, False, True]


def test_the_order_is_the_engines():
    assert list(read("g1f3 1", "a2a3 1", "b1c3 1").counts) == ["g1f3", "a2a3", "b1c3"]


def test_complete():
    assert not read("e2e4: 20").complete
    assert not read("e2e4: 20", "Nodes: 21").complete
    assert read("e2e4: 20", "Nodes: 20").complete
    assert read("Nodes: 0").complete  # a mate
    assert read("20", "e2e4: 20").complete


@pytest.mark.parametrize(
    ("lines", "total"),
    [
        (["e2e4: 20", "d2d4: 20"], 40),
        (["e2e4: 20", "Nodes: 20", "nodes 7"], 20),
        (["Nodes: 20"], 20),
        (["perft 1: 20", "perft 2: 400", "perft 3: 8902"], 8902),
        (["Nodes: 0"], 0),
        ([], 0),
    ],
)
def test_total(lines, total):
    assert read(*lines).total == total


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (["e2e4: 20", "Nodes: 20"], None),
        (["e2e4: 20"], None),
        (["Nodes: 0"], None),
        (["Nodes: 20", "e2e4: 20", "nodes 7"], None),
        ([], "it lists no moves and no total"),
        (["hello"], "it lists no moves and no total"),
        (["Nodes: 20"], None),
        (["e2e4: 20", "Nodes: 21"], "its moves add up to 20, but it says 21"),
    ],
)
def test_faults(lines, fault):
    assert read(*lines).fault() == fault
