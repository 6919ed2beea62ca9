"""The structs of the kernel: Bitboards and Position, and what can be said of them without a table.

Cheap to translate: modules that only hold positions see this file and none of the files that work on them.
"""

from libc.string cimport memset

from kiwipete._core.kernel.squares cimport (
    BISHOP, BLACK, KNIGHT, NO_SQUARE, PAWN, QUEEN, ROOK, WHITE, i32, u8, u32, u64,
)

# All that the rules of movement need, in one cache line; see bitboards.pxd.
cdef struct Bitboards:
    u64 pawns
    u64 knights
    u64 diagonals      # bishops and queens
    u64 straights      # rooks and queens
    u64[2] side        # all pieces of white, all pieces of black
    u64 castling       # rooks that may still castle
    u8[2] king         # the kings' squares
    u8 en_passant      # where a legal capture in passing goes, 0 if there is none
    u8 chess960        # 1: castling moves are written as king takes rook
    u32 padding        # always 0, so that equal positions are equal bytes

cdef enum:
    EMPTY = 12  # in the mailbox; a piece is colour * 6 + kind

# Bitboards and bookkeeping; see position.pxd.
cdef struct Position:
    Bitboards boards
    u8[64] mailbox
    u64 key
    u64[3] part_keys     # of the pawns, of white's other pieces, of black's; nothing but pieces is in them
    u64 promoted         # pieces that were pawns once
    u64 castling_rights  # as they were named; boards.castling has those that king and rook bear out
    i32[2] material      # white, black; without the kings
    i32 middle_game      # piece-square sums with material, white minus black
    i32 end_game
    i32 phase            # 24 with all pieces on the board, 0 with kings and pawns only
    u32 halfmove_clock
    u32 fullmove_number
    u8 turn
    u8 en_passant_square  # behind the pawn that just moved two, or NO_SQUARE
    u8[2] padding

cdef extern from *:
    const u64 MAX_COUNTER "UINT32_MAX"  # of either counter of a position; text can say as much

# Pieces as sets, see piece_sets.pxd. The sets in a row: six kinds of pieces, then these.
cdef enum:
    WHITE_SET = 6
    BLACK_SET = 7
    OCCUPIED_SET = 8
    PROMOTED_SET = 9
    SETS = 10

cdef struct PieceSets:
    u64[SETS] written
    u64[7] board        # what the board had after that: if it has something else now, what was written is history


cdef inline u64 pieces_of_kind(const Bitboards* b, int kind) noexcept nogil:
    """All pieces of a kind, whatever their colour."""
    if kind == PAWN:
        return b.pawns
    if kind == KNIGHT:
        return b.knights
    if kind == BISHOP:
        return b.diagonals & ~b.straights
    if kind == ROOK:
        return b.straights & ~b.diagonals
    if kind == QUEEN:
        return b.diagonals & b.straights
    return (b.side[WHITE] | b.side[BLACK]) & ~(b.pawns | b.knights | b.diagonals | b.straights)


cdef inline int piece_of(int colour, int kind) noexcept nogil:
    return 6 * colour + kind


cdef inline int colour_of(int piece) noexcept nogil:
    return piece >= 6


cdef inline int kind_of(int piece) noexcept nogil:
    return piece - 6 if piece >= 6 else piece


cdef inline void clear_position(Position* p) noexcept nogil:
    """An empty board, white to move, both counters at their start.

    In three parts, for gcc fills up to 96 bytes without a loop (20 ns less).
    """
    memset(&p.boards, 0, sizeof(Bitboards))
    memset(p.mailbox, EMPTY, 64)
    memset(&p.key, 0, sizeof(Position) - sizeof(Bitboards) - 64)
    p.boards.king[WHITE] = p.boards.king[BLACK] = NO_SQUARE
    p.en_passant_square = NO_SQUARE
    p.fullmove_number = 1
