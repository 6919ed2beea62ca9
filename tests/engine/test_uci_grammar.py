"""One grammar of UCI for all clients: what it makes of odd lines, and that it loads fast."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kiwipete import Board
from kiwipete.engine.uci_board import read_info
from kiwipete.engine.uci_grammar import (
    best_move_words,
    go_command,
    info_items,
    is_search_line,
    position_command,
    scores_best_line,
    split_line,
)
from kiwipete.match.player import move_info


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("", []),
        ("depth", []),
        ("depth x nodes 5", [("nodes", 5)]),
        ("score cp x depth 5", [("depth", 5)]),
        ("score pawns 3 depth 5", [("depth", 5)]),
        ("score  cp\t3 lowerbound", [("lowerbound", True), ("score", ("cp", 3))]),
        ("pv e7e8q N@f3 0000 depth 2", [("pv", ["e7e8q", "N@f3", "0000"]), ("depth", 2)]),
        ("currline 2 e2e4 nps 7", [("currline", ("2", ["e2e4"])), ("nps", 7)]),
        ("refutation e2e4 e7e5", [("refutation", ["e2e4", "e7e5"])]),
        ("wdl 1 2", []),
        ("wdl 500 400 100 ebf 1.5", [("wdl", [500, 400, 100]), ("ebf", 1.5)]),
        ("nodes 3 string  depth 5", [("nodes", 3), ("string", " depth 5")]),
    ],
)
def test_items_of_info_lines(text, items):
    assert info_items(text) == items


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("depth 3 score cp 5", True),
        ("multipv 1 score cp 5", True),
        ("multipv 12 score cp 5", False),
        ("multipv 2 score cp 5", False),
        ("score cp 5 multipv 1", True),
        ("string score cp 5", False),
        ("depth 3 string multipv 1 score cp 5", False),
        ("score cp 5 string multipv 2", True),
        ("depth 3 currmove e2e4", False),
    ],
)
def test_lines_that_score_the_best_line(text, expected):
    assert scores_best_line(text) is expected


def test_numbers_that_no_engine_means():
    nines = "9" * 400
    assert read_info(f"depth 3 time {nines} nodes 7", Board()) == {"depth": 3, "nodes": 7}
    found = move_info(f"depth {nines} nodes -1 score cp {nines}", 0.5)
    assert (found.score, found.depth, found.nodes) == (None, None, None)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("bestmove e2e4", True),
        ("bestmoves are nice", False),
        ("info depth 1 pv e2e4", True),
        ("info depth 1 pv", False),
        ("info string score cp 1", False),
        ("e2e4: 20", False),
    ],
)
def test_lines_of_a_search(line, expected):
    assert is_search_line(line) is expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("E2E4 ponder E7E5", ("e2e4", "e7e5")),
        ("e2e4 ponder", ("e2e4", "")),
        ("e2e4 wonder e7e5", ("e2e4", "")),
        ("NULL", ("", "")),
        (" ", ("", "")),
    ],
)
def test_best_moves(text, words):
    assert best_move_words(text) == words


def test_commands():
    assert position_command("startpos") == "position startpos"
    assert (
        position_command("8/8 w - - 0 1", iter(["a2a3"])) == "position fen 8/8 w - - 0 1 moves a2a3"
    )
    assert go_command() == "go"
    assert go_command(depth=3, searchmoves=[]) == "go depth 3 searchmoves 0000"
    assert go_command(ponder=True, infinite=True) == "go ponder infinite"
    assert split_line("\tid   name  X \n") == ("id", "name  X")


def test_matches_load_without_asyncio():
    program = "import sys, kiwipete.match.crew; sys.exit('asyncio' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
