"""The transposition table: what an earlier visit to a position found.

An entry is two words: what was found, and that combined with the key. Threads
share the table without locks; an entry torn between two writers fits no key.
Still the move in it may belong to another position (keys are only 64 bits),
so whoever takes one asks `is_legal` first.
"""

from kiwipete._core.kernel.memory cimport allocate, load, prefetch, release, store_word
from kiwipete._core.kernel.move cimport Move, NULL_MOVE
from kiwipete._core.kernel.squares cimport i16, u64
from kiwipete._core.search.clearing cimport clear_memory, touch_memory
from kiwipete._core.search.value cimport EXACT, NO_BOUND, NO_VALUE, from_node, from_root

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
    KEEP_DEEPER = 4   # a visit this much shallower does not replace the same position

cdef struct Entry:
    u64 check         # key ^ found
    u64 found         # move | score << 16 | value << 32 | depth << 48 | bound << 56 | on_pv << 58 | age << 59

cdef struct TranspositionTable:
    Entry* entries
    u64 clusters
    u64 age
    bint is_used      # by a search, since it was empty
    bint is_off       # nothing is stored, to measure what the table gives

# An entry unpacked. Without a hit it says that nothing is known.
cdef struct Found:
    bint hit
    Move move
    int score         # mates by their distance from the root
    int value         # the evaluation before corrections
    int depth
    int bound
    bint on_pv        # the position was once on a principal variation


cdef inline bint open_transpositions(TranspositionTable* table, size_t megabytes) noexcept nogil:
    """False if there is no memory; the table is then empty and must not be used."""
    table.clusters = (megabytes << 20) // (CLUSTER * sizeof(Entry))
    table.age = 0
    table.is_off = False
    table.is_used = False
    table.entries = <Entry*> allocate(table.clusters * CLUSTER * sizeof(Entry))
    if table.entries == NULL:
        return False
    touch_memory(table.entries, table.clusters * CLUSTER * sizeof(Entry))
    return True


cdef inline void close_transpositions(TranspositionTable* table) noexcept nogil:
    if table.entries != NULL:
        release(table.entries, table.clusters * CLUSTER * sizeof(Entry))
    table.entries = NULL


cdef inline void clear_transpositions(TranspositionTable* table) noexcept nogil:
    if table.is_used:
        clear_memory(table.entries, table.clusters * CLUSTER * sizeof(Entry))
        table.is_used = False


cdef inline Entry* cluster_of(const TranspositionTable* table, u64 key) noexcept nogil:
    return &table.entries[CLUSTER * high_product(key, table.clusters)]


cdef inline void fetch_ahead(const TranspositionTable* table, u64 key) noexcept nogil:
    prefetch(cluster_of(table, key))


cdef inline u64 pack(Move move, int score, int value, int depth, int bound, bint on_pv, u64 age) noexcept nogil:
    return (
        <u64> move | (<u64> score & 0xffff) << 16 | (<u64> value & 0xffff) << 32 | (<u64> depth & 0xff) << 48
        | <u64> bound << 56 | <u64> on_pv << 58 | age << 59
    )


cdef inline int depth_of(u64 found) noexcept nogil:
    return found >> 48 & 0xff


cdef inline int bound_of(u64 found) noexcept nogil:
    return found >> 56 & 3


cdef inline Found look_up(const TranspositionTable* table, u64 key, int ply) noexcept nogil:
    """What is known of a position that stands `ply` plies below the root."""
    cdef Entry* entry = cluster_of(table, key)
    cdef Found result
    cdef u64 found
    cdef int i
    for i in range(CLUSTER):
        found = load(&entry[i].found)
        if load(&entry[i].check) ^ found == key and bound_of(found) != NO_BOUND:
            result.hit = True
            result.move = <Move> found
            result.score = from_root(<i16> (found >> 16), ply)
            result.value = <i16> (found >> 32)
            result.depth = depth_of(found)
            result.bound = bound_of(found)
            result.on_pv = found >> 58 & 1
            return result
    result.hit = False
    result.move = NULL_MOVE
    result.score = NO_VALUE
    result.value = NO_VALUE
    result.depth = -1
    result.bound = NO_BOUND
    result.on_pv = False
    return result


cdef inline int worth_keeping(u64 found, u64 age) noexcept nogil:
    """Deep and recent entries are; empty ones come last."""
    if bound_of(found) == NO_BOUND:
        return -1024
    return depth_of(found) - AGE_WORTH * <int> ((age - (found >> 59)) % AGES)


cdef inline void remember(
    TranspositionTable* table, u64 key, int ply, Move move, int score, int value, int depth, int bound, bint on_pv,
) noexcept nogil:
    """Store a result in place of the same position, or of what is least worth keeping."""
    cdef Entry* cluster = cluster_of(table, key)
    cdef Entry* chosen = cluster
    cdef int least = 1024
    cdef int i, worth
    cdef u64 found
    if table.is_off:
        return
    for i in range(CLUSTER):
        found = load(&cluster[i].found)
        if load(&cluster[i].check) ^ found == key and bound_of(found) != NO_BOUND:
            chosen = &cluster[i]
            if move == NULL_MOVE:
                move = <Move> found
            if bound != EXACT and found >> 59 == table.age and depth + KEEP_DEEPER + 2 * on_pv <= depth_of(found):
                return
            break
        worth = worth_keeping(found, table.age)
        if worth < least:
            least = worth
            chosen = &cluster[i]
    found = pack(move, from_node(score, ply), value, depth, bound, on_pv, table.age)
    store_word(&chosen.check, key ^ found)
    store_word(&chosen.found, found)


cdef inline void grow_older(TranspositionTable* table) noexcept nogil:
    """A new search begins: what is there is now one search old."""
    table.is_used = True
    table.age = (table.age + 1) % AGES


cdef inline int permille_full(const TranspositionTable* table) noexcept nogil:
    """How much of the table this search has filled, from a sample."""
    cdef int used = 0
    cdef int i
    cdef u64 found
    for i in range(1000):
        found = load(&table.entries[i].found)
        used += bound_of(found) != NO_BOUND and found >> 59 == table.age
    return used
