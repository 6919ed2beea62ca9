"""Iterative deepening: search one ply further each time, as long as limits allow.

Each iteration begins with a narrow window around the value of the last one,
and widens it on the side where the value falls out.
"""

from libc.stdint cimport int64_t
from libc.string cimport memset

from kiwipete._core.kernel.memory cimport load_flag
from kiwipete._core.kernel.squares cimport u64
from kiwipete._core.search.clock cimport Limits, elapsed, soft_scale
from kiwipete._core.search.move_history cimport NO_PIECE
from kiwipete._core.search.root cimport end_of_rank, search_root, sort_roots
from kiwipete._core.search.value cimport (
    EXACT, INFINITE, LOWER, MATE, MAX_PLY, NO_VALUE, UPPER, is_known,
)
from kiwipete._core.search.worker cimport (
    ASPIRATION, FIRST_NODES, FRAMES_ABOVE, Frame, Worker, look_at_clock, on, stop_team, stopped,
)
from kiwipete._core.kernel.move cimport Move, NULL_MOVE

cdef enum:
    FIRST_WINDOW = 14        # on each side of the last value
    WIDEST_WINDOW = 600      # then everything
    ASPIRE_FROM = 5          # plies: before, values jump too much


cdef inline void begin(Worker* w) noexcept nogil:
    """Empty frames: nothing was played above the root, and nothing is known."""
    cdef Frame* frame
    cdef int reversible = w.frames[FRAMES_ABOVE].reversible
    cdef int i
    memset(w.frames, 0, sizeof(w.frames))
    for i in range(MAX_PLY + FRAMES_ABOVE + 4):
        frame = &w.frames[i]
        frame.static_value = NO_VALUE
        frame.replies = &w.history.replies[NO_PIECE][0]
        frame.move = 1       # not a pass
    w.frames[FRAMES_ABOVE].reversible = reversible
    w.next_look = 0
    w.depth_reached = 0
    w.no_pass_before = 0
    w.root_first = 0
    w.completed = 0
    # A search that is stopped at once still compares the moves. Helpers don't: nobody reads their result.
    w.unstoppable = FIRST_NODES if w.index == 0 else 0
    if w.team.limits.nodes:
        w.unstoppable = min(w.unstoppable, <u64> w.own_nodes)


cdef inline int search_around(Worker* w, int depth) noexcept nogil:
    """One iteration for one line, with as many windows as it takes."""
    cdef int guess = w.roots[w.root_first].previous
    cdef int delta = FIRST_WINDOW
    cdef int alpha = -INFINITE
    cdef int beta = INFINITE
    cdef int shallower = 0
    cdef int score
    if depth >= ASPIRE_FROM and guess != -INFINITE and on(w, ASPIRATION):
        alpha = max(-INFINITE, guess - delta)
        beta = min(INFINITE, guess + delta)
    while True:
        score = search_root(w, alpha, beta, max(1, depth - shallower))
        sort_roots(w, w.root_first, w.root_end)
        if stopped(w):
            return score
        if score <= alpha:
            beta = (alpha + beta) // 2
            alpha = max(-INFINITE, score - delta)
            shallower = 0
            if w.index == 0 and w.team.report != NULL:
                w.team.report(w, w.root_first, depth, UPPER)
        elif score >= beta:
            beta = min(INFINITE, score + delta)
            if not is_known(score) and shallower < 3:
                shallower += 1
            if w.index == 0 and w.team.report != NULL:
                w.team.report(w, w.root_first, depth, LOWER)
        else:
            return score
        delta *= 2
        if delta > WIDEST_WINDOW:
            delta = 2 * INFINITE


cdef inline bint time_to_end(Worker* w, int depth, int steady) noexcept nogil:
    """After a whole iteration: is another one worth it?"""
    cdef Limits* limits = &w.team.limits
    cdef int64_t used
    cdef double share
    if limits.mate and w.roots[0].score >= MATE - 2 * limits.mate:
        return True
    if not limits.soft or load_flag(&w.team.pondering):
        return False
    used = elapsed(limits)
    if w.root_end == 1 and used > limits.soft // 10:
        return True
    share = <double> w.roots[0].nodes / <double> (w.nodes + 1)
    return depth >= 4 and used >= <int64_t> (limits.soft * soft_scale(share, steady))


cdef inline void deepen(Worker* w) noexcept nogil:
    """Search the worker's position until a limit is reached or somebody stops it."""
    cdef Move last = NULL_MOVE
    cdef int steady = 0
    cdef int depth, i
    begin(w)
    look_at_clock(w)
    for depth in range(1, min(w.team.limits.depth, MAX_PLY - 1) + 1):
        for i in range(w.root_count):
            w.roots[i].previous = w.roots[i].score
        for w.root_first in range(min(w.team.lines, w.root_count)):
            w.depth_reached = 0
            w.root_end = end_of_rank(w, w.root_first)
            search_around(w, depth)
            if stopped(w):
                break
        if stopped(w):
            break
        w.completed = depth
        w.unstoppable = 0
        sort_roots(w, 0, w.root_first + 1)   # a later line may have turned out better
        if w.index == 0 and w.team.report != NULL:
            for i in range(w.root_first + 1):
                w.team.report(w, i, depth, EXACT)
        steady = steady + 1 if w.roots[0].move == last else 0
        last = w.roots[0].move
        if w.index == 0 and time_to_end(w, depth, steady):
            break
    w.root_first = 0
    if w.index == 0:
        stop_team(w.team)
