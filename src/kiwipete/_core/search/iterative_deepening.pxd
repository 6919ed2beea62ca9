"""Iterative deepening: search the root one ply deeper each time, until a limit is reached.

Each iteration begins with an aspiration window around the last score and widens
it on the side where the search fails. With several principal variations wanted,
an iteration searches the root once for each, without the moves already chosen.
"""

from libc.string cimport memset

from kiwipete._core.kernel.memory cimport load_flag
from kiwipete._core.kernel.move cimport Move, NULL_MOVE
from kiwipete._core.kernel.squares cimport u64
from kiwipete._core.kernel.types cimport Undo
from kiwipete._core.network cimport start_line
from kiwipete._core.search.history cimport NO_PIECE
from kiwipete._core.search.node cimport clear_pv, make_move, stack_at, unmake_move
from kiwipete._core.search.reductions cimport root_depth
from kiwipete._core.search.score cimport (
    EXACT, INFINITE, LOWER, MATE, MAX_PLY, NO_BOUND, NO_SCORE, UPPER, is_decisive,
)
from kiwipete._core.search.techniques cimport ASPIRATION_WINDOWS, MARGINS
from kiwipete._core.search.time_management cimport elapsed, soft_limit_reached
from kiwipete._core.search.transposition_table cimport tt_store
from kiwipete._core.search.worker cimport (
    FIRST_NODES, RootMove, STACK_OFFSET, StackEntry, Worker, check_limits, enabled, nodes_of, stop_team,
    stopped,
)


# Root moves.

cdef inline bint is_better(const RootMove* one, const RootMove* other) noexcept nogil:
    return one.score > other.score if one.tb_rank == other.tb_rank else one.tb_rank > other.tb_rank


cdef inline int end_of_rank(const Worker* w, int first) noexcept nogil:
    """Return the index after the last root move with the tablebase rank of this one."""
    cdef int end = first + 1
    while end < w.root_count and w.root_moves[end].tb_rank == w.root_moves[first].tb_rank:
        end += 1
    return end


cdef inline void sort_root_moves(Worker* w, int first, int end) noexcept nogil:
    """Sort best first, between two indices; a stable insertion sort."""
    cdef RootMove moving
    cdef int i, j
    for i in range(first + 1, end):
        j = i
        while j > first and is_better(&w.root_moves[i], &w.root_moves[j - 1]):
            j -= 1
        if j == i:
            continue
        moving = w.root_moves[i]
        while i > j:
            w.root_moves[i] = w.root_moves[i - 1]
            i -= 1
        w.root_moves[j] = moving


cdef inline void save_pv(Worker* w, RootMove* root, int score) noexcept nogil:
    cdef int i
    root.score = score
    root.sel_depth = w.sel_depth
    root.pv[0] = root.move
    for i in range(min(w.pv_lengths[1], MAX_PLY)):
        root.pv[i + 1] = w.pv_table[1][i]
    root.pv_length = min(w.pv_lengths[1], MAX_PLY) + 1


cdef inline void report_line(Worker* w, int index, int depth, int bound) noexcept nogil:
    if w.index == 0 and w.team.report != NULL:
        w.team.report(w, index, depth, bound)


cdef inline void report_current_move(Worker* w, int index, int depth) noexcept nogil:
    """Report a root move as its search begins, once the whole search is slow."""
    if w.index == 0 and w.team.report != NULL and elapsed(&w.team.limits) >= w.team.limits.slow:
        w.team.report(w, index, depth, NO_BOUND)


# The search of the root.

cdef inline int root_search(Worker* w, int alpha, int beta, int depth) noexcept nogil:
    """Search the root moves from `root_first` to `root_end`; return the best score, and save its PV."""
    cdef int best = -INFINITE
    cdef int original_alpha = alpha
    cdef int move_count = 0
    cdef int new_depth = depth - 1
    cdef int score = 0
    cdef int i, reduced_depth
    cdef RootMove* root
    cdef RootMove* chosen = NULL
    cdef Undo undo
    cdef u64 nodes_before
    for i in range(w.root_first, w.root_end):
        w.root_moves[i].score = -INFINITE
    for i in range(w.root_first, w.root_end):
        root = &w.root_moves[i]
        move_count += 1
        nodes_before = w.nodes
        report_current_move(w, i, depth)
        clear_pv(w, 0)
        stack_at(w, 1).double_extensions = 0
        reduced_depth = root_depth(w, depth, move_count)
        make_move(w, 0, root.move, &undo)
        if move_count > 1:
            score = -w.team.search_non_pv(w, -alpha - 1, -alpha, reduced_depth, 1, True)
            if score > alpha and reduced_depth < new_depth:
                score = -w.team.search_non_pv(w, -alpha - 1, -alpha, new_depth, 1, True)
        if move_count == 1 or score > alpha:
            score = -w.team.search_pv(w, -beta, -alpha, new_depth, 1, False)
        unmake_move(w, &undo)
        root.nodes += w.nodes - nodes_before
        if stopped(w):
            break
        if move_count == 1 or score > alpha:
            save_pv(w, root, score)
        if score > best:
            best = score
            chosen = root
            if score >= beta:
                break
            alpha = max(alpha, score)
    if chosen != NULL and not stopped(w) and w.root_first == 0:
        tt_store(
            &w.team.tt, w.position.key, 0, chosen.move, best, NO_SCORE, depth,
            LOWER if best >= beta else EXACT if best > original_alpha else UPPER, True,
        )
    return best


cdef inline void aspiration_search(Worker* w, int depth) noexcept nogil:
    """Search the root at one depth, with as many windows as it takes; less deep after failing high."""
    cdef int guess = w.root_moves[w.root_first].previous_score
    cdef int delta = MARGINS.aspiration_delta
    cdef int alpha = -INFINITE
    cdef int beta = INFINITE
    cdef int failed_high = 0
    cdef int score
    if depth >= MARGINS.aspiration_depth and guess != -INFINITE and enabled(w, ASPIRATION_WINDOWS):
        alpha = max(-INFINITE, guess - delta)
        beta = min(INFINITE, guess + delta)
    while True:
        score = root_search(w, alpha, beta, max(1, depth - failed_high))
        sort_root_moves(w, w.root_first, w.root_end)
        if stopped(w):
            return
        if score <= alpha:
            beta = (alpha + beta) // 2
            alpha = max(-INFINITE, score - delta)
            failed_high = 0
            report_line(w, w.root_first, depth, UPPER)
        elif score >= beta:
            beta = min(INFINITE, score + delta)
            if not is_decisive(score) and failed_high < 3:
                failed_high += 1
            report_line(w, w.root_first, depth, LOWER)
        else:
            return
        delta *= 2
        if delta > MARGINS.aspiration_max:
            delta = 2 * INFINITE   # no window at all


# Iterations.

cdef inline void reset_worker(Worker* w) noexcept nogil:
    """Empty the stack, so that no move was made above the root, and reset the counters of a search."""
    cdef StackEntry* ss
    cdef int reversible = w.stack[STACK_OFFSET].reversible
    cdef int i
    memset(w.stack, 0, sizeof(w.stack))
    for i in range(MAX_PLY + STACK_OFFSET + 4):
        ss = &w.stack[i]
        ss.static_eval = NO_SCORE
        ss.continuation = &w.history.continuation[NO_PIECE][0]
        ss.move = 1       # any move but a null move
    w.stack[STACK_OFFSET].reversible = reversible
    if w.accumulators != NULL:
        start_line(w.accumulators, &w.position)
    w.next_check = 0
    w.sel_depth = 0
    w.null_move_min_ply = 0
    w.root_first = 0
    w.completed_depth = 0
    # A search that is stopped at once still compares the moves. Helpers need not: their result is not read.
    w.unstoppable = FIRST_NODES if w.index == 0 else 0
    if w.team.limits.nodes:
        w.unstoppable = min(w.unstoppable, <u64> w.own_nodes)


cdef inline bint is_last_iteration(Worker* w, int depth, int stability) noexcept nogil:
    """Has the mate been found that was asked for, or enough nodes or time been used?"""
    if w.team.limits.mate and w.root_moves[0].score >= MATE - 2 * w.team.limits.mate:
        return True
    if w.team.limits.soft_nodes and nodes_of(w.team) >= w.team.limits.soft_nodes:
        return True
    if not w.team.limits.soft or load_flag(&w.team.pondering):
        return False
    return soft_limit_reached(
        &w.team.limits, depth, w.root_end, <double> w.root_moves[0].nodes / <double> (w.nodes + 1), stability,
    )


cdef inline void iterative_deepening(Worker* w) noexcept nogil:
    """Search the worker's position until a limit is reached or the team is stopped."""
    cdef Move last = NULL_MOVE
    cdef int stability = 0
    cdef int depth, i
    reset_worker(w)
    check_limits(w)
    for depth in range(1, min(w.team.limits.depth, MAX_PLY - 1) + 1):
        for i in range(w.root_count):
            w.root_moves[i].previous_score = w.root_moves[i].score
        for w.root_first in range(min(w.team.multi_pv, w.root_count)):
            w.sel_depth = 0
            w.root_end = end_of_rank(w, w.root_first)
            aspiration_search(w, depth)
            if stopped(w):
                break
        if stopped(w):
            break
        w.completed_depth = depth
        w.unstoppable = 0
        sort_root_moves(w, 0, w.root_first + 1)   # a later line may have turned out better
        for i in range(w.root_first + 1):
            report_line(w, i, depth, EXACT)
        stability = stability + 1 if w.root_moves[0].move == last else 0
        last = w.root_moves[0].move
        if w.index == 0 and is_last_iteration(w, depth, stability):
            break
    w.root_first = 0
    if w.index == 0:
        stop_team(w.team)
