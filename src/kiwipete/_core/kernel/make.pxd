"""Playing moves: for good by `play`, or with a record by `make`, which `unmake` takes back.

`make` saves in an Undo what the move destroys, keys and sums among it; `unmake`
copies it back and mends the mailbox. All trust that the move is legal.
"""

from kiwipete._core.kernel.bitboards cimport castling_rook, castling_rooks
from kiwipete._core.kernel.move cimport (
    CASTLE_KINGSIDE, Move, NULL_MOVE,
    is_capture, is_castling, is_double_push, is_en_passant, is_promotion, move_flag, move_from, move_to,
    promoted_piece,
)
from kiwipete._core.kernel.position cimport (
    forget_en_passant, lose_castling, move_piece, pass_turn, put_piece, set_en_passant, take_piece,
)
from kiwipete._core.kernel.squares cimport (
    BLACK, KING, PAWN, ROOK, WHITE,
    bit, home_rank, i32, promise, second_rank, step, u8, u32, u64, unlikely,
)
from kiwipete._core.kernel.state cimport Undo
from kiwipete._core.kernel.types cimport Bitboards, EMPTY, Position, colour_of, kind_of, piece_of


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
