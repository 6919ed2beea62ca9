"""What the core offers to other compiled modules."""

from kiwipete._core.kernel.move cimport Move as Move16
from kiwipete._core.kernel.position cimport Position
from kiwipete._core.kernel.squares cimport u64

# The position of a board, and whether the fast paths may be let loose on it; raises if it is no board.
cdef const Position* position_of(object board, bint* is_trusted) except NULL

# Copy the keys of the positions before this one, at most the last `most`, oldest first; returns how many.
cdef int copy_keys(object board, u64* keys, int most) except -1

# The one object that boards give out for a move, and the 16 bits of any Move object.
cdef object shared_move(Move16 value)
cdef Move16 bits_of_move(object move) except? 0xffff
