"""The element's files: small, with the drawings of `kiwipete.svg`, and easy to bundle."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.web.browser import WEB

TOOL = Path(__file__).parents[3] / "tools" / "write_board_pieces.py"
FILES = sorted((WEB / "board").iterdir())
IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "\./([\w-]+\.js)";$')


def test_the_pieces_are_those_of_svg():
    printed = subprocess.check_output([sys.executable, TOOL, "--print"], text=True)
    assert (WEB / "board" / "pieces.js").read_text(encoding="utf-8") == printed


def test_the_element_is_small():
    assert sum(path.stat().st_size for path in FILES) < 40_000


def test_modules_can_be_joined_into_one():
    """Every import is a line of its own from a neighbour, and no top-level name occurs twice."""
    names: list[str] = []
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        for line in re.findall(r"^import\b.*", text, re.MULTILINE):
            found = IMPORT.match(line)
            assert found, f"{path.name}: {line}"
            exported = (WEB / "board" / found[2]).read_text(encoding="utf-8")
            for name in found[1].split(", "):
                assert re.search(
                    rf"^export (class|const|function) {name}\b", exported, re.MULTILINE
                )
        pattern = r"^(?:export )?(?:class|const|let|(?:async )?function) (\w+)"
        names += re.findall(pattern, text, re.MULTILINE)
    assert len(names) == len(set(names)), sorted(names)


def test_nothing_is_loaded_from_elsewhere():
    for path in FILES:
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?:|\bimport\(|\beval\b|\bFunction\(", text), path.name
