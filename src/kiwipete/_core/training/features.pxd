"""Records of positions and the features that the network sees in them.

kiwipete/position_record.py describes a record, network_file.py the features.
"""

from kiwipete._core.kernel.squares cimport KING, PAWN, ROOK, i16, pop_first, popcount, u8, u16, u64

cdef enum:
    FEATURES = 768
    MAX_PIECES = 32

# Of a record: nibbles beside the kinds of pieces, and the flags of the result.
cdef enum:
    CASTLING_ROOK = 6
    EN_PASSANT_PAWN = 7
    OTHERS = 8            # added for the other side's pieces
    RESULT_BITS = 3

ctypedef struct Record:
    u64 occupied
    u8[16] pieces
    i16 score
    u16 move
    u16 ply
    u8 halfmove_clock
    u8 flags


cdef inline int kind_of(int nibble) noexcept nogil:
    cdef int kind = nibble & 7
    return ROOK if kind == CASTLING_ROOK else PAWN if kind == EN_PASSANT_PAWN else kind


cdef inline int nibble_at(const Record* record, int number) noexcept nogil:
    return record.pieces[number >> 1] >> (4 * (number & 1)) & 15


cdef inline bint is_sound(const Record* record) noexcept nogil:
    """Whether a record has a king for each side, at most 32 pieces, and a result."""
    cdef int pieces = popcount(record.occupied)
    cdef int kings = 0
    cdef int others_kings = 0
    cdef int i
    if pieces > MAX_PIECES or record.flags & RESULT_BITS == RESULT_BITS:
        return False
    for i in range(pieces):
        kings += nibble_at(record, i) == KING
        others_kings += nibble_at(record, i) == (KING | OTHERS)
    return kings == 1 and others_kings == 1


cdef inline int read_features(const Record* record, u16* own, u16* other) noexcept nogil:
    """Write the features as the side to move and as the other side sees them; return the number of pieces."""
    cdef u64 left = record.occupied
    cdef u8[MAX_PIECES] squares
    cdef u8[MAX_PIECES] nibbles
    cdef int own_king = 0
    cdef int other_king = 0
    cdef int count = 0
    cdef int nibble, own_mirror, other_mirror, feature, i
    while left and count < MAX_PIECES:
        squares[count] = pop_first(&left)
        nibble = nibble_at(record, count)
        nibbles[count] = nibble
        if nibble == KING:
            own_king = squares[count]
        elif nibble == (KING | OTHERS):
            other_king = squares[count]
        count += 1
    own_mirror = 7 if own_king & 4 else 0
    other_mirror = 56 ^ (7 if other_king & 4 else 0)
    for i in range(count):
        feature = kind_of(nibbles[i]) * 64
        if nibbles[i] & OTHERS:
            own[i] = feature + 384 + (squares[i] ^ own_mirror)
            other[i] = feature + (squares[i] ^ other_mirror)
        else:
            own[i] = feature + (squares[i] ^ own_mirror)
            other[i] = feature + 384 + (squares[i] ^ other_mirror)
    return count


cdef inline int bucket_of(int pieces, int buckets) noexcept nogil:
    """The output bucket of a position with this many pieces."""
    return (pieces - 2) * buckets // 31
