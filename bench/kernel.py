"""Time the kernel functions that a search calls, in this tree and in another commit.

    python bench/kernel.py                     this tree alone
    python bench/kernel.py --against HEAD~1    both, in turns, and the ratio

Every commit has its own bench/kernel_loops.pyx, which does the same tasks with
its kernel. It is compiled here against the kernel's .pxd files with the flags of
the hot module, so the package contains nothing for measuring. Cython and a C
compiler are needed. Times are processor time per call, the best of many short
rounds; the results of both commits must be the same.
"""

from __future__ import annotations

import argparse
import math
import platform
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support.cython_modules import compile_module

from kiwipete import Board
from kiwipete._core.cpu import runnable_builds

ROOT = Path(__file__).parents[1]
LOOPS = "bench/kernel_loops.pyx"
QUESTIONS = [
    "all moves",
    "noisy moves",
    "quiet moves",
    "captures: SEE at least 0",
    "all moves: SEE at least -50",
    "is a table's move legal",
    "does a move give check",
    "the key after a move",
    "make and unmake",
]
FLAGS = [
    "-DKIWIPETE_HOT",
    "-fno-tree-vectorize",
    "-DCYTHON_INLINE=__inline__ __attribute__((always_inline))",
]
FLAGS_OF_BUILD = {
    "x86_64_v3": ["-march=x86-64-v3", "-DKIWIPETE_PEXT"],
    "x86_64_v2": ["-march=x86-64-v2"],
    "portable": [],
}
ROUND_SECONDS = 0.01


def compiled(tree: Path, name: str, work: Path) -> ModuleType:
    """Compile the loops of a tree against its kernel and load them."""
    flags = FLAGS + FLAGS_OF_BUILD[runnable_builds()[0]]
    return compile_module(tree / LOOPS, work, name, flags, ["-I", str(tree / "src")])


def check_out(commit: str, work: Path) -> Path:
    """Unpack a commit's kernel and loops."""
    tree = work / "other"
    tree.mkdir()
    paths = ["src/kiwipete/_core", LOOPS]
    archive = subprocess.run(
        ["git", "archive", commit, *paths], cwd=ROOT, check=True, stdout=subprocess.PIPE
    )
    subprocess.run(["tar", "-x", "-C", str(tree)], input=archive.stdout, check=True)
    return tree


def positions() -> list[str]:
    """Return positions of random games, the same ones on every run."""
    rng = random.Random(2039)
    fens = []
    while len(fens) < 250:
        board = Board()
        for ply in range(rng.randint(8, 120)):
            moves = list(board.legal_moves)
            if not moves:
                break
            captures = [move for move in moves if move.is_capture]
            board.push(rng.choice(captures if captures and ply % 3 == 0 else moves))
        if board.legal_moves:
            fens.append(board.fen())
    return fens


def rounds_of(module: ModuleType, question: str) -> int:
    """Return the number of rounds that fill a measurement."""
    start = time.process_time()
    module.ask(question, 2)
    return max(1, round(2 * ROUND_SECONDS / max(time.process_time() - start, 1e-6)))


def measure(modules: list[ModuleType], question: str, repetitions: int) -> list[float]:
    """Return the best nanoseconds per call for each module, measured in turns."""
    answers = [module.ask(question, 1) for module in modules]
    if any(answer != answers[0] for answer in answers):
        raise SystemExit(f"{question}: the answers differ: {answers}")
    rounds = [rounds_of(module, question) for module in modules]
    best = [math.inf] * len(modules)
    for _ in range(repetitions):
        for number, module in enumerate(modules):
            start = time.process_time_ns()
            asked, _ = module.ask(question, rounds[number])
            best[number] = min(best[number], (time.process_time_ns() - start) / asked)
    return best


def main() -> None:
    """Compile, measure and print."""
    parser = argparse.ArgumentParser(description="time the kernel functions that a search calls")
    parser.add_argument("--against", metavar="COMMIT", help="also time the kernel of this commit")
    parser.add_argument(
        "--repetitions", type=int, default=100, help="rounds to take the best of (100)"
    )
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        modules = [compiled(ROOT, "kernel_loops", work)]
        if arguments.against:
            modules.insert(0, compiled(check_out(arguments.against, work), "loops_before", work))
        for module in modules:
            module.set_up(positions())
        print(f"{platform.machine()}, build {runnable_builds()[0]}, nanoseconds a question")
        print(f"{'':30}{'before':>9}{'after':>9}{'times':>7}" if arguments.against else "")
        for question in QUESTIONS:
            ns = measure(modules, question, arguments.repetitions)
            ratio = f"{ns[0] / ns[1]:7.2f}" if len(ns) == 2 else ""
            print(f"{question:30}" + "".join(f"{value:9.1f}" for value in ns) + ratio)


if __name__ == "__main__":
    main()
