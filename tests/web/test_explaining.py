"""Explanations as a page draws them."""

from __future__ import annotations

import pytest

from kiwipete import SQUARES, Board, Move
from kiwipete.explain import Rule, explain
from kiwipete.positions import NAMED_POSITIONS
from kiwipete.web.explaining import _ATTACKED, drawing, find_move


@pytest.mark.parametrize(
    ("fen", "move", "rule", "lines", "arrows"),
    [
        ("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "d2f3", "pinned", [["b4", "c3", "d2", "e1"]], []),
        (Board.starting_fen, "a1a4", "path-blocked", [["a1", "a2", "a3", "a4"]], []),
        ("4k3/8/8/8/8/5n2/8/4K3 w - - 0 1", "e1d2", "king-into-check", [], [["f3", "d2"]]),
        (
            "4k3/8/8/8/8/5n2/8/R3K2R w KQ - 0 1",
            "e1g1",
            "castling-out-of-check",
            [],
            [["f3", "e1"]],
        ),
        (
            "4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
            "e1g1",
            "castling-through-check",
            [["f8", "f7", "f6", "f5", "f4", "f3", "f2", "f1"]],
            [],
        ),
        (
            "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1",
            "e1g1",
            "castling-into-check",
            [["g8", "g7", "g6", "g5", "g4", "g3", "g2", "g1"]],
            [],
        ),
        (
            "4k3/8/8/8/4r3/8/8/N3K3 w - - 0 1",
            "a1b3",
            "does-not-answer-check",
            [["e4", "e3", "e2", "e1"]],
            [],
        ),
        (
            "4k3/8/8/p7/4r3/1N6/8/4K3 w - - 0 1",
            "b3a5",
            "does-not-answer-check",
            [["e4", "e3", "e2", "e1"]],
            [],
        ),
        (
            "8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 1",
            "d5c6",
            "en-passant-exposes-king",
            [["h5", "g5", "f5", "e5", "d5", "c5", "b5", "a5"]],
            [],
        ),
    ],
)
def test_lines_and_arrows(fen, move, rule, lines, arrows):
    found, answer = find_move(Board(fen), move)
    assert found is None
    shown = answer["explanation"]
    assert shown["rule"] == rule
    assert shown["lines"] == lines
    assert shown["arrows"] == [[move[:2], move[2:4]], *arrows]
    assert answer["error"].endswith(shown["text"])


@pytest.mark.parametrize("fen", NAMED_POSITIONS.values())
def test_every_illegal_move_can_be_drawn(fen):
    board = Board(fen)
    for origin in SQUARES:
        for target in SQUARES:
            move = Move(origin, target)
            if origin == target or board.is_legal(move):
                continue
            found = explain(board, move)
            shown = drawing(board, move, found)
            assert shown["arrows"][0] == [move.uci()[:2], move.uci()[2:4]]
            if found.rule in _ATTACKED:
                assert len(shown["lines"]) + len(shown["arrows"]) > 1
                place, end = _ATTACKED[found.rule]
                attackers = found.squares[place + 1 : end]
                assert {board.color_at(square) for square in attackers} == {not board.turn}
            elif found.rule is Rule.PATH_BLOCKED:
                assert len(shown["lines"][0]) > 2
            else:
                assert shown["lines"] == []


def test_ambiguous_text_is_an_error_in_words():
    board = Board("4k3/8/8/8/8/8/8/R3K2R w - - 0 1")
    move, answer = find_move(board, "Rd1")  # only one rook gets there
    assert move is not None
    board = Board("4k3/8/8/8/8/4K3/8/R6R w - - 0 1")
    move, answer = find_move(board, "Rd1")
    assert move is None
    assert answer["explanation"] is None
    assert "ambiguous" in answer["error"]
