"""The layout of a position in 32 bytes, as the side to move sees the board; little-endian.

    uint64     occupied squares; ranks are flipped if Black is to move
    uint8[16]  a nibble for each of them, low nibble first: kind 0 to 5 (pawn to king),
               6 a rook that may castle, 7 a pawn that may be taken en passant; 8 is
               added for the other side's pieces
    int16      score in centipawns for the side to move
    uint16     move that was played (as in int(move); squares are not flipped), or 0
    uint16     ply of the game
    uint8      halfmove clock
    uint8      bits 0 and 1: result for the side to move, 0 lost, 1 drawn, 2 won;
               bit 2: Black is to move

`_core/records.pxd` has it in Cython. This file does without NumPy, which is an extra.
"""

from __future__ import annotations

RECORD_BYTES = 32
RESULT_BITS = 3
BLACK_TO_MOVE = 4

# The dtype of a record, for numpy.dtype.
FIELDS = [
    ("occupied", "<u8"),
    ("pieces", "u1", (16,)),
    ("score", "<i2"),
    ("move", "<u2"),
    ("ply", "<u2"),
    ("halfmove_clock", "u1"),
    ("flags", "u1"),
]
