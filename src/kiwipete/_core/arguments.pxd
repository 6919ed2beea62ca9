"""What Python's arguments mean: whole numbers, squares, colours, sets of squares, texts, other libraries' objects."""

from cpython.long cimport PyLong_AsUnsignedLongLongMask
from cpython.number cimport PyNumber_Index

from kiwipete._core.kernel.squares cimport BLACK, WHITE, u32, u64
from kiwipete._core.kernel.types cimport Position

cdef extern from *:
    bint is_compact_ascii "PyUnicode_IS_COMPACT_ASCII"(object text)

# Does the switch make us take what python-chess takes? Looked at only where an argument is refused.
cdef bint as_python_chess

cdef int whole(value, int low, int high, str what) except? -1
cdef bint is_whole(value, int low, int high)
cdef u32 counter(value, str what) except? 0xffffffff
cdef int other_square(number) except? -1

cdef str name_of_square(int square)

cdef tuple move_parts(thing)
cdef tuple piece_parts(thing)
cdef object placement_of(thing)
cdef int take_up(thing, tuple names, dict state) except -1

# Read FEN text, a placement alone, or castling rights; or InvalidFenError.
cdef int parse_fen(Position* p, fen, bint chess960) except -1
cdef int parse_placement(Position* p, fen) except -1
cdef int parse_castling(Position* p, castling_fen) except -1


cdef inline int square_number(square) except? -1:
    number = PyNumber_Index(square)
    if not 0 <= number <= 63:
        return other_square(number)
    return number


cdef inline u64 square_set(value) except? 0xdeadbeef:
    """The low 64 bits of a whole number: a set of squares."""
    return PyLong_AsUnsignedLongLongMask(PyNumber_Index(value))


cdef inline int colour(color) except -1:
    return WHITE if color else BLACK
