"""Generation: the list, the count, the captures and the pseudo-legal moves of a position."""

from __future__ import annotations

import random

import chess
import pytest

from kiwipete import Board
from tests.support.perft_data import DATA, KNOWN, read_counts
from tests.support.positions import mirrored, placement_text, put_anywhere, scattered
from tests.support.random_play import STARTS, games, play

MANY_MOVES = read_counts((DATA / "many_moves.epd").read_text(encoding="utf-8"))


def texts(moves) -> list[str]:
    return [move.uci() for move in moves]


def compare(board: Board, oracle: chess.Board) -> None:
    """Hold every list of moves against python-chess, its order too, and against the others."""
    legal = list(board.legal_moves)
    captures = list(board.generate_legal_captures())
    pseudo_legal = list(board.generate_pseudo_legal_moves())
    assert texts(legal) == texts(oracle.legal_moves), board
    assert texts(captures) == texts(oracle.generate_legal_captures()), board
    assert texts(captures) == texts(move for move in legal if move.is_capture)
    assert texts(pseudo_legal) == texts(oracle.pseudo_legal_moves), board
    assert texts(board.pseudo_legal_moves) == texts(pseudo_legal)
    assert texts(board.generate_pseudo_legal_captures()) == texts(
        move for move in pseudo_legal if move.is_capture
    )
    assert board.pseudo_legal_moves.count() == len(board.pseudo_legal_moves) == len(pseudo_legal)
    assert bool(board.pseudo_legal_moves) is bool(pseudo_legal)
    values = [int(move) for move in pseudo_legal]
    assert len(set(values)) == len(values)
    assert {int(move) for move in legal} <= set(values)
    assert len(board.legal_moves) == board.legal_moves.count() == len(legal)
    assert bool(board.legal_moves) is bool(legal)


def crowded(rng: random.Random) -> str:
    """Scatter many queens and some other pieces around two kings."""
    pieces: dict[int, str] = {}
    white, black = rng.randint(1, 15), rng.randint(0, 6)
    put_anywhere(rng, pieces, "".join(rng.choices("QQQQQRBN", k=white)), home=False)
    put_anywhere(rng, pieces, "".join(rng.choices("qrbnnn", k=black)), home=False)
    put_anywhere(rng, pieces, "Kk", home=False)
    return f"{placement_text(pieces)} {rng.choice('wb')} - - 0 1"


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_known_positions(known):
    compare(known.board(), chess.Board(known.fen, chess960=known.chess960))


@pytest.mark.parametrize("seed", range(4))
def test_random_games(seed):
    for rng, start in games(STARTS, 50, seed=seed):
        for ply, board in enumerate(play(rng, start, 60)):
            if ply % 4 == 0:
                fen = board.fen(en_passant="fen")
                compare(board, chess.Board(fen, chess960=start.chess960))


@pytest.mark.parametrize("known", MANY_MOVES, ids=lambda known: known.name)
def test_fifteen_queens(known):
    assert known.counts[1] > 230
    for fen in (known.fen, mirrored(known.fen)):
        board = Board(fen)
        assert board.is_valid()
        assert fen.split()[0].lower().count("q") == 15
        assert len(board.legal_moves) == known.counts[1]
        compare(board, chess.Board(fen))
        assert board.perft(2, check=True) == board.perft(2, method="pseudo")
        assert sum(board.divide(1, hash_mb=1).values()) == known.counts[1]


@pytest.mark.parametrize("seed", range(4))
def test_crowds_of_queens(seed):
    rng = random.Random(seed)
    compared = 0
    while compared < 100:
        fen = crowded(rng)
        board = Board(fen)
        if board.is_valid():
            compare(board, chess.Board(fen))
            compared += 1


def test_castling_with_a_pinned_rook_is_not_even_pseudo_legal():
    board = Board("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", chess960=True)
    assert "d1b1" not in texts(board.generate_pseudo_legal_moves())
    assert "d1b1" not in texts(board.generate_castling_moves())
    assert "d1b1" not in texts(board.legal_moves)
    compare(board, chess.Board(board.fen(), chess960=True))
    unpinned = Board("4k3/8/8/8/8/8/8/1R1K4 w B - 0 1", chess960=True)
    assert "d1b1" in texts(unpinned.generate_pseudo_legal_moves())
    assert "d1b1" in texts(unpinned.legal_moves)
    compare(unpinned, chess.Board(unpinned.fen(), chess960=True))


@pytest.mark.parametrize(
    ("fen", "castling"),
    [
        ("7k/8/8/8/8/8/8/1RK2r2 w B - 0 1", "c1b1"),
        ("7k/8/8/8/8/8/8/r5KR w H - 0 1", "g1h1"),
        ("7q/6n1/3B4/4r2q/3NpKB1/2N5/4b3/1RK1r1pB w B - 1 2", "c1b1"),
    ],
)
def test_a_king_that_stays_behind_its_rook_does_not_castle_out_of_check(fen, castling):
    board = Board(fen, chess960=True)
    assert castling not in texts(board.generate_pseudo_legal_moves())
    assert castling not in texts(board.generate_castling_moves())
    assert castling not in texts(board.legal_moves)
    compare(board, chess.Board(fen, chess960=True))


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_impossible_positions(seed, chess960):
    rng = random.Random(seed)
    for _ in range(150):
        fen = scattered(rng)
        board, oracle = Board(fen, chess960=chess960), chess.Board(fen, chess960=chess960)
        oracle.castling_rights = board.castling_rights
        compare(board, oracle)


@pytest.mark.parametrize(
    ("placement", "count"),
    [
        ("QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQQ", 288),  # as many as queens can have
        ("/".join(["QQQQQQQQ"] * 8), 0),
        ("/".join(["Q2QQ2Q"] * 8), 168),
        ("/".join(["q1Q1q1Q1", "1Q1q1Q1q"] * 4), 112),
    ],
)
def test_more_queens_than_a_game_has(placement, count):
    assert len(Board(f"{placement} w").legal_moves) == count
    for side in "wb":
        board = Board(f"{placement} {side}")
        compare(board, chess.Board(board.fen()))


def test_pawns_where_no_game_has_them():
    fen = "pppppppp/PPPPPPPP/8/8/8/8/pppppppp/PPPPPPPP w - - 0 1"
    for text in (fen, mirrored(fen), fen.replace(" w ", " b ")):
        compare(Board(text), chess.Board(text))


def test_crowds_are_crowded():
    rng = random.Random(0)
    boards = [Board(crowded(rng)) for _ in range(5000)]
    assert max(len(board.legal_moves) for board in boards if board.is_valid()) > 100


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_moves_come_in_the_same_order_every_time(known):
    board = known.board()
    first = [int(move) for move in board.legal_moves]
    assert [int(move) for move in board.legal_moves] == first
    assert [int(move) for move in board.divide(1)] == first
    assert [int(move) for move in board.copy().legal_moves] == first
