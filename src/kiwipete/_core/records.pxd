"""What records offers to other compiled modules: positions that games start from, plies as bytes, records.

The layouts are those of training/game_file.py and position_record.py.
"""

from kiwipete._core.kernel.move cimport Move
from kiwipete._core.kernel.squares cimport i16, u8, u16, u64
from kiwipete._core.kernel.types cimport Position

cdef enum:
    PLY_BYTES = 4          # of a game: move and score
    RECORD_BYTES = 32
    LARGEST_SCORE = 20000  # centipawns; beyond are mates
    STARTS = 960           # of Chess960
    STANDARD_START = 518

# Where the parts of a record begin.
cdef enum:
    PIECES = 8
    SCORE = 24
    MOVE = 26
    PLY = 28
    CLOCK = 30
    FLAGS = 31

cdef enum:
    BLACK_TO_MOVE = 4      # of the flags

# What can be wrong with a record, in the order of FAULTS.
cdef enum Fault:
    SOUND
    BAD_PIECES             # more than 32 pieces, or codes that no piece has
    BAD_FLAGS
    IMPOSSIBLE_POSITION    # no game reaches it
    ILLEGAL_MOVE

# The start of a game by its Chess960 number, 0 to 959.
cdef const Position* start_position(int number) noexcept nogil

# Can a record have this position? What of its castling rights and en passant square does not count is left out.
cdef bint fits_record(const Position* p) noexcept nogil

# Do the rights of these rooks to castle need Chess960's rules? The position of a record has them if so.
cdef bint need_chess960(const Position* p, u64 rooks) noexcept nogil

# Write a position that fits and its labels; the score is for the side to move, the result White's.
cdef void write_record(const Position* p, int score, Move move, int ply, int result, u8* record) noexcept nogil

# What is wrong with a record, its move included.
cdef Fault fault_of(const u8* record) noexcept nogil

# Set up the position of a record; anything but SOUND, and the position must not be used.
cdef Fault read_position(const u8* record, Position* p) noexcept nogil


cdef inline void write_word(u8* to, u16 word) noexcept nogil:
    to[0] = <u8> word
    to[1] = <u8> (word >> 8)


cdef inline u16 read_word(const u8* at) noexcept nogil:
    return <u16> (at[0] | at[1] << 8)


cdef inline void write_ply(u8* ply, u16 move, i16 score) noexcept nogil:
    write_word(ply, move)
    write_word(ply + 2, <u16> score)
