"""Known counts of the variants, from the literature on their generators, and python-chess's."""

from __future__ import annotations

import chess.variant
import pytest

from kiwipete import variant

# Depths 1, 2, … from the start and from positions where the rules of the variant matter.
COUNTS = {
    ("AtomicBoard", ""): (20, 400, 8902, 197326),
    ("AtomicBoard", "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1"): (
        40,
        1238,
        45237,
    ),
    ("AntichessBoard", ""): (20, 400, 8067, 153299),
    ("AntichessBoard", "8/1p6/8/8/8/8/P7/8 w - - 0 1"): (2, 4, 4, 3, 1, 0),
    ("AntichessBoard", "8/2p5/8/8/8/8/P7/8 w - - 0 1"): (2, 4, 4, 4, 4, 4),
    ("CrazyhouseBoard", ""): (20, 400, 8902, 197281),
    ("CrazyhouseBoard", "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1"): (301, 75353),
    ("HordeBoard", ""): (8, 128, 1274, 23310),
    ("HordeBoard", "4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - - 0 1"): (30, 241, 6633),
    ("RacingKingsBoard", ""): (21, 421, 11264, 296242),
    ("RacingKingsBoard", "4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1"): (6, 33, 178, 3151),
    ("ThreeCheckBoard", ""): (20, 400, 8902, 197281),
    ("KingOfTheHillBoard", ""): (20, 400, 8902, 197281),
}


@pytest.mark.parametrize(("name", "fen"), COUNTS)
def test_known_counts(name, fen):
    board = getattr(variant, name)(*filter(None, [fen]))
    for depth, count in enumerate(COUNTS[name, fen], start=1):
        if count < 60_000:
            assert board.perft(depth) == count


@pytest.mark.deep
@pytest.mark.parametrize(("name", "fen"), COUNTS)
def test_larger_known_counts(name, fen):
    board = getattr(variant, name)(*filter(None, [fen]))
    depth, count = len(COUNTS[name, fen]), COUNTS[name, fen][-1]
    assert board.perft(depth) == count


@pytest.mark.deep
@pytest.mark.parametrize(("name", "fen"), COUNTS)
def test_python_chess_counts_the_same(name, fen):
    board = getattr(chess.variant, name)(*filter(None, [fen]))
    counts = [count for count in COUNTS[name, fen] if count < 10_000]
    assert [count_below(board, depth) for depth in range(1, len(counts) + 1)] == counts


def count_below(board, depth):
    if depth == 0:
        return 1
    total = 0
    for move in list(board.legal_moves):
        board.push(move)
        total += count_below(board, depth - 1)
        board.pop()
    return total
