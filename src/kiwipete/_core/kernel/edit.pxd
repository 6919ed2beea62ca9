"""Edits: a piece put or taken, a right granted, the turn changed.

An edit may contradict the board: rights without a rook, an en passant square
without a pawn. These are stored as given, and `settle` computes the part that
the rules can use: boards.king, boards.castling, boards.en_passant and with them
the key. It must be called after every edit, before anything else.
"""

from kiwipete._core.kernel.position cimport (
    Tally, clear_tally, forget_en_passant, put_piece, put_tally, set_en_passant, take_piece, tally_piece,
)
from kiwipete._core.kernel.squares cimport BLACK, KING, NO_SQUARE, WHITE, bit, first_square, highest, pop_first, u64, u8
from kiwipete._core.kernel.status cimport kings_of, one_king_each, sound_castling, sound_en_passant
from kiwipete._core.kernel.types cimport (
    BLACK_SET, EMPTY, OCCUPIED_SET, PROMOTED_SET, PieceSets, Position, WHITE_SET, piece_of, pieces_of_kind,
)
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


# Pieces as python-chess stores them: sets of squares, which a program may write one after the other.
#
# Meanwhile they contradict each other. The board has a piece on each occupied
# square: white if the set of white has the square and otherwise black, of the
# first kind whose set has it, and a king if none has. What was written stays as it
# was, until the pieces change in another way.

cdef inline void read_board(const Position* p, u64* board) noexcept nogil:
    board[0] = p.boards.pawns
    board[1] = p.boards.knights
    board[2] = p.boards.diagonals
    board[3] = p.boards.straights
    board[4] = p.boards.side[WHITE]
    board[5] = p.boards.side[BLACK]
    board[6] = p.promoted


cdef inline bint still_written(const PieceSets* sets, const Position* p) noexcept nogil:
    """True if nothing else has changed the pieces since the last set was written."""
    cdef u64[7] board
    cdef u64 changes = 0
    cdef int i
    read_board(p, board)
    for i in range(7):
        changes |= board[i] ^ sets.board[i]
    return changes == 0


cdef inline void copy_sets(const Position* p, PieceSets* sets) noexcept nogil:
    """Begin with the sets as the board has them."""
    cdef int kind
    for kind in range(6):
        sets.written[kind] = pieces_of_kind(&p.boards, kind)
    sets.written[WHITE_SET] = p.boards.side[WHITE]
    sets.written[BLACK_SET] = p.boards.side[BLACK]
    sets.written[OCCUPIED_SET] = p.boards.side[WHITE] | p.boards.side[BLACK]
    sets.written[PROMOTED_SET] = p.promoted
    read_board(p, sets.board)


cdef inline int piece_by_sets(const u64* sets, int square) noexcept nogil:
    cdef int kind = 0
    if not sets[OCCUPIED_SET] & bit(square):
        return EMPTY
    while kind < KING and not sets[kind] & bit(square):
        kind += 1
    return piece_of(WHITE if sets[WHITE_SET] & bit(square) else BLACK, kind)


cdef inline bint write_set(Position* p, PieceSets* sets, int which, u64 squares) noexcept nogil:
    """Write one of the sets. True if that has changed the board, and `settle` must follow."""
    cdef u64 changed = sets.written[which] ^ squares
    cdef int square
    sets.written[which] = squares
    if which != OCCUPIED_SET:
        changed &= sets.written[OCCUPIED_SET]
    if not changed:
        return False
    while changed:
        square = pop_first(&changed)
        set_piece(
            p, square, piece_by_sets(sets.written, square), (sets.written[PROMOTED_SET] & bit(square)) != 0
        )
    read_board(p, sets.board)
    return True


cdef inline void put_sets(Position* p, const u64* sets) noexcept nogil:
    """Put the pieces of sets that agree on an empty board; `settle` must follow."""
    cdef Tally tally
    cdef u64 squares
    cdef int us, kind
    clear_tally(&tally)
    for us in range(2):
        for kind in range(6):
            squares = sets[kind] & sets[WHITE_SET + us]
            while squares:
                tally_piece(p, &tally, piece_of(us, kind), pop_first(&squares))
    put_tally(p, &tally)
    p.promoted = sets[PROMOTED_SET]
