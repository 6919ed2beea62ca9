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

from buggy_engine.bugs import BUGS, DEAF, FAILURES, MANNERS
from buggy_engine.loading import load

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class Engine:
    def __init__(self, bugs: set[str]) -> None:
        self.bugs = bugs
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
                fen = START if words[1] == "startpos" else self.heard(" ".join(words[2:8]))
                self.set_up(fen, moves)
            elif words[:2] == ["go", "perft"]:
                if "in-a-thread" in self.bugs:
                    print("readyok", flush=True)
                    time.sleep(0.01)
                self.divide(int(words[2]))
            elif words[0] == "quit":
                return

    def set_up(self, fen: str, moves: list[str]) -> None:
        self.position = self.rules.set_up(fen, moves, self.chess960)

    def heard(self, fen: str) -> str:
        """What is left of a FEN when it is read carelessly."""
        rows, turn, rights, passed, *clocks = fen.split()
        if "deaf-position" in self.bugs:
            return START
        if "deaf-side" in self.bugs:
            turn = "w"
        if "deaf-en-passant" in self.bugs:
            passed = "-"
        if "deaf-castling" in self.bugs:
            rights = "-"
        if "bold-castling" in self.bugs:
            board = self.rules.set_up(fen, [], self.chess960).board
            homes = {"K": (4, 7), "Q": (4, 0), "k": (60, 63), "q": (60, 56)}
            home = {letter: board[king] + board[rook] for letter, (king, rook) in homes.items()}
            rights = "".join(x for x in home if home[x] == ("KR" if x.isupper() else "kr")) or "-"
        return " ".join([rows, turn, rights, passed, *clocks])

    def divide(self, depth: int) -> None:
        promotes = any(len(move.kind) == 1 for move in self.rules.legal_moves(self.position))
        if promotes and self.failures:
            misbehave(self.failures[0])
            return
        total = 0
        for move, nodes in self.rules.divide(self.position, depth, self.chess960):
            if "totals-only" not in self.bugs:
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
    known = BUGS | FAILURES | MANNERS | DEAF
    bugs = {word for word in words if word in known}
    words = [word for word in words if word not in bugs]
    engine = Engine(bugs)
    if not words:
        engine.listen()
    elif words[0].isdigit():
        fen, moves = words[1], " ".join(words[2:]).split()
        engine.set_up(engine.heard(fen), moves)
        engine.divide(int(words[0]))
    else:
        sys.exit(f"no such bug: {words[0]}")


main(sys.argv[1:])
