"""Which way dependencies may point, and how to find those that point the other way."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

# The kernel from the ground up: a file knows only files before it.
KERNEL = (
    "squares",
    "rays",
    "magics",
    "attacks",
    "move",
    "bitboards",
    "threats",
    "survey",
    "replies",
    "movegen",
    "zobrist",
    "scores",
    "position",
    "make",
    "status",
    "trust",
    "edit",
    "fen_writer",
    "fen_reader",
    "tolerant",
    "polyglot",
    "castling",
    "effects",
    "legality",
    "san",
    "movetext",
    "exchange",
    "foresight",
    "reference",
    "history",
    "mating_material",
    "game_end",
    "table",
    "perft",
)

# The package from the ground up: a module knows its own package and lower layers only.
LAYERS = (
    {"chess960", "errors", "positions", "squares", "status"},
    {"attack_tables", "outcome", "svg_shapes", "text_picture"},
    {"bitboards"},
    {"svg_canvas"},
    {"svg"},
    {"_core"},
    {"epd", "explain", "perft"},
    {"board"},
    {"engine", "lab", "polyglot"},
    {"pgn"},
    {"__init__"},
    {"cli"},
    {"__main__"},
)

# What the compiled core may import as Python.
CORE_IMPORTS = {
    "kiwipete.bitboards",
    "kiwipete.chess960",
    "kiwipete.errors",
    "kiwipete.outcome",
    "kiwipete.positions",
    "kiwipete.status",
    "kiwipete.svg",
    "kiwipete.text_picture",
}

# And what the reader of games may import besides: it knows the core, and files.
PGN_IMPORTS = {"io", "kiwipete._core.core", "weakref"}

# Who may know the compiled modules; the others go in by these doors.
DOORS = {"__init__", "_core", "board", "epd", "explain", "perft", "pgn", "polyglot"}

_IMPORT = re.compile(r"^\s*(?:from\s+(\S+)\s+)?(c?import)\s+(\S+)", re.MULTILINE)


def cython_imports(path: Path) -> Iterator[tuple[str, str]]:
    """Yield (module, "import" or "cimport") for each import statement of a Cython file."""
    for origin, verb, name in _IMPORT.findall(path.read_text(encoding="utf-8")):
        yield origin or name.rstrip(","), verb


def kernel_faults(kernel: Path) -> list[str]:
    """Tell what is wrong with the imports of the kernel's files."""
    faults = []
    for path in sorted(kernel.glob("*.pxd")):
        if path.stem not in KERNEL:
            faults.append(f"{path.stem} has no place in the order of the kernel")
            continue
        below = KERNEL[: KERNEL.index(path.stem)]
        allowed = {f"kiwipete._core.kernel.{name}" for name in below}
        for module, verb in cython_imports(path):
            if verb == "import":
                faults.append(f"{path.stem} imports {module} as Python")
            elif module not in allowed and not module.startswith("libc."):
                faults.append(f"{path.stem} must not know {module}")
    return faults


def core_faults(core: Path) -> list[str]:
    """Tell what is wrong with the imports of the compiled core's other files."""
    faults = []
    kernel = {f"kiwipete._core.kernel.{name}" for name in KERNEL}
    for path in sorted([*core.glob("*.p?d"), *core.glob("*.pyx"), *core.glob("*.pxi")]):
        known = kernel if path.stem == "hot" else kernel | {"kiwipete._core.hot"}
        imports = CORE_IMPORTS
        if path.stem.startswith("pgn"):
            known |= {"kiwipete._core.core"}
            imports = CORE_IMPORTS | PGN_IMPORTS
        for module, verb in cython_imports(path):
            below = module in known or module.startswith(("libc.", "cpython.", "cython"))
            if module not in imports if verb == "import" else not below:
                faults.append(f"{path.name} must not know {module}")
    return faults


def python_imports(path: Path, modules: set[str]) -> Iterator[str]:
    """Yield the modules of the package that a Python file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "kiwipete":
                    yield alias.name.partition(".")[2] or "__init__"
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise ValueError(f"{path.name}: relative imports hide what they mean")
            if node.module == "kiwipete":
                for alias in node.names:
                    yield alias.name if alias.name in modules else "__init__"
            elif (node.module or "").startswith("kiwipete."):
                yield (node.module or "").partition(".")[2]


def layer_of(part: str) -> int | None:
    """Return the layer of a module or package right below kiwipete."""
    return next((number for number, layer in enumerate(LAYERS) if part in layer), None)


def python_faults(package: Path) -> list[str]:
    """Tell what is wrong with the imports of the Python modules."""
    paths = sorted(package.rglob("*.py"))
    modules = {path.relative_to(package).parts[0].removesuffix(".py") for path in paths}
    faults = [f"{part} has no layer" for part in sorted(modules) if layer_of(part) is None]
    for path in paths:
        relative = path.relative_to(package)
        own = relative.parts[0].removesuffix(".py")
        for module in python_imports(path, modules):
            part = module.split(".")[0]
            mine, theirs = layer_of(own), layer_of(part)
            if part == "_core" and own not in DOORS:
                faults.append(f"{relative.as_posix()} must not know {module}")
                continue
            if mine is None or part == own:
                continue
            if theirs is None or theirs >= mine:
                faults.append(f"{relative.as_posix()} must not know {module}")
    return faults
