"""The compiled core. This file picks the build for this processor; no other knows of several.

Only the hot module, the searcher, the reader of games and the like have several builds: whichever
is picked becomes the module `kiwipete._core.hot` (or `.searcher`, `.game_chunk`). The
environment variable KIWIPETE_BUILD forces a build:
x86_64_v2, x86_64_v3, native, or portable where the processor is another.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from types import ModuleType

from kiwipete._core.cpu import runnable_builds

__all__ = ["BUILD", "load"]


def _find(build: str, module: str = "hot") -> ModuleSpec | None:
    return find_spec(f"kiwipete._core.{module}_{build}")


def _pick() -> str:
    """Return the name of the build to load."""
    # A native build exists only where somebody asked for it, on the machine it is for.
    candidates = ["native", *runnable_builds()]
    forced = os.environ.get("KIWIPETE_BUILD")
    if forced:
        if forced not in candidates or _find(forced) is None:
            available = ", ".join(build for build in candidates if _find(build))
            raise ImportError(
                f"KIWIPETE_BUILD={forced!r} names no build that runs here; there are: {available}"
            )
        return forced
    for build in candidates:
        if _find(build):
            return build
    raise ImportError("kiwipete was installed without its compiled core")


def load(module: str) -> ModuleType:
    """Load a module that has several builds under the one name that the others know."""
    name = f"kiwipete._core.{module}"
    if name in sys.modules:
        return sys.modules[name]
    found = _find(BUILD, module)
    if found is None or found.origin is None:
        raise ImportError(f"the {BUILD} build of kiwipete's {module} is gone")
    spec = spec_from_file_location(name, found.origin)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot load {found.origin}")
    loaded = module_from_spec(spec)
    sys.modules[name] = loaded
    spec.loader.exec_module(loaded)
    return loaded


BUILD = _pick()
load("hot")
