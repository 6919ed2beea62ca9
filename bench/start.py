"""Measure how long the engine takes to start, until `uciok`, as ratios to peers in one run.

    python bench/start.py

The peers are Python that does nothing, and Stockfish if it is installed. Each
is started several times in turn, and the best time counts. Measure an ordinary
installation: an editable one checks for changed sources first.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time

ROUNDS = 20
LIMIT = 0.15  # seconds


def main() -> int:
    """Measure and print; the exit code is 1 if the engine starts too slowly."""
    commands = {
        "kiwipete uci": [sys.executable, "-m", "kiwipete", "uci"],
        "python -c pass": [sys.executable, "-c", "pass"],
    }
    if stockfish := shutil.which("stockfish"):
        commands["stockfish"] = [stockfish]
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(ROUNDS):
        for name, command in commands.items():
            best[name] = min(best[name], _seconds(command))
    own = best["kiwipete uci"]
    for name, seconds in best.items():
        print(f"{name:16} {1000 * seconds:6.1f} ms   {own / seconds:5.2f}")
    return int(own > LIMIT)


def _seconds(command: list[str]) -> float:
    """Return how long a program takes to print `uciok`, or to end without it."""
    start = time.perf_counter()
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(b"uci\nquit\n")
            process.stdin.flush()
        except BrokenPipeError:
            pass  # Python has nothing to do, and may have ended
        for line in process.stdout:
            if line.strip() == b"uciok":
                break
        seconds = time.perf_counter() - start
        process.stdout.read()
    return seconds


if __name__ == "__main__":
    raise SystemExit(main())
