"""Measure the time of `pip install .` and the size of the wheel, against an earlier commit.

    python bench/build.py                       against the commit before the core was split
    python bench/build.py --against HEAD~3
    python bench/build.py --rounds 3            the least of three, one tree after the other

Each round installs a clean copy of each tree into a new virtual environment. The
current tree includes uncommitted changes. pip keeps its downloads between rounds,
so the network affects only the first.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import resource
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import venv
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
BEFORE_THE_SPLIT = "22ca423"
THIS_TREE = "this tree"


class Figures(NamedTuple):
    """The figures of one installation."""

    wall: float  # seconds
    processor: float  # seconds, of all processes together
    wheel: float  # kilobytes


ROWS = ("wall seconds", "processor seconds", "wheel, kilobytes")


def git(*arguments: str) -> bytes:
    """Run git in the repository and return its output."""
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout


def copy_tree(name: str, folder: Path) -> None:
    """Copy a revision, or this tree with its changes, without anything that git ignores."""
    if name != THIS_TREE:
        with tarfile.open(fileobj=io.BytesIO(git("archive", name))) as archive:
            archive.extractall(folder)
        return
    listed = git("ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for path in filter(None, os.fsdecode(listed).split("\0")):
        if (ROOT / path).exists():  # a deleted file stays listed until it is committed
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, folder / path)


def processor_seconds() -> float:
    """Return the processor time of all finished child processes."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def install(name: str) -> Figures:
    """Install a tree into a new environment and measure it."""
    with tempfile.TemporaryDirectory() as work:
        tree = Path(work, "tree")
        tree.mkdir()
        copy_tree(name, tree)
        venv.create(Path(work, "venv"), with_pip=True)
        quiet = {"PIP_QUIET", "PYTHONPATH"}
        environment = {key: value for key, value in os.environ.items() if key not in quiet}
        before, start = processor_seconds(), time.perf_counter()
        process = subprocess.run(
            [Path(work, "venv", "bin", "python"), "-m", "pip", "install", "."],
            cwd=tree,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        wall, processor = time.perf_counter() - start, processor_seconds() - before
    wheel = re.search(r"Created wheel for kiwipete: .* size=(\d+)", process.stdout)
    if process.returncode or wheel is None:
        raise SystemExit(f"{name} cannot be installed:\n{process.stdout}")
    return Figures(wall, processor, int(wheel[1]) / 1000)


def main() -> None:
    """Install both trees in alternation and print the least of each figure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--against", default=BEFORE_THE_SPLIT, help="a revision (default %(default)s)"
    )
    parser.add_argument("--rounds", type=int, default=2, help="least of this many (default 2)")
    arguments = parser.parse_args()

    measured: dict[str, list[Figures]] = {arguments.against: [], THIS_TREE: []}
    for _ in range(arguments.rounds):
        for name, rounds in measured.items():
            print(f"installing {name} …", file=sys.stderr)
            rounds.append(install(name))

    print(f"pip install . on {os.cpu_count()} processors, least of {arguments.rounds}")
    print(f"{'':<20}{arguments.against:>12}{THIS_TREE:>12}{'ratio':>8}")
    columns = (map(min, zip(*rounds, strict=True)) for rounds in measured.values())
    for row, theirs, ours in zip(ROWS, *columns, strict=True):
        print(f"{row:<20}{theirs:>12.1f}{ours:>12.1f}{ours / theirs:>8.2f}")


if __name__ == "__main__":
    main()
