"""What a position is worth to the side to move: the piece-square sums it keeps, tapered by its phase."""

from kiwipete._core.kernel.mating_material cimport cannot_win
from kiwipete._core.kernel.position cimport Position
from kiwipete._core.kernel.squares cimport BLACK, WHITE

cdef enum:
    FULL_PHASE = 24
    TEMPO = 12         # the move itself


cdef inline bint nobody_can_win(const Position* p) noexcept nogil:
    return p.boards.pawns == 0 and p.phase <= 2 and cannot_win(p, WHITE) and cannot_win(p, BLACK)


cdef inline int evaluate(const Position* p) noexcept nogil:
    cdef int phase = p.phase if p.phase < FULL_PHASE else FULL_PHASE
    cdef int value = (p.middle_game * phase + p.end_game * (FULL_PHASE - phase)) // FULL_PHASE
    return (-value if p.turn == BLACK else value) + TEMPO
