"""Move ordering: the move picker returns the legal moves of a node one by one, the most promising first.

The transposition table's move comes before anything is generated. Then come
captures and promotions that lose no material, killers, the other quiet moves
by their history, and captures that lose material. Moves are generated in these
stages, because most nodes need only the first few.
"""

from kiwipete._core.hot cimport is_legal, list_noisy, list_quiets, see_at_least
from kiwipete._core.kernel.move cimport (
    MAX_MOVES, Move, NULL_MOVE, is_en_passant, is_promotion, move_from, move_to, promoted_piece,
)
from kiwipete._core.kernel.scores cimport MATERIAL
from kiwipete._core.kernel.squares cimport PAWN, QUEEN, i32, promise
from kiwipete._core.kernel.types cimport EMPTY, Position, Threats, kind_of
from kiwipete._core.search.history cimport HISTORY_LIMIT, history_bonus, update_history
from kiwipete._core.search.node cimport stack_at
from kiwipete._core.search.techniques cimport BUTTERFLY_HISTORY, CONTINUATION_HISTORY, KILLERS, SEE_ORDERING
from kiwipete._core.search.worker cimport StackEntry, Worker, enabled

cdef enum:
    MAX_TRIED = 64        # quiet moves of a node whose history is updated

cdef enum Stage:
    TT_MOVE
    GENERATE_NOISY
    GOOD_NOISY
    FIRST_KILLER
    SECOND_KILLER
    GENERATE_QUIETS
    QUIETS
    BAD_NOISY

cdef struct MovePicker:
    const Threats* threats
    Stage stage
    Move tt_move
    Move[2] killers
    bint noisy_only
    bint skip_quiets      # the search sets it once it wants no quiet move
    int threshold         # what a good capture must win by SEE
    int next
    int count
    int bad_next
    int bad_count         # captures that lose material, kept for the end
    Move[MAX_MOVES] moves
    i32[MAX_MOVES] scores
    Move[MAX_MOVES] bad

# The quiet moves that a node has searched.
cdef struct TriedQuiets:
    int count
    Move[MAX_TRIED] moves


cdef inline bint is_noisy(Move move) noexcept nogil:
    """Is it a capture or a promotion?"""
    return move & 0xc000 != 0


# Killers and history.

cdef inline int quiet_history(const Worker* w, const StackEntry* ss, Move move) noexcept nogil:
    """Return the sum of a quiet move's histories."""
    cdef const Position* p = &w.position
    cdef int piece = p.mailbox[move_from(move)]
    cdef int target = move_to(move)
    cdef int history = w.history.butterfly[p.turn][move_from(move)][target] if enabled(w, BUTTERFLY_HISTORY) else 0
    if enabled(w, CONTINUATION_HISTORY):
        history += ss[-1].continuation.history[piece][target] + ss[-2].continuation.history[piece][target]
    return history


cdef inline void update_quiet_history(Worker* w, const StackEntry* ss, Move move, int bonus) noexcept nogil:
    cdef int piece = w.position.mailbox[move_from(move)]
    cdef int target = move_to(move)
    update_history(&w.history.butterfly[w.position.turn][move_from(move)][target], bonus, HISTORY_LIMIT)
    update_history(&ss[-1].continuation.history[piece][target], bonus, HISTORY_LIMIT)
    update_history(&ss[-2].continuation.history[piece][target], bonus, HISTORY_LIMIT)


cdef inline void update_quiet_stats(
    Worker* w, StackEntry* ss, Move best, const TriedQuiets* tried, int depth,
) noexcept nogil:
    """A quiet move failed high: make it a killer, raise its history, and lower that of the moves tried before it."""
    cdef int bonus = history_bonus(depth)
    cdef int i
    if ss.killers[0] != best:
        ss.killers[1] = ss.killers[0]
        ss.killers[0] = best
    update_quiet_history(w, ss, best, bonus)
    for i in range(tried.count):
        update_quiet_history(w, ss, tried.moves[i], -bonus)


# The picker.

cdef inline bint is_verified(const Position* p, const Threats* threats, Move tt_move) noexcept nogil:
    return tt_move == NULL_MOVE or is_legal(p, threats, tt_move)


cdef inline void init_picker(
    MovePicker* picker, Worker* w, int ply, const Threats* threats, Move tt_move, int threshold, bint noisy_only,
) noexcept nogil:
    """Prepare a picker; `tt_move` must be legal or NULL_MOVE. In check, "noisy" and "quiet" moves are the evasions."""
    cdef StackEntry* ss = stack_at(w, ply)
    promise(is_verified(&w.position, threats, tt_move))
    picker.threats = threats
    picker.stage = GENERATE_NOISY if tt_move == NULL_MOVE else TT_MOVE
    picker.tt_move = tt_move
    picker.killers[0] = ss.killers[0] if enabled(w, KILLERS) else NULL_MOVE
    picker.killers[1] = ss.killers[1] if enabled(w, KILLERS) else NULL_MOVE
    picker.noisy_only = noisy_only
    picker.skip_quiets = False
    picker.threshold = threshold
    picker.bad_next = picker.bad_count = 0


cdef inline int captured_value(const Position* p, Move move) noexcept nogil:
    if is_en_passant(move):
        return MATERIAL[PAWN]
    return 0 if p.mailbox[move_to(move)] == EMPTY else MATERIAL[kind_of(p.mailbox[move_to(move)])]


cdef inline void score_noisy(MovePicker* picker, const Worker* w) noexcept nogil:
    """Order by MVV-LVA: most valuable victim, then least valuable attacker; underpromotions last."""
    cdef int i
    cdef Move move
    for i in range(picker.count):
        move = picker.moves[i]
        picker.scores[i] = 8 * captured_value(&w.position, move) - kind_of(w.position.mailbox[move_from(move)])
        if is_promotion(move):
            picker.scores[i] += 8000 if promoted_piece(move) == QUEEN else -20000


cdef inline void score_quiets(MovePicker* picker, const Worker* w, const StackEntry* ss) noexcept nogil:
    cdef int i
    for i in range(picker.count):
        picker.scores[i] = quiet_history(w, ss, picker.moves[i])


cdef inline Move pick_best(MovePicker* picker) noexcept nogil:
    """Take the best of the remaining moves. No sorting: most nodes need only a few of them."""
    cdef int best = picker.next
    cdef int i
    cdef Move move
    for i in range(picker.next + 1, picker.count):
        if picker.scores[i] > picker.scores[best]:
            best = i
    move = picker.moves[best]
    picker.moves[best] = picker.moves[picker.next]
    picker.scores[best] = picker.scores[picker.next]
    picker.next += 1
    return move


cdef inline bint loses_material(const MovePicker* picker, const Worker* w, Move move) noexcept nogil:
    """Should the move wait until the end? By SEE, or because it underpromotes."""
    if is_promotion(move) and promoted_piece(move) != QUEEN:
        return True
    return enabled(w, SEE_ORDERING) and not see_at_least(&w.position, move, picker.threshold)


cdef inline Move killer(MovePicker* picker, const Worker* w, int which) noexcept nogil:
    """Return a killer if it is legal here, or NULL_MOVE."""
    cdef Move move = picker.killers[which]
    if (
        move == NULL_MOVE or move == picker.tt_move or picker.skip_quiets
        or not is_legal(&w.position, picker.threats, move)
    ):
        picker.killers[which] = NULL_MOVE
    return picker.killers[which]


cdef inline Move next_move(MovePicker* picker, const Worker* w, const StackEntry* ss) noexcept nogil:
    """Return the next move, or NULL_MOVE after the last."""
    cdef Move move
    if picker.stage == TT_MOVE:
        picker.stage = GENERATE_NOISY
        return picker.tt_move
    if picker.stage == GENERATE_NOISY:
        picker.count = list_noisy(&w.position, picker.threats, picker.moves)
        picker.next = 0
        score_noisy(picker, w)
        picker.stage = GOOD_NOISY
    if picker.stage == GOOD_NOISY:
        while picker.next < picker.count:
            move = pick_best(picker)
            if move == picker.tt_move:
                continue
            if not loses_material(picker, w, move):
                return move
            picker.bad[picker.bad_count] = move
            picker.bad_count += 1
        if picker.noisy_only:
            return NULL_MOVE
        picker.stage = FIRST_KILLER
    if picker.stage == FIRST_KILLER:
        picker.stage = SECOND_KILLER
        if killer(picker, w, 0) != NULL_MOVE:
            return picker.killers[0]
    if picker.stage == SECOND_KILLER:
        picker.stage = GENERATE_QUIETS
        if killer(picker, w, 1) != NULL_MOVE:
            return picker.killers[1]
    if picker.stage == GENERATE_QUIETS:
        picker.stage = QUIETS
        picker.next = picker.count = 0
        if not picker.skip_quiets:
            picker.count = list_quiets(&w.position, picker.threats, picker.moves)
            score_quiets(picker, w, ss)
    if picker.stage == QUIETS:
        while picker.next < picker.count and not picker.skip_quiets:
            move = pick_best(picker)
            if move != picker.tt_move and move != picker.killers[0] and move != picker.killers[1]:
                return move
        picker.stage = BAD_NOISY
    if picker.bad_next == picker.bad_count:
        return NULL_MOVE
    picker.bad_next += 1
    return picker.bad[picker.bad_next - 1]
