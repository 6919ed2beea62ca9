"""Print the files and folders under a folder that aren't part of the installed package.

src/kiwipete/meson.build installs the whole folder except for these. A new module needs no entry;
a new kind of data file needs its suffix in INSTALLED.

    python tools/not_installed.py src/kiwipete
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

INSTALLED = (".py", ".pyi", ".epd", ".kwn", ".tsv", "py.typed")
# Elsewhere a C file is Cython's output.
ADAPTERS = (".c", ".cpp", ".go", ".java", ".mjs", ".rs")
# Elsewhere an HTML file is Cython's annotation.
PAGES = (".css", ".html", ".js", ".svg")


def is_installed(folder: str, name: str) -> bool:
    """Return whether a file of this name in this folder of the package belongs to it."""
    suffixes = INSTALLED
    if Path(folder).name == "adapters":
        suffixes += ADAPTERS
    if Path(folder).parts[:1] == ("web",):
        suffixes += PAGES
    if Path(folder).name == "_core" and name.endswith(".pyi"):
        return False  # _core/meson.build installs these with docstrings
    return name.endswith(suffixes) and not name.startswith(".")


def not_installed(root: str) -> Iterator[str]:
    """Yield paths relative to root, with forward slashes; folders end in a slash."""
    for folder, folders, files in os.walk(root):
        here = os.path.relpath(folder, root).replace(os.sep, "/")
        prefix = "" if here == "." else f"{here}/"
        left_out = [name for name in folders if name == "__pycache__" or name.startswith(".")]
        folders[:] = sorted(set(folders) - set(left_out))
        yield from (f"{prefix}{name}/" for name in sorted(left_out))
        yield from (f"{prefix}{name}" for name in sorted(files) if not is_installed(here, name))


if __name__ == "__main__":
    print(*not_installed(sys.argv[1]), sep="\n")
