"""Time random games on kiwipete.arrays.Boards, against other environments.

    python bench/boards.py                  one thread, some seconds for each row
    python bench/boards.py --seconds 5      longer; --json
    python bench/boards.py --python PATH    peers that are not installed here run in that Python

A row plays random games and starts them anew when they end. Timed are pushing a move on each board
and writing all masks of legal moves, in some rows also the planes that a model sees; choosing the
moves is not. Speeds are positions a second of processor time, the best tenth of each row, so that
a busy machine changes little and a peer that uses several cores gains nothing by it. The last
column is the median of a call by the wall clock. The peers: a loop over python-chess that fills
masks with AlphaZero's indices, PettingZoo's chess_v6 (needs pygame), and pgx (JAX, on the
processor), whose steps always compute what a model sees.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

# Each row imports what it needs: this file also runs where kiwipete is not installed.


class Row(NamedTuple):
    """Positions a second of processor time, and microseconds of a call by the wall clock."""

    name: str
    boards: int
    positions: float
    call: float


def timed(
    name: str, boards: int, seconds: float, choose: Callable[[], Any], play: Callable[[Any], None]
) -> Row:
    """Choose and play in turn until playing has taken long enough; take the best tenth of that."""
    for _ in range(60):  # into the middle of games
        play(choose())
    clock = min(-(time.process_time() - time.process_time()) for _ in range(1000))  # its own cost
    best, walls = float("inf"), []
    for _ in range(10):
        spent, calls = 0.0, 0
        while spent < seconds / 10:
            chosen = choose()
            wall, processor = time.perf_counter(), time.process_time()
            play(chosen)
            spent += time.process_time() - processor - clock
            walls.append(time.perf_counter() - wall)
            calls += 1
        best = min(best, spent / calls)
    return Row(name, boards, boards / best, 1e6 * statistics.median(walls))


# Ours.


def ours(
    count: int, seconds: float, kind: str, codec: str = "alphazero", threads: int | None = 1
) -> Row:
    """Play on Boards; `kind` says what is written besides pushing."""
    import numpy as np

    from kiwipete.arrays import Boards

    boards = Boards(count, codec, seed=7, threads=threads)
    mask = np.empty((count, boards.moves), np.bool_)
    bits = np.empty((count, (boards.moves + 7) // 8), np.uint8)
    planes = np.empty((count, *boards.shape), np.float32)

    def play(indices: Any) -> None:
        boards.push(indices, finished="reset", autoreset=True)
        if kind == "mask into out":
            boards.legal_mask(out=mask)
        elif kind == "bits":
            boards.legal_bits(out=bits)
        elif kind != "push alone":
            boards.legal_mask()
        if kind == "mask, planes":
            boards.planes(out=planes)

    what = "push alone" if kind == "push alone" else f"push, {kind}"
    name = f"kiwipete {codec}: {what}" + (", all threads" if threads is None else "")
    return timed(name, count, seconds, boards.sample, play)


def our_vector(count: int, seconds: float) -> Row:
    """Step the vector environment for Gymnasium."""
    from kiwipete.arrays.gymnasium_env import ChessVectorEnv

    envs = ChessVectorEnv(count, threads=1, copy=False)
    envs.reset(seed=7)
    return timed("kiwipete: Gymnasium's step", count, seconds, envs.sample, envs.step)


# Peers.

QUEEN = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def alphazero_index(source: int, target: int, promotion: int | None) -> int:
    """Return AlphaZero's index of a move, the board seen from the side to move."""
    files, ranks = target % 8 - source % 8, target // 8 - source // 8
    if promotion is not None and promotion < 5:
        return source * 73 + 64 + 3 * (files + 1) + promotion - 2
    if (files, ranks) in KNIGHT:
        return source * 73 + 56 + KNIGHT.index((files, ranks))
    length = max(abs(files), abs(ranks))
    return source * 73 + 7 * QUEEN.index((files // length, ranks // length)) + length - 1


def python_chess(count: int, seconds: float) -> Row:
    """Play on a list of python-chess's boards, with a table of indices."""
    import chess
    import numpy as np

    rng = random.Random(7)
    boards = [chess.Board() for _ in range(count)]
    mask = np.empty((count, 4672), np.bool_)
    indices: dict[tuple[int, int, int | None], int] = {}

    def index(move: chess.Move, flip: int) -> int:
        key = move.from_square ^ flip, move.to_square ^ flip, move.promotion
        if key not in indices:
            indices[key] = alphazero_index(*key)
        return indices[key]

    def play(moves: list[chess.Move]) -> None:
        mask.fill(False)
        for i, move in enumerate(moves):
            boards[i].push(move)
            if boards[i].is_game_over():
                boards[i] = chess.Board()
            flip = 0 if boards[i].turn else 56
            mask[i, [index(each, flip) for each in boards[i].legal_moves]] = True

    def choose() -> list[chess.Move]:
        return [rng.choice(list(board.legal_moves)) for board in boards]

    return timed("python-chess: push, mask", count, seconds, choose, play)


def pettingzoo(count: int, seconds: float) -> Row:
    """Step PettingZoo's chess, one game after the other."""
    import numpy as np
    from pettingzoo.classic import chess_v6

    rng = np.random.default_rng(7)
    games = [chess_v6.raw_env() for _ in range(count)]
    for game in games:
        game.reset()
    masks = [game.observe(game.agent_selection)["action_mask"] for game in games]

    def choose() -> list[int]:
        return [int(rng.choice(np.flatnonzero(mask))) for mask in masks]

    def play(actions: list[int]) -> None:
        for i, (game, action) in enumerate(zip(games, actions, strict=True)):
            game.step(action)
            if game.terminations[game.agent_selection]:
                game.reset()
            masks[i] = game.observe(game.agent_selection)["action_mask"]

    return timed("PettingZoo chess_v6: step, mask, planes", count, seconds, choose, play)


def pgx(count: int, seconds: float) -> Row:
    """Step pgx's chess, compiled for a batch."""
    import jax
    import pgx as library
    from pgx.experimental import auto_reset

    game = library.make("chess")
    keys = jax.random.split(jax.random.PRNGKey(7), count)
    state = jax.jit(jax.vmap(game.init))(keys)
    step = jax.jit(jax.vmap(auto_reset(game.step, game.init)))
    draw = jax.jit(
        lambda key, mask: jax.random.categorical(key, jax.numpy.where(mask, 0.0, -jax.numpy.inf))
    )
    seeds = iter(range(1 << 30))

    def choose() -> Any:
        key = jax.random.PRNGKey(next(seeds))
        return jax.block_until_ready(draw(key, state.legal_action_mask))

    def play(actions: Any) -> None:
        nonlocal state
        new_keys = jax.random.split(jax.random.PRNGKey(next(seeds)), count)
        state = jax.block_until_ready(step(state, actions, new_keys))

    return timed("pgx: step, mask, planes", count, seconds, choose, play)


PEERS = {"python-chess": (python_chess, 64), "pettingzoo": (pettingzoo, 16), "pgx": (pgx, 256)}


def rows(seconds: float, python: str | None) -> Iterator[Row | str]:
    """Yield the rows, or why there is none."""
    for count in (1, 64, 256, 4096):
        for kind in ("mask", "mask into out", "bits", "push alone"):
            yield ours(count, seconds, kind)
    yield ours(4096, seconds, "mask", threads=None)
    yield ours(256, seconds, "mask", "lc0")
    yield ours(64, seconds, "mask, planes")
    yield our_vector(64, seconds)
    for name, (peer, count) in PEERS.items():
        try:
            yield peer(count, seconds)
        except ImportError as error:
            if python is None:
                yield f"{name}: {error}"
                continue
            command = [python, __file__, "--only", name, "--seconds", str(seconds)]
            found = subprocess.run(command, capture_output=True, text=True, check=False)
            last = (found.stdout if found.returncode == 0 else found.stderr).strip().split("\n")[-1]
            yield Row(*json.loads(last)) if found.returncode == 0 else f"{name}: {last}"


def main() -> None:
    """Print a table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each row")
    parser.add_argument("--python", help="a Python for the peers that are not installed here")
    parser.add_argument("--only", choices=PEERS, help="time one peer, and print it as JSON")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if arguments.only:
        peer, count = PEERS[arguments.only]
        print(json.dumps(peer(count, arguments.seconds)))
        return
    found = []
    for row in rows(arguments.seconds, arguments.python):
        found.append(row)
        if arguments.json:
            continue
        if isinstance(row, str):
            print(f"-- {row}", flush=True)
        else:
            speed = f"{row.positions:12,.0f} positions/s"
            print(
                f"{row.name:42} {row.boards:5} boards {speed} {row.call:12,.1f} µs a call",
                flush=True,
            )
    if arguments.json:
        print(json.dumps([row if isinstance(row, str) else row._asdict() for row in found]))


if __name__ == "__main__":
    main()
