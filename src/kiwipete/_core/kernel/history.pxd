"""The positions that led to the current one, and how often it has occurred."""

from kiwipete._core.kernel.move cimport Move
from kiwipete._core.kernel.position cimport Position
from kiwipete._core.kernel.squares cimport u8

# Whether the fast path is safe on a position.
cdef enum Trust:
    UNKNOWN = -1  # not checked yet
    TOLERATED     # only the tolerant generator is safe
    TRUSTED       # the fast path is safe

# What restoring a position needs: everything, because edits may change anything
# between two moves, and taking a move back must restore the position before it.
cdef struct Snapshot:
    Position position
    Trust trust
    Move move          # the move that was played here
    u8 odd             # what its bits cannot represent, in variants


cdef inline int times_before(const Snapshot* history, size_t length, const Position* p, int enough) noexcept nogil:
    """How often a position occurs in the history, counted no further than `enough`.

    Pawns never go back, so it ends where they stood otherwise.
    """
    cdef int count = 0
    while length > 0 and count < enough:
        length -= 1
        if history[length].position.boards.pawns != p.boards.pawns:
            break
        count += history[length].position.key == p.key
    return count
