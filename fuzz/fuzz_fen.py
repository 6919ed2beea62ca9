"""Fuzz FEN text: it is refused with InvalidFenError, or read, and what was read holds together.

python fuzz/fuzz_fen.py --seconds 30
"""

from __future__ import annotations

from harness import main

from kiwipete import Board, ImpossiblePositionError, InvalidFenError, Status

SEEDS = [
    b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    b"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    b"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    b"8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",
    b"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    b"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    b"rr6/2kpp3/1ppnb1p1/p4q1p/P4P1P/1PNN2P1/2PP2Q1/1K2RR2 w E - 1 19",
    b"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    b"4k3/8/8/8/8/8/8/4K3 w - -",
]
ALPHABET = b"pnbrqkPNBRQK12345678/ wb-KQkqABHabh36e09"


def read(fen: str, *, chess960: bool) -> Board | InvalidFenError:
    """Set up a board, or say why not; anything else that is raised is a bug."""
    try:
        return Board(fen, chess960=chess960)
    except InvalidFenError as error:
        return error


def count(board: Board) -> int | ImpossiblePositionError:
    """Count the moves, or say why not."""
    try:
        return board.perft(1)
    except ImpossiblePositionError as error:
        return error


def check_error(fen: str, error: InvalidFenError) -> None:
    """Check that an error points into the text."""
    assert error.fen == fen
    assert 0 <= error.field <= 6
    assert 0 <= error.character <= len(fen) + 1


def check_text(board: Board) -> None:
    """Check that what was read is written and read again to the same position."""
    for shredder in (False, True):
        again = Board(board.fen(shredder=shredder, en_passant="fen"), chess960=board.chess960)
        assert again.zobrist_key == board.zobrist_key
        assert again.board_fen(promoted=True) == board.board_fen()
        # Rights that nothing bears out are not written.
        assert (again.status() ^ board.status()) & ~Status.BAD_CASTLING_RIGHTS == 0
        if again.castling_rights == board.castling_rights and not board.promoted:
            assert again.fingerprint() == board.fingerprint()


def check_uncountable(board: Board) -> None:
    """Check that nothing is counted, and that a reason is given."""
    error = count(board)
    assert isinstance(error, ImpossiblePositionError)
    assert any(reason in str(error) for reason in [*board.status().reasons(), "a promoted pawn"])


def count_slowly(board: Board) -> int:
    """Count the moves by the tolerant way."""
    return sum(not board.is_into_check(move) for move in board.pseudo_legal_moves)


def check_countable(board: Board) -> None:
    """Check that the position is consistent and that its moves can be counted and played."""
    assert board.perft(2, check=True) == board.perft(2)
    if board.status() & Status.INVALID_EP_SQUARE:
        board.ep_square = None  # without effect: it does not count
    assert count(board) == count_slowly(board)
    board.validate()
    before = board.fingerprint()
    moves = list(board.legal_moves)
    assert count(board) == len(moves) == len(board.legal_moves)
    for move in moves[:8]:
        board.push(move)
        board.validate()
        assert board.pop() == move
    assert board.fingerprint() == before


def target(data: bytes) -> None:
    """Try one text by both sets of rules."""
    text = data.decode("utf-8", "surrogateescape")
    for chess960 in (False, True):
        board = read(text, chess960=chess960)
        if isinstance(board, InvalidFenError):
            check_error(text, board)
            continue
        check_text(board)
        if board.is_countable():
            check_countable(board)
        else:
            check_uncountable(board)


if __name__ == "__main__":
    main(target, SEEDS, ALPHABET)
