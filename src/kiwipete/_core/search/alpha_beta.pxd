"""Alpha-beta: what a position is worth, looked at `depth` plies ahead and further where it matters.

A template for two functions: `window` is true on the principal variation,
where the exact value is wanted; elsewhere the question is only whether the
value lies above alpha (beta is alpha + 1). searcher.pyx has the functions.
"""

from kiwipete._core.kernel.foresight cimport gives_check, key_after
from kiwipete._core.kernel.legality cimport is_legal
from kiwipete._core.kernel.make cimport Undo
from kiwipete._core.kernel.move cimport Move, NULL_MOVE, move_from, move_to
from kiwipete._core.kernel.threats cimport find_threats
from kiwipete._core.search.corrections cimport learn
from kiwipete._core.search.evaluation cimport evaluate
from kiwipete._core.search.move_history cimport bonus_of, reward
from kiwipete._core.search.node cimport Node, judge
from kiwipete._core.search.picker cimport (
    BAD_NOISY, Picker, is_noisy, next_move, quiet_history, start_picking,
)
from kiwipete._core.search.pruning cimport NOT_PRUNED, not_worth_it, try_without_moving
from kiwipete._core.search.quiescence cimport decides
from kiwipete._core.search.transposition cimport fetch_ahead, look_up, remember
from kiwipete._core.search.value cimport (
    EXACT, INFINITE, KNOWN_BOUND, LOWER, MATE, MAX_PLY, NO_BOUND, UPPER, is_known, mated_in,
)
from kiwipete._core.search.worker cimport (
    DOUBLE_EXTENSION, Frame, ITERATIVE_REDUCTION, Known, LATE_MOVE_REDUCTION, NEGATIVE_EXTENSION, PLY,
    SINGULAR_EXTENSION, Worker, begin_line, count_node, extend_line, frame_at, go_back, go_down, is_drawn, on,
    stopped,
)

cdef enum:
    MAX_TRIED = 64        # quiet moves that are remembered to be blamed when another is better
    MAX_DOUBLES = 6       # double extensions in one line

# The quiet moves tried at a node before the one that refuted it.
cdef struct Tried:
    int count
    Move[MAX_TRIED] moves


cdef inline int extension(Worker* w, Node* node, Frame* frame, const bint window, int* refuted) noexcept nogil:
    """Is the table's move better than all others by far? Then it is looked at further.

    If the others refute the node too, `refuted` is set and the result is its value.
    """
    cdef int target = node.found.score - 2 * node.depth
    cdef int score
    refuted[0] = False
    frame.excluded = node.found.move
    score = w.team.search_zero(w, target - 1, target, (node.depth - 1) // 2, node.ply, node.cut)
    frame.excluded = NULL_MOVE
    if stopped(w):
        return 0
    if score < target:
        if not window and score < target - 20 and frame.double_extensions < MAX_DOUBLES and on(w, DOUBLE_EXTENSION):
            return 2
        return 1
    if target >= node.beta:
        refuted[0] = True
        return target
    if not on(w, NEGATIVE_EXTENSION):
        return 0
    if node.found.score >= node.beta:
        return -2
    return -1 if node.cut else 0


cdef inline int reduced(
    Worker* w, const Node* node, const Frame* frame, Move move, int number, int history, bint checks, int new_depth,
    const bint window,
) noexcept nogil:
    """The depth at which a late move is tried first."""
    cdef int r = w.team.reductions[min(node.depth, 63)][min(number, 63)]
    if is_noisy(move):
        r //= 2
    else:
        r -= history * PLY // 9000
        if is_noisy(node.found.move):
            r += 500
    if window:
        r -= PLY
    if node.found.on_pv:
        r -= 600
    if node.cut:
        r += 1300
    if not node.improving:
        r += 500
    if checks:
        r -= 800
    if move == frame.killers[0] or move == frame.killers[1]:
        r -= 700
    return max(1, min(new_depth - r // PLY, new_depth))


cdef inline void reward_quiet(Worker* w, const Frame* frame, Move move, int bonus) noexcept nogil:
    cdef int piece = w.position.mailbox[move_from(move)]
    cdef int target = move_to(move)
    reward(&w.history.butterfly[w.position.turn][move_from(move)][target], bonus)
    reward(&frame[-1].replies.history[piece][target], bonus)
    reward(&frame[-2].replies.history[piece][target], bonus)


cdef inline void learn_from(Worker* w, Frame* frame, Move best, const Tried* tried, int depth) noexcept nogil:
    """A quiet move refuted the node: praise it, and blame those that were tried before it."""
    cdef int bonus = bonus_of(depth)
    cdef int i
    if frame.killers[0] != best:
        frame.killers[1] = frame.killers[0]
        frame.killers[0] = best
    reward_quiet(w, frame, best, bonus)
    for i in range(tried.count):
        reward_quiet(w, frame, tried.moves[i], -bonus)


cdef inline int search(Worker* w, int alpha, int beta, int depth, int ply, bint cut, const bint window) noexcept nogil:
    """What the position is worth, between alpha and beta; a bound if it lies outside."""
    cdef Frame* frame = frame_at(w, ply)
    cdef Move excluded = frame.excluded
    cdef Move best_move = NULL_MOVE
    cdef int best = -INFINITE
    cdef int most = INFINITE
    cdef int number = 0
    cdef int score = 0
    cdef int first_alpha, bound, history, longer, new_depth, shorter, refuted
    cdef bint checks, noisy
    cdef Move move
    cdef Known known
    cdef Node node
    cdef Picker picker
    cdef Tried tried
    cdef Undo undo

    if depth <= 0:
        return (w.team.settle_window if window else w.team.settle_zero)(w, alpha, beta, 0, ply, False)
    if not count_node(w):
        return 0
    if window:
        begin_line(w, ply)

    # 1. Is the game over, or the line too long, or is a shorter mate known?
    find_threats(&w.position.boards, w.position.turn, &node.threats)
    node.in_check = node.threats.checkers != 0
    if is_drawn(w, ply, node.in_check):
        return 0
    if ply >= MAX_PLY:
        return 0 if node.in_check else evaluate(&w.position)
    alpha = max(alpha, mated_in(ply))
    beta = min(beta, MATE - ply - 1)
    if alpha >= beta:
        return alpha
    first_alpha = alpha

    # 2. What does the transposition table know, and what do endgame tables?
    node.found = look_up(&w.team.table, w.position.key, ply)
    if excluded != NULL_MOVE:
        node.found.bound = NO_BOUND
        node.found.hit = False
    elif not window and node.found.depth >= depth and decides(&node.found, alpha, beta):
        if w.position.halfmove_clock < 90:
            return node.found.score
    if excluded != NULL_MOVE or not is_legal(&w.position, &node.threats, node.found.move):
        node.found.move = NULL_MOVE
    if window:
        node.found.on_pv = True
    if w.team.ask_endgames != NULL and excluded == NULL_MOVE:
        known = w.team.ask_endgames(w, alpha, beta, depth, ply)
        if known.least == known.most:
            return known.least
        best = known.least
        alpha = max(alpha, best)
        most = known.most

    # 3. What does it look like?
    node.alpha = alpha
    node.beta = beta
    node.depth = depth
    node.ply = ply
    node.cut = cut
    judge(w, &node, frame)
    frame[2].killers[0] = frame[2].killers[1] = NULL_MOVE

    # 4. Without a move to try first, a full search is not worth its price yet.
    if depth >= 4 and node.found.move == NULL_MOVE and excluded == NULL_MOVE and (window or cut):
        if on(w, ITERATIVE_REDUCTION):
            depth -= 1
            node.depth = depth

    # 5. Can the node be decided without its moves?
    if not window and not node.in_check and excluded == NULL_MOVE:
        score = try_without_moving(w, &node, frame)
        if stopped(w):
            return 0
        if score != NOT_PRUNED:
            return score

    # 6. Try the moves.
    tried.count = 0
    start_picking(&picker, w, ply, &node.threats, node.found.move, 0, False)
    while True:
        move = next_move(&picker, w, frame)
        if move == NULL_MOVE:
            break
        if move == excluded:
            continue
        number += 1
        noisy = is_noisy(move)
        history = 0 if noisy else quiet_history(w, frame, move)

        # 7. Leave out what is hopeless, once there is something to fall back on.
        if best > -KNOWN_BOUND and not_worth_it(w, &node, move, number, history, alpha):
            continue

        # 8. Look further at a move that stands alone.
        longer = 0
        if (
            move == node.found.move and depth >= 7 and excluded == NULL_MOVE and node.found.depth >= depth - 3
            and node.found.bound & LOWER and not is_known(node.found.score) and on(w, SINGULAR_EXTENSION)
        ):
            longer = extension(w, &node, frame, window, &refuted)
            if stopped(w):
                return 0
            if refuted:
                return longer
        frame[1].double_extensions = frame.double_extensions + (longer == 2)
        new_depth = depth - 1 + longer

        # 9. Make it, and look: late moves not so far at first, and all but the first only for whether they are better.
        checks = gives_check(&w.position, &node.threats, move)
        fetch_ahead(&w.team.table, key_after(&w.position, move))
        shorter = new_depth
        if depth >= 2 and number > 1 and (not noisy or cut or picker.stage == BAD_NOISY) and on(w, LATE_MOVE_REDUCTION):
            shorter = reduced(w, &node, frame, move, number, history, checks, new_depth, window)
        go_down(w, ply, move, &undo)
        if shorter < new_depth:
            score = -w.team.search_zero(w, -alpha - 1, -alpha, shorter, ply + 1, True)
            if score > alpha:
                new_depth += (score > best + 40 + 2 * new_depth and ply < MAX_PLY // 2) - (score < best + 8)
                if shorter < new_depth:
                    score = -w.team.search_zero(w, -alpha - 1, -alpha, new_depth, ply + 1, not cut)
        elif not window or number > 1:
            score = -w.team.search_zero(w, -alpha - 1, -alpha, new_depth, ply + 1, not cut)
        if window and (number == 1 or score > alpha):
            score = -w.team.search_window(w, -beta, -alpha, new_depth, ply + 1, False)
        go_back(w, &undo)
        if stopped(w):
            return 0

        # 10. Is it the best so far?
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                if window:
                    extend_line(w, ply, move)
                if score >= beta:
                    break
                alpha = score
        if not noisy and tried.count < MAX_TRIED:
            tried.moves[tried.count] = move
            tried.count += 1

    # 11. No move at all: mate or stalemate; or everything but one move was left out.
    if number == 0:
        if excluded != NULL_MOVE:
            return alpha
        return mated_in(ply) if node.in_check else 0

    # 12. Learn from it.
    best = min(best, most)
    if best >= beta and not is_noisy(best_move):
        learn_from(w, frame, best_move, &tried, depth)
    if excluded == NULL_MOVE:
        bound = LOWER if best >= beta else EXACT if best > first_alpha else UPPER
        if (
            not node.in_check and not is_noisy(best_move)
            and not (bound == LOWER and best <= node.static_value)
            and not (bound == UPPER and best >= node.static_value)
        ):
            learn(&w.corrections, &w.position, best - node.static_value, depth)
        remember(
            &w.team.table, w.position.key, ply, best_move, best, node.found.value, depth, bound, node.found.on_pv,
        )
    return best
