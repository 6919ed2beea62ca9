"""Alpha-beta: the main search, a principal variation search in numbered steps.

A template for two functions, which searcher.pyx instantiates: in PV nodes the
exact score is wanted; in all others the window is empty (beta is alpha + 1) and
the search only decides whether the score lies above alpha.
"""

from kiwipete._core.hot cimport find_threats, gives_check, is_legal, key_after
from kiwipete._core.kernel.move cimport Move, NULL_MOVE
from kiwipete._core.kernel.types cimport Undo
from kiwipete._core.search.history cimport update_correction_history
from kiwipete._core.search.move_ordering cimport (
    BAD_NOISY, MAX_TRIED, MovePicker, TriedQuiets, init_picker, is_noisy, next_move, quiet_history, update_quiet_stats,
)
from kiwipete._core.search.node cimport (
    Node, clear_pv, evaluate_node, is_draw, make_move, raw_eval, stack_at, unmake_move, update_pv,
)
from kiwipete._core.search.pruning cimport NOT_PRUNED, prune_move, prune_node
from kiwipete._core.search.reductions cimport (
    is_reducible, iterative_reduction, late_move_depth, may_be_singular, research_depth, singular_extension,
)
from kiwipete._core.search.score cimport (
    DECISIVE, EXACT, INFINITE, LOWER, MATE, MAX_PLY, NO_BOUND, UPPER, mated_in,
)
from kiwipete._core.search.transposition_table cimport tt_cutoff, tt_prefetch, tt_probe, tt_store
from kiwipete._core.search.worker cimport StackEntry, TablebaseBounds, Worker, count_node, stopped

cdef enum:
    TRUSTED_CLOCK = 90    # plies: from here on a stored score may ignore that the fifty-move rule is near


cdef inline int search(
    Worker* w, int alpha, int beta, int depth, int ply, bint cut_node, const bint pv_node,
) noexcept nogil:
    """Return the score of a position; a bound if it lies outside alpha and beta."""
    cdef StackEntry* ss = stack_at(w, ply)
    cdef Move excluded = ss.excluded
    cdef Move best_move = NULL_MOVE
    cdef int best = -INFINITE
    cdef int upper = INFINITE
    cdef int move_count = 0
    cdef int score = 0
    cdef int original_alpha, bound, history, extension, new_depth, reduced_depth, multi_cut
    cdef bint checks, noisy
    cdef Move move
    cdef TablebaseBounds bounds
    cdef Node node
    cdef MovePicker picker
    cdef TriedQuiets tried
    cdef Undo undo

    # Step 1. At depth 0, go over to the quiescence search.
    if depth <= 0:
        return (w.team.qsearch_pv if pv_node else w.team.qsearch_non_pv)(w, alpha, beta, ply)

    # Step 2. Count the node; check for a stop, for draws and for lines that are too long.
    if not count_node(w):
        return 0
    if pv_node:
        clear_pv(w, ply)
    find_threats(&w.position.boards, w.position.turn, &node.threats)
    node.in_check = node.threats.checkers != 0
    if is_draw(w, ply, node.in_check):
        return 0
    if ply >= MAX_PLY:
        return 0 if node.in_check else raw_eval(w)

    # Step 3. Mate distance pruning: even a mate at once would not beat a shorter mate already found.
    alpha = max(alpha, mated_in(ply))
    beta = min(beta, MATE - ply - 1)
    if alpha >= beta:
        return alpha
    original_alpha = alpha

    # Step 4. Probe the transposition table.
    node.tt = tt_probe(&w.team.tt, w.position.key, ply)
    if excluded != NULL_MOVE:
        node.tt.bound = NO_BOUND
        node.tt.hit = False
    elif not pv_node and node.tt.depth >= depth and tt_cutoff(&node.tt, alpha, beta):
        if w.position.halfmove_clock < TRUSTED_CLOCK:
            return node.tt.score
    if excluded != NULL_MOVE or not is_legal(&w.position, &node.threats, node.tt.move):
        node.tt.move = NULL_MOVE
    if pv_node:
        node.tt.was_pv = True

    # Step 5. Probe the tablebase.
    if w.team.probe_tablebase != NULL and excluded == NULL_MOVE:
        bounds = w.team.probe_tablebase(w, alpha, beta, depth, ply)
        if bounds.lower == bounds.upper:
            return bounds.lower
        best = bounds.lower
        alpha = max(alpha, best)
        upper = bounds.upper

    # Step 6. Static evaluation.
    node.alpha = alpha
    node.beta = beta
    node.depth = depth
    node.ply = ply
    node.cut_node = cut_node
    evaluate_node(w, &node, ss)
    ss[2].killers[0] = ss[2].killers[1] = NULL_MOVE

    # Step 7. Internal iterative reduction.
    if excluded == NULL_MOVE:
        depth -= iterative_reduction(w, &node, pv_node)
        node.depth = depth

    # Step 8. Prune the node: reverse futility, razoring, null move, ProbCut.
    if not pv_node and not node.in_check and excluded == NULL_MOVE:
        score = prune_node(w, &node, ss)
        if stopped(w):
            return 0
        if score != NOT_PRUNED:
            return score

    # Step 9. Loop through the moves.
    tried.count = 0
    init_picker(&picker, w, ply, &node.threats, node.tt.move, 0, False)
    while True:
        move = next_move(&picker, w, ss)
        if move == NULL_MOVE:
            break
        if move == excluded:
            continue
        move_count += 1
        noisy = is_noisy(move)
        history = 0 if noisy else quiet_history(w, ss, move)

        # Step 10. Prune the move, unless all moves so far lose: late moves, futility, SEE.
        if best > -DECISIVE and prune_move(w, &node, move, move_count, history, alpha):
            continue

        # Step 11. Extend a singular move.
        extension = 0
        if may_be_singular(w, &node, move):
            extension = singular_extension(w, &node, ss, pv_node, &multi_cut)
            if stopped(w):
                return 0
            if multi_cut:
                return extension
        ss[1].double_extensions = ss.double_extensions + (extension == 2)
        new_depth = depth - 1 + extension

        # Step 12. Reduce a late move.
        checks = gives_check(&w.position, &node.threats, move)
        tt_prefetch(&w.team.tt, key_after(&w.position, move))
        reduced_depth = new_depth
        if is_reducible(w, &node, move_count, noisy, picker.stage == BAD_NOISY):
            reduced_depth = late_move_depth(w, &node, ss, move, move_count, history, checks, new_depth, pv_node)

        # Step 13. Make the move.
        make_move(w, ply, move, &undo)

        # Step 14. Search it: with an empty window at the reduced depth, then at full depth if that fails high.
        if reduced_depth < new_depth:
            score = -w.team.search_non_pv(w, -alpha - 1, -alpha, reduced_depth, ply + 1, True)
            if score > alpha:
                new_depth = research_depth(score, best, new_depth, ply)
                if reduced_depth < new_depth:
                    score = -w.team.search_non_pv(w, -alpha - 1, -alpha, new_depth, ply + 1, not cut_node)
        elif not pv_node or move_count > 1:
            score = -w.team.search_non_pv(w, -alpha - 1, -alpha, new_depth, ply + 1, not cut_node)

        # Step 15. In a PV node, search the first move, and every move that raises alpha, with the full window.
        if pv_node and (move_count == 1 or score > alpha):
            score = -w.team.search_pv(w, -beta, -alpha, new_depth, ply + 1, False)

        # Step 16. Unmake the move.
        unmake_move(w, &undo)
        if stopped(w):
            return 0

        # Step 17. Check for a new best move.
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                if pv_node:
                    update_pv(w, ply, move)
                if score >= beta:
                    break
                alpha = score
        if not noisy and tried.count < MAX_TRIED:
            tried.moves[tried.count] = move
            tried.count += 1

    # Step 18. Check for mate and stalemate. In a singular search, the excluded move was the only one.
    if move_count == 0:
        if excluded != NULL_MOVE:
            return alpha
        return mated_in(ply) if node.in_check else 0

    # Step 19. Update killers, history and correction history, and store the result.
    best = min(best, upper)
    if best >= beta and not is_noisy(best_move):
        update_quiet_stats(w, ss, best_move, &tried, depth)
    if excluded == NULL_MOVE:
        bound = LOWER if best >= beta else EXACT if best > original_alpha else UPPER
        if (
            not node.in_check and not is_noisy(best_move)
            and not (bound == LOWER and best <= node.static_eval)
            and not (bound == UPPER and best >= node.static_eval)
        ):
            update_correction_history(&w.correction_history, &w.position, best - node.static_eval, depth)
        tt_store(
            &w.team.tt, w.position.key, ply, best_move, best, node.tt.raw_eval, depth, bound, node.tt.was_pv,
        )
    return best
