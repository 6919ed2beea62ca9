"""Move: a 16-bit move as a Python object."""

from cython cimport final

from kiwipete._core.kernel.move cimport Move as Move16
from kiwipete._core.kernel.squares cimport u8


cdef class Move:
    cdef Move16 value
    cdef u8 odd       # what bits with NO_RULE cannot say: the type of a dropped piece << 4 | that of a promoted one
    cdef bint shared  # by all boards, so nobody may change it
    cdef tuple held   # the parts as they were given, if only the switch lets a move have them
    cdef object __weakref__

    @final
    cdef int become(self, from_square, to_square, promotion, drop) except -1

    @final
    cdef int hold(self, tuple parts) except -1

    @final
    cdef Move understood(self)

    @final
    cdef int promoted(self)

    @final
    cdef bint drops_pawn(self)

    @final
    cdef int identity(self)

    cdef tuple parts(self)


# The one object that boards give out for a move, a list of them, and a move of the caller's own.
cdef Move move_object(Move16 value)
cdef list move_list(const Move16* moves, int count)
cdef Move new_move(Move16 value, int odd)

# Read UCI text into a move without what a board knows of it.
cdef Move16 parse_move(text, u8* odd) except? 0xffff

# The move that an argument means, which may be another library's; or TypeError.
cpdef Move own_move(move)

# The 16 bits of a Move object; or TypeError.
cdef Move16 bits_of_move(object move) except? 0xffff


cdef inline Move16 move_value(move) except? 0xffff:
    """The bits of the move that an argument means."""
    return (<Move> move).value if isinstance(move, Move) else own_move(move).value
