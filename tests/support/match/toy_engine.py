"""A UCI engine of a few lines, which plays the move that wins most, and fails when it is told to.

Its arguments are words: `name=X`, `seed=N` (which of equal moves), `blind` (it sees no captures),
`sleep=SECONDS` (a move), `silent` (no scores), `FAILURE@N` (at its N-th move of a game),
`once=FILE` (fail only while this file is not there), `log=FILE` (what it is told),
`orphans=FOLDER` (leave a process behind in a session of its own, named there by its number).
"""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path

from kiwipete import Board

words = dict(word.partition("=")[::2] for word in sys.argv[1:])
failures = dict(word.split("@") for word in sys.argv[1:] if "@" in word)
chance = random.Random(int(words.get("seed", 0)))
board, moves_of_the_game = Board(), 0
log = Path(words["log"]).open("a") if "log" in words else None  # noqa: SIM115


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


def worth(board: Board) -> int:
    """Return the material of the side to move less that of the other, in pawns."""
    values = {1: 1, 2: 3, 3: 3, 4: 5, 5: 9}
    return sum(
        value * (len(board.pieces(kind, board.turn)) - len(board.pieces(kind, not board.turn)))
        for kind, value in values.items()
    )


def choose() -> None:
    moves = sorted(board.legal_moves, key=lambda move: move.uci())
    chance.shuffle(moves)
    gains = {}
    for move in moves:
        board.push(move)
        gains[move] = 0 if "blind" in words else 1000 if board.is_checkmate() else -worth(board)
        board.pop()
    best = max(moves, key=gains.__getitem__)
    if "silent" not in words:
        say(f"info depth 1 score cp {100 * worth(board)} nodes {len(moves)} pv {best.uci()}")
    say(f"bestmove {best.uci()}")


def fail(failure: str) -> bool:
    """Fail as told; True if there is no move to choose any more."""
    if "once" in words:
        marker = Path(words["once"])
        if marker.exists():
            return False
        marker.touch()
    if failure == "crash":
        print("panic: out of ideas", file=sys.stderr, flush=True)
        os._exit(3)
    elif failure == "hang":
        while True:
            time.sleep(60)
    elif failure == "late":  # but it obeys
        while sys.stdin.readline().strip() != "stop":
            pass
        return False
    elif failure == "flood":
        while True:
            os.write(1, b"info depth 1 score cp 1\n" * 1000)
    else:
        say({"illegal": "bestmove e1e8", "none": "bestmove (none)", "empty": "bestmove"}[failure])
    return True


def go() -> None:
    global moves_of_the_game
    moves_of_the_game += 1
    time.sleep(float(words.get("sleep", 0)))
    for failure, move in failures.items():
        if moves_of_the_game == int(move) and fail(failure):
            return
    choose()


def leave_an_orphan() -> None:
    named, name = os.pipe()
    if os.fork():
        os.close(name)  # the orphan's is the last one
        os.read(named, 1)
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(null, stream)
    Path(words["orphans"], str(os.getpid())).touch()
    os.write(name, b".")
    time.sleep(600)
    os._exit(0)


if "orphans" in words:
    leave_an_orphan()

for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if log:
        log.write(line)
        log.flush()
    if command == "uci":
        say(
            f"id name {words.get('name', 'Toy')}",
            "option name Hash type spin default 1 min 1 max 64",
        )
        say("option name UCI_Chess960 type check default false", "uciok")
    elif command == "isready":
        say("readyok")
    elif command == "ucinewgame":
        moves_of_the_game = 0
        chance.seed(int(words.get("seed", 0)))
    elif command == "setoption" and "UCI_Chess960 value true" in rest:
        words["chess960"] = ""
    elif command == "position":
        start, _, played = rest.partition(" moves ")
        fen = Board.starting_fen if start == "startpos" else start.removeprefix("fen ")
        board = Board(fen, chess960="chess960" in words)
        for text in played.split():
            board.push_uci(text)
    elif command == "go":
        go()
    elif command == "quit":
        break
