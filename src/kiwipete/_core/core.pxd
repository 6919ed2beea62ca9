"""What core offers to the other compiled modules."""

from kiwipete._core.kernel.move cimport Move as Move16

# The one object that boards give out for a move, and the 16 bits of any Move object.
cdef object shared_move(Move16 value)
cdef Move16 bits_of_move(object move) except? 0xffff
