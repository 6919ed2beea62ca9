"""What each piece attacks from each square: tables, filled once by `fill_attack_tables`.

A slider's attacks are one look-up. The index into the table comes from PEXT
where that instruction is fast, and from a magic multiplication elsewhere;
`subset_index` hides which one it is from everything above this file.
"""

from kiwipete._core.kernel.magics cimport BISHOP_MAGICS, RING_MAGICS, ROOK_MAGICS
from kiwipete._core.kernel.squares cimport (
    BLACK, FILE_A, FILE_H, RANK_1, RANK_8, WHITE, bit, file_of, forward_east, forward_west, pop_first, popcount,
    rank_of, u64, walk_bishop, walk_ray, walk_rook,
)

cdef extern from *:
    """
    #ifdef KIWIPETE_PEXT
    #include <immintrin.h>
    #endif

    /* The relevant squares of a look-up and where its answers begin. */
    typedef struct {
        uint64_t mask;
        uint64_t magic;
        uint32_t offset;
        uint32_t shift;
    } kw_Lookup;

    /* Which squares a diagonal and a straight slider could reach a free
       neighbour of the king from, for one placement of our pieces around it. */
    typedef struct {
        uint64_t diagonal;
        uint64_t straight;
    } kw_Zone;

    /* What castling with a rook requires; see castling_path. */
    typedef struct {
        uint64_t empty;
        uint64_t safe;
    } kw_CastlingPath;

    typedef struct {
        uint64_t knight_attacks[64];
        uint64_t king_attacks[64];
        uint64_t pawn_attacks[2][64];
        uint64_t diagonal_rays[64];
        uint64_t straight_rays[64];
        uint64_t diagonals[64];
        uint64_t antidiagonals[64];
        uint64_t between[64][64];
        uint64_t line[64][64];
        uint64_t knight_zone[64];
        kw_Lookup bishops[64];
        kw_Lookup rooks[64];
        kw_Lookup rings[64];
        kw_CastlingPath castling_paths[2][8][8];
        /* 5,248 bishop and 102,400 rook answers: the sum over all squares of
           2 to the number of relevant squares. */
        uint64_t slider_attacks[5248 + 102400];
        /* A ring has 3, 5 or 8 squares: 4 * 8 + 24 * 32 + 36 * 256. */
        kw_Zone zones[10016];
        /* For modules that are not built for the processor: see kw_subset_index. */
        uint32_t (*subset_index)(const kw_Lookup *lookup, uint64_t squares);
    } kw_AttackTables;

    KW_TABLES(kw_AttackTables, kw_attacks)
    #define kw_adopt_attacks(tables) kw_adopt(kw_attacks, tables)

    /* The index of the answer for these squares. Only modules that are built for the
    processor may compute it; the other modules call it. */
    static inline uint32_t kw_subset_index(const kw_Lookup *lookup, uint64_t squares) {
    #if !defined(KIWIPETE_HOT) && !defined(KIWIPETE_OWN_LOOKUP)
        return kw_attacks->subset_index(lookup, squares);
    #elif defined(KIWIPETE_PEXT)
        return lookup->offset + (uint32_t) _pext_u64(squares, lookup->mask);
    #else
        return lookup->offset + (uint32_t) (((squares & lookup->mask) * lookup->magic) >> lookup->shift);
    #endif
    }
    """
    ctypedef struct Lookup "kw_Lookup":
        u64 mask
        u64 magic
        unsigned int offset
        unsigned int shift
    ctypedef struct Zone "kw_Zone":
        u64 diagonal
        u64 straight
    ctypedef struct CastlingPath "kw_CastlingPath":
        u64 empty  # squares that must hold nothing but this king and this rook
        u64 safe   # squares the king stands on, crosses or reaches
    ctypedef struct AttackTables "kw_AttackTables":
        unsigned int (*subset_index)(const Lookup* lookup, u64 squares) noexcept nogil
    AttackTables* ATTACK_TABLES "kw_attacks"
    void adopt_attack_tables "kw_adopt_attacks"(void* tables) noexcept nogil
    unsigned int subset_index "kw_subset_index"(const Lookup* lookup, u64 squares) noexcept nogil
    u64[64] KNIGHT_ATTACKS "kw_attacks->knight_attacks"
    u64[64] KING_ATTACKS "kw_attacks->king_attacks"
    u64[2][64] PAWN_ATTACKS "kw_attacks->pawn_attacks"
    u64[64] DIAGONAL_RAYS "kw_attacks->diagonal_rays"      # a bishop's attacks on an empty board
    u64[64] STRAIGHT_RAYS "kw_attacks->straight_rays"      # a rook's
    u64[64] DIAGONALS "kw_attacks->diagonals"              # the line parallel to a1-h8
    u64[64] ANTIDIAGONALS "kw_attacks->antidiagonals"      # the line parallel to a8-h1
    u64[64][64] BETWEEN "kw_attacks->between"              # strictly between two squares of one line
    u64[64][64] LINE "kw_attacks->line"                    # the whole line through two squares
    u64[64] KNIGHT_ZONE "kw_attacks->knight_zone"          # from where a knight attacks a neighbour
    Lookup[64] BISHOPS "kw_attacks->bishops"
    Lookup[64] ROOKS "kw_attacks->rooks"
    Lookup[64] RINGS "kw_attacks->rings"
    u64* SLIDER_ATTACKS "kw_attacks->slider_attacks"
    Zone* ZONES "kw_attacks->zones"
    CastlingPath[2][8][8] CASTLING_PATHS "kw_attacks->castling_paths"


cdef inline u64 bishop_attacks(int square, u64 occupied) noexcept nogil:
    return SLIDER_ATTACKS[subset_index(&BISHOPS[square], occupied)]


cdef inline u64 rook_attacks(int square, u64 occupied) noexcept nogil:
    return SLIDER_ATTACKS[subset_index(&ROOKS[square], occupied)]


cdef inline const Zone* king_zone(int king, u64 mine) noexcept nogil:
    return &ZONES[subset_index(&RINGS[king], mine)]


cdef inline const CastlingPath* castling_path(int us, int king, int rook) noexcept nogil:
    """The path of castling with king and rook on these squares of the home rank."""
    return &CASTLING_PATHS[us][file_of(king)][file_of(rook)]


# Filling the tables, in the order in which they need each other.

cdef inline u64 leaper_attacks(int square, int long_step, int short_step) noexcept nogil:
    """The squares this many files and ranks away, either way round, on the board."""
    cdef u64 attacks = 0
    cdef int target, files, ranks
    for target in range(64):
        files = abs(file_of(target) - file_of(square))
        ranks = abs(rank_of(target) - rank_of(square))
        if (files == long_step and ranks == short_step) or (files == short_step and ranks == long_step):
            attacks |= bit(target)
    return attacks


cdef inline void fill_leapers() noexcept nogil:
    cdef int square
    for square in range(64):
        KNIGHT_ATTACKS[square] = leaper_attacks(square, 2, 1)
        KING_ATTACKS[square] = leaper_attacks(square, 1, 0) | leaper_attacks(square, 1, 1)
        PAWN_ATTACKS[WHITE][square] = forward_east(bit(square), WHITE) | forward_west(bit(square), WHITE)
        PAWN_ATTACKS[BLACK][square] = forward_east(bit(square), BLACK) | forward_west(bit(square), BLACK)
        DIAGONAL_RAYS[square] = walk_bishop(square, 0)
        STRAIGHT_RAYS[square] = walk_rook(square, 0)
        DIAGONALS[square] = walk_ray(square, 0, 1, 1) | walk_ray(square, 0, -1, -1)
        ANTIDIAGONALS[square] = walk_ray(square, 0, -1, 1) | walk_ray(square, 0, 1, -1)


cdef inline unsigned int plan_lookup(Lookup* lookup, u64 mask, u64 magic, unsigned int offset) noexcept nogil:
    """Describe one look-up; return the offset after its answers."""
    lookup.mask = mask
    lookup.magic = magic
    lookup.offset = offset
    lookup.shift = 64 - popcount(mask)
    return offset + (1u << popcount(mask))


cdef inline u64 relevant(u64 rays, int square) noexcept nogil:
    """Rays without their ends: a piece on the edge hides nothing behind it."""
    cdef u64 rank_edges = (RANK_1 | RANK_8) & ~(RANK_1 << (square & 56))
    cdef u64 file_edges = (FILE_A | FILE_H) & ~(FILE_A << file_of(square))
    return rays & ~(rank_edges | file_edges)


cdef inline void fill_sliders() noexcept nogil:
    cdef int square
    cdef u64 subset, mask
    cdef unsigned int offset = 0
    for square in range(64):
        mask = relevant(DIAGONAL_RAYS[square], square)
        offset = plan_lookup(&BISHOPS[square], mask, BISHOP_MAGICS[square], offset)
        subset = 0
        while True:
            SLIDER_ATTACKS[subset_index(&BISHOPS[square], subset)] = walk_bishop(square, subset)
            subset = (subset - mask) & mask
            if subset == 0:
                break
    for square in range(64):
        mask = relevant(STRAIGHT_RAYS[square], square)
        offset = plan_lookup(&ROOKS[square], mask, ROOK_MAGICS[square], offset)
        subset = 0
        while True:
            SLIDER_ATTACKS[subset_index(&ROOKS[square], subset)] = walk_rook(square, subset)
            subset = (subset - mask) & mask
            if subset == 0:
                break


cdef inline void fill_lines() noexcept nogil:
    cdef int a, b
    cdef u64 ends
    for a in range(64):
        for b in range(64):
            ends = bit(a) | bit(b)
            if DIAGONAL_RAYS[a] & bit(b):
                BETWEEN[a][b] = bishop_attacks(a, ends) & bishop_attacks(b, ends)
                LINE[a][b] = (DIAGONAL_RAYS[a] & DIAGONAL_RAYS[b]) | ends
            elif STRAIGHT_RAYS[a] & bit(b):
                BETWEEN[a][b] = rook_attacks(a, ends) & rook_attacks(b, ends)
                LINE[a][b] = (STRAIGHT_RAYS[a] & STRAIGHT_RAYS[b]) | ends


cdef inline void fill_zones() noexcept nogil:
    """For each king and each set of our pieces around it, see attacks.pxd's Zone.

    Our pieces on the ring block a slider's way; the king itself does not, because
    a slider sees through it to the square behind.
    """
    cdef int king, neighbour
    cdef u64 mine, ring, free
    cdef unsigned int offset = 0
    cdef Zone* zone
    for king in range(64):
        ring = KING_ATTACKS[king]
        offset = plan_lookup(&RINGS[king], ring, RING_MAGICS[king], offset)
        free = ring
        while free:
            KNIGHT_ZONE[king] |= KNIGHT_ATTACKS[pop_first(&free)]
        mine = 0
        while True:
            zone = &ZONES[subset_index(&RINGS[king], mine)]
            free = ring & ~mine
            while free:
                neighbour = pop_first(&free)
                zone.diagonal |= bishop_attacks(neighbour, mine)
                zone.straight |= rook_attacks(neighbour, mine)
            mine = (mine - ring) & ring
            if mine == 0:
                break


cdef inline void fill_castling_paths() noexcept nogil:
    """The king goes to the c- or g-file, the rook to the d- or f-file, wherever they start."""
    cdef int us, king, rook, home, king_to, rook_to
    cdef CastlingPath* path
    for us in range(2):
        home = 0 if us == WHITE else 56
        for king in range(home, home + 8):
            for rook in range(home, home + 8):
                king_to = home + (6 if rook > king else 2)
                rook_to = home + (5 if rook > king else 3)
                path = &CASTLING_PATHS[us][file_of(king)][file_of(rook)]
                path.safe = BETWEEN[king][king_to] | bit(king) | bit(king_to)
                path.empty = (path.safe | BETWEEN[rook][rook_to] | bit(rook_to)) & ~(bit(king) | bit(rook))


cdef inline void fill_attack_tables() noexcept nogil:
    """Must run once, in the hot module, before anything else in the kernel."""
    ATTACK_TABLES.subset_index = subset_index
    fill_leapers()
    fill_sliders()
    fill_lines()
    fill_zones()
    fill_castling_paths()
