"""Write docs/reference: a page for each type, from the docstrings and the signatures.

    python tools/write_reference.py            writes the pages
    python tools/write_reference.py --check    exits with 1 if a page is not up to date

What docstrings cannot say is in docs/reference/intro, and goes into the page of the
same name. Every example of a page runs as a doctest.
"""

from __future__ import annotations

import argparse
import enum
import inspect
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from reference_pages import BEYOND, PAGES, SECTION_ORDER, SECTION_TITLES, Page
from reference_source import ROOT, Member, class_signature, functions_in, is_ours, members_of

import kiwipete
from kiwipete import explain

FOLDER = ROOT / "docs" / "reference"
NOTICE = "<!-- Written by tools/write_reference.py: change the docstrings or intro/ instead. -->"
MANY = 12  # a page with more members than this has a table of contents

# What a member of an enumeration says of itself, where it does.
MEANINGS: dict[type, Callable[..., str]] = {
    kiwipete.Status: lambda status: "; ".join(status.reasons()) or "nothing is wrong",
    explain.Rule: lambda rule: rule.title,
}


# Pieces of Markdown.


def fence(text: str) -> str:
    """Set text as Python; an example ends with an empty line, as doctest wants it."""
    return f"```python\n{text}\n{chr(10) if text.startswith('>>>') else ''}```"


def markdown(docstring: str) -> Iterator[str]:
    """Turn a docstring into paragraphs and fenced examples."""
    example: list[str] = []
    for paragraph in filter(None, docstring.split("\n\n")):
        if paragraph.startswith(">>>"):
            example.append(paragraph)
        else:
            if example:
                yield fence("\n\n".join(example))
                example = []
            yield paragraph
    if example:
        yield fence("\n\n".join(example))


def link(name: str, page: str = "") -> str:
    """Link to the entry of a member."""
    return f"[{name}]({page}#{name.lower()})"


def entry(name: str, signature: str, docstring: str, *remarks: str) -> Iterator[str]:
    """Describe a method, a property or a function."""
    yield f"### {name}"
    yield fence(signature)
    yield from filter(None, remarks)
    yield from markdown(docstring)


# Classes.


def class_page(cls: type) -> Iterator[str]:
    """Describe the members of the one class of a page, section by section."""
    sections: dict[str, list[Member]] = {}
    for member in members_of(cls):
        if page_of(cls, member) == "":
            sections.setdefault(section_of(member), []).append(member)
    sections = {title: sections[title] for title in sorted(sections, key=place)}
    if sum(map(len, sections.values())) > MANY:
        yield "## Members"
        yield contents(cls, sections)
    for title, members in sections.items():
        yield f"## {title}"
        if members[-1].remark and not members[-1].is_property:
            yield members[-1].remark
        for member in members:
            yield from member_entry(cls, member)


def page_of(cls: type, member: Member) -> str:
    """Name the file that describes a member, "" for the page of the class itself."""
    inherited = cls is kiwipete.Board and issubclass(kiwipete.BaseBoard, member.owner)
    return "base_board.md" if inherited else ""


def section_of(member: Member) -> str:
    """Name the section of the page where a member belongs."""
    if member.is_property:
        return "Properties"
    title = SECTION_TITLES.get((member.owner.__name__, member.section), member.section)
    return title or "Methods"


def place(title: str) -> int:
    """Return the place of a section on a page."""
    return SECTION_ORDER.index(title) if title in SECTION_ORDER else len(SECTION_ORDER)


def contents(cls: type, sections: dict[str, list[Member]]) -> str:
    """Write a table of links: members by section, those of the base, and those beyond."""
    everything = list(members_of(cls))
    rows = {
        **sections,
        "From [BaseBoard](base_board.md)": [m for m in everything if page_of(cls, m)],
        "*Beyond python-chess*": [m for m in everything if m.name in BEYOND.get(cls.__name__, ())],
    }
    lines = [
        f"| {title} | {', '.join(link(m.name, page_of(cls, m)) for m in members)} |"
        for title, members in rows.items()
        if members
    ]
    return "\n".join(["| | |", "|---|---|", *lines])


def member_entry(cls: type, member: Member) -> Iterator[str]:
    """Describe a member of a class."""
    beyond = "*Beyond python-chess.*" if member.name in BEYOND.get(cls.__name__, ()) else ""
    settable = "It may be set." if member.is_settable else ""
    return entry(member.name, member.signature, member.text, beyond, settable)


def class_opening(cls: type) -> Iterator[str]:
    """Say how an object is made, and what the class says of itself."""
    base = cls.__bases__[0]
    if base is object or is_ours(base):
        yield fence(class_signature(cls))
    else:
        module = "" if base.__module__ == "builtins" else f"{base.__module__}."
        yield fence(f"class {cls.__name__}({module}{base.__name__})")
    yield from markdown(inspect.getdoc(cls) or "")
    if issubclass(cls, enum.Enum):
        yield table_of_members(cls)


def table_of_members(cls: type[enum.Enum]) -> str:
    """Write a table of the members of an enumeration."""
    members = cls.__members__.values()  # not `cls`, for some Pythons leave out a flag of 0
    rows = [["name", "value"], ["---", "---"]]
    rows += [[f"`{member.name}`", f"`{member.value!r}`"] for member in members]
    if cls in MEANINGS:
        meanings = ["meaning", "---", *map(MEANINGS[cls], members)]
        rows = [[*row, meaning] for row, meaning in zip(rows, meanings, strict=True)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def function_entries(module: str) -> Iterator[str]:
    """Describe the public functions of a module."""
    for name, signature in functions_in(module):
        function = getattr(import_module(module), name)
        yield from entry(name, signature, inspect.getdoc(function) or "")


# Pages.


def blocks_of(page: Page) -> Iterator[str]:
    """Go through the blocks of a page, which empty lines will part."""
    yield NOTICE
    yield f"# {page.title}"
    if page.imports:
        yield fence(f">>> import kiwipete\n>>> {page.imports}")
    if page.is_of_one_class:
        yield from class_opening(page.classes[0])
        yield introduction(page.name)
        yield from class_page(page.classes[0])
        return
    yield introduction(page.name)
    for cls in page.classes:
        yield f"## {cls.__name__}"
        yield from class_opening(cls)
        for member in members_of(cls):
            yield from member_entry(cls, member)
    for heading, module in page.modules:
        yield f"## {heading}"
        yield from function_entries(module)


def introduction(name: str) -> str:
    """Read what is written by hand for a page."""
    return (FOLDER / "intro" / f"{name}.md").read_text(encoding="utf-8").strip()


def index() -> Iterator[str]:
    """Write the page that lists the others."""
    yield NOTICE
    yield "# Reference"
    yield introduction("README")
    rows = [f"| [{page.title}]({page.name}.md) | {page.about} |" for page in PAGES]
    yield "\n".join(["| page | |", "|---|---|", *rows])


def texts() -> dict[str, str]:
    """Make every page: the text by the name of its file."""
    pages = {"README.md": index(), **{f"{page.name}.md": blocks_of(page) for page in PAGES}}
    return {name: "\n\n".join(blocks) + "\n" for name, blocks in pages.items()}


def main(arguments: list[str] | None = None) -> int:
    """Write the pages, or check that they are up to date."""
    parser = argparse.ArgumentParser(description="Write docs/reference from the docstrings.")
    parser.add_argument("--check", action="store_true", help="only tell which pages are stale")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the pages are")
    options = parser.parse_args(arguments)
    fresh = texts()
    found = {path.name: path.read_text(encoding="utf-8") for path in options.folder.glob("*.md")}
    stale = [name for name in sorted({*fresh, *found}) if fresh.get(name) != found.get(name)]
    for name in stale:
        print(f"{'stale' if options.check else 'wrote'}: {name}")
        if not options.check and name in fresh:
            (options.folder / name).write_text(fresh[name], encoding="utf-8")
    return 1 if options.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
