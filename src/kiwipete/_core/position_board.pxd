"""PositionBoard: whose turn it is, what may still be done, and which moves there are."""

from cython cimport final

from kiwipete._core.base_board cimport BaseBoard
from kiwipete._core.kernel.move cimport Move as Move16
from kiwipete._core.kernel.squares cimport u64
from kiwipete._core.kernel.types cimport State
from kiwipete._core.move cimport Move


cdef class PositionBoard(BaseBoard):
    @final
    cdef int read(self, fen, bint chess960) except -1

    @final
    cdef int legal_en_passant_square(self)

    @final
    cdef u64 checks(self, int us)

    @final
    cdef object uncountable(self)

    @final
    cdef list list_legal(self)

    @final
    cdef list list_pseudo_legal(self)

    @final
    cdef bint allows(self, move) except -1

    @final
    cdef Move16 plausible(self, Move move)

    @final
    cdef Move16 legal_form(self, Move move) except? 0xffff

    @final
    cdef object illegal(self, Move move, error=*)


# The state of a board, which stays the board's; raises if it is not a board.
cdef State* state_of(object board) except NULL

# What a number of the kernel's Fault says in words.
cdef str describe_fault(int fault, int square)
