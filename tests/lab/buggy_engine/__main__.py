"""A small chess engine with bugs that can be switched on, one or several at a time.

    python buggy_engine [BUG ...]                        speaks UCI and knows `go perft N`
    python buggy_engine [BUG ...] DEPTH FEN ["MOVES"]    prints one divide and ends

It shares nothing with Kiwipete: a board of 64 letters, pins and checks found on the lines from
the king, make and unmake, and a hash table for perft under a key of its own.
"""

from __future__ import annotations

import itertools
import os
import sys
import time

sys.path[0] += "/.."

from buggy_engine.bugs import BUGS, FAILURES
from buggy_engine.loading import load


class Engine:
    def __init__(self, bugs: set[str]) -> None:
        self.failures = sorted(bugs & FAILURES.keys())
        self.rules = load(sorted(bugs & BUGS.keys()))
        self.chess960 = False
        self.position = self.rules.set_up("8/8/8/8/8/8/8/Kk6 w - - 0 1", [], False)

    def listen(self) -> None:
        for line in sys.stdin:
            words = line.split() or [""]
            if words[0] == "uci":
                print("id name Buggy\nuciok", flush=True)
            elif words[0] == "isready":
                print("readyok", flush=True)
            elif words[0] == "setoption":
                self.chess960 = words[-1] == "true"
            elif words[0] == "position":
                moves = words[words.index("moves") + 1 :] if "moves" in words else []
                self.set_up(" ".join(words[2:8]), moves)
            elif words[:2] == ["go", "perft"]:
                self.divide(int(words[2]))
            elif words[0] == "quit":
                return

    def set_up(self, fen: str, moves: list[str]) -> None:
        self.position = self.rules.set_up(fen, moves, self.chess960)

    def divide(self, depth: int) -> None:
        promotes = any(len(move.kind) == 1 for move in self.rules.legal_moves(self.position))
        if promotes and self.failures:
            misbehave(self.failures[0])
            return
        total = 0
        for move, nodes in self.rules.divide(self.position, depth, self.chess960):
            print(f"{move}: {nodes}", flush=True)
            total += nodes
        print(f"\nNodes searched: {total}", flush=True)


def misbehave(failure: str) -> None:
    if failure == "crash":
        os.abort()
    if failure == "hang":
        time.sleep(1000)
    if failure == "noise":
        for number in itertools.count():
            print("info string noise", number)
    if failure == "nonsense":
        print("no moves today\nNodes searched: 1", flush=True)
    if failure == "wrong-total":
        print("a2a3: 1\nNodes searched: 7", flush=True)
    if failure == "half-answer":
        print("a2a3: 1", flush=True)
        sys.exit(1)


def main(words: list[str]) -> None:
    bugs = {word for word in words if word in BUGS or word in FAILURES}
    words = [word for word in words if word not in bugs]
    engine = Engine(bugs)
    if not words:
        engine.listen()
    elif words[0].isdigit():
        fen, moves = words[1], " ".join(words[2:]).split()
        engine.set_up(fen, moves)
        engine.divide(int(words[0]))
    else:
        sys.exit(f"no such bug: {words[0]}")


main(sys.argv[1:])
