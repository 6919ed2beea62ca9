"""History tables: what earlier nodes of this thread learned about moves and about the evaluation.

Butterfly history scores a quiet move by its squares. Continuation history
scores it by the move it follows, one ply and two plies before. Correction
history stores how far the search found the static evaluation wrong, by
features of the position that have a key of their own: the pawns, and each
side's other pieces. Two positions may share a slot; that makes a hint less
precise, never a move illegal.
"""

from kiwipete._core.kernel.squares cimport i16
from kiwipete._core.kernel.types cimport Position
from kiwipete._core.search.score cimport clamp
from kiwipete._core.search.techniques cimport MARGINS

cdef enum:
    HISTORY_LIMIT = 16384
    NO_PIECE = 12              # index when no move was made: above the root, and after a null move
    CORRECTION_SLOTS = 16384   # a power of two
    CORRECTION_LIMIT = 1024
    CORRECTION_GRAIN = 16      # a correction of one centipawn

# Scores of the moves that followed one move, by piece and target.
cdef struct ContinuationHistory:
    i16[12][64] history

cdef struct History:
    i16[2][64][64] butterfly                   # by side, from, to
    ContinuationHistory[13][64] continuation   # by the piece that moved before, and its target

cdef struct CorrectionHistory:
    i16[2][3][CORRECTION_SLOTS] values         # by side to move, feature, slot of its key


cdef inline void update_history(i16* history, int bonus, const int limit) noexcept nogil:
    """Add a bonus that shrinks near the limit: |history| never exceeds it if |bonus| doesn't."""
    cdef int size = bonus if bonus >= 0 else -bonus
    history[0] = <i16> (history[0] + bonus - history[0] * size // limit)


cdef inline int history_bonus(int depth) noexcept nogil:
    """Return the bonus of a quiet move that failed high at this depth; the moves before it lose as much."""
    return min(MARGINS.history_bonus_slope * depth - MARGINS.history_bonus_base, MARGINS.history_bonus_max)


cdef inline i16* correction_slot(CorrectionHistory* c, const Position* p, int feature) noexcept nogil:
    return &c.values[p.turn][feature][p.part_keys[feature] & (CORRECTION_SLOTS - 1)]


cdef inline int correction_of(CorrectionHistory* c, const Position* p) noexcept nogil:
    """Return the centipawns to add to the static evaluation."""
    return (
        correction_slot(c, p, 0)[0] + correction_slot(c, p, 1)[0] + correction_slot(c, p, 2)[0]
    ) // CORRECTION_GRAIN


cdef inline void update_correction_history(
    CorrectionHistory* c, const Position* p, int difference, int depth,
) noexcept nogil:
    """Learn that a search of this depth returned `difference` more than the static evaluation."""
    cdef int bonus = clamp(
        -MARGINS.correction_max, difference * depth // MARGINS.correction_divisor, MARGINS.correction_max,
    )
    cdef int feature
    for feature in range(3):
        update_history(correction_slot(c, p, feature), bonus, CORRECTION_LIMIT)
