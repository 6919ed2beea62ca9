"""Measure the time of the engine client per move, from `go` to `bestmove`, against python-chess's.

    python bench/client.py                      microseconds of processor time, least of five
    python bench/client.py --moves 5000

The engine is a script that replies at once. Only the client's own processor time counts: that
is what limits a machine that plays many games at once.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from types import ModuleType

import chess
import chess.engine

import kiwipete
import kiwipete.engine

ENGINE = """
import sys
for line in sys.stdin:
    if line.startswith("uci\\n"):
        print("option name Hash type spin default 16 min 1 max 1024\\nuciok", flush=True)
    elif line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("go"):
        print("info depth 8 seldepth 12 multipv 1 score cp 31 nodes 12345 nps 1234500 hashfull 3 "
              "time 10 pv a2a3 a7a6 b2b3 b7b6 c2c3 c7c6\\nbestmove a2a3", flush=True)
    elif line.startswith("quit"):
        break
"""
COMMAND = [sys.executable, "-S", "-E", "-c", ENGINE]
CLOCKS = {"white_clock": 1, "black_clock": 1, "white_inc": 0.01, "black_inc": 0.01}
SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")


def position(module: ModuleType, plies: int) -> object:
    """Return a board this many plies into a game."""
    board = module.Board()
    for ply in range(plies):
        board.push_uci(SHUFFLE[ply % 4])
    return board


def under_asyncio(module: ModuleType, plies: int, moves: int) -> float:
    """Return the seconds that one move takes under asyncio."""
    board, limit = position(module, plies), module.engine.Limit(**CLOCKS)

    async def play() -> float:
        _, engine = await module.engine.popen_uci(COMMAND)
        await engine.play(board, limit)
        start = time.process_time()
        for _ in range(moves):
            await engine.play(board, limit, info=module.engine.INFO_ALL)
        seconds = time.process_time() - start
        await engine.quit()
        return seconds / moves

    return asyncio.run(play())


def simple(module: ModuleType, plies: int, moves: int) -> float:
    """Return the seconds that one move takes with a SimpleEngine."""
    board, limit = position(module, plies), module.engine.Limit(**CLOCKS)
    with module.engine.SimpleEngine.popen_uci(COMMAND) as engine:
        engine.play(board, limit)
        start = time.process_time()
        for _ in range(moves):
            engine.play(board, limit, info=module.engine.INFO_ALL)
        return (time.process_time() - start) / moves


def main() -> None:
    """Measure both libraries in alternation."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--moves", type=int, default=1000, help="in each round (default 1000)")
    parser.add_argument("--rounds", type=int, default=5, help="least of this many (default 5)")
    arguments = parser.parse_args()
    print(f"{'':<28}{'python-chess':>14}{'kiwipete':>10}{'ratio':>8}   µs a move")
    for name, ask in (("under asyncio", under_asyncio), ("SimpleEngine", simple)):
        for plies in (0, 100):
            rounds = [
                [ask(module, plies, arguments.moves) * 1e6 for module in (chess, kiwipete)]
                for _ in range(arguments.rounds)
            ]
            theirs, ours = map(min, zip(*rounds, strict=True))
            label = f"{name}, {plies} plies"
            print(f"{label:<28}{theirs:>14.0f}{ours:>10.0f}{theirs / ours:>8.1f}")


if __name__ == "__main__":
    main()
