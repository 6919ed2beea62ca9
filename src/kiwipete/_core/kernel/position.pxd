"""Position = Bitboards + bookkeeping: what a game and a search need besides the rules.

A Position has no padding bytes that vary, so equal positions are equal bytes
and a fingerprint may read them all.
"""

from libc.string cimport memset

from kiwipete._core.kernel.bitboards cimport allow_en_passant, castling_rook, castling_rooks
from kiwipete._core.kernel.move cimport (
    CASTLE_KINGSIDE, Move, NULL_MOVE, is_capture, is_castling, is_double_push, is_en_passant, is_promotion, move_flag,
    move_from, move_to, promoted_piece,
)
from kiwipete._core.kernel.scores cimport END_GAME, MATERIAL, MIDDLE_GAME, PHASE
from kiwipete._core.kernel.squares cimport (
    BLACK, KING, NO_SQUARE, PAWN, ROOK, WHITE, bit, file_of, home_rank, i32, pop_first, promise, second_rank, step,
    u32, u64, u8, unlikely,
)
from kiwipete._core.kernel.types cimport Bitboards, EMPTY, Position, Undo, colour_of, kind_of, piece_of
from kiwipete._core.kernel.zobrist cimport BLACK_KEY, CASTLING_KEYS, EN_PASSANT_KEYS, PIECE_KEYS, mix

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


# Playing moves: for good by `play`, or with a record by `make`, which `unmake` takes back.
# `make` saves in an Undo what the move destroys, keys and sums among it; `unmake`
# copies it back and mends the mailbox. All trust that the move is legal.

cdef inline void save(const Position* p, Move move, int moved, int captured, Undo* undo) noexcept nogil:
    undo.boards = p.boards
    undo.key = p.key
    undo.part_keys[0] = p.part_keys[0]
    undo.part_keys[1] = p.part_keys[1]
    undo.part_keys[2] = p.part_keys[2]
    undo.promoted = p.promoted
    undo.material[WHITE] = p.material[WHITE]
    undo.material[BLACK] = p.material[BLACK]
    undo.middle_game = p.middle_game
    undo.end_game = p.end_game
    undo.phase = p.phase
    undo.halfmove_clock = p.halfmove_clock
    undo.move = move
    undo.moved = <u8> moved
    undo.captured = <u8> captured
    undo.en_passant_square = p.en_passant_square


cdef inline void restore(Position* p, const Undo* undo) noexcept nogil:
    """All but the mailbox and the turn."""
    p.boards = undo.boards
    p.key = undo.key
    p.part_keys[0] = undo.part_keys[0]
    p.part_keys[1] = undo.part_keys[1]
    p.part_keys[2] = undo.part_keys[2]
    p.promoted = undo.promoted
    p.castling_rights = undo.boards.castling
    p.material[WHITE] = undo.material[WHITE]
    p.material[BLACK] = undo.material[BLACK]
    p.middle_game = undo.middle_game
    p.end_game = undo.end_game
    p.phase = undo.phase
    p.halfmove_clock = undo.halfmove_clock
    p.en_passant_square = undo.en_passant_square


cdef inline void castle(Position* p, int us, int king_from, int rook_from, int flag) noexcept nogil:
    """Move king and rook. Both leave before either lands: in Chess960 they may cross."""
    cdef int home = king_from & 56
    take_piece(p, piece_of(us, KING), king_from)
    take_piece(p, piece_of(us, ROOK), rook_from)
    put_piece(p, piece_of(us, KING), home + (6 if flag == CASTLE_KINGSIDE else 2))
    put_piece(p, piece_of(us, ROOK), home + (5 if flag == CASTLE_KINGSIDE else 3))


cdef inline int taken_on(Move move, int us) noexcept nogil:
    """Where what a move captures stands, if it captures."""
    return move_to(move) - step(us) if is_en_passant(move) else move_to(move)


cdef inline bint fits(const Position* p, Move move) noexcept nogil:
    """Are the pieces where a move says, and of the right kinds and sides?

    Whether they move like that and whether the king is safe is not checked: `push_unchecked` plays such moves too.
    """
    cdef int us = p.turn
    cdef int piece = p.mailbox[move_from(move)]
    cdef int taken = p.mailbox[taken_on(move, us)]
    if piece >= EMPTY or colour_of(piece) != us:
        return False
    if is_castling(move):
        return piece == piece_of(us, KING) and move_from(move) == p.boards.king[us] and (
            castling_rooks(&p.boards, us, move_from(move), move_flag(move)) != 0
        )
    if is_capture(move):
        if taken >= EMPTY or colour_of(taken) == us or kind_of(taken) == KING:
            return False
    elif taken != EMPTY:
        return False
    if is_en_passant(move):
        return kind_of(piece) == kind_of(taken) == PAWN and move_to(move) == p.en_passant_square
    if is_double_push(move):
        return kind_of(piece) == PAWN and move_to(move) == move_from(move) + 2 * step(us) and (
            bit(move_from(move)) & second_rank(us) != 0
        )
    return kind_of(piece) == PAWN or not is_promotion(move)


cdef inline void play(Position* p, Move move) noexcept nogil:
    """Play a legal move that will not be taken back."""
    cdef int us = p.turn
    cdef int from_square = move_from(move)
    cdef int to_square = move_to(move)
    cdef int piece = p.mailbox[from_square]
    cdef int captured_on, rook

    promise(fits(p, move))
    forget_en_passant(p)
    p.halfmove_clock = 0 if kind_of(piece) == PAWN or is_capture(move) else p.halfmove_clock + 1

    # 1. Move the pieces.
    if unlikely(is_castling(move)):
        rook = castling_rook(&p.boards, us, from_square, move_flag(move))
        castle(p, us, from_square, rook, move_flag(move))
        p.promoted &= ~bit(rook)
    else:
        if is_capture(move):
            captured_on = taken_on(move, us)
            take_piece(p, p.mailbox[captured_on], captured_on)
            p.promoted &= ~bit(captured_on)
        if unlikely(is_promotion(move)):
            take_piece(p, piece, from_square)
            put_piece(p, piece_of(us, promoted_piece(move)), to_square)
            p.promoted = (p.promoted & ~bit(from_square)) | bit(to_square)
        else:
            move_piece(p, piece, from_square, to_square)
            if unlikely(p.promoted & bit(from_square) != 0):
                p.promoted ^= bit(from_square) | bit(to_square)

    # 2. Rights and turn.
    lose_castling(p, (home_rank(us) if kind_of(piece) == KING else bit(from_square)) | bit(to_square))
    pass_turn(p)

    # 3. Last, because it needs the finished board: can the pawn be captured in passing?
    if is_double_push(move):
        set_en_passant(p, to_square - step(us))


cdef inline void make(Position* p, Move move, Undo* undo) noexcept nogil:
    """Play a legal move that may be taken back: first save what cannot be computed."""
    save(p, move, p.mailbox[move_from(move)], p.mailbox[taken_on(move, p.turn)] if is_capture(move) else EMPTY, undo)
    play(p, move)


cdef inline void uncastle(Position* p, int us, int king, int flag) noexcept nogil:
    """Put king and rook back on the mailbox; the boards have them back already."""
    cdef int rook = castling_rook(&p.boards, us, king, flag)
    cdef int home = king & 56
    p.mailbox[home + (6 if flag == CASTLE_KINGSIDE else 2)] = EMPTY
    p.mailbox[home + (5 if flag == CASTLE_KINGSIDE else 3)] = EMPTY
    p.mailbox[king] = <u8> piece_of(us, KING)
    p.mailbox[rook] = <u8> piece_of(us, ROOK)


cdef inline void unmake(Position* p, const Undo* undo) noexcept nogil:
    """Take the last move back."""
    cdef Move move = undo.move
    cdef int us = p.turn ^ 1
    p.turn = <u8> us
    p.fullmove_number -= us
    restore(p, undo)
    if unlikely(is_castling(move)):
        uncastle(p, us, move_from(move), move_flag(move))
    elif move != NULL_MOVE:
        p.mailbox[move_to(move)] = EMPTY
        p.mailbox[taken_on(move, us)] = undo.captured
        p.mailbox[move_from(move)] = undo.moved


cdef inline void make_null(Position* p, Undo* undo) noexcept nogil:
    """Pass. Our king must not be in check."""
    save(p, NULL_MOVE, EMPTY, EMPTY, undo)
    forget_en_passant(p)
    p.halfmove_clock += 1
    pass_turn(p)
