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
    DOUBT_STAGES           # noisy and quiet moves together are not all moves
    DOUBT_THREATS          # what threatens the kings is not what asking each square finds
    DOUBT_LEGALITY         # a single move is judged unlike the list
    DOUBT_CHILD            # the fast path's child is not the position behind the move
    DOUBT_REPLIES          # two plies counted in bulk are not the replies to each move made
    DOUBT_CHECK            # a move gives check or not, unlike what was foreseen
    DOUBT_KEY              # the key behind a move is not what was foreseen
    DOUBT_EXCHANGE         # the exchange is worth more or less than asked about
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
    """Legal generation against the filter, and the counter against the list."""
    cdef Move16[MAX_MOVES] others
    cdef int other_count = filtered_moves(p, others)
    cdef int i
    for i in range(count):
        if not has_move(others, other_count, moves[i]):
            return disagree(d, p, DOUBT_MOVES, moves[i])
    for i in range(other_count):
        if not has_move(moves, count, others[i]):
            return disagree(d, p, DOUBT_MOVES, others[i])
    return (count == other_count and count == count_moves(p)) or disagree(d, p, DOUBT_COUNT, 0)


cdef bint agree_on_stages(
    const Position* p, const Threats* threats, const Move16* moves, int count, Disagreement* d,
) noexcept nogil:
    """Captures and promotions are one list, the other moves another, and nothing is in both or none."""
    cdef Move16[MAX_MOVES] noisy
    cdef Move16[MAX_MOVES] quiets
    cdef int noisy_count = list_noisy(p, threats, noisy)
    cdef int quiet_count = list_quiets(p, threats, quiets)
    cdef int i
    cdef bint loud
    for i in range(count):
        loud = is_capture(moves[i]) or is_promotion(moves[i])
        if has_move(noisy, noisy_count, moves[i]) != loud or has_move(quiets, quiet_count, moves[i]) == loud:
            return disagree(d, p, DOUBT_STAGES, moves[i])
    return noisy_count + quiet_count == count or disagree(d, p, DOUBT_STAGES, 0)


cdef bint agree_on_threats(const Position* p, const Threats* threats, Disagreement* d) noexcept nogil:
    cdef Threats plain = plain_threats(p)
    return memcmp(threats, &plain, sizeof(Threats)) == 0 or disagree(d, p, DOUBT_THREATS, 0)


cdef bint agree_on_legality(
    const Position* p, const Threats* threats, const Move16* moves, int count, Disagreement* d,
) noexcept nogil:
    """Every value that 16 bits can have is a legal move exactly if it is in the list."""
    cdef u8[65536] listed
    cdef int i
    memset(listed, 0, sizeof(listed))
    for i in range(count):
        listed[moves[i]] = 1
    for i in range(65536):
        if is_legal(p, threats, <Move16> i) != listed[i]:
            return disagree(d, p, DOUBT_LEGALITY, <Move16> i)
    return True


cdef bint agree_on_exchanges(const Position* p, const Move16* moves, int count, Disagreement* d) noexcept nogil:
    """The exchange wins its exact value and less, and no more."""
    cdef int i, value
    for i in range(count):
        value = see(p, moves[i])
        if not (
            see_at_least(p, moves[i], value) and see_at_least(p, moves[i], value - 200)
            and not see_at_least(p, moves[i], value + 1) and not see_at_least(p, moves[i], value + 200)
        ):
            return disagree(d, p, DOUBT_EXCHANGE, moves[i])
    return True


cdef bint agree_on_foresight(
    const Position* p, const Threats* threats, const Position* after, Move16 move, Disagreement* d,
) noexcept nogil:
    """What is known of a move without making it is so when it is made."""
    if gives_check(p, threats, move) != (checkers(&after.boards, after.turn) != 0):
        return disagree(d, p, DOUBT_CHECK, move)
    return key_after(p, move) == after.key or disagree(d, p, DOUBT_KEY, move)


cdef bint take_child(Bitboards* children, int left, const Bitboards* wanted) noexcept nogil:
    """Remove a child from those that are left; False if it is not among them."""
    cdef int i
    for i in range(left):
        if memcmp(&children[i], wanted, sizeof(Bitboards)) == 0:
            children[i] = children[left - 1]
            return True
    return False


cdef bint agree_on_children(
    const Position* p, const Threats* threats, const Move16* moves, int count, Disagreement* d,
) noexcept nogil:
    """The walk builds the same children as make, each once, and they are as was foreseen.

    Two plies in bulk count the moves of all of them.
    """
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
        if not take_child(children, count - i, &copy.boards):
            return disagree(d, p, DOUBT_CHILD, moves[i])
        if not agree_on_foresight(p, threats, &copy, moves[i], d):
            return False
        replies += count_moves(&copy)
    memset(&no_table, 0, sizeof(no_table))
    return replies == fast_perft(p, 2, &no_table) or disagree(d, p, DOUBT_REPLIES, 0)


cdef bint agree_on_validity(const Position* p, Move16 move, Disagreement* d) noexcept nogil:
    d.fault = validate(p, &d.square)
    return d.fault == FAULT_NONE or disagree(d, p, DOUBT_VALIDITY, move)


cdef bint agree_on_pass(Position* p, const Threats* threats, Disagreement* d) noexcept nogil:
    """Out of check a side may pass, and take that back."""
    cdef Position before = p[0]
    cdef Undo undo
    if threats.checkers:
        return True
    make_null(p, &undo)
    if not agree_on_validity(p, NULL_MOVE, d):
        return False
    unmake(p, &undo)
    return memcmp(p, &before, sizeof(Position)) == 0 or disagree(d, &before, DOUBT_UNMAKE, NULL_MOVE)


cdef bint agree_on_node(Position* p, const Move16* moves, int count, Disagreement* d) noexcept nogil:
    """Everything that can be asked of a position without leaving it, but for what takes long."""
    cdef Threats threats
    find_threats(&p.boards, p.turn, &threats)
    return (
        agree_on_attacks(p, d)
        and agree_on_moves(p, moves, count, d)
        and agree_on_stages(p, &threats, moves, count, d)
        and agree_on_exchanges(p, moves, count, d)
        and agree_on_children(p, &threats, moves, count, d)
        and agree_on_pass(p, &threats, d)
    )


cdef bint agree_at_length(const Position* p, const Move16* moves, int count, Disagreement* d) noexcept nogil:
    """What takes ten times as long as all the rest, and is asked above the last ply only."""
    cdef Threats threats
    find_threats(&p.boards, p.turn, &threats)
    return agree_on_threats(p, &threats, d) and agree_on_legality(p, &threats, moves, count, d)


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
    if not agree_on_node(p, moves, count, d) or (depth > 1 and not agree_at_length(p, moves, count, d)):
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
