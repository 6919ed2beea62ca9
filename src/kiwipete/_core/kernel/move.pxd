"""A move in 16 bits: flag << 12 | from << 6 | to.

Bit 3 of the flag says promotion, bit 2 says capture, bits 1 and 0 name the
promoted piece (knight, bishop, rook, queen) or the special kind. Castling
moves the king; `to` is where it lands, or its own rook in Chess960, as UCI
writes it. Making a castling move looks at `from` and the flag only.
"""

from kiwipete._core.kernel.squares cimport KNIGHT, file_of, u16

ctypedef u16 Move

cdef enum:
    QUIET = 0
    DOUBLE_PUSH = 1
    CASTLE_KINGSIDE = 2
    CASTLE_QUEENSIDE = 3
    CAPTURE = 4
    EN_PASSANT = 5
    NO_RULE = 6  # never legal: a drop, or a promotion to a pawn or a king; boards give out none
    PROMOTION = 8

# A list of moves never overruns MAX_MOVES. The fast path trusts no side of more
# than 16 pieces, whatever they are: 15 beside the king, none with more moves than
# a queen on an empty board (27; a pawn has at most 3 targets of 4 promotions, and
# en passant is one of the targets), and the king with 8 and two castlings:
# 15 * 27 + 10 = 415. Pseudo-legal moves keep the same bound.
cdef enum:
    MAX_PIECES = 16
    MAX_MOVES = 416

# Nor does one of the tolerant rules overrun MAX_ANY_MOVES: 64 pieces with at most a queen's 27
# moves each (a pawn has 12), and two castlings.
cdef enum:
    MAX_ANY_MOVES = 1792

cdef enum:
    MAX_SAN = 16  # characters: Qa1-b2=Q and a sign is the longest we write

cdef enum:
    NULL_MOVE = 0  # a1a1, which no piece can play


cdef inline Move pack_move(int from_square, int to_square, int flag) noexcept nogil:
    return <Move> (flag << 12 | from_square << 6 | to_square)


cdef inline int move_to(Move move) noexcept nogil:
    return move & 63


cdef inline int move_from(Move move) noexcept nogil:
    return move >> 6 & 63


cdef inline int move_flag(Move move) noexcept nogil:
    return move >> 12


cdef inline bint is_capture(Move move) noexcept nogil:
    return (move_flag(move) & CAPTURE) != 0


cdef inline bint is_promotion(Move move) noexcept nogil:
    return (move_flag(move) & PROMOTION) != 0


cdef inline int promoted_piece(Move move) noexcept nogil:
    """The kind of piece a promotion makes; only for promotions."""
    return KNIGHT + (move_flag(move) & 3)


cdef inline bint is_en_passant(Move move) noexcept nogil:
    return move_flag(move) == EN_PASSANT


cdef inline bint is_double_push(Move move) noexcept nogil:
    return move_flag(move) == DOUBLE_PUSH


cdef inline bint is_castling(Move move) noexcept nogil:
    return (move_flag(move) & ~1) == CASTLE_KINGSIDE


cdef inline int promotion_of(Move move) noexcept nogil:
    """0, or PROMOTION with its piece: the flag without what the board adds to it."""
    return move_flag(move) & (PROMOTION | 3) if is_promotion(move) else 0


cdef inline bint same_move(Move one, Move other) noexcept nogil:
    """Equal squares and equal promotion, whatever else the flags say."""
    return (one ^ other) & 0xfff == 0 and promotion_of(one) == promotion_of(other)


cdef inline int files_moved(Move move) noexcept nogil:
    """How many files a move goes towards the h-file; negative numbers are the other way."""
    return file_of(move_to(move)) - file_of(move_from(move))
