"""Programs written for python-chess run unchanged: under `kiwipete run` they print the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).parents[1] / "support" / "programs"

# A program, its arguments, what it reads, and some of what it must print.
RUNS = {
    "replayer": (
        ["replayer.py"],
        "games.txt",
        [
            "17. Rd8# = Rd1-d8# = d1d8  check",
            "12. O-O-O = O-O-O = e1c1  castles long",
            "3. exd6 = e5xd6 = e5d6  takes in passing, no way back",
            "1-0 by CHECKMATE, winner True",
            "1/2-1/2 by STALEMATE, winner None",
            "1/2-1/2 by THREEFOLD_REPETITION, winner None",
            "1/2-1/2 by FIFTY_MOVES, winner None",
            "4. Nd2: AmbiguousMoveError",
            "3. O-O: IllegalMoveError",
            "2. e4xz: InvalidMoveError",
        ],
    ),
    "minimax": (["minimax.py", "8"], None, ["1. e3 e5  +0, 430 nodes"]),
    "minimax in an endgame": (
        ["minimax.py", "30", "8/k1P5/8/1K6/8/8/5p2/8 w - - 0 1"],
        None,
        ["1. c8=N+ Kb7  +221, 94 nodes", "1/2-1/2"],
    ),
    "minimax in Kiwipete's position": (
        ["minimax.py", "2", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"],
        None,
        ["nodes"],
    ),
    "position filter": (
        ["position_filter.py"],
        "positions.txt",
        [
            "pinned: b5 on a5 b5 c5 d5 e5 f5 g5 h5",
            "EMPTY",
            ": 2051>",
            "pv: [Move.from_uci('d4e3'), Move.from_uci('f2e3')]",
            "hanging: Piece.from_symbol('b') ♝ on a6",
            "double check: 10",
            "may take in passing: 6, 7, 24",
        ],
    ),
}


def output(program: str, *arguments: str, reads: str | None, run: list[str]) -> str:
    """Return what a program prints, started by Python or by `kiwipete run`."""
    process = subprocess.run(
        [sys.executable, *run, "-X", "utf8", PROGRAMS / program, *arguments],
        input=(PROGRAMS / reads).read_text(encoding="utf-8") if reads else "",
        capture_output=True,
        encoding="utf-8",
    )
    assert process.returncode == 0, process.stderr
    assert process.stderr == ""
    return process.stdout


@pytest.mark.parametrize("name", RUNS)
def test_a_program_prints_the_same_under_kiwipete_run(name):
    (program, *arguments), reads, expected = RUNS[name]
    theirs = output(program, *arguments, reads=reads, run=[])
    assert [text for text in expected if text not in theirs] == []
    ours = output(program, *arguments, reads=reads, run=["-m", "kiwipete", "run"])
    assert ours.splitlines() == theirs.splitlines()


def test_the_programs_know_nothing_of_kiwipete():
    programs = sorted(PROGRAMS.glob("*.py"))
    assert len(programs) == 3
    for program in programs:
        text = program.read_text(encoding="utf-8")
        assert "\nimport chess\n" in text
        assert "kiwipete" not in text.lower()
