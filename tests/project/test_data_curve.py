"""The script that measures strength by the number of positions, with tiny numbers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kiwipete.training import data
from kiwipete.training.self_play import SelfPlay

SCRIPT = Path(__file__).parents[2] / "tools" / "data_curve.py"
TINY = ("--millions", "0.0002", "0.0004", "--hidden", "32", "--epochs", "1")
GAMES = ("--games", "2", "--nodes", "20", "--against", "none")


@pytest.fixture
def records(tmp_path: Path) -> Path:
    with SelfPlay(tmp_path, nodes=10, threads=1, seed=1) as run:
        assert len(list(run.play(12))) == 12
    data.write(tmp_path / "all.kwr", data.read([tmp_path / "1.kwg"]))
    return tmp_path / "all.kwr"


def measure(records: Path, *words: str) -> subprocess.CompletedProcess[str]:
    folder = records.parent / "curve"
    command = [sys.executable, str(SCRIPT), str(folder), str(records), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def test_a_row_for_each_size_and_the_same_command_continues(records: Path) -> None:
    first = measure(records, *TINY, *GAMES)
    assert first.returncode == 0, first.stderr
    rows = first.stdout.splitlines()[2:]
    assert [row.split(" | ")[0] for row in rows] == ["| 200", "| 400"]
    assert [row.split(" | ")[2] for row in rows] == ["2", "2"]
    again = measure(records, *TINY, *GAMES)
    assert again.stdout == first.stdout
    assert "epoch" not in again.stderr
    found = data.read([records])
    data.write(records, found[::-1])
    other = measure(records, *TINY, *GAMES)
    assert other.returncode == 0, other.stderr
    assert "epoch" in other.stderr


def test_a_file_with_too_few_positions_is_refused(records: Path) -> None:
    refused = measure(records, "--millions", "1")
    assert refused.returncode == 1
    assert "all.kwr has" in refused.stderr
    assert "not 1,000,000" in refused.stderr
