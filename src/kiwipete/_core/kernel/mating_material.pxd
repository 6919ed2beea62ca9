"""Which material cannot mate."""

from kiwipete._core.kernel.squares cimport popcount, u64
from kiwipete._core.kernel.status cimport kings_of
from kiwipete._core.kernel.types cimport Position

cdef extern from *:
    """
    #define KW_DARK_SQUARES 0xaa55aa55aa55aa55ULL
    """
    const u64 DARK_SQUARES "KW_DARK_SQUARES"


cdef inline bint cannot_win(const Position* p, int us) noexcept nogil:
    """True if no sequence of moves, however foolish, lets this side give mate."""
    cdef u64 mine = p.boards.side[us]
    cdef u64 theirs = p.boards.side[us ^ 1]
    cdef u64 queens = p.boards.diagonals & p.boards.straights
    cdef u64 bishops = p.boards.diagonals & ~p.boards.straights
    if mine & (p.boards.pawns | p.boards.straights):
        return False
    if mine & p.boards.knights:
        # A lone knight mates only a king whose own pieces (queens do not) stand in its way.
        return popcount(mine) <= 2 and not theirs & ~kings_of(p, us ^ 1) & ~queens
    if mine & bishops:
        # Bishops of one square colour need something else on the board to block with.
        return not (bishops & DARK_SQUARES and bishops & ~DARK_SQUARES) and not p.boards.pawns | p.boards.knights
    return True
