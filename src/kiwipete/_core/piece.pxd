"""Piece: a type of piece and a colour."""

from cython cimport final


cdef class Piece:
    cdef int code     # as in the mailbox
    cdef bint shared  # by all boards, so nobody may change it
    cdef object __weakref__

    @final
    cdef int become(self, int code) except -1


cdef int piece_code(piece_type, color) except -1

# The one object that boards give out for a piece.
cdef Piece piece_object(int code)
