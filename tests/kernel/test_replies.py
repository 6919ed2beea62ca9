"""Two plies in bulk: never another count than making every move gives.

A perft of 3 counts each child of its root in bulk; `check` counts the root so.
"""

from __future__ import annotations

import pytest

from kiwipete import Board
from tests.support.deep import share
from tests.support.impossible import countable_boards
from tests.support.positions import mirrored
from tests.support.random_play import CHESS960_STARTS, STANDARD_STARTS, games, play

VARIANTS = {"standard": STANDARD_STARTS, "chess960": CHESS960_STARTS}

# What a move of white's changes in black's replies, or why it must be made: (what, FEN).
CORNERS = [
    ("a line opens", "3rk3/8/8/8/3N4/8/3B4/4K3 w - - 0 1"),
    ("a line is blocked", "4k3/8/8/8/r7/8/2B5/4K3 w - - 0 1"),
    ("a pinned rook keeps to its line", "4k3/4r3/8/8/4R3/8/2N5/4K3 w - - 0 1"),
    ("a pinned queen has one line of two", "7k/6q1/8/8/3B4/8/1N6/K7 w - - 0 1"),
    ("the pinner leaves", "4k3/4n3/8/8/4R3/8/8/4K3 w - - 0 1"),
    ("one of two pinners leaves", "4k3/4n3/8/4R3/4R3/8/8/5K2 w - - 0 1"),
    ("a pin is cut", "4k3/4n3/8/8/1B6/8/8/4RK2 w - - 0 1"),
    ("a piece pins", "4k3/3n4/8/8/8/8/4B3/6K1 w - - 0 1"),
    ("a pin is cut on either side of the king", "8/8/8/R1nkb2R/8/N5N1/8/6K1 w - - 0 1"),
    ("a pin is cut by what pins again", "4k3/4n3/8/8/1R5Q/8/8/4RK2 w - - 0 1"),
    ("taking pins", "4k3/3n4/8/1p6/8/3B4/8/6K1 w - - 0 1"),
    ("leaving pins", "4k3/4n3/8/4N3/8/8/8/4RK2 w - - 0 1"),
    ("leaving pins, with many moves", "4k3/4n3/8/4B3/8/8/8/4RK2 w - - 0 1"),
    ("a check is discovered", "4k3/8/8/4N3/8/8/8/4RK2 w - - 0 1"),
    ("a pawn discovers a check by taking", "4k3/8/3p4/4P3/8/8/8/4RK2 w - - 0 1"),
    ("steps and double steps are blocked", "7k/3p4/8/8/2N2B2/8/8/4K3 w - - 0 1"),
    ("pawns can take what comes", "7k/8/2p1p3/8/8/2N5/6B1/4K3 w - - 0 1"),
    ("a pinned pawn may take its pinner", "7k/6p1/5B2/8/8/2N5/8/K7 w - - 0 1"),
    ("pawns about to promote", "7k/8/8/8/8/2N5/1p3p2/2R1K1B1 w - - 0 1"),
    ("a pawn about to promote is taken", "7k/8/8/8/8/3N4/1p3p2/B1R3K1 w - - 0 1"),
    ("neighbours of the king are attacked", "7k/8/8/3N4/1B6/4P1P1/3R4/K2Q4 w - - 0 1"),
    ("neighbours of the king are freed", "7k/4N3/3B2P1/8/8/5Q2/6R1/K7 w - - 0 1"),
    ("our own piece shields the king", "7k/8/8/8/8/4B3/8/K5R1 w - - 0 1"),
    ("our king shields the king", "8/1k6/8/8/2K5/8/8/2R5 w - - 0 1"),
    ("kings keep away from each other", "8/8/3k4/8/3K4/8/8/8 w - - 0 1"),
    ("a king among its own", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("castling is stopped", "r3k2r/8/8/8/8/2N4P/3Q4/4K1B1 w kq - 0 1"),
    ("castling is blocked", "r3k2r/8/8/4N3/8/7B/8/4K3 w kq - 0 1"),
    ("a piece leaves the path of castling", "rN2k2r/8/8/8/8/8/8/4K3 w kq - 0 1"),
    ("one of two pieces leaves the path", "rNN1k2r/8/8/8/8/8/8/4K3 w kq - 0 1"),
    ("the attack on castling ends", "r3k2r/8/8/8/8/5R2/8/4K3 w kq - 0 1"),
    ("the attack on castling is cut", "r3k2r/8/8/8/8/7B/8/3R1K2 w kq - 0 1"),
    ("an attack on castling is discovered", "r3k2r/8/8/8/3N4/5N2/8/3R1R1K w kq - 0 1"),
    ("a rook that may castle is taken", "r3k2r/8/8/8/8/8/6B1/R3K3 w Qkq - 0 1"),
    ("a rook beyond castling is taken", "r3k2r/8/8/8/8/2R5/6B1/2R1K3 w k - 0 1"),
    ("a neighbour of the king is taken", "4k3/3p4/8/1B6/8/8/8/4K3 w - - 0 1"),
    ("a guarded neighbour of the king is taken", "4k3/3p1p2/8/1B2N3/8/1Q6/8/4K3 w - - 0 1"),
    ("knights guard what is taken", "4k3/8/2n5/4p3/8/5N2/8/4K3 w - - 0 1"),
    ("sliders guard what is taken", "4k3/8/1b6/r3p3/3b4/5N2/8/4K3 w - - 0 1"),
    ("pawns guard what is taken", "4k3/8/3p1p2/4p3/8/5N2/8/4K3 w - - 0 1"),
    ("a pinned piece is taken", "4k3/4n3/8/3N4/8/8/8/4RK2 w - - 0 1"),
    ("a pinned rook is taken", "4k3/8/4r3/8/3N4/8/8/4RK2 w - - 0 1"),
    ("en passant becomes possible", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"),
    ("en passant would expose the king", "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1"),
    ("en passant would answer a check", "8/8/8/3k4/3p4/8/4P3/K7 w - - 0 1"),
    ("we take en passant", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1"),
    ("we promote", "3rk3/2P5/8/8/8/8/6P1/4K3 w - - 0 1"),
    ("we promote and look back along the file", "8/4P3/8/4k3/8/8/8/K7 w - - 0 1"),
    ("we promote and look back along the diagonal", "4n3/3P4/8/8/k7/8/8/K7 w - - 0 1"),
    ("we promote and pin behind where we stood", "8/4P3/8/4n3/4k3/8/8/K7 w - - 0 1"),
    ("we promote and pin a castling rook", "1r2k2r/P1P5/8/8/8/8/8/K7 w k - 0 1"),
    ("we promote and take a castling rook", "r3k2r/1P4P1/8/8/8/8/8/4K3 w kq - 0 1"),
    ("we castle", "3k4/8/8/8/8/1r6/8/R3K2R w KQ - 0 1"),
    ("we are in check", "4k3/8/8/8/7b/8/3r4/R3K2R w KQ - 0 1"),
    ("sixteen pieces a side, all queens", "kqqqqqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQQQQK w - - 0 1"),
    ("fifteen queens in the open", "k1q1q1q1/q1q1q1q1/1q1q1q1q/qqqq4/8/8/K7/8 w - - 0 1"),
    ("nine pawns and more", "7k/pppppppp/ppppppp1/8/8/1PPPPPPP/PPPPPPPP/K7 w - - 0 1"),
]

CHESS960_CORNERS = [
    ("a pinned rook cannot castle", "Rrk5/8/8/8/8/8/8/4K3 w b - 0 1"),
    ("a rook would be pinned, and castles no more", "1rk5/8/8/8/8/8/R7/4K3 w b - 0 1"),
    ("leaving pins the castling rook", "RNrk4/8/8/8/8/8/8/4K3 w c - 0 1"),
    ("a pin of the castling rook is cut", "R1r1k3/8/N7/8/8/8/8/4K3 w c - 0 1"),
    ("a promoted piece frees a castling rook", "R1r1k3/1P6/8/8/8/8/8/4K3 w c - 0 1"),
    ("a king that castles without moving", "1r4k1/8/8/8/8/4N3/3R4/4K3 w b - 0 1"),
    ("king and rook change places", "5kr1/8/8/8/8/2N5/3R2B1/4K3 w g - 0 1"),
    ("a long way for the king", "rk5r/8/8/8/8/2N1B3/3R4/4K3 w ha - 0 1"),
]


def assert_two_plies(board: Board) -> None:
    """Compare with making every move, below the root and at it."""
    assert board.perft(3) == board.perft(3, method="legal"), board.fen()
    board.perft(1, check=True)


@pytest.mark.parametrize(("what", "fen"), CORNERS, ids=[what for what, _ in CORNERS])
def test_each_correction(what, fen):
    assert_two_plies(Board(fen))
    assert_two_plies(Board(mirrored(fen)))


@pytest.mark.parametrize(
    ("what", "fen"), CHESS960_CORNERS, ids=[what for what, _ in CHESS960_CORNERS]
)
def test_each_correction_in_chess960(what, fen):
    assert_two_plies(Board(fen, chess960=True))
    assert_two_plies(Board(mirrored(fen), chess960=True))


@pytest.mark.parametrize("name", VARIANTS)
def test_random_games(name):
    for rng, start in games(VARIANTS[name], 60, seed=10):
        for ply, board in enumerate(play(rng, start, 60)):
            if ply % 3 == 0:
                assert board.perft(3) == board.perft(3, method="legal"), board.fen()


@pytest.mark.parametrize("chess960", [False, True])
def test_impossible_positions(chess960):
    for fen, board in countable_boards(20, 700, chess960=chess960):
        assert board.perft(3) == board.perft(3, method="legal"), fen
        board.perft(1, check=True)


@pytest.mark.deep
@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("first", range(0, share(1200, 400), 400))
def test_random_games_deep(name, first):
    for rng, start in list(games(VARIANTS[name], first + 400, seed=11))[first:]:
        for ply, board in enumerate(play(rng, start, 100)):
            assert board.perft(3) == board.perft(3, method="legal"), board.fen()
            if ply % 20 == 0:
                board.perft(2, check=True)


@pytest.mark.deep
@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("seed", range(30, 30 + share(6)))
def test_impossible_positions_deep(seed, chess960):
    for fen, board in countable_boards(seed, 3000, chess960=chess960):
        assert board.perft(3) == board.perft(3, method="legal"), fen
        board.perft(1, check=True)


@pytest.mark.deep
@pytest.mark.parametrize("name", VARIANTS)
def test_stockfish_deep(name, stockfish):
    for rng, start in games(VARIANTS[name], 200, seed=12):
        for ply, board in enumerate(play(rng, start, 100)):
            if ply % 10 == 0:
                fen = board.fen(shredder=board.chess960, en_passant="fen")
                expected = stockfish.divide(fen, 4, chess960=board.chess960)
                assert {str(m): count for m, count in board.divide(4).items()} == expected, fen
