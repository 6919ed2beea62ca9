"""Has this position occurred before? Looked up in a plain array of keys, as a search has it.

Board uses its own history (history.pxd), where edits may have changed
anything between two moves. Here only moves have been made.
"""

from kiwipete._core.kernel.squares cimport u64


cdef inline bint is_repeated(const u64* here, int reversible, int ply) noexcept nogil:
    """Is the position at `here` a draw for a search that stands `ply` plies below its root?

    The keys of earlier positions lie before `here`; the last `reversible` moves
    can be undone by others. Below the root one earlier occurrence is enough,
    because a side that repeated once can repeat again. At the root and in the game
    before it, the position must have occurred twice.
    """
    cdef int back = 4
    cdef bint seen = False
    while back <= reversible:
        if here[-back] == here[0]:
            if back < ply or seen:
                return True
            seen = True
        back += 2
    return False
