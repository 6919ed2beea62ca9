"""The adapters, as they are printed, beside engines that know kings and knights only.

The engines have the API that the adapters' examples call, and are built and started by the
commands in the adapters' first lines.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import pytest

from kiwipete.lab import EngineCrashed, Rules, adapter, hunt, labelled_position, open_engine
from kiwipete.lab.engines import ADAPTERS

ENGINES = Path(__file__).parents[2] / "support" / "adapter_engines"
KNIGHTS = "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1"
MATE = "k7/2N5/1KN5/8/8/8/8/8 b - - 0 1"
NEAR_MATE = "1k6/2N5/1KN5/8/8/8/8/8 b - - 0 1"
ROOK = "4k3/8/8/3n4/8/8/8/R3K3 w - - 0 1"


class Commands(NamedTuple):
    """What an adapter tells its reader to type."""

    build: list[str] | None
    engine: list[str]
    is_script: bool

    @property
    def programs(self):
        """Those that have to be on the machine."""
        words = [self.engine[0], *(self.build or [])[:1]]
        return [word for word in words if not word.startswith("./")]


def commands(language):
    head = adapter(language).partition("---- Your engine")[0]
    lines = re.findall(r"^[*/! ]*(?:    |\t)([\w.].*)$", head, re.MULTILINE)
    build = next((line for line in lines if not line.startswith(("kiwipete ", "./"))), None)
    before, _, engine = lines[-1].partition(" -- ")
    assert before in ("kiwipete hunt", "kiwipete hunt --script")
    words = [sys.executable if word == "python" else word for word in engine.split()]
    return Commands(build and shlex.split(build), words, before.endswith("--script"))


ON_THIS_MACHINE = [
    language for language in ADAPTERS if all(map(shutil.which, commands(language).programs))
]


@pytest.fixture(scope="module", params=ON_THIS_MACHINE)
def folder(request, tmp_path_factory):
    """A folder with an adapter that is ready to be asked, and the language."""
    language = request.param
    path = tmp_path_factory.mktemp(language) / "engine"
    shutil.copytree(ENGINES, path)
    (path / ADAPTERS[language]).write_text(adapter(language), encoding="utf-8")
    build = commands(language).build
    if build:
        done = subprocess.run(build, cwd=path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    return path, language


@pytest.fixture
def engine(folder, monkeypatch):
    path, language = folder
    monkeypatch.chdir(path)
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # it would hide a missing flush
    _, words, is_script = commands(language)
    with open_engine(words, script=is_script) as engine:
        yield engine


def test_no_difference_where_the_engine_knows_the_rules(engine):
    positions = [labelled_position(fen) for fen in (KNIGHTS, MATE, NEAR_MATE)]
    report = hunt(engine, positions, depth=3)
    assert report.findings == []
    assert report.positions == 3
    assert report.nodes > 1000
    assert report.engine == "adapter"


def test_the_difference_where_it_does_not(engine):
    (finding,) = hunt(engine, [labelled_position(ROOK)], depth=2).findings
    assert finding.kind == "moves"
    assert finding.extra == ()
    assert "a1a8" in finding.missing


def test_moves_are_played(engine):
    moves = ["c3d5", "e8d7", "d5f6"]
    assert engine.divide(KNIGHTS, moves, 2) == Rules().divide(KNIGHTS, moves, 2)


def test_a_move_that_the_engine_does_not_know(engine):
    with pytest.raises(EngineCrashed) as caught:
        engine.divide(ROOK, ["a1a8"], 1)
    assert any("a1a8 is not among the legal moves" in line for line in caught.value.output)
    assert engine.divide(KNIGHTS, [], 1) == Rules().divide(KNIGHTS, [], 1)


def test_it_ends_by_itself(folder):
    """UCI adapters do so when they are told to, and scripts when they are not told enough."""
    path, language = folder
    _, words, is_script = commands(language)
    with subprocess.Popen(
        words, cwd=path, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        if not is_script:
            process.stdin.write("quit\n")
            process.stdin.flush()
        code = process.wait(timeout=60)
        said = process.stderr.read()
    assert (code != 0) == ("DEPTH FEN" in said) == is_script


def test_unmaking_is_the_engines_own(tmp_path, monkeypatch):
    text = (ENGINES / "engine.py").read_text(encoding="utf-8")
    wrong = text.replace("self.squares[move.target] = move.captured", "pass")
    assert wrong != text
    (tmp_path / "engine.py").write_text(wrong, encoding="utf-8")
    (tmp_path / "adapter.py").write_text(adapter("python"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with open_engine([sys.executable, "adapter.py"]) as engine:
        (finding,) = hunt(engine, [labelled_position(KNIGHTS)], depth=3).findings
    assert finding.extra or finding.missing


def test_the_most_usual_languages_are_on_every_machine():
    assert {"python", "c"} <= set(ON_THIS_MACHINE)


@pytest.mark.parametrize("language", ADAPTERS)
def test_what_an_adapter_tells(language):
    text = adapter(language)
    assert f"Save this text as {ADAPTERS[language]} beside" in text
    assert text.count("---- Your engine. These calls are an example: write your own. ----") == 1
    assert text.count("---- The rest can stay as it is. ----") == 1
    assert text.index("Your engine. ") < text.index("The rest can")
    assert all(len(line) <= 100 for line in text.splitlines())


def test_every_adapter_has_a_language():
    there = {path.name for path in (files("kiwipete.lab.engines") / "adapters").iterdir()}
    assert there - {"__pycache__"} == set(ADAPTERS.values())
