"""FEN text in and out.

Reading is lenient about chess and strict about text: any placement may be
read, however impossible, but every character must be understood. An error
says what is wrong, in which field and at which character. Each writer appends
to `out` and returns where the next one continues.
"""

from kiwipete._core.kernel.edit cimport clear_pieces, set_turn, settle
from kiwipete._core.kernel.position cimport Tally, clear_tally, put_tally, tally_piece
from kiwipete._core.kernel.squares cimport (
    BLACK, NO_SQUARE, ROOK, WHITE, bit, file_of, first_square, highest, home_rank, last_square, rank_of, u32, u64, u8,
)
from kiwipete._core.kernel.status cimport rooks_of, true_kings
from kiwipete._core.kernel.types cimport (
    EMPTY, FEN_CASTLING, FEN_CASTLING_TWICE, FEN_DIGITS, FEN_EN_PASSANT, FEN_FIELD_COUNT, FEN_FINE, FEN_MORE,
    FEN_NUMBER, FEN_NUMBER_RANGE, FEN_PIECE, FEN_PROMOTED, FEN_RANK_COUNT, FEN_RANK_LENGTH, FEN_SIDE, FenFault,
    FenReader, MAX_COUNTER, Position, clear_position, piece_of,
)

# Writing.

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


# Reading.

# Places in the alphabet, from a = 0.
cdef enum:
    LETTER_K = 10
    LETTER_Q = 16

cdef extern from *:
    """
    /* A letter's piece and one, 0 for no piece. */
    static const uint8_t KW_PIECE_OF_LETTER[256] = {
        ['P'] = 1, ['N'] = 2, ['B'] = 3, ['R'] = 4, ['Q'] = 5, ['K'] = 6,
        ['p'] = 7, ['n'] = 8, ['b'] = 9, ['r'] = 10, ['q'] = 11, ['k'] = 12,
    };
    """
    const u8[256] PIECE_OF_LETTER "KW_PIECE_OF_LETTER"


cdef inline bint fail(FenReader* r, FenFault fault, int detail) noexcept nogil:
    r.fault = fault
    r.detail = detail
    return False


cdef inline bint is_space(char c) noexcept nogil:
    return c == c' ' or c'\t' <= c <= c'\r'


cdef inline bint at_end(const FenReader* r) noexcept nogil:
    """True after the last character of a field."""
    return r.at >= r.length or is_space(r.text[r.at])


cdef inline void next_field(FenReader* r) noexcept nogil:
    while r.at < r.length and is_space(r.text[r.at]):
        r.at += 1
    r.field += 1


cdef inline int count_fields(const FenReader* r) noexcept nogil:
    cdef int fields = 0
    cdef int i
    for i in range(r.length):
        if not is_space(r.text[i]) and (i == 0 or is_space(r.text[i - 1])):
            fields += 1
    return fields


cdef inline FenFault rank_fault(FenReader* r, Position* p, Tally* tally, int rank) noexcept nogil:
    """Read a rank; return what is wrong with it. The position is kept in a register (5 % of reading a FEN)."""
    cdef const char* text = r.text
    cdef int length = r.length
    cdef int at = r.at
    cdef int file = 0
    cdef FenFault fault = FEN_FINE
    cdef bint after_digit = False
    cdef bint after_piece = False
    cdef int piece
    cdef char c
    while at < length:
        c = text[at]
        piece = PIECE_OF_LETTER[<u8> c] - 1
        if piece >= 0:
            if file < 8:
                tally_piece(p, tally, piece, 8 * rank + file)
            file += 1
            after_digit = False
            after_piece = True
        elif c'1' <= c <= c'8':
            if after_digit:
                fault = FEN_DIGITS
                break
            file += c - c'0'
            after_digit = True
            after_piece = False
        elif c == c'~':
            if not after_piece:
                fault = FEN_PROMOTED
                break
            if file <= 8:
                p.promoted |= bit(8 * rank + file - 1)
            after_piece = False
        else:
            fault = FEN_FINE if c == c'/' or is_space(c) else FEN_PIECE
            break
        at += 1
    r.at = at
    if fault == FEN_FINE and file != 8:
        r.detail2 = file
        fault = FEN_RANK_LENGTH
    return fault


cdef inline bint read_placement(FenReader* r, Position* p) noexcept nogil:
    """Read pieces onto an empty board."""
    cdef Tally tally
    cdef FenFault fault
    cdef int rank
    clear_tally(&tally)
    for rank in range(7, -1, -1):
        fault = rank_fault(r, p, &tally, rank)
        if fault != FEN_FINE:
            return fail(r, fault, rank + 1)
        if rank > 0:
            if at_end(r):
                return fail(r, FEN_RANK_COUNT, 8 - rank)
            r.at += 1
    if not at_end(r):
        return fail(r, FEN_RANK_COUNT, 9)
    put_tally(p, &tally)
    return True


cdef inline bint read_side(FenReader* r, Position* p) noexcept nogil:
    cdef char c = r.text[r.at]
    if c == c'b':
        set_turn(p, BLACK)
    elif c != c'w':
        return fail(r, FEN_SIDE, 0)
    r.at += 1
    return at_end(r) or fail(r, FEN_SIDE, 0)


cdef inline int outermost_rook(const Position* p, int us, int corner, int inwards) noexcept nogil:
    """The first rook of ours met on the way from a corner to our king; the corner if there is none.

    The way ends with the home rank, and where the squares are no longer on
    the corner's side of the king: by their numbers, wherever the king may be.
    """
    cdef int king = last_square(true_kings(p, us)) if true_kings(p, us) else corner
    cdef int square = corner
    while (king - square) * inwards > 0 and rank_of(square) == rank_of(corner):
        if p.mailbox[square] == piece_of(us, ROOK):
            return square
        square += inwards
    return corner


cdef inline int castling_rook_named(const Position* p, int us, int index) noexcept nogil:
    """The square of the rook that a letter means, by its place in the alphabet; NO_SQUARE if it means none."""
    cdef int home = 0 if us == WHITE else 56
    if index == LETTER_K:
        return outermost_rook(p, us, home + 7, -1)
    if index == LETTER_Q:
        return outermost_rook(p, us, home, 1)
    return home + index if 0 <= index < 8 else NO_SQUARE


cdef inline bint read_castling(FenReader* r, Position* p) noexcept nogil:
    """A dash, or at most two rights of white and then at most two of black.

    No rook is named twice, unless once by K and once by Q: they mean the same
    rook where the king has left home, which `status` reports.
    """
    cdef int us = WHITE
    cdef int letters = 0     # of this side so far
    cdef int before = -1     # the place of the last of them in the alphabet
    cdef int index, square
    if not at_end(r) and r.text[r.at] == c'-':
        r.at += 1
        return at_end(r) or fail(r, FEN_CASTLING, 0)
    while not at_end(r):
        if us == WHITE and r.text[r.at] >= c'a':
            us, letters, before = BLACK, 0, -1
        index = r.text[r.at] - (c'A' if us == WHITE else c'a')
        square = castling_rook_named(p, us, index)
        if square == NO_SQUARE or letters == 2:
            return fail(r, FEN_CASTLING, 0)
        if p.castling_rights & bit(square) and before + index != LETTER_K + LETTER_Q:
            return fail(r, FEN_CASTLING_TWICE, 0)
        p.castling_rights |= bit(square)
        before = index
        letters += 1
        r.at += 1
    return True


cdef inline bint read_en_passant(FenReader* r, Position* p) noexcept nogil:
    cdef int file, rank
    if r.text[r.at] == c'-':
        r.at += 1
        return at_end(r) or fail(r, FEN_EN_PASSANT, 0)
    file = r.text[r.at] - c'a'
    rank = r.text[r.at + 1] - c'1' if r.at + 1 < r.length else -1
    if not (0 <= file < 8 and 0 <= rank < 8):
        return fail(r, FEN_EN_PASSANT, 0)
    r.at += 2
    p.en_passant_square = <u8> (8 * rank + file)
    return at_end(r) or fail(r, FEN_EN_PASSANT, 0)


cdef inline bint read_number(FenReader* r, u32* number) noexcept nogil:
    cdef int start = r.at
    cdef u64 value = 0
    while not at_end(r):
        if not c'0' <= r.text[r.at] <= c'9':
            return fail(r, FEN_NUMBER, 0)
        value = 10 * value + <u64> (r.text[r.at] - c'0')
        if value > MAX_COUNTER:
            r.at = start
            return fail(r, FEN_NUMBER_RANGE, 0)
        r.at += 1
    number[0] = <u32> value
    return True


cdef inline bint read_field(FenReader* r, Position* p) noexcept nogil:
    """Read the field that the reader is at."""
    if r.field == 1:
        return read_placement(r, p)
    if r.field == 2:
        return read_side(r, p)
    if r.field == 3:
        return read_castling(r, p)
    if r.field == 4:
        return read_en_passant(r, p)
    if r.field == 5:
        return read_number(r, &p.halfmove_clock)
    return r.field == 6 and read_number(r, &p.fullmove_number)


cdef inline bint read_fields(FenReader* r, Position* p) noexcept nogil:
    """Read one to six fields; missing ones have no effect. A wrong number of fields is reported first."""
    cdef int fields
    next_field(r)
    while read_field(r, p):
        next_field(r)
        if r.at >= r.length:
            if p.fullmove_number == 0:
                p.fullmove_number = 1
            return True
    fields = count_fields(r)
    return fail(r, FEN_FIELD_COUNT, fields) if not 1 <= fields <= 6 else False


# Each of these sets up or changes a position from text; False if the reader has a
# fault, and then the position must not be used.

cdef inline bint read_fen(FenReader* r, Position* p, bint chess960) noexcept nogil:
    """Set up a position from all its fields."""
    clear_position(p)
    p.boards.chess960 = chess960
    if not read_fields(r, p):
        return False
    settle(p)
    return True


cdef inline bint read_board_fen(FenReader* r, Position* p) noexcept nogil:
    """Replace the pieces; all else stays."""
    clear_pieces(p)
    next_field(r)
    if not read_placement(r, p):
        return False
    if count_fields(r) > 1:
        return fail(r, FEN_MORE, 0)
    settle(p)
    return True


cdef inline bint read_castling_fen(FenReader* r, Position* p) noexcept nogil:
    """Replace the castling rights; all else stays."""
    p.castling_rights = 0
    r.field = 3
    if not read_castling(r, p):
        return False
    if r.at < r.length:
        return fail(r, FEN_CASTLING, 0)
    settle(p)
    return True
