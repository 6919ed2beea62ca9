from __future__ import annotations

import json
import re

import pytest

from kiwipete import BUILD
from kiwipete.own_engine import bench
from kiwipete.own_engine.network_file import write_network
from kiwipete.own_engine.search_engine import SearchEngine
from tests.support.networks import random_network
from tests.support.pseudo_terminal import ESCAPE

FIRST = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"


@pytest.fixture
def short(monkeypatch):
    """A bench that is over at once; returns its signature."""
    monkeypatch.setattr(bench, "DEPTH", 3)
    return sum(result.nodes for result in bench.Bench(3))


def test_a_row_for_each_position_and_the_signature(kiwipete, short):
    code, out, err = kiwipete("bench", "--search")
    assert (code, err) == (0, "")
    assert out.splitlines()[0].endswith(f"{BUILD} build, depth 3")
    cells = [[cell.strip() for cell in line.split("│")][1:-1] for line in out.splitlines()]
    rows = [cell for cell in cells if cell]
    assert rows[0] == ["position", "nodes", "seconds", "Mnps"]
    assert [row[0] for row in rows[1:]] == [" ".join(fen.split()[:4]) for fen in bench.POSITIONS]
    assert sum(int(row[1].replace(",", "")) for row in rows[1:]) == short
    assert f"\nSignature   {short}\nSpeed       " in out


def test_json(kiwipete, short):
    code, out, err = kiwipete("bench", "--search", "--json")
    report = json.loads(out)
    assert (code, err, out.count("\n")) == (0, "", 1)
    assert [row["fen"] for row in report["positions"]] == list(bench.POSITIONS)
    assert (report["nodes"], report["depth"], report["threads"]) == (short, 3, 1)
    assert report["nps"] > 0


def test_more_threads_have_no_signature(kiwipete):
    code, out, err = kiwipete("bench", "--search", "--threads", "2")
    assert (code, out) == (2, "")
    assert "one thread" in err


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_ctrl_c_ends_with_the_positions_searched(kiwipete, monkeypatch, options):
    def stop_at_the_third(engine, board, limits):
        if board.epd().startswith("8/2p5"):
            raise KeyboardInterrupt
        return real_begin(engine, board, limits)

    real_begin = SearchEngine.begin
    monkeypatch.setattr(SearchEngine, "begin", stop_at_the_third)
    code, out, err = kiwipete("bench", "--search", *options)
    assert (code, err) == (130, "kiwipete: interrupted: 2 of 16 positions searched\n")
    assert FIRST in out
    assert "Signature" not in out


def test_the_table_fills_in_a_terminal(terminal):
    screen = terminal("bench", "--search", COLUMNS="120")
    screen.wait_for("...")
    assert screen.wait() == 0
    assert ESCAPE in screen.text
    assert re.search(r"Signature   [0-9]+\n", screen.text)


@pytest.mark.usefixtures("short")
def test_another_network_or_none(kiwipete, tmp_path):
    path = tmp_path / "net.kwn"
    write_network(path, random_network(32, scale=40))
    nodes = set()
    for network in ([], ["--network", "none"], ["--network", str(path)]):
        code, out, err = kiwipete("bench", "--search", "--json", *network)
        assert (code, err) == (0, "")
        nodes.add(json.loads(out)["nodes"])
    assert len(nodes) == 3


def test_an_unusable_network_is_named(kiwipete, tmp_path):
    path = tmp_path / "net.kwn"
    for command in (
        ["bench", "--search"],
        ["show", "--eval"],
        ["analyse", "--depth", "1"],
        ["play"],
    ):
        code, out, err = kiwipete(*command, "--network", str(path))
        assert (code, out) == (2, "")
        assert "net.kwn" in err
    path.write_bytes(bytes(100))
    code, out, err = kiwipete("bench", "--search", "--network", str(path))
    assert (code, out) == (2, "")
    assert f"--network: {path} is not a network" in err


def test_counts_take_no_network(kiwipete):
    code, out, err = kiwipete("bench", "--network", "none")
    assert (code, out) == (2, "")
    assert "--network is for --search" in err
