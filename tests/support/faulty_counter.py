"""A UCI engine that counts right up to some depth, and there goes wrong in a way to choose.

    python faulty_counter.py                  always right
    python faulty_counter.py FAULT DEPTH      wrong, crash, hang or nonsense from this depth on
    python faulty_counter.py ... DEPTH FEN    prints one divide and ends

In the folder FAULTY_COUNTER_PIDS it leaves a file with the number of its process as name.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from kiwipete import Board

# What tests of suites share: two positions, and the command of this engine.
KINGS = "8/8/8/2k5/8/2K5/8/8 w - -"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FAULTY = [sys.executable, str(Path(__file__).resolve())]


def divide(board: Board, depth: int, fault: str) -> None:
    if fault == "crash":
        os.abort()
    if fault == "hang":
        time.sleep(3600)
    if fault == "nonsense":
        print("e2e4: 20\nNodes searched: 400", flush=True)
        return
    counts = {move.uci(): nodes for move, nodes in board.divide(depth).items()}
    if fault == "wrong":
        counts[next(iter(counts))] += 1
    for move, nodes in counts.items():
        print(f"{move}: {nodes}")
    print(f"\nNodes searched: {sum(counts.values())}", flush=True)


def main(words: list[str]) -> None:
    if folder := os.environ.get("FAULTY_COUNTER_PIDS"):
        Path(folder, str(os.getpid())).touch()
    fault, limit = "", 99
    if words and words[0].isalpha():
        fault, limit, words = words[0], int(words[1]), words[2:]
    if words:
        depth = int(words[0])
        divide(Board(words[1], chess960=True), depth, fault if depth >= limit else "")
        return
    board, chess960 = Board(), False
    for line in sys.stdin:
        match line.split():
            case ["uci"]:
                print("id name Faulty Counter\nuciok", flush=True)
            case ["isready"]:
                print("readyok", flush=True)
            case ["setoption", "name", "UCI_Chess960", "value", value]:
                chess960 = value == "true"
            case ["position", "fen", *fen]:
                board = Board(" ".join(fen), chess960=chess960)
            case ["go", "perft", depth]:
                divide(board, int(depth), fault if int(depth) >= limit else "")
            case ["quit"]:
                return


if __name__ == "__main__":
    main(sys.argv[1:])
