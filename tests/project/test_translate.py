"""The build translates together, and only what has changed."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Stands for Cython: one line of C and a depfile for each module, and a note of what it was given.
TRANSLATOR = """
import sys
from pathlib import Path
folder = Path(sys.argv[sys.argv.index("-o") + 1])
modules = [Path(word) for word in sys.argv if word.endswith(".pyx")]
with open(folder / "calls.txt", "a") as calls:
    print(*(module.stem for module in modules), file=calls)
for module in modules:
    (folder / f"{module.stem}.c").write_text("int x;")
    shared = module.with_name("shared.pxd")
    rule = f"{module.stem}.c: \\\\\\n  {shared} \\\\\\n  {module}\\n"
    (folder / f"{module.stem}.c.dep").write_text(rule)
"""


@pytest.fixture
def translate():
    spec = importlib.util.spec_from_file_location("translate", ROOT / "tools" / "translate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.main


def age(path: Path, seconds: int) -> None:
    os.utime(path, (path.stat().st_atime, path.stat().st_mtime - seconds))


def test_only_stale_modules_are_translated(translate, tmp_path):
    (tmp_path / "cython.py").write_text(TRANSLATOR)
    for name in ("a.pyx", "b.pyx", "shared.pxd"):
        (tmp_path / name).write_text("")
        age(tmp_path / name, 100)

    def run(*options: str) -> list[str]:
        (tmp_path / "calls.txt").unlink(missing_ok=True)
        command = [sys.executable, str(tmp_path / "cython.py"), *options]
        modules = [str(tmp_path / "a.pyx"), str(tmp_path / "b.pyx")]
        assert translate([str(tmp_path / "all.dep"), str(tmp_path), *command, "--", *modules]) == 0
        calls = tmp_path / "calls.txt"
        return calls.read_text().split() if calls.exists() else []

    assert run() == ["a", "b"]
    assert run() == []
    rule = (tmp_path / "all.dep").read_text()
    assert rule.startswith(f"{tmp_path.as_posix()}/a.c {tmp_path.as_posix()}/b.c: ")
    assert f"{tmp_path.as_posix()}/shared.pxd" in rule
    age(tmp_path / "b.c", 200)
    assert run() == ["b"]
    age(tmp_path / "a.c", 200)
    age(tmp_path / "b.c", 200)
    assert run() == ["a", "b"]
    assert run("-X", "binding=True") == ["a", "b"]  # other options: all anew


def test_a_module_from_the_cache_depends_on_all_sources(translate, tmp_path, monkeypatch):
    cached = TRANSLATOR.replace('"calls.txt", "a"', '"calls.txt", "w"').split("    shared =")[0]
    (tmp_path / "cython.py").write_text(cached + 'assert "--cache" in sys.argv\n')
    (tmp_path / "kernel").mkdir()
    sources = [tmp_path / name for name in ("a.pyx", "shared.pxd", "kernel/types.pxd")]
    for source in sources:
        source.write_text("")
    monkeypatch.setenv("CYTHON_CACHE_DIR", str(tmp_path))
    words = [sys.executable, str(tmp_path / "cython.py"), "--", str(sources[0])]
    assert translate([str(tmp_path / "all.dep"), str(tmp_path), *words]) == 0
    _, _, needed = (tmp_path / "all.dep").read_text().partition(": ")
    assert needed.split() == sorted(source.as_posix() for source in sources)


def test_a_failure_of_cython_is_passed_on(translate, tmp_path):
    words = [sys.executable, "-c", "raise SystemExit(3)", "--", str(tmp_path / "a.pyx")]
    assert translate([str(tmp_path / "all.dep"), str(tmp_path), *words]) == 3
