"""What need not be searched: whole nodes by their value, and single moves of little hope."""

from kiwipete._core.kernel.exchange cimport see_at_least
from kiwipete._core.kernel.foresight cimport gives_check, key_after
from kiwipete._core.kernel.make cimport Undo
from kiwipete._core.kernel.move cimport Move, NULL_MOVE
from kiwipete._core.kernel.position cimport Position
from kiwipete._core.search.node cimport Node
from kiwipete._core.search.picker cimport Picker, is_noisy, next_move, start_picking
from kiwipete._core.search.transposition cimport fetch_ahead, remember
from kiwipete._core.search.value cimport INFINITE, KNOWN_BOUND, LOWER, is_known
from kiwipete._core.search.worker cimport (
    EXCHANGE_PRUNING, FUTILITY, Frame, HISTORY_PRUNING, LATE_MOVE_PRUNING, NULL_MOVE_PRUNING, PLY, PROBCUT, RAZORING,
    REVERSE_FUTILITY, Worker, frame_at, go_back, go_down, on, stopped,
)

cdef enum:
    VERIFY_DEPTH = 14     # from here on a pass that refutes is verified
    NOT_PRUNED = -INFINITE


cdef inline bint has_pieces(const Position* p) noexcept nogil:
    """Has the side to move more than king and pawns? Without, passing may be better than every move."""
    return p.boards.side[p.turn] & (p.boards.knights | p.boards.diagonals | p.boards.straights) != 0


cdef inline int try_pass(Worker* w, Node* node) noexcept nogil:
    """If even passing refutes the node, a move would. Returns NOT_PRUNED if it does not."""
    cdef int beta = node.beta
    cdef int ply = node.ply
    cdef int surplus = (node.value - beta) // 200
    cdef int depth = node.depth - (4 + node.depth // 4 + (surplus if surplus < 3 else 3))
    cdef int score, verified
    cdef Undo undo
    go_down(w, ply, NULL_MOVE, &undo)
    score = -w.team.search_zero(w, -beta, -beta + 1, depth, ply + 1, not node.cut)
    go_back(w, &undo)
    if score < beta or stopped(w):
        return NOT_PRUNED
    if score >= KNOWN_BOUND:
        score = beta      # a win found by passing is not proved
    if node.depth < VERIFY_DEPTH or w.no_pass_before:
        return score
    # Zugzwang: search without passing for a while.
    w.no_pass_before = ply + 3 * (depth if depth > 1 else 1) // 4 + 1
    verified = w.team.search_zero(w, beta - 1, beta, depth, ply, False)
    w.no_pass_before = 0
    return score if verified >= beta else NOT_PRUNED


cdef inline int try_captures(Worker* w, Node* node) noexcept nogil:
    """ProbCut: a capture that refutes a shallower search by a margin refutes this one. Or NOT_PRUNED."""
    cdef int beta = node.beta + 180 - 50 * node.improving
    cdef int score
    cdef Picker picker
    cdef Move move
    cdef Undo undo
    if node.found.hit and node.found.depth >= node.depth - 3 and node.found.score < beta:
        return NOT_PRUNED
    move = node.found.move
    if not is_noisy(move) or not see_at_least(&w.position, move, beta - node.static_value):
        move = NULL_MOVE
    start_picking(&picker, w, node.ply, &node.threats, move, beta - node.static_value, True)
    while True:
        move = next_move(&picker, w, frame_at(w, node.ply))
        if move == NULL_MOVE:
            return NOT_PRUNED
        fetch_ahead(&w.team.table, key_after(&w.position, move))
        go_down(w, node.ply, move, &undo)
        score = -w.team.settle_zero(w, -beta, -beta + 1, 0, node.ply + 1, False)
        if score >= beta:
            score = -w.team.search_zero(w, -beta, -beta + 1, node.depth - 4, node.ply + 1, not node.cut)
        go_back(w, &undo)
        if stopped(w):
            return NOT_PRUNED
        if score >= beta:
            remember(
                &w.team.table, w.position.key, node.ply, move, score, node.found.value, node.depth - 3, LOWER,
                node.found.on_pv,
            )
            return score


cdef inline int try_without_moving(Worker* w, Node* node, const Frame* frame) noexcept nogil:
    """Prune the whole node by its value, before any of its moves is searched. Or NOT_PRUNED."""
    cdef int depth = node.depth
    cdef int score
    # 5a. Reverse futility: far above beta with little depth left.
    if (
        depth <= 8 and node.value - 80 * (depth - node.improving) >= node.beta
        and node.value < KNOWN_BOUND and node.beta > -KNOWN_BOUND and on(w, REVERSE_FUTILITY)
    ):
        return (node.value + node.beta) // 2
    # 5b. Razoring: far below alpha, where only captures could help.
    if depth <= 3 and node.value + 200 + 200 * depth <= node.alpha and on(w, RAZORING):
        score = w.team.settle_zero(w, node.alpha, node.alpha + 1, 0, node.ply, False)
        if score <= node.alpha:
            return score
    # 5c. Null move.
    if (
        depth >= 3 and node.value >= node.beta and node.static_value >= node.beta - 20 * depth + 120
        and frame[-1].move != NULL_MOVE and node.ply >= w.no_pass_before
        and node.beta > -KNOWN_BOUND and has_pieces(&w.position) and on(w, NULL_MOVE_PRUNING)
    ):
        score = try_pass(w, node)
        if score != NOT_PRUNED or stopped(w):
            return score
    # 5d. ProbCut.
    if depth >= 5 and not is_known(node.beta) and on(w, PROBCUT):
        return try_captures(w, node)
    return NOT_PRUNED


cdef inline bint not_worth_it(
    Worker* w, const Node* node, Move move, int number, int history, int alpha,
) noexcept nogil:
    """Leave a late or hopeless move out. Quiet moves that give check are never late: they may be mate."""
    cdef int depth = node.depth
    cdef int left = depth - w.team.reductions[min(depth, 63)][min(number, 63)] // PLY
    if left < 0:
        left = 0
    if is_noisy(move):
        return depth <= 9 and on(w, EXCHANGE_PRUNING) and not see_at_least(&w.position, move, -95 * depth)
    if not gives_check(&w.position, &node.threats, move):
        if number > (4 + depth * depth) // (1 if node.improving else 2) and on(w, LATE_MOVE_PRUNING):
            return True
        if not node.in_check and left <= 8 and on(w, FUTILITY) and (
            node.static_value + 100 + 90 * left + history // 128 <= alpha
        ):
            return True
        if left <= 4 and history < -3500 * depth and on(w, HISTORY_PRUNING):
            return True
    return on(w, EXCHANGE_PRUNING) and not see_at_least(&w.position, move, -25 * left * left - 10)
