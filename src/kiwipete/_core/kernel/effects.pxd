"""What a move would do to the position, whether it is legal or not."""

from kiwipete._core.kernel.bitboards cimport checkers
from kiwipete._core.kernel.move cimport CAPTURE, Move, QUIET, is_promotion, move_flag, move_from, move_to
from kiwipete._core.kernel.squares cimport NO_SQUARE, bit, home_rank, u64
from kiwipete._core.kernel.status cimport true_kings
from kiwipete._core.kernel.tolerant cimport any_make
from kiwipete._core.kernel.types cimport EMPTY, Position


cdef inline u64 touched_by(Move move) noexcept nogil:
    return bit(move_from(move)) ^ bit(move_to(move))


cdef inline bint takes_in_passing(const Position* p, Move move) noexcept nogil:
    """Is it a pawn's step aside onto the empty en passant square?"""
    return (
        p.en_passant_square == move_to(move)
        and p.boards.pawns & bit(move_from(move)) != 0
        and abs(move_to(move) - move_from(move)) in (7, 9)
        and p.mailbox[move_to(move)] == EMPTY
    )


cdef inline bint takes(const Position* p, Move move) noexcept nogil:
    return touched_by(move) & p.boards.side[p.turn ^ 1] != 0 or takes_in_passing(p, move)


cdef inline bint starts_clock_anew(const Position* p, Move move) noexcept nogil:
    """Does it take something, or move a pawn?"""
    return touched_by(move) & (p.boards.pawns | p.boards.side[p.turn ^ 1]) != 0


cdef inline bint costs_castling(const Position* p, Move move) noexcept nogil:
    """Does it touch a castling rook, or the king of one?"""
    cdef int us
    if touched_by(move) & p.boards.castling:
        return True
    for us in range(2):
        if p.boards.castling & home_rank(us) and touched_by(move) & true_kings(p, us):
            return True
    return False


cdef inline bint is_plain(const Position* p, Move plausible) noexcept nogil:
    """Can a move that has its plausible form be made by the fast path, safe for the king or not?

    Castling, double steps and captures in passing lean on more of the board
    than the form has proved, and no side can do without its king.
    """
    cdef int flag = move_flag(plausible)
    if p.boards.king[p.turn ^ 1] == move_to(plausible):
        return False
    return flag == QUIET or flag == CAPTURE or is_promotion(plausible)


cdef inline bint checks_after(const Position* p, Move plausible) noexcept nogil:
    """Is the enemy's king in check after a move that has its plausible form?"""
    cdef Position child = p[0]
    cdef int them = p.turn ^ 1
    any_make(&child, plausible)
    return child.boards.king[them] != NO_SQUARE and checkers(&child.boards, them) != 0
