# Listing legal moves by their numbers; the order does not matter.

cdef extern from *:
    """
    /* Write those numbers of a row that are at the squares of a set; return where the next number goes. Four are
       written at a time, whether or not there are so many: most pieces have at most that many moves, so that the
       processor guesses where the loop ends. What was written beyond them is overwritten by the next. */
    static inline uint16_t *kw_pick(uint16_t *to, const uint16_t *row, uint64_t set) {
        uint16_t *after = to + kw_popcount(set);
        int k, square;
        do {
            for (k = 0; k < 4; k++) {
                square = set ? kw_first(set) : 64; /* one instruction; 64 is the first of the next row */
                __asm__("" : "+r"(square));        /* not a branch for each, as the compiler would have it */
                to[k] = row[square];
                set &= set - 1;
            }
            to += 4;
        } while (__builtin_expect(set != 0, 0));
        return after;
    }

    typedef uint16_t *(*kw_picker)(uint16_t *to, const uint16_t *row, uint64_t set);

    /* Write the numbers of all moves in sets: those of pieces, by the square that they come from, and four of pawns. */
    static inline __attribute__((always_inline)) uint16_t *kw_list_by(
        kw_picker pick, uint16_t *to, uint64_t pieces, const uint64_t *targets, const uint16_t *rows,
        const uint64_t *pawns, const uint16_t *pawn_rows
    ) {
        int k;
        for (; pieces; pieces &= pieces - 1) {
            k = kw_first(pieces);
            to = pick(to, rows + 64 * k, targets[k]);
        }
        for (k = 0; k < 4; k++) if (pawns[k]) to = pick(to, pawn_rows + 64 * k, pawns[k]);
        return to;
    }

    /* Processors with AVX-512 VBMI2 pick from a row without a guess: a seventh more pushes a second. Only they run
       these functions, whichever build they are in; the build for the oldest processors goes without. */
    #if defined(__x86_64__) && defined(__AVX2__)
    #include <immintrin.h>
    #define KW_BY_VECTORS __attribute__((target("avx512f,avx512bw,avx512vbmi2")))
    KW_BY_VECTORS static inline uint16_t *kw_pick_by_vectors(uint16_t *to, const uint16_t *row, uint64_t set) {
        uint32_t lower = (uint32_t) set, upper = (uint32_t) (set >> 32);
        _mm512_storeu_si512(to, _mm512_maskz_compress_epi16(lower, _mm512_loadu_si512(row)));
        to += kw_popcount(lower);
        _mm512_storeu_si512(to, _mm512_maskz_compress_epi16(upper, _mm512_loadu_si512(row + 32)));
        return to + kw_popcount(upper);
    }
    KW_BY_VECTORS static uint16_t *kw_list_by_vectors(
        uint16_t *to, uint64_t pieces, const uint64_t *targets, const uint16_t *rows,
        const uint64_t *pawns, const uint16_t *pawn_rows
    ) {
        return kw_list_by(kw_pick_by_vectors, to, pieces, targets, rows, pawns, pawn_rows);
    }
    static int kw_has_vectors(void) {
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi2");
    }
    #else
    #define kw_list_by_vectors(to, ...) (to)
    static int kw_has_vectors(void) { return 0; }
    #endif

    static int kw_by_vectors; /* set once, when the module is loaded */

    static inline uint16_t *kw_list_sets(
        uint16_t *to, uint64_t pieces, const uint64_t *targets, const uint16_t *rows,
        const uint64_t *pawns, const uint16_t *pawn_rows
    ) {
        if (kw_by_vectors) return kw_list_by_vectors(to, pieces, targets, rows, pawns, pawn_rows);
        return kw_list_by(kw_pick, to, pieces, targets, rows, pawns, pawn_rows);
    }
    """
    bint has_vectors "kw_has_vectors"() noexcept
    bint by_vectors "kw_by_vectors"
    u16* list_sets "kw_list_sets"(
        u16* to, u64 pieces, const u64* targets, const u16* rows, const u64* pawns, const u16* pawn_rows,
    ) noexcept nogil

by_vectors = has_vectors()


cdef u16* list_promotions(u16* to, const Numbers* numbers, int us, int kind, u64 targets) noexcept nogil:
    cdef int promotion, to_square
    while targets:
        to_square = pop_first(&targets)
        for promotion in range(1, PROMOTIONS):
            to[0] = numbers.moves[us][promotion][to_square + pawn_origin(kind, us)][to_square]
            to += 1
    return to


cdef u16* list_castling(const Vector* v, const Position* p, const MoveSets* sets, u16* to) noexcept nogil:
    cdef int k, index
    for k in range(sets.castlings):
        index = move_index(v.codec, p, sets.castling[k])
        if 0 <= index < v.moves:
            to[0] = <u16> index
            to += 1
    return to


cdef void list_numbers(const Vector* v, Game* game) noexcept nogil:
    """List the numbers of the legal moves, and copies of the last to fill a stride."""
    cdef const Numbers* numbers = v.numbers
    cdef int us = game.position.turn
    cdef u16* to = game.numbers
    cdef MoveSets sets
    cdef u64[PAWN_SETS] pawns
    cdef int k
    gather_moves(&game.position, &sets)
    if unlikely((sets.steps | sets.east | sets.west) & last_rank(us) != 0):
        to = list_promotions(to, numbers, us, STEPS, sets.steps & last_rank(us))
        to = list_promotions(to, numbers, us, EAST, sets.east & last_rank(us))
        to = list_promotions(to, numbers, us, WEST, sets.west & last_rank(us))
    pawns[<int> STEPS] = sets.steps & ~last_rank(us)
    pawns[<int> DOUBLE_STEPS] = sets.double_steps
    pawns[<int> EAST] = sets.east & ~last_rank(us)
    pawns[<int> WEST] = sets.west & ~last_rank(us)
    to = list_sets(to, sets.pieces, sets.targets, &numbers.moves[us][0][0][0], pawns, &numbers.pawns[us][0][0])
    while unlikely(sets.en_passant != 0):
        to[0] = numbers.moves[us][0][pop_first(&sets.en_passant)][sets.en_passant_target]
        to += 1
    if unlikely(sets.castlings != 0):
        to = list_castling(v, &game.position, &sets, to)
    game.count = <u16> (to - game.numbers)
    for k in range(STRIDE - 1):
        to[k] = to[-1] if game.count else 0
