"""Why moves are legal or not: every rule by example."""

from __future__ import annotations

import contextlib
import dataclasses
from collections import Counter
from pathlib import Path
from typing import Any

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kiwipete
from kiwipete.explain import Effect, Rule, explain
from kiwipete.positions import NAMED_POSITIONS
from tests.support.explain_cases import CASES, MODULES, Case, names
from tests.support.perft_data import read_table

# As tests/data/kinds_of_moves.txt has it.
KIND_OF_EFFECT = {
    Effect.CAPTURE: "captures",
    Effect.EN_PASSANT: "en_passant",
    Effect.PROMOTION: "promotions",
    Effect.KINGSIDE_CASTLING: "castles",
    Effect.QUEENSIDE_CASTLING: "castles",
    Effect.CHECK: "checks",
    Effect.DISCOVERED_CHECK: "discovered_checks",
    Effect.DOUBLE_CHECK: "double_checks",
    Effect.CHECKMATE: "checkmates",
    Effect.STALEMATE: "stalemates",
}
DOCUMENTATION = Path(__file__).parents[2] / "docs" / "explain.md"


def read(module: Any, text: str) -> Any:
    """Make a move of any text, also one that stays on its square."""
    if text == "0000":
        return module.Move.null()
    promotion = chess.PIECE_SYMBOLS.index(text[4]) if text[4:] else None
    return module.Move(chess.parse_square(text[:2]), chess.parse_square(text[2:4]), promotion)


# Every rule.


@MODULES
@pytest.mark.parametrize(
    "case",
    [*CASES, *(case.mirrored() for case in CASES)],
    ids=lambda case: f"{case.rule.value}: {case.move} in {case.fen}",
)
def test_every_rule(module, case: Case):
    board = module.Board(case.fen, chess960=case.chess960)
    found = explain(board, read(module, case.move))
    assert str(found) == case.sentence
    assert found.rule is case.rule
    assert names(found) == case.squares
    assert found.effects == case.effects
    assert bool(found) is found.legal is case.rule.legal


def test_no_rule_lacks_a_case():
    cases = {case.rule for case in CASES}
    # Moves of Kiwipete cannot say it.
    assert set(Rule) - cases == {Rule.PROMOTION_TO_WRONG_PIECE}
    assert {effect for case in CASES for effect in case.effects} == set(Effect)


def test_promotion_to_a_king():
    board = chess.Board("8/P6k/8/8/8/8/8/4K3 w - - 0 1")
    found = explain(board, chess.Move(chess.A7, chess.A8, chess.KING))
    assert found.rule is Rule.PROMOTION_TO_WRONG_PIECE
    assert str(found) == (
        "The pawn on a7 cannot become a king, only a queen, rook, bishop or knight."
    )


@pytest.mark.parametrize(
    ("fen", "move", "rule"),
    [
        # No piece before anything else.
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", Rule.EMPTY_SQUARE),
        # The side before how the piece moves.
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e8a1", Rule.WRONG_SIDE),
        # How the piece moves before what is in its way, and that before the target.
        ("4k3/8/8/8/8/P7/8/R3K3 w - - 0 1", "a1b3", Rule.NO_SUCH_MOVE),
        ("4k3/8/8/8/8/P7/P7/R3K3 w - - 0 1", "a1a3", Rule.PATH_BLOCKED),
        ("4k3/8/8/8/4n3/4P3/8/4K3 w - - 0 1", "e3e5", Rule.PAWN_DOUBLE_STEP_TOO_LATE),
        ("n3k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", Rule.PAWN_BLOCKED),
        # All of that before the king's safety.
        ("4k3/8/8/8/1b2r3/8/3N4/4K3 w - - 0 1", "d2d4", Rule.NO_SUCH_MOVE),
        ("4r3/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7d8", Rule.PAWN_CAPTURES_NOTHING),
        ("3r4/1k2P3/8/8/8/8/3K4/8 w - - 0 1", "e7e8", Rule.PROMOTION_PIECE_MISSING),
        # Castling: the right, the path, then attacks from the king outwards.
        ("4k3/8/8/8/4rrr1/8/8/4KB1R w - - 0 1", "e1g1", Rule.CASTLING_NO_RIGHT),
        ("4k3/8/8/8/4rrr1/8/8/4KB1R w K - 0 1", "e1g1", Rule.CASTLING_PATH_NOT_EMPTY),
        ("4k3/8/8/8/4rrr1/8/8/4K2R w K - 0 1", "e1g1", Rule.CASTLING_OUT_OF_CHECK),
        ("4k3/8/8/8/5rr1/8/8/4K2R w K - 0 1", "e1g1", Rule.CASTLING_THROUGH_CHECK),
        # The check before the pin.
        ("4k3/8/8/8/1b2r3/8/3N4/4K3 w - - 0 1", "d2b3", Rule.DOES_NOT_ANSWER_CHECK),
        ("4k3/8/8/8/1b2r3/3n4/3N4/4K3 w - - 0 1", "d2e4", Rule.DOUBLE_CHECK),
    ],
)
@MODULES
def test_the_more_basic_rule_comes_first(module, fen, move, rule):
    assert explain(module.Board(fen), read(module, move)).rule is rule


# Legal moves: what `kiwipete perft --stats` counts.


def kinds_of_moves(board: kiwipete.Board, depth: int) -> Counter[str]:
    """Count the effects of the moves of the last ply."""
    kinds: Counter[str] = Counter()
    for move in board.legal_moves:
        if depth > 1:
            board.push(move)
            kinds += kinds_of_moves(board, depth - 1)
            board.pop()
        else:
            kinds["nodes"] += 1
            kinds.update(KIND_OF_EFFECT[effect] for effect in explain(board, move).effects)
    return kinds


@pytest.mark.parametrize(
    "row",
    [row for row in read_table("kinds_of_moves.txt") if int(row["nodes"]) < 50_000],
    ids=lambda row: f"{row['position']}-{row['depth']}",
)
def test_effects_are_counted_right(row):
    board = kiwipete.Board(NAMED_POSITIONS[row["position"]])
    counted = kinds_of_moves(board, int(row["depth"]))
    kinds = row.keys() - {"position", "depth"}
    assert {kind: counted[kind] for kind in kinds} == {kind: int(row[kind]) for kind in kinds}


# Moves as text.


def test_text():
    board = kiwipete.Board()
    assert board.explain("e2e4") == explain(board, "e2e4") == explain(board, read(kiwipete, "e2e4"))
    assert board.explain("0000").rule is Rule.NULL_MOVE


@pytest.mark.parametrize("castling", ["e1g1", "e1h1"])
@pytest.mark.parametrize("chess960", [False, True])
def test_castling_in_both_notations(castling, chess960):
    board = kiwipete.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1", chess960=chess960)
    assert board.explain(castling).effects == (Effect.KINGSIDE_CASTLING,)


@pytest.mark.parametrize("text", ["", "e2e9", "e2e2", "a7a8x", "Nf9", "O-O-O-O"])
def test_bad_text(text):
    with pytest.raises(kiwipete.InvalidMoveError):
        kiwipete.Board().explain(text)


def test_algebraic_notation():
    board = kiwipete.Board()
    assert board.explain("Nf3") == board.explain("g1f3")
    assert board.explain("O-O") == board.explain("e1g1")
    for text in ("e2", "Nf6", "Nd7"):
        with pytest.raises(kiwipete.IllegalMoveError, match=f"illegal move '{text}': "):
            board.explain(text)
    assert kiwipete.Board().fen() == board.fen()


@given(st.text("KQRBNOabeh1278x-=+#0", max_size=7), st.sampled_from([True, False]))
def test_any_text_is_a_move_or_refused(text, chess960):
    board = kiwipete.Board(chess960=chess960)
    with contextlib.suppress(ValueError):
        assert board.explain(text).sentence


# The objects.


def test_an_explanation_does_not_change():
    found = explain(kiwipete.Board(), "e2e4")
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.sentence = "Because."
    assert found == dataclasses.replace(found)
    assert hash(found) == hash(dataclasses.replace(found))


def test_explaining_changes_nothing():
    board = kiwipete.Board()
    board.push_uci("e2e4")
    before = board.copy()
    for text in ("e7e5", "e7e4", "e8g8", "0000"):
        board.explain(text)
    assert board == before
    assert board.move_stack == before.move_stack


@pytest.mark.parametrize("rule", Rule)
def test_names_of_rules(rule):
    assert rule.value == rule.name.lower().replace("_", "-")
    assert Rule(rule.value) is rule
    assert rule.title


@pytest.mark.parametrize("kind", [Rule, Effect])
def test_the_documentation_lists_all_in_order(kind):
    text = DOCUMENTATION.read_text(encoding="utf-8")
    section = text[text.index(f"## {kind.__name__}") :].partition("\n## ")[0]
    listed = [line.split("`")[1] for line in section.splitlines() if line.startswith("| `")]
    assert listed == [each.value for each in kind]
