"""What the tables offer to other compiled modules: values without Python and without the GIL.

Hold a reference to the OpenLibrary while its library is in use. Positions must be
trusted, and `has_table` must be true of them.
"""

from cython cimport final

from kiwipete._core.kernel.types cimport Position
from kiwipete._core.syzygy.library cimport Library
from kiwipete._core.syzygy.probe cimport Probe


@final
cdef class OpenLibrary:
    cdef Library* library

cdef class TableReader:
    cdef OpenLibrary opened
    cdef type known_class  # of boards: the last that was found to be of standard chess
    cdef const Position* asked(self, board, Probe* probe) except NULL

cdef bint has_table(const Position* p) noexcept nogil
cdef int ask_wdl(Probe* probe, const Position* p) noexcept nogil
cdef int ask_dtz(Probe* probe, const Position* p) noexcept nogil
