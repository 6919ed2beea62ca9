"""Which way dependencies may point, and how to find those that point the other way."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

# The kernel from the ground up: a file knows only files before it.
KERNEL = (
    "squares",
    "move",
    "types",
    "memory",
    "magics",
    "attacks",
    "bitboards",
    "order",
    "survey",
    "replies",
    "movegen",
    "zobrist",
    "piece_square",
    "scores",
    "position",
    "status",
    "edit",
    "fen",
    "tolerant",
    "polyglot",
    "unchecked",
    "single_moves",
    "notation",
    "san_moves",
    "game_text",
    "reference",
    "endings",
    "perft",
    "mobility",
    "unwinnable",
    "frontier",
    "mating_plan",
)

# Endgame tables from the ground up, on top of the kernel; only the last may ask for moves.
SYZYGY = (
    "file_bytes",
    "material",
    "arrangement",
    "pairs",
    "table",
    "library",
    "probe",
)

# The search above it, in the same way.
SEARCH = (
    "threads",
    "clearing",
    "score",
    "techniques",
    "time_management",
    "history",
    "evaluation",
    "transposition_table",
    "worker",
    "node",
    "move_ordering",
    "quiescence",
    "reductions",
    "pruning",
    "alpha_beta",
    "iterative_deepening",
    "tablebase_probing",
)

# The trainer's files, which know little of the rest.
TRAINING = ("barrier", "features", "layers", "adam", "team")

# The package from the ground up: a module knows its own package and lower layers only.
LAYERS = (
    {
        "_version",
        "cluster",
        "errors",
        "file_locks",
        "new_file",
        "position_record",
        "positions",
        "untrusted_text",
    },
    {"file_header", "squares", "status"},
    {"bitboards", "subprocesses", "text_picture"},
    {"svg_canvas"},
    {"svg"},
    {"_core"},
    {"epd", "explain", "outcome", "perft", "switch"},
    {"dead_positions", "openings"},
    {"board"},
    {"arrays", "game_end", "lines", "overrides"},
    {"polyglot", "syzygy"},
    {"engine", "variant"},
    {"lab"},
    {"own_engine"},
    {"pgn"},
    {"games"},
    {"explorer", "match", "review"},
    {"training"},
    {"__init__"},
    {"web"},
    {"notebook"},
    {"cli"},
    {"__main__"},
)

# What the compiled core may import as Python.
CORE_IMPORTS = {
    "collections.abc",
    "kiwipete.bitboards",
    "kiwipete.errors",
    "kiwipete.outcome",
    "kiwipete.overrides.honour",
    "kiwipete.positions",
    "kiwipete.status",
    "kiwipete.svg",
    "kiwipete.text_picture",
}

# And what some may import besides: the reader of games knows files.
MORE_IMPORTS = {
    "base_board": {"kiwipete.overrides.honour"},
    "game_board": {"kiwipete._core.move"},
    "explorer_rows": {"kiwipete._core.game_board"},
    "game_chunk": {"kiwipete._core.game_board"},
    "game_openings": {"kiwipete._core.game_board"},
    "move": {"kiwipete._core.python_types"},
    "pgn": {"io", "kiwipete._core.game_board", "weakref"},
    "piece": {"kiwipete._core.python_types"},
    "records": {"kiwipete._core.game_board"},
    "rules": {"kiwipete._core.python_types"},
    "searcher": {"kiwipete._core.line"},
    "self_play": {"kiwipete._core.game_board"},
}

# The compiled modules from the ground up: a module knows only modules before it.
MODULES = (
    "cpu",
    "hot",
    "codecs",
    "rules",
    "arguments",
    "move",
    "piece",
    "square_set",
    "base_board",
    "position_board",
    "move_views",
    "game_board",
    "perft_job",
    "records",
    "position_arrays",
    "game_positions",
    "codec_arrays",
    "board_vector",
    "pgn",
    "game_chunk",
    "game_openings",
    "explorer_rows",
    "explorer_merge",
    "explorer_index",
    "tablebase",
    "network",
    "dead_position",
    "searcher",
    "self_play",
    "trainer",
)

# The kernel's declarations, which every module may see; the files that work on positions are for
# these alone, each with those of the kernel that it needs.
DECLARATIONS = {"squares", "types", "move"}
SEE_KERNEL = {
    "hot",
    "codecs",
    "rules",
    "perft_job",
    "position_arrays",
    "board_vector",
    "game_chunk",
    "tablebase",
    "network",
    "dead_position",
    "searcher",
    "records",
    "self_play",
    "trainer",
}

# Who may know the compiled modules; the others go in by these doors.
DOORS = {
    "__init__",
    "_core",
    "arrays",
    "board",
    "dead_positions",
    "epd",
    "explain",
    "explorer",
    "games",
    "openings",
    "outcome",
    "own_engine",
    "overrides",
    "perft",
    "pgn",
    "polyglot",
    "switch",
    "syzygy",
    "training",
    "variant",
}

# Modules of a higher layer that are loaded on first use: (file, module). A package re-exports
# their names, a subclass of Board needs the methods for its overrides, and the opening of a game is
# found by playing it on a Board.
LOADED_LATER = {
    ("engine/__init__.py", "own_engine.engine"),
    ("engine/__init__.py", "own_engine"),
    ("board.py", "overrides.honour"),
    ("openings.py", "board"),
    ("openings.py", "lines"),
}

_IMPORT = re.compile(r"^\s*(?:from\s+(\S+)\s+)?(c?import)\s+(\S+)", re.MULTILINE)


def cython_imports(path: Path) -> Iterator[tuple[str, str]]:
    """Yield (module, "import" or "cimport") for each import statement of a Cython file."""
    for origin, verb, name in _IMPORT.findall(path.read_text(encoding="utf-8")):
        yield origin or name.rstrip(","), verb


_KERNEL_MODULES = {f"kiwipete._core.kernel.{name}" for name in KERNEL}
_SYZYGY_MODULES = {f"kiwipete._core.syzygy.{name}" for name in SYZYGY}


def kernel_faults(kernel: Path) -> list[str]:
    """Return what is wrong with the imports of the kernel's files."""
    return _order_faults(kernel, "kernel", KERNEL, set())


def syzygy_faults(syzygy: Path) -> list[str]:
    """Return what is wrong with the imports of the files about endgame tables."""
    return _order_faults(syzygy, "syzygy", SYZYGY, _KERNEL_MODULES | {"kiwipete._core.hot"})


def _order_faults(folder: Path, name: str, order: tuple[str, ...], known: set[str]) -> list[str]:
    faults = []
    for path in sorted(folder.glob("*.pxd")):
        if path.stem not in order:
            faults.append(f"{path.stem} has no place in the order of the {name}")
            continue
        below = order[: order.index(path.stem)]
        allowed = known | {f"kiwipete._core.{name}.{file}" for file in below}
        for module, verb in cython_imports(path):
            if verb == "import":
                faults.append(f"{path.stem} imports {module} as Python")
            elif module not in allowed and not module.startswith("libc."):
                faults.append(f"{path.stem} must not know {module}")
    return faults


def search_faults(search: Path) -> list[str]:
    """Return what is wrong with the imports of the search's files."""
    below = {f"kiwipete._core.{name}" for name in ("hot", "network", "tablebase")}
    return _order_faults(search, "search", SEARCH, _KERNEL_MODULES | _SYZYGY_MODULES | below)


def training_faults(training: Path) -> list[str]:
    """Return what is wrong with the imports of the trainer's files."""
    known = _KERNEL_MODULES | {"kiwipete._core.search.threads"}
    return _order_faults(training, "training", TRAINING, known)


def core_faults(core: Path) -> list[str]:
    """Return what is wrong with the imports of the compiled core's other files."""
    faults = []
    syzygy = {f"kiwipete._core.syzygy.{name}" for name in SYZYGY}
    search = {f"kiwipete._core.search.{name}" for name in SEARCH}
    others = {
        "board_vector": {"kiwipete._core.search.threads"},
        "pgn": {"kiwipete._core.kernel.notation", "kiwipete._core.kernel.game_text"},
        "codec_arrays": {"kiwipete._core.training.features"},
        "records": {"kiwipete._core.training.features"},  # what a record's nibbles mean
        "tablebase": syzygy,
        "network": {"kiwipete._core.search.score"},  # how long a line may be
        "searcher": syzygy | search,
        "self_play": search,
        "trainer": {f"kiwipete._core.training.{name}" for name in TRAINING},
    }
    for path in sorted([*core.glob("*.p?d"), *core.glob("*.pyx"), *core.glob("*.pxi")]):
        # A module may be written in several files that it includes.
        parts = ("pgn", "dead_position", "game_chunk", "board_vector")
        name = next((part for part in parts if path.stem.startswith(part)), path.stem)
        if name not in MODULES:
            faults.append(f"{name} has no place in the order of the compiled modules")
            continue
        kernel = KERNEL if name in SEE_KERNEL else DECLARATIONS
        known = {f"kiwipete._core.{module}" for module in MODULES[: MODULES.index(name)]}
        known |= {f"kiwipete._core.kernel.{file}" for file in kernel} | others.get(name, set())
        imports = CORE_IMPORTS | MORE_IMPORTS.get(name, set())
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
    """Return what is wrong with the imports of the Python modules."""
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
            if mine is None or part == own or (relative.as_posix(), module) in LOADED_LATER:
                continue
            if theirs is None or theirs >= mine:
                faults.append(f"{relative.as_posix()} must not know {module}")
    return faults
