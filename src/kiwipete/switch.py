"""The switch: `import chess` and its submodules load Kiwipete.

A finder on `sys.meta_path` finds `chess` before any installed package. `chess` is a separate
module with Kiwipete's names; `chess.svg` is the same module object as `kiwipete.svg`.

Importing Kiwipete installs the finder. While the switch is off it finds nothing, but it detects
the trap: `import kiwipete as chess`, and then `import chess.svg`, which loads python-chess and
rebinds `chess` to it.
"""

from __future__ import annotations

import importlib
import os
import sys
from types import FrameType, ModuleType
from typing import TYPE_CHECKING

from kiwipete._core.arguments import follow_python_chess

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec

__all__ = ["use_as_chess"]

_OWN = __name__.partition(".")[0]
_SUBMODULES = ("engine", "gaviota", "pgn", "polyglot", "svg", "syzygy", "variant")
_WITH_PYTHON_CHESS = "KIWIPETE_WITH_PYTHON_CHESS"  # set by `kiwipete run --with-python-chess`
_PYTHON_CHESS_VERSION = "1.11.2"  # the version whose API is provided

_IMPORTERS = (__name__, "importlib", "importlib._bootstrap", "importlib._bootstrap_external")
_TRAP = (
    "chess is Kiwipete here, but this imports python-chess. Write `from kiwipete import svg` for "
    "`import chess.svg`, call kiwipete.use_as_chess() first, or start the program with kiwipete run"
)


def use_as_chess(*, with_python_chess: bool = False) -> None:
    """Make `import chess`, `import chess.svg` and so on load Kiwipete from now on.

    Call it before anything imports `chess`: in the first line of a program, in a conftest.py
    or in a notebook. If python-chess is already loaded, it raises RuntimeError, because modules
    that imported it would go on using it.

    Importing a submodule that Kiwipete lacks raises ModuleNotFoundError. `with_python_chess`, or
    `kiwipete run --with-python-chess`, loads it from an installed python-chess instead, to run on
    Kiwipete's boards.

    >>> program = "import kiwipete; kiwipete.use_as_chess(); import chess; print(chess)"
    >>> import subprocess, sys
    >>> subprocess.check_output([sys.executable, "-c", program])
    b"<module 'chess' (kiwipete ...)>..."
    """
    loaded = sys.modules.get("chess")
    if loaded is not None and not _is_ours(getattr(loaded, "__spec__", None)):
        where = getattr(loaded, "__file__", None) or repr(loaded)
        raise RuntimeError(
            f"chess is already imported, from {where}: call use_as_chess() before anything "
            "imports chess, or start the program with kiwipete run"
        )
    follow_python_chess()
    _FINDER.on = True
    _FINDER.with_python_chess = with_python_chess or _WITH_PYTHON_CHESS in os.environ
    watch()


def watch() -> None:
    """Insert the finder before all others."""
    if _FINDER in sys.meta_path:
        sys.meta_path.remove(_FINDER)
    sys.meta_path.insert(0, _FINDER)


class _Finder:
    """Finds `chess` and its submodules if the switch is on, and detects the trap if not."""

    on = False
    with_python_chess = False

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find `chess` and its submodules."""
        if not name.startswith("chess") or name.partition(".")[0] != "chess":
            return None
        if not self.on:
            return self._watched(name, path)
        if name == "chess":
            return _spec(name, _NamesLoader())
        own = _OWN + name.removeprefix("chess")
        if _exists(own):
            return _spec(name, _SameModuleLoader(own))
        return self._from_python_chess(name)

    def _watched(self, name: str, path: Sequence[str] | None) -> ModuleSpec | None:
        """Leave an import to the other finders, but warn or raise if it springs the trap."""
        spec = self._elsewhere(name, path)
        importer = _importing_frame()
        if _is_ours(spec) or not _means_kiwipete(importer):
            return spec
        if spec is None:
            raise ModuleNotFoundError(f"No module named {name!r}: {_TRAP}", name=name)
        _warn_of_trap(importer)
        return spec

    def _from_python_chess(self, name: str) -> ModuleSpec | None:
        """Find a submodule that Kiwipete lacks in an installed python-chess, if enabled."""
        if not self.with_python_chess:
            if name.removeprefix("chess.") in _SUBMODULES:
                raise _lacking(
                    name,
                    f". To run python-chess's own {name} on Kiwipete's boards, install "
                    "python-chess and use kiwipete run --with-python-chess or "
                    "kiwipete.use_as_chess(with_python_chess=True)",
                )
            return None
        package = self._elsewhere("chess", None)
        folders = package.submodule_search_locations if package is not None else None
        if folders is None:
            raise _lacking(name, ", and python-chess is not installed")
        return self._elsewhere(name, folders)

    def _elsewhere(self, name: str, path: Sequence[str] | None) -> ModuleSpec | None:
        """Call the other finders; that of `kiwipete run` turns the switch on and finds ours."""
        ours_will_do = not self.on
        for finder in [*sys.meta_path]:
            if finder is not self and hasattr(finder, "find_spec"):
                spec = finder.find_spec(name, path, None)
                if spec is not None and (ours_will_do or not _is_ours(spec)):
                    return spec
        return None


class _NamesLoader:
    """Creates `chess`: a module of that name with Kiwipete's names.

    It is a separate module because `from chess import pgn` imports a submodule of the module's
    `__name__`, and because programs compare `chess.__version__` with python-chess's.
    """

    def create_module(self, _spec: ModuleSpec) -> None:
        """Return None, so that Python creates the module."""

    def exec_module(self, module: ModuleType) -> None:
        """Fill the module; names that Kiwipete creates on first use are looked up there."""
        own = importlib.import_module(_OWN)

        def look_up(name: str) -> object:
            try:
                return getattr(own, name)
            except AttributeError:
                raise AttributeError(
                    f"module 'chess', which is Kiwipete's, has no attribute {name!r}"
                ) from None

        names = {name: value for name, value in vars(own).items() if not name.startswith("__")}
        vars(module).update(
            names,
            __doc__=own.__doc__,
            __file__=own.__file__,
            __version__=_PYTHON_CHESS_VERSION,
            __author__="the Kiwipete developers",
            __email__="",
            __getattr__=look_up,
            __dir__=lambda: sorted({*vars(module), *dir(own)}),
        )
        if hasattr(own, "__all__"):
            vars(module)["__all__"] = own.__all__


class _SameModuleLoader:
    """Gives a module of Kiwipete a second name."""

    def __init__(self, own: str) -> None:
        self.own = own

    def create_module(self, _spec: ModuleSpec) -> ModuleType:
        """Return the module if it is loaded, or import it."""
        module = importlib.import_module(self.own)
        self.own_spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Leave the module as it was, but allow silencing its log by its second name."""
        second = module.__spec__
        module.__spec__ = self.own_spec  # Python has just replaced it by that of the second name
        if second is not None and self.own == f"{_OWN}.engine":  # pgn's log filters by the name
            get_logger = importlib.import_module("logging").getLogger
            get_logger(self.own).parent = get_logger(second.name)


def _lacking(name: str, advice: str) -> ModuleNotFoundError:
    # With our name: `from chess import gaviota` would drop an error about chess.gaviota, and
    # report only that there is no such name.
    own = _OWN + name.removeprefix("chess")
    return ModuleNotFoundError(f"Kiwipete has no {name}{advice}", name=own)


def _exists(name: str) -> bool:
    from importlib.util import find_spec

    return find_spec(name) is not None


def _spec(name: str, loader: _NamesLoader | _SameModuleLoader) -> ModuleSpec:
    from importlib.machinery import ModuleSpec

    origin = f"{_OWN} {importlib.import_module(_OWN).__version__}"
    return ModuleSpec(name, loader, origin=origin, is_package=name == "chess")  # type: ignore[arg-type]


def _is_ours(spec: ModuleSpec | None) -> bool:
    return isinstance(getattr(spec, "loader", None), (_NamesLoader, _SameModuleLoader))


def _importing_frame() -> FrameType:
    """Return the frame of the import statement that called the finder."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__") in _IMPORTERS:
        frame = frame.f_back
    return frame


def _means_kiwipete(importer: FrameType) -> bool:
    """Return True if the importing code has bound `chess` to Kiwipete."""
    named = importer.f_locals.get("chess", importer.f_globals.get("chess"))
    return named is not None and named is sys.modules.get(_OWN)


def _warn_of_trap(importer: FrameType) -> None:
    """Warn at the import statement, once, however many modules it loads."""
    import warnings

    warnings.warn_explicit(
        _TRAP,
        RuntimeWarning,
        importer.f_code.co_filename,
        importer.f_lineno,
        registry=importer.f_globals.setdefault("__warningregistry__", {}),
    )


_FINDER = _Finder()
