"""Run commands: in this process, in another one, and in a terminal; write suites for them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from kiwipete.cli import main
from tests.support.pseudo_terminal import PseudoTerminal
from tests.support.syzygy.invented_tables import wdl_table


class Ended(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def suite_file(tmp_path: Path) -> Callable[..., str]:
    """Write a suite and return its path."""

    def write(*lines: str) -> str:
        path = tmp_path / "some.epd"
        path.write_text("\n".join(lines))
        return str(path)

    return write


@pytest.fixture
def tables(tmp_path: Path) -> str:
    """Return a folder with an endgame table by which KRvK is drawn."""
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "KRvK.rtbw").write_bytes(wdl_table("KRvK", single=True, values=(0,)))
    return str(folder)


@pytest.fixture
def kiwipete(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ended]:
    """Run a command in this process, where neither stdout nor stderr is a terminal."""

    def run(*words: str) -> Ended:
        code = main(list(words))
        return Ended(code, *capsys.readouterr())

    return run


@pytest.fixture
def kiwipete_process() -> Callable[..., Ended]:
    """Run a command as a process of its own."""

    def run(*words: str) -> Ended:
        done = subprocess.run(
            [sys.executable, "-m", "kiwipete", *words],
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
            timeout=120,
            check=False,
        )
        return Ended(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def terminal() -> Iterator[Callable[..., PseudoTerminal]]:
    """Run a command in a terminal of its own; keywords are environment variables."""
    opened = []

    def run(*words: str, **environment: str) -> PseudoTerminal:
        opened.append(PseudoTerminal(words, environment))
        return opened[-1]

    yield run
    for each in opened:
        each.close()
