"""The pages of docs/reference are what the docstrings make of them, and lack nothing public."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import chess
import pytest

import kiwipete

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "reference"

# Names that a page has as a range, such as `A1` … `H8`.
RANGES = re.compile(r"[A-H][1-8]|BB_[A-H][1-8]|BB_FILE_[A-H]|BB_RANK_[1-8]|STATUS_\w+")

# An object of each class, made in either library.
SAMPLES = {
    "BaseBoard": lambda library: library.BaseBoard(),
    "Board": lambda library: library.Board(),
    "LegalMoveGenerator": lambda library: library.Board().legal_moves,
    "PseudoLegalMoveGenerator": lambda library: library.Board().pseudo_legal_moves,
    "Move": lambda library: library.Move(12, 28),
    "Outcome": lambda library: library.Outcome(library.Termination.STALEMATE, None),
    "Piece": lambda library: library.Piece(1, True),
    "SquareSet": lambda library: library.SquareSet(),
    "Status": lambda library: library.Status.VALID,
}


@pytest.fixture
def tool(monkeypatch):
    """The tool as a module."""
    monkeypatch.syspath_prepend(ROOT / "tools")
    import write_reference

    return write_reference


def page(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def public_names(cls: type) -> set[str]:
    """The public attributes that a class and its bases of ours define."""
    ours = [base for base in cls.__mro__ if base.__module__.startswith("kiwipete")]
    return {name for base in ours for name in vars(base) if not name.startswith("_")}


def test_pages_are_up_to_date():
    command = [sys.executable, ROOT / "tools" / "write_reference.py", "--check"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, ""), run.stderr


def test_stale_missing_and_foreign_pages_are_found_and_pages_are_written_anew(
    tool, tmp_path, capsys
):
    folder = tmp_path / "reference"
    shutil.copytree(FOLDER, folder)
    (folder / "move.md").write_text("# Move\n", encoding="utf-8")
    (folder / "piece.md").unlink()
    assert tool.main(["--check", "--folder", str(folder)]) == 1
    assert capsys.readouterr().out.split() == ["stale:", "move.md", "stale:", "piece.md"]
    assert tool.main(["--folder", str(folder)]) == 0
    assert tool.main(["--check", "--folder", str(folder)]) == 0
    (folder / "old.md").write_text("# Old\n", encoding="utf-8")
    assert tool.main(["--check", "--folder", str(folder)]) == 1


def test_every_public_name_is_on_a_page():
    text = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md"))
    words = set(re.findall(r"\w+", text))
    names = {
        name
        for name, value in vars(kiwipete).items()
        if not name.startswith("_") and not isinstance(value, type(sys))
        if getattr(value, "__module__", None) != "importlib"
    }
    assert {name for name in names - words if not RANGES.fullmatch(name)} == set()


def test_every_member_is_on_the_page_of_its_class(tool):
    for one in tool.PAGES:
        words = set(re.findall(r"\w+", page(f"{one.name}.md")))
        for cls in one.classes:
            assert public_names(cls) - words == set(), cls


def test_every_member_says_what_it_is(tool):
    silent = [
        f"{cls.__name__}.{member.name}"
        for one in tool.PAGES
        for cls in one.classes
        for member in tool.members_of(cls)
        if not member.text
    ]
    assert silent == []


@pytest.mark.parametrize("name", SAMPLES)
def test_what_is_marked_as_beyond_python_chess_is(tool, name):
    ours, theirs = SAMPLES[name](kiwipete), SAMPLES[name](chess)
    known = {*dir(theirs), *dir(type(theirs))}
    assert public_names(type(ours)) - known == tool.BEYOND.get(name, set())


def test_links_lead_to_one_heading():
    for path in FOLDER.glob("*.md"):
        text = path.read_text(encoding="utf-8")
        for file, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", text):
            target = path.parent / file if file else path
            assert target.is_file(), (path.name, file)
            headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            same = [heading for heading in headings if heading.lower() == anchor]
            assert len(same) == (1 if anchor else 0), (path.name, file, anchor)
