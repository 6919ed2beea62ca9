"""What the core offers to other compiled modules."""

from kiwipete._core.kernel.position cimport Position

# The position of a board, and whether the fast paths may be let loose on it; raises if it is no board.
cdef const Position* position_of(object board, bint* is_trusted) except NULL
