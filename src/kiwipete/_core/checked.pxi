# Perft that trusts nothing: at every node each fast way is held against a slow one.

cdef u64 pseudo_perft(Position* p, int depth, Context* context) noexcept nogil:
    """Pseudo-legal generation with the make-and-test filter."""
    cdef Move16[MAX_MOVES] moves
    cdef Undo undo
    cdef u64 total = 0
    cdef int us = p.turn
    cdef int i
    if depth == 0:
        return 1
    if stopped(context, depth):
        return 0
    for i in range(pseudo_legal_moves(p, moves)):
        make(p, moves[i], &undo)
        if not attacked(p, king_square(p, us), us ^ 1):
            total += pseudo_perft(p, depth - 1, context)
        unmake(p, &undo)
    return total


cdef enum Doubt:
    NO_DOUBT = 0
    DOUBT_VALIDITY         # validate() found a fault
    DOUBT_ATTACKS          # table and ray-walking differ from a square
    DOUBT_MOVES            # a move that one generator has and the other has not
    DOUBT_COUNT            # counting and listing differ
    DOUBT_CAPTURES         # the captures are not the captures among the moves
    DOUBT_CHILD            # the fast path's child is not the position behind the move
    DOUBT_REPLIES          # two plies counted in bulk are not the replies to each move made
    DOUBT_UNMAKE           # make and unmake left something behind

cdef struct Disagreement:
    Doubt doubt
    Fault fault
    int square
    Move16 move
    Position position

cdef bint disagree(Disagreement* d, const Position* p, Doubt doubt, Move16 move) noexcept nogil:
    d.doubt = doubt
    d.position = p[0]
    d.move = move
    return False


cdef bint has_move(const Move16* moves, int count, Move16 move) noexcept nogil:
    cdef int i
    for i in range(count):
        if moves[i] == move:
            return True
    return False


cdef bint agree_on_attacks(const Position* p, Disagreement* d) noexcept nogil:
    cdef u64 occupied = p.boards.side[WHITE] | p.boards.side[BLACK]
    for d.square in range(64):
        if (
            bishop_attacks(d.square, occupied) != walk_bishop(d.square, occupied)
            or rook_attacks(d.square, occupied) != walk_rook(d.square, occupied)
        ):
            return disagree(d, p, DOUBT_ATTACKS, 0)
    return True


cdef bint agree_on_moves(Position* p, const Move16* moves, int count, Disagreement* d) noexcept nogil:
    """Legal generation against the filter, the counter against the list, captures against both."""
    cdef Move16[MAX_MOVES] others
    cdef int other_count = filtered_moves(p, others)
    cdef int captures = 0
    cdef int i
    for i in range(count):
        if not has_move(others, other_count, moves[i]):
            return disagree(d, p, DOUBT_MOVES, moves[i])
    for i in range(other_count):
        if not has_move(moves, count, others[i]):
            return disagree(d, p, DOUBT_MOVES, others[i])
    if count != other_count or count != count_moves(p):
        return disagree(d, p, DOUBT_COUNT, 0)
    other_count = list_captures(p, others)
    for i in range(count):
        if is_capture(moves[i]):
            captures += 1
            if not has_move(others, other_count, moves[i]):
                return disagree(d, p, DOUBT_CAPTURES, moves[i])
    return captures == other_count or disagree(d, p, DOUBT_CAPTURES, 0)


cdef bint agree_on_children(const Position* p, const Move16* moves, int count, Disagreement* d) noexcept nogil:
    """The walk builds the same children as make, in the order of the list; two plies in bulk count their moves."""
    cdef Bitboards[MAX_MOVES] children
    cdef Context no_table
    cdef Position copy
    cdef Undo undo
    cdef u64 replies = 0
    cdef int i
    if list_children(p, children) != count:
        return disagree(d, p, DOUBT_COUNT, 0)
    for i in range(count):
        copy = p[0]
        make(&copy, moves[i], &undo)
        if memcmp(&copy.boards, &children[i], sizeof(Bitboards)):
            return disagree(d, p, DOUBT_CHILD, moves[i])
        replies += count_moves(&copy)
    memset(&no_table, 0, sizeof(no_table))
    return replies == fast_perft(p, 2, &no_table) or disagree(d, p, DOUBT_REPLIES, 0)


cdef bint agree_on_validity(const Position* p, Move16 move, Disagreement* d) noexcept nogil:
    d.fault = validate(p, &d.square)
    return d.fault == FAULT_NONE or disagree(d, p, DOUBT_VALIDITY, move)


cdef u64 checked_perft(Position* p, int depth, Disagreement* d, Context* context) noexcept nogil:
    """Count by legal generation; stop at the first disagreement (0 is returned then)."""
    cdef Move16[MAX_MOVES] moves
    cdef Position before
    cdef Undo undo
    cdef u64 total = 0
    cdef int i, count
    if depth == 0:
        return 1
    count = list_moves(p, moves)
    if not (agree_on_attacks(p, d) and agree_on_moves(p, moves, count, d) and agree_on_children(p, moves, count, d)):
        return 0
    before = p[0]
    for i in range(count):
        if context.stop:
            return 0
        make(p, moves[i], &undo)
        if not agree_on_validity(p, moves[i], d):
            return 0
        total += checked_perft(p, depth - 1, d, context)
        unmake(p, &undo)
        if d.doubt != NO_DOUBT:
            return 0
        if memcmp(p, &before, sizeof(Position)):
            disagree(d, &before, DOUBT_UNMAKE, moves[i])
            return 0
        if not agree_on_validity(p, moves[i], d):
            return 0
    return total
