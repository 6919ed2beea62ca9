"""Arrangement: the order in which a table counts its pieces, and from it the index of a position.

Pieces are counted in groups. The leading group is two kings, three different
pieces, or the pawns of one side; the pawns of the other side follow, then each
run of like pieces. A table stores the order in which the groups multiply.
"""

from kiwipete._core.kernel.squares cimport KING, PAWN, file_of, pop_first, rank_of, u16, u64, u8
from kiwipete._core.kernel.types cimport Position, pieces_of_kind
from kiwipete._core.syzygy.material cimport MAX_PIECES, Material, has_pawns, pieces_in, times_in

# Numbers for the placements of pieces, shared by all tables.
#
# Without pawns a position may be turned and reflected until its first piece
# stands in the triangle a1, d1, d4; with pawns only left and right are the same.
# Below the diagonal means nearer to h1 than a1-h8 is.

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


# What depends on the material alone.
cdef struct Shape:
    Material material
    int count          # of all pieces
    int leaders        # in the leading group
    int followers      # pawns of the side that does not lead
    int leading_side   # whose pawns lead; 0 is the stronger side
    bint pawns

cdef struct Arrangement:
    u8[MAX_PIECES] pieces    # as in the files: 1 to 6 for pawn to king, 8 more for the weaker side
    u8[MAX_PIECES] group     # by a group's first piece: its size
    u64[MAX_PIECES] factor   # and the factor of its number
    u64 size                 # of the table


cdef inline Shape shape_of(Material material) noexcept nogil:
    cdef Shape shape
    cdef int side, kind
    cdef int single = 0
    cdef int greater = times_in(material, 0, PAWN)
    cdef int lesser = times_in(material, 1, PAWN)
    shape.material = material
    shape.count = pieces_in(material)
    shape.pawns = has_pawns(material)
    shape.followers = shape.leading_side = 0
    if shape.pawns:
        shape.leading_side = greater == 0 or (lesser > 0 and lesser < greater)
        shape.leaders = lesser if shape.leading_side else greater
        shape.followers = greater if shape.leading_side else lesser
        return shape
    for side in range(2):
        for kind in range(PAWN, KING + 1):
            single += times_in(material, side, kind) == 1
    shape.leaders = 2 if single == 2 else 3
    return shape


cdef inline int side_of_piece(int piece) noexcept nogil:
    return piece >> 3


cdef inline int kind_of_piece(int piece) noexcept nogil:
    return (piece & 7) - 1


cdef inline bint is_possible(const Arrangement* a, const Shape* shape) noexcept nogil:
    """True if the pieces are those of the material, like pieces are adjacent, and the leaders may lead."""
    cdef int i = 0
    cdef int j, kind, times
    while i < shape.count:
        kind = kind_of_piece(a.pieces[i])
        if kind < PAWN or kind > KING:
            return False
        times = times_in(shape.material, side_of_piece(a.pieces[i]), kind)
        if times == 0 or i + times > shape.count:
            return False
        for j in range(i + 1, i + times):
            if a.pieces[j] != a.pieces[i]:
                return False
        for j in range(i):
            if a.pieces[j] == a.pieces[i]:
                return False
        if not shape.pawns and i < shape.leaders and (times > 1 or (shape.leaders == 2 and kind != KING)):
            return False
        i += times
    if not shape.pawns:
        return True
    if a.pieces[0] != PAWN + 1 + 8 * shape.leading_side:
        return False
    return shape.followers == 0 or a.pieces[shape.leaders] == PAWN + 1 + 8 * (1 - shape.leading_side)


cdef inline int form_groups(Arrangement* a, const Shape* shape) noexcept nogil:
    """Count the groups and the pieces in each."""
    cdef int groups = 1
    cdef int i = shape.leaders
    a.group[0] = <u8> shape.leaders
    while i < shape.count:
        a.group[i] = <u8> times_in(shape.material, side_of_piece(a.pieces[i]), kind_of_piece(a.pieces[i]))
        i += a.group[i]
        groups += 1
    return groups


cdef inline u64 leading_placements(const Shape* shape, int file) noexcept nogil:
    if shape.pawns:
        return PLACEMENTS.pawns_on[shape.leaders - 1][file]
    return KINGS if shape.leaders == 2 else TRIPLES


cdef inline bint multiply(Arrangement* a, const Shape* shape, int file, int turn, int pawns_turn) noexcept nogil:
    """Compute the factors from the places of leaders and followers in the order of the groups."""
    cdef int groups = form_groups(a, shape)
    cdef int next_group = shape.leaders + shape.followers
    cdef int free = 64 - next_group
    cdef u64 factor = 1
    cdef int i
    if turn >= groups or (shape.followers and (pawns_turn >= groups or pawns_turn == turn)):
        return False
    for i in range(groups):
        if i == turn:
            a.factor[0] = factor
            factor *= leading_placements(shape, file)
        elif shape.followers and i == pawns_turn:
            a.factor[shape.leaders] = factor
            factor *= ways(shape.followers, PAWN_SQUARES - shape.leaders)
        else:
            a.factor[next_group] = factor
            factor *= ways(a.group[next_group], free)
            free -= a.group[next_group]
            next_group += a.group[next_group]
    a.size = factor
    return True


cdef inline int described_in(const Shape* shape) noexcept nogil:
    """The bytes that describe an arrangement."""
    return shape.count + (2 if shape.followers else 1)


cdef inline bint read_arrangement(
    Arrangement* a, const Shape* shape, int file, const u8* text, int shift
) noexcept nogil:
    """Read one of the two arrangements that share these bytes; False if it is impossible."""
    cdef int orders = 2 if shape.followers else 1
    cdef int i
    for i in range(shape.count):
        a.pieces[i] = text[orders + i] >> shift & 15
    return is_possible(a, shape) and multiply(
        a, shape, file, text[0] >> shift & 15, text[1] >> shift & 15 if shape.followers else 0
    )


cdef inline int list_squares(
    const Position* p, const Arrangement* a, int start, int end, int swapped, bint mirrored, int* squares
) noexcept nogil:
    """The squares of the pieces from `start` to `end`; `swapped` is 1 if black is the stronger side."""
    cdef int flip = 56 if swapped and mirrored else 0
    cdef u64 standing
    cdef int piece
    while start < end:
        piece = a.pieces[start]
        standing = p.boards.side[side_of_piece(piece) ^ swapped] & pieces_of_kind(&p.boards, kind_of_piece(piece))
        while standing:
            squares[start] = pop_first(&standing) ^ flip
            start += 1
    return start


cdef inline void exchange_squares(int* squares, int one, int other) noexcept nogil:
    cdef int square = squares[one]
    squares[one] = squares[other]
    squares[other] = square


cdef inline int choose_leader(int* squares, int pawns) noexcept nogil:
    """Put the leading pawn first; the distance of its file from the edge selects the part of the table."""
    cdef int i
    for i in range(1, pawns):
        if PLACEMENTS.lead[squares[i]] < PLACEMENTS.lead[squares[0]]:
            exchange_squares(squares, 0, i)
    return edge_distance(squares[0])


cdef inline void sort_squares(int* squares, int start, int end) noexcept nogil:
    cdef int i, j
    for i in range(start + 1, end):
        for j in range(i, start, -1):
            if squares[j - 1] > squares[j]:
                exchange_squares(squares, j - 1, j)


cdef inline u64 pawn_group(int* squares, int pawns) noexcept nogil:
    """The number of the leading pawns, the leader on the a- to d-file."""
    cdef u64 number = PLACEMENTS.pawns_before[pawns - 1][PLACEMENTS.lead[squares[0]]]
    cdef int i, j
    for i in range(2, pawns):
        for j in range(i, 1, -1):
            if PLACEMENTS.twist[squares[j - 1]] < PLACEMENTS.twist[squares[j]]:
                exchange_squares(squares, j - 1, j)
    for i in range(1, pawns):
        number += PLACEMENTS.choose[pawns - i][PLACEMENTS.twist[squares[i]]]
    return number


cdef inline void turn_board(int* squares, const Shape* shape) noexcept nogil:
    """Reflect the position until its leading piece stands in the area for leading pieces."""
    cdef int flip = 7 if squares[0] & 4 else 0
    cdef int i, j
    if not shape.pawns and squares[0] & 32:
        flip |= 56
    for i in range(shape.count):
        squares[i] ^= flip
    if shape.pawns:
        return
    for i in range(shape.leaders):
        if off_diagonal(squares[i]):
            if off_diagonal(squares[i]) > 0:
                for j in range(shape.count):
                    squares[j] = across_diagonal(squares[j])
            return


cdef inline u64 index_of(const Arrangement* a, const Shape* shape, int* squares) noexcept nogil:
    """The index of a position in its table; for pawns, after the leader was chosen."""
    cdef u64 index
    cdef int group
    turn_board(squares, shape)
    if shape.pawns:
        index = pawn_group(squares, shape.leaders)
    else:
        index = king_pair(squares) if shape.leaders == 2 else triple(squares)
    index *= a.factor[0]
    group = shape.leaders
    while group < shape.count:
        sort_squares(squares, group, group + a.group[group])
        index += a.factor[group] * like_pieces(
            squares, group, group + a.group[group], 8 if shape.followers and group == shape.leaders else 0
        )
        group += a.group[group]
    return index
