"""Every single bit of a position matters: `fingerprint` sees it, and `validate` nearly always."""

from __future__ import annotations

import pytest

from kiwipete import Board, InconsistentPositionError

# The bytes of a position: (field, bytes), in the order of position.pxd and bitboards.pxd.
LAYOUT = [
    ("pawns", 8),
    ("knights", 8),
    ("diagonals", 8),
    ("straights", 8),
    ("white", 8),
    ("black", 8),
    ("castling", 8),
    ("white king", 1),
    ("black king", 1),
    ("en passant capture", 1),
    ("chess960", 1),
    ("padding of the boards", 4),
    ("mailbox", 64),
    ("key", 8),
    ("material", 8),
    ("middle game", 4),
    ("end game", 4),
    ("phase", 4),
    ("half-move clock", 4),
    ("full-move number", 4),
    ("turn", 1),
    ("en passant square", 1),
    ("padding", 2),
]
FIELD_OF_BYTE = [name for name, size in LAYOUT for _ in range(size)]
BITS = 8 * len(FIELD_OF_BYTE)

# Nothing else in a position depends on these, so any value of theirs is as good as another.
FREE = {("half-move clock", bit) for bit in range(32)}
FREE |= {("full-move number", bit) for bit in range(32)}
FREE |= {("chess960", 0)}

# An en passant square nobody can capture on may be any square, or none: whether a pawn
# can have passed it is for `status` to say. No square is 64; without bit 6 that is a1.
NO_SQUARE = {("en passant square", 6)}
IDLE_SQUARE = {("en passant square", bit) for bit in range(6)}

POSITIONS = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", False, NO_SQUARE),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", False, NO_SQUARE),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 99 50", False, NO_SQUARE),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", True, NO_SQUARE),
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", False, IDLE_SQUARE),
    ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", False, set()),
]


def names_of_bits() -> list[tuple[str, int]]:
    """Return (field, bit of the field) for each bit of a position."""
    seen: dict[str, int] = {}
    names = []
    for index in range(BITS):
        field = FIELD_OF_BYTE[index // 8]
        names.append((field, seen.get(field, 0)))
        seen[field] = seen.get(field, 0) + 1
    return names


def is_consistent(board: Board) -> bool:
    try:
        board.validate()
    except InconsistentPositionError:
        return False
    return True


def test_the_layout_covers_a_position():
    Board().flip_bit(BITS - 1)
    with pytest.raises(ValueError, match=f"the number of a bit is 0 to {BITS - 1}"):
        Board().flip_bit(BITS)


@pytest.mark.parametrize(("fen", "chess960", "idle"), POSITIONS)
def test_no_bit_escapes_the_fingerprint(fen, chess960, idle):
    board = Board(fen, chess960=chess960)
    prints = {board.fingerprint()}
    for index in range(BITS):
        board.flip_bit(index)
        prints.add(board.fingerprint())
        board.flip_bit(index)
    assert len(prints) == BITS + 1
    assert board.fingerprint() == Board(fen, chess960=chess960).fingerprint()


@pytest.mark.parametrize(("fen", "chess960", "idle"), POSITIONS)
def test_validate_misses_only_the_bits_that_are_free(fen, chess960, idle):
    board = Board(fen, chess960=chess960)
    missed = set()
    for index, name in enumerate(names_of_bits()):
        board.flip_bit(index)
        if is_consistent(board):
            missed.add(name)
        board.flip_bit(index)
    assert missed == FREE | idle
    board.validate()


def test_validate_says_what_is_wrong_and_where():
    complaints = set()
    for index in range(BITS):
        board = Board()
        board.flip_bit(index)
        try:
            board.validate()
        except InconsistentPositionError as error:
            complaints.add(str(error))
    assert {
        "the mailbox holds no piece there is on e4",
        "the piece sets disagree with the mailbox on e4",
        "the sets of white and black disagree with the mailbox on e4",
        "the king's square is wrong on f1",
        "the side to move is neither white nor black",
        "a castling right is off the home ranks",
        "the Zobrist key is wrong",
        "the material sums are wrong",
        "the middle-game sum is wrong",
        "the end-game sum is wrong",
        "the phase is wrong",
        "unused bytes are not zero",
    } <= complaints
    assert any(text.startswith("the en passant square is wrong") for text in complaints)
