"""Play the engine against itself and write quiet positions with the results of their games.

    python tools/self_play.py --games 10000 --jobs 2 --out positions.txt

Each line of the file is a position, its value by the search in centipawns for
White, and the result of the game for White (1, 0.5 or 0), separated by bars:

    8/5pk1/4p1p1/3pP2p/1r1P1P1P/4K1P1/R7/8 w - - 6 45 | -12 | 0.5

Games begin with random moves and are dropped if these are unbalanced. The
positions of a game are written together; shuffle before training.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import time
from pathlib import Path
from typing import NamedTuple

from kiwipete import Board
from kiwipete._core.line import Line
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.own_engine.time_management import SearchLimits

RANDOM_PLIES = (8, 9)
UNBALANCED = 200  # centipawns after the random moves
DECIDED = 1000  # centipawns, for DECIDED_PLIES in a row
DECIDED_PLIES = 5
LEVEL = 8  # centipawns, for LEVEL_PLIES in a row after move 40: a draw
LEVEL_PLIES = 12
LONGEST = 400  # plies
MATE_VALUE = 30000


class Recorded(NamedTuple):
    """A quiet position of a game."""

    fen: str
    white_value: int


def main() -> None:
    """Start the processes and print their progress."""
    arguments = _arguments()
    counter = multiprocessing.Value("q", 0)
    lock = multiprocessing.Lock()
    workers = [
        multiprocessing.Process(target=_work, args=(arguments, job, counter, lock))
        for job in range(arguments.jobs)
    ]
    start = time.monotonic()
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers):
        time.sleep(10)
        seconds = time.monotonic() - start
        print(f"{counter.value} games, {counter.value / seconds:.1f} a second", flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000, help="games to play (1000)")
    parser.add_argument("--nodes", type=int, default=3000, help="nodes per move (3000)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--seed", type=int, default=0, help="of the random moves (0)")
    parser.add_argument("--out", type=Path, required=True, help="the file to append to")
    return parser.parse_args()


def _work(arguments: argparse.Namespace, job: int, counter, lock) -> None:
    """Play games until all processes together have played enough."""
    dice = random.Random(f"{arguments.seed}/{job}")
    engine = SearchEngine()
    with arguments.out.open("a") as out:
        while counter.value < arguments.games:
            board = _opening(dice, engine)
            positions, result = _play(board, engine, SearchLimits(nodes=arguments.nodes))
            lines = [f"{fen} | {value} | {result}\n" for fen, value in positions]
            with lock:
                counter.value += 1
                out.write("".join(lines))
                out.flush()


def _opening(dice: random.Random, engine: SearchEngine) -> Board:
    """Return a balanced position after random moves."""
    while True:
        board = Board()
        for _ in range(dice.choice(RANDOM_PLIES)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(dice.choice(moves))
        engine.clear()
        lines = engine.search(board, SearchLimits(nodes=4000))
        if lines and abs(_white_value(board, lines[0])) <= UNBALANCED:
            return board


def _white_value(board: Board, line: Line) -> int:
    if line.mate is not None:
        value = MATE_VALUE if line.mate > 0 else -MATE_VALUE
    else:
        value = line.centipawns or 0
    return value if board.turn else -value


def _play(board: Board, engine: SearchEngine, limits: SearchLimits) -> tuple[list[Recorded], float]:
    """Play a game to its end; return its quiet positions and its result for White."""
    positions: list[Recorded] = []
    values: list[int] = []
    while len(values) < LONGEST:
        if board.is_game_over(claim_draw=True):
            result = board.result(claim_draw=True)
            return positions, {"1-0": 1.0, "0-1": 0.0}.get(result, 0.5)
        best = engine.search(board, limits)[0]
        value = _white_value(board, best)
        values.append(value)
        decided = _verdict(values, board)
        if decided is not None:
            return positions, decided
        move = best.moves[0]
        if not board.is_check() and not board.is_capture(move) and not move.promotion:
            positions.append(Recorded(board.fen(), value))
        board.push(move)
    return positions, 0.5


def _verdict(values: list[int], board: Board) -> float | None:
    """Return the result once the scores have been decisive, or level, for long enough."""
    last = values[-DECIDED_PLIES:]
    if len(last) == DECIDED_PLIES:
        if min(last) >= DECIDED:
            return 1.0
        if max(last) <= -DECIDED:
            return 0.0
    level = values[-LEVEL_PLIES:]
    if board.fullmove_number > 40 and len(level) == LEVEL_PLIES and max(map(abs, level)) <= LEVEL:
        return 0.5
    return None


if __name__ == "__main__":
    main()
