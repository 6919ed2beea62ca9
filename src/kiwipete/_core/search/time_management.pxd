"""Time management: the limits of a search, its clock, and whether another iteration is worth starting."""

from libc.stdint cimport int64_t

from kiwipete._core.kernel.memory cimport load, store_word
from kiwipete._core.kernel.squares cimport u64

cdef extern from *:
    """
    #ifdef _WIN32
    #ifndef WIN32_LEAN_AND_MEAN
    #define WIN32_LEAN_AND_MEAN
    #endif
    #include <windows.h>
    #undef near /* fields of ours have these names */
    #undef far
    static inline int64_t kw_microseconds(void) {
        LARGE_INTEGER now, second;
        QueryPerformanceCounter(&now);
        QueryPerformanceFrequency(&second);
        return now.QuadPart / second.QuadPart * 1000000 + now.QuadPart % second.QuadPart * 1000000 / second.QuadPart;
    }
    #else
    #include <time.h>
    static inline int64_t kw_microseconds(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
    }
    #endif
    """
    int64_t microseconds "kw_microseconds"() noexcept nogil

cdef enum:
    NODES_BETWEEN_CHECKS = 1024  # of the limits: less than half a millisecond
    SETTLED_DEPTH = 4            # plies: before, the best move is still a guess

# Times are microseconds. 0 means no such limit.
cdef struct Limits:
    u64 start                    # reading of the clock; a ponder hit sets it again during the search
    int64_t soft                 # no further iteration begins after this
    int64_t hard                 # the search is aborted after this
    u64 nodes
    u64 soft_nodes               # no further iteration begins after this
    int depth
    int mate                     # stop once a mate in this many moves is found
    int64_t slow                 # after this, each root move is reported as its search begins


cdef inline void start_clock(Limits* limits) noexcept nogil:
    store_word(&limits.start, <u64> microseconds())


cdef inline int64_t elapsed(const Limits* limits) noexcept nogil:
    """Return the microseconds since the clock was started."""
    return microseconds() - <int64_t> load(&limits.start)


cdef inline double soft_scale(double effort, int stability) noexcept nogil:
    """Return the share of the soft limit to use: less if the best move is settled.

    `effort` is the best move's share of the nodes, `stability` the number of
    iterations since it changed.
    """
    cdef double scale = (1.55 - effort) * 1.35
    return scale * (1.25 if stability < 2 else 1.0 if stability < 5 else 0.85)


cdef inline bint soft_limit_reached(
    const Limits* limits, int depth, int choices, double effort, int stability,
) noexcept nogil:
    """Stop after this iteration? With only one move to choose from, a tenth of the time is enough."""
    cdef int64_t used = elapsed(limits)
    if choices == 1 and used > limits.soft // 10:
        return True
    return depth >= SETTLED_DEPTH and used >= <int64_t> (limits.soft * soft_scale(effort, stability))
