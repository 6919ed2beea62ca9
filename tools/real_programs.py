"""Run real programs with python-chess and with Kiwipete, and compare their output and their time.

    python tools/real_programs.py                     all of them; prints a table
    python tools/real_programs.py pgntools moonfish   some of them
    python tools/real_programs.py --write             puts the table into docs/programs.md

The programs come from the package index, in the versions that tools/programs/catalogue.py
names, into a separate environment under build/. Stockfish must be on the path.
A program runs with `python …` and with `kiwipete run …` in turn, in an empty directory. Its
output and the files that it writes must be the same, byte for byte. The time is processor
time, the best of several runs.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from programs.catalogue import DEPENDENCIES, FOLDER, PROGRAMS, Program

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "programs.md"
NUMBER_OF_GAMES = 1000
LONGEST = 900.0  # seconds that a command may take
SOURCE = "chess-1.11.2"  # python-chess's source archive, which has small tables

HEAD = (
    "| program | what it does here | same output | python-chess, s | Kiwipete, s | times as fast |"
)
RULE = "|---|---|---|---|---|---|"


@dataclass(frozen=True)
class Run:
    """A program's output and files, or why it failed, and its time."""

    output: dict[str, bytes]
    failure: str
    seconds: float


@dataclass(frozen=True)
class Comparison:
    """A program's runs with both libraries."""

    program: Program
    with_python_chess: Run
    with_kiwipete: Run

    def verdict(self) -> str:
        """Return whether the output is the same, and if not what differs."""
        for run, library in (
            (self.with_python_chess, "with python-chess"),
            (self.with_kiwipete, "with Kiwipete"),
        ):
            if run.failure:
                return f"fails {library}: {run.failure}"
        ours, theirs = self.with_kiwipete.output, self.with_python_chess.output
        differing = [name for name in {**ours, **theirs} if ours.get(name) != theirs.get(name)]
        return "yes" if not differing else f"no: {', '.join(sorted(differing))}"

    def row(self) -> str:
        """Return a row of the table."""
        theirs, ours = self.with_python_chess.seconds, self.with_kiwipete.seconds
        name = f"{self.program.package} {self.program.version}"
        cells = [name, self.program.job, self.verdict()]
        if self.verdict() == "yes":
            cells += [f"{theirs:.1f}", f"{ours:.1f}", f"{theirs / ours:.1f}"]
        else:
            cells += ["", "", ""]
        return "| " + " | ".join(cells) + " |"


class Laboratory:
    """The environment, the input and the programs, all under one directory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "environment" / "bin" / "python"
        self.games = folder / "games.pgn"
        self.tables = folder / SOURCE / "data" / "syzygy" / "regular"

    def prepare(self, programs: Sequence[Program], *, install_kiwipete: bool) -> None:
        """Install and download what is missing."""
        if not self.python.exists():
            venv.create(self.python.parent.parent, with_pip=True)
            self.pip("install", *DEPENDENCIES)
        if install_kiwipete:
            self.pip("install", str(ROOT))
        for program in programs:
            if not self.home(program).exists():
                target = ["--no-deps", "--target", str(self.home(program))]
                self.pip("install", *target, program.requirement(), *program.needs)
        if not self.tables.exists():
            self.pip(
                "download",
                "--no-deps",
                "--no-binary=:all:",
                "chess==1.11.2",
                "-d",
                str(self.folder),
            )
            with tarfile.open(self.folder / f"{SOURCE}.tar.gz") as archive:
                archive.extractall(self.folder, filter="data")
        maker = [str(self.python), str(FOLDER / "make_games.py"), str(NUMBER_OF_GAMES)]
        self.games.write_bytes(subprocess.check_output(maker))

    def pip(self, *arguments: str) -> None:
        """Run pip in the environment."""
        quiet = ["--quiet", "--disable-pip-version-check"]
        subprocess.run([str(self.python), "-m", "pip", *arguments, *quiet], check=True)

    def home(self, program: Program) -> Path:
        """Return the separate folder of a program: some have modules of the same name."""
        return self.folder / "programs" / program.requirement()

    def compare(self, program: Program, repeat: int) -> Comparison:
        """Run a program with both libraries in turn, several times."""
        pairs = [
            (self.run(program, []), self.run(program, ["-m", "kiwipete", "run"]))
            for _ in range(repeat)
        ]
        slow, fast = (min(runs, key=lambda run: run.seconds) for runs in zip(*pairs, strict=True))
        return Comparison(program, slow, fast)

    def run(self, program: Program, switch: list[str]) -> Run:
        """Run the commands of a program in an empty directory."""
        place = self.folder / "work"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        inputs = {"games": str(self.games), "tables": str(self.tables)}
        printed, failure = b"", ""
        start = seconds_of_children()
        for command in program.commands:
            words = [word.format(**inputs) for word in command]
            done = subprocess.run(
                [str(self.python), *switch, *words],
                cwd=place,
                env=self.variables(program),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=LONGEST,
            )
            printed += re.sub(rb"in \d+\.\d+s", b"", done.stdout)  # pytest's time
            if done.returncode:
                last = done.stderr.decode().strip().splitlines() or [f"status {done.returncode}"]
                failure = last[-1].partition(":")[0].rpartition(".")[2]
                break
        files = {
            str(path.relative_to(place)): path.read_bytes()
            for path in place.rglob("*")
            if path.is_file()
        }
        return Run({"standard output": printed, **files}, failure, seconds_of_children() - start)

    def variables(self, program: Program) -> dict[str, str]:
        """Return environment variables for a program to find its modules and be reproducible."""
        paths = {"PYTHONPATH": str(self.home(program)), "PATH": f"{os.environ['PATH']}:/usr/games"}
        return {**os.environ, **paths, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}


def seconds_of_children() -> float:
    """Return the processor time of all finished child processes and their children."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def write_page(table: list[str]) -> None:
    """Replace the table in the page."""
    lines = PAGE.read_text().splitlines()
    first = lines.index(HEAD)
    after = lines.index("", first)
    PAGE.write_text("\n".join([*lines[:first], *table, *lines[after:]]) + "\n")


def main() -> int:
    """Compare the given programs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="PROGRAM", help="its name on the package index")
    parser.add_argument("--repeat", type=int, default=3, help="runs with each library (default: 3)")
    parser.add_argument(
        "--folder",
        type=Path,
        default=ROOT / "build" / "real-programs",
        help="where to install and run",
    )
    parser.add_argument(
        "--installed", action="store_true", help="use the Kiwipete that is already installed there"
    )
    parser.add_argument(
        "--write", action="store_true", help="write the table into docs/programs.md"
    )
    arguments = parser.parse_args()
    programs = [each for each in PROGRAMS if not arguments.names or each.package in arguments.names]
    if unknown := set(arguments.names) - {each.package for each in PROGRAMS}:
        parser.error(f"no such program: {', '.join(sorted(unknown))}")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    laboratory = Laboratory(arguments.folder.resolve())
    laboratory.prepare(programs, install_kiwipete=not arguments.installed)
    table = [HEAD, RULE]
    print(*table, sep="\n")
    failed = 0
    for program in programs:
        comparison = laboratory.compare(program, arguments.repeat)
        table.append(comparison.row())
        print(table[-1], flush=True)
        failed += comparison.verdict() != "yes"
    if arguments.write:
        write_page(table)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
