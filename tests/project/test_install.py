"""A file added to the source tree is installed; what isn't part of the package stays out."""

from __future__ import annotations

import importlib.resources
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import kiwipete

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "kiwipete"
PARTS_OF_THE_PACKAGE = {".py", ".pyi", ".epd", ".kwn", ".tsv"}
PAGES = {".css", ".html", ".js", ".svg"}

# The build of Kiwipete without its compiled modules: no compiler is needed.
PROJECT = """
project('kiwipete', meson_version: '>=1.4')
py = import('python').find_installation(pure: false)
subdir('src/kiwipete')
"""


def expected_files(folder: Path) -> set[str]:
    """List what must be installed from a folder of sources."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file()
        and "__pycache__" not in path.parts
        and path.name != "meson.build"
        and (
            path.suffix in PARTS_OF_THE_PACKAGE
            or path.name == "py.typed"
            or path.parent.name == "adapters"
            or (path.suffix in PAGES and path.relative_to(folder).parts[0] == "web")
        )
    }


def installed_files(folder: Any, prefix: str = "") -> set[str]:
    """List the files of an installed package, wherever importlib finds it."""
    files: set[str] = set()
    for entry in folder.iterdir():
        if entry.is_dir():
            files |= installed_files(entry, f"{prefix}{entry.name}/")
        else:
            files.add(prefix + entry.name)
    return files


def run_meson(*arguments: str | Path) -> None:
    process = subprocess.run(
        [sys.executable, "-m", "mesonbuild.mesonmain", *map(str, arguments)],
        capture_output=True,
        text=True,
    )
    assert process.returncode == 0, process.stdout + process.stderr


def meson_install(project: Path) -> set[str]:
    """Install the project into an empty folder and list the files that arrive there."""
    build, target = project / "build", project / "installed"
    run_meson("setup", "--backend=none", "-Dpython.bytecompile=-1", build, project)
    run_meson("install", "-C", build, "--destdir", target)
    (package,) = target.rglob("kiwipete")
    return installed_files(package)


def test_a_new_file_is_installed_and_litter_is_not(tmp_path):
    sources = tmp_path / "src" / "kiwipete"
    shutil.copytree(SOURCES, sources)
    (sources / "_core" / "meson.build").write_text("")
    (tmp_path / "meson.build").write_text(PROJECT)
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "not_installed.py", tmp_path / "tools")
    new = {"cli/new.py", "new_room/__init__.py", "new_room/within/data.epd", "new_room/new.pyi"}
    new |= {"web/new.js", "web/within/new.css", "web/within/new.html"}
    litter = {
        "__pycache__/board.cpython-311.pyc",
        "new_room/__pycache__/new.py",
        "new_room/within/__pycache__/new.cpython-311.pyc",
        ".mypy_cache/board.py",
        "cli/.#new.py",
        "cli/new.py.orig",
        "_core/move.c",
        "_core/move.html",
        "_core/hot_native.so",
        "_core/new.pyx",
        "new_room/new.html",
    }
    for name in new | litter:
        (sources / name).parent.mkdir(parents=True, exist_ok=True)
        (sources / name).write_text("")

    installed = meson_install(tmp_path)
    # The stubs of the compiled modules are made by _core/meson.build, which is empty here.
    made = {f"_core/{path.name}" for path in (SOURCES / "_core").glob("*.pyi")}
    assert installed == (expected_files(SOURCES) - made) | new


def test_this_install_has_every_file_of_the_tree():
    installed = installed_files(importlib.resources.files(kiwipete))
    assert expected_files(SOURCES) - installed == set()


def test_this_install_has_nothing_else():
    installed = installed_files(importlib.resources.files(kiwipete))
    compiled = {
        name
        for name in installed
        if name.startswith("_core/") and name.endswith(tuple(EXTENSION_SUFFIXES))
    }
    assert {name.partition("_core/")[2].partition(".")[0] for name in compiled} >= {
        "cpu",
        "move",
        "rules",
    }
    # pip writes __pycache__ when it installs a wheel; litter in an editable install's own folder is
    # left out of wheels, as the test above shows.
    others = {name for name in installed - compiled if "__pycache__" not in name}
    wanted = {name for name in others if Path(name).suffix in PARTS_OF_THE_PACKAGE}
    adapters = {name for name in others if Path(name).parent.name == "adapters"}
    pages = {name for name in others if name.startswith("web/") and Path(name).suffix in PAGES}
    assert others - wanted - adapters - pages == {"py.typed"}
