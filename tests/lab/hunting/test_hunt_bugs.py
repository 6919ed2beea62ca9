"""Bugs of an engine in a process of its own are found, named, and made small."""

from __future__ import annotations

import shlex
import shutil

import pytest

from kiwipete import Board
from kiwipete.lab import collection, compare, hunt, labelled_position, open_engine
from kiwipete.lab.hunting.descent import PROBES
from kiwipete.lab.hunting.reasons import rarest_move
from tests.support.buggy import BUGGY
from tests.support.buggy_engine.bugs import BUGS
from tests.support.mutant_table import read_rows, what_is_said

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
POSITION_3 = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
POSITION_4 = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"

# What each mutant is: the kind, the rule, and whether moves are too many or too few.
FOUND = {mutant: (row.kind, row.rule, row.moves) for mutant, row in read_rows().items()}

# One of each sort, hunted in a process of its own; test_mutants.py has them all.
IN_A_PROCESS = [
    "en-passant-pin",
    "en-passant-kept",
    "castling-bare-king",
    "rights-after-capture",
    "pinned-slider",
    "promotion-to-king",
    "twice",
    "unmake-capture",
    "key-promotion",
    "leaves-castling",
]


def check(finding, engine):
    """See that a finding is what it says it is."""
    board = Board(finding.fen, chess960=engine.chess960)
    assert board.is_valid()
    assert finding.pieces <= 6
    assert finding.explanation.endswith(".")
    # The whole of it can be had again from the smallest position, and not with a ply less.
    assert compare(engine, finding.fen, (), finding.depth) is not None
    assert finding.depth == 1 or compare(engine, finding.fen, (), finding.depth - 1) is None
    words = shlex.split(finding.reproduce)
    assert words[:4] == ["kiwipete", "hunt", "--fen", finding.fen]
    assert words[4:6] == ["--depth", str(finding.depth)]
    assert words[words.index("--") + 1 :] == list(engine.command)
    line = Board(finding.start_fen, chess960=engine.chess960)
    for move in finding.line:
        line.push_uci(move)
    if finding.kind == "make":
        assert finding.start_fen == finding.fen
        assert finding.line
    if finding.extra or finding.missing:
        where = line if finding.kind == "make" else board
        legal = {move.uci() for move in where.legal_moves}
        assert finding.rule == "capture" or not legal & set(finding.extra)
        assert legal >= set(finding.missing)


@pytest.mark.parametrize("bug", IN_A_PROCESS)
def test_bugs_are_found_in_the_collection(bug):
    with open_engine([*BUGGY, bug], chess960=BUGS[bug].chess960) as engine:
        report = hunt(engine)
        assert report.engine == "Buggy"
        assert len(report.findings) == 1
        finding = report.findings[0]
        assert what_is_said(finding) == FOUND[bug]
        check(finding, engine)


@pytest.mark.parametrize(
    ("bug", "fen"),
    [
        ("en-passant-pin", POSITION_3),
        ("castling-through-check", KIWIPETE),
        ("castling-into-check", POSITION_4),
        ("castling-over-knight", KIWIPETE),
        ("pin-diagonal", POSITION_4),
        ("queen-only", POSITION_4),
        ("double-push", KIWIPETE),
        ("wrapped-pawns", POSITION_4),
        ("wrapped-knights", POSITION_4),
        ("unmake-en-passant", KIWIPETE),
        ("unmake-promotion", POSITION_4),
        ("unmake-castling", POSITION_4),
        ("unmake-capture", KIWIPETE),
        ("key-promotion", POSITION_4),
    ],
)
def test_from_a_full_board_to_a_few_pieces(bug, fen):
    with open_engine([*BUGGY, bug]) as engine:
        report = hunt(engine, [labelled_position(fen)], depth=3)
        finding = report.findings[0]
        assert what_is_said(finding) == FOUND[bug]
        assert finding.start_fen == (finding.fen if finding.kind == "make" else fen)
        assert finding.pieces <= 4 + (bug == "en-passant-pin")
        check(finding, engine)


@pytest.mark.parametrize("bug", ["pinned-knight", "rights-after-capture", "key-promotion"])
def test_a_script(bug):
    fens = ["4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "4k2r/P7/8/4B3/8/8/8/4K3 w k - 0 1"]
    with open_engine([*BUGGY, bug], script=True) as engine:
        finding = hunt(engine, [labelled_position(fen) for fen in fens], depth=2).findings[0]
        assert what_is_said(finding) == FOUND[bug]
        check(finding, engine)


def test_all_bugs_at_once():
    bugs = ["pinned-knight", "queen-only", "double-check", "unmake-en-passant", "king-on-ray"]
    with open_engine([*BUGGY, *bugs]) as engine:
        report = hunt(engine, depth=2, positions=480, all_bugs=True)
        for finding in report.findings:
            check(finding, engine)
    assert {what_is_said(finding) for finding in report.findings} == {FOUND[bug] for bug in bugs}
    assert all(report.times_met(finding) > 1 for finding in report.findings)


@pytest.mark.parametrize("chess960", [False, True])
def test_without_bugs_the_engine_agrees_with_the_rules(chess960):
    positions = len(collection(chess960=chess960))
    with open_engine(BUGGY, chess960=chess960) as engine:
        report = hunt(engine, depth=2, positions=positions + 20)
    assert report.findings == []
    assert report.positions == positions + 20
    assert report.nodes > 70_000


@pytest.mark.deep
@pytest.mark.parametrize("chess960", [False, True])
def test_stockfish_agrees_with_the_rules(chess960):
    path = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")
    positions = len(collection(chess960=chess960)) + 300
    with open_engine([path], chess960=chess960) as engine:
        report = hunt(engine, seconds=600, positions=positions)  # no limit on a busy machine
    assert report.findings == []
    assert report.engine.startswith("Stockfish")
    # Random play may come upon a position twice.
    assert positions - 5 < report.positions <= positions
    assert report.nodes > 100_000_000


@pytest.mark.parametrize(("rule", "probes"), PROBES.items())
def test_probes_have_no_rarer_moves(rule, probes):
    for fen, depth in probes:
        assert rarest_move(Board(fen), depth) == rule
