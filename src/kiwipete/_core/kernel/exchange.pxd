"""Static exchange evaluation (SEE): what a series of captures on one square wins.

Both sides capture with their least valuable piece first and stop when going on
would lose. X-rays count; a king captures only what is not protected. Pins are
ignored, and a pawn that captures on the last rank stays a pawn; the move itself
may promote or capture en passant, and castling wins nothing. `see` is the exact
value, `see_at_least` the comparison that a search needs: the first look mostly
decides (8 ns a capture, exactly 12).
"""

from kiwipete._core.kernel.attacks cimport bishop_attacks, rook_attacks
from kiwipete._core.kernel.bitboards cimport leapers
from kiwipete._core.kernel.move cimport (
    Move, is_castling, is_en_passant, is_promotion, move_from, move_to, promoted_piece,
)
from kiwipete._core.kernel.scores cimport MATERIAL
from kiwipete._core.kernel.squares cimport (
    BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE, bit, lowest, step, u64,
)
from kiwipete._core.kernel.types cimport Bitboards, EMPTY, Position, kind_of

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
