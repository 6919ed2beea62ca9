"""Quiescence search: captures and promotions until the position is quiet, then the static evaluation.

Out of check, the side to move may stand pat, and tries captures and promotions
that lose no material. In check it searches all evasions until one avoids mate.
A template: searcher.pyx instantiates it for PV nodes and for the others.
"""

from kiwipete._core.hot cimport find_threats, is_legal, key_after, see_at_least
from kiwipete._core.kernel.move cimport Move, NULL_MOVE, is_promotion
from kiwipete._core.kernel.types cimport Threats, Undo
from kiwipete._core.search.move_ordering cimport MovePicker, init_picker, is_noisy, next_move
from kiwipete._core.search.node cimport (
    clear_pv, is_draw, make_move, raw_eval, stack_at, static_eval, unmake_move, update_pv,
)
from kiwipete._core.search.score cimport DECISIVE, INFINITE, LOWER, MAX_PLY, NO_SCORE, UPPER, mated_in
from kiwipete._core.search.techniques cimport MARGINS, QUIESCENCE_FUTILITY
from kiwipete._core.search.transposition_table cimport (
    TTData, tt_adjusted_eval, tt_cutoff, tt_prefetch, tt_probe, tt_store,
)
from kiwipete._core.search.worker cimport QSearch, StackEntry, Worker, count_node, enabled, stopped


cdef inline int qsearch(Worker* w, int alpha, int beta, int ply, const bint pv_node) noexcept nogil:
    """Return the score of a position once it is quiet; a bound if it lies outside alpha and beta."""
    cdef QSearch deeper = w.team.qsearch_pv if pv_node else w.team.qsearch_non_pv
    cdef StackEntry* ss = stack_at(w, ply)
    cdef Move best_move = NULL_MOVE
    cdef int best = -INFINITE
    cdef Move tt_move, move
    cdef int score
    cdef Threats threats
    cdef TTData tt
    cdef MovePicker picker
    cdef Undo undo
    cdef bint in_check

    # Step 1. Count the node; check for draws and for lines that are too long.
    if not count_node(w):
        return 0
    if pv_node:
        clear_pv(w, ply)
    find_threats(&w.position.boards, w.position.turn, &threats)
    in_check = threats.checkers != 0
    if is_draw(w, ply, in_check):
        return 0
    if ply >= MAX_PLY:
        return 0 if in_check else raw_eval(w)

    # Step 2. Probe the transposition table.
    tt = tt_probe(&w.team.tt, w.position.key, ply)
    if not pv_node and tt.hit and tt_cutoff(&tt, alpha, beta):
        return tt.score

    # Step 3. Stand pat. A PV node searches on where the table has a score, because its moves are shown.
    if in_check:
        tt.raw_eval = NO_SCORE
    else:
        best = static_eval(w, &tt)
        if not pv_node:
            best = tt_adjusted_eval(best, &tt)
        if best >= beta:
            return best
        if best > alpha:
            alpha = best

    # Step 4. Loop through the moves.
    tt_move = tt.move
    if not (in_check or is_noisy(tt_move)) or not is_legal(&w.position, &threats, tt_move):
        tt_move = NULL_MOVE
    ss.killers[0] = ss.killers[1] = NULL_MOVE
    init_picker(&picker, w, ply, &threats, tt_move, 0, not in_check)
    while True:
        move = next_move(&picker, w, ss)
        if move == NULL_MOVE:
            break

        # Step 5. Futility pruning: far below alpha, search only what wins material.
        if (
            best > -DECISIVE and not in_check and best + MARGINS.qsearch_futility_margin <= alpha
            and enabled(w, QUIESCENCE_FUTILITY)
        ):
            if not is_promotion(move) and not see_at_least(&w.position, move, 1):
                continue

        # Step 6. Make the move, search it and unmake it.
        tt_prefetch(&w.team.tt, key_after(&w.position, move))
        make_move(w, ply, move, &undo)
        score = -deeper(w, -beta, -alpha, ply + 1)
        unmake_move(w, &undo)
        if stopped(w):
            return 0

        # Step 7. Check for a new best move.
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = move
                if pv_node:
                    update_pv(w, ply, move)
                if score >= beta:
                    break
        if in_check and best > -DECISIVE:
            picker.skip_quiets = True   # one evasion is enough; captures may still be better

    # Step 8. Check for mate: all evasions were tried, and there was none.
    if best == -INFINITE:
        return mated_in(ply)

    # Step 9. Store the result.
    tt_store(
        &w.team.tt, w.position.key, ply, best_move, best, tt.raw_eval, 0, LOWER if best >= beta else UPPER, tt.was_pv,
    )
    return best
