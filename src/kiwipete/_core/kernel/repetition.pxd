"""Has this position stood before? Asked of a plain array of keys, as a search keeps them.

Board asks its own history (history.pxd), where hands may have changed
anything between two moves. Here only moves have been made.
"""

from kiwipete._core.kernel.squares cimport u64


cdef inline bint is_repeated(const u64* here, int reversible, int ply) noexcept nogil:
    """Is the position at `here` a draw for a search that stands `ply` plies below its root?

    The keys of earlier positions lie before `here`; the last `reversible` moves
    can be undone by others. Below the root one earlier stand is enough, for
    whoever came back once can come back again. The root and the game before it
    must have seen the position twice.
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
