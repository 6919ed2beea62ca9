"""What the searcher offers to other compiled modules: its class, and searches by one worker without the GIL."""

from kiwipete._core.network cimport NetworkWeights
from kiwipete._core.search.worker cimport RootMove, Team, Worker
from kiwipete._core.tablebase cimport OpenLibrary


cdef class Searcher:
    cdef Team team
    cdef OpenLibrary tables
    cdef NetworkWeights network
    cdef object callback
    cdef object failure
    cdef unsigned long long number   # of the search that was begun last
    cdef bint is_busy                # searching or clearing; set and cleared under the GIL

    cdef int check_idle(self) except -1
    cdef int set_up(self, Worker* w, board, allowed) except -1
    cdef object line(self, Worker* w, int index, int depth, int bound)


# Bytes of stack that a thread needs to search.
cdef size_t search_stack() noexcept nogil

# The score of a root move after a search: the static evaluation if the search ended before the move had one.
cdef int root_score(Worker* w, const RootMove* root) noexcept nogil

# Search again, on the caller's thread, with the first worker of a team of one and the limits of
# the last `begin`. First give the worker a position, and keys of earlier ones before root_key.
cdef void set_root(Worker* w) noexcept nogil
cdef void search_alone(Team* team) noexcept nogil
