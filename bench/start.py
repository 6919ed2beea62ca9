"""Measure how long Kiwipete takes to start, as ratios to plain `python` in the same run.

    python bench/start.py

The engine is measured until `uciok`, everything else until it ends. The peers are Python with
nothing to do, python-chess's modules, and Stockfish if it is installed. Each command is started
several times in turn, and the best time counts. Measure an ordinary installation: an editable
one checks for changed sources first.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

ROUNDS = 20
PYTHON = "python -c pass"
# The most that commands may take, in seconds: as such, or beyond plain Python.
LIMITS = {"kiwipete uci": 0.15}
LIMITS_BEYOND_PYTHON = {"kiwipete run -c pass": 0.03}


def main() -> int:
    """Measure and print; the exit code is 1 if something starts too slowly."""
    commands = _commands()
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(ROUNDS):
        for name, command in commands.items():
            best[name] = min(best[name], _seconds(command))
    plain = best[PYTHON]
    for name, seconds in best.items():
        beyond = f"{1000 * (seconds - plain):+7.1f} ms"
        print(f"{name:30} {1000 * seconds:6.1f} ms {beyond}  {seconds / plain:5.2f} x python")
    slow = [name for name, limit in LIMITS.items() if best[name] > limit]
    slow += [name for name, limit in LIMITS_BEYOND_PYTHON.items() if best[name] - plain > limit]
    for name in slow:
        print(f"too slow: {name}", file=sys.stderr)
    return int(bool(slow))


def _commands() -> dict[str, list[str]]:
    kiwipete = str(Path(sysconfig.get_path("scripts")) / "kiwipete")
    commands = {
        PYTHON: [sys.executable, "-c", "pass"],
        "kiwipete run -c pass": [kiwipete, "run", "-c", "pass"],
        "kiwipete --help": [kiwipete, "--help"],
        "kiwipete uci": [kiwipete, "uci"],
    }
    for module in ("kiwipete", "kiwipete.pgn", "kiwipete.engine"):
        commands[f"import {module}"] = [sys.executable, "-c", f"import {module}"]
    engine = "from kiwipete.engine import SimpleEngine"
    commands[engine] = [sys.executable, "-c", engine]
    if importlib.util.find_spec("chess"):
        for module in ("chess", "chess.pgn", "chess.engine"):
            commands[f"import {module}"] = [sys.executable, "-c", f"import {module}"]
    if stockfish := shutil.which("stockfish"):
        commands["stockfish"] = [stockfish]
    return commands


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
            pass  # the program has ended without reading
        for line in process.stdout:
            if line.strip() == b"uciok":
                break
        else:
            process.wait()
        seconds = time.perf_counter() - start
        process.stdout.read()
    return seconds


if __name__ == "__main__":
    raise SystemExit(main())
