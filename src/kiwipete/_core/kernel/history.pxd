"""The positions that led to the present one, and how often it has stood before."""

from kiwipete._core.kernel.move cimport Move
from kiwipete._core.kernel.position cimport Position
from kiwipete._core.kernel.squares cimport u8

# What the fast paths think of a position.
cdef enum Trust:
    UNKNOWN = -1  # nobody has looked
    TOLERATED     # every question goes to the tolerant way
    TRUSTED       # the fast paths may be let loose

# What it takes to be on a board again: everything, for hands may change anything
# between two moves, and taking one back must bring back what was.
cdef struct Snapshot:
    Position position
    Trust trust
    Move move          # the move that was played here
    u8 odd             # what its bits cannot say, in variants


cdef inline int times_before(const Snapshot* history, size_t length, const Position* p, int enough) noexcept nogil:
    """How often a position stands in the history, counted no further than `enough`.

    Pawns never go back, so it ends where they stood otherwise.
    """
    cdef int count = 0
    while length > 0 and count < enough:
        length -= 1
        if history[length].position.boards.pawns != p.boards.pawns:
            break
        count += history[length].position.key == p.key
    return count
