"""The hash table of perft: how many leaves a position has at a depth.

A count is taken only if position and depth are the same for certain: the
bucket comes from one hash of the whole board, and 64 bits of a second,
independent hash are compared in full, together with the depth. Threads share
the table without locks: an entry is two words, the first of which is the hash
combined with the second, so an entry torn between two writers never matches.
"""

from kiwipete._core.kernel.memory cimport allocate, release
from kiwipete._core.kernel.squares cimport u64
from kiwipete._core.kernel.types cimport Bitboards, Entry, Table
from kiwipete._core.kernel.zobrist cimport mix

cdef extern from *:
    """
    /* Both halves of a 128-bit product: every bit of the inputs reaches the middle. */
    static inline uint64_t kw_fold(uint64_t a, uint64_t b) {
        unsigned __int128 product = (unsigned __int128) a * b;
        return (uint64_t) product ^ (uint64_t) (product >> 64);
    }
    """
    u64 fold "kw_fold"(u64 a, u64 b) noexcept nogil

cdef enum:
    BUCKET = 4        # entries of 16 bytes in a cache line
    DEPTH_BITS = 8

cdef struct Slot:
    Entry* bucket
    u64 hash


cdef inline bint open_table(Table* table, size_t megabytes) noexcept nogil:
    """Allocate at most this much; 0 for none. False if there is no memory."""
    table.entries = NULL
    table.buckets = 0
    if megabytes == 0:
        return True
    table.buckets = 1
    while 2 * table.buckets * BUCKET * sizeof(Entry) <= megabytes << 20:
        table.buckets *= 2
    table.entries = <Entry*> allocate(table.buckets * BUCKET * sizeof(Entry))
    return table.entries != NULL


cdef inline void close_table(Table* table) noexcept nogil:
    if table.entries != NULL:
        release(table.entries, table.buckets * BUCKET * sizeof(Entry))
    table.entries = NULL


cdef inline u64 hash_boards(const Bitboards* b, u64 seed) noexcept nogil:
    """A hash of all 64 bytes of a board; different seeds give independent hashes."""
    cdef const u64* words = <const u64*> b
    return mix(
        fold(words[0] ^ seed, words[1] ^ <u64> 0xa0761d6478bd642fu)
        ^ fold(words[2] ^ <u64> 0xe7037ed1a0b428dbu, words[3] ^ seed)
        ^ fold(words[4] ^ <u64> 0x8ebc6af09c88c6e3u, words[5] ^ seed)
        ^ fold(words[6] ^ seed, words[7] ^ <u64> 0x589965cc75374cc3u)
    )


cdef inline Slot find_slot(const Table* table, const Bitboards* b, int us) noexcept nogil:
    cdef Slot slot
    cdef u64 bucket = hash_boards(b, <u64> 0x1d8e4e27c47d124fu) & (table.buckets - 1)
    slot.bucket = &table.entries[bucket * BUCKET]
    slot.hash = hash_boards(b, <u64> 0xeb44accab455d165u) ^ <u64> us
    return slot


cdef inline bint look_up(const Slot* slot, int depth, u64* count) noexcept nogil:
    cdef int i
    cdef u64 data
    for i in range(BUCKET):
        data = slot.bucket[i].data
        if slot.bucket[i].check ^ data == slot.hash and data & 255 == <u64> depth:
            count[0] = data >> DEPTH_BITS
            return True
    return False


cdef inline void store(const Slot* slot, int depth, u64 count) noexcept nogil:
    """Replace the entry that took the least work to count."""
    cdef int i
    cdef int worst = 0
    cdef u64 data = count << DEPTH_BITS | <u64> depth
    if count >> (64 - DEPTH_BITS):
        return
    for i in range(1, BUCKET):
        if slot.bucket[i].data < slot.bucket[worst].data:
            worst = i
    slot.bucket[worst].check = slot.hash ^ data
    slot.bucket[worst].data = data
