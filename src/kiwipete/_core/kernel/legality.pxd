"""Is this one move legal? The generator's rules asked about a single move.

`legal_form` completes a move by its flag, or says that it is illegal, without
forming the others. Like the generator it trusts what trust.pxd has proved.
"""

from kiwipete._core.kernel.attacks cimport (
    BETWEEN, KING_ATTACKS, KNIGHT_ATTACKS, LINE, PAWN_ATTACKS, bishop_attacks, rook_attacks,
)
from kiwipete._core.kernel.bitboards cimport (
    Bitboards, en_passant_capturers, is_attacked, pinned_pieces,
)
from kiwipete._core.kernel.move cimport (
    CAPTURE, DOUBLE_PUSH, EN_PASSANT, Move, NULL_MOVE, QUIET, pack_move,
)
from kiwipete._core.kernel.position cimport EMPTY, Position, colour_of, kind_of
from kiwipete._core.kernel.squares cimport (
    BISHOP, BLACK, KING, KNIGHT, PAWN, ROOK, WHITE,
    bit, first_square, forward, last_rank, second_rank, several, u64,
)


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


cdef inline bint keeps_king_safe(const Bitboards* b, int us, int from_square, int to_square) noexcept nogil:
    """May a piece other than the king go, seen from the king?"""
    cdef int king = b.king[us]
    cdef u64 checking = b.side[us ^ 1] & (
        (PAWN_ATTACKS[us][king] & b.pawns) | (KNIGHT_ATTACKS[king] & b.knights)
    )
    cdef u64 pinned = pinned_pieces(b, us, &checking)
    if pinned & bit(from_square) and not LINE[king][from_square] & bit(to_square):
        return False
    if not checking:
        return True
    return not several(checking) and (checking | BETWEEN[king][first_square(checking)]) & bit(to_square) != 0


cdef inline Move legal_form(const Position* p, int from_square, int to_square, int promotion) noexcept nogil:
    """The legal move between two squares with its flag, or NULL_MOVE; castling is not looked at.

    `promotion` is 0 or PROMOTION with its piece.
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
        return pack_move(from_square, to_square, flag)
    elif not reaches(b, kind_of(piece), from_square, to_square):
        return NULL_MOVE
    if not keeps_king_safe(b, us, from_square, to_square):
        return NULL_MOVE
    return pack_move(from_square, to_square, flag)
