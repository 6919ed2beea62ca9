"""GameBoard: the moves that led here, moves as text, the end of the game, and copies."""

from cython cimport final

from kiwipete._core.kernel.move cimport Move as Move16
from kiwipete._core.kernel.squares cimport u8, u64
from kiwipete._core.kernel.types cimport Snapshot, State
from kiwipete._core.move cimport Move
from kiwipete._core.position_board cimport PositionBoard


cdef class GameBoard(PositionBoard):
    @final
    cdef int make_room(self, size_t wanted) except -1

    @final
    cdef int remember(self, Move16 move, u8 odd) except -1

    @final
    cdef int copy_into(self, GameBoard other, size_t moves) except -1

    @final
    cdef int push_illegal(self, Move move) except -1

    @final
    cdef bint play_anything(self, Move move) except -1

    @final
    cdef int push_legal(self, Move16 legal) except -1

    @final
    cdef int push_odd(self, Move move) except -1

    @final
    cdef void go_back_to(self, const Snapshot* snapshot) noexcept

    @final
    cdef str algebraic(self, Move move, bint long_form)

    @final
    cdef Move16 read_san(self, san) except? 0xffff

    @final
    cdef GameBoard sibling(self)


# A board in a given state.
cdef object board_at(const State* state)

# Copy the keys of the positions before this one, at most the last `most`, oldest first; returns how many.
cdef int copy_keys(object board, u64* keys, int most) except -1
