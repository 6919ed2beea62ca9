"""Load the engine with bugs in its source."""

from __future__ import annotations

import sys
from collections.abc import Collection
from pathlib import Path
from types import ModuleType

from .bugs import BUGS

# Each needs only those before it.
MODULES = ("squares", "position", "attacks", "castling", "moves", "leaves", "perft")
FOLDER = Path(__file__).parent
SOURCES = {name: (FOLDER / f"{name}.py").read_text("utf-8") for name in MODULES}


def load(bugs: Collection[str] = ()) -> ModuleType:
    """Return the module `perft` of an engine with bugs, in a package of its own."""
    package = "+".join(["buggy_engine", *bugs])
    for name, source in mutated(bugs).items():
        module = ModuleType(f"{package}.{name}")
        module.__package__ = package
        sys.modules[module.__name__] = module
        exec(source, module.__dict__)
    return module


def mutated(bugs: Collection[str]) -> dict[str, str]:
    """Return the engine's sources with bugs in them."""
    sources = SOURCES
    for bug in bugs:
        before, (_, old, new, _) = sources, BUGS[bug]
        sources = {name: source.replace(old, new) for name, source in before.items()}
        if sources == before:
            raise ValueError(f"{bug} changes a place that is not there, or not any more")
    return sources
