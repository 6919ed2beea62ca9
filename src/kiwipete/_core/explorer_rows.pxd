"""The rows of an explorer's index: moves that one game played, and tallies of those that several played.

The layout is that of the files, see kiwipete.explorer.layout. Rows are ordered by key, then by move.
"""

from kiwipete._core.kernel.move cimport Move
from kiwipete._core.kernel.squares cimport u16, u32, u64

cdef enum:             # results of a game, the index of `games`
    NO_RESULT = 0
    WHITE_WINS
    DRAWN
    BLACK_WINS

cdef enum:
    RESULT_BITS = 2    # of `label`
    TALLY_BYTES = 48
    SINGLE_BYTES = 16

cdef struct Single:
    u64 key
    Move move          # castling is written as king takes rook
    u16 rating         # of the side that moves; 0, as the next, unless both are known
    u16 opposing       # of its opponent
    u16 label          # year << RESULT_BITS | result

cdef struct Tally:
    u64 key
    u64 rating_sum
    u64 opposing_sum
    u32[4] games       # by result
    u32 rated          # games whose ratings are in the sums
    Move move
    u16 year           # of the last game, 0 if unknown


cdef inline bint precedes(u64 key, Move move, u64 other_key, Move other_move) noexcept nogil:
    return key < other_key or (key == other_key and move < other_move)


cdef inline u32 saturated_sum(u32 a, u32 b) noexcept nogil:
    return a + b if a + b >= a else <u32> 0xffffffff


cdef inline void add_single(Tally* tally, const Single* row) noexcept nogil:
    cdef int result = row.label & ((1 << RESULT_BITS) - 1)
    tally.games[result] = saturated_sum(tally.games[result], 1)
    if row.rating:
        tally.rated = saturated_sum(tally.rated, 1)
        tally.rating_sum += row.rating
        tally.opposing_sum += row.opposing
    tally.year = max(tally.year, <u16> (row.label >> RESULT_BITS))


cdef inline void add_tally(Tally* tally, const Tally* more) noexcept nogil:
    cdef int result
    for result in range(4):
        tally.games[result] = saturated_sum(tally.games[result], more.games[result])
    tally.rated = saturated_sum(tally.rated, more.rated)
    tally.rating_sum += more.rating_sum
    tally.opposing_sum += more.opposing_sum
    tally.year = max(tally.year, more.year)


cdef inline u64 games_of(const Tally* tally) noexcept nogil:
    return <u64> tally.games[0] + tally.games[1] + tally.games[2] + tally.games[3]


cdef inline Single single_of(const Tally* tally) noexcept nogil:
    """The row of a tally of one game."""
    cdef Single row
    cdef int result = 0
    while result < 3 and not tally.games[result]:
        result += 1
    row.key = tally.key
    row.move = tally.move
    row.rating = <u16> tally.rating_sum
    row.opposing = <u16> tally.opposing_sum
    row.label = <u16> (tally.year << RESULT_BITS | result)
    return row


# Rows of either kind, by their size.

cdef inline u64 key_at(const char* row) noexcept nogil:
    return (<const Single*> row).key      # both kinds of rows begin with it


cdef inline const char* first_from(const char* rows, Py_ssize_t count, int row_bytes, u64 key) noexcept nogil:
    """The first row whose key is not less than this."""
    cdef Py_ssize_t half
    while count > 0:
        half = count >> 1
        if key_at(rows + half * row_bytes) < key:
            rows += (half + 1) * row_bytes
            count -= half + 1
        else:
            count = half
    return rows
