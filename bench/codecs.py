"""Time the codecs of kiwipete.arrays against loops over python-chess's Board.

    python bench/codecs.py                    batches of 4,096 positions, best of 5 rounds
    python bench/codecs.py --batch 512        smaller ones; --rounds N, --json

Positions are those of games of random moves. Each batch is written into the same memory, as a
training loop does. Speeds are positions a second of processor time on one thread; MB are what is
written a second, since memory is what limits most rows. `threads` is the gain of two threads by the
wall clock. The loops are the slow encoders of the tests, over boards that are set up already.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import chess
import numpy as np
from numpy.typing import NDArray

import kiwipete
from kiwipete import arrays

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the slow encoders

from tests.support import slow_codecs as slow

PEER_POSITIONS = 100


class Row(NamedTuple):
    """A task: what writes into memory on some threads, and the loop over python-chess's boards."""

    name: str
    bytes: int
    ours: Callable[[int], Any]
    theirs: Callable[[list[chess.Board]], Any] | None


def random_histories(count: int) -> tuple[NDArray[Any], list[kiwipete.Board]]:
    """Return positions of random games, with the seven before each, and boards of the first."""
    rng = random.Random(3)
    rows, boards = [], []
    while len(rows) < count:
        board = kiwipete.Board()
        past: list[NDArray[Any]] = []
        while not board.is_game_over() and len(past) < 120:
            past.insert(0, arrays.from_boards([board])[0])
            if len(past) >= 8:
                rows.append(np.array(past[:8]))
                boards.append(board.copy())
            board.push(rng.choice(list(board.legal_moves)))
    return np.array(rows[:count]), boards[:PEER_POSITIONS]


def rows_of(name: str, histories: NDArray[Any]) -> list[Row]:
    """Return the tasks of one codec."""
    codec = arrays.codec(name)
    positions = np.ascontiguousarray(histories[:, 0])
    count = len(positions)
    floats = np.empty((count, *codec.shape), np.float32)
    small = np.empty((count, *codec.shape), np.uint8)

    def slow_planes(boards: list[chess.Board]) -> Any:
        return [slow.PLANES[name](board) for board in boards]

    found = [
        Row(
            f"{name} planes",
            floats[0].nbytes,
            lambda threads: codec.planes(positions, out=floats, threads=threads),
            slow_planes if codec.history == 1 else None,
        ),
        Row(
            f"{name} planes, uint8",
            small[0].nbytes,
            lambda threads: codec.planes(positions, out=small, threads=threads),
            None,
        ),
    ]
    if codec.history > 1:
        found += [
            Row(
                f"{name} 8 positions",
                floats[0].nbytes,
                lambda threads: codec.planes(histories, out=floats, threads=threads),
                slow_planes,
            ),
            Row(
                f"{name} 8, uint8",
                small[0].nbytes,
                lambda threads: codec.planes(histories, out=small, threads=threads),
                None,
            ),
        ]
    if isinstance(codec, arrays.NetworkCodec):
        features = np.empty((count, 2, 32), np.uint16)
        found.append(
            Row(
                f"{name} features",
                features[0].nbytes,
                lambda threads: codec.features(positions, out=features, threads=threads),
                None,
            )
        )
        return found
    return found + move_rows(codec, positions)


def move_rows(codec: arrays.Codec, positions: NDArray[Any]) -> list[Row]:
    """Return the tasks about a codec's moves."""
    mask = np.empty((len(positions), codec.moves), np.bool_)
    packed = np.empty((len(positions), (codec.moves + 7) // 8), np.uint8)
    moves, offsets = arrays.legal_moves(positions)
    first = moves[np.minimum(offsets[:-1], len(moves) - 1)]
    indices = codec.indices(positions, first)
    index = slow.INDICES[codec.name]

    def slow_masks(boards: list[chess.Board]) -> Any:
        found = np.zeros((len(boards), codec.moves), np.bool_)
        for row, board in zip(found, boards, strict=True):
            for move in board.legal_moves:
                row[index(board, move)] = True
        return found

    return [
        Row(
            f"{codec.name} mask",
            mask[0].nbytes,
            lambda threads: codec.mask(positions, out=mask, threads=threads),
            slow_masks,
        ),
        Row(
            f"{codec.name} mask, packed",
            packed[0].nbytes,
            lambda threads: codec.mask(positions, packed=True, out=packed, threads=threads),
            None,
        ),
        Row(
            f"{codec.name} indices",
            8,
            lambda threads: codec.indices(positions, first, threads=threads),
            None,
        ),
        Row(
            f"{codec.name} moves_of",
            2,
            lambda threads: codec.moves_of(positions, indices, threads=threads),
            None,
        ),
    ]


def measure(row: Row, count: int, boards: list[chess.Board], rounds: int) -> dict[str, float]:
    """Return the speeds of one task, the best of several rounds."""
    best = {"Kiwipete": 0.0, "python-chess": 0.0, "threads": 0.0}
    walls = {1: float("inf"), 2: float("inf")}
    if row.theirs is not None:
        expected = np.array(row.theirs(boards))
        if not (np.asarray(row.ours(1))[: len(boards)] == expected).all():
            raise SystemExit(f"{row.name}: the answers differ")
    for _ in range(rounds):
        begin = time.process_time()
        row.ours(1)
        best["Kiwipete"] = max(best["Kiwipete"], count / (time.process_time() - begin))
        if row.theirs is not None:
            begin = time.process_time()
            row.theirs(boards)
            seconds = time.process_time() - begin
            best["python-chess"] = max(best["python-chess"], len(boards) / seconds)
        for threads in walls:
            begin = time.perf_counter()
            row.ours(threads)
            walls[threads] = min(walls[threads], time.perf_counter() - begin)
    best["threads"] = walls[1] / walls[2]
    best["MB"] = best["Kiwipete"] * row.bytes / 1e6
    return best


def main() -> None:
    """Read the arguments, make the positions, and print the table."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    histories, boards = random_histories(options.batch)
    # Seven positions before a board are what both sides show, and no repetitions.
    oracles = []
    for board in boards:
        oracle = chess.Board()
        for move in board.move_stack:
            oracle.push(chess.Move.from_uci(move.uci()))
        oracles.append(oracle)
    table = {
        row.name: measure(row, len(histories), oracles, options.rounds)
        for name in arrays.CODECS
        for row in rows_of(name, histories)
    }
    if options.json:
        print(json.dumps(table, indent=1))
        return
    print(f"batches of {len(histories):,}; positions a second of processor time")
    print(f"{'':24}{'Kiwipete':>12}{'MB/s':>9}{'python-chess':>14}{'ratio':>8}{'2 threads':>11}")
    for name, row in table.items():
        peer = row["python-chess"]
        shown = f"{peer:14,.0f}{row['Kiwipete'] / peer:8,.0f}" if peer else f"{'':22}"
        print(f"{name:24}{row['Kiwipete']:12,.0f}{row['MB']:9,.0f}{shown}{row['threads']:11.2f}")


if __name__ == "__main__":
    main()
