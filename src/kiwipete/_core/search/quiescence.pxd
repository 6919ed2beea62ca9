"""Quiescence: play on until nothing hangs, then believe the evaluation.

Out of check the side to move may stand on its value, and tries captures and
promotions that lose nothing. In check it tries every way out, until one holds.
A template; searcher.pyx has the recursive functions made of it.
"""

from kiwipete._core.kernel.exchange cimport see_at_least
from kiwipete._core.kernel.foresight cimport key_after
from kiwipete._core.kernel.legality cimport is_legal
from kiwipete._core.kernel.make cimport Undo
from kiwipete._core.kernel.move cimport Move, NULL_MOVE, is_promotion
from kiwipete._core.kernel.threats cimport Threats, find_threats
from kiwipete._core.search.corrections cimport corrected
from kiwipete._core.search.evaluation cimport evaluate
from kiwipete._core.search.picker cimport Picker, is_noisy, next_move, start_picking
from kiwipete._core.search.transposition cimport Found, fetch_ahead, look_up, remember
from kiwipete._core.search.value cimport (
    EXACT, INFINITE, KNOWN_BOUND, LOWER, MAX_PLY, NO_VALUE, UPPER, mated_in,
)
from kiwipete._core.search.worker cimport (
    CORRECTION, Search, Worker, begin_line, count_node, extend_line, frame_at, go_back, go_down, is_drawn, on, stopped,
)

cdef enum:
    HOPE = 150   # what a capture may win beyond what it takes


cdef inline bint decides(const Found* found, int alpha, int beta) noexcept nogil:
    """Does what the table knows lie outside the window, or is it exact?"""
    if found.bound == EXACT:
        return True
    return found.score >= beta if found.bound == LOWER else found.bound == UPPER and found.score <= alpha


cdef inline int judged(Worker* w, const Found* found) noexcept nogil:
    """The corrected evaluation, from the table if it has one."""
    cdef int value = found.value if found.value != NO_VALUE else evaluate(&w.position)
    return corrected(&w.corrections, &w.position, value) if on(w, CORRECTION) else value


cdef inline int sharpened(int value, const Found* found) noexcept nogil:
    """A value, or the bound in the table that says better."""
    if found.bound == EXACT or (found.bound == LOWER and found.score > value) or (
        found.bound == UPPER and found.score < value
    ):
        return found.score
    return value


cdef inline int settle(Worker* w, int alpha, int beta, int ply, const bint window) noexcept nogil:
    """What the position is worth once it is quiet, between alpha and beta."""
    cdef Search deeper = w.team.settle_window if window else w.team.settle_zero
    cdef Move best_move = NULL_MOVE
    cdef Move table_move, move
    cdef int value = NO_VALUE
    cdef int best, score
    cdef Threats threats
    cdef Found found
    cdef Picker picker
    cdef Undo undo
    cdef bint in_check

    if not count_node(w):
        return 0
    if window:
        begin_line(w, ply)
    find_threats(&w.position.boards, w.position.turn, &threats)
    in_check = threats.checkers != 0
    if is_drawn(w, ply, in_check):
        return 0
    if ply >= MAX_PLY:
        return 0 if in_check else evaluate(&w.position)

    found = look_up(&w.team.table, w.position.key, ply)
    if not window and found.hit and decides(&found, alpha, beta):
        return found.score
    if in_check:
        best = -INFINITE
    else:
        value = evaluate(&w.position) if found.value == NO_VALUE else found.value
        found.value = value
        best = judged(w, &found)
        if not window:   # where the line is shown, its moves are wanted too
            best = sharpened(best, &found)
        if best >= beta:
            return best
        if best > alpha:
            alpha = best

    table_move = found.move
    if not (in_check or is_noisy(table_move)) or not is_legal(&w.position, &threats, table_move):
        table_move = NULL_MOVE
    frame_at(w, ply).killers[0] = frame_at(w, ply).killers[1] = NULL_MOVE
    start_picking(&picker, w, ply, &threats, table_move, 0, not in_check)
    while True:
        move = next_move(&picker, w, frame_at(w, ply))
        if move == NULL_MOVE:
            break
        if best > -KNOWN_BOUND and not in_check and best + HOPE <= alpha:
            # Only what wins material can still reach alpha.
            if not is_promotion(move) and not see_at_least(&w.position, move, 1):
                continue
        fetch_ahead(&w.team.table, key_after(&w.position, move))
        go_down(w, ply, move, &undo)
        score = -deeper(w, -beta, -alpha, 0, ply + 1, False)
        go_back(w, &undo)
        if stopped(w):
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = move
                if window:
                    extend_line(w, ply, move)
                if score >= beta:
                    break
        if in_check and best > -KNOWN_BOUND:
            picker.skip_quiets = True   # one way out is enough; captures may still be better

    if best == -INFINITE:
        return mated_in(ply)
    remember(
        &w.team.table, w.position.key, ply, best_move, best, value, 0, LOWER if best >= beta else UPPER, found.on_pv,
    )
    return best
