"""Compare the perft of Stockfish, python-chess and Kiwipete, in one run.

    python bench/peers.py                 all six positions, best of three
    python bench/peers.py --json          the same for a plot
    python bench/peers.py --build portable

One thread each, no hash. Speed is printed as a ratio, because ratios travel
between machines and absolute figures do not. Kiwipete counts its last two plies
in bulk (docs/two-plies.md); in the column "one ply" it counts only one in bulk,
like Stockfish. The peers take turns, so that noise hits all of them. python-chess
counts two plies less, because the run would take hours otherwise.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

PYTHON_CHESS_PLIES_LESS = 2


def rate(count: Callable[[], int], expected: int | None) -> float:
    """Return the nodes per second of one count; a wrong count ends the run."""
    start = time.perf_counter()
    nodes = count()
    seconds = time.perf_counter() - start
    if expected is not None and nodes != expected:
        raise SystemExit(f"wrong count: {nodes} instead of {expected}")
    return nodes / seconds


@contextmanager
def stockfish() -> Iterator[Callable[[str, int], int]]:
    """Start Stockfish and yield its perft."""
    program = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
    if program is None:
        raise SystemExit("stockfish is not installed (Debian: apt-get install stockfish)")
    with subprocess.Popen(
        [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        engine_in, engine_out = process.stdin, process.stdout

        def perft(fen: str, depth: int) -> int:
            engine_in.write(f"position fen {fen}\ngo perft {depth}\n")
            for line in engine_out:
                if line.startswith("Nodes searched"):
                    return int(line.split(":")[1])
            raise SystemExit("stockfish ended in the middle of a count")

        yield perft
        engine_in.write("quit\n")


def python_chess_perft(fen: str, depth: int) -> int:
    """Count with python-chess, the leaves in bulk."""
    import chess

    def count(board: chess.Board, depth: int) -> int:
        if depth == 1:
            return board.legal_moves.count()
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += count(board, depth - 1)
            board.pop()
        return total

    return count(chess.Board(fen), depth)


def measure(rounds: int, names: list[str]) -> list[dict[str, float | str]]:
    """Measure all peers on each position; no names mean all six."""
    import kiwipete
    from kiwipete.cli.commands.bench import KNOWN_COUNTS
    from kiwipete.positions import NAMED_POSITIONS

    unknown = set(names) - {known.name for known in KNOWN_COUNTS}
    if unknown:
        raise SystemExit(f"no such position: {', '.join(sorted(unknown))}")
    rows: list[dict[str, float | str]] = []
    with stockfish() as stockfish_perft:
        for name, depth, expected in KNOWN_COUNTS:
            if names and name not in names:
                continue
            fen = NAMED_POSITIONS[name]
            board = kiwipete.Board(fen)
            print(f"measuring {name} …", file=sys.stderr)
            peers = {
                "kiwipete": partial(board.perft, depth),
                "one ply": partial(board.perft, depth, method="fast1"),
                "stockfish": partial(stockfish_perft, fen, depth),
            }
            best = dict.fromkeys(peers, 0.0)
            for _ in range(rounds):
                for peer, count in peers.items():
                    best[peer] = max(best[peer], rate(count, expected))
            python = partial(python_chess_perft, fen, depth - PYTHON_CHESS_PLIES_LESS)
            rows.append({"position": name, **best, "python-chess": rate(python, None)})
    return rows


def geometric_mean(values: list[float]) -> float:
    """Return the geometric mean."""
    return math.exp(sum(map(math.log, values)) / len(values))


def print_table(rows: list[dict[str, float | str]], build: str) -> None:
    """Print rates in million nodes a second and the ratios."""
    print(f"perft, one thread, million nodes a second (kiwipete's {build} build)")
    print(
        f"{'position':<12}{'kiwipete':>10}{'one ply':>10}{'stockfish':>11}{'python-chess':>14}"
        f"{'/ stockfish':>13}{'one ply /':>11}{'/ python-chess':>16}"
    )
    ratios: list[tuple[float, float, float]] = []
    for row in rows:
        peers = ("kiwipete", "one ply", "stockfish", "python-chess")
        two, one, theirs, python = (float(row[peer]) for peer in peers)
        ratios.append((two / theirs, one / theirs, two / python))
        print(
            f"{row['position']:<12}{two / 1e6:>10.0f}{one / 1e6:>10.0f}{theirs / 1e6:>11.0f}"
            f"{python / 1e6:>14.2f}{two / theirs:>13.2f}{one / theirs:>11.2f}{two / python:>16.0f}"
        )
    means = [geometric_mean(list(column)) for column in zip(*ratios, strict=True)]
    print(f"{'geometric mean':<57}{means[0]:>13.2f}{means[1]:>11.2f}{means[2]:>16.0f}")


def main() -> None:
    """Parse the arguments, measure, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3, help="best of this many (default 3)")
    parser.add_argument("--build", help="force a build of Kiwipete, e.g. portable")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("positions", nargs="*", help="names such as kiwipete (default: all six)")
    arguments = parser.parse_args()
    if arguments.build:
        os.environ["KIWIPETE_BUILD"] = arguments.build
    rows = measure(arguments.rounds, arguments.positions)
    import kiwipete

    if arguments.json:
        print(json.dumps({"build": kiwipete.BUILD, "rows": rows}, indent=2))
    else:
        print_table(rows, kiwipete.BUILD)


if __name__ == "__main__":
    main()
