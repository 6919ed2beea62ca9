"""Edits: a piece put or taken, a right granted, the turn changed.

An edit may contradict the board: rights without a rook, an en passant square
without a pawn. These are stored as given, and `settle` computes the part that
the rules can use: boards.king, boards.castling, boards.en_passant and with them
the key. It must be called after every edit, before anything else.
"""

from kiwipete._core.kernel.position cimport forget_en_passant, put_piece, set_en_passant, take_piece
from kiwipete._core.kernel.squares cimport (
    BLACK, NO_SQUARE, WHITE, bit, first_square, highest, pop_first, u8, u64,
)
from kiwipete._core.kernel.status cimport kings_of, one_king_each, sound_castling, sound_en_passant
from kiwipete._core.kernel.types cimport EMPTY, Position
from kiwipete._core.kernel.zobrist cimport BLACK_KEY, CASTLING_KEYS


cdef inline u64 castling_key(u64 rooks) noexcept nogil:
    cdef u64 key = 0
    while rooks:
        key ^= CASTLING_KEYS[pop_first(&rooks)]
    return key


cdef inline void settle(Position* p) noexcept nogil:
    """Compute what the rules can use of the given rights and en passant square."""
    cdef int square = p.en_passant_square
    cdef int us
    cdef u64 king
    for us in range(2):
        king = highest(kings_of(p, us) & ~p.promoted)
        p.boards.king[us] = <u8> first_square(king) if king else NO_SQUARE
    p.key ^= castling_key(p.boards.castling)
    p.boards.castling = sound_castling(p)
    p.key ^= castling_key(p.boards.castling)
    forget_en_passant(p)
    p.en_passant_square = <u8> square
    if square != NO_SQUARE and one_king_each(p) and sound_en_passant(p):
        set_en_passant(p, square)


cdef inline void forget_vain_names(Position* p) noexcept nogil:
    """Remove the given rights and en passant square that do not count."""
    p.castling_rights = p.boards.castling
    if p.en_passant_square != NO_SQUARE and not sound_en_passant(p):
        p.en_passant_square = NO_SQUARE


cdef inline void set_turn(Position* p, int us) noexcept nogil:
    if p.turn != us:
        p.turn = <u8> us
        p.key ^= BLACK_KEY


cdef inline void set_piece(Position* p, int square, int piece, bint promoted) noexcept nogil:
    """Put a piece, or EMPTY for none, replacing what stood there."""
    if p.mailbox[square] != EMPTY:
        take_piece(p, p.mailbox[square], square)
    p.promoted &= ~bit(square)
    if piece != EMPTY:
        put_piece(p, piece, square)
        if promoted:
            p.promoted |= bit(square)


cdef inline void clear_pieces(Position* p) noexcept nogil:
    """Take everything off the board; turn, rights, en passant square and counters stay."""
    cdef u64 occupied = p.boards.side[WHITE] | p.boards.side[BLACK]
    while occupied:
        set_piece(p, pop_first(&occupied), EMPTY, False)
