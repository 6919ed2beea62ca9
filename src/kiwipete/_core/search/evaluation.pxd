"""Evaluation: the network's, or piece-square sums that the position keeps up to date, tapered by the game phase.

`evaluate` is the raw evaluation, which the transposition table stores. The
static evaluation of a node is that after `static_eval_of` has corrected it.
"""

from kiwipete._core.kernel.endings cimport cannot_win
from kiwipete._core.kernel.squares cimport BLACK, WHITE
from kiwipete._core.kernel.types cimport Position
from kiwipete._core.network cimport Accumulators, evaluate_network
from kiwipete._core.search.history cimport CorrectionHistory, correction_of
from kiwipete._core.search.score cimport MAX_EVAL, clamp

cdef enum:
    FULL_PHASE = 24
    TEMPO = 12            # centipawns for the side to move
    FIFTY_MOVE_SCALE = 220   # plies: the evaluation shrinks as the halfmove clock runs towards this


cdef inline bint insufficient_material(const Position* p) noexcept nogil:
    """Can neither side mate?"""
    return p.boards.pawns == 0 and p.phase <= 2 and cannot_win(&p.boards, WHITE) and cannot_win(&p.boards, BLACK)


cdef inline int piece_square_eval(const Position* p) noexcept nogil:
    """Return the piece-square sums, for the side to move."""
    cdef int phase = p.phase if p.phase < FULL_PHASE else FULL_PHASE
    cdef int value = (p.middle_game * phase + p.end_game * (FULL_PHASE - phase)) // FULL_PHASE
    return (-value if p.turn == BLACK else value) + TEMPO


cdef inline int evaluate(const Position* p, Accumulators* accumulators) noexcept nogil:
    """Return the raw evaluation, for the side to move; without accumulators there is no network."""
    if accumulators == NULL:
        return piece_square_eval(p)
    return clamp(-MAX_EVAL, evaluate_network(accumulators, p), MAX_EVAL)


cdef inline int static_eval_of(int raw_eval, CorrectionHistory* corrections, const Position* p) noexcept nogil:
    """Scale a raw evaluation down as the fifty-move rule comes near, and add what correction history knows."""
    cdef int value = raw_eval * (FIFTY_MOVE_SCALE - <int> p.halfmove_clock) // FIFTY_MOVE_SCALE
    return clamp(-MAX_EVAL, value + correction_of(corrections, p), MAX_EVAL)
