"""Time probes of endgame tables with Kiwipete and python-chess, in one run.

    python bench/syzygy.py                  with tables fetched from the package index
    python bench/syzygy.py --tables DIR     with your own tables

Times are microseconds of processor time per probe, over the same random positions of every
ending of three and four pieces, with the tables open; the best of several rounds in which
the libraries take turns. Both must return the same results.
"""

from __future__ import annotations

import argparse
import math
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import chess
import chess.syzygy

import kiwipete
from kiwipete import syzygy

FETCH = Path(__file__).parent.parent / "tools" / "fetch_tables.py"
PROBES = ("probe_wdl", "probe_dtz")
BAR = 20  # times as fast as python-chess


def random_position(rng: random.Random, name: str) -> str:
    """Return a possible position with the pieces of a table."""
    while True:
        board = chess.Board(None)
        white, _, black = name.partition("v")
        letters = white + black.lower()
        for letter, square in zip(letters, rng.sample(range(64), len(letters)), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = rng.random() < 0.5
        if board.is_valid():
            return board.fen()


def seconds(probe, boards, calls: int) -> float:
    """Return the processor time of a probe."""
    start = time.process_time()
    for _ in range(calls):
        for board in boards:
            probe(board)
    return (time.process_time() - start) / calls / len(boards)


def measure(directory: Path, positions: int, rounds: int) -> None:
    """Compare the results, then print the times."""
    rng = random.Random(1)
    fens = [
        random_position(rng, name)
        for name in syzygy.tablenames(piece_count=4)
        for _ in range(positions)
    ]
    ours, theirs = [kiwipete.Board(fen) for fen in fens], [chess.Board(fen) for fen in fens]
    with (
        syzygy.open_tablebase(directory) as tables,
        chess.syzygy.open_tablebase(str(directory)) as oracle,
    ):
        for name in PROBES:
            probe, their_probe = getattr(tables, name), getattr(oracle, name)
            if list(map(probe, ours)) != list(map(their_probe, theirs)):
                raise SystemExit(f"{name}: the answers differ")
            best = [math.inf, math.inf]
            for _ in range(rounds):
                best[0] = min(best[0], seconds(probe, ours, 20))
                best[1] = min(best[1], seconds(their_probe, theirs, 1))
            ratio = best[1] / best[0]
            print(
                f"{name}: {best[0] * 1e6:.2f} µs, python-chess {best[1] * 1e6:.0f} µs, "
                f"{ratio:.0f} times (≥ {BAR} {'pass' if ratio >= BAR else 'MISS'})"
            )


def main() -> None:
    """Parse the arguments, find tables, measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=Path, help="a directory with all 35 tables, both kinds")
    parser.add_argument("--positions", type=int, default=20, help="of each ending (default 20)")
    parser.add_argument("--rounds", type=int, default=5, help="best of this many (default 5)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        if arguments.tables is None:
            subprocess.run([sys.executable, FETCH, temporary], check=True)
        directory = arguments.tables or Path(temporary)
        measure(directory, arguments.positions, arguments.rounds)


if __name__ == "__main__":
    main()
