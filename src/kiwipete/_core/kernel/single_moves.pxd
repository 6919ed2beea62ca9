"""One move of a trusted position: is it legal, what does it lead to, and what does it win?"""

from kiwipete._core.kernel.attacks cimport (
    BETWEEN, CastlingPath, KING_ATTACKS, KNIGHT_ATTACKS, LINE, PAWN_ATTACKS, bishop_attacks, castling_path,
    rook_attacks,
)
from kiwipete._core.kernel.bitboards cimport (
    allow_en_passant, castling_rook, en_passant_capturers, is_attacked, leapers, pins_and_checkers, shift_piece,
)
from kiwipete._core.kernel.move cimport (
    CAPTURE, CASTLE_KINGSIDE, DOUBLE_PUSH, EN_PASSANT, Move, NULL_MOVE, QUIET, is_capture, is_castling, is_double_push,
    is_en_passant, is_promotion, move_flag, move_from, move_to, pack_move, promoted_piece, promotion_of,
)
from kiwipete._core.kernel.position cimport taken_on
from kiwipete._core.kernel.scores cimport MATERIAL
from kiwipete._core.kernel.squares cimport (
    BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE, bit, file_of, first_square, forward, home_rank, last_rank,
    lowest, pop_first, second_rank, several, step, u64, unlikely,
)
from kiwipete._core.kernel.types cimport Bitboards, EMPTY, Position, Threats, colour_of, kind_of, piece_of
from kiwipete._core.kernel.zobrist cimport BLACK_KEY, CASTLING_KEYS, EN_PASSANT_KEYS, PIECE_KEYS

# Is this one move legal? The generator's rules applied to a single move.
#
# `is_legal` is for a search: it accepts any 16 bits, because a move from a hash
# table may be anything. `complete_move` is for moves that a user names by two
# squares: it adds the flag. Neither generates other moves, and like the generator
# both trust what status.pxd has proved of the position.

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


cdef inline bint is_legal_castling(const Bitboards* b, int us, u64 checking, u64 pinned, Move move) noexcept nogil:
    """Is a move with a castling flag legal, and written as the board writes it?"""
    cdef int king = b.king[us]
    cdef bint kingside = move_flag(move) == CASTLE_KINGSIDE
    cdef u64 east = ~(<u64> 0) << king
    cdef u64 rooks = b.castling & home_rank(us) & (east if kingside else ~east) & ~pinned
    cdef u64 occupied = b.side[WHITE] | b.side[BLACK]
    cdef const CastlingPath* path
    cdef u64 way
    cdef int rook
    if not rooks or checking or move_from(move) != king:
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
        return is_legal_castling(&p.boards, p.turn, threats.checkers, threats.pinned, move)
    if move == NULL_MOVE or step_form(p, move_from(move), move_to(move), promotion_of(move)) != move:
        return False
    return needs_no_more(&p.boards, p.turn, move) or keeps_king_safe(
        &p.boards, p.turn, threats.checkers, threats.pinned, move_from(move), move_to(move),
    )


# Does a legal move give check, and which key does the position after it have? Found without making the move.

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


# Static exchange evaluation (SEE): what a series of captures on one square wins.
#
# Both sides capture with their least valuable piece first and stop when going on
# would lose. X-rays count; a king captures only what is not protected. Pins are
# ignored, and a pawn that captures on the last rank stays a pawn; the move itself
# may promote or capture en passant, and castling wins nothing. `see` is the exact
# value, `see_at_least` the comparison that a search needs: the first look mostly
# decides (8 ns a capture, exactly 12).

cdef enum:
    KING_VALUE = 20000   # more than everything else together
    MAX_EXCHANGES = 65   # every piece on the board can take once


cdef inline int exchange_value(int kind) noexcept nogil:
    return KING_VALUE if kind == KING else MATERIAL[kind]


cdef inline u64 all_attackers(const Bitboards* b, int square, u64 occupied) noexcept nogil:
    """The pieces of both sides that attack a square and still stand."""
    return occupied & (
        leapers(b, square, WHITE) | leapers(b, square, BLACK)
        | (bishop_attacks(square, occupied) & b.diagonals) | (rook_attacks(square, occupied) & b.straights)
    )


cdef inline int least_attacker(const Bitboards* b, u64 mine, u64* attacker) noexcept nogil:
    """The kind of the least valuable of these pieces, and one such piece; there must be one."""
    cdef u64 queens = b.diagonals & b.straights
    if mine & b.pawns:
        attacker[0] = lowest(mine & b.pawns)
        return PAWN
    if mine & b.knights:
        attacker[0] = lowest(mine & b.knights)
        return KNIGHT
    if mine & b.diagonals & ~queens:
        attacker[0] = lowest(mine & b.diagonals & ~queens)
        return BISHOP
    if mine & b.straights & ~queens:
        attacker[0] = lowest(mine & b.straights & ~queens)
        return ROOK
    if mine & queens:
        attacker[0] = lowest(mine & queens)
        return QUEEN
    attacker[0] = lowest(mine)
    return KING


cdef inline int first_gain(const Position* p, Move move, int* standing) noexcept nogil:
    """What a move that does not castle wins before the first reply, and the kind of piece that then stands there."""
    cdef int captured = p.mailbox[move_to(move)]
    cdef int gain = 0
    standing[0] = kind_of(p.mailbox[move_from(move)])
    if is_en_passant(move):
        gain = exchange_value(PAWN)
    elif captured != EMPTY:
        gain = exchange_value(kind_of(captured))
    if is_promotion(move):
        standing[0] = promoted_piece(move)
        gain += exchange_value(standing[0]) - exchange_value(PAWN)
    return gain


cdef inline u64 left_behind(const Position* p, Move move) noexcept nogil:
    """The occupied squares once the piece has left its own, and a pawn taken in passing is gone."""
    cdef u64 occupied = (p.boards.side[WHITE] | p.boards.side[BLACK]) & ~bit(move_from(move))
    if is_en_passant(move):
        occupied &= ~bit(move_to(move) - step(p.turn))
    return occupied


cdef inline int see(const Position* p, Move move) noexcept nogil:
    """Return what a move and the captures after it win, in centipawns, for the side that moves."""
    cdef int[MAX_EXCHANGES] gain
    cdef int square = move_to(move)
    cdef int us = p.turn
    cdef u64 occupied = left_behind(p, move)
    cdef int depth = 0
    cdef int standing  # what the next capture takes
    cdef u64 mine, attacker
    if is_castling(move):
        return 0
    gain[0] = first_gain(p, move, &standing)
    while True:
        us ^= 1
        mine = all_attackers(&p.boards, square, occupied) & p.boards.side[us]
        if not mine:
            break
        depth += 1
        gain[depth] = exchange_value(standing) - gain[depth - 1]
        standing = least_attacker(&p.boards, mine, &attacker)
        occupied &= ~attacker
        if standing == KING and all_attackers(&p.boards, square, occupied) & p.boards.side[us ^ 1]:
            depth -= 1  # a king does not take what is protected
            break
    while depth > 0:
        gain[depth - 1] = -max(-gain[depth - 1], gain[depth])
        depth -= 1
    return gain[0]


cdef inline bint see_at_least(const Position* p, Move move, int threshold) noexcept nogil:
    """Do a move and the captures after it win this much? The same as see(p, move) >= threshold.

    `balance` is how far the side that captured last is beyond what it needs if its
    piece is lost for nothing. If it is at least 0, that side has won. Otherwise
    the other side must capture, because it loses if the exchange stops here.
    """
    cdef const Bitboards* b = &p.boards
    cdef int square = move_to(move)
    cdef int us = p.turn
    cdef int kind, balance
    cdef u64 occupied, taking, mine, attacker
    if is_castling(move):
        return threshold <= 0
    balance = first_gain(p, move, &kind) - threshold
    if balance < 0:
        return False
    balance -= exchange_value(kind)
    if balance >= 0:
        return True
    occupied = left_behind(p, move)
    taking = all_attackers(b, square, occupied)
    while True:
        us ^= 1
        mine = taking & occupied & b.side[us]
        if not mine:
            return us != p.turn
        kind = least_attacker(b, mine, &attacker)
        occupied ^= attacker
        balance = -balance - 1 - exchange_value(kind)
        if balance >= 0 and kind != KING:
            return us == p.turn
        # X-rays: a slider behind the piece that has captured joins in; no slider attacks through a knight.
        if kind != KNIGHT and kind != ROOK:
            taking |= bishop_attacks(square, occupied) & b.diagonals
        if kind >= ROOK:
            taking |= rook_attacks(square, occupied) & b.straights
        if kind == KING:
            return (us == p.turn) == (taking & occupied & b.side[us ^ 1] == 0)
