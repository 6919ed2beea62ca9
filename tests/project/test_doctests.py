"""Every example in a docstring runs; every public name has one."""

import doctest
import importlib
import io
from pathlib import Path

import pytest

import kiwipete

SOURCES = Path(kiwipete.__file__).parent

# Their sources aren't installed, so they are named.
COMPILED = [
    "base_board",
    "game_board",
    "move",
    "move_views",
    "piece",
    "position_board",
    "square_set",
    "tablebase",
]


def modules_with_examples():
    """Return the names of all modules of ours that have an example somewhere."""
    for path in sorted(SOURCES.rglob("*.py")):
        if ">>> " in path.read_text(encoding="utf-8"):
            parts = path.relative_to(SOURCES.parent).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    yield from (f"kiwipete._core.{name}" for name in COMPILED)


MODULES = ["kiwipete_launcher", *modules_with_examples()]

CLASSES = [
    kiwipete.BaseBoard,
    kiwipete.Board,
    kiwipete.Move,
    kiwipete.Outcome,
    kiwipete.Piece,
    kiwipete.SquareSet,
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name):
    module = importlib.import_module(name)
    result = doctest.testmod(
        module, extraglobs={"io": io, "kiwipete": kiwipete}, optionflags=doctest.ELLIPSIS
    )
    assert result.attempted > 0
    assert result.failed == 0


def public_methods(cls):
    """The methods that a class and its bases of ours define."""
    for base in cls.__mro__:
        if base.__module__.startswith("kiwipete"):
            for name, value in vars(base).items():
                if not name.startswith("_") and callable(getattr(cls, name)):
                    yield name, getattr(value, "__doc__", None)


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_public_methods_have_an_example(cls):
    lacking = [name for name, text in public_methods(cls) if ">>>" not in (text or "")]
    assert lacking == []
