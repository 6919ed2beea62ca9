"""Threats: checks and pins around both kings, found once a node.

Generation and legality need the checkers and the pinned pieces; `gives_check`
needs the other half, the squares from which we would give check.
"""

from kiwipete._core.kernel.attacks cimport KNIGHT_ATTACKS, PAWN_ATTACKS, bishop_attacks, rook_attacks
from kiwipete._core.kernel.bitboards cimport lone_blockers, pins_and_checkers
from kiwipete._core.kernel.squares cimport (
    BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE, u64,
)
from kiwipete._core.kernel.types cimport Bitboards, Threats


cdef inline void find_threats(const Bitboards* b, int us, Threats* threats) noexcept nogil:
    """Find checks, pins and checking squares, with `us` to move."""
    cdef int target = b.king[us ^ 1]
    cdef u64 occupied = b.side[WHITE] | b.side[BLACK]
    cdef u64 seeing = 0
    threats.pinned = pins_and_checkers(b, us, &threats.checkers)
    threats.discoverers = lone_blockers(b, us ^ 1, us, &seeing) & b.side[us]
    threats.checking[PAWN] = PAWN_ATTACKS[us ^ 1][target]
    threats.checking[KNIGHT] = KNIGHT_ATTACKS[target]
    threats.checking[BISHOP] = bishop_attacks(target, occupied)
    threats.checking[ROOK] = rook_attacks(target, occupied)
    threats.checking[QUEEN] = threats.checking[BISHOP] | threats.checking[ROOK]
    threats.checking[KING] = 0
