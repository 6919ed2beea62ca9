"""Pieces as python-chess stores them: sets of squares, which a program may write one after the other.

Meanwhile they contradict each other. The board has a piece on each occupied
square: white if the set of white has the square and otherwise black, of the
first kind whose set has it, and a king if none has. What was written stays as it
was, until the pieces change in another way.
"""

from kiwipete._core.kernel.edit cimport set_piece
from kiwipete._core.kernel.position cimport Tally, clear_tally, put_tally, tally_piece
from kiwipete._core.kernel.squares cimport BLACK, KING, WHITE, bit, pop_first, u64
from kiwipete._core.kernel.types cimport (
    BLACK_SET, EMPTY, OCCUPIED_SET, PROMOTED_SET, PieceSets, Position, WHITE_SET, piece_of, pieces_of_kind,
)


cdef inline void read_board(const Position* p, u64* board) noexcept nogil:
    board[0] = p.boards.pawns
    board[1] = p.boards.knights
    board[2] = p.boards.diagonals
    board[3] = p.boards.straights
    board[4] = p.boards.side[WHITE]
    board[5] = p.boards.side[BLACK]
    board[6] = p.promoted


cdef inline bint still_written(const PieceSets* sets, const Position* p) noexcept nogil:
    """True if nothing else has changed the pieces since the last set was written."""
    cdef u64[7] board
    cdef u64 changes = 0
    cdef int i
    read_board(p, board)
    for i in range(7):
        changes |= board[i] ^ sets.board[i]
    return changes == 0


cdef inline void copy_sets(const Position* p, PieceSets* sets) noexcept nogil:
    """Begin with the sets as the board has them."""
    cdef int kind
    for kind in range(6):
        sets.written[kind] = pieces_of_kind(&p.boards, kind)
    sets.written[WHITE_SET] = p.boards.side[WHITE]
    sets.written[BLACK_SET] = p.boards.side[BLACK]
    sets.written[OCCUPIED_SET] = p.boards.side[WHITE] | p.boards.side[BLACK]
    sets.written[PROMOTED_SET] = p.promoted
    read_board(p, sets.board)


cdef inline int piece_by_sets(const u64* sets, int square) noexcept nogil:
    cdef int kind = 0
    if not sets[OCCUPIED_SET] & bit(square):
        return EMPTY
    while kind < KING and not sets[kind] & bit(square):
        kind += 1
    return piece_of(WHITE if sets[WHITE_SET] & bit(square) else BLACK, kind)


cdef inline bint write_set(Position* p, PieceSets* sets, int which, u64 squares) noexcept nogil:
    """Write one of the sets. True if that has changed the board, and `settle` must follow."""
    cdef u64 changed = sets.written[which] ^ squares
    cdef int square
    sets.written[which] = squares
    if which != OCCUPIED_SET:
        changed &= sets.written[OCCUPIED_SET]
    if not changed:
        return False
    while changed:
        square = pop_first(&changed)
        set_piece(
            p, square, piece_by_sets(sets.written, square), (sets.written[PROMOTED_SET] & bit(square)) != 0
        )
    read_board(p, sets.board)
    return True


cdef inline void put_sets(Position* p, const u64* sets) noexcept nogil:
    """Put the pieces of sets that agree on an empty board; `settle` must follow."""
    cdef Tally tally
    cdef u64 squares
    cdef int us, kind
    clear_tally(&tally)
    for us in range(2):
        for kind in range(6):
            squares = sets[kind] & sets[WHITE_SET + us]
            while squares:
                tally_piece(p, &tally, piece_of(us, kind), pop_first(&squares))
    put_tally(p, &tally)
    p.promoted = sets[PROMOTED_SET]
