"""What is wrong with a position, as flags; none means that the fast paths may trust it.

The flags have python-chess's names and values.
"""

from kiwipete._core.kernel.attacks cimport LINE
from kiwipete._core.kernel.bitboards cimport attackers
from kiwipete._core.kernel.position cimport Position
from kiwipete._core.kernel.squares cimport (
    BLACK, FILE_A, FILE_E, FILE_H, NO_SQUARE, RANK_1, RANK_8, WHITE,
    bit, first_square, highest, home_rank, last_square, lowest, popcount, rank_of, several, step, u64,
)

cdef enum:
    NO_WHITE_KING = 1 << 0
    NO_BLACK_KING = 1 << 1
    TOO_MANY_KINGS = 1 << 2
    TOO_MANY_WHITE_PAWNS = 1 << 3
    TOO_MANY_BLACK_PAWNS = 1 << 4
    PAWNS_ON_BACKRANK = 1 << 5
    TOO_MANY_WHITE_PIECES = 1 << 6
    TOO_MANY_BLACK_PIECES = 1 << 7
    BAD_CASTLING_RIGHTS = 1 << 8
    INVALID_EP_SQUARE = 1 << 9
    OPPOSITE_CHECK = 1 << 10
    EMPTY_BOARD = 1 << 11
    TOO_MANY_CHECKERS = 1 << 15
    IMPOSSIBLE_CHECK = 1 << 16


cdef inline u64 kings_of(const Position* p, int us) noexcept nogil:
    """All kings of a side: its pieces in none of the other sets."""
    return p.boards.side[us] & ~(
        p.boards.pawns | p.boards.knights | p.boards.diagonals | p.boards.straights
    )


cdef inline u64 rooks_of(const Position* p, int us) noexcept nogil:
    return p.boards.straights & ~p.boards.diagonals & p.boards.side[us]


cdef inline bint one_king_each(const Position* p) noexcept nogil:
    return popcount(kings_of(p, WHITE)) == 1 and popcount(kings_of(p, BLACK)) == 1


cdef inline u64 sound_castling(const Position* p) noexcept nogil:
    """The castling rights that king and rooks at home bear out.

    Standard chess wants the king on the e-file and rooks in the corners;
    Chess960 wants them on the home rank, the king between its two rooks.
    """
    cdef u64 sound = 0
    cdef u64 rooks, king
    cdef int us
    for us in range(2):
        rooks = p.boards.castling & rooks_of(p, us) & home_rank(us)
        king = highest(kings_of(p, us) & home_rank(us))
        if p.boards.chess960 and king:
            sound |= lowest(rooks) & (king - 1)
            sound |= highest(rooks) & ~(king - 1)
        elif kings_of(p, us) & home_rank(us) & FILE_E:
            sound |= rooks & (FILE_A | FILE_H)
    return sound


cdef inline bint sound_en_passant(const Position* p) noexcept nogil:
    """Could the last move have been a double push over the en passant square?"""
    cdef int square = p.en_passant_square
    cdef int us = p.turn
    cdef u64 occupied = p.boards.side[WHITE] | p.boards.side[BLACK]
    if rank_of(square) != (5 if us == WHITE else 2):
        return False
    if not p.boards.pawns & p.boards.side[us ^ 1] & bit(square - step(us)):
        return False
    return (occupied & (bit(square) | bit(square + step(us)))) == 0


cdef inline int piece_counts(const Position* p) noexcept nogil:
    """What is wrong with the number and the places of the pieces."""
    cdef u64 white = p.boards.side[WHITE]
    cdef u64 black = p.boards.side[BLACK]
    cdef int wrong = 0
    if not white | black:
        wrong |= EMPTY_BOARD
    if not kings_of(p, WHITE):
        wrong |= NO_WHITE_KING
    if not kings_of(p, BLACK):
        wrong |= NO_BLACK_KING
    if popcount(kings_of(p, WHITE) | kings_of(p, BLACK)) > 2:
        wrong |= TOO_MANY_KINGS
    if popcount(white & p.boards.pawns) > 8:
        wrong |= TOO_MANY_WHITE_PAWNS
    if popcount(black & p.boards.pawns) > 8:
        wrong |= TOO_MANY_BLACK_PAWNS
    if popcount(white) > 16:
        wrong |= TOO_MANY_WHITE_PIECES
    if popcount(black) > 16:
        wrong |= TOO_MANY_BLACK_PIECES
    if p.boards.pawns & (RANK_1 | RANK_8):
        wrong |= PAWNS_ON_BACKRANK
    return wrong


cdef inline bint impossible_check(const Position* p, int king, u64 checking, bint after_double_push) noexcept nogil:
    """Can no last move have left these checkers looking at the king?"""
    cdef u64 occupied = p.boards.side[WHITE] | p.boards.side[BLACK]
    cdef u64 pushed
    if after_double_push:
        # The pushed pawn checks, or it opened the line of the one checker.
        pushed = bit(p.en_passant_square - step(p.turn))
        occupied = (occupied ^ pushed) | bit(p.en_passant_square + step(p.turn))
        return several(checking) or (
            checking != pushed and attackers(&p.boards, king, p.turn ^ 1, occupied) != 0
        )
    if popcount(checking) > 2:
        return True
    # Two on one line through the king: one of them checked before.
    return several(checking) and LINE[first_square(checking)][last_square(checking)] & bit(king) != 0


cdef inline int checks(const Position* p, bint after_double_push) noexcept nogil:
    """What is wrong with who gives check to whom, as far as there are kings."""
    cdef int us = p.turn
    cdef u64 our_king = highest(kings_of(p, us))
    cdef u64 their_king = highest(kings_of(p, us ^ 1))
    cdef u64 occupied = p.boards.side[WHITE] | p.boards.side[BLACK]
    cdef u64 checking
    cdef int wrong = 0
    if their_king and attackers(&p.boards, first_square(their_king), us, occupied):
        wrong |= OPPOSITE_CHECK
    if our_king:
        checking = attackers(&p.boards, first_square(our_king), us ^ 1, occupied)
        if popcount(checking) > 2:
            wrong |= TOO_MANY_CHECKERS
        if checking and impossible_check(p, first_square(our_king), checking, after_double_push):
            wrong |= IMPOSSIBLE_CHECK
    return wrong


cdef inline int status(const Position* p) noexcept nogil:
    """All that is wrong with a position, 0 for nothing."""
    cdef int wrong = piece_counts(p)
    cdef bint after_double_push = False
    if p.boards.castling != sound_castling(p):
        wrong |= BAD_CASTLING_RIGHTS
    if p.en_passant_square != NO_SQUARE:
        after_double_push = sound_en_passant(p)
        if not after_double_push:
            wrong |= INVALID_EP_SQUARE
    return wrong | checks(p, after_double_push)
