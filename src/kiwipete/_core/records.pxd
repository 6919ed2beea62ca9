"""What records offers to other compiled modules: the positions that games start from, and plies as bytes."""

from kiwipete._core.kernel.squares cimport i16, u8, u16
from kiwipete._core.kernel.types cimport Position

cdef enum:
    PLY_BYTES = 4          # of a game: move and score, as training/game_file.py says
    STARTS = 960           # of Chess960
    STANDARD_START = 518

# The start of a game by its Chess960 number, 0 to 959.
cdef const Position* start_position(int number) noexcept nogil


cdef inline void write_ply(u8* ply, u16 move, i16 score) noexcept nogil:
    ply[0] = <u8> move
    ply[1] = <u8> (move >> 8)
    ply[2] = <u8> score
    ply[3] = <u8> (<u16> score >> 8)
