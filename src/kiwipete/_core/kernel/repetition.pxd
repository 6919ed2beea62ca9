"""Repetition in a search, which keeps a plain array of keys.

Board has a history of its own, because a caller may change anything between two
moves. Here there are only moves.
"""

from kiwipete._core.kernel.squares cimport u64


cdef inline bint is_repeated(const u64* here, int reversible, int ply) noexcept nogil:
    """Is the position at `here` a draw for a search that stands `ply` plies below its root?

    The keys of earlier positions lie before `here`; the last `reversible` moves
    are reversible. Below the root one earlier occurrence is enough, because the side
    that came back once can come back again. In the game up to the root the position
    must have occurred twice.
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
