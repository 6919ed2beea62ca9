"""Every build of the core that this processor can run counts and plays the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from kiwipete._core.cpu import runnable_builds
from tests.support.perft_data import CHESS960, KNOWN, STANDARD

MAIN = [known for known in STANDARD if known.name.startswith(("start", "Kiwipete", "position"))]
METHODS = {"fast": 5_000_000, "fast1": 1_000_000, "legal": 1_000_000, "pseudo": 20_000}

# Reads [name, FEN, chess960, depth, method] from standard input and writes what it counted.
COUNT = """
import json, sys
import kiwipete
jobs = json.load(sys.stdin)
counts = [
    [name, method, kiwipete.Board(fen, chess960=chess960).perft(depth, method=method)]
    for name, fen, chess960, depth, method in jobs
]
json.dump({"build": kiwipete.BUILD, "counts": counts}, sys.stdout)
"""

# Plays random games side by side, and prints the last positions and a hash of their legal moves.
PLAY = """
import hashlib
from kiwipete.arrays import Boards
boards = Boards(300, chess960=True, seed=5, threads=1)
for _ in range(200):
    boards.push(boards.sample(), finished="reset")
print(*boards.fens(), hashlib.sha256(boards.legal_bits()).hexdigest(), sep="\\n")
"""


def run_python(code: str, *, build: str | None, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run code in a new interpreter with KIWIPETE_BUILD set, or not set at all."""
    environment = {key: value for key, value in os.environ.items() if key != "KIWIPETE_BUILD"}
    if build is not None:
        environment["KIWIPETE_BUILD"] = build
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, input=text, capture_output=True, text=True
    )


@pytest.mark.parametrize("build", runnable_builds())
def test_build_counts_right(build):
    jobs, expected = [], []
    for known in MAIN + CHESS960:
        for method, limit in METHODS.items():
            depth, count = known.deepest(limit)
            jobs.append([known.name, known.fen, known.chess960, depth, method])
            expected.append([known.name, method, count])
    process = run_python(COUNT, build=build, text=json.dumps(jobs))
    assert process.returncode == 0, process.stderr
    assert json.loads(process.stdout) == {"build": build, "counts": expected}


@pytest.mark.parametrize("build", runnable_builds())
def test_build_agrees_with_itself(build):
    code = """
import json, sys
import kiwipete
for fen, chess960 in json.load(sys.stdin):
    kiwipete.Board(fen, chess960=chess960).perft(2, check=True)
"""
    positions = [[known.fen, known.chess960] for known in KNOWN]
    process = run_python(code, build=build, text=json.dumps(positions))
    assert process.returncode == 0, process.stderr


def test_builds_play_the_same_games():
    found = [run_python(PLAY, build=build) for build in runnable_builds()]
    assert {process.returncode for process in found} == {0}, found[0].stderr
    assert len({process.stdout for process in found}) == 1


def test_all_main_positions_are_counted():
    assert len(MAIN) == 7


def test_builds_are_named_the_fastest_first():
    builds = runnable_builds()
    assert builds == ["portable"] or builds[-1] == "x86_64_v2" or builds[0] == "x86_64_v2"
    assert set(builds) <= {"portable", "x86_64_v2", "x86_64_v3"}


def test_the_best_build_is_picked():
    process = run_python("import kiwipete; print(kiwipete.BUILD)", build=None)
    assert process.stdout.strip() in ("native", runnable_builds()[0])


def test_an_empty_name_forces_nothing():
    process = run_python("import kiwipete; print(kiwipete.BUILD)", build="")
    assert process.stdout.strip() in ("native", runnable_builds()[0])


@pytest.mark.parametrize("build", ["fastest", "X86_64_V2", "portable ", "../core"])
def test_an_unknown_build_is_refused(build):
    process = run_python("import kiwipete", build=build)
    assert process.returncode == 1
    error = process.stderr.strip().splitlines()[-1]
    assert error.startswith(f"ImportError: KIWIPETE_BUILD={build!r} names no build that runs here")
    for available in runnable_builds():
        assert available in error
