"""The script that makes a network from nothing, with tiny numbers."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from kiwipete.own_engine.network_file import read_network

SCRIPT = Path(__file__).parents[2] / "tools" / "network_from_nothing.py"
TINY = ("--games", "12", "--nodes", "10", "--hidden", "32", "--epochs", "1", "--threads", "1")
GATE = ("--gate-nodes", "5", "--gate-games", "2")


def make(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), str(folder), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def commands_in(text: str) -> list[str]:
    return re.findall(r"^\$ kiwipete (.*)$", text, re.MULTILINE)


def test_every_step_is_taken_once(tmp_path):
    folder = tmp_path / "new"
    first = make(folder, *TINY, *GATE)
    assert (first.returncode, first.stderr) == (4, "")  # two games decide nothing
    steps = [line.split()[0] for line in commands_in(first.stdout)]
    assert steps == ["selfplay", "data", "train", "train", "train"]
    assert "\n== in all " in first.stdout
    assert "| undecided |" in first.stdout
    network = read_network(folder / "net.kwn")
    assert network.hidden == 32

    again = make(folder, *TINY, *GATE)
    assert again.returncode == 4
    assert again.stdout.count("done earlier") == 3
    assert "No game was played." in again.stdout
    assert commands_in(again.stdout) == commands_in(first.stdout)

    # What was lost is made again, and is the same.
    for name in ("net.kwn", "positions.kwr", "ledger.jsonl"):
        (folder / name).unlink()
    assert make(folder, *TINY, *GATE).returncode == 4
    assert read_network(folder / "net.kwn") == network

    other = make(folder, *TINY, "--seed", "2")
    assert (other.returncode, other.stdout) == (2, "")
    assert "has other settings (gate_nodes, gate_games, seed): take another folder" in other.stderr


def test_a_step_that_fails_ends_the_script(tmp_path):
    ended = make(tmp_path, *TINY, *GATE, "--hidden", "33")
    assert ended.returncode == 2
    assert "multiple of 32" in ended.stderr
    assert len(commands_in(ended.stdout)) == 3
