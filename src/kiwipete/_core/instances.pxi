# The kernel's templates made into functions: one for each colour and use.
# They stand here because the kernel's inline functions cannot recurse.

# The fast path: children by value, leaves counted in bulk. Once no right to
# castle is left the `bare` functions take over; below them nobody asks again
# (3 % of perft).

cdef u64 count_white_bare(const Bitboards* b, int depth, void* context) noexcept nogil:
    return count_leaves(b, WHITE, False)


cdef u64 count_white(const Bitboards* b, int depth, void* context) noexcept nogil:
    if b.castling == 0:
        return count_white_bare(b, depth, context)
    return count_leaves(b, WHITE, True)


cdef u64 count_black_bare(const Bitboards* b, int depth, void* context) noexcept nogil:
    return count_leaves(b, BLACK, False)


cdef u64 count_black(const Bitboards* b, int depth, void* context) noexcept nogil:
    if b.castling == 0:
        return count_black_bare(b, depth, context)
    return count_leaves(b, BLACK, True)


cdef u64 walk_last_white_bare(const Bitboards* b, int depth, void* context) noexcept nogil:
    return walk(b, WHITE, False, 2, count_black_bare, context)


cdef u64 walk_last_white(const Bitboards* b, int depth, void* context) noexcept nogil:
    if b.castling == 0:
        return walk_last_white_bare(b, depth, context)
    return walk(b, WHITE, True, 2, count_black, context)


cdef u64 walk_last_black_bare(const Bitboards* b, int depth, void* context) noexcept nogil:
    return walk(b, BLACK, False, 2, count_white_bare, context)


cdef u64 walk_last_black(const Bitboards* b, int depth, void* context) noexcept nogil:
    if b.castling == 0:
        return walk_last_black_bare(b, depth, context)
    return walk(b, BLACK, True, 2, count_white, context)


cdef u64 walk_white(const Bitboards* b, int depth, void* context) noexcept nogil:
    if depth == 2:
        return walk_last_white(b, depth, context)
    if stopped(context, depth):
        return 0
    return walk(b, WHITE, True, depth, walk_black, context)


cdef u64 walk_black(const Bitboards* b, int depth, void* context) noexcept nogil:
    if depth == 2:
        return walk_last_black(b, depth, context)
    if stopped(context, depth):
        return 0
    return walk(b, BLACK, True, depth, walk_white, context)


# With a table, a node gathers its children first and asks memory for all their
# entries at once, so that the answers arrive together (a third of the time).

cdef struct Family:
    const Table* table
    int turn                         # whose move it is in the children
    int count
    Bitboards[MAX_MOVES] children
    Slot[MAX_MOVES] slots


cdef u64 gather_child(const Bitboards* child, int depth, void* context) noexcept nogil:
    cdef Family* family = <Family*> context
    cdef int i = family.count
    family.children[i] = child[0]
    family.slots[i] = find_slot(family.table, child, family.turn)
    prefetch(family.slots[i].bucket)
    family.count = i + 1
    return 0


cdef u64 count_family(Family* family, int depth, Context* context) noexcept nogil:
    """Add up the children at this depth, counting those that the table does not know."""
    cdef u64 total = 0
    cdef u64 count
    cdef int i
    for i in range(family.count):
        if not look_up(&family.slots[i], depth, &count):
            if family.turn == WHITE:
                count = hashed_white(&family.children[i], depth, context)
            else:
                count = hashed_black(&family.children[i], depth, context)
            if context.stop:
                return 0
            store(&family.slots[i], depth, count)
        total += count
    return total


cdef u64 hashed_white(const Bitboards* b, int depth, Context* context) noexcept nogil:
    cdef Family family
    if depth == 2:
        return walk_last_white(b, depth, context)
    family.table = &context.table
    family.turn = BLACK
    family.count = 0
    walk(b, WHITE, True, depth, gather_child, &family)
    return count_family(&family, depth - 1, context)


cdef u64 hashed_black(const Bitboards* b, int depth, Context* context) noexcept nogil:
    cdef Family family
    if depth == 2:
        return walk_last_black(b, depth, context)
    family.table = &context.table
    family.turn = WHITE
    family.count = 0
    walk(b, BLACK, True, depth, gather_child, &family)
    return count_family(&family, depth - 1, context)


cdef u64 fast_perft(const Position* p, int depth, Context* context) noexcept nogil:
    """Leaves below a position the rules may trust."""
    if depth == 0:
        return 1
    if depth == 1:
        return count_white(&p.boards, 1, context) if p.turn == WHITE else count_black(&p.boards, 1, context)
    if context.table.entries != NULL:
        return hashed_white(&p.boards, depth, context) if p.turn == WHITE else hashed_black(&p.boards, depth, context)
    return walk_white(&p.boards, depth, context) if p.turn == WHITE else walk_black(&p.boards, depth, context)


# Lists of moves.

cdef int list_moves(const Position* p, Move16* moves) noexcept nogil:
    cdef Sink sink
    sink.moves = moves
    if p.turn == WHITE:
        generate(&p.boards, WHITE, LIST, True, &sink)
    else:
        generate(&p.boards, BLACK, LIST, True, &sink)
    return <int> (sink.moves - moves)


cdef int list_captures(const Position* p, Move16* moves) noexcept nogil:
    cdef Sink sink
    sink.moves = moves
    if p.turn == WHITE:
        generate(&p.boards, WHITE, LIST_CAPTURES, True, &sink)
    else:
        generate(&p.boards, BLACK, LIST_CAPTURES, True, &sink)
    return <int> (sink.moves - moves)


cdef int count_moves(const Position* p) noexcept nogil:
    return <int> (count_white(&p.boards, 1, NULL) if p.turn == WHITE else count_black(&p.boards, 1, NULL))


# The other ways: make and unmake on a Position.

cdef u64 legal_perft(Position* p, int depth, Context* context) noexcept nogil:
    """Legal generation with make and unmake."""
    cdef Move16[MAX_MOVES] moves
    cdef Undo undo
    cdef u64 total = 0
    cdef int i
    if depth == 0:
        return 1
    if depth == 1:
        return count_moves(p)
    if stopped(context, depth):
        return 0
    for i in range(list_moves(p, moves)):
        make(p, moves[i], &undo)
        total += legal_perft(p, depth - 1, context)
        unmake(p, &undo)
    return total


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


cdef void count_kinds(Position* p, int depth, Kinds* kinds, Context* context) noexcept nogil:
    """Sort the moves of the last ply by kind."""
    cdef Move16[MAX_MOVES] moves
    cdef Undo undo
    cdef int i
    if depth == 0 or stopped(context, depth):
        return
    for i in range(list_moves(p, moves)):
        make(p, moves[i], &undo)
        if depth == 1:
            count_kind(kinds, p, moves[i], count_moves(p) == 0)
        else:
            count_kinds(p, depth - 1, kinds, context)
        unmake(p, &undo)


# What the classes ask for in many places. One copy each is enough: without these
# the compiler would write the inline functions out wherever they are called.

cdef void play(Position* p, Move16 move) noexcept nogil:
    advance(p, move)


cdef void play_any(Position* p, Move16 move) noexcept nogil:
    any_make(p, move)


cdef void settle_by_hand(Position* p) noexcept nogil:
    settle(p)


cdef int find_faults(const Position* p) noexcept nogil:
    return status(p)


cdef bint may_be_trusted(const Position* p) noexcept nogil:
    return trusted(p)


cdef int list_any_legal(const Position* p, u64 from_mask, u64 to_mask, Move16* moves) noexcept nogil:
    return any_legal_moves(p, from_mask, to_mask, moves)


cdef int list_any_pseudo_legal(const Position* p, u64 from_mask, u64 to_mask, Move16* moves) noexcept nogil:
    return any_pseudo_legal_moves(p, from_mask, to_mask, moves)


cdef int list_castling(const Position* p, u64 from_mask, u64 rook_mask, Move16* moves) noexcept nogil:
    return any_castling_moves(p, from_mask, rook_mask, moves)


cdef int list_en_passant(const Position* p, u64 from_mask, u64 to_mask, Move16* moves) noexcept nogil:
    return any_en_passant_moves(p, from_mask, to_mask, moves)


cdef bint is_safe_move(const Position* p, Move16 move) noexcept nogil:
    """Does a pseudo-legal move leave our king unattacked?"""
    cdef KingSafety safety = king_safety(p)
    return is_safe(p, move, &safety)
