"""When a search has to end, and when it had better not begin another iteration."""

from libc.stdint cimport int64_t

from kiwipete._core.kernel.memory cimport load, store_word
from kiwipete._core.kernel.squares cimport u64

cdef extern from *:
    """
    #include <time.h>
    static inline int64_t kw_microseconds(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
    }
    """
    int64_t microseconds "kw_microseconds"() noexcept nogil

cdef enum:
    NODES_BETWEEN_LOOKS = 1024   # at the clock: less than half a millisecond

cdef struct Limits:
    u64 start                    # microseconds, of the same clock; set again while workers look at it
    int64_t soft                 # after this no further iteration begins; 0 for no such limit
    int64_t hard                 # after this the search ends at once; 0 likewise
    u64 nodes                    # 0 likewise
    int depth
    int mate                     # end when a mate in so many moves is found; 0 likewise
    int64_t slow                 # after this the moves of the root are reported as they begin


cdef inline void start_clock(Limits* limits) noexcept nogil:
    store_word(&limits.start, <u64> microseconds())


cdef inline int64_t elapsed(const Limits* limits) noexcept nogil:
    """Microseconds since the clock was started."""
    return microseconds() - <int64_t> load(&limits.start)


cdef inline double soft_scale(double share, int steady) noexcept nogil:
    """How much of the soft limit to use: less if the best move took most of the nodes and has long been the same."""
    cdef double scale = (1.55 - share) * 1.35
    return scale * (1.25 if steady < 2 else 1.0 if steady < 5 else 0.85)
