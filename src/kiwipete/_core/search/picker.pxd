"""One move after the other, best first as far as anybody knows, and no more of them made than are asked for.

The table's move comes before anything is generated. Then come captures that
lose nothing, killers, other quiet moves by their history, and captures that lose.
"""

from kiwipete._core.hot cimport list_noisy, list_quiets
from kiwipete._core.kernel.exchange cimport see_at_least
from kiwipete._core.kernel.legality cimport is_legal
from kiwipete._core.kernel.move cimport (
    MAX_MOVES, Move, NULL_MOVE, is_en_passant, is_promotion, move_from, move_to, promoted_piece,
)
from kiwipete._core.kernel.position cimport EMPTY, Position, kind_of
from kiwipete._core.kernel.scores cimport MATERIAL
from kiwipete._core.kernel.squares cimport PAWN, QUEEN, i32, promise
from kiwipete._core.kernel.threats cimport Threats
from kiwipete._core.search.worker cimport (
    CONTINUATION_HISTORY, EXCHANGE_ORDERING, Frame, HISTORY, KILLERS, Worker, frame_at, on,
)

cdef enum Stage:
    TABLE_MOVE
    GENERATE_NOISY
    GOOD_NOISY
    FIRST_KILLER
    SECOND_KILLER
    GENERATE_QUIETS
    QUIETS
    BAD_NOISY

cdef struct Picker:
    const Threats* threats
    Stage stage
    Move table_move
    Move[2] killers
    bint noisy_only
    bint skip_quiets      # set by the search once no quiet move is wanted
    int threshold         # what a good capture must win
    int next
    int count
    int bad_next
    int bad_count
    Move[MAX_MOVES] moves
    i32[MAX_MOVES] scores
    Move[MAX_MOVES] bad


cdef inline bint is_noisy(Move move) noexcept nogil:
    """Does it capture or promote?"""
    return move & 0xc000 != 0


cdef inline int quiet_history(const Worker* w, const Frame* frame, Move move) noexcept nogil:
    cdef const Position* p = &w.position
    cdef int piece = p.mailbox[move_from(move)]
    cdef int target = move_to(move)
    cdef int history = w.history.butterfly[p.turn][move_from(move)][target] if on(w, HISTORY) else 0
    if on(w, CONTINUATION_HISTORY):
        history += frame[-1].replies.history[piece][target] + frame[-2].replies.history[piece][target]
    return history


cdef inline bint is_verified(const Position* p, const Threats* threats, Move table_move) noexcept nogil:
    return table_move == NULL_MOVE or is_legal(p, threats, table_move)


cdef inline void start_picking(
    Picker* picker, Worker* w, int ply, const Threats* threats, Move table_move, int threshold, bint noisy_only,
) noexcept nogil:
    """The table's move must be legal, or NULL_MOVE."""
    cdef Frame* frame = frame_at(w, ply)
    promise(is_verified(&w.position, threats, table_move))
    picker.threats = threats
    picker.stage = GENERATE_NOISY if table_move == NULL_MOVE else TABLE_MOVE
    picker.table_move = table_move
    picker.killers[0] = frame.killers[0] if on(w, KILLERS) else NULL_MOVE
    picker.killers[1] = frame.killers[1] if on(w, KILLERS) else NULL_MOVE
    picker.noisy_only = noisy_only
    picker.skip_quiets = False
    picker.threshold = threshold
    picker.bad_next = picker.bad_count = 0


cdef inline int value_taken(const Position* p, Move move) noexcept nogil:
    if is_en_passant(move):
        return MATERIAL[PAWN]
    return 0 if p.mailbox[move_to(move)] == EMPTY else MATERIAL[kind_of(p.mailbox[move_to(move)])]


cdef inline void score_noisy(Picker* picker, const Worker* w) noexcept nogil:
    """By what they take, then the least piece first; promotions to less than a queen last."""
    cdef int i
    cdef Move move
    for i in range(picker.count):
        move = picker.moves[i]
        picker.scores[i] = 8 * value_taken(&w.position, move) - kind_of(w.position.mailbox[move_from(move)])
        if is_promotion(move):
            picker.scores[i] += 8000 if promoted_piece(move) == QUEEN else -20000


cdef inline void score_quiets(Picker* picker, const Worker* w, const Frame* frame) noexcept nogil:
    cdef int i
    for i in range(picker.count):
        picker.scores[i] = quiet_history(w, frame, picker.moves[i])


cdef inline Move take_best(Picker* picker) noexcept nogil:
    """Take the best of the moves that are left, for most nodes ask for few of them."""
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


cdef inline bint is_bad(const Picker* picker, const Worker* w, Move move) noexcept nogil:
    if is_promotion(move) and promoted_piece(move) != QUEEN:
        return True
    return on(w, EXCHANGE_ORDERING) and not see_at_least(&w.position, move, picker.threshold)


cdef inline Move killer(Picker* picker, const Worker* w, int which) noexcept nogil:
    """A killer if it can be played here, or NULL_MOVE."""
    cdef Move move = picker.killers[which]
    if (
        move == NULL_MOVE or move == picker.table_move or picker.skip_quiets
        or not is_legal(&w.position, picker.threats, move)
    ):
        picker.killers[which] = NULL_MOVE
    return picker.killers[which]


cdef inline Move next_move(Picker* picker, const Worker* w, const Frame* frame) noexcept nogil:
    """The next move to try, or NULL_MOVE when there is none."""
    cdef Move move
    if picker.stage == TABLE_MOVE:
        picker.stage = GENERATE_NOISY
        return picker.table_move
    if picker.stage == GENERATE_NOISY:
        picker.count = list_noisy(&w.position, picker.threats, picker.moves)
        picker.next = 0
        score_noisy(picker, w)
        picker.stage = GOOD_NOISY
    if picker.stage == GOOD_NOISY:
        while picker.next < picker.count:
            move = take_best(picker)
            if move == picker.table_move:
                continue
            if not is_bad(picker, w, move):
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
            score_quiets(picker, w, frame)
    if picker.stage == QUIETS:
        while picker.next < picker.count and not picker.skip_quiets:
            move = take_best(picker)
            if move != picker.table_move and move != picker.killers[0] and move != picker.killers[1]:
                return move
        picker.stage = BAD_NOISY
    if picker.bad_next == picker.bad_count:
        return NULL_MOVE
    picker.bad_next += 1
    return picker.bad[picker.bad_next - 1]
