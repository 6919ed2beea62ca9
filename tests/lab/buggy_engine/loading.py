"""Load the engine with bugs in its source."""

from __future__ import annotations

import sys
from collections.abc import Collection
from pathlib import Path
from types import ModuleType

from .bugs import BUGS
from .mutants.mutant import Mutant

# Each needs only those before it.
MODULES = ("squares", "position", "attacks", "castling", "moves", "leaves", "perft")
FOLDER = Path(__file__).parent
SOURCES = {name: (FOLDER / f"{name}.py").read_text("utf-8") for name in MODULES}


def load(bugs: Collection[str] = ()) -> ModuleType:
    """Return the module `perft` of an engine with bugs, in a package of its own."""
    package = "+".join(["buggy_engine", *sorted(bugs)])
    mutants = [BUGS[bug] for bug in bugs]
    for name in MODULES:
        module = ModuleType(f"{package}.{name}")
        module.__package__ = package
        sys.modules[module.__name__] = module
        exec(mutated(SOURCES[name], mutants), module.__dict__)
    return module


def mutated(source: str, mutants: list[Mutant]) -> str:
    """Make the mistakes of mutants in a source."""
    for mutant in mutants:
        source = source.replace(mutant.old, mutant.new)
    return source
