"""Print what every file of the package is for: the first sentence of its docstring.

python tools/list_files.py               the whole package, folder by folder
python tools/list_files.py _core/search  one folder
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "kiwipete"
SOURCES = (".py", ".pyx", ".pxd", ".pxi", ".js")


def summary(path: Path) -> str:
    """Return the first line of a file's docstring, or of the comment that it opens with."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        docstring = ast.get_docstring(ast.parse(text)) or ""
    elif found := re.match(r'(?:#[^\n]*\n)*\s*"""(.*?)"""', text, re.DOTALL):
        docstring = found[1]
    else:
        comment = re.match(r"(?:(?:#|//) ?[^\n]*\n)+", text)
        docstring = re.sub(r"^(?:#|//) ?", "", comment[0], flags=re.MULTILINE) if comment else ""
    return docstring.strip().partition("\n")[0].removesuffix(".")


def folders(top: Path) -> Iterator[tuple[Path, list[Path]]]:
    """Yield each folder below a folder, with its source files; paired .pxd and .pyx count once."""
    files = sorted(path for path in top.iterdir() if path.suffix in SOURCES)
    paired = {path.with_suffix(".pxd") for path in files if path.suffix == ".pyx"}
    if kept := [path for path in files if path not in paired]:
        yield top, kept
    for folder in sorted(path for path in top.iterdir() if path.is_dir()):
        if folder.name != "__pycache__":
            yield from folders(folder)


def tables(top: Path) -> Iterator[str]:
    """Yield the lines of a Markdown page with a table for each folder."""
    for folder, files in folders(top):
        name = folder.relative_to(PACKAGE.parent).as_posix()
        yield f"## {name}/\n"
        package = folder / "__init__.py"
        if package in files and (about := summary(package)):
            yield f"{about}.\n"
        yield "| file | what it is |"
        yield "|---|---|"
        for path in files:
            if path != package:
                yield f"| `{path.name}` | {summary(path)} |"
        yield ""


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", default=".", help="below src/kiwipete")
    top = PACKAGE / parser.parse_args().folder
    if not top.is_dir():
        print(f"list_files: there is no folder {top}", file=sys.stderr)
        return 2
    print("\n".join(tables(top)), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
