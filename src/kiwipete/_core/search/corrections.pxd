"""How far the search has found the evaluation wrong in positions that share a feature.

The features are the pawns, and each side's other pieces: the position keeps a
key of each. Two positions may share a slot; that makes a hint worse, never wrong.
"""

from kiwipete._core.kernel.position cimport Position
from kiwipete._core.kernel.squares cimport i16, u64
from kiwipete._core.search.value cimport MAX_VALUE, within

cdef enum:
    CORRECTION_SLOTS = 16384      # a power of two
    CORRECTION_LIMIT = 1024
    CORRECTION_GRAIN = 16         # a correction of one centipawn

cdef struct Corrections:
    i16[2][3][CORRECTION_SLOTS] values   # by side to move, feature, slot of its key


cdef inline i16* slot_of(Corrections* c, const Position* p, int feature) noexcept nogil:
    return &c.values[p.turn][feature][p.part_keys[feature] & (CORRECTION_SLOTS - 1)]


cdef inline int corrected(Corrections* c, const Position* p, int value) noexcept nogil:
    """An evaluation with what was learned, drawn towards 0 as the fifty moves run out."""
    cdef int correction = slot_of(c, p, 0)[0] + slot_of(c, p, 1)[0] + slot_of(c, p, 2)[0]
    value = value * (220 - <int> p.halfmove_clock) // 220 + correction // CORRECTION_GRAIN
    return within(-MAX_VALUE, value, MAX_VALUE)


cdef inline void learn(Corrections* c, const Position* p, int difference, int depth) noexcept nogil:
    """The search came to `difference` more than the evaluation said."""
    cdef int bonus = within(-CORRECTION_LIMIT // 4, difference * depth // 8, CORRECTION_LIMIT // 4)
    cdef int size = bonus if bonus >= 0 else -bonus
    cdef i16* value
    cdef int feature
    for feature in range(3):
        value = slot_of(c, p, feature)
        value[0] = <i16> (value[0] + bonus - value[0] * size // CORRECTION_LIMIT)
