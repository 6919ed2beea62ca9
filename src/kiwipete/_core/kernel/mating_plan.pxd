"""How far a side seems to be from giving mate if both sides help: which positions to look at first.

Three plans, because none is good everywhere: weave a net around the king;
capture what the other side has, and mate a king that is left alone; or put the
king into a corner and its own pieces around it, which is what it takes if there
are only bishops. Only the order of a search depends on them, never its answer;
the weights are what solved the most of 901 composed positions.
"""

from kiwipete._core.kernel.attacks cimport KING_ATTACKS
from kiwipete._core.kernel.endings cimport DARK_SQUARES
from kiwipete._core.kernel.frontier cimport Frontier, enqueue, is_novel
from kiwipete._core.kernel.mobility cimport squares_ahead
from kiwipete._core.kernel.movegen cimport king_danger
from kiwipete._core.kernel.squares cimport (
    ALL_SQUARES, WHITE, bit, file_of, pop_first, popcount, rank_of, u32, u64,
)
from kiwipete._core.kernel.types cimport Bitboards

cdef enum:
    NET = 0
    CAPTURES = 1
    CORNER = 2


cdef inline int distance(int a, int b) noexcept nogil:
    """How many moves a king needs from one square to another."""
    cdef int files = file_of(a) - file_of(b)
    cdef int ranks = rank_of(a) - rank_of(b)
    files = files if files > 0 else -files
    ranks = ranks if ranks > 0 else -ranks
    return files if files > ranks else ranks


cdef inline int from_edge(int square) noexcept nogil:
    cdef int file = file_of(square)
    cdef int rank = rank_of(square)
    file = file if file < 4 else 7 - file
    rank = rank if rank < 4 else 7 - rank
    return file if file < rank else rank


cdef inline int from_corner(int square, u64 wanted) noexcept nogil:
    """Files and ranks to the nearest corner of a wanted colour."""
    cdef int sum_ = file_of(square) + rank_of(square)
    cdef int difference = file_of(square) - rank_of(square) + 7
    cdef int dark = sum_ if sum_ < 7 else 14 - sum_
    cdef int light = difference if difference < 7 else 14 - difference
    if not wanted & DARK_SQUARES:
        return light
    if not wanted & ~DARK_SQUARES:
        return dark
    return dark if dark < light else light


cdef inline u64 checkable(const Bitboards* b, int us) noexcept nogil:
    """Where their king could be checked, as far as the colour of bishops says."""
    cdef u64 mine = b.side[us]
    cdef u64 squares = 0
    if mine & (b.straights | b.knights) or not mine & b.diagonals:
        return ALL_SQUARES
    if mine & b.diagonals & DARK_SQUARES:
        squares = DARK_SQUARES
    if mine & b.diagonals & ~DARK_SQUARES:
        squares |= ~DARK_SQUARES
    return squares


cdef inline int missing_force(const Bitboards* b, int us) noexcept nogil:
    """0 with a queen or a rook; otherwise what it takes to promote, less what the minor pieces are worth."""
    cdef u64 mine = b.side[us]
    cdef u64 pawns = mine & b.pawns
    cdef int minors = popcount(mine & (b.knights | b.diagonals))
    cdef int nearest = 10
    cdef int square, left
    if mine & b.straights:
        return 0
    while pawns:
        square = pop_first(&pawns)
        left = 7 - rank_of(square) if us == WHITE else rank_of(square)
        if squares_ahead(square, us) & b.pawns:
            left += 3
        nearest = left if left < nearest else nearest
    return 6 * (nearest + 1 - (minors if minors < 3 else 3))


cdef inline int nearest_to(u64 pieces, int square) noexcept nogil:
    cdef int nearest = 8
    cdef int one
    while pieces:
        one = distance(pop_first(&pieces), square)
        nearest = one if one < nearest else nearest
    return nearest


cdef inline int steps_away(u64 pieces, int square) noexcept nogil:
    """How far these pieces are from standing beside a square, added up."""
    cdef int steps = 0
    while pieces:
        steps += distance(pop_first(&pieces), square) - 1
    return steps


cdef inline void enqueue_by_plans(Frontier* f, u32 number, int us) noexcept nogil:
    """Put a node into the three queues; a position that has nothing new in it waits longer."""
    cdef const Bitboards* b = &f.nodes[number].boards
    cdef int them = us ^ 1
    cdef int king = b.king[them]
    cdef u64 pieces = ~(b.pawns | bit(b.king[us]) | bit(king))
    cdef u64 wanted = checkable(b, us)
    cdef int flights = popcount(KING_ATTACKS[king] & ~b.side[them] & ~king_danger(b, them, king))
    cdef int corner = from_corner(king, wanted)
    cdef int old = 0 if is_novel(f, b) else 20
    cdef int both = (
        old + missing_force(b, us) + distance(b.king[us], king) + from_edge(king) + corner
        + 2 * nearest_to(b.side[us] & pieces, king)
    )
    enqueue(f, NET, number, both + 5 * flights)
    enqueue(f, CAPTURES, number, both + flights + 5 * popcount(b.side[them]))
    enqueue(
        f, CORNER, number,
        old + 10 * flights + 10 * corner + 4 * steps_away(b.side[them] & pieces, king)
        + (0 if wanted & bit(king) else 40),
    )


cdef inline int greedy_cost(const Bitboards* b, int us, bint come_near) noexcept nogil:
    """What a single line that never turns back goes by: strip their king, and keep what mates fast."""
    cdef int them = us ^ 1
    cdef int king = b.king[them]
    cdef int flights = popcount(KING_ATTACKS[king] & ~b.side[them] & ~king_danger(b, them, king))
    cdef int total = (
        4 * flights + 5 * popcount(b.side[them]) + missing_force(b, us) + distance(b.king[us], king) + from_edge(king)
        - 8 * popcount(b.side[us] & (b.straights | b.diagonals))
    )
    if come_near:
        total += nearest_to(b.side[us] & ~(b.pawns | bit(b.king[us])), king)
    return total
