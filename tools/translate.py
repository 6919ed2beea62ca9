"""Translate Cython modules to C in one process, those alone whose sources have changed.

    python tools/translate.py DEPFILE FOLDER CYTHON [OPTION ...] -- MODULE.pyx ...

The C files go into FOLDER, and DEPFILE lists what they depend on. The first module of a process
costs Cython more than a small module itself, so the build translates its modules together:
half the processor time of one process per module.

With CYTHON_CACHE_DIR set, Cython keeps its translations there: several builds of one tree, such as
those of .ci/run, translate once.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

# Cython keeps millions of objects until it ends: collecting garbage is a quarter of its time.
PATIENT = """
import gc, sys
gc.set_threshold(200_000, 50, 100)
from Cython.Compiler.Main import setuptools_main
sys.exit(setuptools_main())
"""


def patient(cython: str) -> list[str]:
    """Return the command for Cython, which seldom collects garbage if this Python has Cython."""
    if Path(cython).stem == "cython" and find_spec("Cython"):
        return [sys.executable, "-c", PATIENT]
    return [cython]


def sources_of(c_file: Path) -> list[Path]:
    """Return the files that a C file was made of, as Cython's own depfile lists them."""
    depfile = c_file.with_suffix(".c.dep")
    if not depfile.exists():
        return []
    _, _, names = depfile.read_text(encoding="utf-8").partition(": ")
    parts = re.split(r"(?<!\\)\s+", names.replace("\\\n", "\n"))
    return [Path(name.replace("\\ ", " ")) for name in parts if name]


def all_sources(folder: Path) -> list[Path]:
    """Return every source in a folder: a file from Cython's cache comes without its depfile."""
    return [path for path in folder.rglob("*") if path.suffix in (".pyx", ".pxd", ".pxi")]


def is_stale(c_file: Path, since: float) -> bool:
    """Return whether a C file is missing, or older than its sources or than a time."""
    sources = sources_of(c_file)
    if not c_file.exists() or not sources:
        return True
    made = c_file.stat().st_mtime
    return made < since or any(not path.exists() or path.stat().st_mtime > made for path in sources)


def main(words: list[str]) -> int:
    """Translate what is stale, then write the depfile of all modules."""
    depfile, folder, *command = words
    split = command.index("--")
    command, modules = command[:split], command[split + 1 :]
    options = Path(folder, Path(depfile).name + ".options")
    if not options.exists() or options.read_text(encoding="utf-8") != "\n".join(command):
        options.write_text("\n".join(command), encoding="utf-8")
    since = options.stat().st_mtime
    c_files = {module: Path(folder, Path(module).stem + ".c") for module in modules}
    stale = [module for module in modules if is_stale(c_files[module], since)]
    if stale:
        cache = ["--cache"] if os.environ.get("CYTHON_CACHE_DIR") else []
        run = subprocess.run(
            [*patient(command[0]), *command[1:], *cache, "-M", "-o", folder, *stale]
        )
        if run.returncode:
            return run.returncode
    needed = {
        path.as_posix()
        for module, c_file in c_files.items()
        for path in sources_of(c_file) or all_sources(Path(module).parent)
    }
    rule = " ".join(path.as_posix() for path in c_files.values())
    lines = [name.replace(" ", "\\ ") for name in sorted(needed)]
    Path(depfile).write_text(f"{rule}: {' '.join(lines)}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
