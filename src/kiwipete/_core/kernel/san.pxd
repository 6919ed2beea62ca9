"""Moves in standard algebraic notation, without the sign of check.

Nothing here decides what is legal: the caller finds the moves a text may mean,
and the rivals that a move must be told apart from.
"""

from kiwipete._core.kernel.fen_writer cimport write_square
from kiwipete._core.kernel.move cimport (
    CASTLE_KINGSIDE, Move, PROMOTION,
    is_capture, is_castling, is_promotion, move_flag, move_from, move_to, promoted_piece,
)
from kiwipete._core.kernel.squares cimport (
    FILE_A, KING, KNIGHT, NO_SQUARE, PAWN, QUEEN, RANK_1,
    bit, file_of, rank_of, u64,
)
from kiwipete._core.kernel.types cimport Position, kind_of

cdef extern from *:
    """
    static const char KW_KIND_LETTERS[] = "PNBRQK";
    """
    const char* KIND_LETTERS "KW_KIND_LETTERS"

# Writing. Each function appends to `out` and returns where the next one continues.

cdef inline char* write_castling_move(char* out, Move move) noexcept nogil:
    cdef int i
    cdef int wings = 2 if move_flag(move) == CASTLE_KINGSIDE else 3
    for i in range(wings):
        out[2 * i] = c'O'
        out[2 * i + 1] = c'-'
    return out + 2 * wings - 1


cdef inline char* write_origin(char* out, int from_square, u64 rivals) noexcept nogil:
    """The file, the rank or both, where rivals of the same kind could go there too."""
    if rivals and (rivals & (RANK_1 << (from_square & 56)) or not rivals & (FILE_A << file_of(from_square))):
        out[0] = <char> (c'a' + file_of(from_square))
        out += 1
    if rivals & (FILE_A << file_of(from_square)):
        out[0] = <char> (c'1' + rank_of(from_square))
        out += 1
    return out


cdef inline char* write_promotion(char* out, Move move) noexcept nogil:
    if not is_promotion(move):
        return out
    out[0] = c'='
    out[1] = KIND_LETTERS[promoted_piece(move)]
    return out + 2


cdef inline char* write_san(char* out, const Position* p, Move move, u64 rivals) noexcept nogil:
    """Write a move; `rivals` are other pieces of its kind that may go to the same square."""
    cdef int kind = kind_of(p.mailbox[move_from(move)])
    if is_castling(move):
        return write_castling_move(out, move)
    if kind != PAWN:
        out[0] = KIND_LETTERS[kind]
        out = write_origin(out + 1, move_from(move), rivals)
    elif is_capture(move):
        out[0] = <char> (c'a' + file_of(move_from(move)))
        out += 1
    if is_capture(move):
        out[0] = c'x'
        out += 1
    return write_promotion(write_square(out, move_to(move)), move)


cdef inline char* write_lan(char* out, const Position* p, Move move) noexcept nogil:
    """Write a legal move with both its squares."""
    cdef int kind = kind_of(p.mailbox[move_from(move)])
    if is_castling(move):
        return write_castling_move(out, move)
    if kind != PAWN:
        out[0] = KIND_LETTERS[kind]
        out += 1
    out = write_square(out, move_from(move))
    out[0] = c'x' if is_capture(move) else c'-'
    return write_promotion(write_square(out + 1, move_to(move)), move)


# Reading.

cdef enum SanForm:
    SAN_INVALID = 0   # not the text of a move
    SAN_MOVE
    SAN_CASTLING
    SAN_PASS

cdef struct San:
    SanForm form
    int kind          # the moving piece
    bint complete     # both squares and no piece letter, as UCI writes moves: `means` is not for it
    u64 origins       # where it may come from
    int to_square
    int promotion     # 0, or PROMOTION with its piece; -1 for a king, which no pawn becomes
    bint kingside     # of castling


cdef inline int kind_from_letter(char letter) noexcept nogil:
    """The kind of a capital letter, or -1; pawns have none."""
    cdef int kind
    for kind in range(KNIGHT, KING + 1):
        if KIND_LETTERS[kind] == letter:
            return kind
    return -1


cdef inline bint same_text(const char* text, int length, const char* other) noexcept nogil:
    cdef int i
    for i in range(length):
        if text[i] != other[i] or other[i] == 0:
            return False
    return other[length] == 0


cdef inline bint special_san(const char* text, int length, San* san) noexcept nogil:
    """Castling and the null move."""
    if same_text(text, length, "--") or same_text(text, length, "Z0") \
            or same_text(text, length, "0000") or same_text(text, length, "@@@@"):
        san.form = SAN_PASS
        return True
    if length and (text[length - 1] == c'+' or text[length - 1] == c'#'):
        length -= 1
    if same_text(text, length, "O-O") or same_text(text, length, "0-0"):
        san.form = SAN_CASTLING
        san.kingside = True
    elif same_text(text, length, "O-O-O") or same_text(text, length, "0-0-0"):
        san.form = SAN_CASTLING
    return san.form == SAN_CASTLING


cdef inline int read_san_promotion(const char* text, int length, San* san) noexcept nogil:
    """Take a promotion off the end; return what is left of the length, or -1."""
    cdef char letter = text[length - 1] if length else 0
    cdef int kind = kind_from_letter(letter - 32 if letter >= c'a' else letter)
    if c'1' <= letter <= c'8':
        return length
    if kind < 0:
        return -1
    san.promotion = PROMOTION | (kind - KNIGHT) if kind <= QUEEN else -1
    length -= 1
    return length - 1 if length and text[length - 1] == c'=' else length


cdef inline bint read_san_origin(const char* text, int length, San* san) noexcept nogil:
    """The piece, its file and its rank, all of them optional."""
    cdef int at = 0
    cdef bint has_file = False
    if length and kind_from_letter(text[0]) >= 0:
        san.kind = kind_from_letter(text[0])
        at = 1
    if at < length and c'a' <= text[at] <= c'h':
        san.origins &= FILE_A << (text[at] - c'a')
        has_file = True
        at += 1
    if at < length and c'1' <= text[at] <= c'8':
        san.origins &= RANK_1 << (8 * (text[at] - c'1'))
        at += 1
        san.complete = has_file and at == 2
    if san.kind == PAWN and not has_file:
        san.origins &= FILE_A << file_of(san.to_square)
    return at == length


cdef inline void read_san(const char* text, int length, San* san) noexcept nogil:
    """Parse a text; `form` is its kind."""
    cdef int file, rank
    san.form = SAN_INVALID
    san.kind = PAWN
    san.complete = san.kingside = False
    san.origins = ~(<u64> 0)
    san.to_square = NO_SQUARE
    san.promotion = 0
    if special_san(text, length, san):
        return
    if length and (text[length - 1] == c'+' or text[length - 1] == c'#'):
        length -= 1
    length = read_san_promotion(text, length, san)
    if length < 2:
        return
    file = text[length - 2] - c'a'
    rank = text[length - 1] - c'1'
    if not (0 <= file < 8 and 0 <= rank < 8):
        return
    san.to_square = 8 * rank + file
    length -= 2
    if length and (text[length - 1] == c'-' or text[length - 1] == c'x'):
        length -= 1
    if read_san_origin(text, length, san):
        san.form = SAN_MOVE


cdef inline bint means(const San* san, const Position* p, Move move) noexcept nogil:
    """Could the text mean this legal move?"""
    if san.form == SAN_CASTLING:
        return is_castling(move) and san.kingside == (move_flag(move) == CASTLE_KINGSIDE)
    if move_to(move) != san.to_square or not san.origins & bit(move_from(move)):
        return False
    if san.promotion != (PROMOTION | move_flag(move) & 3 if is_promotion(move) else 0):
        return False
    return kind_of(p.mailbox[move_from(move)]) == san.kind and not is_castling(move)
