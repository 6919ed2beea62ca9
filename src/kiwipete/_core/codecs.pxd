"""What codecs offers to other compiled modules: positions as planes, moves as indices.

docs/codecs.md describes each codec square by square. All functions take positions that are
trusted (kernel/status.pxd), and codec numbers below CODECS.
"""

from kiwipete._core.kernel.move cimport Move
from kiwipete._core.kernel.squares cimport u64, u8
from kiwipete._core.kernel.types cimport Position

cdef enum CodecNumber:
    ALPHAZERO
    LC0
    PIECES12          # python-chess's habit
    NETWORK           # our own network's features
    CODECS

cdef enum:
    MAX_PLANES = 119
    MAX_HISTORY = 8
    MAX_INDICES = 4672

# What a codec keeps of a position that has passed.
cdef struct Snapshot:
    u64[2][6] pieces         # by colour and kind, on absolute squares
    u8 repetitions           # how often the position had occurred before, at most 2

cdef int plane_count(int codec) noexcept nogil
cdef int move_count(int codec) noexcept nogil
cdef int history_length(int codec) noexcept nogil     # how many positions the planes show: 1 or 8

cdef void take_snapshot(const Position* p, int repetitions, Snapshot* to) noexcept nogil

# All planes of a position. history[0] is the position itself, then come those before it, newest
# first; `count` is 1 to 8. `out` has room for plane_count * 64 floats, which are all written.
cdef void write_planes(int codec, const Position* p, const Snapshot* history, int count, float* out) noexcept nogil

# The same as bytes; values above 255 become 255.
cdef void write_byte_planes(int codec, const Position* p, const Snapshot* history, int count, u8* out) noexcept nogil

# Whether some piece may go from one square to the other on an empty board.
cdef bint is_queen_or_knight_move(int from_square, int to_square) noexcept nogil

# The index of a legal move; -1 if the codec has none, or if no piece moves like that.
cdef int move_index(int codec, const Position* p, Move move) noexcept nogil

# The legal move that has an index, 0 if there is none. The index may be any number.
cdef Move index_move(int codec, const Position* p, int index) noexcept nogil

# The legal moves as a byte for each index, 0 or 1; or as bits, index 0 the lowest bit of byte 0.
cdef void write_mask(int codec, const Position* p, u8* out) noexcept nogil
cdef void write_bit_mask(int codec, const Position* p, u8* out) noexcept nogil
cdef int bit_mask_bytes(int codec) noexcept nogil
