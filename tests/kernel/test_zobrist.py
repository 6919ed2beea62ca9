"""Zobrist keys: the same in every version, and different for different positions."""

from __future__ import annotations

import random
from itertools import islice

import chess

from kiwipete import STARTING_FEN, Board, Move, Piece
from tests.support.random_play import STARTS, games, play

MASK = 2**64 - 1


def split_mix(state: int):
    """Yield the numbers of SplitMix64 from a seed."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        word = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & MASK
        word = ((word ^ word >> 27) * 0x94D049BB133111EB) & MASK
        yield word ^ word >> 31


# In the order of zobrist.pxd: pieces (white's, then black's), castling rooks, files, black's turn.
_words = split_mix(2039)
PIECES = [list(islice(_words, 64)) for _ in range(12)]
CASTLING = list(islice(_words, 64))
EN_PASSANT = list(islice(_words, 8))
BLACK_TO_MOVE = next(_words)


def key_of(board: chess.Board) -> int:
    """Compute the key of a position of python-chess."""
    key = 0 if board.turn else BLACK_TO_MOVE
    for square, piece in board.piece_map().items():
        key ^= PIECES[(0 if piece.color else 6) + piece.piece_type - 1][square]
    for square in chess.scan_forward(board.castling_rights):
        key ^= CASTLING[square]
    if board.has_legal_en_passant():
        key ^= EN_PASSANT[chess.square_file(board.ep_square)]
    return key


def test_keys_are_fixed_for_ever():
    assert Board().zobrist_key == key_of(chess.Board()) == 0x3494_FFD1_0374_014B


def test_keys_by_another_way():
    for rng, start in games(STARTS, 100, seed=3):
        for board in play(rng, start, 60):
            oracle = chess.Board(board.fen(), chess960=start.chess960)
            assert board.zobrist_key == key_of(oracle), board


def change_by_hand(rng: random.Random, board: Board) -> None:
    """Change one thing that a hand may change, sensibly or not."""
    rng.choice(
        [
            lambda: board.set_piece_at(
                rng.randrange(64), Piece(rng.randint(1, 5), rng.random() < 0.5)
            ),
            lambda: board.remove_piece_at(rng.choice([s for s in range(64) if s not in (4, 60)])),
            lambda: setattr(board, "turn", rng.random() < 0.5),
            lambda: setattr(board, "castling_rights", rng.getrandbits(64)),
            lambda: setattr(board, "castling_rights", board.rooks),
            lambda: setattr(board, "ep_square", rng.choice([None, *range(16, 24), *range(40, 48)])),
            lambda: setattr(board, "chess960", rng.random() < 0.5),
            lambda: board.push(Move.null()),
        ]
    )()


def test_keys_after_changes_by_hand():
    for number, (rng, start) in enumerate(games(STARTS, 100, seed=4)):
        *_, board = play(rng, start, number % 20)
        for _ in range(20):
            change_by_hand(rng, board)
            text = board.fen(en_passant="fen")
            again = Board(text, chess960=board.chess960)
            assert board.zobrist_key == again.zobrist_key, text
            assert board.material == again.material
            assert board.piece_square_scores == again.piece_square_scores
            assert board.phase == again.phase
            if board.is_valid():
                oracle = chess.Board(text, chess960=board.chess960)
                assert board.zobrist_key == key_of(oracle), text


def test_keys_tell_positions_apart():
    texts = [
        STARTING_FEN,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1",
    ]
    assert len({Board(text).zobrist_key for text in texts}) == len(texts)


def test_keys_do_not_tell_counters_apart():
    assert Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1").zobrist_key == (
        Board("4k3/8/8/8/8/8/8/4K3 w - - 40 90").zobrist_key
    )


def test_keys_collide_nowhere_near():
    keys = {}
    for rng, start in games(STARTS, 100):
        for board in play(rng, start, 60):
            identity = board.fen().rsplit(" ", 2)[0], board.castling_rights
            assert keys.setdefault(board.zobrist_key, identity) == identity
    assert len(keys) > 3000


def test_transpositions_have_one_key():
    one, other = Board(), Board()
    for text in ("g1f3", "g8f6", "b1c3"):
        one.push_uci(text)
    for text in ("b1c3", "g8f6", "g1f3"):
        other.push_uci(text)
    assert one.zobrist_key == other.zobrist_key
    assert one.fingerprint() == other.fingerprint()
