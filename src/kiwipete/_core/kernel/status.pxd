"""What is wrong with a position, as flags with python-chess's names and values.

Much of it is harmless to the generator: `trusted` says what that needs.
"""

from kiwipete._core.kernel.attacks cimport BETWEEN, LINE, PAWN_ATTACKS
from kiwipete._core.kernel.bitboards cimport attackers, leapers, snipers
from kiwipete._core.kernel.move cimport MAX_PIECES
from kiwipete._core.kernel.squares cimport (
    BLACK, FILE_A, FILE_E, FILE_H, NO_SQUARE, RANK_1, RANK_8, WHITE, bit, first_square, highest, home_rank,
    last_square, lowest, pop_first, popcount, rank_of, step, u64,
)
from kiwipete._core.kernel.types cimport Position

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


cdef inline u64 true_kings(const Position* p, int us) noexcept nogil:
    """The kings of a side that never were pawns: only these can be in check and castle."""
    return kings_of(p, us) & ~p.promoted


cdef inline u64 rooks_of(const Position* p, int us) noexcept nogil:
    return p.boards.straights & ~p.boards.diagonals & p.boards.side[us]


cdef inline bint one_king_each(const Position* p) noexcept nogil:
    """One king a side, and neither of them a promoted pawn."""
    return (
        popcount(kings_of(p, WHITE)) == 1 and popcount(kings_of(p, BLACK)) == 1
        and not p.promoted & (kings_of(p, WHITE) | kings_of(p, BLACK))
    )


cdef inline u64 sound_castling(const Position* p) noexcept nogil:
    """The castling rights that king and rook at home confirm.

    Standard chess castles from the e-file with the rooks in the corners.
    Chess960 keeps one right on each side of the king, the outermost; of
    several kings at home the easternmost counts.
    """
    cdef u64 sound = 0
    cdef u64 kings, rooks, king
    cdef int us
    for us in range(2):
        kings = true_kings(p, us) & home_rank(us)
        rooks = rooks_of(p, us) & home_rank(us) & p.castling_rights
        if p.boards.chess960 and kings:
            king = highest(kings)
            sound |= lowest(rooks & (king - 1)) | highest(rooks & ~(king - 1))
        elif kings & FILE_E:
            sound |= rooks & (FILE_A | FILE_H)
    return sound


cdef inline bint sound_en_passant(const Position* p) noexcept nogil:
    """True if the enemy may just have pushed a pawn over the en passant square.

    Whether we can capture there does not matter.
    """
    cdef int them = p.turn ^ 1
    cdef int skipped = p.en_passant_square
    cdef u64 passed
    if rank_of(skipped) != (2 if them == WHITE else 5):
        return False
    passed = bit(skipped) | bit(skipped - step(them))
    return (
        (p.boards.pawns & p.boards.side[them] & bit(skipped + step(them))) != 0
        and not (p.boards.side[WHITE] | p.boards.side[BLACK]) & passed
    )


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


cdef inline bint looked_before(const Position* p, int king, u64 start, u64 pushed) noexcept nogil:
    """Did an enemy look at our king before a pawn went from `start` to `pushed`?

    Leapers look now as they did then, and so does the pushed pawn, by the
    square that it has reached. A slider did unless a piece stood on its line:
    one that stands there still, or the pawn at its start.
    """
    cdef int them = p.turn ^ 1
    cdef u64 standing = (p.boards.side[WHITE] | p.boards.side[BLACK] | start) & ~pushed
    cdef u64 sliders = snipers(&p.boards, king, them)
    if leapers(&p.boards, king, them):
        return True
    while sliders:
        if not BETWEEN[king][pop_first(&sliders)] & standing:
            return True
    return False


cdef inline bint push_explains(const Position* p, u64 checking) noexcept nogil:
    """Can the double push over the en passant square have given this check?

    Either the pawn gives it, alone, or it has opened a line. Then no piece can
    have attacked our king before, because it was the enemy's turn to move.
    """
    cdef int forwards = step(p.turn ^ 1)
    cdef u64 start = bit(p.en_passant_square - forwards)
    cdef u64 pushed = bit(p.en_passant_square + forwards)
    cdef u64 kings = true_kings(p, p.turn)
    if checking == pushed:
        return True
    while kings:
        if looked_before(p, pop_first(&kings), start, pushed):
            return False
    return True


cdef inline bint move_explains(const Position* p, u64 checking) noexcept nogil:
    """Can some move have given this check?

    A move gives check with its piece and opens one line more. The two do not
    meet at the king from opposite sides: the piece would have jumped over it.
    """
    cdef int first = first_square(checking)
    cdef int last = last_square(checking)
    return popcount(checking) <= 2 and not LINE[first][last] & true_kings(p, p.turn)


cdef inline int checks(const Position* p, bint after_double_push) noexcept nogil:
    """What is wrong with the checks; of several kings, the one on the highest square counts."""
    cdef int us = p.turn
    cdef u64 occupied = p.boards.side[WHITE] | p.boards.side[BLACK]
    cdef u64 ours = true_kings(p, us)
    cdef u64 theirs = true_kings(p, us ^ 1)
    cdef u64 checking
    cdef int wrong = 0
    if theirs and attackers(&p.boards, last_square(theirs), us, occupied):
        wrong |= OPPOSITE_CHECK
    if ours:
        checking = attackers(&p.boards, last_square(ours), us ^ 1, occupied)
        if popcount(checking) > 2:
            wrong |= TOO_MANY_CHECKERS
        if checking and not (push_explains(p, checking) if after_double_push else move_explains(p, checking)):
            wrong |= IMPOSSIBLE_CHECK
    return wrong


cdef inline int status(const Position* p) noexcept nogil:
    """All that is wrong with a position, 0 for nothing."""
    cdef int wrong = piece_counts(p)
    cdef bint after_double_push = False
    if p.castling_rights != p.boards.castling:
        wrong |= BAD_CASTLING_RIGHTS
    if p.en_passant_square != NO_SQUARE:
        after_double_push = sound_en_passant(p)
        if not after_double_push:
            wrong |= INVALID_EP_SQUARE
    return wrong | checks(p, after_double_push)


# Trust: what the fast paths require of a position, which is much less than `status` requires. Any number of
# checkers is allowed, checks that no move can have given, nine pawns, and unconfirmed rights: those never reach
# the boards, because `settle` leaves them out.

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
