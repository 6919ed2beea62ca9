"""The search with a network: values, threads, and what a change of the network clears."""

from __future__ import annotations

import gc
import importlib.resources
import os
from pathlib import Path

import pytest

from kiwipete import Board
from kiwipete._core.network import NetworkWeights
from kiwipete._core.searcher import Searcher
from kiwipete.engine import Engine, EngineError, Limit
from kiwipete.own_engine import SHIPPED, networks
from kiwipete.own_engine.network_file import read_network, write_network
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.own_engine.time_management import SearchLimits
from kiwipete.own_engine.uci_engine import UciEngine
from tests.support.networks import random_network
from tests.support.random_play import STARTS


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
    searcher, other = Searcher(1, 1), Searcher(1, 1)
    searcher.use_network(NetworkWeights(random_network(256)))
    gc.collect()
    # If the first one's memory is free, the next one gets it.
    later = [NetworkWeights(random_network(256, seed=seed)) for seed in (2, 3, 1)]
    other.use_network(later[-1])
    assert nodes_of(searcher, 3) == nodes_of(other, 3)


# Options.


@pytest.fixture
def network_path(tmp_path):
    path = tmp_path / "some network.kwn"
    write_network(path, random_network(64, 2, scale=40))
    return path


def damaged(path: Path, damage: str) -> Path:
    """Write a file that isn't a sound network; the file of the right one stays."""
    bad = path.with_name(f"{damage}.kwn")
    data = path.read_bytes()
    contents = {
        "empty": b"",
        "text": b"a letter to a friend\n" * 10,
        "short": data[:-3],
        "long": data + b"\0",
        "flipped": data[:500] + bytes([data[500] ^ 1]) + data[501:],
        "future": data[:8] + b"\x07" + data[9:],
    }
    if damage in contents:
        bad.write_bytes(contents[damage])
    elif damage == "folder":
        bad.mkdir()
    return bad


DAMAGE = {
    "empty": "is not a network",
    "text": "is not a network",
    "short": "cut short or too long",
    "long": "cut short or too long",
    "flipped": "is damaged: its checksum is wrong",
    "future": "a network of version 7",
    "folder": "is not a file",
    "missing": "No such file",
}


class Gui:
    """A UCI engine and the lines it writes."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.engine = UciEngine(self.lines.append)

    def say(self, *lines: str) -> list[str]:
        """Send lines and return the answers to them."""
        self.lines.clear()
        for line in lines:
            assert self.engine.handle(line)
        self.engine.wait(finished=True)
        return [each for line in self.lines for each in line.splitlines()]

    def evaluation(self) -> str:
        return self.say("eval")[-1]


@pytest.fixture
def gui():
    gui = Gui()
    yield gui
    gui.engine.close()


def test_eval_file_option(gui, network_path):
    weights = NetworkWeights(read_network(network_path))
    assert "option name EvalFile type string default <shipped>" in gui.say("uci")
    default = gui.evaluation()
    assert gui.say(f"setoption name EvalFile value {network_path}") == [
        f"info string evaluation: a network of 64, checksum {weights.checksum:08x}"
    ]
    value = weights.evaluate(Board())
    expected = f"Evaluation: {value} centipawns for the side to move, {value} for White"
    assert gui.evaluation() == expected
    for nothing in ("", "none", "<none>", "<empty>"):
        gui.say(f"setoption name EvalFile value {network_path}")
        message = gui.say(f"setoption name EvalFile value {nothing}")
        assert message == ["info string evaluation: piece-square values"]
        assert gui.evaluation() == "Evaluation: 12 centipawns for the side to move, 12 for White"
    gui.say("setoption name EvalFile value <shipped>")
    assert gui.evaluation() == default


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_bad_eval_file_leaves_the_old_network(gui, network_path, damage):
    bad = damaged(network_path, damage)
    gui.say(f"setoption name EvalFile value {network_path}")
    before = gui.evaluation()
    (message,) = gui.say(f"setoption name EvalFile value {bad}")
    assert message.startswith("info string setoption: ")
    assert DAMAGE[damage] in message
    assert bad.name in message
    assert gui.evaluation() == before
    assert gui.say("go depth 3")[-1].startswith("bestmove ")


@pytest.mark.parametrize("damage", DAMAGE)
def test_an_engine_refuses_a_bad_network(network_path, damage):
    bad = damaged(network_path, damage)
    with pytest.raises(EngineError, match=DAMAGE[damage]):
        Engine(network=bad)
    with Engine(network=network_path) as engine:
        before = engine.evaluate(Board())
        with pytest.raises(EngineError, match=f"EvalFile: .*{DAMAGE[damage]}"):
            engine.configure({"EvalFile": str(bad)})
        assert engine.evaluate(Board()) == before
        assert engine.play(Board(), Limit(depth=3)).move in Board().legal_moves


def test_a_bad_file_before_the_first_search_leaves_the_shipped_network(network_path):
    engine = SearchEngine()
    expected = engine.evaluate(Board())
    engine = SearchEngine()
    with pytest.raises(ValueError, match="is not a network"):
        engine.set_option("evalfile", str(damaged(network_path, "text")))
    assert engine.evaluate(Board()) == expected


def test_a_damaged_shipped_network_is_named_once(gui, network_path, monkeypatch):
    monkeypatch.setattr(networks, "SHIPPED_PATH", damaged(network_path, "flipped"))
    networks._shipped_weights.cache_clear()
    try:
        first = gui.say("isready")
        assert first[-1] == "readyok"
        assert "EvalFile" in first[0]
        assert "its checksum is wrong" in first[0]
        answers = gui.say("isready", "go depth 3")
        assert answers[0] == "readyok"
        assert not any("EvalFile" in line for line in answers)
        assert answers[-1].startswith("bestmove ")
        assert gui.evaluation().startswith("Evaluation: 12 centipawns")
    finally:
        networks._shipped_weights.cache_clear()


def test_engines_take_paths_networks_and_none(network_path):
    network = read_network(network_path)
    board = Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1")
    value = NetworkWeights(network).evaluate(board)
    for source in (network, network_path, str(network_path)):
        with Engine(network=source, threads=2) as engine:
            assert engine.evaluate(board).value == value
            assert engine.play(board, Limit(nodes=2000)).move in board.legal_moves
    with Engine(network=None) as engine:
        assert engine.evaluate(board).pieces == {}
        assert engine.evaluate(Board()).value == 12


@pytest.mark.parametrize("source", [5, b"net.kwn", ["net.kwn"]])
def test_what_is_no_network_is_refused(source):
    with pytest.raises(TypeError, match="a network is a file, a Network or None, not "):
        Engine(network=source)


def test_a_missing_network_is_named():
    with pytest.raises(EngineError, match=r"cannot read nowhere\.kwn: No such file"):
        Engine(network="nowhere.kwn")


def test_an_option_of_one_search_is_reset_after_it(network_path):
    with Engine(network=None) as engine:
        infos = [
            engine.analyse(Board(), Limit(depth=5), game=object(), options=options)
            for options in ({}, {"EvalFile": str(network_path)}, {})
        ]
        assert infos[0]["nodes"] == infos[2]["nodes"] != infos[1]["nodes"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only where processes fork")
def test_a_fork_keeps_the_network(network_path):
    with Engine(network=read_network(network_path)) as engine:
        value = engine.evaluate(Board()).value
        child = os.fork()
        if child == 0:
            os._exit(0 if engine.evaluate(Board()).value == value else 1)
        assert os.waitpid(child, 0)[1] == 0


# Pictures.


def test_piece_values_are_differences(network_path):
    network = read_network(network_path)
    weights = NetworkWeights(network)
    board = Board("rnb1kbnr/pppp1ppp/8/4p1q1/4P3/3P4/PPP2PPP/RNBQKBNR b KQkq - 0 3")
    with Engine(network=network) as engine:
        evaluation = engine.evaluate(board)
    assert evaluation.value == weights.evaluate(board)
    assert evaluation.white == -evaluation.value
    assert set(evaluation.pieces) == set(board.piece_map()) - {4, 60}
    without = board.copy()
    without.remove_piece_at(38)
    assert evaluation.pieces[38] == weights.evaluate(without) - weights.evaluate(board)
    picture = str(evaluation)
    assert f"{evaluation.pieces[38] / 100:+.2f}" in picture
    assert board.fen() == Board(board.fen()).fen()


def test_eval_draws_the_board(gui, network_path):
    gui.say(f"setoption name EvalFile value {network_path}", "position startpos moves e2e4")
    lines = gui.say("eval")
    assert lines[0] == "  +" + "-------+" * 8
    assert lines[1] == "8 |" + "".join(f"   {piece}   |" for piece in "rnbqkbnr")
    assert lines[2].count(".") == 7
    assert {len(line) for line in lines[:25]} == {67}
    assert lines[-1].startswith("Evaluation: ")


# The network in the package.


def test_the_shipped_network_is_installed_and_small():
    path = importlib.resources.files("kiwipete.own_engine") / "network.kwn"
    data = path.read_bytes()
    assert 100_000 < len(data) < 1_000_000
    assert networks.SHIPPED_PATH.read_bytes() == data


def test_the_shipped_network_evaluates_by_default():
    weights = networks.load_network(SHIPPED)
    assert weights is not None
    with Engine() as engine:
        assert engine.evaluate(Board()).value == weights.evaluate(Board())
    up_a_queen = Board("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    assert weights.evaluate(up_a_queen) > weights.evaluate(Board()) + 300


def test_the_shipped_network_waits_for_the_first_search():
    """A GUI that only lists engines must not wait for it."""
    engine = SearchEngine()
    assert engine._network is None
    engine.search(Board(), SearchLimits(depth=1))
    assert engine._network is networks.load_network(SHIPPED)
