"""What `eval` shows adds up to what the search works with."""

from __future__ import annotations

import re

import pytest

from kiwipete import Board
from kiwipete.own_engine.bench import POSITIONS
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.own_engine.uci_text import evaluation_text, terms

ENGINE = SearchEngine(hash_mb=1, network=None)
NINE_QUEENS = "QQQQQQQQ/8/1Q6/8/8/5k2/8/K7 b - - 0 1"  # a phase beyond the full one


@pytest.mark.parametrize("fen", [*POSITIONS, NINE_QUEENS])
@pytest.mark.parametrize("mirrored", [False, True])
def test_the_terms_add_up(fen, mirrored):
    board = Board(fen).mirror() if mirrored else Board(fen)
    sides = [side for term in terms(board) for side in (term.white, term.black)]
    assert board.piece_square_scores == tuple(map(sum, zip(*sides, strict=True)))
    text = evaluation_text(board, ENGINE.evaluate(board))
    tapered, tempo = map(int, re.findall(r"move: (\S+) by its phase, (\S+) for", text)[0])
    assert tempo == 12
    assert tapered + tempo == ENGINE.evaluate(board)


def test_the_table():
    board = Board("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1")
    value = ENGINE.evaluate(board)
    text = evaluation_text(board, value)
    rows = {line.split()[0]: line.split()[1:] for line in text.splitlines() if line}
    assert set(rows) > {"pawn", "knight", "bishop", "rook", "queen", "king", "all"}
    assert rows["queen"][:2] == rows["queen"][4:]
    assert rows["queen"][2:4] == ["0", "0"]
    assert rows["king"][4:] == ["0", "0"]
    assert rows["all"] == rows["queen"][4:]
    assert rows["Phase:"][:3] == ["4", "of", "24,"]
    assert text.endswith(f"Evaluation: {value} centipawns for the side to move, {-value} for White")
