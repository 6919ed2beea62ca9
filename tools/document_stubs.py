"""Copy stubs with the docstrings of their Cython modules, because editors look for them in stubs.

    python tools/document_stubs.py FOLDER MODULE.pyi ...

The docstrings are read from MODULE.pyx beside each stub, and from the texts that it includes.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

_HEADER = re.compile(r"^( *)(?:cdef class|class|cpdef [\w ]*?|def) *(\w+)\b", re.MULTILINE)
_DOCSTRING = re.compile(r'(?:\(.*?\))?[^\n()]*:\n\s*("""(?:[^\\]|\\.)*?""")', re.DOTALL)
_INCLUDE = re.compile(r'^include "(\w+\.pxi)"$', re.MULTILINE)

Stub = ast.Module | ast.ClassDef | ast.FunctionDef


def source_of(path: Path) -> str:
    """Return the text of a Cython module with the texts that it includes."""
    text = path.read_text(encoding="utf-8")
    return _INCLUDE.sub(lambda found: source_of(path.with_name(found[1])), text)


def docstrings(source: str) -> dict[str, str]:
    """Return the docstrings of Cython source by qualified name."""
    found: dict[str, str] = {}
    headers = list(_HEADER.finditer(source))
    ends = [header.start() for header in headers[1:]] + [len(source)]
    owner = ""
    for header, end in zip(headers, ends, strict=True):
        indented, name = bool(header[1]), header[2]
        docstring = _DOCSTRING.match(source[header.end() : end])
        if not indented:
            owner = name
        if docstring and len(header[1]) <= 4:
            text = ast.literal_eval(docstring[1])
            # Compiled classes begin with their signature, which a stub has already.
            text = text.partition("\n--\n\n")[2] or text
            found.setdefault(f"{owner}.{name}" if indented else name, text)
    return found


def first_statements(node: Stub, prefix: str = "") -> Iterator[tuple[str, ast.stmt]]:
    """Yield the qualified name and the first statement of each class and function of a stub."""
    for child in node.body:
        if isinstance(child, ast.ClassDef | ast.FunctionDef):
            name = f"{prefix}{child.name}"
            yield name, child.body[0]
            if isinstance(child, ast.ClassDef):
                yield from first_statements(child, f"{name}.")


def quoted(text: str, indent: str) -> list[str]:
    """Return the lines of a docstring."""
    text = text.replace("\\", "\\\\").rstrip()
    if "\n" not in text and not text.endswith('"'):
        return [f'{indent}"""{text}"""']
    return [f'{indent}"""{text}', f'{indent}"""']


def documented(stub: str, docs: dict[str, str]) -> str:
    """Return a stub in which each documented class and function begins with its docstring."""
    lines = stub.split("\n")
    left = dict(docs)  # a property's setter has its name, and comes later
    found = [
        (first, left.pop(name)) for name, first in first_statements(ast.parse(stub)) if name in left
    ]
    for first, text in reversed(found):
        decorators = getattr(first, "decorator_list", [])
        line = (decorators[0] if decorators else first).lineno - 1
        before = lines[line][: first.col_offset]
        if before.strip():  # def f(): ...
            indent = " " * (len(before) - len(before.lstrip()) + 4)
            lines[line : line + 1] = [before.rstrip(), *quoted(text, indent)]
        else:
            lines[line:line] = quoted(text, before)
    return "\n".join(lines)


def main() -> None:
    """Write the stubs that are installed."""
    folder, *stubs = map(Path, sys.argv[1:])
    for stub in stubs:
        docs = docstrings(source_of(stub.with_suffix(".pyx")))
        text = documented(stub.read_text(encoding="utf-8"), docs)
        (folder / stub.name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
