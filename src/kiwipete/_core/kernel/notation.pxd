"""Moves as text: algebraic notation, and the tokens of games."""

from kiwipete._core.kernel.fen cimport write_square
from kiwipete._core.kernel.move cimport (
    CASTLE_KINGSIDE, Move, PROMOTION, is_capture, is_castling, is_promotion, move_flag, move_from, move_to,
    promoted_piece,
)
from kiwipete._core.kernel.squares cimport (
    FILE_A, KING, KNIGHT, NO_SQUARE, PAWN, QUEEN, RANK_1, bit, file_of, rank_of, u64,
)
from kiwipete._core.kernel.types cimport Position, kind_of

# Moves in standard algebraic notation, without the sign of check.
#
# Nothing here decides what is legal: the caller finds the moves a text may mean,
# and the rivals that a move must be told apart from.

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


# The moves of a PGN game as text: one line at a time, split into tokens.
#
# Everything else (move numbers, dots, signs of check, the symbols of informants)
# is skipped. Text is UTF-8; all that matters in it is ASCII.

cdef enum TokenKind:
    TOKEN_NONE = 0      # the line has no more
    TOKEN_MOVE          # in SAN or the like, null moves and drops included
    TOKEN_GLYPH         # $17, !? and so on
    TOKEN_OPEN          # ( begins a variation
    TOKEN_CLOSE         # ) ends one
    TOKEN_COMMENT       # { and after it a comment, perhaps over several lines
    TOKEN_REST          # ; and after it a comment to the end of the line
    TOKEN_RESULT        # 1-0, 0-1, 1/2-1/2 or *

cdef struct Token:
    TokenKind kind
    const char* text
    Py_ssize_t length


cdef inline bint is_file(char c) noexcept nogil:
    return c'a' <= c <= c'h'


cdef inline bint is_rank(char c) noexcept nogil:
    return c'1' <= c <= c'8'


cdef inline bint is_digit(char c) noexcept nogil:
    return c'0' <= c <= c'9'


cdef inline bint is_piece(char c) noexcept nogil:
    return c == c'N' or c == c'B' or c == c'K' or c == c'R' or c == c'Q'


cdef inline bint is_promotion_letter(char c) noexcept nogil:
    if c >= c'a':
        c -= 32
    return is_piece(c)


cdef inline bint names_square(const char* at, const char* end) noexcept nogil:
    return end - at >= 2 and is_file(at[0]) and is_rank(at[1])


cdef inline bint starts_with(const char* at, const char* end, const char* word, Py_ssize_t length) noexcept nogil:
    cdef Py_ssize_t i
    if end - at < length:
        return False
    for i in range(length):
        if at[i] != word[i]:
            return False
    return True


cdef inline const char* after_dash(const char* at, const char* end) noexcept nogil:
    return at + 1 if at < end and (at[0] == c'-' or at[0] == c'x') else at


cdef inline const char* target_square(const char* at, const char* end) noexcept nogil:
    """Where the target of a move begins, after an optional origin of file, rank and dash; or NULL."""
    cdef const char* behind
    if at < end and is_file(at[0]):
        if at + 1 < end and is_rank(at[1]):
            behind = after_dash(at + 2, end)
            return behind if names_square(behind, end) else at
        behind = after_dash(at + 1, end)
        return behind if names_square(behind, end) else NULL
    behind = after_dash(at + 1 if at < end and is_rank(at[0]) else at, end)
    return behind if names_square(behind, end) else NULL


cdef inline Py_ssize_t piece_move(const char* at, const char* end) noexcept nogil:
    """The length of a move such as e4, Nbxd7, e2e4 or e8=Q at this position, or 0."""
    cdef const char* behind = target_square(at + 1 if is_piece(at[0]) else at, end)
    if behind == NULL:
        return 0
    behind += 2
    if behind < end and is_promotion_letter(behind[0]):
        behind += 1
    elif end - behind >= 2 and behind[0] == c'=' and is_promotion_letter(behind[1]):
        behind += 2
    return behind - at


cdef inline Py_ssize_t drop_move(const char* at, const char* end) noexcept nogil:
    """The length of a drop such as N@e4 or @e4, or 0."""
    cdef const char* sign = at + 1 if is_piece(at[0]) or at[0] == c'P' else at
    return sign + 3 - at if sign < end and sign[0] == c'@' and names_square(sign + 1, end) else 0


cdef inline Py_ssize_t castling_move(const char* at, const char* end, const char* word) noexcept nogil:
    """The length of O-O-O or O-O, whichever letter `word` writes it with, or 0."""
    if starts_with(at, end, word, 5):
        return 5
    return 3 if starts_with(at, end, word, 3) else 0


cdef inline Py_ssize_t move_length(const char* at, const char* end) noexcept nogil:
    """The length of the move at this position, or 0."""
    cdef char c = at[0]
    cdef Py_ssize_t length
    if is_file(c) or is_piece(c) or is_rank(c) or c == c'x' or c == c'-':
        length = piece_move(at, end)
        if length:
            return length
    if c == c'-':
        return 2 if starts_with(at, end, "--", 2) else 0
    if c == c'O':
        return castling_move(at, end, "O-O-O")
    if c == c'0':
        return 4 if starts_with(at, end, "0000", 4) else castling_move(at, end, "0-0-0")
    if c == c'Z':
        return 2 if starts_with(at, end, "Z0", 2) else 0
    if c == c'@' and starts_with(at, end, "@@@@", 4):
        return 4
    return drop_move(at, end)


cdef inline Py_ssize_t glyph_length(const char* at, const char* end) noexcept nogil:
    """The length of $ and digits, or of one or two of ! and ?; 0 for $ alone."""
    cdef const char* behind = at + 1
    if at[0] != c'$':
        return 2 if behind < end and (behind[0] == c'!' or behind[0] == c'?') else 1
    while behind < end and is_digit(behind[0]):
        behind += 1
    return behind - at if behind - at > 1 else 0


cdef inline Py_ssize_t result_length(const char* at, const char* end) noexcept nogil:
    if at[0] == c'*':
        return 1
    if starts_with(at, end, "1-0", 3) or starts_with(at, end, "0-1", 3):
        return 3
    return 7 if starts_with(at, end, "1/2-1/2", 7) else 0


cdef inline Py_ssize_t token_length(const char* at, const char* end, TokenKind* kind) noexcept nogil:
    """The length of the token at this position and its kind, or 0."""
    cdef char c = at[0]
    if c == c'{' or c == c'(' or c == c')' or c == c';':
        kind[0] = (
            TOKEN_COMMENT if c == c'{' else TOKEN_OPEN if c == c'(' else TOKEN_CLOSE if c == c')' else TOKEN_REST
        )
        return 1
    if c == c'$' or c == c'!' or c == c'?':
        kind[0] = TOKEN_GLYPH
        return glyph_length(at, end)
    if c == c'*' or c == c'0' or c == c'1':
        kind[0] = TOKEN_RESULT
        if result_length(at, end):
            return result_length(at, end)
    kind[0] = TOKEN_MOVE
    return move_length(at, end)


cdef inline bint is_in_number(const char* start, const char* zeros, const char* end) noexcept nogil:
    """Are four zeros part of the move number 10000, and not a null move?"""
    return (zeros > start and is_digit((zeros - 1)[0])) or (
        zeros + 4 < end and (is_digit(zeros[4]) or zeros[4] == c'.')
    )


cdef inline const char* next_token(const char* at, const char* end, Token* token) noexcept nogil:
    """Find the first token at or after a position of a line; return where to look for the next."""
    cdef const char* start = at
    cdef const char* behind
    cdef Py_ssize_t length
    while at < end:
        if at[0] > c' ' and at[0] != c'.':
            if is_digit(at[0]):
                behind = at + 1
                while behind < end and is_digit(behind[0]):
                    behind += 1
                if behind < end and behind[0] == c'.':   # the number of a move
                    at = behind + 1
                    continue
            length = token_length(at, end, &token.kind)
            if length == 4 and at[0] == c'0' and is_in_number(start, at, end):
                length = 0
            if length:
                token.text = at
                token.length = length
                return at + length
        at += 1
    token.kind = TOKEN_NONE
    return end


cdef inline bint ends_move(char c) noexcept nogil:
    """May this follow a move, so that it is not part of it?"""
    return c <= c' ' or c == c'+' or c == c'#' or c == c'!' or c == c'?' or c == c')' or c == c'{'


cdef inline const char* read_plain_move(const char* at, const char* end, San* san) noexcept nogil:
    """Read a move such as Nf3, exd5 or Rad1 and return the place after it; NULL if something else is there.

    Token and notation in one: most moves are like this (a fifth of the time of reading a file).
    """
    cdef const char* target
    if end - at < 8:
        return NULL
    san.kind = PAWN
    san.origins = ~(<u64> 0)
    if not is_file(at[0]):
        san.kind = kind_from_letter(at[0])
        if san.kind < 0:
            return NULL
        at += 1
    if is_file(at[0]):
        if is_rank(at[1]):
            target = at
        else:
            target = after_dash(at + 1, end)
            san.origins = FILE_A << (at[0] - c'a')
    elif san.kind == PAWN:
        return NULL
    elif is_rank(at[0]):
        target = after_dash(at + 1, end)
        san.origins = RANK_1 << (8 * (at[0] - c'1'))
    else:
        target = after_dash(at, end)
    if not names_square(target, end) or not ends_move(target[2]):
        return NULL
    san.form = SAN_MOVE
    san.complete = san.kingside = False
    san.to_square = 8 * (target[1] - c'1') + target[0] - c'a'
    san.promotion = 0
    if san.kind == PAWN and target == at:
        san.origins = FILE_A << file_of(san.to_square)
    return target + 2


cdef inline const char* skip_number(const char* at, const char* end) noexcept nogil:
    """Skip blanks, and the number of a move with its dots, if there are any."""
    cdef const char* behind
    while at < end and at[0] == c' ':
        at += 1
    behind = at
    while behind < end and is_digit(behind[0]):
        behind += 1
    if behind == at or behind == end or behind[0] != c'.':
        return at
    while behind < end and (behind[0] == c'.' or behind[0] == c' '):
        behind += 1
    return behind


cdef inline int glyph_of_marks(const Token* token) noexcept nogil:
    """The number for ! (1), ? (2), !! (3), ?? (4), !? (5) and ?! (6)."""
    cdef bint bad = token.text[0] == c'?'
    if token.length == 1:
        return 2 if bad else 1
    if token.text[0] == token.text[1]:
        return 4 if bad else 3
    return 6 if bad else 5
