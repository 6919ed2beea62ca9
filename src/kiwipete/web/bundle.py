"""One script out of several ES modules, for pages and notebooks that cannot load files.

Only the forms of `import` and `export` that our modules use are understood; anything else raises
ValueError, so that a test finds it.
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent

_FROM = r"""from\s*["'](\.[^"']+)["'];?[ \t]*$"""
_IMPORT = re.compile(rf"^import\s*\{{([^}}]*)\}}\s*{_FROM}", re.MULTILINE)
_IMPORT_ALONE = re.compile(r"""^import\s*["'](\.[^"']+)["'];?[ \t]*$""", re.MULTILINE)
_EXPORT_FROM = re.compile(rf"^export\s*\{{([^}}]*)\}}\s*{_FROM}", re.MULTILINE)
_EXPORT_LIST = re.compile(r"^export\s*\{([^}]*)\};?[ \t]*$", re.MULTILINE)
_EXPORT = re.compile(r"^export\s+((?:async\s+)?function\*?|class|const|let)\s+(\w+)", re.MULTILINE)
_LEFT = re.compile(r"^(?:import\b(?!\s*\()|export\b).*", re.MULTILINE)


@cache
def bundle(entry: str) -> str:
    """Return a module and all that it imports as one script, which imports nothing.

    `entry` is a path in the folder of this package. Each module keeps a scope of its own. The
    exports of the entry are constants of the script.
    """
    modules: dict[Path, str] = {}
    _add(_FOLDER / entry, modules, [])
    return "".join(modules.values())


def _add(path: Path, modules: dict[Path, str], above: list[Path]) -> str:
    """Add a module after those it imports; return its name in the script."""
    path = Path(os.path.normpath(path))
    name = _name(path)
    if path in above:
        raise ValueError(f"modules import each other: {path.name}")
    if path in modules:
        return name
    exports: list[str] = []

    def found(relative: str) -> str:
        return _add(path.parent / relative, modules, [*above, path])

    def imported(match: re.Match[str]) -> str:
        pairs = _pairs(match[1])
        names = ", ".join(
            inner if inner == outer else f"{inner}: {outer}" for inner, outer in pairs
        )
        return f"const {{ {names} }} = {found(match[2])};"

    def exported_from(match: re.Match[str]) -> str:
        module = found(match[2])
        exports.extend(f"{outer}: {module}.{inner}" for inner, outer in _pairs(match[1]))
        return ""

    def exported_list(match: re.Match[str]) -> str:
        exports.extend(f"{outer}: {inner}" for inner, outer in _pairs(match[1]))
        return ""

    def exported(match: re.Match[str]) -> str:
        exports.append(match[2])
        return f"{match[1]} {match[2]}"

    text = path.read_text(encoding="utf-8")
    text = _IMPORT.sub(imported, text)
    text = _IMPORT_ALONE.sub(lambda match: f"// {found(match[1])}", text)
    text = _EXPORT_FROM.sub(exported_from, text)
    text = _EXPORT_LIST.sub(exported_list, text)
    text = _EXPORT.sub(exported, text)
    if left := _LEFT.search(text):
        raise ValueError(f"{path.name}: cannot bundle {left[0]!r}")
    given = f"return {{ {', '.join(exports)} }};" if exports else ""
    modules[path] = f"const {name} = (() => {{\n{text.rstrip()}\n{given}\n}})();\n"
    return name


def _pairs(names: str) -> list[tuple[str, str]]:
    """Return the names of a list of imports or exports: `a, b as c` gives (a, a) and (b, c)."""
    pairs = []
    for name in filter(None, map(str.strip, names.split(","))):
        inner, _, outer = name.partition(" as ")
        pairs.append((inner.strip(), outer.strip() or inner.strip()))
    return pairs


def _name(path: Path) -> str:
    """Return the constant that holds what a module exports.

    >>> _name(_FOLDER / "board" / "kiwipete-board.js")
    '$board_kiwipete_board'
    """
    relative = path.relative_to(_FOLDER).with_suffix("").as_posix()
    return "$" + re.sub(r"\W", "_", relative)
