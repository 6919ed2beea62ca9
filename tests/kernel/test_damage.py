"""Every single bit of a position matters: `fingerprint` sees it, and `validate` nearly always."""

from __future__ import annotations

import pytest

from kiwipete import Board, InconsistentPositionError
from tests.support.damage import KEY_AT, damage, flipped

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
    ("keys of pawns and of pieces", 24),
    ("promoted", 8),
    ("castling rights", 8),
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

# An en passant square nobody can capture on may be any square, or none: whether a pawn
# can have passed it is for `status` to say. No square is 64; without bit 6 that is a1.
NO_SQUARE = {("en passant square", 6)}
IDLE_SQUARE = {("en passant square", bit) for bit in range(6)}

POSITIONS = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", False, NO_SQUARE),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", False, NO_SQUARE),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", True, NO_SQUARE),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 99 50", False, NO_SQUARE),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", True, NO_SQUARE),
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", False, IDLE_SQUARE),
    ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", False, set()),
    ("r3k2r/8/8/8/8/4Q~3/8/RR2K1RN~ w Kkq - 0 1", True, NO_SQUARE),
]


def free_of_the_board(board: Board) -> set[tuple[str, int]]:
    """Return the bits of what was named that no rule of this board makes any use of."""
    free = set()
    home = board.rooks & 0xFF000000000000FF
    for square in range(64):
        # Any piece but a king may have been a pawn once.
        if 1 << square & board.occupied & ~board.kings:
            free.add(("promoted", square))
        # Castling rights on other squares than those of rooks at home have no effect;
        # each rook at home that is not listed here would count if it were.
        if not 1 << square & home:
            free.add(("castling rights", square))
    other = board.copy()
    other.chess960 = not board.chess960
    if other.clean_castling_rights() == board.clean_castling_rights():
        free.add(("chess960", 0))
    return free


def names_of_bits() -> list[tuple[str, int]]:
    """Return (field, bit of the field) for each bit of a position."""
    seen: dict[str, int] = {}
    names = []
    for index in range(BITS):
        field = FIELD_OF_BYTE[index // 8]
        names.append((field, seen.get(field, 0)))
        seen[field] = seen.get(field, 0) + 1
    return names


@pytest.fixture(params=POSITIONS, ids=lambda position: position[0])
def position(request):
    return request.param


@pytest.fixture
def board(position) -> Board:
    fen, chess960, _ = position
    return Board(fen, chess960=chess960)


def test_the_layout_is_that_of_a_position():
    assert FIELD_OF_BYTE.index("key") == KEY_AT
    with flipped(Board(), 8 * FIELD_OF_BYTE.index("full-move number")) as board:
        assert board.fullmove_number == 0


def test_no_bit_escapes_the_fingerprint(board):
    before = board.fingerprint()
    prints = {damage(board, index)[1] for index in range(BITS)}
    assert len(prints | {before}) == BITS + 1


def test_damage_is_mended(board):
    before = board.fingerprint()
    for index in range(BITS):
        damage(board, index)
    assert board.fingerprint() == before
    board.validate()


def test_validate_misses_only_the_bits_that_are_free(board, position):
    missed = {name for index, name in enumerate(names_of_bits()) if damage(board, index)[0] is None}
    assert missed == FREE | position[2] | free_of_the_board(board)


def test_validate_says_what_is_wrong_and_where():
    complaints = {damage(Board(), index)[0] for index in range(BITS)}
    assert {
        "the mailbox holds no piece there is on e4",
        "the piece sets disagree with the mailbox on e4",
        "the sets of white and black disagree with the mailbox on e4",
        "the king's square is wrong on f1",
        "the side to move is neither white nor black",
        "the castling rights that count are wrong",
        "the Zobrist key is wrong",
        "the keys of pawns and of pieces are wrong",
        "the material sums are wrong",
        "the middle-game sum is wrong",
        "the end-game sum is wrong",
        "the phase is wrong",
        "unused bytes are not zero",
        "a promoted piece stands where there is none",
    } <= complaints
    assert any(text.startswith("the en passant square is wrong") for text in complaints - {None})


def test_validate_says_what_damage_says():
    board = Board()
    key = board.zobrist_key
    with flipped(board, 8 * KEY_AT):
        assert board.zobrist_key == key ^ 1
        with pytest.raises(InconsistentPositionError, match="the Zobrist key is wrong"):
            board.validate()
    board.validate()
