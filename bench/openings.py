"""Time the names of openings.

    python bench/openings.py

The first look-up of a process reads the table and plays its lines; this is measured in new
processes. A game for `opening_of` has 80 plies: a line of the table, and random moves after it.
All are processor times, the best of several rounds.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
import timeit

from kiwipete import Board, opening_of
from kiwipete.openings import all_openings

PROCESSES = 20
PLIES = 80
FIRST = """
import time, kiwipete
board = kiwipete.Board()
start = time.process_time()
board.opening()
print(time.process_time() - start)
"""


def first_lookup() -> float:
    """Return the processor seconds of the first look-up in a process."""
    return min(
        float(subprocess.check_output([sys.executable, "-c", FIRST])) for _ in range(PROCESSES)
    )


def seconds(statement: str, names: dict[str, object], number: int) -> float:
    """Return the seconds of a statement."""
    return (
        min(
            timeit.repeat(
                statement, timer=time.process_time, globals=names, number=number, repeat=10
            )
        )
        / number
    )


def long_game(rng: random.Random) -> Board:
    """Play an opening, and random moves until the game is long enough."""
    board = Board()
    for san in rng.choice(all_openings()).moves:
        board.push_san(san)
    while len(board.move_stack) < PLIES and board.legal_moves:
        board.push(rng.choice(list(board.legal_moves)))
    return board


def main() -> None:
    """Measure and print."""
    games = [long_game(random.Random(seed)) for seed in range(200)]
    named = Board()
    named.push_san("e4")
    print(f"openings in the table   {len(all_openings()):8}")
    print(f"first look-up           {1e3 * first_lookup():8.1f} ms")
    for label, board in (("with a name", named), ("without a name", games[0])):
        took = seconds("board.opening()", {"board": board}, 10_000)
        print(f"{label:24}{1e6 * took:8.2f} µs")
    walk = "for game in games: opening_of(game)"
    took = seconds(walk, {"games": games, "opening_of": opening_of}, 5) / len(games)
    print(f"a game of {PLIES} plies      {1e6 * took:8.1f} µs")


if __name__ == "__main__":
    main()
