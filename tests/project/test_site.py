"""The pages of docs lack nothing public, say what python-chess lacks, and link to what is there."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import chess
import pytest

import kiwipete
import kiwipete.engine
from kiwipete import lab, match, openings, pgn, polyglot, syzygy

ROOT = Path(__file__).parents[2]
API = ROOT / "docs" / "api"
TEXTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]

# Names that a page has as a range, such as `A1` … `H8`.
RANGES = re.compile(r"[A-H][1-8]|BB_[A-H][1-8]|BB_FILE_[A-H]|BB_RANK_[1-8]|STATUS_\w+")

# An object of each class, made in either library.
SAMPLES = {
    "BaseBoard": lambda library: library.BaseBoard(),
    "Board": lambda library: library.Board(),
    "LegalMoveGenerator": lambda library: library.Board().legal_moves,
    "Move": lambda library: library.Move(12, 28),
    "Outcome": lambda library: library.Outcome(library.Termination.STALEMATE, None),
    "Piece": lambda library: library.Piece(1, True),
    "PseudoLegalMoveGenerator": lambda library: library.Board().pseudo_legal_moves,
    "SquareSet": lambda library: library.SquareSet(),
    "Status": lambda library: library.Status.VALID,
}


def words_of(path: Path) -> set[str]:
    return set(re.findall(r"\w+", path.read_text(encoding="utf-8")))


def public_members(cls: type) -> dict[str, object]:
    """The public attributes that a class and its bases of ours define."""
    ours = [base for base in reversed(cls.__mro__) if base.__module__.startswith("kiwipete")]
    return {name: value for base in ours for name, value in vars(base).items() if name[0] != "_"}


def public_names(module: object) -> set[str]:
    return {
        name
        for name, value in vars(module).items()
        if name[0] != "_" and not isinstance(value, type(sys))
    }


def added_members() -> dict[str, set[str]]:
    """What docs/differences.md says that Kiwipete's classes have beyond python-chess's."""
    text = (ROOT / "docs" / "differences.md").read_text(encoding="utf-8").partition("## Added")[2]
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", text, re.MULTILINE)
    return {name: set(re.findall(r"`(\w+)`", members)) for name, members in rows}


def test_every_public_name_is_on_a_page():
    words = set().union(*map(words_of, API.glob("*.md")))
    missing = public_names(kiwipete) - words
    assert {name for name in missing if not RANGES.fullmatch(name)} == set()


def test_every_name_of_the_laboratory_is_on_its_page():
    assert public_names(lab) - words_of(API / "lab.md") == set()


@pytest.mark.parametrize("module", [match, polyglot, syzygy], ids=lambda module: module.__name__)
def test_every_name_of_a_module_is_on_its_page(module):
    page = API / f"{module.__name__.rpartition('.')[2]}.md"
    assert public_names(module) - words_of(page) == set()


def test_every_function_for_openings_is_on_their_page():
    assert {*openings.__all__} <= words_of(API / "openings.md")


def test_every_name_of_the_engine_client_is_on_its_page():
    assert public_names(kiwipete.engine) - words_of(API / "engine.md") == set()


def test_every_name_of_pgn_is_on_its_page():
    assert public_names(pgn) - words_of(API / "pgn.md") == set()


def test_every_member_of_a_board_is_on_its_page():
    text = (API / "board.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\.\. auto\w+:: Board\.(\w+)$", text, re.MULTILINE)
    class_attributes = {"aliases", "starting_fen", "uci_variant", "xboard_variant"}
    class_attributes |= {"captures_compulsory", "connected_kings", "one_king"}
    tables = {f"tb{kind}_{part}" for kind in "wz" for part in ("magic", "suffix")}
    class_attributes |= tables | {f"pawnless_{name}" for name in tables}
    assert sorted(listed) == sorted(public_members(kiwipete.Board).keys() - class_attributes)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_member_says_what_it_is(name):
    members = public_members(getattr(kiwipete, name))
    plain = (int, str, bytes, list, type(None))
    methods = {name: one for name, one in members.items() if not isinstance(one, plain)}
    assert [name for name, member in methods.items() if not member.__doc__] == []


@pytest.mark.parametrize("name", SAMPLES)
def test_what_is_said_to_be_added_is(name):
    ours, theirs = SAMPLES[name](kiwipete), SAMPLES[name](chess)
    known = {*dir(theirs), *dir(type(theirs))}
    assert public_members(type(ours)).keys() - known == added_members().get(name, set())


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_to_files(path):
    text = re.sub(
        r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    links = re.findall(r"\]\(([^)#\s]+)", text) + re.findall(r'src="([^"]+)"', text)
    files = [link for link in links if "://" not in link]
    assert [file for file in files if not (path.parent / file).is_file()] == []


def test_the_picture_of_a_board_is_what_its_line_draws():
    text = (API / "svg.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^python (-c .+) > docs/board\.svg$", text, re.MULTILINE)
    drawn = subprocess.run([sys.executable, *shlex.split(line)], capture_output=True, check=True)
    picture = ROOT / "docs" / "board.svg"
    assert drawn.stdout.decode().split() == picture.read_text(encoding="utf-8").split()
