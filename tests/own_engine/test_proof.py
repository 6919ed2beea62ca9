"""Every move the search makes is legal: builds with checks prove each of them as it is made.

There a search that ends has shown all its lines to be legal, and one that does
not play by the rules ends the process. Elsewhere only what is reported is seen.
"""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from kiwipete import Board
from kiwipete._core.line import Line
from kiwipete._core.searcher import PROVES
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.own_engine.time_management import SearchLimits
from tests.support.random_play import CHESS960_STARTS, STANDARD_STARTS, Start

# Possible for the rules, but not in a game.
WILD = [
    Start("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", False),
    Start("k1qqqqqq/8/8/K1PpP2q/8/8/8/8 w - d6 0 1", False),
    Start("nnnnknnn/pppppppp/8/8/8/8/PPPPPPPP/NNNNKNNN w - - 0 1", False),
    Start("k7/pppppppp/8/8/8/8/PPPPPPPP/K7 w - - 0 1", False),
    Start("1b1b1b1k/b1b1b1b1/8/8/8/8/1B1B1B1B/K1B1B1B1 b - - 0 1", False),
    Start("8/PPPPPPPP/7K/8/8/k7/pppppppp/8 w - - 0 1", False),
]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("lines", [1, 3])
@pytest.mark.parametrize(
    "starts", [STANDARD_STARTS, CHESS960_STARTS, WILD], ids=["standard", "chess960", "wild"]
)
def test_every_line_is_legal(starts, lines, threads):
    engine = SearchEngine(threads=threads, hash_mb=1)
    for start in starts:
        board = start.board()
        found: list[Line] = []
        found += engine.search(
            board, SearchLimits(depth=8, nodes=1500), lines=lines, report=found.append
        )
        assert bool(found) == any(board.legal_moves)
        for line in found:
            replay = board.copy()
            for move in line.moves:
                assert move in replay.legal_moves, (board.fen(), line)
                replay.push(move)


def test_the_table_of_one_position_does_no_harm_in_another():
    """Positions with equal pieces and unequal rights share a small table."""
    engine = SearchEngine(hash_mb=1)
    for rights in ("KQkq", "KQ", "kq", "Kq", "-"):
        for turn in "wb":
            board = Board(f"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R {turn} {rights} - 0 1")
            (line,) = engine.search(board, SearchLimits(nodes=2000))
            assert line.moves[0] in board.legal_moves


def test_a_position_that_is_wrong_ends_a_checked_build():
    code = """
import sys
sys.path.insert(0, sys.argv[1])
from kiwipete import Board
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.own_engine.time_management import SearchLimits
from tests.support.damage import spoil_key
board = Board()
spoil_key(board)
SearchEngine(hash_mb=1).search(board, SearchLimits(depth=2))
"""
    command = [sys.executable, "-c", code, "."]
    process = subprocess.run(command, capture_output=True, text=True)
    assert process.returncode == (-signal.SIGABRT if PROVES else 0)
    assert ("is_sound" in process.stderr) == PROVES
