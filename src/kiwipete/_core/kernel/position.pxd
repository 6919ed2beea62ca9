"""Position = Bitboards + bookkeeping: what a game and a search need besides the rules.

A Position has no padding bytes that vary, so equal positions are equal bytes
and a fingerprint may read them all.
"""

from libc.string cimport memset

from kiwipete._core.kernel.bitboards cimport allow_en_passant
from kiwipete._core.kernel.scores cimport END_GAME, MATERIAL, MIDDLE_GAME, PHASE
from kiwipete._core.kernel.squares cimport (
    BLACK, KING, NO_SQUARE, PAWN, WHITE,
    bit, file_of, i32, pop_first, promise, u8, u32, u64, unlikely,
)
from kiwipete._core.kernel.types cimport EMPTY, Position, colour_of, kind_of, piece_of
from kiwipete._core.kernel.zobrist cimport (
    BLACK_KEY, CASTLING_KEYS, EN_PASSANT_KEYS, PIECE_KEYS, mix,
)

cdef extern from *:
    """
    /* Which sets of a Bitboards have a kind of piece, so that no branch on the kind is needed
       (2 of 20 ns of make and unmake): in one of the first three, by number, and in the fourth. */
    static const uint8_t KW_SET_OF_KIND[6] = {0, 1, 2, 0, 2, 0};
    static const uint64_t KW_IN_THAT_SET[6] = {~0ULL, ~0ULL, ~0ULL, 0, ~0ULL, 0};
    static const uint64_t KW_IN_STRAIGHTS[6] = {0, 0, 0, ~0ULL, ~0ULL, 0};
    """
    const u8[6] SET_OF_KIND "KW_SET_OF_KIND"
    const u64[6] IN_THAT_SET "KW_IN_THAT_SET"
    const u64[6] IN_STRAIGHTS "KW_IN_STRAIGHTS"


cdef inline void toggle_piece(Position* p, int piece, u64 squares) noexcept nogil:
    """Exchange a piece with nothing on these squares, in the sets alone."""
    cdef int kind = kind_of(piece)
    cdef u64* sets = <u64*> &p.boards
    sets[SET_OF_KIND[kind]] ^= squares & IN_THAT_SET[kind]
    p.boards.straights ^= squares & IN_STRAIGHTS[kind]
    p.boards.side[colour_of(piece)] ^= squares


cdef inline void toggle_key(Position* p, int piece, u64 key) noexcept nogil:
    p.key ^= key
    p.part_keys[0 if kind_of(piece) == PAWN else 1 + colour_of(piece)] ^= key


# A piece more, less or elsewhere: sets, mailbox, keys and sums together. Only `unmake`
# and setting up many pieces at once change them elsewhere.

cdef inline void put_piece(Position* p, int piece, int square) noexcept nogil:
    promise(piece < EMPTY and square < NO_SQUARE and p.mailbox[square] == EMPTY)
    cdef int colour = colour_of(piece)
    cdef int kind = kind_of(piece)
    toggle_piece(p, piece, bit(square))
    p.mailbox[square] = <u8> piece
    toggle_key(p, piece, PIECE_KEYS[piece][square])
    p.material[colour] += MATERIAL[kind]
    p.middle_game += MIDDLE_GAME[piece][square]
    p.end_game += END_GAME[piece][square]
    p.phase += PHASE[kind]
    if kind == KING:
        p.boards.king[colour] = <u8> square


cdef inline void take_piece(Position* p, int piece, int square) noexcept nogil:
    promise(piece < EMPTY and square < NO_SQUARE and p.mailbox[square] == piece)
    cdef int kind = kind_of(piece)
    toggle_piece(p, piece, bit(square))
    p.mailbox[square] = EMPTY
    toggle_key(p, piece, PIECE_KEYS[piece][square])
    p.material[colour_of(piece)] -= MATERIAL[kind]
    p.middle_game -= MIDDLE_GAME[piece][square]
    p.end_game -= END_GAME[piece][square]
    p.phase -= PHASE[kind]


cdef inline void move_piece(Position* p, int piece, int from_square, int to_square) noexcept nogil:
    """Take and put in one: the material stays the same."""
    promise(piece < EMPTY and p.mailbox[from_square] == piece and p.mailbox[to_square] == EMPTY)
    toggle_piece(p, piece, bit(from_square) | bit(to_square))
    p.mailbox[from_square] = EMPTY
    p.mailbox[to_square] = <u8> piece
    toggle_key(p, piece, PIECE_KEYS[piece][from_square] ^ PIECE_KEYS[piece][to_square])
    p.middle_game += MIDDLE_GAME[piece][to_square] - MIDDLE_GAME[piece][from_square]
    p.end_game += END_GAME[piece][to_square] - END_GAME[piece][from_square]
    if kind_of(piece) == KING:
        p.boards.king[colour_of(piece)] = <u8> to_square


# Many pieces at once on an empty board: their sums are added up beside it and written once.

cdef struct Tally:
    u64[12] squares      # by piece
    u64[12] keys
    i32[2] material
    i32 middle_game
    i32 end_game
    i32 phase


cdef inline void clear_tally(Tally* tally) noexcept nogil:
    memset(tally.squares, 0, sizeof(tally.squares))
    memset(tally.keys, 0, sizeof(tally.keys))
    tally.material[WHITE] = tally.material[BLACK] = tally.middle_game = tally.end_game = tally.phase = 0


cdef inline void tally_piece(Position* p, Tally* tally, int piece, int square) noexcept nogil:
    """Put a piece on an empty square of the mailbox, and on the boards when `put_tally` is called."""
    promise(piece < EMPTY and square < NO_SQUARE and p.mailbox[square] == EMPTY)
    p.mailbox[square] = <u8> piece
    tally.squares[piece] |= bit(square)
    tally.keys[piece] ^= PIECE_KEYS[piece][square]
    tally.material[colour_of(piece)] += MATERIAL[kind_of(piece)]
    tally.middle_game += MIDDLE_GAME[piece][square]
    tally.end_game += END_GAME[piece][square]
    tally.phase += PHASE[kind_of(piece)]


cdef inline void put_tally(Position* p, const Tally* tally) noexcept nogil:
    """Give a position without pieces those of a tally; where the kings are is left to `settle`."""
    cdef int us, kind, piece
    promise(not p.boards.side[WHITE] | p.boards.side[BLACK])
    for us in range(2):
        for kind in range(6):
            piece = piece_of(us, kind)
            toggle_piece(p, piece, tally.squares[piece])
            toggle_key(p, piece, tally.keys[piece])
        p.material[us] = tally.material[us]
    p.middle_game = tally.middle_game
    p.end_game = tally.end_game
    p.phase = tally.phase


cdef inline void lose_castling(Position* p, u64 squares) noexcept nogil:
    """Take the castling rooks on these squares, if any, out of the rights."""
    cdef u64 lost = p.boards.castling & squares
    p.boards.castling ^= lost
    p.castling_rights = p.boards.castling
    while unlikely(lost != 0):
        p.key ^= CASTLING_KEYS[pop_first(&lost)]


cdef inline void set_en_passant(Position* p, int square) noexcept nogil:
    """Store the skipped square, and in boards and key only a capture that is legal.

    The side to move is already the one that may capture.
    """
    p.en_passant_square = <u8> square
    allow_en_passant(&p.boards, p.turn ^ 1, square)
    if p.boards.en_passant:
        p.key ^= EN_PASSANT_KEYS[file_of(square)]


cdef inline void forget_en_passant(Position* p) noexcept nogil:
    if unlikely(p.boards.en_passant != 0):
        p.key ^= EN_PASSANT_KEYS[file_of(p.boards.en_passant)]
    p.boards.en_passant = 0
    p.en_passant_square = NO_SQUARE


cdef inline void pass_turn(Position* p) noexcept nogil:
    p.fullmove_number += p.turn
    p.turn ^= 1
    p.key ^= BLACK_KEY


cdef inline u64 fingerprint(const Position* p) noexcept nogil:
    """A hash of every byte of a position, for tests that nothing was left behind."""
    cdef const u64* words = <const u64*> p
    cdef u64 print_ = 0
    cdef size_t i
    for i in range(sizeof(Position) // sizeof(u64)):
        print_ = mix(print_ ^ words[i]) + i
    return print_
