"""The structs of the kernel, from Bitboards to State, and what can be said of them without a table.

Cheap to translate: modules that only hold positions see this file and none of the files that work on them.
"""

from libc.string cimport memset

from kiwipete._core.kernel.move cimport Move
from kiwipete._core.kernel.squares cimport BISHOP, BLACK, KNIGHT, NO_SQUARE, PAWN, QUEEN, ROOK, WHITE, i32, u32, u64, u8

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

# Pieces as sets, see edit.pxd. The sets in a row: six kinds of pieces, then these.
cdef enum:
    WHITE_SET = 6
    BLACK_SET = 7
    OCCUPIED_SET = 8
    PROMOTED_SET = 9
    SETS = 10

cdef struct PieceSets:
    u64[SETS] written
    u64[7] board        # what the board had after that: if it has something else now, what was written is history

# FEN text as it is read, see fen.pxd, and room for what is written.
cdef enum:
    MAX_FEN = 192  # 71 for the placement, 64 more if all are promoted, 16 for rights, 28 for the rest

cdef enum FenFault:
    FEN_FINE = 0
    FEN_FIELD_COUNT
    FEN_MORE           # after a placement that stands alone
    FEN_RANK_COUNT
    FEN_RANK_LENGTH
    FEN_PIECE
    FEN_DIGITS
    FEN_PROMOTED
    FEN_SIDE
    FEN_CASTLING
    FEN_CASTLING_TWICE
    FEN_EN_PASSANT
    FEN_NUMBER
    FEN_NUMBER_RANGE

cdef struct FenReader:
    const char* text
    int length
    int at             # the next character
    int field          # which field it is in, from 1
    FenFault fault     # what is wrong at `at`
    int detail         # a number that helps: the rank, the squares in it, the fields found
    int detail2

# What algebraic notation means in a position; see san_moves.pxd.
cdef enum SanVerdict:
    SAN_FOUND          # the null move included
    SAN_NOT_A_MOVE     # the text is not algebraic notation
    SAN_ILLEGAL
    SAN_AMBIGUOUS

# What `validate` can find wrong; see reference.pxd.
cdef enum Fault:
    FAULT_NONE = 0
    FAULT_MAILBOX       # no such piece
    FAULT_SETS          # the piece sets disagree with the mailbox
    FAULT_SIDES
    FAULT_KING_SQUARE
    FAULT_TURN
    FAULT_CASTLING
    FAULT_EN_PASSANT
    FAULT_KEY
    FAULT_PART_KEYS
    FAULT_MATERIAL
    FAULT_MIDDLE_GAME
    FAULT_END_GAME
    FAULT_PHASE
    FAULT_PADDING
    FAULT_PROMOTED      # a promoted piece where there is none
    FAULT_KINGS         # not one king a side

cdef enum:
    POLYGLOT_WORDS = 781  # random words of the opening books; see polyglot.pxd

# What threatens the kings of a node; see bitboards.pxd.
cdef struct Threats:
    u64 checkers       # their pieces that give check to our king
    u64 pinned         # ours that may move only on their line to our king
    u64 discoverers    # ours that alone stand between a slider of ours and their king
    u64[6] checking    # from where a piece of ours, by its kind, would give check

# Legal moves in sets, from which they can be listed in order; see order.pxd.
cdef struct MoveSets:
    u64[64] targets    # of the pieces; other squares are undefined
    u64 pieces         # the squares of all but pawns that have targets
    int first          # the piece that comes first, or NO_SQUARE
    int castlings
    Move[8] castling   # kingside first
    u64 east           # targets of pawns that capture towards the h-file ...
    u64 west           # ... and towards the a-file
    u64 steps          # targets
    u64 double_steps   # targets
    u64 en_passant     # origins; there is one target
    int en_passant_target

# The hash table of perft, see perft.pxd, and what a perft knows besides.
cdef struct Entry:
    u64 check         # hash ^ data
    u64 data          # count << DEPTH_BITS | depth; 0 for an empty entry

cdef struct Table:
    Entry* entries    # NULL for no table
    u64 buckets       # a power of two

cdef struct Context:
    Table table
    int stop         # set by another thread to end the walk; counts are then worthless
    bint one_ply     # count only the last ply in bulk, not the last two

# The moves of the last ply by kind. Checks include discovered and double ones.
cdef struct Kinds:
    u64 nodes
    u64 captures
    u64 en_passant
    u64 castles
    u64 promotions
    u64 checks
    u64 discovered_checks
    u64 double_checks
    u64 checkmates


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


# State: a position and whether the fast paths are safe on it; the history of a game, state by state; its end.

cdef enum Trust:
    UNKNOWN = -1  # not looked at yet
    TOLERATED     # only the tolerant rules are safe
    TRUSTED       # the fast paths are safe

cdef struct State:
    Position position
    Trust trust

# All that is needed to return to a position: boards may be edited between two
# moves, and taking a move back must undo that too.
cdef struct Snapshot:
    State state
    Move move          # the move played here
    u8 odd             # what its bits cannot express, in variants

# What a move destroys, saved by `make` for `unmake`.
cdef struct Undo:
    Bitboards boards
    u64 key
    u64[3] part_keys
    u64 promoted
    i32[2] material
    i32 middle_game
    i32 end_game
    i32 phase
    u32 halfmove_clock
    Move move
    u8 moved             # the piece that moved, a pawn if it promotes; EMPTY for a pass
    u8 captured          # what was taken, or EMPTY
    u8 en_passant_square
    u8 padding

cdef enum:
    FIFTY_MOVES_PLIES = 100
    SEVENTYFIVE_MOVES_PLIES = 150

# The ways to end, in the order in which they are tried, which is python-chess's.
cdef enum Ending:
    GOES_ON = 0
    CHECKMATE
    STALEMATE
    INSUFFICIENT_MATERIAL
    SEVENTYFIVE_MOVES
    FIVEFOLD_REPETITION
    FIFTY_MOVES            # this and the next only if they are claimed
    THREEFOLD_REPETITION


cdef inline int times_before(const Snapshot* history, size_t length, const Position* p, int enough) noexcept nogil:
    """How often a position occurs in the history, counted up to `enough`.

    Pawns never go back, so the count ends where they stood differently.
    """
    cdef int count = 0
    while length > 0 and count < enough:
        length -= 1
        if history[length].state.position.boards.pawns != p.boards.pawns:
            break
        count += history[length].state.position.key == p.key
    return count
