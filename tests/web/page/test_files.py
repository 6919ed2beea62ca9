"""What can be checked in the page's files without a browser."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import kiwipete

WEB = Path(kiwipete.__file__).parent / "web"
PAGE = WEB / "page"
SCRIPTS = sorted(PAGE.glob("*.js"))
UNSAFE = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function")


class Reader(HTMLParser):
    """Collects ids, references and inline code of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.files: list[str] = []
        self.references: list[str] = []
        self.inline: list[str] = []
        self._script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name in ("for", "aria-controls", "aria-labelledby", "aria-describedby"):
                self.references += (value or "").split()
            elif name in ("src", "href") and value and value.startswith("/"):
                self.files.append(value)
            elif name == "href" and value and value.startswith("#"):
                self.references.append(value[1:])
            elif name == "style" or name.startswith("on"):
                self.inline.append(f"{tag} {name}")
        self._script = tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if self._script and data.strip():
            self.inline.append(data.strip())


@pytest.fixture(scope="module")
def reader() -> Reader:
    reader = Reader()
    reader.feed((PAGE / "index.html").read_text())
    return reader


def test_the_page_has_no_inline_code(reader: Reader) -> None:
    assert reader.inline == []


def test_ids_are_unique_and_references_resolve(reader: Reader) -> None:
    assert len(reader.ids) == len(set(reader.ids))
    assert set(reader.references) <= set(reader.ids)


def test_files_exist(reader: Reader) -> None:
    assert [path for path in reader.files if not (WEB / path[1:]).is_file()] == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_find_what_they_use(path: Path, reader: Reader) -> None:
    text = path.read_text()
    used = set(re.findall(r'\bfind\("([^"]+)"\)', text))
    assert used <= set(reader.ids)
    for target in re.findall(r'^import .*?"([^"]+)";', text, re.MULTILINE):
        file = WEB / target[1:] if target.startswith("/") else PAGE / target
        assert file.is_file(), target


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_text_never_becomes_markup(path: Path) -> None:
    assert [word for word in UNSAFE if word in path.read_text()] == []
