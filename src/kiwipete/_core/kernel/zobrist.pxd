"""Zobrist keys: a random word for each thing that makes positions differ.

The words come from one generator with one seed, fixed for ever, so that a
key written to a file today means the same position in every later version.
Castling has a word for each rook that may castle, which covers Chess960; en
passant has one for each file, used only where a capture is really possible.
"""

from kiwipete._core.kernel.squares cimport u64

cdef extern from *:
    """
    typedef struct {
        uint64_t pieces[12][64];
        uint64_t castling[64];
        uint64_t en_passant[8];
        uint64_t black;
    } kw_KeyTables;

    KW_TABLES(kw_KeyTables, kw_keys)
    #define kw_adopt_keys(tables) kw_adopt(kw_keys, tables)
    """
    ctypedef struct KeyTables "kw_KeyTables":
        pass
    KeyTables* KEY_TABLES "kw_keys"
    void adopt_key_tables "kw_adopt_keys"(void* tables) noexcept nogil
    u64[12][64] PIECE_KEYS "kw_keys->pieces"    # [colour * 6 + kind][square]
    u64[64] CASTLING_KEYS "kw_keys->castling"
    u64[8] EN_PASSANT_KEYS "kw_keys->en_passant"
    u64 BLACK_KEY "kw_keys->black"              # black is to move


cdef inline u64 mix(u64 word) noexcept nogil:
    """Scramble a word so that each bit depends on all of them (the finaliser of SplitMix64)."""
    word = (word ^ (word >> 30)) * <u64> 0xbf58476d1ce4e5b9u
    word = (word ^ (word >> 27)) * <u64> 0x94d049bb133111ebu
    return word ^ (word >> 31)


cdef inline u64 next_random(u64* state) noexcept nogil:
    """One step of SplitMix64."""
    state[0] += <u64> 0x9e3779b97f4a7c15u
    return mix(state[0])


cdef inline void fill_keys() noexcept nogil:
    """Must run once, in the hot module, before any position is set up."""
    global BLACK_KEY
    cdef u64 state = 2039
    cdef int piece, square, file
    for piece in range(12):
        for square in range(64):
            PIECE_KEYS[piece][square] = next_random(&state)
    for square in range(64):
        CASTLING_KEYS[square] = next_random(&state)
    for file in range(8):
        EN_PASSANT_KEYS[file] = next_random(&state)
    BLACK_KEY = next_random(&state)
