"""Numbers for the placements of pieces, shared by all tables.

Without pawns a position may be turned and reflected until its first piece
stands in the triangle a1, d1, d4; with pawns only left and right are the same.
Below the diagonal means nearer to h1 than a1-h8 is.
"""

from kiwipete._core.kernel.squares cimport file_of, rank_of, u8, u16, u64

cdef extern from *:
    """
    typedef struct {
        uint8_t triangle[64];         /* the ten squares of the triangle: first those below the diagonal */
        uint8_t below[64];            /* the 28 squares below the diagonal */
        uint16_t kings[10][64];       /* both kings: the first by triangle, the second by square */
        uint8_t lead[64];             /* how far a pawn is from being the leader: 0 leads */
        uint8_t twist[64];            /* the order of the pawns that follow */
        uint64_t choose[7][64];       /* [k][n]: ways to choose k of n */
        uint64_t pawns_before[6][24]; /* by followers and lead: placements with leaders before this one on its file */
        uint64_t pawns_on[6][4];      /* by followers and file: all placements with a leader on it */
    } kw_Placements;
    static kw_Placements kw_placements;
    """
    ctypedef struct Placements "kw_Placements":
        u8[64] triangle
        u8[64] below
        u16[10][64] kings
        u8[64] lead
        u8[64] twist
        u64[7][64] choose
        u64[6][24] pawns_before
        u64[6][4] pawns_on
    Placements PLACEMENTS "kw_placements"

cdef enum:
    KINGS = 462           # placements of two kings
    TRIPLES = 31332       # placements of three different pieces
    PAWN_SQUARES = 48

# Triples with the first, the second, the third piece as the first that is off the diagonal.
cdef enum:
    OFF_FIRST = 6 * 63 * 62
    OFF_SECOND = 4 * 28 * 62
    OFF_THIRD = 4 * 7 * 28


cdef inline int off_diagonal(int square) noexcept nogil:
    """Above 0 on the side of a8, below 0 on the side of h1."""
    return rank_of(square) - file_of(square)


cdef inline int edge_distance(int square) noexcept nogil:
    """From the a- or the h-file, whichever is nearer."""
    return file_of(square) if file_of(square) < 4 else 7 - file_of(square)


cdef inline int across_diagonal(int square) noexcept nogil:
    return square >> 3 | (square & 7) << 3


cdef inline bint kings_touch(int one, int other) noexcept nogil:
    return abs(rank_of(one) - rank_of(other)) <= 1 and abs(file_of(one) - file_of(other)) <= 1


cdef inline u64 ways(int chosen, int of) noexcept nogil:
    """The number of ways to place like pieces on this many squares."""
    cdef u64 product = 1
    cdef int i
    for i in range(chosen):
        product = product * <u64> (of - i) // <u64> (i + 1)
    return product


cdef inline void number_triangle(Placements* t) noexcept nogil:
    cdef int square
    cdef int below = 0
    cdef int corner = 0
    for square in range(64):
        if off_diagonal(square) < 0:
            t.below[square] = t.below[across_diagonal(square)] = <u8> below
            below += 1
            if file_of(square) < 4:
                t.triangle[square] = <u8> corner
                corner += 1
    for square in range(0, 28, 9):
        t.triangle[square] = <u8> (6 + rank_of(square))


cdef inline void number_kings(Placements* t) noexcept nogil:
    """Pairs with both kings on the diagonal come last; a second king above it is reflected."""
    cdef int number = 0
    cdef int both, first, second, corner
    for both in range(2):
        for corner in range(10):
            for first in range(28):
                if file_of(first) < 4 and off_diagonal(first) <= 0 and t.triangle[first] == corner:
                    break
            for second in range(64):
                if kings_touch(first, second) or (off_diagonal(first) == 0 and off_diagonal(second) > 0):
                    continue
                if both == (off_diagonal(first) == 0 and off_diagonal(second) == 0):
                    t.kings[corner][second] = <u16> number
                    number += 1


cdef inline void number_pawns(Placements* t) noexcept nogil:
    cdef int square, followers, edge, rank
    cdef u64 before
    for square in range(8, 56):
        edge = edge_distance(square)
        rank = rank_of(square)
        t.lead[square] = <u8> (6 * edge + rank - 1)
        t.twist[square] = <u8> (12 * (3 - edge) + 2 * (6 - rank) + (file_of(square) < 4))
    for followers in range(6):
        for edge in range(4):
            before = 0
            for rank in range(1, 7):
                square = 8 * rank + edge
                t.pawns_before[followers][t.lead[square]] = before
                before += t.choose[followers][t.twist[square]]
            t.pawns_on[followers][edge] = before


cdef inline void fill_placements() noexcept nogil:
    cdef int chosen, of
    for chosen in range(7):
        for of in range(64):
            PLACEMENTS.choose[chosen][of] = ways(chosen, of)
    number_triangle(&PLACEMENTS)
    number_kings(&PLACEMENTS)
    number_pawns(&PLACEMENTS)


cdef inline u64 king_pair(const int* squares) noexcept nogil:
    return PLACEMENTS.kings[PLACEMENTS.triangle[squares[0]]][squares[1]]


cdef inline u64 triple(const int* squares) noexcept nogil:
    """Three different pieces, none of them on a square of an earlier one."""
    cdef int first = squares[0]
    cdef int second = squares[1]
    cdef int third = squares[2]
    cdef int skipped = second > first
    cdef int skipped_twice = (third > first) + (third > second)
    if off_diagonal(first):
        return (PLACEMENTS.triangle[first] * 63 + second - skipped) * 62 + third - skipped_twice
    if off_diagonal(second):
        return OFF_FIRST + (rank_of(first) * 28 + PLACEMENTS.below[second]) * 62 + third - skipped_twice
    if off_diagonal(third):
        return OFF_FIRST + OFF_SECOND + (
            rank_of(first) * 7 + rank_of(second) - skipped
        ) * 28 + PLACEMENTS.below[third]
    return OFF_FIRST + OFF_SECOND + OFF_THIRD + (
        rank_of(first) * 7 + rank_of(second) - skipped
    ) * 6 + rank_of(third) - skipped_twice


cdef inline u64 like_pieces(const int* squares, int start, int end, int lowest) noexcept nogil:
    """A group of like pieces on the squares not taken by earlier pieces, from `lowest` on."""
    cdef u64 number = 0
    cdef int i, j, free
    for i in range(start, end):
        free = squares[i] - lowest
        for j in range(start):
            free -= squares[i] > squares[j]
        number += PLACEMENTS.choose[i - start + 1][free]
    return number
