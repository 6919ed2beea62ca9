"""How Sphinx makes the site: `sphinx-build -W docs site`."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from pathlib import Path

import kiwipete
from kiwipete.web.bundle import bundle

project = "Kiwipete"
copyright = "the Kiwipete developers"
version = release = kiwipete.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 3
default_role = "py:obj"  # `push` in a docstring is a link to Board.push
autodoc_typehints_format = "short"
autodoc_type_aliases = {name: name for name in ("Bitboard", "Color", "PieceType", "Square")}
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "Kiwipete"
html_static_path = ["scripts"]
html_js_files = ["kiwipete-board.js"]


def write_board_script() -> None:
    """Write the board element as one script, so that pages show boards without a server, too."""
    folder = Path(__file__).resolve().parent / "scripts"
    folder.mkdir(exist_ok=True)
    (folder / "kiwipete-board.js").write_text(bundle("board/kiwipete-board.js"), "utf-8")


write_board_script()


def write_files_page() -> None:
    """Write the page that says what every file of the source tree is for, from the docstrings."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))
    from list_files import PACKAGE, tables

    lines = "\n".join(tables(PACKAGE))
    page = Path(__file__).resolve().parent / "files.md"
    page.write_text(f"# Files\n\nWhat every file of the source tree is for.\n\n{lines}\n", "utf-8")


write_files_page()


def read_signatures(stub: Path) -> dict[str, tuple[str, str]]:
    """Read the arguments and the type of all methods and properties of a stub file."""
    signatures = {}
    for cls in ast.parse(stub.read_text(encoding="utf-8")).body:
        for method in cls.body if isinstance(cls, ast.ClassDef) else []:
            if isinstance(method, ast.FunctionDef):
                if not any(ast.unparse(one) == "staticmethod" for one in method.decorator_list):
                    del (method.args.posonlyargs or method.args.args)[0]
                arguments = ast.unparse(method.args).replace("_EnPassant", "EnPassant")
                returns = ast.unparse(method.returns or ast.Constant(None))
                signatures.setdefault(f"{cls.name}.{method.name}", (f"({arguments})", returns))
    return signatures


CORE = Path(kiwipete.__file__).parent / "_core"
SIGNATURES = {
    name: signature
    for stub in sorted(CORE.glob("*.pyi"))
    for name, signature in read_signatures(stub).items()
}


def stub_signature(cls: type, *members: str) -> tuple[str, str] | None:
    """Find the signature of a compiled member in the stub of its class or of a base."""
    names = [f"{base.__name__}.{member}" for base in cls.__mro__ for member in members]
    return next((SIGNATURES[name] for name in names if name in SIGNATURES), None)


def add_signature(_app, what, name, thing, _options, arguments, returns):
    """Show signatures of what is compiled, which has no types at run time."""
    if inspect.isfunction(inspect.unwrap(getattr(thing, "__func__", thing))):
        # Python's own, where Sphinx writes an alias within another type oddly.
        texts = (arguments or "", returns or "")
        return tuple(re.sub(r"TypeAliasForwardRef\('(\w+)'\)", r"\1", text) for text in texts)
    if what == "class":
        found = stub_signature(thing, "__init__", "__new__")
        return found and (found[0], None)
    return stub_signature(*owner_and_member(name)) if what == "method" else None


def add_type(_app, what, name, _thing, _options, lines):
    """Show the types of compiled properties."""
    found = stub_signature(*owner_and_member(name)) if what == "attribute" else None
    if found:
        lines += ["", f":type: `{found[1]}`"]


def owner_and_member(name: str) -> tuple[type, str]:
    """Take the full name of a member apart."""
    module, owner, member = name.rsplit(".", 2)
    return getattr(sys.modules[module], owner, object), member


def setup(app):
    """Connect the hooks of autodoc."""
    app.connect("autodoc-process-signature", add_signature)
    app.connect("autodoc-process-docstring", add_type)
