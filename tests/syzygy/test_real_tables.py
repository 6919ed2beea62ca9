"""All endings of three and four pieces, against python-chess and against a solver of our own."""

from __future__ import annotations

import random

import chess
import chess.syzygy
import pytest

import kiwipete
from kiwipete.syzygy import open_tablebase, tablenames
from tests.support.syzygy.damage import ask, damaged
from tests.support.syzygy.invented_tables import boards
from tests.support.syzygy.retrograde import solved

pytestmark = pytest.mark.deep

PROBES = ("probe_wdl", "probe_dtz", "probe_dtz_no_ep", "probe_wdl_table")


@pytest.fixture
def readers(real_tables):
    with (
        open_tablebase(real_tables) as ours,
        chess.syzygy.open_tablebase(str(real_tables)) as theirs,
    ):
        yield ours, theirs


def compare(readers, board, oracle):
    ours, theirs = readers
    for probe in PROBES:
        answer = getattr(ours, probe)(board)
        assert answer == getattr(theirs, probe)(oracle), f"{probe} {oracle.fen(en_passant='fen')}"
    assert ours.probe_ab(board, -2, 2) == theirs.probe_ab(oracle, -2, 2), oracle.fen()


@pytest.mark.parametrize("name", list(tablenames(piece_count=4)))
def test_random_positions(name, readers):
    for board, oracle in boards(name, 250, seed=1):
        compare(readers, board, oracle)


def in_passing(rng):
    """Return a position of two pawns, one of which may take the other in passing."""
    while True:
        board = chess.Board(None)
        board.turn = rng.random() < 0.5
        rank, behind = (4, 5) if board.turn else (3, 2)
        file = rng.randrange(7)
        files = [file, file + 1]
        rng.shuffle(files)
        board.set_piece_at(chess.square(files[0], rank), chess.Piece(chess.PAWN, board.turn))
        board.set_piece_at(chess.square(files[1], rank), chess.Piece(chess.PAWN, not board.turn))
        board.ep_square = chess.square(files[1], behind)
        kings = rng.sample([s for s in range(64) if board.piece_at(s) is None], 2)
        for square, color in zip(kings, (True, False), strict=True):
            board.set_piece_at(square, chess.Piece(chess.KING, color))
        if board.is_valid() and board.has_legal_en_passant():
            return board


def test_pawns_to_be_taken_in_passing(readers):
    rng = random.Random(2)
    changed = 0
    for _ in range(4000):
        oracle = in_passing(rng)
        board = kiwipete.Board(oracle.fen())
        compare(readers, board, oracle)
        changed += readers[0].probe_dtz(board) != readers[0].probe_dtz_no_ep(board)
    assert changed > 100


@pytest.mark.parametrize("kind", "QRBNP")
def test_every_position_of_three_pieces_against_the_solver(kind, readers):
    ending = solved(kind)
    won = 0
    for turn, white, black, piece in ending.states():
        board = kiwipete.Board(None)
        board.set_piece_at(white, kiwipete.Piece(kiwipete.KING, kiwipete.WHITE))
        board.set_piece_at(black, kiwipete.Piece(kiwipete.KING, kiwipete.BLACK))
        board.set_piece_at(piece, kiwipete.Piece.from_symbol(kind))
        board.turn = turn
        plies = ending.value(turn, white, black, piece)
        wdl, dtz = readers[0].probe_wdl(board), readers[0].probe_dtz(board)
        if plies is None:
            assert (wdl, dtz) == (0, 0), board.fen()
            continue
        won += 1
        sign = 1 if turn else -1
        assert wdl == 2 * sign, board.fen()
        # Distances may be one ply short, and a mate counts as one.
        assert sign * dtz in {max(plies - 1, 1), max(plies, 1)}, board.fen()
    assert (won > 0) == (kind in "QRP")


def test_the_longest_wins(readers):
    longest = {"Q": 19, "R": 31}  # plies with white to move: mate in 10 and in 16
    for kind, plies in longest.items():
        ending = solved(kind)
        assert max(n for (turn, *_), n in ending.plies.items() if turn) == plies


@pytest.mark.parametrize(
    ("fen", "wdl", "dtz"),
    [
        ("8/2K5/4B3/3N4/8/8/4k3/8 b - - 0 1", -2, -53),
        ("8/8/8/8/8/8/8/4K2k w - - 0 1", 0, 0),
    ],
)
def test_published_values(fen, wdl, dtz, readers):
    board = kiwipete.Board(fen)
    assert (readers[0].probe_wdl(board), readers[0].probe_dtz(board)) == (wdl, dtz)


@pytest.mark.parametrize("name", ["KQvKR", "KBNvK", "KPvKP", "KRvKP", "KPPvK", "KRvK"])
def test_damaged_tables(name, real_tables, tmp_path):
    rng = random.Random(name)
    positions = [board for board, _ in boards(name, 40)]
    for suffix in (".rtbw", ".rtbz"):
        table = (real_tables / f"{name}{suffix}").read_bytes()
        path = tmp_path / f"{name}{suffix}"
        for _ in range(200):
            path.write_bytes(damaged(rng, table))
            ask(path, positions)
