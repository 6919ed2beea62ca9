"""FEN text read into positions; text that cannot be read raises InvalidFenError and changes nothing."""

from kiwipete._core.kernel.types cimport Position

cdef int parse_fen(Position* p, fen, bint chess960) except -1
cdef int parse_placement(Position* p, fen) except -1
cdef int parse_castling(Position* p, castling_fen) except -1
