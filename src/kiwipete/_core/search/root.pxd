"""The root: every move the caller allows, best first, each with its value and line.

If endgame tables have ranked them, moves are compared only with those of their rank.
"""

from kiwipete._core.kernel.make cimport Undo
from kiwipete._core.kernel.squares cimport u64
from kiwipete._core.search.clock cimport elapsed
from kiwipete._core.search.transposition cimport remember
from kiwipete._core.search.value cimport EXACT, INFINITE, LOWER, MAX_PLY, NO_BOUND, NO_VALUE, UPPER
from kiwipete._core.search.worker cimport (
    LATE_MOVE_REDUCTION, RootMove, Worker, begin_line, frame_at, go_back, go_down, on, stopped,
)


cdef inline void keep_line(Worker* w, RootMove* root, int score) noexcept nogil:
    cdef int i
    root.score = score
    root.depth_reached = w.depth_reached
    root.line[0] = root.move
    for i in range(min(w.lengths[1], MAX_PLY)):
        root.line[i + 1] = w.lines[1][i]
    root.length = min(w.lengths[1], MAX_PLY) + 1


cdef inline bint is_better(const RootMove* one, const RootMove* other) noexcept nogil:
    return one.score > other.score if one.rank == other.rank else one.rank > other.rank


cdef inline int end_of_rank(const Worker* w, int first) noexcept nogil:
    """Where the moves begin that are of another rank than this one."""
    cdef int end = first + 1
    while end < w.root_count and w.roots[end].rank == w.roots[first].rank:
        end += 1
    return end


cdef inline void sort_roots(Worker* w, int first, int end) noexcept nogil:
    """Best first between two places; equals stay in their order."""
    cdef RootMove moving
    cdef int i, j
    for i in range(first + 1, end):
        j = i
        while j > first and is_better(&w.roots[i], &w.roots[j - 1]):
            j -= 1
        if j == i:
            continue
        moving = w.roots[i]
        while i > j:
            w.roots[i] = w.roots[i - 1]
            i -= 1
        w.roots[j] = moving


cdef inline void tell_current(Worker* w, int index, int depth) noexcept nogil:
    """In a slow search, report the move that is looked at next."""
    if w.index == 0 and w.team.report != NULL and elapsed(&w.team.limits) >= w.team.limits.slow:
        w.team.report(w, index, depth, NO_BOUND)


cdef inline int search_root(Worker* w, int alpha, int beta, int depth) noexcept nogil:
    """The value of the best move from `root_first` to `root_end`; its line is kept."""
    cdef int best = -INFINITE
    cdef int first_alpha = alpha
    cdef int number = 0
    cdef int new_depth = depth - 1
    cdef int score = 0
    cdef int i, shorter
    cdef RootMove* root
    cdef RootMove* chosen = NULL
    cdef Undo undo
    cdef u64 before
    for i in range(w.root_first, w.root_end):
        w.roots[i].score = -INFINITE
    for i in range(w.root_first, w.root_end):
        root = &w.roots[i]
        number += 1
        before = w.nodes
        tell_current(w, i, depth)
        begin_line(w, 0)
        frame_at(w, 1).double_extensions = 0
        go_down(w, 0, root.move, &undo)
        shorter = new_depth
        if depth >= 3 and number > 3 and on(w, LATE_MOVE_REDUCTION):
            shorter = max(1, new_depth - max(0, w.team.reductions[min(depth, 63)][min(number, 63)] - 1024) // 1024)
        if number > 1:
            score = -w.team.search_zero(w, -alpha - 1, -alpha, shorter, 1, True)
            if score > alpha and shorter < new_depth:
                score = -w.team.search_zero(w, -alpha - 1, -alpha, new_depth, 1, True)
        if number == 1 or score > alpha:
            score = -w.team.search_window(w, -beta, -alpha, new_depth, 1, False)
        go_back(w, &undo)
        root.nodes += w.nodes - before
        if stopped(w):
            break
        if number == 1 or score > alpha:
            keep_line(w, root, score)
        if score > best:
            best = score
            chosen = root
            if score >= beta:
                break
            alpha = max(alpha, score)
    if chosen != NULL and not stopped(w) and w.root_first == 0:
        remember(
            &w.team.table, w.position.key, 0, chosen.move, best, NO_VALUE, depth,
            LOWER if best >= beta else EXACT if best > first_alpha else UPPER, True,
        )
    return best
