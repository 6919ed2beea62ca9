# The kernel's templates made into functions: one for each colour and use.
# They stand here because the kernel's inline functions cannot recurse.

# The fast path: children by value, leaves counted in bulk.

cdef u64 count_white(const Bitboards* b, int depth, void* context) noexcept nogil:
    return count_leaves(b, WHITE)


cdef u64 count_black(const Bitboards* b, int depth, void* context) noexcept nogil:
    return count_leaves(b, BLACK)


cdef u64 walk_last_white(const Bitboards* b, int depth, void* context) noexcept nogil:
    return walk(b, WHITE, 2, count_black, context)


cdef u64 walk_last_black(const Bitboards* b, int depth, void* context) noexcept nogil:
    return walk(b, BLACK, 2, count_white, context)


cdef u64 walk_white(const Bitboards* b, int depth, void* context) noexcept nogil:
    if depth == 2:
        return walk_last_white(b, depth, context)
    if stopped(context, depth):
        return 0
    return walk(b, WHITE, depth, walk_black, context)


cdef u64 walk_black(const Bitboards* b, int depth, void* context) noexcept nogil:
    if depth == 2:
        return walk_last_black(b, depth, context)
    if stopped(context, depth):
        return 0
    return walk(b, BLACK, depth, walk_white, context)


cdef u64 hashed_white(const Bitboards* b, int depth, void* context) noexcept nogil:
    cdef Slot slot = find_slot(&(<Context*> context).table, b, WHITE)
    cdef u64 count = 0
    if stopped(context, depth) or look_up(&slot, depth, &count):
        return count
    count = walk_last_white(b, depth, context) if depth == 2 else walk(b, WHITE, depth, hashed_black, context)
    if not stopped(context, depth):
        store(&slot, depth, count)
    return count


cdef u64 hashed_black(const Bitboards* b, int depth, void* context) noexcept nogil:
    cdef Slot slot = find_slot(&(<Context*> context).table, b, BLACK)
    cdef u64 count = 0
    if stopped(context, depth) or look_up(&slot, depth, &count):
        return count
    count = walk_last_black(b, depth, context) if depth == 2 else walk(b, BLACK, depth, hashed_white, context)
    if not stopped(context, depth):
        store(&slot, depth, count)
    return count


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
    return <int> (count_leaves(&p.boards, WHITE) if p.turn == WHITE else count_leaves(&p.boards, BLACK))


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
