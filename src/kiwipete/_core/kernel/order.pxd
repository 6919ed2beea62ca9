"""The order in which moves are listed: python-chess's.

Programs pick the first of equal moves, or one by a seeded random number, so the order affects
what they do. Pieces come first, from h8 to a1, each with its targets from h8 to a1; then
castling, the captures of pawns, their single and double steps, and en passant. In check
the king comes before the other pieces.

The moves are gathered in sets: reading a set from its highest square is sorting it.
"""

from kiwipete._core.kernel.move cimport (
    CAPTURE, DOUBLE_PUSH, EN_PASSANT, Move, PROMOTION, QUIET,
    is_capture, is_castling, is_double_push, is_en_passant, move_from, move_to, pack_move,
)
from kiwipete._core.kernel.squares cimport (
    NO_SQUARE, RANK_1, RANK_8, bit, file_of, forward_east, forward_west, pop_last, step, u64, unlikely,
)
from kiwipete._core.kernel.types cimport Bitboards, MoveSets


cdef inline void no_moves(MoveSets* sets) noexcept nogil:
    sets.pieces = sets.east = sets.west = sets.steps = sets.double_steps = sets.en_passant = 0
    sets.first = NO_SQUARE
    sets.castlings = 0


cdef inline Move* write_piece(Move* out, int from_square, u64 targets, u64 theirs) noexcept nogil:
    cdef int to_square
    while targets:
        to_square = pop_last(&targets)
        out[0] = pack_move(from_square, to_square, CAPTURE if theirs & bit(to_square) else QUIET)
        out += 1
    return out


cdef inline Move* write_pawn(Move* out, int from_square, int to_square, int flag) noexcept nogil:
    """A pawn's step or capture, or its four promotions, the queen first."""
    cdef int kind
    if unlikely(bit(to_square) & (RANK_1 | RANK_8) != 0):
        for kind in range(4):
            out[kind] = pack_move(from_square, to_square, flag | PROMOTION | (3 - kind))
        return out + 4
    out[0] = pack_move(from_square, to_square, flag)
    return out + 1


cdef inline Move* write_pawns(Move* out, const int us, MoveSets* sets) noexcept nogil:
    # A pawn stands where an enemy pawn on its target would capture.
    cdef u64 capturers = forward_west(sets.east, us ^ 1) | forward_east(sets.west, us ^ 1)
    cdef int square
    while capturers:
        square = pop_last(&capturers)
        if file_of(square) != 7 and sets.east & bit(square + step(us) + 1):
            out = write_pawn(out, square, square + step(us) + 1, CAPTURE)
        if file_of(square) != 0 and sets.west & bit(square + step(us) - 1):
            out = write_pawn(out, square, square + step(us) - 1, CAPTURE)
    while sets.steps:
        square = pop_last(&sets.steps)
        out = write_pawn(out, square - step(us), square, QUIET)
    while sets.double_steps:
        square = pop_last(&sets.double_steps)
        out[0] = pack_move(square - 2 * step(us), square, DOUBLE_PUSH)
        out += 1
    while sets.en_passant:
        out[0] = pack_move(pop_last(&sets.en_passant), sets.en_passant_target, EN_PASSANT)
        out += 1
    return out


cdef inline Move* write_moves(Move* out, const Bitboards* b, const int us, MoveSets* sets) noexcept nogil:
    """Write the moves in order, and return where the next would go; the sets are used up."""
    cdef u64 theirs = b.side[us ^ 1]
    cdef int square, i
    if unlikely(sets.first != NO_SQUARE) and sets.pieces & bit(sets.first):
        out = write_piece(out, sets.first, sets.targets[sets.first], theirs)
        sets.pieces ^= bit(sets.first)
    while sets.pieces:
        square = pop_last(&sets.pieces)
        out = write_piece(out, square, sets.targets[square], theirs)
    for i in range(sets.castlings):
        out[0] = sets.castling[i]
        out += 1
    return write_pawns(out, us, sets)


# Moves that were listed in another order.

cdef inline void gather(MoveSets* sets, u64 pawns, Move move) noexcept nogil:
    """Put a move into the set where it belongs."""
    cdef int from_square = move_from(move)
    cdef int to_square = move_to(move)
    if is_castling(move):
        sets.castling[sets.castlings] = move
        sets.castlings += 1
    elif not pawns & bit(from_square):
        if not sets.pieces & bit(from_square):
            sets.targets[from_square] = 0
        sets.pieces |= bit(from_square)
        sets.targets[from_square] |= bit(to_square)
    elif is_en_passant(move):
        sets.en_passant |= bit(from_square)
        sets.en_passant_target = to_square
    elif is_double_push(move):
        sets.double_steps |= bit(to_square)
    elif not is_capture(move):
        sets.steps |= bit(to_square)
    elif file_of(to_square) > file_of(from_square):
        sets.east |= bit(to_square)
    else:
        sets.west |= bit(to_square)


cdef inline void order_moves(const Bitboards* b, int us, int first, Move* moves, int count) noexcept nogil:
    """Put moves into order, those of the piece on `first` before all if it is a square."""
    cdef MoveSets sets
    cdef int i
    no_moves(&sets)
    sets.first = first
    for i in range(count):
        gather(&sets, b.pawns, moves[i])
    write_moves(moves, b, us, &sets)
