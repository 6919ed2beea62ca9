"""Make a network from nothing: self-play, records, training, and a match that it must win.

    python tools/network_from_nothing.py FOLDER

Plays games with the piece-square values, turns them into training records, trains a small
network on them, and lets it play the piece-square values until a sequential test decides.
Prints the command of each step, with its time. Takes less than half an hour on two processors;
docs/network.md has figures. After an interruption the same command continues: a finished step
is not repeated. Exits with 0 if the network is stronger, otherwise like `kiwipete train --gate`.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from kiwipete.perft import processors

INTERRUPTED = 130
VERDICTS = {"passed": 0, "failed": 1, "undecided": 4}  # exit codes, as of `kiwipete train`


class StepFailed(Exception):
    """A command that did not succeed; its exit code is ours."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Workshop:
    """Runs the steps in a folder, and skips those that an earlier run has finished."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seconds = [0.0, 0.0]

    def step(self, title: str, words: list[str], done: Callable[[], bool] = lambda: False) -> None:
        """Run `kiwipete` with these words unless the step is done."""
        print(
            f"\n== {title}\n$ cd {self._folder}\n$ {shlex.join(['kiwipete', *words])}", flush=True
        )
        if done():
            print("done earlier", flush=True)
            return
        wall, processor = time.monotonic(), _processor_seconds()
        code = self._run(words)
        took = time.monotonic() - wall, _processor_seconds() - processor
        print(f"== {took[0]:.0f} s, {took[1]:.0f} s of processor time", flush=True)
        self._seconds = [sum(pair) for pair in zip(self._seconds, took, strict=True)]
        if code:
            raise StepFailed(code)

    def print_total(self) -> None:
        """Print the time of all steps in this run."""
        wall, processor = self._seconds
        print(f"\n== in all {wall:.0f} s, {processor:.0f} s of processor time", flush=True)

    def _run(self, words: list[str]) -> int:
        # Isolated from the current folder, which must not be searched for modules.
        program = "import sys; from kiwipete.cli import main; sys.exit(main(sys.argv[1:]))"
        process = subprocess.Popen([sys.executable, "-c", program, *words], cwd=self._folder)
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:  # the command has received it, too, and saves its state
                continue


def _processor_seconds() -> float:
    """Return the processor time of all commands so far; 0 on Windows."""
    times = os.times()
    return times.children_user + times.children_system


def make(arguments: argparse.Namespace) -> int:
    """Run all steps; return the exit code."""
    folder: Path = arguments.folder
    threads = ["--threads", str(arguments.threads)]
    shop = Workshop(folder)
    network, ledger = folder / "net.kwn", folder / "ledger.jsonl"
    play = ["selfplay", "games", "--games", str(arguments.games), "--nodes", str(arguments.nodes)]
    shop.step(
        "self-play with the piece-square values",
        [*play, "--network", "none", "--seed", str(arguments.seed), *threads],
    )
    files = sorted(f"games/{path.name}" for path in (folder / "games").glob("*.kwg"))
    shop.step(
        "records of positions",
        ["data", "convert", *files, "--out", "positions.kwr"],
        (folder / "positions.kwr").exists,
    )
    size = ["--hidden", str(arguments.hidden), "--epochs", str(arguments.epochs)]
    shop.step(
        "training, which shuffles the positions in every epoch",
        ["train", "positions.kwr", "--out", "net.kwn", *size, *threads],
        lambda: network.exists() and not Path(f"{network}.checkpoint").exists(),
    )
    # Hypotheses far apart: the network should be more than 100 Elo stronger.
    gate = ["--gate", "none", "--nodes", str(arguments.gate_nodes), "--sprt", "0,50"]
    gate += ["--ledger", "ledger.jsonl"]
    if arguments.gate_games is not None:
        gate += ["--games", str(arguments.gate_games)]
    jobs = ["--jobs", str(arguments.threads)]
    try:
        shop.step(
            "the network against the piece-square values",
            ["train", "--out", "net.kwn", *gate, *jobs],
            ledger.exists,
        )
    except StepFailed:
        if not ledger.exists():
            raise
    shop.print_total()
    shop.step("what was made", ["train", "--ledger", "ledger.jsonl"])
    made = json.loads(ledger.read_text(encoding="utf-8").splitlines()[-1])
    return VERDICTS[made["verdict"]]


def check_settings(arguments: argparse.Namespace) -> str | None:
    """Store the settings in a new folder; return why an old one can't be continued with these."""
    settings = {name: value for name, value in vars(arguments).items() if name != "folder"}
    arguments.folder.mkdir(parents=True, exist_ok=True)
    path = arguments.folder / "settings.json"
    if not path.exists():
        path.write_text(f"{json.dumps(settings)}\n", encoding="utf-8")
        return None
    found = json.loads(path.read_text(encoding="utf-8"))
    if found == settings:
        return None
    changed = [name for name in settings if found.get(name) != settings[name]]
    return f"{path} has other settings ({', '.join(changed)}): take another folder"


def read_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("folder", metavar="FOLDER", type=Path, help="for everything that is made")
    add("--games", type=int, default=30_000, help="self-play games (default: 30000)")
    add("--nodes", type=int, default=500, help="nodes a move of self-play (default: 500)")
    add("--hidden", type=int, default=128, help="neurons (default: 128)")
    add("--epochs", type=int, default=16, help="epochs of training (default: 16)")
    add("--gate-nodes", type=int, default=10_000, help="nodes a move of the match (default: 10000)")
    add("--gate-games", type=int, help="most games of the match (default: until it is decided)")
    add("--threads", type=int, default=processors(), help="(default: all processors)")
    add("--seed", type=int, default=1, help="of the self-play (default: 1)")
    return parser.parse_args()


def main() -> int:
    """Make the network; return the exit code."""
    arguments = read_arguments()
    trouble = check_settings(arguments)
    if trouble is not None:
        print(trouble, file=sys.stderr)
        return 2
    try:
        code = make(arguments)
    except StepFailed as failed:
        code = failed.code
    if code == INTERRUPTED:
        print("interrupted; the same command continues", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
