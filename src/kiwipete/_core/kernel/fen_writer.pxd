"""FEN text out. Each function appends to `out` and returns where the next one continues."""

from kiwipete._core.kernel.squares cimport (
    BLACK, NO_SQUARE, bit, file_of, first_square, highest, home_rank, rank_of, u32, u64,
)
from kiwipete._core.kernel.status cimport rooks_of
from kiwipete._core.kernel.types cimport EMPTY, Position

cdef extern from *:
    """
    static const char KW_PIECE_LETTERS[] = "PNBRQKpnbrqk";
    """
    const char* PIECE_LETTERS "KW_PIECE_LETTERS"


cdef inline char* write_number(char* out, u32 number) noexcept nogil:
    cdef u32 divisor = 1
    while number // divisor >= 10:
        divisor *= 10
    while divisor:
        out[0] = <char> (c'0' + number // divisor % 10)
        out += 1
        divisor //= 10
    return out


cdef inline char* write_square(char* out, int square) noexcept nogil:
    out[0] = <char> (c'a' + file_of(square))
    out[1] = <char> (c'1' + rank_of(square))
    return out + 2


cdef inline char* write_placement(char* out, const Position* p, bint promoted) noexcept nogil:
    cdef int rank, file, piece, gap
    for rank in range(7, -1, -1):
        gap = 0
        for file in range(8):
            piece = p.mailbox[8 * rank + file]
            if piece == EMPTY:
                gap += 1
                continue
            if gap:
                out = write_number(out, gap)
                gap = 0
            out[0] = PIECE_LETTERS[piece]
            out += 1
            if promoted and p.promoted & bit(8 * rank + file):
                out[0] = c'~'
                out += 1
        if gap:
            out = write_number(out, gap)
        if rank:
            out[0] = c'/'
            out += 1
    return out


cdef inline char castling_name(const Position* p, int us, u64 rook, bint shredder) noexcept nogil:
    """K or Q for the outermost rook on its side of the king, the file for others, in Shredder-FEN for all."""
    cdef int king = p.boards.king[us]
    cdef int square = first_square(rook)
    cdef bint queenside = king != NO_SQUARE and file_of(square) < file_of(king)
    cdef u64 others = rooks_of(p, us) & home_rank(us) & (rook - 1 if queenside else ~((rook << 1) - 1))
    cdef char name = <char> (c'a' + file_of(square))
    if not shredder and not others:
        name = c'q' if queenside else c'k'
    return name if us == BLACK else name - 32


cdef inline char* write_castling(char* out, const Position* p, bint shredder) noexcept nogil:
    """The rights that count, each side's from the h-file to the a-file."""
    cdef char* start = out
    cdef u64 rights, rook
    cdef int us
    for us in range(2):
        rights = p.boards.castling & home_rank(us)
        while rights:
            rook = highest(rights)
            rights ^= rook
            out[0] = castling_name(p, us, rook, shredder)
            out += 1
    if out == start:
        out[0] = c'-'
        out += 1
    return out


cdef inline char* write_position(
    char* out, const Position* p, bint shredder, int en_passant_square, bint promoted
) noexcept nogil:
    """Write the four fields that FEN and EPD share."""
    out = write_placement(out, p, promoted)
    out[0] = c' '
    out[1] = c'b' if p.turn else c'w'
    out[2] = c' '
    out = write_castling(out + 3, p, shredder)
    out[0] = c' '
    if en_passant_square != NO_SQUARE:
        return write_square(out + 1, en_passant_square)
    out[1] = c'-'
    return out + 2


cdef inline char* write_counters(char* out, const Position* p) noexcept nogil:
    """Write the two fields that only FEN has, a space before each."""
    out[0] = c' '
    out = write_number(out + 1, p.halfmove_clock)
    out[0] = c' '
    return write_number(out + 1, p.fullmove_number)
