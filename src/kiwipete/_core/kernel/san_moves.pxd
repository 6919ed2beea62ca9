"""The legal move that algebraic notation means, found on trusted boards without generating any others."""

from kiwipete._core.kernel.attacks cimport (
    BETWEEN, KING_ATTACKS, KNIGHT_ATTACKS, LINE, PAWN_ATTACKS, bishop_attacks, rook_attacks,
)
from kiwipete._core.kernel.bitboards cimport (
    allow_en_passant, castling_rook, castling_rooks, clear, en_passant_capturers, is_attacked, pins_and_checkers,
    shift_castling, shift_piece, toggle,
)
from kiwipete._core.kernel.move cimport (
    CAPTURE, CASTLE_KINGSIDE, CASTLE_QUEENSIDE, DOUBLE_PUSH, EN_PASSANT, Move, QUIET, is_capture,
    is_castling, is_double_push, is_en_passant, is_promotion, move_flag, move_from, move_to, pack_move, promoted_piece,
)
from kiwipete._core.kernel.notation cimport SAN_CASTLING, San
from kiwipete._core.kernel.single_moves cimport is_legal_castling, keeps_king_safe
from kiwipete._core.kernel.squares cimport (
    BISHOP, BLACK, KING, KNIGHT, PAWN, ROOK, WHITE, bit, first_square, last_rank, pop_first, second_rank,
    several, step, u64, unlikely,
)
from kiwipete._core.kernel.types cimport Bitboards, SAN_AMBIGUOUS, SAN_FOUND, SAN_ILLEGAL, SanVerdict

cdef inline SanVerdict find_castling(const Bitboards* b, int us, bint kingside, Move* move) noexcept nogil:
    cdef int king = b.king[us]
    cdef int flag = CASTLE_KINGSIDE if kingside else CASTLE_QUEENSIDE
    cdef u64 rooks = castling_rooks(b, us, king, flag)
    cdef u64 checking, pinned
    cdef Move castling
    if not rooks:
        return SAN_ILLEGAL
    castling = pack_move(king, first_square(rooks) if b.chess960 else (king & 56) + (6 if kingside else 2), flag)
    pinned = pins_and_checkers(b, us, &checking)
    if not is_legal_castling(b, us, checking, pinned, castling):
        return SAN_ILLEGAL
    move[0] = castling
    return SAN_FOUND


cdef inline SanVerdict find_pawn_move(const Bitboards* b, int us, const San* san, Move* move) noexcept nogil:
    """A text names the file that a pawn comes from, or means the target's: at most one pawn fits."""
    cdef int to_square = san.to_square
    cdef u64 pawns = b.pawns & b.side[us] & san.origins
    cdef u64 target = bit(to_square)
    cdef u64 checking, pinned, origin
    cdef int flag
    if (san.promotion != 0) != (target & last_rank(us) != 0) or b.side[us] & target:
        return SAN_ILLEGAL
    if b.side[us ^ 1] & target:
        flag = CAPTURE
        origin = PAWN_ATTACKS[us ^ 1][to_square] & pawns
    elif b.en_passant and to_square == b.en_passant:
        origin = PAWN_ATTACKS[us ^ 1][to_square] & pawns & en_passant_capturers(b, us, to_square)
        if not origin or several(origin):
            return SAN_AMBIGUOUS if origin else SAN_ILLEGAL
        move[0] = pack_move(first_square(origin), to_square, EN_PASSANT)
        return SAN_FOUND
    else:
        flag = QUIET
        origin = (target >> 8 if us == WHITE else target << 8) & pawns
        if not origin:
            flag = DOUBLE_PUSH
            origin = target >> 8 if us == WHITE else target << 8
            if origin & (b.side[WHITE] | b.side[BLACK]):
                return SAN_ILLEGAL
            origin = (origin >> 8 if us == WHITE else origin << 8) & pawns & second_rank(us)
    if not origin or several(origin):
        return SAN_AMBIGUOUS if origin else SAN_ILLEGAL
    pinned = pins_and_checkers(b, us, &checking)
    if unlikely(checking | pinned != 0) and not keeps_king_safe(
        b, us, checking, pinned, first_square(origin), to_square
    ):
        return SAN_ILLEGAL
    move[0] = pack_move(first_square(origin), to_square, flag | san.promotion)
    return SAN_FOUND


cdef inline SanVerdict find_king_move(const Bitboards* b, int us, const San* san, Move* move) noexcept nogil:
    cdef int king = b.king[us]
    cdef u64 target = bit(san.to_square)
    if not KING_ATTACKS[king] & target or not san.origins & bit(king) or b.side[us] & target:
        return SAN_ILLEGAL
    if is_attacked(b, san.to_square, us ^ 1, (b.side[WHITE] | b.side[BLACK]) ^ bit(king)):
        return SAN_ILLEGAL
    move[0] = pack_move(king, san.to_square, CAPTURE if b.side[us ^ 1] & target else QUIET)
    return SAN_FOUND


cdef inline u64 that_reach(const Bitboards* b, int kind, int to_square) noexcept nogil:
    """The knights, bishops, rooks or queens of both sides that attack a square."""
    cdef u64 occupied = b.side[WHITE] | b.side[BLACK]
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[to_square] & b.knights
    if kind == BISHOP:
        return bishop_attacks(to_square, occupied) & b.diagonals & ~b.straights
    if kind == ROOK:
        return rook_attacks(to_square, occupied) & b.straights & ~b.diagonals
    return (bishop_attacks(to_square, occupied) | rook_attacks(to_square, occupied)) & b.diagonals & b.straights


cdef inline u64 unpinned_for(const Bitboards* b, int us, u64 origins, u64 pinned, int to_square) noexcept nogil:
    """Of these pieces, those that no pin keeps from a square."""
    cdef u64 held = origins & pinned
    cdef int square
    while held:
        square = pop_first(&held)
        if not LINE[b.king[us]][square] & bit(to_square):
            origins ^= bit(square)
    return origins


cdef inline SanVerdict find_on_boards(const Bitboards* b, int us, const San* san, Move* move) noexcept nogil:
    """The one legal move of trusted boards that a text with less than both squares means."""
    cdef u64 target, origins, checking, pinned
    if unlikely(san.form == SAN_CASTLING):
        return find_castling(b, us, san.kingside, move)
    if unlikely(san.promotion < 0):
        return SAN_ILLEGAL
    if san.kind == PAWN:
        return find_pawn_move(b, us, san, move)
    if unlikely(san.promotion != 0):
        return SAN_ILLEGAL
    if san.kind == KING:
        return find_king_move(b, us, san, move)
    target = bit(san.to_square)
    origins = that_reach(b, san.kind, san.to_square) & b.side[us] & san.origins
    if not origins or b.side[us] & target:
        return SAN_ILLEGAL
    pinned = pins_and_checkers(b, us, &checking)
    if unlikely(checking != 0):
        if several(checking) or not (checking | BETWEEN[b.king[us]][first_square(checking)]) & target:
            return SAN_ILLEGAL
    if unlikely(origins & pinned != 0):
        origins = unpinned_for(b, us, origins, pinned, san.to_square)
        if not origins:
            return SAN_ILLEGAL
    if unlikely(several(origins)):
        return SAN_AMBIGUOUS
    move[0] = pack_move(first_square(origins), san.to_square, CAPTURE if b.side[us ^ 1] & target else QUIET)
    return SAN_FOUND


cdef inline void play_on_boards(Bitboards* b, int us, int kind, Move move) noexcept nogil:
    """Play a legal move with a piece of this kind; the caller stores whose turn it is."""
    cdef int from_square = move_from(move)
    cdef int to_square = move_to(move)
    if unlikely(is_castling(move)):
        shift_castling(b, us, from_square, castling_rook(b, us, from_square, move_flag(move)))
        return
    if is_capture(move):
        clear(b, us ^ 1, bit(to_square - step(us) if is_en_passant(move) else to_square))
    shift_piece(b, us, kind, from_square, to_square)
    if unlikely(is_promotion(move)):
        toggle(b, PAWN, bit(to_square))
        toggle(b, promoted_piece(move), bit(to_square))
    elif is_double_push(move):
        allow_en_passant(b, us, to_square - step(us))
