"""Does a legal move give check, and which key does the position after it have? Found without making the move."""

from kiwipete._core.kernel.attacks cimport LINE, PAWN_ATTACKS, bishop_attacks, rook_attacks
from kiwipete._core.kernel.bitboards cimport allow_en_passant, castling_rook, shift_piece
from kiwipete._core.kernel.make cimport taken_on
from kiwipete._core.kernel.move cimport (
    CASTLE_KINGSIDE, Move,
    is_capture, is_castling, is_double_push, is_en_passant, is_promotion, move_flag, move_from, move_to,
    promoted_piece,
)
from kiwipete._core.kernel.squares cimport (
    BISHOP, BLACK, KING, KNIGHT, PAWN, ROOK, WHITE,
    bit, file_of, home_rank, pop_first, step, u64, unlikely,
)
from kiwipete._core.kernel.threats cimport Threats
from kiwipete._core.kernel.types cimport Bitboards, Position, kind_of, piece_of
from kiwipete._core.kernel.zobrist cimport BLACK_KEY, CASTLING_KEYS, EN_PASSANT_KEYS, PIECE_KEYS


cdef inline bint sees_king(const Bitboards* b, int us, u64 diagonals, u64 straights, u64 occupied) noexcept nogil:
    """Would sliders of ours see their king if the board were occupied like this?"""
    cdef int target = b.king[us ^ 1]
    return (bishop_attacks(target, occupied) & diagonals) | (rook_attacks(target, occupied) & straights) != 0


cdef inline bint castling_gives_check(const Position* p, Move move) noexcept nogil:
    """The rook gives the check, or king and rook have left a line."""
    cdef const Bitboards* b = &p.boards
    cdef int us = p.turn
    cdef int king = move_from(move)
    cdef int rook = castling_rook(b, us, king, move_flag(move))
    cdef int home = king & 56
    cdef bint kingside = move_flag(move) == CASTLE_KINGSIDE
    cdef u64 rook_to = bit(home + (5 if kingside else 3))
    cdef u64 king_to = bit(home + (6 if kingside else 2))
    cdef u64 left = bit(king) | bit(rook)
    cdef u64 occupied = ((b.side[WHITE] | b.side[BLACK]) & ~left) | king_to | rook_to
    return sees_king(
        b, us, b.diagonals & b.side[us], (b.straights & b.side[us] & ~bit(rook)) | rook_to, occupied,
    )


cdef inline bint gives_check(const Position* p, const Threats* threats, Move move) noexcept nogil:
    """Does a legal move give check, by itself or by what it uncovers?"""
    cdef const Bitboards* b = &p.boards
    cdef int us = p.turn
    cdef int from_square = move_from(move)
    cdef int to_square = move_to(move)
    cdef int target = b.king[us ^ 1]
    cdef u64 occupied = (b.side[WHITE] | b.side[BLACK]) ^ bit(from_square)
    if is_castling(move):
        return castling_gives_check(p, move)
    if threats.discoverers & bit(from_square) and not LINE[target][from_square] & bit(to_square):
        return True
    if is_promotion(move) and promoted_piece(move) != KNIGHT:
        # Not by the squares of `checking`: the pawn itself may have shut the new piece's line.
        return (
            (promoted_piece(move) != ROOK and bishop_attacks(to_square, occupied) & bit(target) != 0)
            or (promoted_piece(move) != BISHOP and rook_attacks(to_square, occupied) & bit(target) != 0)
        )
    if is_en_passant(move):
        occupied = (occupied | bit(to_square)) ^ bit(to_square - step(us))
        if sees_king(b, us, b.diagonals & b.side[us], b.straights & b.side[us], occupied):
            return True
    return threats.checking[KNIGHT if is_promotion(move) else kind_of(p.mailbox[from_square])] & bit(to_square) != 0


cdef inline u64 castling_key_after(const Position* p, Move move) noexcept nogil:
    """What castling changes in the key by moving king and rook."""
    cdef int us = p.turn
    cdef int king = move_from(move)
    cdef int rook = castling_rook(&p.boards, us, king, move_flag(move))
    cdef int home = king & 56
    cdef bint kingside = move_flag(move) == CASTLE_KINGSIDE
    return (
        PIECE_KEYS[piece_of(us, KING)][king] ^ PIECE_KEYS[piece_of(us, KING)][home + (6 if kingside else 2)]
        ^ PIECE_KEYS[piece_of(us, ROOK)][rook] ^ PIECE_KEYS[piece_of(us, ROOK)][home + (5 if kingside else 3)]
    )


cdef inline u64 en_passant_key_after(const Position* p, Move move) noexcept nogil:
    """What a double push beside an enemy pawn adds to the key: only a capture that will be legal counts."""
    cdef int us = p.turn
    cdef Bitboards child = p.boards
    shift_piece(&child, us, PAWN, move_from(move), move_to(move))
    allow_en_passant(&child, us, move_to(move) - step(us))
    return EN_PASSANT_KEYS[file_of(child.en_passant)] if child.en_passant else 0


cdef inline u64 key_after(const Position* p, Move move) noexcept nogil:
    """Return the key after a legal move: exclusive-ors, except for a double push beside an enemy pawn."""
    cdef const Bitboards* b = &p.boards
    cdef int us = p.turn
    cdef int from_square = move_from(move)
    cdef int to_square = move_to(move)
    cdef int piece = p.mailbox[from_square]
    cdef int placed = piece_of(us, promoted_piece(move)) if is_promotion(move) else piece
    cdef u64 key = p.key ^ BLACK_KEY
    cdef u64 lost = b.castling
    if b.en_passant:
        key ^= EN_PASSANT_KEYS[file_of(b.en_passant)]
    if is_castling(move):
        key ^= castling_key_after(p, move)
    else:
        key ^= PIECE_KEYS[piece][from_square] ^ PIECE_KEYS[placed][to_square]
        if is_capture(move):
            key ^= PIECE_KEYS[p.mailbox[taken_on(move, us)]][taken_on(move, us)]
    lost &= (home_rank(us) if kind_of(piece) == KING else bit(from_square)) | bit(to_square)
    while unlikely(lost != 0):
        key ^= CASTLING_KEYS[pop_first(&lost)]
    if is_double_push(move) and unlikely(
        PAWN_ATTACKS[us][to_square - step(us)] & b.pawns & b.side[us ^ 1] != 0
    ):
        key ^= en_passant_key_after(p, move)
    return key
