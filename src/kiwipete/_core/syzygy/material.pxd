"""Material: the pieces of both sides, as one number under which their table is filed."""

from kiwipete._core.kernel.squares cimport BLACK, KING, PAWN, WHITE, bit, pop_first, popcount, u32, u64
from kiwipete._core.kernel.types cimport Position, kind_of

# The pieces of one side beside its king: how many there are, then queens, rooks, bishops,
# knights and pawns, in four bits each. The stronger side is the one that a table names first.
ctypedef u32 Force

# The stronger side in the upper half, the weaker in the lower.
ctypedef u64 Material

cdef enum:
    MAX_PIECES = 7        # of the largest tables, kings included
    COUNT_SHIFT = 20
    BARE_KINGS = 0        # the material without a table: always a draw


cdef inline int pieces_on(const Position* p) noexcept nogil:
    return popcount(p.boards.side[WHITE] | p.boards.side[BLACK])


cdef inline Force with_piece(Force force, int kind) noexcept nogil:
    return force + (1 << COUNT_SHIFT) + (1 << 4 * kind)


cdef inline int count_of(Force force, int kind) noexcept nogil:
    return force >> 4 * kind & 15


cdef inline int count_all(Force force) noexcept nogil:
    return force >> COUNT_SHIFT


cdef inline Force force_of(const Position* p, int side) noexcept nogil:
    """The force of a side with one king and few pieces."""
    cdef u64 squares = p.boards.side[side] & ~bit(p.boards.king[side])
    cdef Force force = 0
    while squares:
        force = with_piece(force, kind_of(p.mailbox[pop_first(&squares)]))
    return force


cdef inline Material material_of(Force one, Force other) noexcept nogil:
    return <u64> one << 32 | other if one >= other else <u64> other << 32 | one


cdef inline Force greater_force(Material material) noexcept nogil:
    return <Force> (material >> 32)


cdef inline Force lesser_force(Material material) noexcept nogil:
    return <Force> material


cdef inline int pieces_in(Material material) noexcept nogil:
    """The number of pieces, kings included."""
    return 2 + count_all(greater_force(material)) + count_all(lesser_force(material))


cdef inline bint has_pawns(Material material) noexcept nogil:
    return count_of(greater_force(material), PAWN) + count_of(lesser_force(material), PAWN) > 0


cdef inline bint is_symmetric(Material material) noexcept nogil:
    return greater_force(material) == lesser_force(material)


cdef inline int times_in(Material material, int side, int kind) noexcept nogil:
    """The count of a piece; side 0 is the stronger."""
    if kind == KING:
        return 1
    return count_of(lesser_force(material) if side else greater_force(material), kind)
