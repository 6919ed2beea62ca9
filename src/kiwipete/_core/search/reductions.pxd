"""Extensions and reductions: how deep a move is searched."""

from libc.math cimport log

from kiwipete._core.kernel.move cimport Move, NULL_MOVE
from kiwipete._core.search.move_ordering cimport is_noisy
from kiwipete._core.search.node cimport Node
from kiwipete._core.search.score cimport LOWER, MAX_PLY, is_decisive
from kiwipete._core.search.techniques cimport (
    DOUBLE_EXTENSION, ITERATIVE_REDUCTION, LATE_MOVE_REDUCTION, MARGINS, NEGATIVE_EXTENSION, SINGULAR_EXTENSION,
)
from kiwipete._core.search.worker cimport StackEntry, Team, Worker, enabled, stopped

cdef enum:
    PLY = 1024            # reductions are counted in parts of a ply


cdef inline void fill_reductions(Team* team) noexcept nogil:
    """Fill the table of late move reductions, which grow with the logarithms of depth and move count."""
    cdef double base = MARGINS.lmr_base / 100.0
    cdef double divisor = MARGINS.lmr_divisor / 100.0
    cdef int depth, move_count
    for depth in range(1, 64):
        for move_count in range(1, 64):
            team.reductions[depth][move_count] = <int> (PLY * (base + log(depth) * log(move_count) / divisor))


cdef inline int base_reduction(const Worker* w, int depth, int move_count) noexcept nogil:
    """Return the reduction of a late move before adjustments, in parts of a ply."""
    return w.team.reductions[min(depth, 63)][min(move_count, 63)]


cdef inline int iterative_reduction(const Worker* w, const Node* node, const bint pv_node) noexcept nogil:
    """Internal iterative reduction: a node without a transposition-table move isn't worth its full depth yet."""
    if node.depth >= MARGINS.iterative_reduction_depth and node.tt.move == NULL_MOVE and (pv_node or node.cut_node):
        return enabled(w, ITERATIVE_REDUCTION)
    return 0


cdef inline bint may_be_singular(const Worker* w, const Node* node, Move move) noexcept nogil:
    return (
        move == node.tt.move and node.depth >= MARGINS.singular_depth
        and node.tt.depth >= node.depth - MARGINS.singular_tt_depth
        and node.tt.bound & LOWER and not is_decisive(node.tt.score) and enabled(w, SINGULAR_EXTENSION)
    )


cdef inline int singular_extension(
    Worker* w, Node* node, StackEntry* ss, const bint pv_node, int* multi_cut,
) noexcept nogil:
    """Search the other moves: if all fail low, the transposition table's move is singular and is extended.

    Returns the extension; it is negative if the move is not even likely to be the
    best. If another move fails high too, `multi_cut` is set and the result is a score.
    """
    cdef int singular_beta = node.tt.score - MARGINS.singular_margin * node.depth
    cdef int score
    multi_cut[0] = False
    ss.excluded = node.tt.move
    score = w.team.search_non_pv(
        w, singular_beta - 1, singular_beta, (node.depth - 1) // 2, node.ply, node.cut_node,
    )
    ss.excluded = NULL_MOVE
    if stopped(w):
        return 0
    if score < singular_beta:
        if (
            not pv_node and score < singular_beta - MARGINS.double_extension_margin
            and ss.double_extensions < MARGINS.double_extension_max and enabled(w, DOUBLE_EXTENSION)
        ):
            return 2
        return 1
    if singular_beta >= node.beta:
        multi_cut[0] = True
        return singular_beta
    if not enabled(w, NEGATIVE_EXTENSION):
        return 0
    if node.tt.score >= node.beta:
        return -MARGINS.negative_extension_beta
    return -MARGINS.negative_extension_cut if node.cut_node else 0


cdef inline bint is_reducible(
    const Worker* w, const Node* node, int move_count, bint noisy, bint loses_material,
) noexcept nogil:
    """Is it a late move: not the first, and not a capture that wins material, except in a cut node?"""
    return (
        node.depth >= MARGINS.lmr_depth and move_count > 1 and (not noisy or node.cut_node or loses_material)
        and enabled(w, LATE_MOVE_REDUCTION)
    )


cdef inline int late_move_depth(
    const Worker* w, const Node* node, const StackEntry* ss, Move move, int move_count, int history, bint checks,
    int new_depth, const bint pv_node,
) noexcept nogil:
    """Late move reduction: return the depth at which a late move is searched first."""
    cdef int r = base_reduction(w, node.depth, move_count)
    if is_noisy(move):
        r //= 2
    else:
        r -= history * PLY // MARGINS.lmr_history_divisor
        if is_noisy(node.tt.move):
            r += MARGINS.lmr_tt_noisy
    if pv_node:
        r -= MARGINS.lmr_pv_node
    if node.tt.was_pv:
        r -= MARGINS.lmr_was_pv
    if node.cut_node:
        r += MARGINS.lmr_cut_node
    if not node.improving:
        r += MARGINS.lmr_not_improving
    if checks:
        r -= MARGINS.lmr_check
    if move == ss.killers[0] or move == ss.killers[1]:
        r -= MARGINS.lmr_killer
    return max(1, min(new_depth - r // PLY, new_depth))


cdef inline int research_depth(int score, int best, int new_depth, int ply) noexcept nogil:
    """Return the depth after a reduced search raised alpha: deeper if by far, less deep if hardly."""
    cdef bint deeper = ply < MAX_PLY // 2 and (
        score > best + MARGINS.lmr_deeper_base + MARGINS.lmr_deeper_slope * new_depth
    )
    return new_depth + deeper - (score < best + MARGINS.lmr_shallower)


cdef inline int root_depth(const Worker* w, int depth, int move_count) noexcept nogil:
    """Return the depth at which a root move is searched first: late moves one ply less reduced than elsewhere."""
    if depth < MARGINS.lmr_root_depth or move_count <= MARGINS.lmr_root_moves or not enabled(w, LATE_MOVE_REDUCTION):
        return depth - 1
    return max(1, depth - 1 - max(0, base_reduction(w, depth, move_count) - PLY) // PLY)
