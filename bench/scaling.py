"""Measure how perft scales with threads and with a hash table, as ratios from one run.

python bench/scaling.py             threads 1 and 2, hash of 128 MB at depth 8
python bench/scaling.py --threads 4
"""

from __future__ import annotations

import argparse
import time

import kiwipete
from kiwipete.positions import NAMED_POSITIONS


def rate(board: kiwipete.Board, depth: int, rounds: int, **options: int) -> float:
    """Return the nodes per second of the best round."""
    best = float("inf")
    nodes = 0
    for _ in range(rounds):
        start = time.perf_counter()
        nodes = board.perft(depth, **options)  # type: ignore[arg-type]
        best = min(best, time.perf_counter() - start)
    return nodes / best


def main() -> None:
    """Measure both and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--threads", type=int, default=2, help="compare with one (default 2)")
    parser.add_argument("--hash", type=int, default=128, help="megabytes (default 128)")
    parser.add_argument("--depth", type=int, default=8, help="of the hashed count (default 8)")
    arguments = parser.parse_args()

    start = kiwipete.Board()
    many = arguments.threads
    for name, depth in (("startpos", 7), ("kiwipete", 5), ("position6", 5)):
        board = kiwipete.Board(NAMED_POSITIONS[name])
        one = rate(board, depth, 3)
        several = rate(board, depth, 3, threads=many)
        print(f"{name} depth {depth}: {many} threads {several / one:.2f} times one thread")

    plain = rate(start, arguments.depth - 1, 2)
    hashed = rate(start, arguments.depth, 1, hash_mb=arguments.hash)
    print(
        f"startpos depth {arguments.depth} with {arguments.hash} MB of hash: "
        f"{hashed / 1e6:.0f} million nodes a second, {hashed / plain:.1f} times "
        f"the rate without (depth {arguments.depth - 1}, one thread)"
    )


if __name__ == "__main__":
    main()
