"""The rules on any board: no king or five, pawns on the first rank, sixty-four pieces.

The fast generator trusts its position; this one trusts nothing but that the
sets and the mailbox agree and that `settle` has run. Its results are those of
python-chess: the king of a side is its highest unpromoted king, and a side
without one may leave anything attacked. On a valid position it finds exactly the
fast generator's moves.
"""

from kiwipete._core.kernel.attacks cimport (
    BETWEEN, CastlingPath, KING_ATTACKS, KNIGHT_ATTACKS, LINE, PAWN_ATTACKS,
    bishop_attacks, castling_path, rook_attacks,
)
from kiwipete._core.kernel.bitboards cimport attackers, pinned_pieces
from kiwipete._core.kernel.edit cimport set_piece, settle
from kiwipete._core.kernel.move cimport (
    CAPTURE, CASTLE_KINGSIDE, CASTLE_QUEENSIDE, DOUBLE_PUSH, EN_PASSANT, MAX_ANY_MOVES, Move, NULL_MOVE, PROMOTION,
    QUIET, is_capture, is_castling, is_double_push, is_en_passant, is_promotion, move_flag, move_from, move_to,
    pack_move, promoted_piece,
)
from kiwipete._core.kernel.order cimport order_moves
from kiwipete._core.kernel.position cimport forget_en_passant, pass_turn
from kiwipete._core.kernel.squares cimport (
    ALL_SQUARES, BISHOP, BLACK, KING, KNIGHT, NO_SQUARE, PAWN, RANK_1, RANK_8, ROOK, WHITE,
    bit, file_of, first_square, forward, highest, home_rank, lowest, pop_first, pop_last, rank_of, second_rank,
    several,
    step, u8, u64,
)
from kiwipete._core.kernel.status cimport kings_of
from kiwipete._core.kernel.types cimport EMPTY, Position, colour_of, kind_of, piece_of


cdef inline u64 occupied_by_any(const Position* p) noexcept nogil:
    return p.boards.side[WHITE] | p.boards.side[BLACK]


cdef inline u64 attacks_from(const Position* p, int square) noexcept nogil:
    """What the piece on a square attacks, if there is one."""
    cdef int piece = p.mailbox[square]
    cdef int kind = kind_of(piece)
    cdef u64 attacks = 0
    if piece == EMPTY:
        return 0
    if kind == PAWN:
        return PAWN_ATTACKS[colour_of(piece)][square]
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[square]
    if kind == KING:
        return KING_ATTACKS[square]
    if kind != ROOK:
        attacks |= bishop_attacks(square, occupied_by_any(p))
    if kind != BISHOP:
        attacks |= rook_attacks(square, occupied_by_any(p))
    return attacks


cdef inline u64 pin_line(const Position* p, int us, int square) noexcept nogil:
    """The line on which a pin against our king holds a square, whatever stands there; ALL_SQUARES if none does."""
    cdef int king = p.boards.king[us]
    cdef u64 beyond, pinners
    if king == NO_SQUARE or king == square or not LINE[king][square]:
        return ALL_SQUARES
    if BETWEEN[king][square] & occupied_by_any(p):
        return ALL_SQUARES
    # Look along the line as if the square were empty: is the first piece behind it a slider of theirs on that line?
    beyond = occupied_by_any(p) & ~bit(square)
    pinners = (bishop_attacks(king, beyond) & p.boards.diagonals) | (rook_attacks(king, beyond) & p.boards.straights)
    pinners &= p.boards.side[us ^ 1] & LINE[king][square] & ~bit(square)
    while pinners:
        if BETWEEN[king][pop_first(&pinners)] & bit(square):
            return LINE[king][square]
    return ALL_SQUARES


cdef inline u64 castling_rights_beside_king(const Position* p, int us, bint kingside) noexcept nogil:
    cdef u64 king = highest(kings_of(p, us) & ~p.promoted & home_rank(us))
    cdef u64 rooks = p.boards.castling & home_rank(us)
    if not king:
        return 0
    return rooks & ~((king << 1) - 1) if kingside else rooks & (king - 1)


cdef inline Move* add_pawn_targets(
    Move* out, int from_square, u64 targets, int flag
) noexcept nogil:
    cdef int to_square, kind
    while targets:
        to_square = pop_first(&targets)
        if (RANK_1 | RANK_8) & bit(to_square):
            for kind in range(4):
                out[kind] = pack_move(from_square, to_square, flag | PROMOTION | kind)
            out += 4
        else:
            out[0] = pack_move(from_square, to_square, flag)
            out += 1
    return out


cdef inline u64 double_push_target(int us, int from_square) noexcept nogil:
    """Where a pawn's two squares end: from its home rank, or from behind it, where only hands put pawns."""
    if us == WHITE:
        return bit(from_square + 16) if rank_of(from_square) <= 1 else 0
    return bit(from_square - 16) if rank_of(from_square) >= 6 else 0


cdef inline Move* any_pawn_moves(const Position* p, int from_square, u64 to_mask, Move* out) noexcept nogil:
    cdef int us = p.turn
    cdef u64 empty = ~occupied_by_any(p)
    cdef u64 pushed = forward(bit(from_square), us) & empty
    cdef u64 pushed_twice = forward(pushed, us) & empty & double_push_target(us, from_square)
    out = add_pawn_targets(out, from_square, PAWN_ATTACKS[us][from_square] & p.boards.side[us ^ 1] & to_mask, CAPTURE)
    out = add_pawn_targets(out, from_square, pushed & to_mask, QUIET)
    return add_pawn_targets(out, from_square, pushed_twice & to_mask, DOUBLE_PUSH)


cdef inline int any_en_passant_moves(const Position* p, u64 from_mask, u64 to_mask, Move* moves) noexcept nogil:
    """Captures on the named square by pawns beside the rank it lies behind, whether or not there is a pawn to take."""
    cdef int us = p.turn
    cdef int square = p.en_passant_square
    cdef int count = 0
    cdef u64 capturers
    if square == NO_SQUARE or not bit(square) & to_mask & ~occupied_by_any(p):
        return 0
    if rank_of(square) != (5 if us == WHITE else 2):
        return 0
    capturers = PAWN_ATTACKS[us ^ 1][square] & p.boards.pawns & p.boards.side[us] & from_mask
    while capturers:
        moves[count] = pack_move(pop_last(&capturers), square, EN_PASSANT)
        count += 1
    return count


cdef inline bint any_attacked(const Position* p, u64 squares, int by, u64 occupied) noexcept nogil:
    while squares:
        if attackers(&p.boards, pop_first(&squares), by, occupied):
            return True
    return False


cdef inline int any_castling_moves(const Position* p, u64 from_mask, u64 rook_mask, Move* moves) noexcept nogil:
    """Castling with the way free and safe; the rook's square must be in `rook_mask`."""
    cdef int us = p.turn
    cdef u64 king_set = lowest(kings_of(p, us) & ~p.promoted & home_rank(us) & from_mask)
    cdef u64 rooks = p.boards.castling & home_rank(us) & rook_mask
    cdef u64 occupied = occupied_by_any(p)
    cdef int count = 0
    cdef int king, rook, king_to, rook_to
    cdef const CastlingPath* path
    if not king_set:
        return 0
    king = first_square(king_set)
    while rooks:
        rook = pop_last(&rooks)
        path = castling_path(us, king, rook)
        king_to = (king & 56) + (6 if rook > king else 2)
        rook_to = (king & 56) + (5 if rook > king else 3)
        if path.empty & occupied:
            continue
        # Castling out of check is illegal, even where the king would stay on its square behind the rook.
        if any_attacked(p, path.safe & ~bit(king_to) | king_set, us ^ 1, occupied ^ king_set):
            continue
        # Where the king lands the rook has moved, and may shield it or no longer do so.
        if any_attacked(p, bit(king_to), us ^ 1, (occupied & ~king_set & ~bit(rook)) | bit(rook_to)):
            continue
        moves[count] = pack_move(
            king, rook if p.boards.chess960 or file_of(king) != 4 else king_to,
            CASTLE_KINGSIDE if rook > king else CASTLE_QUEENSIDE,
        )
        count += 1
    return count


cdef inline int any_pseudo_legal_moves(const Position* p, u64 from_mask, u64 to_mask, Move* moves) noexcept nogil:
    """Moves by the way the pieces go, from and to squares of two sets."""
    cdef int us = p.turn
    cdef u64 movers = p.boards.side[us] & from_mask
    cdef u64 targets
    cdef Move* out = moves
    cdef int from_square, to_square
    while movers:
        from_square = pop_first(&movers)
        if p.boards.pawns & bit(from_square):
            out = any_pawn_moves(p, from_square, to_mask, out)
            continue
        targets = attacks_from(p, from_square) & ~p.boards.side[us] & to_mask
        while targets:
            to_square = pop_first(&targets)
            out[0] = pack_move(from_square, to_square, CAPTURE if p.mailbox[to_square] != EMPTY else QUIET)
            out += 1
    out += any_castling_moves(p, from_mask, to_mask, out)
    out += any_en_passant_moves(p, from_mask, to_mask, out)
    order_moves(&p.boards, us, NO_SQUARE, moves, <int> (out - moves))
    return <int> (out - moves)


# Which of them leave the king safe.

cdef struct KingSafety:
    int king       # NO_SQUARE: nothing to keep safe
    u64 checkers
    u64 pinned
    u64 answers    # where a lone check may be captured or blocked


cdef inline KingSafety king_safety(const Position* p) noexcept nogil:
    cdef KingSafety safety
    cdef int us = p.turn
    cdef u64 ignored = 0
    safety.king = p.boards.king[us]
    safety.checkers = safety.pinned = safety.answers = 0
    if safety.king != NO_SQUARE:
        safety.checkers = attackers(&p.boards, safety.king, us ^ 1, occupied_by_any(p))
        safety.pinned = pinned_pieces(&p.boards, us, &ignored)
        if safety.checkers and not several(safety.checkers):
            safety.answers = safety.checkers | BETWEEN[safety.king][first_square(safety.checkers)]
    return safety


cdef inline bint exposes_king(const Position* p, Move move, int king) noexcept nogil:
    """Does a capture in passing open a line to our king? Two pawns leave, one arrives."""
    cdef int us = p.turn
    cdef int taken = move_to(move) - step(us)
    cdef u64 occupied = (occupied_by_any(p) & ~bit(move_from(move)) & ~bit(taken)) | bit(move_to(move))
    return p.boards.side[us ^ 1] & (
        (bishop_attacks(king, occupied) & p.boards.diagonals) | (rook_attacks(king, occupied) & p.boards.straights)
    ) != 0


cdef inline bint is_safe(const Position* p, Move move, const KingSafety* safety) noexcept nogil:
    """Does a pseudo-legal move leave our king unattacked?"""
    cdef int us = p.turn
    cdef int from_square = move_from(move)
    cdef int to_square = move_to(move)
    if safety.king == NO_SQUARE:
        return True
    if from_square == safety.king:
        if is_castling(move):
            return safety.checkers == 0
        return not attackers(&p.boards, to_square, us ^ 1, occupied_by_any(p) ^ bit(from_square))
    if safety.checkers:
        if kind_of(p.mailbox[from_square]) == KING:
            return False
        if not safety.answers & bit(to_square):
            if not (is_en_passant(move) and safety.checkers == bit(to_square - step(us))):
                return False
    if is_en_passant(move):
        return not exposes_king(p, move, safety.king)
    return not safety.pinned & bit(from_square) or LINE[from_square][to_square] & bit(safety.king) != 0


cdef inline bint is_safe_move(const Position* p, Move move) noexcept nogil:
    """The same of a single move."""
    cdef KingSafety safety = king_safety(p)
    return is_safe(p, move, &safety)


cdef inline int any_legal_moves(const Position* p, u64 from_mask, u64 to_mask, Move* moves) noexcept nogil:
    cdef int count = any_pseudo_legal_moves(p, from_mask, to_mask, moves)
    cdef KingSafety safety = king_safety(p)
    cdef int legal = 0
    cdef int i
    for i in range(count):
        if is_safe(p, moves[i], &safety):
            moves[legal] = moves[i]
            legal += 1
    if safety.checkers:
        order_moves(&p.boards, p.turn, safety.king, moves, legal)
    return legal


# Playing a move that has not been proved legal.

cdef inline bint takes_own_rook(const Position* p, int king, int rook) noexcept nogil:
    """Is this castling in the Chess960 way of writing, as far as the places go?"""
    cdef int us = p.turn
    return (
        p.mailbox[king] == piece_of(us, KING) and p.mailbox[rook] == piece_of(us, ROOK)
        and bit(king) & home_rank(us) != 0 and bit(rook) & home_rank(us) != 0
    )


cdef inline Move plausible_form(const Position* p, int from_square, int to_square, int promotion) noexcept nogil:
    """A move of our piece with the flag that fits the board, or NULL_MOVE if no rule could mean it.

    `promotion` is 0 or PROMOTION with its piece. The piece need not move like that;
    it stands there, and what it takes is not ours.
    """
    cdef int us = p.turn
    cdef int piece = p.mailbox[from_square]
    cdef int target = p.mailbox[to_square]
    cdef int corner
    if piece == EMPTY or colour_of(piece) != us or from_square == to_square:
        return NULL_MOVE
    if promotion:
        if kind_of(piece) != PAWN or not bit(to_square) & (RANK_1 | RANK_8):
            return NULL_MOVE
    elif takes_own_rook(p, from_square, to_square):
        return pack_move(from_square, to_square, CASTLE_KINGSIDE if to_square > from_square else CASTLE_QUEENSIDE)
    elif kind_of(piece) == KING and abs(to_square - from_square) == 2 and file_of(from_square) == 4:
        corner = (from_square & 56) + (7 if to_square > from_square else 0)
        if takes_own_rook(p, from_square, corner):
            return pack_move(from_square, to_square, CASTLE_KINGSIDE if corner > from_square else CASTLE_QUEENSIDE)
    if target != EMPTY:
        return pack_move(from_square, to_square, promotion | CAPTURE) if colour_of(target) != us else NULL_MOVE
    if kind_of(piece) == PAWN:
        if to_square == p.en_passant_square and PAWN_ATTACKS[us][from_square] & bit(to_square):
            if rank_of(to_square) == (5 if us == WHITE else 2):
                return pack_move(from_square, to_square, EN_PASSANT)
        if double_push_target(us, from_square) & bit(to_square):
            return pack_move(from_square, to_square, DOUBLE_PUSH)
    return pack_move(from_square, to_square, promotion)


cdef inline void any_castle(Position* p, Move move) noexcept nogil:
    cdef int king = move_from(move)
    cdef int home = king & 56
    cdef bint kingside = move_flag(move) == CASTLE_KINGSIDE
    cdef int us = p.turn
    cdef int rook = move_to(move)
    if p.mailbox[rook] != piece_of(us, ROOK):
        rook = home + (7 if kingside else 0)
    set_piece(p, king, EMPTY, False)
    set_piece(p, rook, EMPTY, False)
    set_piece(p, home + (6 if kingside else 2), piece_of(us, KING), False)
    set_piece(p, home + (5 if kingside else 3), piece_of(us, ROOK), False)


cdef inline void any_make(Position* p, Move move) noexcept nogil:
    """Play a move that has its plausible form, legal or not."""
    cdef int us = p.turn
    cdef int from_square = move_from(move)
    cdef int to_square = move_to(move)
    cdef int piece = p.mailbox[from_square]
    cdef bint promoted = is_promotion(move) or (p.promoted & bit(from_square)) != 0
    cdef u64 touched = bit(from_square) | bit(to_square)
    cdef u64 lost = touched
    if touched & kings_of(p, us) & ~p.promoted:
        lost |= home_rank(us)
    elif touched & kings_of(p, us ^ 1) & ~p.promoted & home_rank(us ^ 1):
        lost |= home_rank(us ^ 1)
    p.castling_rights = p.boards.castling & ~lost
    p.halfmove_clock = 0 if kind_of(piece) == PAWN or is_capture(move) else p.halfmove_clock + 1
    forget_en_passant(p)
    if is_castling(move):
        any_castle(p, move)
    else:
        if is_en_passant(move):
            set_piece(p, to_square - step(us), EMPTY, False)
        set_piece(p, from_square, EMPTY, False)
        set_piece(p, to_square, piece_of(us, promoted_piece(move)) if is_promotion(move) else piece, promoted)
    if is_double_push(move) and bit(from_square) & second_rank(us):
        p.en_passant_square = <u8> (from_square + step(us))
    pass_turn(p)
    settle(p)
    p.castling_rights = p.boards.castling


cdef inline void any_pass(Position* p) noexcept nogil:
    """Play the null move, in check or not. Unconfirmed rights are removed, as by every move."""
    p.castling_rights = p.boards.castling
    p.halfmove_clock += 1
    forget_en_passant(p)
    pass_turn(p)
