"""The slow and plain ways, kept to check the fast ones.

Pseudo-legal generation square by square with attacks found by walking, the
make-and-test filter, and everything a position keeps up to date computed
anew. Nothing here uses the tables of attacks.pxd or the masks of movegen.pxd,
and nothing on a user's hot path uses anything here.
"""

from libc.string cimport memcmp, memset

from kiwipete._core.kernel.move cimport (
    CAPTURE, CASTLE_KINGSIDE, CASTLE_QUEENSIDE, DOUBLE_PUSH, EN_PASSANT, Move, PROMOTION, QUIET,
    pack_move,
)
from kiwipete._core.kernel.position cimport Undo, make, put_piece, unmake
from kiwipete._core.kernel.squares cimport (
    BISHOP, BLACK, KING, KNIGHT, NO_SQUARE, PAWN, ROOK, WHITE, bit, file_of, home_rank, pop_first, rank_of, step, u64,
    walk_bishop, walk_rook,
)
from kiwipete._core.kernel.status cimport one_king_each, sound_castling
from kiwipete._core.kernel.types cimport (
    EMPTY, FAULT_CASTLING, FAULT_END_GAME, FAULT_EN_PASSANT, FAULT_KEY, FAULT_KINGS, FAULT_KING_SQUARE, FAULT_MAILBOX,
    FAULT_MATERIAL, FAULT_MIDDLE_GAME, FAULT_NONE, FAULT_PADDING, FAULT_PART_KEYS, FAULT_PHASE, FAULT_PROMOTED,
    FAULT_SETS, FAULT_SIDES, FAULT_TURN, Fault, Position, Threats, clear_position, colour_of, kind_of, piece_of,
)
from kiwipete._core.kernel.zobrist cimport BLACK_KEY, CASTLING_KEYS, EN_PASSANT_KEYS


cdef inline u64 occupied_squares(const Position* p) noexcept nogil:
    cdef u64 occupied = 0
    cdef int square
    for square in range(64):
        if p.mailbox[square] != EMPTY:
            occupied |= bit(square)
    return occupied


cdef inline bint piece_attacks(int piece, int from_square, int target, u64 occupied) noexcept nogil:
    """Does a piece on one square attack another?"""
    cdef int files = abs(file_of(target) - file_of(from_square))
    cdef int ranks = rank_of(target) - rank_of(from_square)
    cdef int kind = kind_of(piece)
    if kind == PAWN:
        return files == 1 and ranks == (1 if colour_of(piece) == WHITE else -1)
    if kind == KNIGHT:
        return files * abs(ranks) == 2
    if kind == KING:
        return files <= 1 and abs(ranks) <= 1 and from_square != target
    if kind == BISHOP:
        return (walk_bishop(from_square, occupied) & bit(target)) != 0
    if kind == ROOK:
        return (walk_rook(from_square, occupied) & bit(target)) != 0
    return ((walk_bishop(from_square, occupied) | walk_rook(from_square, occupied)) & bit(target)) != 0


cdef inline bint attacked(const Position* p, int target, int by) noexcept nogil:
    """Does any piece of a side attack a square?"""
    cdef u64 occupied = occupied_squares(p)
    cdef int square, piece
    for square in range(64):
        piece = p.mailbox[square]
        if piece != EMPTY and colour_of(piece) == by and piece_attacks(piece, square, target, occupied):
            return True
    return False


cdef inline int king_square(const Position* p, int us) noexcept nogil:
    cdef int square
    for square in range(64):
        if p.mailbox[square] == piece_of(us, KING):
            return square
    return NO_SQUARE


cdef inline Move* add_pawn_move(Move* out, int from_square, int to_square, int flag) noexcept nogil:
    cdef int kind
    if rank_of(to_square) != 0 and rank_of(to_square) != 7:
        out[0] = pack_move(from_square, to_square, flag)
        return out + 1
    for kind in range(4):
        out[kind] = pack_move(from_square, to_square, flag | PROMOTION | kind)
    return out + 4


cdef inline Move* pseudo_pawn_moves(const Position* p, int us, int from_square, Move* out) noexcept nogil:
    cdef int ahead = from_square + step(us)
    cdef int to_square, side
    if p.mailbox[ahead] == EMPTY:
        out = add_pawn_move(out, from_square, ahead, QUIET)
        if rank_of(from_square) == (1 if us == WHITE else 6) and p.mailbox[ahead + step(us)] == EMPTY:
            out = add_pawn_move(out, from_square, ahead + step(us), DOUBLE_PUSH)
    for side in range(-1, 2, 2):
        if not 0 <= file_of(from_square) + side < 8:
            continue
        to_square = ahead + side
        if to_square == p.en_passant_square:
            out = add_pawn_move(out, from_square, to_square, EN_PASSANT)
        elif p.mailbox[to_square] != EMPTY and colour_of(p.mailbox[to_square]) != us:
            out = add_pawn_move(out, from_square, to_square, CAPTURE)
    return out


cdef inline Move* pseudo_castling_moves(const Position* p, int us, Move* out) noexcept nogil:
    """Castling with the way free and safe, by walking it; the rest is left to the filter."""
    cdef u64 rooks = p.boards.castling & home_rank(us)
    cdef int king = king_square(p, us)
    cdef int rook, king_to, rook_to, square
    cdef bint possible, on_king_way, on_rook_way
    while rooks:
        rook = pop_first(&rooks)
        king_to = (king & 56) + (6 if rook > king else 2)
        rook_to = (king & 56) + (5 if rook > king else 3)
        possible = True
        for square in range(king & 56, (king & 56) + 8):
            on_king_way = min(king, king_to) <= square <= max(king, king_to)
            on_rook_way = min(rook, rook_to) <= square <= max(rook, rook_to)
            if (on_king_way or on_rook_way) and square != king and square != rook:
                possible = possible and p.mailbox[square] == EMPTY
            if on_king_way:
                possible = possible and not attacked(p, square, us ^ 1)
        if possible:
            out[0] = pack_move(
                king, rook if p.boards.chess960 else king_to,
                CASTLE_KINGSIDE if rook > king else CASTLE_QUEENSIDE,
            )
            out += 1
    return out


cdef inline int pseudo_legal_moves(const Position* p, Move* moves) noexcept nogil:
    """Every move by the way the pieces go, whether or not it leaves the king in check."""
    cdef int us = p.turn
    cdef u64 occupied = occupied_squares(p)
    cdef Move* out = moves
    cdef int from_square, to_square, piece
    for from_square in range(64):
        piece = p.mailbox[from_square]
        if piece == EMPTY or colour_of(piece) != us:
            continue
        if kind_of(piece) == PAWN:
            out = pseudo_pawn_moves(p, us, from_square, out)
            continue
        for to_square in range(64):
            if piece_attacks(piece, from_square, to_square, occupied):
                if p.mailbox[to_square] == EMPTY:
                    out[0] = pack_move(from_square, to_square, QUIET)
                    out += 1
                elif colour_of(p.mailbox[to_square]) != us:
                    out[0] = pack_move(from_square, to_square, CAPTURE)
                    out += 1
    out = pseudo_castling_moves(p, us, out)
    return <int> (out - moves)


cdef inline int filtered_moves(Position* p, Move* moves) noexcept nogil:
    """The legal ones of the pseudo-legal moves: make each and look at the king."""
    cdef int count = pseudo_legal_moves(p, moves)
    cdef int legal = 0
    cdef int us = p.turn
    cdef int i
    cdef Undo undo
    for i in range(count):
        make(p, moves[i], &undo)
        if not attacked(p, king_square(p, us), us ^ 1):
            moves[legal] = moves[i]
            legal += 1
        unmake(p, &undo)
    return legal


cdef inline bint opens_line(const Position* p, int square, int by, int target) noexcept nogil:
    """Would a piece of `by` attack the target only if nothing stood on the square?"""
    cdef u64 occupied = occupied_squares(p)
    cdef int from_square, piece
    for from_square in range(64):
        piece = p.mailbox[from_square]
        if piece != EMPTY and colour_of(piece) == by and from_square != square:
            if piece_attacks(piece, from_square, target, occupied ^ bit(square)):
                if not piece_attacks(piece, from_square, target, occupied):
                    return True
    return False


cdef inline Threats plain_threats(const Position* p) noexcept nogil:
    """What threatens both kings, found square by square."""
    cdef Threats threats
    cdef int us = p.turn
    cdef int king = king_square(p, us)
    cdef int target = king_square(p, us ^ 1)
    cdef u64 occupied = occupied_squares(p)
    cdef int square, kind, piece
    memset(&threats, 0, sizeof(threats))
    for square in range(64):
        piece = p.mailbox[square]
        for kind in range(KING):
            if piece_attacks(piece_of(us, kind), square, target, occupied):
                threats.checking[kind] |= bit(square)
        if piece == EMPTY:
            continue
        if colour_of(piece) != us:
            if piece_attacks(piece, square, king, occupied):
                threats.checkers |= bit(square)
            continue
        if opens_line(p, square, us ^ 1, king):
            threats.pinned |= bit(square)
        if opens_line(p, square, us, target):
            threats.discoverers |= bit(square)
    return threats


# Validation.


cdef inline Fault validate_boards(const Position* p, const Position* fresh, int* square) noexcept nogil:
    """Compare the sets with those rebuilt from the mailbox; return where they differ."""
    cdef u64 wrong = (
        (p.boards.pawns ^ fresh.boards.pawns) | (p.boards.knights ^ fresh.boards.knights)
        | (p.boards.diagonals ^ fresh.boards.diagonals) | (p.boards.straights ^ fresh.boards.straights)
    )
    if wrong:
        square[0] = pop_first(&wrong)
        return FAULT_SETS
    wrong = (p.boards.side[WHITE] ^ fresh.boards.side[WHITE]) | (p.boards.side[BLACK] ^ fresh.boards.side[BLACK])
    if wrong:
        square[0] = pop_first(&wrong)
        return FAULT_SIDES
    return FAULT_NONE


cdef inline u64 state_key(const Position* p) noexcept nogil:
    """The part of the key that is not pieces."""
    cdef u64 key = BLACK_KEY if p.turn == BLACK else 0
    cdef u64 rooks = p.boards.castling
    while rooks:
        key ^= CASTLING_KEYS[pop_first(&rooks)]
    if p.boards.en_passant:
        key ^= EN_PASSANT_KEYS[file_of(p.boards.en_passant)]
    return key


cdef inline bint en_passant_is_legal(const Position* p) noexcept nogil:
    """Can a pawn capture on the en passant square? Try both; the position may be impossible."""
    cdef int us = p.turn
    cdef int target = p.en_passant_square
    cdef int taken = target - step(us)
    cdef int side
    cdef Position after
    cdef Undo undo
    if rank_of(target) != (5 if us == WHITE else 2) or p.mailbox[taken] != piece_of(us ^ 1, PAWN):
        return False
    if p.mailbox[target] != EMPTY or p.mailbox[target + step(us)] != EMPTY:
        return False
    for side in range(-1, 2, 2):
        if 0 <= file_of(taken) + side < 8 and p.mailbox[taken + side] == piece_of(us, PAWN):
            after = p[0]
            make(&after, pack_move(taken + side, target, EN_PASSANT), &undo)
            if not attacked(&after, king_square(&after, us), us ^ 1):
                return True
    return False


cdef inline Fault validate_state(const Position* p, bint kings, int* square) noexcept nogil:
    """Turn, rights and en passant: values in range, and en passant as trying it finds it."""
    cdef bint capturable
    if p.turn > 1 or p.boards.chess960 > 1:
        return FAULT_TURN
    if p.boards.castling != sound_castling(p):
        return FAULT_CASTLING
    square[0] = p.en_passant_square
    if p.en_passant_square > NO_SQUARE:
        return FAULT_EN_PASSANT
    capturable = kings and p.en_passant_square != NO_SQUARE and en_passant_is_legal(p)
    if p.boards.en_passant != (p.en_passant_square if capturable else 0):
        return FAULT_EN_PASSANT
    square[0] = NO_SQUARE
    if p.boards.padding or p.padding[0] or p.padding[1]:
        return FAULT_PADDING
    return FAULT_NONE


cdef inline Fault validate(const Position* p, int* square) noexcept nogil:
    """Prove a position consistent, or return the first fault and its square."""
    cdef Position fresh
    cdef Fault fault
    cdef int i, us
    cdef int[2] kings = [0, 0]
    cdef int[2] royal = [NO_SQUARE, NO_SQUARE]
    square[0] = NO_SQUARE
    clear_position(&fresh)
    for i in range(64):
        square[0] = i
        if p.mailbox[i] > EMPTY:
            return FAULT_MAILBOX
        if p.mailbox[i] != EMPTY:
            put_piece(&fresh, p.mailbox[i], i)
            if kind_of(p.mailbox[i]) == KING:
                kings[colour_of(p.mailbox[i])] += 1
                if not p.promoted & bit(i):
                    royal[colour_of(p.mailbox[i])] = i
    fault = validate_boards(p, &fresh, square)
    if fault != FAULT_NONE:
        return fault
    for us in range(2):
        square[0] = p.boards.king[us]
        if p.boards.king[us] != royal[us]:
            return FAULT_KING_SQUARE
    square[0] = NO_SQUARE
    if p.promoted & ~(fresh.boards.side[WHITE] | fresh.boards.side[BLACK]):
        return FAULT_PROMOTED
    if memcmp(p.material, fresh.material, sizeof(p.material)):
        return FAULT_MATERIAL
    if p.middle_game != fresh.middle_game:
        return FAULT_MIDDLE_GAME
    if p.end_game != fresh.end_game:
        return FAULT_END_GAME
    if p.phase != fresh.phase:
        return FAULT_PHASE
    # Only now, because this tries moves, and a move may trust the sums.
    fault = validate_state(p, one_king_each(p), square)
    if fault != FAULT_NONE:
        return fault
    if p.key != fresh.key ^ state_key(p):
        return FAULT_KEY
    if memcmp(p.part_keys, fresh.part_keys, sizeof(p.part_keys)):
        return FAULT_PART_KEYS
    if kings[WHITE] != 1 or kings[BLACK] != 1:
        return FAULT_KINGS
    return FAULT_NONE
