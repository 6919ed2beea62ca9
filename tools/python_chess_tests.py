"""Run python-chess's own tests with `chess` meaning Kiwipete.

    python tools/python_chess_tests.py

Downloads python-chess's source archive (or uses one with `--archive`), unpacks the tests and
their data into a temporary folder, and runs them with `kiwipete run`. Prints a table by test
class and the reason for each failure; `--write` puts it into docs/differences.md. It needs pip and
an installed python-chess, whose `chess.gaviota` the tests import.

The exit status is 1 if a test fails that is not a documented difference, or if one of these passes.
The classes about chess variants are shown, but do not count.
"""

from __future__ import annotations

import argparse
import faulthandler
import importlib.util
import logging
import os
import subprocess
import sys
import tarfile
import tempfile
import unittest
from collections import Counter
from pathlib import Path
from types import ModuleType

VERSION = "1.11.2"
DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "differences.md"
HEADING = "## python-chess's own tests\n"
PATIENCE = 900  # seconds for all tests

# Where Kiwipete differs on purpose, by docs/differences.md.
ON_PURPOSE: dict[str, str] = {}

# Classes about chess variants, which Kiwipete does not promise.
VARIANTS = ("Atomic", "Crazyhouse", "Giveaway", "Horde", "RacingKings", "Suicide", "ThreeCheck")


def main() -> int:
    """Run the tests from outside, or report on them from inside."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--archive", type=Path, help="python-chess's source archive")
    parser.add_argument("--write", action="store_true", help="write docs/differences.md")
    parser.add_argument("--unpacked", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.unpacked:
        return report(options.unpacked, write=options.write)
    with tempfile.TemporaryDirectory() as folder:
        unpack(options.archive or download(Path(folder)), Path(folder))
        command = [sys.executable, "-m", "kiwipete", "run", "--with-python-chess", __file__]
        words = ["--unpacked", folder, *(["--write"] if options.write else [])]
        return subprocess.run([*command, *words]).returncode


def download(folder: Path) -> Path:
    """Fetch the source archive from pip's package index."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
    subprocess.run([*pip, "--dest", folder, f"chess=={VERSION}"], check=True)
    return next(folder.glob("*.tar.gz"))


def unpack(archive: Path, folder: Path) -> None:
    """Unpack the tests and their data, and nothing of the library."""
    with tarfile.open(archive) as file:
        for member in file:
            _, _, path = member.name.partition("/")
            if member.isfile() and (path == "test.py" or path.startswith("data/")):
                member.name = path
                file.extract(member, folder, filter="data")


class Result(unittest.TestResult):
    """Stores the result of each test, and the last line of its error."""

    def __init__(self) -> None:
        super().__init__()
        self.passed: Counter[str] = Counter()
        self.left_out: Counter[str] = Counter()
        self.failed: dict[str, str] = {}

    def addSuccess(self, test: unittest.TestCase) -> None:  # noqa: D102
        self.passed[type(test).__name__] += 1

    def addSkip(self, test: unittest.TestCase, _reason: str) -> None:  # noqa: D102
        self.left_out[type(test).__name__] += 1

    def addError(self, test: unittest.TestCase, err: tuple) -> None:  # noqa: D102
        name = ".".join(test.id().split(".")[-2:])
        self.failed[name] = f"{err[0].__name__}: {err[1]}".splitlines()[0]

    addFailure = addError

    def addSubTest(self, test: unittest.TestCase, _part: object, err: tuple | None) -> None:  # noqa: D102
        if err is not None:
            self.addError(test, err)


def report(folder: Path, *, write: bool) -> int:
    """Run the unpacked tests and print the results; return the exit status."""
    faulthandler.dump_traceback_later(PATIENCE, exit=True)
    os.chdir(folder)
    tests = load(folder / "test.py")
    result = Result()
    unittest.defaultTestLoader.loadTestsFromModule(tests).run(result)
    faulthandler.cancel_dump_traceback_later()
    for test, reason in result.failed.items():
        print(f"{test}: {ON_PURPOSE.get(test, reason)}")
    text = table(result)
    print(text)
    if write:
        put_into(DOCUMENT, text)
    counted = {test for test in result.failed if not test.startswith(VARIANTS)}
    return 0 if counted == ON_PURPOSE.keys() else 1


def load(path: Path) -> ModuleType:
    """Import the tests; a logged error fails the test, as in python-chess's own runs."""
    spec = importlib.util.spec_from_file_location("python_chess_tests", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    handler = module.RaiseLogHandler()
    handler.setLevel(logging.ERROR)
    logging.getLogger().addHandler(handler)
    return module


def table(result: Result) -> str:
    """Return the results as a Markdown table, a row for each class."""
    failed = Counter(name.partition(".")[0] for name in result.failed)
    classes = sorted({*result.passed, *result.left_out, *failed})
    rows = [
        f"| {name.removesuffix('TestCase')} | {result.passed[name]} | {failed[name] or ''} |"
        f" {result.left_out[name] or ''} |"
        for name in classes
    ]
    counts = result.passed.total(), failed.total(), result.left_out.total()
    total = "| total | {} | {} | {} |".format(*(count or "" for count in counts))
    head = "| class | passed | failed | lack an engine or tables |\n|---|---|---|---|"
    return "\n".join([head, *rows, total, "", whose_modules()])


def whose_modules() -> str:
    """Return a sentence that names the submodules that came from python-chess."""
    theirs = [name for name in sys.modules if sys.modules[name].__name__.startswith("chess.")]
    named = ", ".join(f"`{name}`" for name in sorted(theirs))
    return f"Of the modules, python-chess's own, on Kiwipete's boards: {named or 'none'}."


def put_into(document: Path, text: str) -> None:
    """Replace the table in the section of a document about these tests."""
    before, heading, rest = document.read_text(encoding="utf-8").partition(HEADING)
    section, following, after = rest.partition("\n## ")
    words = section[: section.index("| class ")]
    document.write_text(f"{before}{heading}{words}{text}\n{following}{after}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
