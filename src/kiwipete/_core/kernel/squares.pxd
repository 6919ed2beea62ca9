"""Sets of squares as 64-bit words: bit 0 is a1, bit 7 is h1, bit 63 is h8.

The ground floor of the kernel. Everything here is a handful of instructions;
`us` is always a literal at the call site, so the branches on it vanish.
"""

from libc.stdint cimport int16_t, int32_t, uint16_t, uint32_t, uint64_t, uint8_t

ctypedef int16_t i16
ctypedef int32_t i32
ctypedef uint8_t u8
ctypedef uint16_t u16
ctypedef uint32_t u32
ctypedef uint64_t u64

cdef enum:
    WHITE = 0
    BLACK = 1

cdef enum:
    PAWN = 0
    KNIGHT = 1
    BISHOP = 2
    ROOK = 3
    QUEEN = 4
    KING = 5

cdef enum:
    NO_SQUARE = 64

cdef extern from *:
    """
    #include <assert.h>

    #define kw_popcount(set) __builtin_popcountll(set)
    #define kw_first(set) __builtin_ctzll(set)
    #define kw_last(set) (63 - __builtin_clzll(set))
    #define kw_unlikely(condition) __builtin_expect(!!(condition), 0)

    /* Tables exist once, in the hot module. There they are plain variables; every
       other module that uses the kernel reaches them by a pointer, which it is
       given when it is loaded. */
    #ifdef KIWIPETE_HOT
    #define KW_TABLES(type, name) static type name##_here; static type *const name = &name##_here;
    #define kw_adopt(name, tables) ((void) (tables))
    #else
    #define KW_TABLES(type, name) static type *name;
    #define kw_adopt(name, tables) (name = (tables))
    #endif

    #define KW_ALL_SQUARES 0xffffffffffffffffULL
    #define KW_FILE_A 0x0101010101010101ULL
    #define KW_FILE_E 0x1010101010101010ULL
    #define KW_FILE_H 0x8080808080808080ULL
    #define KW_RANK_1 0x00000000000000ffULL
    #define KW_RANK_3 0x0000000000ff0000ULL
    #define KW_RANK_6 0x0000ff0000000000ULL
    #define KW_RANK_8 0xff00000000000000ULL
    """
    int popcount "kw_popcount"(u64 squares) noexcept nogil
    int first_square "kw_first"(u64 squares) noexcept nogil  # squares must not be empty
    int last_square "kw_last"(u64 squares) noexcept nogil    # nor here
    bint unlikely "kw_unlikely"(bint condition) noexcept nogil
    void promise "assert"(bint condition) noexcept nogil     # checked in debug builds only
    const u64 ALL_SQUARES "KW_ALL_SQUARES"
    const u64 FILE_A "KW_FILE_A"
    const u64 FILE_E "KW_FILE_E"
    const u64 FILE_H "KW_FILE_H"
    const u64 RANK_1 "KW_RANK_1"
    const u64 RANK_3 "KW_RANK_3"
    const u64 RANK_6 "KW_RANK_6"
    const u64 RANK_8 "KW_RANK_8"


cdef inline u64 bit(int square) noexcept nogil:
    return (<u64> 1) << square


cdef inline int pop_first(u64* squares) noexcept nogil:
    """Remove and return the lowest square of a set that is not empty."""
    promise(squares[0] != 0)
    cdef int square = first_square(squares[0])
    squares[0] &= squares[0] - 1
    return square


cdef inline int pop_last(u64* squares) noexcept nogil:
    """Remove and return the highest square of a set that is not empty."""
    promise(squares[0] != 0)
    cdef int square = last_square(squares[0])
    squares[0] ^= bit(square)
    return square


cdef inline bint several(u64 squares) noexcept nogil:
    """True if the set has two squares or more."""
    return (squares & (squares - 1)) != 0


cdef inline int file_of(int square) noexcept nogil:
    return square & 7


cdef inline int rank_of(int square) noexcept nogil:
    return square >> 3


cdef inline u64 forward(u64 squares, int us) noexcept nogil:
    return squares << 8 if us == WHITE else squares >> 8


cdef inline u64 forward_east(u64 squares, int us) noexcept nogil:
    """The squares a pawn of `us` attacks towards the h-file."""
    if us == WHITE:
        return (squares & ~FILE_H) << 9
    return (squares & ~FILE_H) >> 7


cdef inline u64 forward_west(u64 squares, int us) noexcept nogil:
    """The squares a pawn of `us` attacks towards the a-file."""
    if us == WHITE:
        return (squares & ~FILE_A) << 7
    return (squares & ~FILE_A) >> 9


cdef inline int step(int us) noexcept nogil:
    """What a pawn of `us` adds to its square when it moves one forward."""
    return 8 if us == WHITE else -8


cdef inline u64 home_rank(int us) noexcept nogil:
    return RANK_1 if us == WHITE else RANK_8


cdef inline u64 last_rank(int us) noexcept nogil:
    return RANK_8 if us == WHITE else RANK_1


cdef inline u64 second_rank(int us) noexcept nogil:
    """Where the pawns of `us` stand at the start."""
    return forward(home_rank(us), us)


cdef inline u64 third_rank(int us) noexcept nogil:
    """Where a pawn stands in the middle of its double push."""
    return RANK_3 if us == WHITE else RANK_6


cdef inline u64 file_through(int square) noexcept nogil:
    return FILE_A << file_of(square)


cdef inline u64 lowest(u64 squares) noexcept nogil:
    """The lowest square of a set, as a set."""
    return squares & -squares


cdef inline u64 highest(u64 squares) noexcept nogil:
    """The highest square of a set, as a set."""
    return bit(last_square(squares)) if squares else 0


# Slider attacks by walking the board, square by square.
#
# Slow and plain, so that it is easy to verify. It fills the tables of attacks.pxd
# when the module is loaded, and tests compare them with it.

cdef inline u64 walk_ray(int square, u64 occupied, int d_file, int d_rank) noexcept nogil:
    """The squares seen from `square` in one direction, the first occupied one included."""
    cdef u64 seen = 0
    cdef int file = file_of(square) + d_file
    cdef int rank = rank_of(square) + d_rank
    while 0 <= file < 8 and 0 <= rank < 8:
        seen |= bit(8 * rank + file)
        if occupied & bit(8 * rank + file):
            break
        file += d_file
        rank += d_rank
    return seen


cdef inline u64 walk_bishop(int square, u64 occupied) noexcept nogil:
    return (
        walk_ray(square, occupied, 1, 1) | walk_ray(square, occupied, 1, -1)
        | walk_ray(square, occupied, -1, 1) | walk_ray(square, occupied, -1, -1)
    )


cdef inline u64 walk_rook(int square, u64 occupied) noexcept nogil:
    return (
        walk_ray(square, occupied, 0, 1) | walk_ray(square, occupied, 1, 0)
        | walk_ray(square, occupied, 0, -1) | walk_ray(square, occupied, -1, 0)
    )
