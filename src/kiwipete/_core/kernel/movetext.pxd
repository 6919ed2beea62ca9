"""The moves of a PGN game as text: one line at a time, split into tokens.

Everything else (move numbers, dots, signs of check, the symbols of informants)
is skipped. Text is UTF-8; all that matters in it is ASCII.
"""

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
    cdef Py_ssize_t length
    while at < end:
        if at[0] > c' ' and at[0] != c'.':
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


cdef inline int glyph_of_marks(const Token* token) noexcept nogil:
    """The number for ! (1), ? (2), !! (3), ?? (4), !? (5) and ?! (6)."""
    cdef bint bad = token.text[0] == c'?'
    if token.length == 1:
        return 2 if bad else 1
    if token.text[0] == token.text[1]:
        return 4 if bad else 3
    return 6 if bad else 5
