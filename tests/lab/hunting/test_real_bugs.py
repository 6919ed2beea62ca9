"""Bugs that public releases had are found again, in those very releases.

The package indexes bring the engines; only our questions to them are kept in real_bugs.
"""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from pathlib import Path

import pytest

from kiwipete import Board
from kiwipete.lab import Hunt, compare, open_engine
from tests.support.stockfish import Stockfish

ADAPTERS = Path(__file__).parents[2] / "support" / "real_bugs"
PAGE = Path(__file__).parents[3] / "docs" / "real-bugs.md"
SECONDS = 180  # for a hunt on a busy machine; an idle one needs some ten


@dataclasses.dataclass(frozen=True)
class Bug:
    """What docs/real-bugs.md tells: the moves too many and too few after a line."""

    rule: str
    fen: str
    line: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Release:
    """A package with its bugs, and the release that is free of them, if there is one."""

    package: str
    version: str
    adapter: str
    bugs: tuple[Bug, ...]
    mended: str = ""

    @property
    def name(self):
        return f"{self.package} {self.version}"


RELEASES = (
    Release(
        "python-chess",
        "0.13.2",
        "ask_python_chess.py",
        (Bug("en-passant-exposes-king", "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", extra=("e5d6",)),),
        mended="0.13.3",
    ),
    Release(
        "python-chess",
        "0.8.3",
        "ask_python_chess.py",
        (
            Bug(
                "castling-no-right",
                "4k2r/6K1/8/8/8/8/8/8 b k - 0 1",
                ("h8h1", "g7f6"),
                extra=("e8g8", "h8f8", "h8g8", *(f"h8h{rank}" for rank in range(2, 8))),
                missing=("h1h8",),
            ),
        ),
        mended="0.9.0",
    ),
    Release(
        "chess.js",
        "0.1.0",
        "ask_chess_js.js",
        (
            Bug(
                "castling-no-right",
                "k7/8/8/8/8/8/8/N3K2R w K - 0 1",
                ("a1b3", "a8b8"),
                extra=("e1c1",),
            ),
        ),
        mended="0.9.0",
    ),
    Release(
        "js-chess-engine",
        "1.0.2",
        "ask_js_chess_engine.js",
        (
            Bug("en-passant", "8/8/8/4k3/2pP4/8/8/4K3 b - d3 0 1", missing=("c4d3",)),
            Bug("en-passant-exposes-king", "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", extra=("e5d6",)),
            Bug("castling-through-check", "4k3/8/8/8/8/8/4p3/4K2R w K - 0 1", extra=("e1g1",)),
        ),
        mended="2.4.6",
    ),
    Release(
        "chess-rules",
        "0.10.2",
        "ask_chess_rules.js",
        (
            Bug("castling-path-not-empty", "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", extra=("e1c1",)),
            Bug("castling-out-of-check", "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", extra=("e1g1",)),
            Bug("castling-no-right", "4k2r/8/6N1/8/8/8/8/4K3 w k - 0 1", ("g6h8",), ("e8g8",)),
        ),
    ),
)

MENDED = [release for release in RELEASES if release.mended]
EVERY_RELEASE = pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)


@pytest.fixture(scope="module")
def stockfish():
    oracle = Stockfish()
    yield oracle
    oracle.quit()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return where a release of a package has been installed."""
    folders = {}

    def install(package, version, adapter):
        if (package, version) not in folders:
            target = tmp_path_factory.mktemp(package)
            subprocess.run(installation(package, version, adapter, target), check=True)
            folders[package, version] = target
        return folders[package, version]

    return install


def installation(package, version, adapter, target):
    if adapter.endswith(".py"):
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
        return [*pip, "--target", target, f"{package}=={version}"]
    # A release does not change: what is in npm's cache need not be asked for again.
    npm = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
    return [*npm, "--prefer-offline", "--prefix", target, f"{package}@{version}"]


@pytest.fixture
def start(folder, monkeypatch):
    """Return a function that starts a release of an engine behind its adapter."""

    def start(release, version):
        place = folder(release.package, version, release.adapter)
        monkeypatch.setenv("PYTHONPATH", str(place))
        monkeypatch.setenv("NODE_PATH", str(place / "node_modules"))
        interpreter = sys.executable if release.adapter.endswith(".py") else "node"
        return open_engine([interpreter, ADAPTERS / release.adapter], timeout=60)

    return start


def legal_moves(stockfish, fen, line):
    board = Board(fen)
    for move in line:
        board.push_uci(move)
    moves = set(stockfish.divide(board.fen(), 1))
    assert moves == {move.uci() for move in board.legal_moves}
    return moves


@EVERY_RELEASE
def test_the_page_tells_of_it(release):
    page = PAGE.read_text(encoding="utf-8")
    assert f"## {release.name}: " in page
    row = next(line for line in page.splitlines() if line.startswith(f"| {release.name} ("))
    assert release.mended in row.split("|")[4]
    for bug in release.bugs:
        assert bug.fen in page
        assert bug.rule in page


@pytest.mark.deep
@EVERY_RELEASE
def test_the_engine_is_wrong_as_told(release, start, stockfish):
    with start(release, release.version) as engine:
        for bug in release.bugs:
            listed = set(engine.divide(bug.fen, bug.line, 1))
            legal = legal_moves(stockfish, bug.fen, bug.line)
            assert listed - legal == set(bug.extra)
            assert legal - listed == set(bug.missing)


@pytest.mark.deep
@EVERY_RELEASE
def test_a_hunt_finds_and_names_it(release, start, stockfish):
    wanted = {bug.rule for bug in release.bugs}
    with start(release, release.version) as engine:
        watched = Hunt(engine, seconds=SECONDS, all_bugs=True)
        findings = watched.report.findings
        for _ in watched.steps():
            if wanted <= {finding.rule for finding in findings}:
                break
    assert wanted <= {finding.rule for finding in findings}
    for finding in findings:
        assert finding.pieces <= 5
        line = finding.line if finding.kind == "make" else ()
        legal = legal_moves(stockfish, finding.fen, line)
        assert legal.isdisjoint(finding.extra)
        assert legal.issuperset(finding.missing)
        assert finding.extra or finding.missing


@pytest.mark.deep
@pytest.mark.parametrize("release", MENDED, ids=lambda release: release.name)
def test_a_later_release_is_right(release, start):
    with start(release, release.mended) as engine:
        for bug in release.bugs:
            assert compare(engine, bug.fen, bug.line, 1) is None
