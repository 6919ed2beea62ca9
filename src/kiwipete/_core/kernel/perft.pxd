"""Perft: count the leaves of the tree of legal moves, with a hash table of counts.

The counting functions are templates; hot.pyx has the recursive functions made of them.
"""

from kiwipete._core.kernel.bitboards cimport checkers
from kiwipete._core.kernel.memory cimport allocate, load_flag, release
from kiwipete._core.kernel.move cimport (
    CASTLE_KINGSIDE, Move, is_capture, is_castling, is_en_passant, is_promotion, move_flag, move_to,
)
from kiwipete._core.kernel.movegen cimport COUNT, LAST, Sink, Visit, WALK, generate
from kiwipete._core.kernel.replies cimport CountReplies, Foresight, SurveyReplies
from kiwipete._core.kernel.squares cimport bit, several, u64
from kiwipete._core.kernel.types cimport Bitboards, Context, Entry, Kinds, Position, Table
from kiwipete._core.kernel.zobrist cimport mix

# The hash table of perft: how many leaves a position has at a depth.
#
# A count is taken only if position and depth are the same for certain: the
# bucket comes from one hash of the whole board, and 64 bits of a second,
# independent hash are compared in full, together with the depth. Threads share
# the table without locks: an entry is two words, the first of which is the hash
# combined with the second, so an entry torn between two writers never matches.

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


# Templates.

cdef inline u64 count_leaves(const Bitboards* b, const int us, const bint castling) noexcept nogil:
    cdef Sink sink
    return generate(b, us, COUNT, castling, &sink)


cdef inline u64 walk(
    const Bitboards* b, const int us, int depth, Visit visit, void* context,
) noexcept nogil:
    """Add up what `visit` returns for each child at depth - 1."""
    cdef Sink sink
    sink.visit = visit
    sink.depth = depth - 1
    sink.context = context
    return generate(b, us, WALK, True, &sink)


cdef inline u64 count_two_plies(
    const Bitboards* b, const int us, Visit count, SurveyReplies survey_replies, CountReplies count_replies,
) noexcept nogil:
    """Leaves two plies below: one survey, and `count` where a move must be made."""
    cdef Foresight foresight
    cdef Sink sink
    foresight.survey_replies = survey_replies
    foresight.count_replies = count_replies
    survey_replies(b, &foresight.survey)
    sink.visit = count
    sink.depth = 1
    sink.context = NULL
    sink.foresight = &foresight
    return generate(b, us, LAST, True, &sink)


cdef inline bint stopped(void* context, int depth) noexcept nogil:
    """Called only where a subtree is large, so that it costs nothing."""
    return depth >= 4 and load_flag(&(<Context*> context).stop) != 0


cdef inline void count_kind(Kinds* kinds, const Position* after, Move move, bint mate) noexcept nogil:
    """Add one move of the last ply, given the position after it."""
    cdef int us = after.turn ^ 1
    cdef int king
    cdef u64 checking = checkers(&after.boards, after.turn)
    cdef u64 moved = bit(move_to(move))
    if is_castling(move):
        # The rook has moved too; it stands on the inner side of its king.
        king = after.boards.king[us]
        moved = bit(king) | bit(king - 1 if move_flag(move) == CASTLE_KINGSIDE else king + 1)
    kinds.nodes += 1
    kinds.captures += is_capture(move)
    kinds.en_passant += is_en_passant(move)
    kinds.castles += is_castling(move)
    kinds.promotions += is_promotion(move)
    if checking:
        kinds.checks += 1
        if several(checking):
            kinds.double_checks += 1
        elif not checking & moved:
            kinds.discovered_checks += 1
        kinds.checkmates += mate
