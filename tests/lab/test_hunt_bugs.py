"""Every bug that can be switched on in the engine is found, named, and made small."""

from __future__ import annotations

import shlex
import shutil

import pytest

from kiwipete import Board
from kiwipete.lab import collection, compare, ground_position, hunt, open_engine
from kiwipete.lab.reasons import rarest_move
from kiwipete.lab.suspects import PROBES

from .buggy import BUGGY
from .buggy_engine.bugs import BUGS

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
POSITION_3 = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
POSITION_4 = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"

# What each bug is: the kind, the rule, and whether moves are too many or too few.
FOUND = {
    "en-passant-pin": ("moves", "en-passant-exposes-king", "extra"),
    "en-passant-kept": ("make", "en-passant-expired", "extra"),
    "en-passant-evasion": ("moves", "en-passant", "missing"),
    "castling-through-check": ("moves", "castling-through-check", "extra"),
    "castling-out-of-check": ("moves", "castling-out-of-check", "extra"),
    "castling-into-check": ("moves", "castling-into-check", "extra"),
    "castling-over-knight": ("moves", "castling-path-not-empty", "extra"),
    "castling-safe-rook": ("moves", "castling", "missing"),
    "castling-bare-king": ("moves", "castling-into-check", "extra"),
    "rights-after-capture": ("make", "castling-no-right", "extra"),
    "rights-after-move": ("make", "castling-no-right", "extra"),
    "king-on-ray": ("moves", "king-into-check", "extra"),
    "king-takes-guarded": ("moves", "king-into-check", "extra"),
    "pinned-knight": ("moves", "pinned", "extra"),
    "pinned-slider": ("moves", "capture", "missing"),
    "double-check": ("moves", "double-check", "extra"),
    "queen-only": ("moves", "promotion", "missing"),
    "no-promotion": ("moves", "promotion-piece-missing", "extra"),
    "double-push": ("moves", "pawn-blocked", "extra"),
    "double-push-late": ("moves", "pawn-double-step-too-late", "extra"),
    "wrapped-pawns": ("moves", "no-such-move", "extra"),
    "wrapped-knights": ("moves", "no-such-move", "extra"),
    "twice": ("moves", "capture", "extra"),
    "unmake-en-passant": ("make", "en-passant", "counts"),
    "unmake-promotion": ("make", "promotion", "counts"),
    "unmake-castling": ("make", "castling", "counts"),
    "unmake-rights": ("make", "castling", "counts"),
    "unmake-capture": ("make", "capture", "counts"),
    "key-promotion": ("make", "promotion", "counts"),
    "key-en-passant": ("make", "en-passant", "counts"),
    "key-castling": ("make", "castling", "counts"),
}
SLOW = {"key-castling", "key-en-passant"}  # four and five plies down: some seconds here


def sign(finding):
    return "extra" if finding.extra else "missing" if finding.missing else "counts"


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


def test_there_is_an_answer_for_every_bug():
    assert FOUND.keys() == BUGS.keys()


@pytest.mark.parametrize(
    "bug", [pytest.param(bug, marks=pytest.mark.deep if bug in SLOW else ()) for bug in BUGS]
)
def test_each_bug_is_found_in_the_collection(bug):
    chess960 = bug == "castling-bare-king"
    with open_engine([*BUGGY, bug], chess960=chess960) as engine:
        report = hunt(engine)
        assert report.engine == "Buggy"
        assert len(report.findings) == 1
        finding = report.findings[0]
        assert (finding.kind, finding.rule, sign(finding)) == FOUND[bug]
        check(finding, engine)


@pytest.mark.parametrize(
    ("bug", "fen"),
    [
        ("en-passant-pin", POSITION_3),
        ("castling-through-check", KIWIPETE),
        ("castling-into-check", POSITION_4),
        ("castling-over-knight", KIWIPETE),
        ("pinned-knight", POSITION_4),
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
        report = hunt(engine, [ground_position(fen)], depth=3)
        finding = report.findings[0]
        assert (finding.kind, finding.rule, sign(finding)) == FOUND[bug]
        assert finding.start_fen == (finding.fen if finding.kind == "make" else fen)
        assert finding.pieces <= 4 + (bug == "en-passant-pin")
        check(finding, engine)


@pytest.mark.parametrize("bug", ["pinned-knight", "rights-after-capture", "key-promotion"])
def test_a_script(bug):
    fens = ["4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "4k2r/P7/8/4B3/8/8/8/4K3 w k - 0 1"]
    with open_engine([*BUGGY, bug], script=True) as engine:
        finding = hunt(engine, [ground_position(fen) for fen in fens], depth=2).findings[0]
        assert (finding.kind, finding.rule, sign(finding)) == FOUND[bug]
        check(finding, engine)


def test_all_bugs_at_once():
    bugs = ["pinned-knight", "queen-only", "double-check", "unmake-en-passant", "king-on-ray"]
    with open_engine([*BUGGY, *bugs]) as engine:
        report = hunt(engine, depth=2, positions=480, all_bugs=True)
        for finding in report.findings:
            check(finding, engine)
    assert {(finding.kind, finding.rule, sign(finding)) for finding in report.findings} == {
        FOUND[bug] for bug in bugs
    }
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
    with open_engine([path], chess960=chess960) as engine:
        report = hunt(engine)
    assert report.findings == []
    assert report.engine.startswith("Stockfish")
    assert report.positions == len(collection(chess960=chess960)) + 300
    assert report.nodes > 100_000_000


@pytest.mark.parametrize(("rule", "probes"), PROBES.items())
def test_probes_have_no_rarer_moves(rule, probes):
    for fen, depth in probes:
        assert rarest_move(Board(fen), depth) == rule
