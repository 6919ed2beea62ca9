"""SquareSet: a mutable set of squares."""

from kiwipete._core.kernel.squares cimport u64


cdef class SquareSet:
    cdef u64 bits


cdef SquareSet new_set(u64 bits)

# Read a set in 64 bits, or collect squares into one.
cdef u64 into_square_set(squares) except? 0xdeadbeef
