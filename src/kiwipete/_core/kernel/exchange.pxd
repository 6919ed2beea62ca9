"""Static exchange evaluation: what a series of captures on one square wins.

Both sides take with their least valuable piece first and stop when going on
would lose. Pieces behind pieces join in; pins are not looked at.
"""

from kiwipete._core.kernel.bitboards cimport Bitboards, attackers, pieces_of_kind
from kiwipete._core.kernel.move cimport (
    Move, is_castling, is_en_passant, is_promotion, move_from, move_to, promoted_piece,
)
from kiwipete._core.kernel.position cimport EMPTY, Position, kind_of
from kiwipete._core.kernel.scores cimport MATERIAL
from kiwipete._core.kernel.squares cimport BLACK, KING, PAWN, WHITE, bit, lowest, step, u64

cdef enum:
    KING_VALUE = 20000   # more than everything else together
    MAX_EXCHANGES = 65   # every piece on the board can take once


cdef inline int exchange_value(int kind) noexcept nogil:
    return KING_VALUE if kind == KING else MATERIAL[kind]


cdef inline u64 all_attackers(const Bitboards* b, int square, u64 occupied) noexcept nogil:
    return (attackers(b, square, WHITE, occupied) | attackers(b, square, BLACK, occupied)) & occupied


cdef inline int least_attacker(const Bitboards* b, u64 mine, u64* attacker) noexcept nogil:
    """The kind of the least valuable of these pieces, and one such piece; there must be one."""
    cdef int kind = PAWN
    while kind < KING and not mine & pieces_of_kind(b, kind):
        kind += 1
    attacker[0] = lowest(mine & pieces_of_kind(b, kind))
    return kind


cdef inline int exchange(const Position* p, Move move) noexcept nogil:
    """What a move and the captures after it win, in centipawns, for the side that moves."""
    cdef int[MAX_EXCHANGES] gain
    cdef int square = move_to(move)
    cdef int us = p.turn
    cdef u64 occupied = (p.boards.side[WHITE] | p.boards.side[BLACK]) & ~bit(move_from(move))
    cdef int standing = kind_of(p.mailbox[move_from(move)])  # what the next capture takes
    cdef int depth = 0
    cdef u64 mine, attacker
    if is_castling(move):
        return 0
    gain[0] = 0
    if is_en_passant(move):
        gain[0] = exchange_value(PAWN)
        occupied &= ~bit(square - step(us))
    elif p.mailbox[square] != EMPTY:
        gain[0] = exchange_value(kind_of(p.mailbox[square]))
    if is_promotion(move):
        standing = promoted_piece(move)
        gain[0] += exchange_value(standing) - exchange_value(PAWN)
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
