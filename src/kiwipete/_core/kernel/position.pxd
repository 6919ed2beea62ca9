"""Position = Bitboards + bookkeeping: what a game and a search need beside the rules.

`make` changes a position in place and saves in an Undo what the move destroys;
`unmake` reverses the rest by the same exclusive-ors. Both trust that the move
is legal here. A Position has no padding bytes that vary, so equal positions
are equal bytes and a fingerprint may read them all.
"""

from libc.string cimport memset

from kiwipete._core.kernel.bitboards cimport (
    Bitboards, allow_en_passant, castling_rook, toggle,
)
from kiwipete._core.kernel.move cimport (
    CASTLE_KINGSIDE, Move, NULL_MOVE,
    is_capture, is_castling, is_double_push, is_en_passant, is_promotion, move_flag, move_from, move_to,
    promoted_piece,
)
from kiwipete._core.kernel.scores cimport END_GAME, MATERIAL, MIDDLE_GAME, PHASE
from kiwipete._core.kernel.squares cimport (
    BLACK, KING, NO_SQUARE, PAWN, ROOK, WHITE,
    bit, file_of, home_rank, i32, pop_first, promise, step, u8, u32, u64,
)
from kiwipete._core.kernel.zobrist cimport (
    BLACK_KEY, CASTLING_KEYS, EN_PASSANT_KEYS, PIECE_KEYS, mix,
)

cdef enum:
    EMPTY = 12  # in the mailbox; a piece is colour * 6 + kind

cdef struct Position:
    Bitboards boards
    u8[64] mailbox
    u64 key
    u64 promoted         # pieces that were pawns once
    u64 castling_rights  # as they were named; boards.castling has those that king and rook bear out
    i32[2] material      # white, black; without the kings
    i32 middle_game      # piece-square sums with material, white minus black
    i32 end_game
    i32 phase            # 24 with all pieces on the board, 0 with kings and pawns only
    u32 halfmove_clock
    u32 fullmove_number
    u8 turn
    u8 en_passant_square  # behind the pawn that just moved two, or NO_SQUARE
    u8[2] padding

cdef struct Undo:
    u64 key
    u64 promoted
    u64 castling
    u32 halfmove_clock
    Move move
    u8 en_passant_square
    u8 en_passant
    u8 captured          # what was taken, or EMPTY
    u8[7] padding


cdef inline int piece_of(int colour, int kind) noexcept nogil:
    return 6 * colour + kind


cdef inline int colour_of(int piece) noexcept nogil:
    return piece >= 6


cdef inline int kind_of(int piece) noexcept nogil:
    return piece - 6 if piece >= 6 else piece


cdef inline void clear_position(Position* p) noexcept nogil:
    """An empty board, white to move, both counters at their start."""
    memset(p, 0, sizeof(Position))
    memset(p.mailbox, EMPTY, 64)
    p.boards.king[WHITE] = p.boards.king[BLACK] = NO_SQUARE
    p.en_passant_square = NO_SQUARE
    p.fullmove_number = 1


# A piece more, less or elsewhere: sets, mailbox, key and sums together. These are
# the only functions that change them.

cdef inline void put_piece(Position* p, int piece, int square) noexcept nogil:
    promise(piece < EMPTY and square < NO_SQUARE and p.mailbox[square] == EMPTY)
    cdef int colour = colour_of(piece)
    cdef int kind = kind_of(piece)
    toggle(&p.boards, kind, bit(square))
    p.boards.side[colour] |= bit(square)
    p.mailbox[square] = <u8> piece
    p.key ^= PIECE_KEYS[piece][square]
    p.material[colour] += MATERIAL[kind]
    p.middle_game += MIDDLE_GAME[piece][square]
    p.end_game += END_GAME[piece][square]
    p.phase += PHASE[kind]
    if kind == KING:
        p.boards.king[colour] = <u8> square


cdef inline void take_piece(Position* p, int piece, int square) noexcept nogil:
    promise(piece < EMPTY and square < NO_SQUARE and p.mailbox[square] == piece)
    cdef int colour = colour_of(piece)
    cdef int kind = kind_of(piece)
    toggle(&p.boards, kind, bit(square))
    p.boards.side[colour] &= ~bit(square)
    p.mailbox[square] = EMPTY
    p.key ^= PIECE_KEYS[piece][square]
    p.material[colour] -= MATERIAL[kind]
    p.middle_game -= MIDDLE_GAME[piece][square]
    p.end_game -= END_GAME[piece][square]
    p.phase -= PHASE[kind]


cdef inline void move_piece(Position* p, int piece, int from_square, int to_square) noexcept nogil:
    """Take and put in one: what the piece is worth wherever it stands need not be touched."""
    promise(piece < EMPTY and p.mailbox[from_square] == piece and p.mailbox[to_square] == EMPTY)
    cdef int colour = colour_of(piece)
    cdef u64 both = bit(from_square) | bit(to_square)
    toggle(&p.boards, kind_of(piece), both)
    p.boards.side[colour] ^= both
    p.mailbox[from_square] = EMPTY
    p.mailbox[to_square] = <u8> piece
    p.key ^= PIECE_KEYS[piece][from_square] ^ PIECE_KEYS[piece][to_square]
    p.middle_game += MIDDLE_GAME[piece][to_square] - MIDDLE_GAME[piece][from_square]
    p.end_game += END_GAME[piece][to_square] - END_GAME[piece][from_square]
    if kind_of(piece) == KING:
        p.boards.king[colour] = <u8> to_square


cdef inline void lose_castling(Position* p, u64 squares) noexcept nogil:
    """Take the castling rooks on these squares, if any, out of the rights."""
    cdef u64 lost = p.boards.castling & squares
    p.boards.castling ^= lost
    p.castling_rights = p.boards.castling
    while lost:
        p.key ^= CASTLING_KEYS[pop_first(&lost)]


cdef inline void set_en_passant(Position* p, int square) noexcept nogil:
    """Remember the skipped square, and in boards and key only a capture that is legal.

    The side to move is already the one that may capture.
    """
    p.en_passant_square = <u8> square
    allow_en_passant(&p.boards, p.turn ^ 1, square)
    if p.boards.en_passant:
        p.key ^= EN_PASSANT_KEYS[file_of(square)]


cdef inline void forget_en_passant(Position* p) noexcept nogil:
    if p.boards.en_passant:
        p.key ^= EN_PASSANT_KEYS[file_of(p.boards.en_passant)]
    p.boards.en_passant = 0
    p.en_passant_square = NO_SQUARE


cdef inline void save(const Position* p, Move move, int captured, Undo* undo) noexcept nogil:
    memset(undo, 0, sizeof(Undo))
    undo.key = p.key
    undo.promoted = p.promoted
    undo.castling = p.boards.castling
    undo.halfmove_clock = p.halfmove_clock
    undo.move = move
    undo.en_passant_square = p.en_passant_square
    undo.en_passant = p.boards.en_passant
    undo.captured = <u8> captured


cdef inline void castle(Position* p, int us, int king_from, int rook_from, int flag, bint forwards) noexcept nogil:
    """Move king and rook, or move them back. Both leave before either lands: in Chess960 they may cross."""
    cdef int home = king_from & 56
    cdef int king_to = home + (6 if flag == CASTLE_KINGSIDE else 2)
    cdef int rook_to = home + (5 if flag == CASTLE_KINGSIDE else 3)
    cdef int king = piece_of(us, KING)
    cdef int rook = piece_of(us, ROOK)
    take_piece(p, king, king_from if forwards else king_to)
    take_piece(p, rook, rook_from if forwards else rook_to)
    put_piece(p, king, king_to if forwards else king_from)
    put_piece(p, rook, rook_to if forwards else rook_from)


cdef inline void carry_promoted(Position* p, u64 left, int to_square, bint promotion) noexcept nogil:
    """A promoted piece stays one wherever it goes, and is forgotten when it is taken."""
    cdef bint promoted = promotion or p.promoted & left != 0
    p.promoted &= ~(left | bit(to_square))
    p.promoted |= <u64> promoted << to_square


cdef inline void pass_turn(Position* p) noexcept nogil:
    p.fullmove_number += p.turn
    p.turn ^= 1
    p.key ^= BLACK_KEY


cdef inline int taken_on(Move move, int us) noexcept nogil:
    """Where what a move captures stands, if it captures."""
    return move_to(move) - step(us) if is_en_passant(move) else move_to(move)


cdef inline void advance(Position* p, Move move) noexcept nogil:
    """Play a legal move for good."""
    cdef int us = p.turn
    cdef int from_square = move_from(move)
    cdef int to_square = move_to(move)
    cdef int piece = p.mailbox[from_square]
    cdef int captured_on, rook

    promise(piece < EMPTY and colour_of(piece) == us)
    forget_en_passant(p)
    p.halfmove_clock = 0 if kind_of(piece) == PAWN or is_capture(move) else p.halfmove_clock + 1

    # 1. Move the pieces.
    if is_castling(move):
        rook = castling_rook(&p.boards, us, from_square, move_flag(move))
        castle(p, us, from_square, rook, move_flag(move), True)
        p.promoted &= ~bit(rook)
    else:
        if is_capture(move):
            captured_on = taken_on(move, us)
            promise(kind_of(p.mailbox[captured_on]) != KING)
            take_piece(p, p.mailbox[captured_on], captured_on)
            p.promoted &= ~bit(captured_on)
        if is_promotion(move):
            take_piece(p, piece, from_square)
            put_piece(p, piece_of(us, promoted_piece(move)), to_square)
        else:
            move_piece(p, piece, from_square, to_square)
        carry_promoted(p, bit(from_square), to_square, is_promotion(move))

    # 2. Rights and turn.
    lose_castling(p, (home_rank(us) if kind_of(piece) == KING else bit(from_square)) | bit(to_square))
    pass_turn(p)

    # 3. Last, for it looks at the finished board: can the pawn be captured in passing?
    if is_double_push(move):
        set_en_passant(p, to_square - step(us))


cdef inline void make(Position* p, Move move, Undo* undo) noexcept nogil:
    """Play a legal move that may be taken back: first save what cannot be computed."""
    save(p, move, p.mailbox[taken_on(move, p.turn)] if is_capture(move) else EMPTY, undo)
    advance(p, move)


cdef inline void unmake(Position* p, const Undo* undo) noexcept nogil:
    """Take the last move back."""
    cdef Move move = undo.move
    cdef int from_square = move_from(move)
    cdef int to_square = move_to(move)
    cdef int us = p.turn ^ 1
    p.turn = <u8> us
    p.fullmove_number -= us
    p.boards.castling = p.castling_rights = undo.castling
    p.promoted = undo.promoted
    if is_castling(move):
        castle(p, us, from_square, castling_rook(&p.boards, us, from_square, move_flag(move)), move_flag(move), False)
    elif move != NULL_MOVE:
        if is_promotion(move):
            take_piece(p, piece_of(us, promoted_piece(move)), to_square)
            put_piece(p, piece_of(us, PAWN), from_square)
        else:
            move_piece(p, p.mailbox[to_square], to_square, from_square)
        if undo.captured != EMPTY:
            put_piece(p, undo.captured, to_square - step(us) if is_en_passant(move) else to_square)
    p.boards.en_passant = undo.en_passant
    p.en_passant_square = undo.en_passant_square
    p.halfmove_clock = undo.halfmove_clock
    p.key = undo.key


cdef inline void make_null(Position* p, Undo* undo) noexcept nogil:
    """Pass. Our king must not be in check."""
    save(p, NULL_MOVE, EMPTY, undo)
    forget_en_passant(p)
    p.halfmove_clock += 1
    pass_turn(p)


cdef inline u64 fingerprint(const Position* p) noexcept nogil:
    """A hash of every byte of a position, for tests that nothing was left behind."""
    cdef const u64* words = <const u64*> p
    cdef u64 print_ = 0
    cdef size_t i
    for i in range(sizeof(Position) // sizeof(u64)):
        print_ = mix(print_ ^ words[i]) + i
    return print_
