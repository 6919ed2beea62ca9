"""What the fast paths require of a position: generation, make and unmake, legality, perft.

It is much less than `status` requires. Any number of checkers is allowed, checks
that no move can have given, nine pawns, and unconfirmed rights: those never reach
the boards, because `settle` leaves them out.
"""

from kiwipete._core.kernel.attacks cimport PAWN_ATTACKS
from kiwipete._core.kernel.bitboards cimport attackers
from kiwipete._core.kernel.move cimport MAX_PIECES
from kiwipete._core.kernel.squares cimport BLACK, NO_SQUARE, RANK_1, RANK_8, WHITE, popcount, u64
from kiwipete._core.kernel.status cimport (
    EMPTY_BOARD, NO_BLACK_KING, NO_WHITE_KING, OPPOSITE_CHECK, PAWNS_ON_BACKRANK, TOO_MANY_BLACK_PIECES,
    TOO_MANY_KINGS, TOO_MANY_WHITE_PIECES, one_king_each, sound_en_passant,
)
from kiwipete._core.kernel.types cimport Position

# The flags of `status` that keep a position from being counted.
cdef enum:
    UNCOUNTABLE = (
        NO_WHITE_KING | NO_BLACK_KING | TOO_MANY_KINGS | EMPTY_BOARD | PAWNS_ON_BACKRANK
        | TOO_MANY_WHITE_PIECES | TOO_MANY_BLACK_PIECES | OPPOSITE_CHECK
    )


cdef inline bint can_be_counted(const Position* p) noexcept nogil:
    """True if nothing in UNCOUNTABLE is wrong, and the kings are not promoted pawns.

    A legal move keeps it so: no side grows, and its own king is safe.
    """
    cdef u64 white = p.boards.side[WHITE]
    cdef u64 black = p.boards.side[BLACK]
    return (
        one_king_each(p)
        and not p.boards.pawns & (RANK_1 | RANK_8)
        and popcount(white) <= MAX_PIECES and popcount(black) <= MAX_PIECES
        and not attackers(&p.boards, p.boards.king[p.turn ^ 1], p.turn, white | black)
    )


cdef inline bint trusted(const Position* p) noexcept nogil:
    """True if the fast paths give the moves that python-chess gives.

    They ignore an en passant square without a pawn; python-chess captures there
    all the same, so the tolerant generator must be used.
    """
    cdef int square = p.en_passant_square
    return can_be_counted(p) and (
        square == NO_SQUARE
        or not PAWN_ATTACKS[p.turn ^ 1][square] & p.boards.pawns & p.boards.side[p.turn]
        or sound_en_passant(p)
    )
