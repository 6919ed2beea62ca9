"""The fuzz targets: a short run of each, and proof that they can fail."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FUZZ = Path(__file__).parent.parent / "fuzz"


def run_target(name: str, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, FUZZ / name, *options], capture_output=True, text=True)


@pytest.mark.parametrize("seed", ["1", "2"])
@pytest.mark.parametrize("name", ["fuzz_fen.py", "fuzz_uci.py"])
def test_a_short_run_finds_nothing(name, seed):
    process = run_target(name, "--seconds", "0.7", "--seed", seed)
    assert process.returncode == 0, process.stderr
    assert process.stdout.endswith("texts, nothing found\n")


def test_a_target_that_raises_is_reported():
    code = """
import sys
sys.path.insert(0, sys.argv[1])
from harness import run_plain

def target(data):
    assert b"x" not in data

run_plain(target, [b"seed"], b"x", seconds=60, seed=0)
"""
    process = subprocess.run([sys.executable, "-c", code, FUZZ], capture_output=True, text=True)
    assert process.returncode == 1
    assert "failed by: b'" in process.stderr
    assert "AssertionError" in process.stderr


def test_mutations_are_the_same_for_the_same_seed():
    code = """
import random, sys
sys.path.insert(0, sys.argv[1])
from harness import mutated
for seed in (1, 1, 2):
    rng = random.Random(seed)
    print([mutated(rng, b"8/8/8 w - -", b"KQkq") for _ in range(50)])
"""
    process = subprocess.run([sys.executable, "-c", code, FUZZ], capture_output=True, text=True)
    first, again, other = process.stdout.splitlines()
    assert first == again != other
