"""The package as a whole: what it needs, what it loads, what it offers."""

from __future__ import annotations

import ast
import importlib.metadata
import importlib.resources
import inspect
import json
import random
import re
import sys
import typing
from pathlib import Path

import chess
import pytest

import kiwipete
from kiwipete import bitboards, squares
from tests.support.processes import run_python

# Modules that take long to load or belong to the command line.
HEAVY = {
    "argparse",
    "asyncio",
    "chess",
    "concurrent",
    "ctypes",
    "dataclasses",
    "email",
    "hypothesis",
    "inspect",
    "json",
    "logging",
    "multiprocessing",
    "numpy",
    "pygments",
    "pytest",
    "rich",
    "socket",
    "subprocess",
    "typing_extensions",
    "unittest",
}

# Import Kiwipete and play with it while nothing but it and the standard library can be imported.
ALONE = """
import sys

class StandardLibraryOnly:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top != "kiwipete" and top not in sys.stdlib_module_names:
            raise ImportError(f"{name} is not in the standard library")

sys.meta_path.insert(0, StandardLibraryOnly())
import kiwipete
board = kiwipete.Board()
board.push_uci("e2e4")
assert board.perft(4, threads=2, hash_mb=1) == 405385
assert board.perft(3, check=True) == 13160
assert "8/8" in board.fen()
"""

# Print the modules that importing Kiwipete adds.
ADDED = """
import json, sys
before = set(sys.modules)
import {module}
print(json.dumps(sorted(set(sys.modules) - before)))
"""


def added_modules(module: str = "kiwipete") -> set[str]:
    process = run_python(ADDED.replace("{module}", module))
    assert process.returncode == 0, process.stderr
    return set(json.loads(process.stdout))


def test_nothing_but_the_standard_library_is_needed():
    process = run_python(ALONE)
    assert process.returncode == 0, process.stderr


def test_nothing_but_the_standard_library_is_loaded():
    tops = {name.partition(".")[0] for name in added_modules()}
    # Compiled modules make these in memory, no file is read for them.
    tops = {name for name in tops if not name.startswith(("cython_runtime", "_cython"))}
    assert tops <= {"kiwipete", *sys.stdlib_module_names}


def test_nothing_heavy_is_loaded():
    added = added_modules()
    assert "kiwipete.board" in added
    assert not {name.partition(".")[0] for name in added} & HEAVY
    assert not {name for name in added if name.startswith(("kiwipete.cli", "kiwipete.pgn"))}
    assert "kiwipete._core.pgn" not in added


@pytest.mark.parametrize("module", ["kiwipete.engine", "kiwipete.pgn"])
def test_submodules_load_what_is_heavy_on_first_use(module):
    added = added_modules(module)
    assert module in added
    assert not {name.partition(".")[0] for name in added} & HEAVY


@pytest.mark.parametrize("module", ["kiwipete.engine", "kiwipete.pgn"])
def test_names_loaded_on_first_use_are_those_that_type_checkers_see(module):
    loaded = importlib.import_module(module)
    tree = ast.parse(Path(loaded.__file__).read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    seen = {
        alias.name: node.module
        for node in block.body
        for alias in node.names
        if isinstance(node, ast.ImportFrom)
    }
    assert seen == loaded._HOMES
    names: dict[str, object] = {}
    exec(f"from {module} import *", names)
    for name, home in seen.items():
        assert names[name] is getattr(loaded, name) is getattr(importlib.import_module(home), name)
    assert {*loaded._HOMES} <= {*dir(loaded)}
    with pytest.raises(AttributeError, match=f"module '{module}' has no attribute 'nonsense'"):
        _ = loaded.nonsense


def test_one_build_of_the_core_is_loaded():
    builds = [name for name in added_modules() if name.startswith("kiwipete._core.hot")]
    assert builds == ["kiwipete._core.hot"]


def test_importing_warns_of_nothing():
    process = run_python("import kiwipete", "-W", "error")
    assert process.returncode == 0, process.stderr
    assert process.stdout == process.stderr == ""


def test_the_core_has_one_name_whatever_its_build():
    process = run_python(
        "import kiwipete, kiwipete._core.hot as hot, kiwipete._core.move as move\n"
        "assert hot.__name__ == 'kiwipete._core.hot'\n"
        "assert kiwipete.Move is move.Move\n"
        "assert kiwipete.Move.__module__ == move.__name__ == 'kiwipete._core.move'\n"
    )
    assert process.returncode == 0, process.stderr


def test_public_names():
    wanted = {"Board", "Move", "Piece", "SquareSet", "Status", "InvalidFenError", "STARTING_FEN"}
    wanted |= {*squares.__all__, *bitboards.__all__}
    assert wanted <= set(dir(kiwipete))


def names_of_python_chess() -> set[str]:
    """The names that python-chess means to give, without what it has imported."""
    theirs = {name for name, thing in vars(chess).items() if not inspect.ismodule(thing)}
    return {name for name in theirs if not hasattr(typing, name) and name[0] != "_"} - {
        "annotations"
    }


def test_every_name_of_python_chess():
    assert {name for name in names_of_python_chess() if not hasattr(kiwipete, name)} == set()


def test_a_star_brings_every_name_and_no_module():
    names: dict[str, object] = {}
    exec("from kiwipete import *", names)
    assert names_of_python_chess() - names.keys() == set()
    assert [name for name, thing in names.items() if inspect.ismodule(thing)] == []
    assert names["BB_DIAG_ATTACKS"] == chess.BB_DIAG_ATTACKS
    assert len(kiwipete.__all__) == len(set(kiwipete.__all__))


@pytest.mark.parametrize("name", ["SAN_REGEX", "FEN_CASTLING_REGEX"])
def test_regular_expressions_find_what_those_of_python_chess_find(name):
    ours, theirs = getattr(kiwipete, name), getattr(chess, name)
    rng = random.Random(name)
    texts = ["e4", "Nbd7", "N1d7", "Qh4e1#", "exd8=Q+", "e8k", "e2-e4", "e4\n", "-", "KQkq", "HAha"]
    alphabet = "abch1278NBRQKkq=x-+#P\n"
    texts += ["".join(rng.choices(alphabet, k=rng.randrange(7))) for _ in range(20_000)]
    found = [ours.match(text) for text in texts]
    expected = [theirs.match(text) for text in texts]
    assert sum(one is not None for one in found) > 100
    assert [one and (one.group(), one.groups()) for one in found] == [
        one and (one.group(), one.groups()) for one in expected
    ]


def test_one_version():
    assert kiwipete.__version__ == importlib.metadata.version("kiwipete")
    changelog = (Path(__file__).parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## (\S+) ", changelog, re.MULTILINE)[1] == kiwipete.__version__


def test_types_are_shipped():
    files = importlib.resources.files("kiwipete")
    assert (files / "py.typed").is_file()
    assert (files / "_core" / "game_board.pyi").is_file()
    assert (files / "_core" / "cpu.pyi").is_file()
    assert (files / "_core" / "pgn.pyi").is_file()
    assert (files / "_core" / "tablebase.pyi").is_file()


@pytest.mark.parametrize(
    ("name", "base"),
    [
        ("InvalidFenError", ValueError),
        ("InvalidMoveError", ValueError),
        ("IllegalMoveError", ValueError),
        ("ImpossiblePositionError", ValueError),
        ("InconsistentPositionError", AssertionError),
    ],
)
def test_errors(name, base):
    error = getattr(kiwipete, name)
    assert issubclass(error, base)
    assert error.__doc__


def documented_methods(module: str, name: str) -> dict[str, str | None]:
    """Return the docstrings of a compiled class's methods, as its installed stub has them."""
    stub = importlib.resources.files(kiwipete).joinpath("_core", f"{module}.pyi").read_text("utf-8")
    (found,) = (
        node
        for node in ast.parse(stub).body
        if isinstance(node, ast.ClassDef) and node.name == name
    )
    return {
        node.name: ast.get_docstring(node)
        for node in reversed(found.body)  # a setter comes after its property
        if isinstance(node, ast.FunctionDef)
    }


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("base_board", "BaseBoard"),
        ("game_board", "GameBoard"),
        ("move", "Move"),
        ("perft_job", "PerftJob"),
        ("piece", "Piece"),
        ("position_board", "PositionBoard"),
        ("square_set", "SquareSet"),
    ],
)
def test_installed_stubs_have_the_docstrings_that_editors_show(module, name):
    compiled = getattr(importlib.import_module(f"kiwipete._core.{module}"), name)
    for method, docstring in documented_methods(module, name).items():
        if not method.startswith("_"):
            assert docstring == inspect.getdoc(getattr(compiled, method)), f"{name}.{method}"


def test_the_stub_of_push_has_its_docstring():
    docstring = documented_methods("game_board", "GameBoard")["push"]
    assert docstring is not None
    assert docstring.startswith("Play a legal move, or the null move, which passes.")
