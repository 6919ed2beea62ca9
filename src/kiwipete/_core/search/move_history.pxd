"""Which moves have been good: tables that one rule keeps between -HISTORY_LIMIT and HISTORY_LIMIT.

A quiet move is known by its squares, and by how it answered the move before it
and continued our own.
"""

from kiwipete._core.kernel.squares cimport i16

cdef enum:
    HISTORY_LIMIT = 16384
    NO_PIECE = 12        # where no move was made: at the root, and after a pass

# What followed one move, by piece and target.
cdef struct Replies:
    i16[12][64] history

cdef struct MoveHistory:
    i16[2][64][64] butterfly     # by side, from, to
    Replies[13][64] replies      # to the piece that moved, and its target


cdef inline void reward(i16* history, int bonus) noexcept nogil:
    """Add a bonus, the less the nearer the limit is: |history| never exceeds it while |bonus| does not."""
    cdef int size = bonus if bonus >= 0 else -bonus
    history[0] = <i16> (history[0] + bonus - history[0] * size // HISTORY_LIMIT)


cdef inline int bonus_of(int depth) noexcept nogil:
    """What a move earns that refuted its node at this depth, and the others lose."""
    cdef int bonus = 170 * depth - 80
    return 1800 if bonus > 1800 else bonus
