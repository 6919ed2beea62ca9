"""The fuzz targets: a short run of each, and proof that they can fail."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FUZZ = ROOT / "fuzz"
TARGETS = sorted(path.name for path in FUZZ.glob("fuzz_*.py"))


def run_target(name: str, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, FUZZ / name, *options], capture_output=True, text=True)


@pytest.mark.parametrize("seed", ["1", "2"])
@pytest.mark.parametrize("name", TARGETS)
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


def test_a_wrong_move_of_the_engine_is_found():
    code = """
import sys
sys.path.insert(0, sys.argv[1])
from fuzz_conversation import ALPHABET, SEEDS, target
from harness import run_plain
from kiwipete.own_engine import uci_engine

uci_engine.best_move_text = lambda moves: "bestmove e2e5"
run_plain(target, SEEDS, ALPHABET, seconds=60, seed=0)
"""
    process = subprocess.run([sys.executable, "-c", code, FUZZ], capture_output=True, text=True)
    assert process.returncode == 1
    assert "'e2e5')" in process.stderr


def test_a_damaged_board_is_found():
    code = """
import sys
sys.path.insert(0, sys.argv[1])
import fuzz_board
from harness import run_plain
sys.path.insert(0, sys.argv[2])
from tests.support.damage import spoil_key

fuzz_board.MEDDLINGS.append(spoil_key)
run_plain(fuzz_board.target, fuzz_board.SEEDS, fuzz_board.ALPHABET, seconds=60, seed=0)
"""
    command = [sys.executable, "-c", code, FUZZ, ROOT]
    process = subprocess.run(command, capture_output=True, text=True)
    assert process.returncode == 1
    assert "InconsistentPositionError: the Zobrist key is wrong" in process.stderr


def test_arguments_are_known_for_all_methods_of_the_board():
    code = """
import sys
sys.path.insert(0, sys.argv[1])
from arguments import DRAWERS, parameters
from public_api import names_of
from kiwipete import Board

for name in names_of(Board):
    if callable(getattr(Board, name)) and not name.startswith("__"):
        known = parameters(Board, name)
        print(name, "has no signature" if known is None else "")
        for parameter in known or ():
            if parameter.name not in DRAWERS and parameter.kind is not parameter.VAR_KEYWORD:
                print(name, "has the unknown parameter", parameter.name)
"""
    process = subprocess.run([sys.executable, "-c", code, FUZZ], capture_output=True, text=True)
    assert process.returncode == 0, process.stderr
    lines = process.stdout.splitlines()
    assert len(lines) > 100
    assert [line for line in lines if " has " in line] == []


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
