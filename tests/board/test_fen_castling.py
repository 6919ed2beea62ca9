"""The castling and en passant fields: X-FEN, Shredder-FEN, and when to name the square."""

from __future__ import annotations

import chess
import pytest

from kiwipete import Board, Status
from tests.support.perft_data import CHESS960

# (castling field, what X-FEN writes, what Shredder-FEN writes, the rooks)
FIELDS = [
    # The king on e1 has rooks on a1, b1, g1 and h1.
    ("KQ", "KQ", "HA", "h1 a1"),
    ("QK", "KQ", "HA", "h1 a1"),
    ("HA", "KQ", "HA", "h1 a1"),
    ("AH", "KQ", "HA", "h1 a1"),
    ("K", "K", "H", "h1"),
    ("Q", "Q", "A", "a1"),
    ("G", "G", "G", "g1"),
    ("B", "B", "B", "b1"),
    ("GB", "GB", "GB", "g1 b1"),
    ("KB", "KB", "HB", "h1 b1"),
    ("GQ", "GQ", "GA", "g1 a1"),
    ("-", "-", "-", ""),
]


def squares(mask: int) -> str:
    return " ".join(chess.square_name(square) for square in chess.scan_reversed(mask))


@pytest.mark.parametrize(("field", "xfen", "shredder", "rooks"), FIELDS)
def test_rooks_by_name(field, xfen, shredder, rooks):
    board = Board(f"4k3/8/8/8/8/8/8/RR2K1RR w {field} - 0 1", chess960=True)
    assert squares(board.castling_rights) == rooks
    assert board.fen().split()[2] == xfen
    assert board.fen(shredder=True).split()[2] == shredder
    assert board.is_valid()


@pytest.mark.parametrize(("field", "xfen", "shredder", "rooks"), FIELDS)
def test_rooks_by_name_for_black(field, xfen, shredder, rooks):
    board = Board(f"rr2k1rr/8/8/8/8/8/8/4K3 w {field.lower()} - 0 1", chess960=True)
    assert squares(board.castling_rights) == rooks.replace("1", "8")
    assert board.fen().split()[2] == xfen.lower()
    assert board.fen(shredder=True).split()[2] == shredder.lower()
    assert board.is_valid()


@pytest.mark.parametrize("known", CHESS960, ids=lambda known: known.name)
def test_chess960_text_is_read_back(known):
    board = known.board()
    oracle = chess.Board(known.fen, chess960=True)
    for shredder in (False, True):
        text = board.fen(shredder=shredder)
        assert text == oracle.fen(shredder=shredder)
        assert Board(text, chess960=True).fingerprint() == board.fingerprint()


@pytest.mark.parametrize("number", range(0, 960, 7))
def test_chess960_start_positions(number):
    oracle = chess.Board.from_chess960_pos(number)
    board = Board(oracle.fen(), chess960=True)
    assert board.is_valid()
    assert board.fen() == oracle.fen()
    assert board.fen(shredder=True) == oracle.fen(shredder=True)
    assert Board(board.fen(shredder=True), chess960=True).fingerprint() == board.fingerprint()


def test_standard_chess_reads_rook_files_too():
    by_file = Board("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1")
    assert by_file.fen() == "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert by_file.is_valid()


# (placement, castling field, rooks it names, those that count in standard chess, in Chess960)
IN_VAIN = [
    ("4k3/8/8/8/8/8/8/4K3", "K", "h1", "", ""),
    ("4k3/8/8/8/8/8/8/4K3", "KQ", "h1 a1", "", ""),
    ("4k3/8/8/8/8/8/8/4K3", "KQkq", "h8 a8 h1 a1", "", ""),
    ("4k3/8/8/8/8/8/8/4K1R1", "HB", "h1 b1", "", ""),
    ("4k3/8/8/8/8/8/8/4K1R1", "GB", "g1 b1", "", "g1"),
    ("rr2k1r1/8/8/8/4K3/8/8/R6R", "KQcd", "d8 c8 h1 a1", "", ""),
    ("rr2k1r1/8/8/8/4K3/8/8/R6R", "Hag", "g8 a8 h1", "a8", "g8 a8"),
    ("rr2k1r1/8/8/8/4K3/8/8/R6R", "ab", "b8 a8", "a8", "a8"),
    ("8/8/8/8/8/8/8/R6R", "KQkq", "h8 a8 h1 a1", "", ""),
]


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize(("placement", "field", "named", "standard", "free"), IN_VAIN)
def test_rights_without_rooks_are_kept_for_status_to_see(
    placement, field, named, standard, free, chess960
):
    fen = f"{placement} w {field} - 0 1"
    board = Board(fen, chess960=chess960)
    assert squares(board.castling_rights) == named
    assert squares(board.clean_castling_rights()) == (free if chess960 else standard)
    assert Status.BAD_CASTLING_RIGHTS in board.status()
    # What is written are the rights that count, so text and board agree from then on.
    for shredder in (False, True):
        again = Board(board.fen(shredder=shredder), chess960=chess960)
        assert again.castling_rights == board.clean_castling_rights()
        assert again.zobrist_key == board.zobrist_key
        assert Status.BAD_CASTLING_RIGHTS not in again.status()
    board.castling_rights = board.clean_castling_rights()
    assert board.fingerprint() == again.fingerprint()
    board.castling_rights = Board(fen).castling_rights
    assert board.fingerprint() == Board(fen, chess960=chess960).fingerprint()


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize(
    ("placement", "field", "rooks"),
    [
        # Squares are compared by number: all of white's first rank is before such a king.
        ("4k3/8/8/4K3/8/8/8/7R", "KQ", "h1"),
        ("4k3/8/8/4K3/8/8/8/7R", "QK", "h1"),
        ("4k3/8/8/4K3/8/8/8/3R4", "KQ", "h1 d1"),
        ("4k3/8/8/4K3/8/8/8/R7", "KQ", "h1 a1"),
        # And all of black's last rank behind.
        ("r7/8/8/4k3/8/8/8/4K3", "kq", "a8"),
        ("r7/8/8/4k3/8/8/8/4K3", "qk", "a8"),
        ("3r4/8/8/4k3/8/8/8/4K3", "kq", "d8 a8"),
        ("7r/8/8/4k3/8/8/8/4K3", "kq", "h8 a8"),
    ],
)
def test_both_letters_may_mean_one_rook_of_a_king_that_left_home(placement, field, rooks, chess960):
    fen = f"{placement} w {field} - 0 1"
    board = Board(fen, chess960=chess960)
    assert squares(board.castling_rights) == rooks
    assert board.castling_rights == chess.Board(fen, chess960=chess960).castling_rights
    assert board.status() == Status.BAD_CASTLING_RIGHTS
    assert board.fen().split()[2] == "-"


# (FEN before, move, the square after every double push, if a pawn is ready, if it may capture)
DOUBLE_PUSHES = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e3", "-", "-"),
    ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", "e3", "e3", "e3"),
    ("4k3/3p4/8/2P5/8/8/8/4K3 b - - 0 1", "d7d5", "d6", "d6", "d6"),
    # Both pawns leave the rank between king and rook.
    ("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", "e3", "e3", "-"),
    # The capturing pawn is pinned on the file.
    ("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4", "e3", "e3", "-"),
    # The captured pawn hides a bishop's line to the king.
    ("8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1", "d2d4", "d3", "d3", "-"),
    # The pushed pawn gives check and may be taken.
    ("8/8/8/2k5/2p5/8/3P4/4K3 w - - 0 1", "d2d4", "d3", "d3", "d3"),
]


@pytest.mark.parametrize(("fen", "move", "always", "ready", "legal"), DOUBLE_PUSHES)
def test_when_the_en_passant_square_is_named(fen, move, always, ready, legal):
    board = Board(fen)
    board.push_uci(move)
    assert board.fen(en_passant="fen").split()[3] == always
    assert board.fen(en_passant="xfen").split()[3] == ready
    assert board.fen(en_passant="legal").split()[3] == legal
    assert board.fen() == board.fen(en_passant="legal")
    assert chess.square_name(board.ep_square) == always


@pytest.mark.parametrize(("fen", "move", "always", "ready", "legal"), DOUBLE_PUSHES)
def test_the_square_survives_text(fen, move, always, ready, legal):
    board = Board(fen)
    board.push_uci(move)
    assert Board(board.fen(en_passant="fen")).fingerprint() == board.fingerprint()
    # Positions that differ only by a square nobody can use are the same: the key says so.
    assert Board(board.fen()).zobrist_key == board.zobrist_key


@pytest.mark.parametrize("way", ["", "LEGAL", "x-fen", None, 1, True])
def test_en_passant_has_three_ways(way):
    for write in (Board().fen, Board().shredder_fen, Board().position_fen, Board().epd):
        with pytest.raises(ValueError, match="en_passant is 'legal', 'xfen' or 'fen', not "):
            write(en_passant=way)
