"""BaseBoard: pieces on a board, and what they attack.

Whose turn it is, and what was played before, lies here too, so that every board is one plain struct; it is not shown.
"""

from cython cimport final

from kiwipete._core.kernel.squares cimport u64
from kiwipete._core.kernel.types cimport PieceSets, Position, Snapshot, State, UNKNOWN


cdef class BaseBoard:
    cdef State state
    cdef Snapshot* history
    cdef size_t length       # of the history
    cdef size_t capacity
    cdef PieceSets* sets     # as a hand has written them, NULL if none has

    @final
    cdef inline void replace(self, const Position* fresh) noexcept:
        """Be another position; the moves that led to this one are forgotten."""
        self.state.position = fresh[0]
        self.state.trust = UNKNOWN
        self.length = 0

    @final
    cdef void changed(self) noexcept

    @final
    cdef u64 read_set(self, int which, u64 on_board) noexcept

    @final
    cdef int put_set(self, int which, squares) except -1

    @final
    cdef u64 pieces_of(self, int piece)

    @final
    cdef u64 all_pieces(self)

    @final
    cdef u64 attackers_of(self, int by, int square, occupied) except? 0xdeadbeef

    @final
    cdef int place(self, square, int piece, promoted) except -1


# Raise ValueError unless sets of pieces agree on every square.
cdef int check_sets(const u64* sets) except -1
