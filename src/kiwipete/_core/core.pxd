"""What the core offers to other compiled modules."""

from kiwipete._core.kernel.move cimport Move as Move16
from kiwipete._core.kernel.squares cimport u64
from kiwipete._core.kernel.state cimport State

# The state of a board, which stays the board's; raises if it is not a board. And a board in a given state.
cdef State* state_of(object board) except NULL
cdef object board_at(const State* state)

# Copy the keys of the positions before this one, at most the last `most`, oldest first; returns how many.
cdef int copy_keys(object board, u64* keys, int most) except -1

# The one object that boards give out for a move, and the 16 bits of any Move object.
cdef object shared_move(Move16 value)
cdef Move16 bits_of_move(object move) except? 0xffff
