"""Is this one move legal? The generator's rules applied to a single move.

`is_legal` is for a search: it accepts any 16 bits, because a move from a hash
table may be anything. `complete_move` is for moves that a user names by two
squares: it adds the flag. Neither generates other moves, and like the generator
both trust what trust.pxd has proved of the position.
"""

from kiwipete._core.kernel.attacks cimport (
    BETWEEN, CastlingPath, KING_ATTACKS, KNIGHT_ATTACKS, LINE, PAWN_ATTACKS, bishop_attacks, castling_path,
    rook_attacks,
)
from kiwipete._core.kernel.bitboards cimport en_passant_capturers, is_attacked, pins_and_checkers
from kiwipete._core.kernel.move cimport (
    CAPTURE, CASTLE_KINGSIDE, DOUBLE_PUSH, EN_PASSANT, Move, NULL_MOVE, QUIET,
    is_castling, is_en_passant, move_flag, move_from, move_to, pack_move, promotion_of,
)
from kiwipete._core.kernel.squares cimport (
    BISHOP, BLACK, KING, KNIGHT, PAWN, ROOK, WHITE,
    bit, first_square, forward, home_rank, last_rank, pop_first, second_rank, several, u64,
)
from kiwipete._core.kernel.threats cimport Threats
from kiwipete._core.kernel.types cimport Bitboards, EMPTY, Position, colour_of, kind_of


cdef inline bint reaches(const Bitboards* b, int kind, int from_square, int to_square) noexcept nogil:
    """Does a knight, bishop, rook or queen get from one square to another?"""
    cdef u64 occupied = b.side[WHITE] | b.side[BLACK]
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[from_square] & bit(to_square) != 0
    if kind != ROOK and bishop_attacks(from_square, occupied) & bit(to_square):
        return True
    return kind != BISHOP and rook_attacks(from_square, occupied) & bit(to_square) != 0


cdef inline int pawn_flag(const Bitboards* b, int us, int from_square, int to_square) noexcept nogil:
    """The flag of a pawn's move to a square, en passant aside, or -1 if it does not go there."""
    cdef u64 empty = ~(b.side[WHITE] | b.side[BLACK])
    cdef u64 pushed = forward(bit(from_square), us) & empty
    if PAWN_ATTACKS[us][from_square] & b.side[us ^ 1] & bit(to_square):
        return CAPTURE
    if pushed & bit(to_square):
        return QUIET
    if bit(from_square) & second_rank(us) and forward(pushed, us) & empty & bit(to_square):
        return DOUBLE_PUSH
    return -1


cdef inline bint keeps_king_safe(
    const Bitboards* b, int us, u64 checking, u64 pinned, int from_square, int to_square,
) noexcept nogil:
    """May a piece other than the king go, seen from the king?"""
    cdef int king = b.king[us]
    if pinned & bit(from_square) and not LINE[king][from_square] & bit(to_square):
        return False
    if not checking:
        return True
    return not several(checking) and (checking | BETWEEN[king][first_square(checking)]) & bit(to_square) != 0


cdef inline Move step_form(const Position* p, int from_square, int to_square, int promotion) noexcept nogil:
    """The move between two squares with its flag if our piece goes that way, or NULL_MOVE.

    A king's step and a capture in passing are then legal; for all others
    `keeps_king_safe` must be called. Castling is not considered.
    """
    cdef const Bitboards* b = &p.boards
    cdef int us = p.turn
    cdef int piece = p.mailbox[from_square]
    cdef int flag = QUIET if p.mailbox[to_square] == EMPTY else CAPTURE
    if piece == EMPTY or colour_of(piece) != us or b.side[us] & bit(to_square):
        return NULL_MOVE
    if kind_of(piece) == PAWN:
        if b.en_passant and to_square == b.en_passant and PAWN_ATTACKS[us][from_square] & bit(to_square):
            if not promotion and en_passant_capturers(b, us, to_square) & bit(from_square):
                return pack_move(from_square, to_square, EN_PASSANT)
            return NULL_MOVE
        flag = pawn_flag(b, us, from_square, to_square)
        if flag < 0 or (promotion != 0) != (bit(to_square) & last_rank(us) != 0):
            return NULL_MOVE
        flag |= promotion
    elif promotion:
        return NULL_MOVE
    elif kind_of(piece) == KING:
        if not KING_ATTACKS[from_square] & bit(to_square):
            return NULL_MOVE
        if is_attacked(b, to_square, us ^ 1, (b.side[WHITE] | b.side[BLACK]) ^ bit(from_square)):
            return NULL_MOVE
    elif not reaches(b, kind_of(piece), from_square, to_square):
        return NULL_MOVE
    return pack_move(from_square, to_square, flag)


cdef inline bint needs_no_more(const Bitboards* b, int us, Move move) noexcept nogil:
    """Is `step_form` enough to prove a move legal?"""
    return move == NULL_MOVE or is_en_passant(move) or move_from(move) == b.king[us]


cdef inline Move complete_move(const Position* p, int from_square, int to_square, int promotion) noexcept nogil:
    """The legal move between two squares with its flag, or NULL_MOVE; castling is not considered.

    `promotion` is 0 or PROMOTION with its piece.
    """
    cdef Move move = step_form(p, from_square, to_square, promotion)
    cdef u64 checking, pinned
    if needs_no_more(&p.boards, p.turn, move):
        return move
    pinned = pins_and_checkers(&p.boards, p.turn, &checking)
    return move if keeps_king_safe(&p.boards, p.turn, checking, pinned, from_square, to_square) else NULL_MOVE


cdef inline bint is_legal_castling(const Position* p, const Threats* threats, Move move) noexcept nogil:
    """Is a move with a castling flag legal, and written as the board writes it?"""
    cdef const Bitboards* b = &p.boards
    cdef int us = p.turn
    cdef int king = b.king[us]
    cdef bint kingside = move_flag(move) == CASTLE_KINGSIDE
    cdef u64 east = ~(<u64> 0) << king
    cdef u64 rooks = b.castling & home_rank(us) & (east if kingside else ~east) & ~threats.pinned
    cdef u64 occupied = b.side[WHITE] | b.side[BLACK]
    cdef const CastlingPath* path
    cdef u64 way
    cdef int rook
    if not rooks or threats.checkers or move_from(move) != king:
        return False
    rook = first_square(rooks)
    if move_to(move) != (rook if b.chess960 else (king & 56) + (6 if kingside else 2)):
        return False
    path = castling_path(us, king, rook)
    if path.empty & occupied:
        return False
    way = path.safe & ~bit(king)
    while way:
        if is_attacked(b, pop_first(&way), us ^ 1, occupied ^ bit(king)):
            return False
    return True


cdef inline bint is_legal(const Position* p, const Threats* threats, Move move) noexcept nogil:
    """Is this the legal move that the generator would write in exactly these 16 bits?"""
    if is_castling(move):
        return is_legal_castling(p, threats, move)
    if move == NULL_MOVE or step_form(p, move_from(move), move_to(move), promotion_of(move)) != move:
        return False
    return needs_no_more(&p.boards, p.turn, move) or keeps_king_safe(
        &p.boards, p.turn, threats.checkers, threats.pinned, move_from(move), move_to(move),
    )
