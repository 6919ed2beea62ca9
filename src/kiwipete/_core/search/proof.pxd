"""Proof that the search plays by the rules: every move it makes is held against the kernel's slow and plain ways.

It takes longer than the search itself, so only debug builds with the option
`checks` ask for it: there a search that ends has shown every one of its lines
to be legal.
"""

from kiwipete._core.kernel.move cimport MAX_MOVES, Move, NULL_MOVE
from kiwipete._core.kernel.position cimport Position
from kiwipete._core.kernel.reference cimport FAULT_NONE, attacked, king_square, pseudo_legal_moves, validate

cdef extern from *:
    """
    #if defined(KIWIPETE_CHECKS) && !defined(NDEBUG)
    #define KW_PROVING 1
    #define kw_prove(condition) assert(condition)
    #else
    #define KW_PROVING 0
    #define kw_prove(condition) ((void) 0)
    #endif
    """
    const bint PROVING "KW_PROVING"
    void prove "kw_prove"(bint condition) noexcept nogil


cdef inline bint can_be_played(const Position* p, Move move) noexcept nogil:
    """Do the pieces move so? Passing is for a side that is not in check."""
    cdef Move[MAX_MOVES] moves
    cdef int i
    if move == NULL_MOVE:
        return not attacked(p, king_square(p, p.turn), p.turn ^ 1)
    for i in range(pseudo_legal_moves(p, moves)):
        if moves[i] == move:
            return True
    return False


cdef inline bint is_sound(const Position* p) noexcept nogil:
    """Is all that the position keeps up to date right, and the king of the side that moved safe?"""
    cdef int square
    return validate(p, &square) == FAULT_NONE and not attacked(p, king_square(p, p.turn ^ 1), p.turn)
