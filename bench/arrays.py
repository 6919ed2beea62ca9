"""Time the functions of kiwipete.arrays over many positions, against loops with python-chess.

    python bench/arrays.py                     200,000 positions, best of 3 rounds
    python bench/arrays.py --positions 1000000 more; --rounds N, --json

The positions are those of games of random moves. Speeds are millions of positions a second of
processor time, so that a busy machine and threads change little; `threads` is the gain of two
threads by the wall clock. python-chess goes through some thousand of the positions with the same
question; answers are compared with ours.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import chess
import chess.polyglot
import numpy as np

import kiwipete
from kiwipete import arrays

PEER_POSITIONS = 2000


class Task(NamedTuple):
    """A question: how arrays answer it, how python-chess does for one position."""

    name: str
    ours: Callable[[int], Any]  # takes the number of threads
    theirs: Callable[[list[str], list[chess.Board]], list[Any]]
    shown: Callable[
        [Any], list[Any]
    ]  # our answers for the first positions, as python-chess has them


def random_games(positions: int) -> str:
    """Return the text of games of random moves with at least this many positions."""
    rng = random.Random(7)
    texts: list[str] = []
    found = 0
    while found < positions and len(texts) < 2000:
        board = kiwipete.Board()
        sans = []
        while not board.is_game_over() and len(sans) < 120:
            move = rng.choice(list(board.legal_moves))
            sans.append(board.san(move))
            board.push(move)
        found += len(sans)
        texts.append(" ".join(sans) + " *\n\n")
    return "".join(texts) * max(1, round(positions / found))


def listed(found: tuple[np.ndarray, np.ndarray]) -> list[list[int]]:
    """Return the moves of the first positions as pairs of squares in one number."""
    moves, offsets = found
    return [
        (moves[begin:end] & 0xFFF).tolist()
        for begin, end in pairwise(offsets[: PEER_POSITIONS + 1])
    ]


def tasks(text: str, positions: np.ndarray) -> list[Task]:
    """Return all questions, for positions that were read from a text."""
    fens = arrays.to_fens(positions)
    games = kiwipete.read_games(io.BytesIO(text.encode()))
    plain = np.resize(np.flatnonzero(arrays.castling_rights(positions) == 0), len(positions))
    room = np.empty(len(positions), np.uint64)
    few = slice(0, PEER_POSITIONS)

    def walk(_fens: list[str], _boards: list[chess.Board]) -> list[str]:
        found: list[str] = []
        for game in games:
            board = chess.Board()
            for move in game.moves:
                found.append(board.fen())
                board.push(chess.Move(move.from_square, move.to_square, move.promotion))
            if len(found) >= PEER_POSITIONS:
                break
        return found[:PEER_POSITIONS]

    def batches(threads: int) -> Any:
        return [batch.positions for batch in games.positions(4096, threads=threads)]

    def no_peer(_fens: list[str], _boards: list[chess.Board]) -> list[Any]:
        return []

    return [
        Task(
            "from_fens",
            lambda threads: arrays.from_fens(fens, threads=threads),
            lambda fens, _: [chess.Board(fen).board_fen() for fen in fens],
            lambda found: [board.board_fen() for board in arrays.to_boards(found[few])],
        ),
        Task(
            "to_fens",
            lambda threads: arrays.to_fens(positions, threads=threads),
            lambda _, boards: [board.fen() for board in boards],
            lambda found: found[few],
        ),
        Task(
            "keys",
            lambda threads: arrays.keys(positions, out=room, threads=threads),
            lambda _, boards: [chess.polyglot.zobrist_hash(board) for board in boards],
            lambda _: [],
        ),
        Task(
            "material",
            lambda threads: arrays.material(positions, threads=threads),
            lambda _, boards: [
                [[len(board.pieces(k, c)) for k in range(1, 7)] for c in (True, False)]
                for board in boards
            ],
            lambda found: found[few].tolist(),
        ),
        Task(
            "checks",
            lambda threads: arrays.checks(positions, threads=threads),
            lambda _, boards: [len(board.checkers()) for board in boards],
            lambda found: found[few].tolist(),
        ),
        Task(
            "move_counts",
            lambda threads: arrays.move_counts(positions, threads=threads),
            lambda _, boards: [board.legal_moves.count() for board in boards],
            lambda found: found[few].tolist(),
        ),
        Task(
            "legal_moves",
            lambda threads: arrays.legal_moves(positions, threads=threads),
            lambda _, boards: [
                [move.from_square << 6 | move.to_square for move in board.legal_moves]
                for board in boards
            ],
            listed,
        ),
        Task(
            "mirrored",
            lambda _: arrays.mirrored(positions),
            lambda _, boards: [board.mirror().fen() for board in boards],
            lambda found: arrays.to_fens(found[few]),
        ),
        Task(
            "flipped",
            lambda threads: arrays.flipped(positions[plain], threads=threads),
            lambda _, boards: [board.transform(chess.flip_horizontal) for board in boards],
            lambda _: [],
        ),
        Task(
            "unique",
            lambda threads: arrays.unique(positions, threads=threads),
            lambda _, boards: list({board._transposition_key() for board in boards}),
            lambda _: [],
        ),
        Task("shuffled", lambda _: arrays.shuffled(positions, 1), no_peer, lambda _: []),
        Task(
            "faults",
            lambda threads: arrays.faults(positions, threads=threads),
            no_peer,
            lambda _: [],
        ),
        Task(
            "games.positions",
            batches,
            walk,
            lambda found: arrays.to_fens(found[0][few]),
        ),
    ]


def measure(task: Task, count: int, fens: list[str], rounds: int) -> dict[str, float]:
    """Return the speeds of one question, the best of several rounds in turns."""
    boards = [chess.Board(fen) for fen in fens]
    shown = task.shown(task.ours(1))
    if shown and shown != task.theirs(fens, boards):
        raise SystemExit(f"{task.name}: the answers differ from python-chess's")
    best = {"Kiwipete": 0.0, "python-chess": 0.0, "threads": 0.0}
    walls = {1: float("inf"), 2: float("inf")}
    for _ in range(rounds):
        begin = time.process_time()
        task.ours(1)
        best["Kiwipete"] = max(best["Kiwipete"], count / (time.process_time() - begin))
        begin = time.process_time()
        if task.theirs(fens, boards):
            seconds = time.process_time() - begin
            best["python-chess"] = max(best["python-chess"], len(fens) / seconds)
        for threads in walls:
            begin = time.perf_counter()
            task.ours(threads)
            walls[threads] = min(walls[threads], time.perf_counter() - begin)
    best["threads"] = walls[1] / walls[2]
    return best


def main() -> None:
    """Read the arguments, make the positions, and print the table."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--positions", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    text = random_games(options.positions)
    games = kiwipete.read_games(io.BytesIO(text.encode()))
    positions = np.concatenate([batch.positions for batch in games.positions(65536)])
    fens = arrays.to_fens(positions[:PEER_POSITIONS])
    table = {
        task.name: measure(task, len(positions), fens, options.rounds)
        for task in tasks(text, positions)
    }
    if options.json:
        print(json.dumps(table, indent=1))
        return
    print(f"{len(positions):,} positions; millions a second of processor time")
    print(f"{'':17}{'Kiwipete':>9}{'python-chess':>14}{'ratio':>8}{'2 threads':>11}")
    for name, row in table.items():
        peer = row["python-chess"]
        shown = f"{peer / 1e6:14.4f}{row['Kiwipete'] / peer:8,.0f}" if peer else f"{'':22}"
        print(f"{name:17}{row['Kiwipete'] / 1e6:9.2f}{shown}{row['threads']:11.2f}")


if __name__ == "__main__":
    main()
