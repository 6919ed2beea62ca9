"""Fuzz UCI text: a list of moves is played on a board as far as it is legal.

The first byte chooses the position. Words are pushed one by one; each is
played, or refused with InvalidMoveError or IllegalMoveError and no change.

python fuzz/fuzz_uci.py --seconds 30
"""

from __future__ import annotations

from contextlib import suppress

from harness import main

from kiwipete import Board, IllegalMoveError, ImpossiblePositionError, InvalidMoveError, Move

POSITIONS = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", False),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", False),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", False),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", False),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", True),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", True),
    ("4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", True),
]
SEEDS = [
    b"\x00e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1",
    b"\x00e2e4 a7a6 e4e5 d7d5 e5d6 0000 d6c7 g7g5 c7d8q",
    b"\x01e1g1 e8c8 d5e6 h3g2 f3f6 g2f1q",
    b"\x02g2h1q a7a8n f2f1r b7c8b",
    b"\x03e2e4 f4e3 g2g4 h4g3 a5b6",
    b"\x04e1h1 e8a8 g1h1 0000 d8d1",
    b"\x05g1h1 g8f8 e1g1",
    b"\x06f1g1 e8e7 g1f1 a1a1 f1g1",
]
ALPHABET = b"abcdefgh12345678nbrq 0 "


def check_board(board: Board) -> None:
    """Check that a board is consistent; a null move in check may have cost it a king."""
    if board.is_countable():
        board.validate()
        assert board.perft(1) == len(list(board.legal_moves))
    else:
        with suppress(ImpossiblePositionError):
            board.validate()


def check_word(board: Board, word: str) -> None:
    """Push one move and check the board."""
    before = board.fingerprint()
    stack = len(board.move_stack)
    try:
        move = board.push_uci(word)
    except (InvalidMoveError, IllegalMoveError):
        assert board.fingerprint() == before
        assert len(board.move_stack) == stack
        return
    assert len(board.move_stack) == stack + 1
    assert board.peek() == move
    assert word == "0000" if move == Move.null() else word[:2] == move.uci()[:2]
    check_board(board)


def target(data: bytes) -> None:
    """Play one list of words and take everything back."""
    if not data:
        return
    fen, chess960 = POSITIONS[data[0] % len(POSITIONS)]
    board = Board(fen, chess960=chess960)
    before = board.fingerprint()
    for word in data[1:].decode("utf-8", "surrogateescape").split(" ")[:40]:
        check_word(board, word)
    while board.move_stack:
        board.pop()
        check_board(board)
    assert board.fingerprint() == before


if __name__ == "__main__":
    main(target, SEEDS, ALPHABET)
