"""One node of the search: its record, its evaluation, moves made and unmade, draws, and its principal variation.

Debug builds with the option `checks` compare every move and every position
with the slow generator of the kernel. There, a search that ends has proved all
its lines legal.
"""

from kiwipete._core.hot cimport make, make_null, unmake
from kiwipete._core.kernel.endings cimport is_repeated
from kiwipete._core.kernel.move cimport MAX_MOVES, Move, NULL_MOVE, move_from, move_to
from kiwipete._core.kernel.reference cimport FAULT_NONE, attacked, king_square, pseudo_legal_moves, validate
from kiwipete._core.kernel.squares cimport promise
from kiwipete._core.kernel.types cimport Position, Threats, Undo
from kiwipete._core.network cimport is_exact, note_move, note_unmade
from kiwipete._core.search.evaluation cimport evaluate, insufficient_material, static_eval_of
from kiwipete._core.search.history cimport NO_PIECE
from kiwipete._core.search.score cimport MAX_PLY, NO_SCORE
from kiwipete._core.search.techniques cimport CORRECTION_HISTORY, IMPROVING
from kiwipete._core.search.transposition_table cimport TTData, tt_adjusted_eval
from kiwipete._core.search.worker cimport STACK_OFFSET, StackEntry, Worker, enabled

cdef extern from *:
    """
    #if defined(KIWIPETE_CHECKS) && !defined(NDEBUG)
    #define KW_PROVING 1
    #define kw_prove(condition) assert(condition)
    #else
    #define KW_PROVING 0
    #define kw_prove(condition) ((void) 0)
    #endif
    """
    const bint PROVING "KW_PROVING"
    void prove "kw_prove"(bint condition) noexcept nogil

cdef enum:
    DRAW_PLIES = 100      # the fifty-move rule

cdef struct Node:
    Threats threats
    TTData tt             # its move is legal or NULL_MOVE
    int alpha
    int beta
    int depth
    int ply
    int static_eval       # NO_SCORE in check
    int eval              # the static evaluation, or a better estimate from the transposition table
    bint in_check
    bint cut_node         # expected to fail high
    bint improving        # the static evaluation is higher than before our last move


cdef inline StackEntry* stack_at(Worker* w, int ply) noexcept nogil:
    promise(-STACK_OFFSET <= ply < MAX_PLY + 4)
    return &w.stack[ply + STACK_OFFSET]


# Evaluation.

cdef inline int raw_eval(Worker* w) noexcept nogil:
    """Return the raw evaluation of the position on the board."""
    prove(is_updated(w))
    return evaluate(&w.position, w.accumulators)


cdef inline int static_eval(Worker* w, TTData* tt) noexcept nogil:
    """Return the static evaluation; the raw one comes from the transposition table, or is kept for it."""
    if tt.raw_eval == NO_SCORE:
        tt.raw_eval = raw_eval(w)
    if not enabled(w, CORRECTION_HISTORY):
        return tt.raw_eval
    return static_eval_of(tt.raw_eval, &w.correction_history, &w.position)


cdef inline void evaluate_node(Worker* w, Node* node, StackEntry* ss) noexcept nogil:
    """Set the evaluations of a node, and whether it is improving."""
    node.improving = False
    if node.in_check:
        node.static_eval = node.eval = NO_SCORE
    elif ss.excluded != NULL_MOVE:
        node.static_eval = node.eval = ss.static_eval
    else:
        node.static_eval = static_eval(w, &node.tt)
        node.eval = tt_adjusted_eval(node.static_eval, &node.tt)
    ss.static_eval = node.static_eval
    if node.in_check or not enabled(w, IMPROVING):
        return
    if ss[-2].static_eval != NO_SCORE:
        node.improving = node.static_eval > ss[-2].static_eval
    elif ss[-4].static_eval != NO_SCORE:
        node.improving = node.static_eval > ss[-4].static_eval


# Proof, in builds with checks.

cdef inline bint is_pseudo_legal(const Position* p, Move move) noexcept nogil:
    """Does the slow generator list the move? A null move must not leave a check."""
    cdef Move[MAX_MOVES] moves
    cdef int i
    if move == NULL_MOVE:
        return not attacked(p, king_square(p, p.turn), p.turn ^ 1)
    for i in range(pseudo_legal_moves(p, moves)):
        if moves[i] == move:
            return True
    return False


cdef inline bint is_sound(const Position* p) noexcept nogil:
    """Is everything that the position keeps up to date right, and the king of the side that moved safe?"""
    cdef int square
    return validate(p, &square) == FAULT_NONE and not attacked(p, king_square(p, p.turn ^ 1), p.turn)


cdef inline bint is_updated(Worker* w) noexcept nogil:
    """Are the network's accumulators, which earlier positions were updated to, those of the position?"""
    return w.accumulators == NULL or is_exact(w.accumulators, &w.position)


# Moves on the worker's own board.

cdef inline void make_move(Worker* w, int ply, Move move, Undo* undo) noexcept nogil:
    """Make a move or a null move; the stack gets the move, and `keys` the key that repetition needs."""
    cdef StackEntry* ss = stack_at(w, ply)
    prove(is_pseudo_legal(&w.position, move))
    ss.move = move
    if move == NULL_MOVE:
        ss.continuation = &w.history.continuation[NO_PIECE][0]
        make_null(&w.position, undo)
        ss[1].reversible = 0
    else:
        ss.continuation = &w.history.continuation[w.position.mailbox[move_from(move)]][move_to(move)]
        make(&w.position, move, undo)
        ss[1].reversible = ss.reversible + 1 if w.position.halfmove_clock else 0
    w.keys[w.root_key + ply + 1] = w.position.key
    if w.accumulators != NULL:
        note_move(w.accumulators, ply + 1, undo)
    prove(is_sound(&w.position))


cdef inline void unmake_move(Worker* w, const Undo* undo) noexcept nogil:
    unmake(&w.position, undo)
    if w.accumulators != NULL:
        note_unmade(w.accumulators)
    prove(is_sound(&w.position))


cdef inline bint is_draw(Worker* w, int ply, bint in_check) noexcept nogil:
    """Is it a draw by repetition, material or the fifty-move rule? In check it may be mate, which comes first."""
    if w.position.halfmove_clock >= DRAW_PLIES and not in_check:
        return True
    return insufficient_material(&w.position) or is_repeated(
        &w.keys[w.root_key + ply], stack_at(w, ply).reversible, ply
    )


# The principal variation: a move, then the principal variation of the node it leads to.

cdef inline void clear_pv(Worker* w, int ply) noexcept nogil:
    w.pv_lengths[ply] = 0
    if ply > w.sel_depth:
        w.sel_depth = ply


cdef inline void update_pv(Worker* w, int ply, Move move) noexcept nogil:
    cdef int i
    w.pv_table[ply][0] = move
    for i in range(w.pv_lengths[ply + 1]):
        w.pv_table[ply][i + 1] = w.pv_table[ply + 1][i]
    w.pv_lengths[ply] = w.pv_lengths[ply + 1] + 1
