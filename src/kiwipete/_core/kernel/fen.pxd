"""FEN text in and out.

Reading is lenient about chess and strict about text: any placement may be
read, however impossible, but every character must be understood. An error
says what is wrong, in which field and at which character.
"""

from kiwipete._core.kernel.position cimport (
    EMPTY, Position, clear_position, put_piece, set_en_passant,
)
from kiwipete._core.kernel.squares cimport (
    BLACK, NO_SQUARE, WHITE,
    bit, file_of, first_square, highest, home_rank, lowest, rank_of, u8, u32, u64,
)
from kiwipete._core.kernel.status cimport kings_of, one_king_each, rooks_of, sound_en_passant
from kiwipete._core.kernel.zobrist cimport BLACK_KEY, CASTLING_KEYS

cdef enum FenFault:
    FEN_FINE = 0
    FEN_FIELD_COUNT
    FEN_RANK_COUNT
    FEN_RANK_LENGTH
    FEN_PIECE
    FEN_DIGITS
    FEN_SIDE
    FEN_CASTLING
    FEN_CASTLING_TWICE
    FEN_EN_PASSANT
    FEN_NUMBER
    FEN_NUMBER_RANGE

cdef enum:
    MAX_FEN = 128         # 71 for the placement, 16 for any set of rights, 28 for the rest

cdef struct FenReader:
    const char* text
    int length
    int at             # the next character
    int field          # which field it is in, from 1
    FenFault fault     # what is wrong at `at`
    int detail         # a number that helps: the rank, the squares in it, the fields found
    int detail2

cdef extern from *:
    """
    static const char KW_PIECE_LETTERS[] = "PNBRQKpnbrqk";
    """
    const char* PIECE_LETTERS "KW_PIECE_LETTERS"
    const u64 MAX_COUNTER "UINT32_MAX"  # whatever a position can count to can be read again


cdef inline bint fail(FenReader* r, FenFault fault, int detail) noexcept nogil:
    r.fault = fault
    r.detail = detail
    return False


cdef inline bint at_end(const FenReader* r) noexcept nogil:
    """True behind the last character of a field."""
    return r.at >= r.length or r.text[r.at] == c' '


cdef inline void next_field(FenReader* r) noexcept nogil:
    while r.at < r.length and r.text[r.at] == c' ':
        r.at += 1
    r.field += 1


cdef inline int piece_from_letter(char letter) noexcept nogil:
    cdef int piece
    for piece in range(12):
        if PIECE_LETTERS[piece] == letter:
            return piece
    return EMPTY


cdef inline int count_fields(const FenReader* r) noexcept nogil:
    cdef int fields = 0
    cdef int i
    for i in range(r.length):
        if r.text[i] != c' ' and (i == 0 or r.text[i - 1] == c' '):
            fields += 1
    return fields


cdef inline bint read_rank(FenReader* r, Position* p, int rank) noexcept nogil:
    cdef int file = 0
    cdef int piece
    cdef bint after_digit = False
    cdef char c
    while not at_end(r) and r.text[r.at] != c'/':
        c = r.text[r.at]
        if c'1' <= c <= c'8':
            if after_digit:
                return fail(r, FEN_DIGITS, rank + 1)
            file += c - c'0'
            after_digit = True
        else:
            piece = piece_from_letter(c)
            if piece == EMPTY:
                return fail(r, FEN_PIECE, rank + 1)
            if file < 8:
                put_piece(p, piece, 8 * rank + file)
            file += 1
            after_digit = False
        r.at += 1
    if file != 8:
        r.detail2 = file
        return fail(r, FEN_RANK_LENGTH, rank + 1)
    return True


cdef inline bint read_placement(FenReader* r, Position* p) noexcept nogil:
    cdef int rank
    for rank in range(7, -1, -1):
        if not read_rank(r, p, rank):
            return False
        if rank > 0:
            if at_end(r):
                return fail(r, FEN_RANK_COUNT, 8 - rank)
            r.at += 1
    if not at_end(r):
        return fail(r, FEN_RANK_COUNT, 9)
    return True


cdef inline bint read_side(FenReader* r, Position* p) noexcept nogil:
    cdef char c = r.text[r.at]
    if c == c'b':
        p.turn = BLACK
        p.key ^= BLACK_KEY
    elif c != c'w':
        return fail(r, FEN_SIDE, 0)
    r.at += 1
    return at_end(r) or fail(r, FEN_SIDE, 0)


cdef inline u64 named_rook(const Position* p, int us, char letter) noexcept nogil:
    """The rook that a castling letter means: K and Q the outermost, A to H the one on that file.

    Where there is no such rook, the corner: `status` will say that it is wrong.
    """
    cdef u64 rooks = rooks_of(p, us) & home_rank(us)
    cdef u64 king = highest(kings_of(p, us))
    cdef u64 rook
    if letter == c'k':
        rook = highest(rooks)
        return rook if king and rook > king else bit(7) << (56 * us)
    if letter == c'q':
        rook = lowest(rooks)
        return rook if rook and rook < king else bit(0) << (56 * us)
    return bit(letter - c'a') << (56 * us)


cdef inline bint read_castling(FenReader* r, Position* p) noexcept nogil:
    cdef char c
    cdef int us
    cdef int order = WHITE
    cdef int[2] named = [0, 0]
    cdef u64 rook
    if r.text[r.at] == c'-':
        r.at += 1
        return at_end(r) or fail(r, FEN_CASTLING, 0)
    while not at_end(r):
        c = r.text[r.at]
        us = WHITE if c < c'a' else BLACK
        c |= c' '  # to lower case
        if not (c'a' <= c <= c'h' or c == c'k' or c == c'q') or us < order:
            return fail(r, FEN_CASTLING, 0)
        order = us
        named[us] += 1
        if named[us] > 2:
            return fail(r, FEN_CASTLING, 0)
        rook = named_rook(p, us, c)
        if p.boards.castling & rook:
            return fail(r, FEN_CASTLING_TWICE, 0)
        p.boards.castling |= rook
        p.key ^= CASTLING_KEYS[first_square(rook)]
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


cdef inline bint read_fields(FenReader* r, Position* p) noexcept nogil:
    cdef int fields = count_fields(r)
    if fields != 4 and fields != 6:
        return fail(r, FEN_FIELD_COUNT, fields)
    next_field(r)
    if not read_placement(r, p):
        return False
    next_field(r)
    if not read_side(r, p):
        return False
    next_field(r)
    if not read_castling(r, p):
        return False
    next_field(r)
    if not read_en_passant(r, p):
        return False
    if fields == 4:
        return True
    next_field(r)
    if not read_number(r, &p.halfmove_clock):
        return False
    next_field(r)
    if not read_number(r, &p.fullmove_number):
        return False
    if p.fullmove_number == 0:
        p.fullmove_number = 1
    return True


cdef inline bint read_fen(FenReader* r, Position* p, bint chess960) noexcept nogil:
    """Set up a position from text; False if the reader has a fault to tell.

    An en passant square enters boards and key only in a position that makes
    sense of it; `status` reports the others.
    """
    cdef int square
    clear_position(p)
    p.boards.chess960 = chess960
    if not read_fields(r, p):
        return False
    square = p.en_passant_square
    if square != NO_SQUARE and sound_en_passant(p) and one_king_each(p):
        set_en_passant(p, square)
    return True


# Writing. Each function appends to `out` and returns where the next one goes on.

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


cdef inline char* write_placement(char* out, const Position* p) noexcept nogil:
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
        if gap:
            out = write_number(out, gap)
        if rank:
            out[0] = c'/'
            out += 1
    return out


cdef inline char* write_castling(char* out, const Position* p, bint shredder) noexcept nogil:
    """Outermost rooks as K and Q, others (and in Shredder-FEN all) by their file; kingside first."""
    cdef char* start = out
    cdef u64 rights, rook, king
    cdef int us
    cdef char letter
    for us in range(2):
        king = highest(kings_of(p, us) & home_rank(us))
        rights = p.boards.castling & home_rank(us)
        while rights:
            rook = highest(rights)
            rights ^= rook
            letter = <char> (c'a' + file_of(first_square(rook)))
            if not shredder:
                if king and rook > king and rook == named_rook(p, us, c'k'):
                    letter = c'k'
                elif king and rook < king and rook == named_rook(p, us, c'q'):
                    letter = c'q'
            out[0] = letter if us == BLACK else letter - 32
            out += 1
    if out == start:
        out[0] = c'-'
        out += 1
    return out


cdef inline int write_fen(char* out, const Position* p, bint shredder, int en_passant_square) noexcept nogil:
    """Write a FEN of at most MAX_FEN characters; return its length."""
    cdef char* start = out
    out = write_placement(out, p)
    out[0] = c' '
    out[1] = c'b' if p.turn else c'w'
    out[2] = c' '
    out = write_castling(out + 3, p, shredder)
    out[0] = c' '
    out += 1
    if en_passant_square == NO_SQUARE:
        out[0] = c'-'
        out += 1
    else:
        out = write_square(out, en_passant_square)
    out[0] = c' '
    out = write_number(out + 1, p.halfmove_clock)
    out[0] = c' '
    out = write_number(out + 1, p.fullmove_number)
    return <int> (out - start)
