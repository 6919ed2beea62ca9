"""Extensions and reductions: how deep a move is searched."""

from kiwipete._core.kernel.move cimport Move, NULL_MOVE
from kiwipete._core.search.move_ordering cimport is_noisy
from kiwipete._core.search.node cimport Node
from kiwipete._core.search.score cimport LOWER, is_decisive
from kiwipete._core.search.techniques cimport (
    DOUBLE_EXTENSION, ITERATIVE_REDUCTION, LATE_MOVE_REDUCTION, NEGATIVE_EXTENSION, SINGULAR_EXTENSION,
)
from kiwipete._core.search.worker cimport StackEntry, Worker, enabled, stopped

cdef enum:
    PLY = 1024            # reductions are counted in parts of a ply
    MAX_DOUBLES = 6       # double extensions in one line


cdef inline int base_reduction(const Worker* w, int depth, int move_count) noexcept nogil:
    """Return the reduction of a late move before adjustments, in parts of a ply."""
    return w.team.reductions[min(depth, 63)][min(move_count, 63)]


cdef inline int iterative_reduction(const Worker* w, const Node* node, const bint pv_node) noexcept nogil:
    """Internal iterative reduction: a node without a transposition-table move isn't worth its full depth yet."""
    if node.depth >= 4 and node.tt.move == NULL_MOVE and (pv_node or node.cut_node):
        return enabled(w, ITERATIVE_REDUCTION)
    return 0


cdef inline bint may_be_singular(const Worker* w, const Node* node, Move move) noexcept nogil:
    return (
        move == node.tt.move and node.depth >= 7 and node.tt.depth >= node.depth - 3
        and node.tt.bound & LOWER and not is_decisive(node.tt.score) and enabled(w, SINGULAR_EXTENSION)
    )


cdef inline int singular_extension(
    Worker* w, Node* node, StackEntry* ss, const bint pv_node, int* multi_cut,
) noexcept nogil:
    """Search the other moves: if all fail low, the transposition table's move is singular and is extended.

    Returns the extension; it is negative if the move is not even likely to be the
    best. If another move fails high too, `multi_cut` is set and the result is a score.
    """
    cdef int singular_beta = node.tt.score - 2 * node.depth
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
            not pv_node and score < singular_beta - 20 and ss.double_extensions < MAX_DOUBLES
            and enabled(w, DOUBLE_EXTENSION)
        ):
            return 2
        return 1
    if singular_beta >= node.beta:
        multi_cut[0] = True
        return singular_beta
    if not enabled(w, NEGATIVE_EXTENSION):
        return 0
    if node.tt.score >= node.beta:
        return -2
    return -1 if node.cut_node else 0


cdef inline bint is_reducible(
    const Worker* w, const Node* node, int move_count, bint noisy, bint loses_material,
) noexcept nogil:
    """Is it a late move: not the first, and not a capture that wins material, except in a cut node?"""
    return (
        node.depth >= 2 and move_count > 1 and (not noisy or node.cut_node or loses_material)
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
        r -= history * PLY // 9000
        if is_noisy(node.tt.move):
            r += 500
    if pv_node:
        r -= PLY
    if node.tt.was_pv:
        r -= 600
    if node.cut_node:
        r += 1300
    if not node.improving:
        r += 500
    if checks:
        r -= 800
    if move == ss.killers[0] or move == ss.killers[1]:
        r -= 700
    return max(1, min(new_depth - r // PLY, new_depth))
