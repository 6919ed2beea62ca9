"""The one move generator: fully legal, by masks, for either colour.

`generate` is a template. Its constant arguments say whose moves, and what to
do with them: count them, list them, or visit the position after each. The
compiler makes a separate function for every caller, without the branches.
"""

from kiwipete._core.kernel.attacks cimport (
    ANTIDIAGONALS, BETWEEN, CastlingPath, DIAGONALS, KING_ATTACKS, KNIGHT_ATTACKS, KNIGHT_ZONE, LINE,
    Zone, bishop_attacks, castling_path, king_zone, rook_attacks,
)
from kiwipete._core.kernel.bitboards cimport (
    allow_en_passant, clear, en_passant_capturers, is_attacked, pins_and_checkers, shift_castling, shift_piece,
    toggle,
)
from kiwipete._core.kernel.move cimport (
    CAPTURE, CASTLE_KINGSIDE, CASTLE_QUEENSIDE, DOUBLE_PUSH, EN_PASSANT, Move, PROMOTION, QUIET,
    pack_move,
)
from kiwipete._core.kernel.replies cimport Foresight, foresee_pawns, foresee_piece, foresee_promotions
from kiwipete._core.kernel.squares cimport (
    BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE,
    bit, file_through, first_square, forward, forward_east, forward_west, last_rank, pop_first,
    pop_last, popcount, promise, several, step, third_rank, u64, unlikely,
)
from kiwipete._core.kernel.types cimport Bitboards, MoveSets

ctypedef u64 (*Visit)(const Bitboards* child, int depth, void* context) noexcept nogil

# What to do with the moves.
cdef enum:
    COUNT = 0         # no move is ever formed
    GATHER = 1        # put them into sink.sets, from which they can be listed in order
    LIST_NOISY = 2    # write captures and promotions to sink.moves
    LIST_QUIETS = 3   # the others
    WALK = 4          # build each child and add up what sink.visit returns for it
    LAST = 5          # the same two plies above the leaves, but build only what sink.foresight cannot count

cdef struct Sink:
    MoveSets* sets   # GATHER: where the moves go
    Move* moves      # LIST_...: where the next move goes
    Visit visit      # WALK: called for each child ...
    int depth        # ... with this depth ...
    void* context    # ... and this
    const Foresight* foresight  # LAST: counts the replies to most moves


cdef inline u64 emit_pieces(
    const Bitboards* b, const int us, const int what, const int kind,
    int from_square, u64 targets, Sink* sink,
) noexcept nogil:
    """Our piece (no pawn) goes from one square to any of the targets."""
    if what == COUNT:
        return popcount(targets)
    if what == GATHER:
        sink.sets.pieces |= bit(from_square)
        sink.sets.targets[from_square] = targets
        return 0
    cdef u64 captures = targets & b.side[us ^ 1]
    cdef u64 quiets = targets ^ captures
    cdef u64 total = 0
    cdef int to_square
    cdef Bitboards child
    if what == LAST:
        total = foresee_piece(b, us, kind, from_square, &quiets, &captures, sink.foresight)
    while what != LIST_NOISY and quiets:
        to_square = pop_first(&quiets)
        if what >= WALK:
            child = b[0]
            shift_piece(&child, us, kind, from_square, to_square)
            total += sink.visit(&child, sink.depth, sink.context)
        else:
            sink.moves[0] = pack_move(from_square, to_square, QUIET)
            sink.moves += 1
    while what != LIST_QUIETS and captures:
        to_square = pop_first(&captures)
        if what >= WALK:
            child = b[0]
            clear(&child, us ^ 1, bit(to_square))
            shift_piece(&child, us, kind, from_square, to_square)
            total += sink.visit(&child, sink.depth, sink.context)
        else:
            sink.moves[0] = pack_move(from_square, to_square, CAPTURE)
            sink.moves += 1
    return total


cdef inline u64 emit_promotions(
    const Bitboards* b, const int us, const int what, const int flag, int from_square, int to_square, Sink* sink,
) noexcept nogil:
    """Our pawn reaches the last rank: one move for each piece it may become."""
    cdef int kind
    cdef Bitboards pawn_gone, child
    cdef u64 total = 0
    if what < WALK:
        for kind in range(4):
            sink.moves[0] = pack_move(from_square, to_square, flag | PROMOTION | kind)
            sink.moves += 1
        return 0
    pawn_gone = b[0]
    if flag == CAPTURE:
        clear(&pawn_gone, us ^ 1, bit(to_square))
    shift_piece(&pawn_gone, us, PAWN, from_square, to_square)
    toggle(&pawn_gone, PAWN, bit(to_square))
    child = pawn_gone
    toggle(&child, KNIGHT, bit(to_square))
    total += sink.visit(&child, sink.depth, sink.context)
    child = pawn_gone
    toggle(&child, BISHOP, bit(to_square))
    total += sink.visit(&child, sink.depth, sink.context)
    child = pawn_gone
    toggle(&child, ROOK, bit(to_square))
    total += sink.visit(&child, sink.depth, sink.context)
    child = pawn_gone
    toggle(&child, QUEEN, bit(to_square))
    total += sink.visit(&child, sink.depth, sink.context)
    return total


cdef inline u64 emit_pawns(
    const Bitboards* b, const int us, const int what, const int flag, const int back, u64 targets, Sink* sink,
) noexcept nogil:
    """Our pawns reach the targets, each from the square `back` away."""
    cdef u64 promotions = targets & last_rank(us)
    cdef u64 total = 0
    cdef int to_square
    cdef Bitboards child
    targets ^= promotions
    while targets:
        to_square = pop_first(&targets)
        if what >= WALK:
            child = b[0]
            if flag == CAPTURE:
                clear(&child, us ^ 1, bit(to_square))
            shift_piece(&child, us, PAWN, to_square + back, to_square)
            if flag == DOUBLE_PUSH:
                allow_en_passant(&child, us, to_square + back // 2)
            total += sink.visit(&child, sink.depth, sink.context)
        else:
            sink.moves[0] = pack_move(to_square + back, to_square, flag)
            sink.moves += 1
    if flag != DOUBLE_PUSH:
        while unlikely(promotions != 0):
            to_square = pop_first(&promotions)
            total += emit_promotions(b, us, what, flag, to_square + back, to_square, sink)
    return total


cdef inline u64 pawn_moves(
    const Bitboards* b, const int us, const int what, int king, u64 pinned, u64 allowed, Sink* sink,
) noexcept nogil:
    """All pawn moves but en passant, with targets among `allowed`.

    A pinned pawn shares one line with the king, so it may push if that is
    the file and capture along it if that is the right diagonal.
    """
    cdef u64 theirs = b.side[us ^ 1]
    cdef u64 empty = ~(b.side[us] | theirs)
    cdef u64 pawns = b.pawns & b.side[us]
    cdef u64 east_line = DIAGONALS[king] if us == WHITE else ANTIDIAGONALS[king]
    cdef u64 west_line = ANTIDIAGONALS[king] if us == WHITE else DIAGONALS[king]
    cdef u64 pushes = forward(pawns & (~pinned | file_through(king)), us) & empty
    cdef u64 doubles = forward(pushes & third_rank(us), us) & empty & allowed
    cdef u64 east = forward_east(pawns & (~pinned | east_line), us) & theirs & allowed
    cdef u64 west = forward_west(pawns & (~pinned | west_line), us) & theirs & allowed
    cdef u64 total = 0
    pushes &= allowed
    if what == COUNT:
        # Pushes go to empty squares and captures to theirs, so these sets are disjoint.
        total = popcount(pushes | doubles | east) + popcount(west)
        if unlikely(((pushes | east | west) & last_rank(us)) != 0):
            total += 3 * (popcount((pushes | east) & last_rank(us)) + popcount(west & last_rank(us)))
        return total
    if what == LAST:
        total = foresee_pawns(b, us, &pushes, &doubles, &east, &west, sink.foresight)
        if unlikely(((pushes | east | west) & last_rank(us)) != 0):
            total += foresee_promotions(b, us, &pushes, &east, &west, sink.foresight)
    if what == GATHER:
        sink.sets.east = east
        sink.sets.west = west
        sink.sets.steps = pushes
        sink.sets.double_steps = doubles
        return 0
    if what == LIST_NOISY:
        pushes &= last_rank(us)
    if what == LIST_QUIETS:
        pushes &= ~last_rank(us)
    total += emit_pawns(b, us, what, QUIET, -step(us), pushes, sink)
    if what != LIST_NOISY:
        total += emit_pawns(b, us, what, DOUBLE_PUSH, -2 * step(us), doubles, sink)
    if what != LIST_QUIETS:
        total += emit_pawns(b, us, what, CAPTURE, -step(us) - 1, east, sink)
        total += emit_pawns(b, us, what, CAPTURE, -step(us) + 1, west, sink)
    return total


cdef inline u64 en_passant_moves(const Bitboards* b, const int us, const int what, Sink* sink) noexcept nogil:
    cdef int to_square = b.en_passant
    cdef u64 capturers = en_passant_capturers(b, us, to_square)
    cdef u64 total = 0
    cdef int from_square
    cdef Bitboards child
    if what == COUNT:
        return popcount(capturers)
    if what == GATHER:
        sink.sets.en_passant = capturers
        sink.sets.en_passant_target = to_square
        return 0
    while capturers:
        from_square = pop_first(&capturers)
        if what >= WALK:
            child = b[0]
            clear(&child, us ^ 1, bit(to_square - step(us)))
            shift_piece(&child, us, PAWN, from_square, to_square)
            total += sink.visit(&child, sink.depth, sink.context)
        else:
            sink.moves[0] = pack_move(from_square, to_square, EN_PASSANT)
            sink.moves += 1
    return total


cdef inline u64 king_danger(const Bitboards* b, const int us, int king) noexcept nogil:
    """The squares around our king that it may not step on; right only where we have no piece.

    The full attack map is never built: of the enemy's sliders and knights only
    those inside the king's zone can matter.
    """
    cdef const Zone* zone = king_zone(king, b.side[us])
    cdef u64 theirs = b.side[us ^ 1]
    cdef u64 lifted = (b.side[us] | theirs) ^ bit(king)
    cdef u64 pawns = b.pawns & theirs
    cdef u64 pieces
    cdef u64 danger = forward_east(pawns, us ^ 1) | forward_west(pawns, us ^ 1) | KING_ATTACKS[b.king[us ^ 1]]
    pieces = b.diagonals & theirs & zone.diagonal
    while pieces:
        danger |= bishop_attacks(pop_first(&pieces), lifted)
    pieces = b.straights & theirs & zone.straight
    while pieces:
        danger |= rook_attacks(pop_first(&pieces), lifted)
    pieces = b.knights & theirs & KNIGHT_ZONE[king]
    while pieces:
        danger |= KNIGHT_ATTACKS[pop_first(&pieces)]
    return danger


cdef inline u64 castling_moves(
    const Bitboards* b, const int us, const int what, int king, u64 pinned, u64 danger, Sink* sink,
) noexcept nogil:
    """Castling out of no check. A pinned castling rook shields the king along the rank."""
    cdef u64 rooks = b.castling & b.side[us] & ~pinned
    cdef u64 occupied = b.side[WHITE] | b.side[BLACK]
    cdef u64 total = 0
    cdef u64 far
    cdef int rook, to_square
    cdef Move move
    cdef bint safe
    cdef const CastlingPath* path
    cdef Bitboards child
    while rooks:
        rook = pop_last(&rooks)
        path = castling_path(us, king, rook)
        if path.empty & occupied:
            continue
        # Neighbours that were free are known already; look at the other squares one by one.
        far = path.safe & ~bit(king) & ~(KING_ATTACKS[king] & ~b.side[us])
        safe = (path.safe & ~bit(king) & ~far & danger) == 0
        while far and safe:
            safe = not is_attacked(b, pop_first(&far), us ^ 1, occupied ^ bit(king))
        if not safe:
            continue
        if what == COUNT:
            total += 1
        elif what >= WALK:
            child = b[0]
            shift_castling(&child, us, king, rook)
            total += sink.visit(&child, sink.depth, sink.context)
        else:
            to_square = rook if b.chess960 else (king & 56) + (6 if rook > king else 2)
            move = pack_move(king, to_square, CASTLE_KINGSIDE if rook > king else CASTLE_QUEENSIDE)
            if what == GATHER:
                sink.sets.castling[sink.sets.castlings] = move
                sink.sets.castlings += 1
            else:
                sink.moves[0] = move
                sink.moves += 1
    return total


cdef inline u64 free_piece_moves(
    const Bitboards* b, const int us, const int what, u64 movers, u64 targets, Sink* sink,
) noexcept nogil:
    """Knights, bishops, rooks and queens that no pin holds."""
    cdef u64 occupied = b.side[WHITE] | b.side[BLACK]
    cdef u64 total = 0
    cdef u64 pieces
    cdef int square
    pieces = b.knights & movers
    while pieces:
        square = pop_first(&pieces)
        total += emit_pieces(b, us, what, KNIGHT, square, KNIGHT_ATTACKS[square] & targets, sink)
    if what == COUNT:  # queens in both loops: two that the processor predicts, not three
        pieces = b.diagonals & movers
        while pieces:
            total += popcount(bishop_attacks(pop_first(&pieces), occupied) & targets)
        pieces = b.straights & movers
        while pieces:
            total += popcount(rook_attacks(pop_first(&pieces), occupied) & targets)
        return total
    pieces = b.diagonals & ~b.straights & movers
    while pieces:
        square = pop_first(&pieces)
        total += emit_pieces(b, us, what, BISHOP, square, bishop_attacks(square, occupied) & targets, sink)
    pieces = b.straights & ~b.diagonals & movers
    while pieces:
        square = pop_first(&pieces)
        total += emit_pieces(b, us, what, ROOK, square, rook_attacks(square, occupied) & targets, sink)
    pieces = b.diagonals & b.straights & movers
    while pieces:
        square = pop_first(&pieces)
        total += emit_pieces(
            b, us, what, QUEEN, square,
            (bishop_attacks(square, occupied) | rook_attacks(square, occupied)) & targets, sink,
        )
    return total


cdef inline u64 pinned_slider_moves(
    const Bitboards* b, const int us, const int what, int king, u64 pinned, u64 targets, Sink* sink,
) noexcept nogil:
    """Sliders that a pin holds on its line; a pinned knight cannot move at all."""
    cdef u64 occupied = b.side[WHITE] | b.side[BLACK]
    cdef u64 total = 0
    cdef u64 line
    cdef int square
    cdef u64 pieces = (b.diagonals | b.straights) & pinned
    while pieces:
        square = pop_first(&pieces)
        line = LINE[king][square] & targets
        if b.diagonals & b.straights & bit(square):
            line &= bishop_attacks(square, occupied) | rook_attacks(square, occupied)
            total += emit_pieces(b, us, what, QUEEN, square, line, sink)
        elif b.diagonals & bit(square):
            total += emit_pieces(b, us, what, BISHOP, square, line & bishop_attacks(square, occupied), sink)
        else:
            total += emit_pieces(b, us, what, ROOK, square, line & rook_attacks(square, occupied), sink)
    return total


cdef inline u64 moves_given(
    const Bitboards* b, const int us, const int what, const bint castling, u64 checking, u64 pinned, Sink* sink,
) noexcept nogil:
    """All legal moves of `us`, for callers that have the checkers and our pinned pieces already."""
    cdef int king = b.king[us]
    cdef u64 mine = b.side[us]
    cdef u64 theirs = b.side[us ^ 1]
    cdef u64 targets = theirs if what == LIST_NOISY else ~(mine | theirs) if what == LIST_QUIETS else ~mine
    cdef u64 total = 0
    cdef u64 danger = 0
    cdef u64 allowed

    promise(king < 64 and mine & bit(king) and (castling or not b.castling))

    # 1. The king steps to a neighbour that is not attacked.
    cdef u64 free = KING_ATTACKS[king] & targets
    if free:
        danger = king_danger(b, us, king)
        total += emit_pieces(b, us, what, KING, king, free & ~danger, sink)

    # 2. In check the others capture the checker or step between; in double check none may move.
    if unlikely(checking != 0):
        if what == GATHER:
            sink.sets.first = king
        if several(checking):
            return total
        allowed = checking | BETWEEN[king][first_square(checking)]
        total += free_piece_moves(b, us, what, mine & ~pinned, targets & allowed, sink)
        total += pawn_moves(b, us, what, king, pinned, allowed, sink)
        if b.en_passant and what != LIST_QUIETS:
            total += en_passant_moves(b, us, what, sink)
        return total

    # 3. Without a check, everything that is not pinned moves freely.
    total += pawn_moves(b, us, what, king, pinned, ~(<u64> 0), sink)
    total += free_piece_moves(b, us, what, mine & ~pinned, targets, sink)
    if pinned & (b.diagonals | b.straights):
        total += pinned_slider_moves(b, us, what, king, pinned, targets, sink)
    if castling and what != LIST_NOISY:
        total += castling_moves(b, us, what, king, pinned, danger, sink)
    if what != LIST_QUIETS and unlikely(b.en_passant != 0):
        total += en_passant_moves(b, us, what, sink)
    return total


cdef inline u64 generate(
    const Bitboards* b, const int us, const int what, const bint castling, Sink* sink,
) noexcept nogil:
    """All legal moves of `us`; `castling` may be False if b.castling is empty."""
    cdef u64 checking = 0
    cdef u64 pinned = pins_and_checkers(b, us, &checking)
    return moves_given(b, us, what, castling, checking, pinned, sink)
