"""Compile Cython modules that aren't part of the package, for tests, tools and benchmarks.

Cython and a C compiler are needed.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType


def compile_module(
    source: Path, folder: Path, name: str, flags: Sequence[str] = (), options: Sequence[str] = ()
) -> ModuleType:
    """Compile a .pyx file in a folder for what is written, and import it under a name.

    `flags` are for the C compiler, `options` for Cython.
    """
    c_file, library = folder / f"{name}.c", folder / f"{name}.so"
    cython = [sys.executable, "-m", "cython", "-3", "--module-name", name, *options]
    subprocess.run([*cython, str(source), "-o", str(c_file)], check=True)
    compiler = (sysconfig.get_config_var("CC") or "cc").split()
    include = f"-I{sysconfig.get_path('include')}"
    always = ["-O3", "-DNDEBUG", "-w", "-shared", "-fPIC", include]
    subprocess.run([*compiler, *always, *flags, str(c_file), "-o", str(library)], check=True)
    spec = importlib.util.spec_from_file_location(name, library)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
