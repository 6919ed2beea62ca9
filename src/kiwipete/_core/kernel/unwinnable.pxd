"""Proofs that a side can never give mate: by its material, or by how little the pieces can ever move."""

from kiwipete._core.kernel.attacks cimport KING_ATTACKS
from kiwipete._core.kernel.mobility cimport Mobility, find_mobility
from kiwipete._core.kernel.squares cimport KING, bit, file_of, pop_first, popcount, rank_of, several, u64
from kiwipete._core.kernel.types cimport Bitboards

cdef enum Proof:
    NO_PROOF = 0
    NO_MATERIAL     # too few pieces
    NO_CHECK        # no piece can ever attack a square that the king can reach
    NO_NET          # wherever the king may be checked, it has a square to go to


cdef inline u64 opposite(int king, u64 neighbours) noexcept nogil:
    """The squares that lie behind a king as seen from these neighbours."""
    cdef u64 squares = 0
    cdef int from_square, file, rank
    while neighbours:
        from_square = pop_first(&neighbours)
        file = 2 * file_of(king) - file_of(from_square)
        rank = 2 * rank_of(king) - rank_of(from_square)
        if 0 <= file < 8 and 0 <= rank < 8:
            squares |= bit(8 * rank + file)
    return squares


cdef inline int blockers(const Mobility* m, int them, u64 squares) noexcept nogil:
    """How many of their pieces may stand on these squares."""
    cdef int count = 0
    cdef int i
    for i in range(m.count):
        if m.colour[i] == them and m.kind[i] != KING and (m.reach[i] | m.promoted[i]) & squares:
            count += 1
    return count


cdef inline bint may_be_mated_on(const Mobility* m, int us, int king) noexcept nogil:
    """Could every neighbour of their king on this square be attacked by us, or taken by a piece of theirs?"""
    cdef u64 around = KING_ATTACKS[king]
    cdef u64 straight = around & ((<u64> 0x0101010101010101u << file_of(king)) | (<u64> 255 << (king & 56)))
    # A line goes on behind the king.
    cdef u64 attacked = m.attacks[us] | opposite(
        king, (m.straight[us] & straight) | (m.diagonal[us] & around & ~straight),
    )
    cdef u64 open_ = around & ~attacked
    cdef u64 kings = m.reach[m.king[us]] & ~around & ~bit(king)
    cdef u64 need = open_ & ~m.cover[us ^ 1]
    cdef u64 left
    # Our king attacks what nobody else can and where no piece of theirs can stand.
    while need:
        kings &= KING_ATTACKS[pop_first(&need)]
    while kings:
        left = open_ & ~KING_ATTACKS[pop_first(&kings)]
        if popcount(left) <= blockers(m, us ^ 1, left):
            return True
    return False


cdef inline Proof prove_by_mobility(const Mobility* m, int us) noexcept nogil:
    """Why `us` can never mate, if the mobility of the pieces shows it."""
    cdef u64 checked = m.reach[m.king[us ^ 1]] & m.attacks[us]
    if not checked:
        return NO_CHECK
    while checked:
        if may_be_mated_on(m, us, pop_first(&checked)):
            return NO_PROOF
    return NO_NET
