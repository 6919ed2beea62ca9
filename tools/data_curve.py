"""Measure how strong a network becomes by the number of positions it was trained on. Needs NumPy.

    kiwipete selfplay games --games 420000 --nodes 500 --seed 4
    kiwipete data convert games/*.kwg --out all.kwr
    python tools/data_curve.py FOLDER all.kwr --millions 1 3 10 30 --against old.kwn

Trains a network from random values on the first positions of a file, for each size, and lets
it play the same opponent. Prints a table for docs/network.md. FOLDER keeps networks and results:
after an interruption the same command continues.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, TextIO

from kiwipete.match.pentanomial import Pentanomial
from kiwipete.training import data
from kiwipete.training.gate import Player
from kiwipete.training.record_file import HEADER, open_records
from kiwipete.training.training_report import report_path


def main() -> None:
    """Train and play what is missing, and print the table."""
    arguments = read_arguments()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    rows = [_measure(round(1e6 * millions), arguments) for millions in arguments.millions]
    print("| positions | validation loss | games | score | Elo |\n|---|---|---|---|---|")
    for row in rows:
        print("|", " | ".join(row), "|")


def read_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("folder", metavar="FOLDER", type=Path, help="for networks and results")
    add("records", metavar="RECORDS", type=Path, help="positions (.kwr), games in order")
    add("--millions", type=float, nargs="+", default=[1, 3, 10, 30], help="(1 3 10 30)")
    add("--against", default="shipped", help="a network, shipped or none (shipped)")
    add("--hidden", type=int, default=256, help="neurons (256)")
    add("--buckets", type=int, default=8, help="output layers (8)")
    add("--epochs", type=int, default=12, help="of each training (12)")
    add("--result-share", type=float, default=0.0, help="of the result in the target (0)")
    add("--games", type=int, default=300, help="of each network (300)")
    add("--nodes", type=int, default=10_000, help="for each move of them (10000)")
    return parser.parse_args()


def _measure(positions: int, arguments: argparse.Namespace) -> tuple[str, ...]:
    """Return the row of the network that is trained on so many positions."""
    settings = ("hidden", "buckets", "epochs", "result_share")
    values = [str(getattr(arguments, name)) for name in settings]
    with arguments.records.open("rb") as file:
        _, checksum = HEADER.read_file(file, arguments.records)
    network = arguments.folder / f"{'-'.join([str(positions), *values, f'{checksum:08x}'])}.kwn"
    if not network.exists() or Path(f"{network}.checkpoint").exists():
        part = Path(f"{network}.kwr")
        _copy_first(arguments.records, positions, part)
        words = ["train", str(part), "--out", str(network)]
        for name, value in zip(settings, values, strict=True):
            words += [f"--{name.replace('_', '-')}", value]
        _kiwipete(words, sys.stderr)
        part.unlink()
    engine = f"{sys.executable} -m kiwipete uci"
    words = ["match", f"new={engine}", f"old={engine}", "--json"]
    words += ["--option-a", f"EvalFile={network.resolve()}"]
    words += ["--option-b", f"EvalFile={arguments.against}"]
    words += ["--games", str(arguments.games), "--nodes", str(arguments.nodes)]
    keys = (Player.of(network).key, Player.of(arguments.against).key)
    words += ["--resume", f"{network}.{'-'.join(keys)}.games"]  # other networks, other games
    report = json.loads(_kiwipete(words, subprocess.PIPE))
    trained: dict[str, Any] = json.loads(report_path(network).read_text(encoding="utf-8"))
    pairs = Pentanomial(tuple(report["pairings"][0]["pairs"]))
    return (
        f"{positions:,}",
        f"{trained['validation']:.6f}",
        str(report["games"]),
        f"{100 * pairs.score:.1f} %",
        str(pairs.elo()),
    )


def _copy_first(source: Path, positions: int, target: Path) -> None:
    records = open_records(source)
    if len(records) < positions:
        raise SystemExit(f"{source} has {len(records):,} positions, not {positions:,}")
    data.write(target, records[:positions])


def _kiwipete(words: list[str], output: int | TextIO) -> bytes:
    """Run a command; return its output if that is a pipe."""
    done = subprocess.run([sys.executable, "-m", "kiwipete", *words], stdout=output, check=False)
    if done.returncode:  # the command has said why
        raise SystemExit(done.returncode)
    return done.stdout or b""


if __name__ == "__main__":
    main()
