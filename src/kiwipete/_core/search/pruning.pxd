"""Pruning: nodes decided before their moves are searched, and moves that are skipped.

One function a technique, with its conditions. `prune_node` and `prune_move`
call them in order; a new technique is a function, its call there, and its line
in techniques.pxd.
"""

from kiwipete._core.hot cimport gives_check, key_after, see_at_least
from kiwipete._core.kernel.move cimport Move, NULL_MOVE
from kiwipete._core.kernel.types cimport Position, Undo
from kiwipete._core.search.move_ordering cimport MovePicker, init_picker, is_noisy, next_move
from kiwipete._core.search.node cimport Node, make_move, stack_at, unmake_move
from kiwipete._core.search.reductions cimport PLY, base_reduction
from kiwipete._core.search.score cimport DECISIVE, INFINITE, LOWER, is_decisive
from kiwipete._core.search.techniques cimport (
    FUTILITY, LATE_MOVE_PRUNING, MARGINS, NULL_MOVE_PRUNING, PROBCUT, RAZORING, REVERSE_FUTILITY,
    SEE_PRUNING,
)
from kiwipete._core.search.transposition_table cimport tt_prefetch, tt_store
from kiwipete._core.search.worker cimport StackEntry, Worker, enabled, stopped

cdef enum:
    NOT_PRUNED = -INFINITE


# Whole nodes: each function returns a score, or NOT_PRUNED.

cdef inline int reverse_futility(const Worker* w, const Node* node) noexcept nogil:
    """Far above beta with little depth left, the node will fail high."""
    if (
        node.depth <= MARGINS.reverse_futility_depth
        and node.eval - MARGINS.reverse_futility_margin * (node.depth - node.improving) >= node.beta
        and node.eval < DECISIVE and node.beta > -DECISIVE and enabled(w, REVERSE_FUTILITY)
    ):
        return (node.eval + node.beta) // 2
    return NOT_PRUNED


cdef inline int razoring(Worker* w, const Node* node) noexcept nogil:
    """Far below alpha with little depth left, only captures could help: the quiescence search decides."""
    cdef int score
    if (
        node.depth <= MARGINS.razoring_depth
        and node.eval + MARGINS.razoring_base + MARGINS.razoring_margin * node.depth <= node.alpha
        and enabled(w, RAZORING)
    ):
        score = w.team.qsearch_non_pv(w, node.alpha, node.alpha + 1, node.ply)
        if score <= node.alpha:
            return score
    return NOT_PRUNED


cdef inline bint has_pieces(const Position* p) noexcept nogil:
    """Has the side to move more than king and pawns? Without, zugzwang is likely."""
    return p.boards.side[p.turn] & (p.boards.knights | p.boards.diagonals | p.boards.straights) != 0


cdef inline int null_move(Worker* w, const Node* node, const StackEntry* ss) noexcept nogil:
    """If the opponent may move twice in a row and we still fail high, a move of ours would too."""
    cdef int beta = node.beta
    cdef int ply = node.ply
    cdef int depth, score, verified
    cdef Undo undo
    if not (
        node.depth >= MARGINS.null_move_depth and node.eval >= beta
        and node.static_eval >= beta - MARGINS.null_move_slope * node.depth + MARGINS.null_move_base
        and ss[-1].move != NULL_MOVE and ply >= w.null_move_min_ply
        and beta > -DECISIVE and has_pieces(&w.position) and enabled(w, NULL_MOVE_PRUNING)
    ):
        return NOT_PRUNED
    depth = node.depth - MARGINS.null_move_reduction - node.depth // MARGINS.null_move_depth_divisor - min(
        (node.eval - beta) // MARGINS.null_move_eval_divisor, MARGINS.null_move_eval_max,
    )
    make_move(w, ply, NULL_MOVE, &undo)
    score = -w.team.search_non_pv(w, -beta, -beta + 1, depth, ply + 1, not node.cut_node)
    unmake_move(w, &undo)
    if score < beta or stopped(w):
        return NOT_PRUNED
    if score >= DECISIVE:
        score = beta      # a null move proves no mate
    if node.depth < MARGINS.null_move_verify_depth or w.null_move_min_ply:
        return score
    # At high depth, guard against zugzwang: verify by a search without null moves near this node.
    w.null_move_min_ply = ply + MARGINS.null_move_verify_quarters * max(depth, 1) // 4 + 1
    verified = w.team.search_non_pv(w, beta - 1, beta, depth, ply, False)
    w.null_move_min_ply = 0
    return score if verified >= beta else NOT_PRUNED


cdef inline int probcut(Worker* w, const Node* node) noexcept nogil:
    """A capture that beats beta by a margin in a shallower search will beat beta in this one."""
    cdef int beta = node.beta + MARGINS.probcut_margin - MARGINS.probcut_improving * node.improving
    cdef int depth = node.depth - MARGINS.probcut_reduction
    cdef int score
    cdef MovePicker picker
    cdef Move move
    cdef Undo undo
    if node.depth < MARGINS.probcut_depth or is_decisive(node.beta) or not enabled(w, PROBCUT):
        return NOT_PRUNED
    if node.tt.hit and node.tt.depth > depth and node.tt.score < beta:
        return NOT_PRUNED
    move = node.tt.move
    if not is_noisy(move) or not see_at_least(&w.position, move, beta - node.static_eval):
        move = NULL_MOVE
    init_picker(&picker, w, node.ply, &node.threats, move, beta - node.static_eval, True)
    while True:
        move = next_move(&picker, w, stack_at(w, node.ply))
        if move == NULL_MOVE:
            return NOT_PRUNED
        tt_prefetch(&w.team.tt, key_after(&w.position, move))
        make_move(w, node.ply, move, &undo)
        score = -w.team.qsearch_non_pv(w, -beta, -beta + 1, node.ply + 1)
        if score >= beta:
            score = -w.team.search_non_pv(w, -beta, -beta + 1, depth, node.ply + 1, not node.cut_node)
        unmake_move(w, &undo)
        if stopped(w):
            return NOT_PRUNED
        if score >= beta:
            tt_store(
                &w.team.tt, w.position.key, node.ply, move, score, node.tt.raw_eval, depth + 1, LOWER,
                node.tt.was_pv,
            )
            return score


cdef inline int prune_node(Worker* w, const Node* node, const StackEntry* ss) noexcept nogil:
    """Return the score of a node that needs no search of its moves, or NOT_PRUNED. Not for PV nodes, nor in check."""
    cdef int score = reverse_futility(w, node)
    if score == NOT_PRUNED:
        score = razoring(w, node)
    if score == NOT_PRUNED:
        score = null_move(w, node, ss)
    if score == NOT_PRUNED and not stopped(w):
        score = probcut(w, node)
    return score


# Single moves: each function returns whether to skip the move. `lmr_depth` is the depth after late move reduction.

cdef inline bint late_move(const Worker* w, const Node* node, int move_count) noexcept nogil:
    """Late move pruning: after this many moves, half as many if not improving, another quiet one hardly helps."""
    cdef int limit = MARGINS.late_move_base + node.depth * node.depth
    return move_count > (limit if node.improving else limit // 2) and enabled(w, LATE_MOVE_PRUNING)


cdef inline bint futile(const Worker* w, const Node* node, int lmr_depth, int history, int alpha) noexcept nogil:
    """Futility pruning: a quiet move won't bring the evaluation up to alpha."""
    return not node.in_check and lmr_depth <= MARGINS.futility_depth and enabled(w, FUTILITY) and (
        node.static_eval + MARGINS.futility_base + MARGINS.futility_margin * lmr_depth
        + history // MARGINS.futility_history_divisor <= alpha
    )


cdef inline bint loses_exchange(const Worker* w, const Node* node, Move move, int lmr_depth) noexcept nogil:
    """SEE pruning: the move loses more material than its depth can make up for."""
    if not enabled(w, SEE_PRUNING):
        return False
    if is_noisy(move):
        return node.depth <= MARGINS.see_noisy_depth and not see_at_least(
            &w.position, move, -MARGINS.see_noisy_margin * node.depth
        )
    return not see_at_least(
        &w.position, move, -MARGINS.see_quiet_margin * lmr_depth * lmr_depth - MARGINS.see_quiet_base
    )


cdef inline bint prune_move(
    const Worker* w, const Node* node, Move move, int move_count, int history, int alpha,
) noexcept nogil:
    """Skip the move? Quiet moves that give check are only pruned by SEE: they may be mate."""
    cdef int lmr_depth = max(0, node.depth - base_reduction(w, node.depth, move_count) // PLY)
    if not is_noisy(move) and not gives_check(&w.position, &node.threats, move):
        if late_move(w, node, move_count) or futile(w, node, lmr_depth, history, alpha):
            return True
    return loses_exchange(w, node, move, lmr_depth)
