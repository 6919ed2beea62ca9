"""docs/programs.md says what tools/real_programs.py found; nothing here runs the programs."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
JOBS = ROOT / "tools" / "programs"
PAGE = ROOT / "docs" / "programs.md"


def named_programs() -> set[str]:
    """Read the names and versions that the catalogue gives to its programs."""
    calls = [
        node
        for node in ast.walk(ast.parse((JOBS / "catalogue.py").read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    heads = [call.args[:2] for call in calls if call.func.id in ("driven", "Program")]
    return {
        f"{package.value} {version.value}"
        for package, version in heads
        if isinstance(package, ast.Constant) and isinstance(version, ast.Constant)
    }


def table() -> dict[str, list[str]]:
    """Return the rows of the page's table by the program's name and version."""
    rows = re.findall(r"^\| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    cells = [row.split(" | ") for row in rows[1:]]
    return {row[0]: row[1:] for row in cells}


def test_the_page_has_every_program_of_the_catalogue():
    assert named_programs() == set(table())


def test_more_than_ten_programs_say_the_same():
    assert sum(row[1] == "yes" for row in table().values()) > 10


def test_every_job_is_in_the_catalogue():
    catalogue = (JOBS / "catalogue.py").read_text(encoding="utf-8")
    jobs = {path.name for path in JOBS.glob("*.py")} - {"catalogue.py", "make_games.py"}
    assert jobs == set(re.findall(r'"(\w+\.py)"', catalogue))
