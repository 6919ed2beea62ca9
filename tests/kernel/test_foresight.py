"""What is known of a move before it is made: whether it gives check, and the key after it."""

from __future__ import annotations

from collections import Counter

import pytest

from kiwipete import Board, Move
from tests.support.impossible import random_boards
from tests.support.random_play import STARTS, games, play

# (FEN, move, whether it gives check)
BY_HAND = [
    # The pawn has shut the line on which its queen, rook or bishop now looks.
    ("8/4P3/8/4k3/8/8/8/4K3 w - - 0 1", "e7e8q", True),
    ("8/4P3/8/4k3/8/8/8/4K3 w - - 0 1", "e7e8r", True),
    ("8/4P3/8/4k3/8/8/8/4K3 w - - 0 1", "e7e8b", False),
    ("8/4P3/8/4k3/8/8/8/4K3 w - - 0 1", "e7e8n", False),
    ("4r3/3P4/2k5/8/8/8/8/4K3 w - - 0 1", "d7e8b", True),
    ("4r3/3P4/2k5/8/8/8/8/4K3 w - - 0 1", "d7e8q", True),
    ("4r3/3P4/2k5/8/8/8/8/4K3 w - - 0 1", "d7e8r", False),
    ("8/3P4/5k2/8/8/8/8/4K3 w - - 0 1", "d7d8n", False),
    ("8/3P4/1k6/8/8/8/8/4K3 w - - 0 1", "d7d8q", True),
    ("8/3P4/4k3/8/8/8/8/4K3 w - - 0 1", "d7d8n", True),
    # Captures in passing: the pawn itself, and each of the two that leave a line.
    ("8/8/4k3/2pP4/8/8/8/4K3 w - c6 0 1", "d5c6", False),
    ("8/1k6/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5c6", True),
    ("7k/8/8/2pP4/8/B7/8/4K3 w - c6 0 1", "d5c6", False),
    ("5k2/8/8/2pP4/8/B7/8/4K3 w - c6 0 1", "d5c6", True),
    ("8/8/8/R1pP3k/8/8/8/4K3 w - c6 0 1", "d5c6", True),
    ("3k4/8/8/2pP4/8/8/8/3RK3 w - c6 0 1", "d5c6", True),
    # Discovered, by any piece, the king too, unless it stays on the line.
    ("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4c5", True),
    ("4k3/8/8/8/4P3/8/8/K3R3 w - - 0 1", "e4e5", False),
    ("4k3/8/8/8/4K3/8/8/4R3 w - - 0 1", "e4d4", True),
    ("4k3/8/8/8/4K3/8/8/4R3 w - - 0 1", "e4e5", False),
    # Castling: by the rook.
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", True),
    ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", True),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", False),
]


@pytest.mark.parametrize(("fen", "text", "check"), BY_HAND)
def test_checks_by_hand(fen, text, check):
    board = Board(fen)
    move = board.parse_uci(text)
    assert board.gives_check(move) is check
    twin = Board(fen).mirror()
    assert (
        twin.gives_check(Move(move.from_square ^ 56, move.to_square ^ 56, move.promotion)) is check
    )


@pytest.mark.parametrize(
    ("fen", "text", "check"),
    [
        ("8/8/8/8/8/8/8/QRK4k w B - 0 1", "c1b1", True),  # the rook
        ("2k5/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", False),
        ("3k4/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", True),
        ("5k2/8/8/8/8/8/8/R4KR1 w GA - 0 1", "f1g1", True),
    ],
)
def test_checks_by_castling_in_chess960(fen, text, check):
    board = Board(fen, chess960=True)
    assert board.gives_check(board.parse_uci(text)) is check


def test_foresight_is_what_comes():
    seen: Counter[str] = Counter()
    for rng, start in games(STARTS, 80, seed=21):
        for ply, board in enumerate(play(rng, start, 60)):
            if ply % 3:
                continue
            for move in list(board.legal_moves):
                check, key = board.gives_check(move), board.key_after(move)
                board.push(move)
                assert check is board.is_check(), (board, move)
                assert key == board.zobrist_key, (board, move)
                board.pop()
                seen["checks"] += check
                for kind in ("promotion", "castling", "en_passant"):
                    seen[kind] += getattr(move, f"is_{kind}")
                    seen[f"{kind} with check"] += check and getattr(move, f"is_{kind}")
    assert seen["checks"] > 1000
    assert min(seen["promotion"], seen["castling"], seen["en_passant"]) > 15
    assert seen["promotion with check"] > 30
    assert seen["castling with check"] > 0


@pytest.mark.parametrize("chess960", [False, True])
def test_every_question_of_a_search_has_the_slow_answer_too(chess960):
    asked = 0
    for fen, board in random_boards(31, 300, chess960=chess960):
        if board.is_countable():
            assert board.perft(1, check=True) == board.legal_moves.count(), fen
            asked += 1
    assert asked > 20


def test_every_question_of_a_search_along_games():
    for rng, start in games(STARTS, 60, seed=22):
        for ply, board in enumerate(play(rng, start, 80)):
            if ply % 7 == 0:
                assert board.perft(1, check=True) == board.legal_moves.count()
