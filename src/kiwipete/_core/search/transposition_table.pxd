"""The transposition table: the results of earlier visits to a position.

An entry is two words: the packed result, and the key combined with it. Threads
share the table without locks; an entry torn between two writers matches no key.
The move may still belong to another position, because keys have only 64 bits:
check it with `is_legal` before playing it.
"""

from kiwipete._core.kernel.memory cimport allocate, load, prefetch, release, store_word
from kiwipete._core.kernel.move cimport Move, NULL_MOVE
from kiwipete._core.kernel.squares cimport i16, u64
from kiwipete._core.search.clearing cimport clear_memory, touch_memory
from kiwipete._core.search.score cimport DECISIVE, EXACT, LOWER, NO_BOUND, NO_SCORE, UPPER

cdef extern from *:
    """
    /* Spreads keys over any number of clusters, without a division. */
    static inline uint64_t kw_high_product(uint64_t a, uint64_t b) {
        return (uint64_t) (((unsigned __int128) a * b) >> 64);
    }
    """
    u64 high_product "kw_high_product"(u64 a, u64 b) noexcept nogil

cdef enum:
    CLUSTER = 4       # entries of 16 bytes in a cache line
    AGES = 32
    AGE_WORTH = 4     # plies of depth that an entry loses with every search
    KEEP_DEEPER = 4   # a search this much shallower does not replace the entry of the same position

cdef struct Entry:
    u64 check         # key ^ data
    u64 data          # move | score << 16 | eval << 32 | depth << 48 | bound << 56 | was_pv << 58 | age << 59

cdef struct TranspositionTable:
    Entry* entries
    u64 clusters
    u64 age
    bint is_used      # by a search, since it was empty
    bint is_off       # store nothing, to measure what the table gives

# An unpacked entry. Without a hit, its fields say that nothing is known.
cdef struct TTData:
    bint hit
    Move move
    int score         # mates count from the root
    int raw_eval      # the static evaluation before corrections, or NO_SCORE
    int depth
    int bound
    bint was_pv       # the position was once on a principal variation


# Mate and tablebase scores count from the root in the search, and from the node in the table, which has no root.

cdef inline int score_to_tt(int score, int ply) noexcept nogil:
    return score + ply if score >= DECISIVE else score - ply if score <= -DECISIVE else score


cdef inline int score_from_tt(int score, int ply) noexcept nogil:
    return score - ply if score >= DECISIVE else score + ply if score <= -DECISIVE else score


cdef inline bint tt_open(TranspositionTable* table, size_t megabytes) noexcept nogil:
    """Allocate an empty table; False if there is no memory, and then it must not be used."""
    table.clusters = (megabytes << 20) // (CLUSTER * sizeof(Entry))
    table.age = 0
    table.is_off = False
    table.is_used = False
    table.entries = <Entry*> allocate(table.clusters * CLUSTER * sizeof(Entry))
    if table.entries == NULL:
        return False
    touch_memory(table.entries, table.clusters * CLUSTER * sizeof(Entry))
    return True


cdef inline void tt_close(TranspositionTable* table) noexcept nogil:
    if table.entries != NULL:
        release(table.entries, table.clusters * CLUSTER * sizeof(Entry))
    table.entries = NULL


cdef inline void tt_clear(TranspositionTable* table) noexcept nogil:
    if table.is_used:
        clear_memory(table.entries, table.clusters * CLUSTER * sizeof(Entry))
        table.is_used = False


cdef inline Entry* cluster_of(const TranspositionTable* table, u64 key) noexcept nogil:
    return &table.entries[CLUSTER * high_product(key, table.clusters)]


cdef inline void tt_prefetch(const TranspositionTable* table, u64 key) noexcept nogil:
    prefetch(cluster_of(table, key))


cdef inline u64 pack(Move move, int score, int raw_eval, int depth, int bound, bint was_pv, u64 age) noexcept nogil:
    return (
        <u64> move | (<u64> score & 0xffff) << 16 | (<u64> raw_eval & 0xffff) << 32 | (<u64> depth & 0xff) << 48
        | <u64> bound << 56 | <u64> was_pv << 58 | age << 59
    )


cdef inline int depth_of(u64 data) noexcept nogil:
    return data >> 48 & 0xff


cdef inline int bound_of(u64 data) noexcept nogil:
    return data >> 56 & 3


cdef inline u64 age_of(u64 data) noexcept nogil:
    return data >> 59


cdef inline TTData tt_probe(const TranspositionTable* table, u64 key, int ply) noexcept nogil:
    """Return what is stored for a position `ply` plies below the root."""
    cdef Entry* entry = cluster_of(table, key)
    cdef TTData result
    cdef u64 data
    cdef int i
    for i in range(CLUSTER):
        data = load(&entry[i].data)
        if load(&entry[i].check) ^ data == key and bound_of(data) != NO_BOUND:
            result.hit = True
            result.move = <Move> data
            result.score = score_from_tt(<i16> (data >> 16), ply)
            result.raw_eval = <i16> (data >> 32)
            result.depth = depth_of(data)
            result.bound = bound_of(data)
            result.was_pv = data >> 58 & 1
            return result
    result.hit = False
    result.move = NULL_MOVE
    result.score = NO_SCORE
    result.raw_eval = NO_SCORE
    result.depth = -1
    result.bound = NO_BOUND
    result.was_pv = False
    return result


cdef inline bint tt_cutoff(const TTData* tt, int alpha, int beta) noexcept nogil:
    """Is the stored score exact, or a bound outside the window?"""
    if tt.bound == EXACT:
        return True
    return tt.score >= beta if tt.bound == LOWER else tt.bound == UPPER and tt.score <= alpha


cdef inline int tt_adjusted_eval(int static_eval, const TTData* tt) noexcept nogil:
    """Return the stored score if it is a better estimate than the static evaluation."""
    if tt.bound == EXACT or (tt.bound == LOWER and tt.score > static_eval) or (
        tt.bound == UPPER and tt.score < static_eval
    ):
        return tt.score
    return static_eval


cdef inline int worth_keeping(u64 data, u64 age) noexcept nogil:
    """Rank an entry for replacement: deep and recent ones stay, empty ones go first."""
    if bound_of(data) == NO_BOUND:
        return -1024
    return depth_of(data) - AGE_WORTH * <int> ((age - age_of(data)) % AGES)


cdef inline void tt_store(
    TranspositionTable* table, u64 key, int ply, Move move, int score, int raw_eval, int depth, int bound, bint was_pv,
) noexcept nogil:
    """Store a result in place of the same position, or of the entry least worth keeping."""
    cdef Entry* cluster = cluster_of(table, key)
    cdef Entry* chosen = cluster
    cdef int least = 1024
    cdef int i, worth
    cdef u64 data
    if table.is_off:
        return
    for i in range(CLUSTER):
        data = load(&cluster[i].data)
        if load(&cluster[i].check) ^ data == key and bound_of(data) != NO_BOUND:
            chosen = &cluster[i]
            if move == NULL_MOVE:
                move = <Move> data
            if bound != EXACT and age_of(data) == table.age and depth + KEEP_DEEPER + 2 * was_pv <= depth_of(data):
                return
            break
        worth = worth_keeping(data, table.age)
        if worth < least:
            least = worth
            chosen = &cluster[i]
    data = pack(move, score_to_tt(score, ply), raw_eval, depth, bound, was_pv, table.age)
    store_word(&chosen.check, key ^ data)
    store_word(&chosen.data, data)


cdef inline void tt_new_search(TranspositionTable* table) noexcept nogil:
    """Age all entries by one search."""
    table.is_used = True
    table.age = (table.age + 1) % AGES


cdef inline int tt_hashfull(const TranspositionTable* table) noexcept nogil:
    """Return how much of the table this search has filled, in permille, from a sample."""
    cdef int used = 0
    cdef int i
    cdef u64 data
    for i in range(1000):
        data = load(&table.entries[i].data)
        used += bound_of(data) != NO_BOUND and age_of(data) == table.age
    return used
