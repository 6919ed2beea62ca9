"""The hot module: the kernel's templates made into functions, one for each colour and use.

It is built once for each kind of processor, with all that is inline inlined;
`_core/__init__.py` picks one of the builds. The tables of the whole core live
here. Other compiled modules know only what hot.pxd offers.
"""

cimport kiwipete._core.kernel.bitboards as kernel_bitboards
cimport kiwipete._core.kernel.position as kernel_position
cimport kiwipete._core.kernel.single_moves as kernel_single_moves
from kiwipete._core.kernel.attacks cimport ATTACK_TABLES, fill_attack_tables
from kiwipete._core.kernel.memory cimport prefetch
from kiwipete._core.kernel.move cimport MAX_MOVES, Move
from kiwipete._core.kernel.movegen cimport GATHER, LIST_NOISY, LIST_QUIETS, Sink, Visit, generate, moves_given
from kiwipete._core.kernel.order cimport no_moves, write_moves
from kiwipete._core.kernel.perft cimport (
    Slot, count_kind, count_leaves, count_two_plies, find_slot, look_up, stopped, store, walk,
)
from kiwipete._core.kernel.replies cimport count_replies
from kiwipete._core.kernel.scores cimport SCORE_TABLES, fill_scores
from kiwipete._core.kernel.squares cimport BLACK, WHITE, u64
from kiwipete._core.kernel.survey cimport Survey, survey
from kiwipete._core.kernel.types cimport Bitboards, Context, Kinds, MoveSets, Position, Table, Threats, Undo
from kiwipete._core.kernel.zobrist cimport KEY_TABLES, fill_keys

fill_attack_tables()
fill_keys()
fill_scores()


cdef Tables tables() noexcept:
    cdef Tables shared
    shared.attacks = ATTACK_TABLES
    shared.keys = KEY_TABLES
    shared.scores = SCORE_TABLES
    return shared


# The leaves of one ply. Once no right to castle is left the `bare` functions take over (3 % of counting so).

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


# The children of a node, each built by value and visited.

cdef u64 visit_white(const Bitboards* b, int depth, Visit visit, void* context) noexcept nogil:
    return walk(b, WHITE, depth, visit, context)


cdef u64 visit_black(const Bitboards* b, int depth, Visit visit, void* context) noexcept nogil:
    return walk(b, BLACK, depth, visit, context)


# The leaves of two plies.

cdef void survey_white(const Bitboards* b, Survey* s) noexcept nogil:
    survey(b, WHITE, s)


cdef void survey_black(const Bitboards* b, Survey* s) noexcept nogil:
    survey(b, BLACK, s)


cdef u64 replies_to_white(
    const Bitboards* b, int kind, const Survey* s, int from_square, u64 quiets, u64 captures
) noexcept nogil:
    return count_replies(b, WHITE, kind, s, from_square, quiets, captures)


cdef u64 replies_to_black(
    const Bitboards* b, int kind, const Survey* s, int from_square, u64 quiets, u64 captures
) noexcept nogil:
    return count_replies(b, BLACK, kind, s, from_square, quiets, captures)


cdef u64 last_white(const Bitboards* b, Context* context) noexcept nogil:
    if context.one_ply:
        return visit_white(b, 2, count_black, context)
    return count_two_plies(b, WHITE, count_black, survey_white, replies_to_white)


cdef u64 last_black(const Bitboards* b, Context* context) noexcept nogil:
    if context.one_ply:
        return visit_black(b, 2, count_white, context)
    return count_two_plies(b, BLACK, count_white, survey_black, replies_to_black)


# The fast path: the colours call each other down to the last two plies.

cdef u64 walk_white(const Bitboards* b, int depth, void* context) noexcept nogil:
    if depth == 2:
        return last_white(b, <Context*> context)
    if stopped(context, depth):
        return 0
    return visit_white(b, depth, walk_black, context)


cdef u64 walk_black(const Bitboards* b, int depth, void* context) noexcept nogil:
    if depth == 2:
        return last_black(b, <Context*> context)
    if stopped(context, depth):
        return 0
    return visit_black(b, depth, walk_white, context)


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
        return last_white(b, context)
    family.table = &context.table
    family.turn = BLACK
    family.count = 0
    visit_white(b, depth, gather_child, &family)
    return count_family(&family, depth - 1, context)


cdef u64 hashed_black(const Bitboards* b, int depth, Context* context) noexcept nogil:
    cdef Family family
    if depth == 2:
        return last_black(b, context)
    family.table = &context.table
    family.turn = WHITE
    family.count = 0
    visit_black(b, depth, gather_child, &family)
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

cdef int list_moves(const Position* p, Move* moves) noexcept nogil:
    cdef MoveSets sets
    cdef Sink sink
    sink.sets = &sets
    no_moves(&sets)
    if p.turn == WHITE:
        generate(&p.boards, WHITE, GATHER, True, &sink)
        return <int> (write_moves(moves, &p.boards, WHITE, &sets) - moves)
    generate(&p.boards, BLACK, GATHER, True, &sink)
    return <int> (write_moves(moves, &p.boards, BLACK, &sets) - moves)


cdef void gather_moves(const Position* p, MoveSets* sets) noexcept nogil:
    cdef Sink sink
    sink.sets = sets
    no_moves(sets)
    if p.turn == WHITE:
        generate(&p.boards, WHITE, GATHER, True, &sink)
    else:
        generate(&p.boards, BLACK, GATHER, True, &sink)


cdef int list_noisy(const Position* p, const Threats* threats, Move* moves) noexcept nogil:
    cdef Sink sink
    sink.moves = moves
    if p.turn == WHITE:
        moves_given(&p.boards, WHITE, LIST_NOISY, True, threats.checkers, threats.pinned, &sink)
    else:
        moves_given(&p.boards, BLACK, LIST_NOISY, True, threats.checkers, threats.pinned, &sink)
    return <int> (sink.moves - moves)


cdef int list_quiets(const Position* p, const Threats* threats, Move* moves) noexcept nogil:
    cdef Sink sink
    sink.moves = moves
    if p.turn == WHITE:
        moves_given(&p.boards, WHITE, LIST_QUIETS, True, threats.checkers, threats.pinned, &sink)
    else:
        moves_given(&p.boards, BLACK, LIST_QUIETS, True, threats.checkers, threats.pinned, &sink)
    return <int> (sink.moves - moves)


cdef int count_moves(const Position* p) noexcept nogil:
    return <int> (count_white(&p.boards, 1, NULL) if p.turn == WHITE else count_black(&p.boards, 1, NULL))


# The other ways: make and unmake on a Position.

cdef u64 legal_perft(Position* p, int depth, Context* context) noexcept nogil:
    """Legal generation with make and unmake."""
    cdef Move[MAX_MOVES] moves
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


cdef void count_kinds(Position* p, int depth, Kinds* kinds, Context* context) noexcept nogil:
    """Sort the moves of the last ply by kind."""
    cdef Move[MAX_MOVES] moves
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


# The children of a position, for those who want to see them.

cdef struct Collector:
    Bitboards* children
    int count


cdef u64 collect_child(const Bitboards* child, int depth, void* context) noexcept nogil:
    cdef Collector* collector = <Collector*> context
    collector.children[collector.count] = child[0]
    collector.count += 1
    return 1


cdef int list_children(const Position* p, Bitboards* children) noexcept nogil:
    cdef Collector collector
    collector.children = children
    collector.count = 0
    if p.turn == WHITE:
        visit_white(&p.boards, 1, collect_child, &collector)
    else:
        visit_black(&p.boards, 1, collect_child, &collector)
    return collector.count


# One move: the kernel's inline functions as functions of this module, under the same names.

cdef Move complete_move(const Position* p, int from_square, int to_square, int promotion) noexcept nogil:
    return kernel_single_moves.complete_move(p, from_square, to_square, promotion)


cdef void find_threats(const Bitboards* b, int us, Threats* threats) noexcept nogil:
    kernel_bitboards.find_threats(b, us, threats)


cdef bint is_legal(const Position* p, const Threats* threats, Move move) noexcept nogil:
    return kernel_single_moves.is_legal(p, threats, move)


cdef bint gives_check(const Position* p, const Threats* threats, Move move) noexcept nogil:
    return kernel_single_moves.gives_check(p, threats, move)


cdef bint see_at_least(const Position* p, Move move, int threshold) noexcept nogil:
    return kernel_single_moves.see_at_least(p, move, threshold)


cdef u64 key_after(const Position* p, Move move) noexcept nogil:
    return kernel_single_moves.key_after(p, move)


cdef void play(Position* p, Move move) noexcept nogil:
    kernel_position.play(p, move)


cdef void make(Position* p, Move move, Undo* undo) noexcept nogil:
    kernel_position.make(p, move, undo)


cdef void unmake(Position* p, const Undo* undo) noexcept nogil:
    kernel_position.unmake(p, undo)


cdef void make_null(Position* p, Undo* undo) noexcept nogil:
    kernel_position.make_null(p, undo)
