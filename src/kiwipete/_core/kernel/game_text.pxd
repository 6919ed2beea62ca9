"""The lines of PGN: tag pairs, where a game begins, and where its moves end.

A source gives one line after another; the last one can be given back. What
reads lines from it is the same for files, text in memory, and chunks of files.
"""

from libc.string cimport memchr, memcmp, memset

from kiwipete._core.kernel.notation cimport is_digit

# Return False at the end; -1 with an exception set, which only sources with the GIL do.
ctypedef bint (*Ask)(void* source) except -1 nogil

cdef struct Cursor:
    const char* start    # the current line, with its line break
    const char* end
    Py_ssize_t number    # of the current line, from 1
    bint given_back      # the current line will be taken again
    bint tagged          # has the game tags?
    Ask fetch            # makes the next line the current one
    Ask can_look_ahead   # can lines be taken without blocking, and be given back?
    Ask closes           # does a } follow the current line?
    void* source


cdef inline bint take(Cursor* lines) except -1 nogil:
    """Go to the next line, or return False at the end."""
    if lines.given_back:
        lines.given_back = False
        return True
    if not lines.fetch(lines.source):
        return False
    lines.number += 1
    return True


cdef inline Py_ssize_t characters(const char* text, Py_ssize_t length) noexcept nogil:
    """The number of characters in UTF-8 text: the bytes that are not continuation bytes."""
    cdef Py_ssize_t count = 0
    cdef Py_ssize_t i
    for i in range(length):
        count += (text[i] & 0xc0) != 0x80
    return count


cdef inline bint is_white(char c) noexcept nogil:
    return c == c' ' or c'\t' <= c <= c'\r' or 0x1c <= c <= 0x1f


cdef inline bint is_empty(const char* at, const char* end) noexcept nogil:
    while at < end and is_white(at[0]):
        at += 1
    return at == end


cdef inline bint is_blank(const Cursor* lines) noexcept nogil:
    return is_empty(lines.start, lines.end)


cdef inline void skip_mark(Cursor* lines) noexcept nogil:
    """Skip a byte order mark at the beginning of a file."""
    if lines.end - lines.start >= 3 and memcmp(lines.start, "\xef\xbb\xbf", 3) == 0:
        lines.start += 3


# Tag pairs, the lines above the moves: [White "Carlsen"].

cdef struct Tag:
    const char* name
    Py_ssize_t name_length
    const char* value
    Py_ssize_t value_length


cdef inline bint is_letter_or_digit(char c) noexcept nogil:
    return c'a' <= c <= c'z' or c'A' <= c <= c'Z' or is_digit(c)


cdef inline bint is_name_part(char c) noexcept nogil:
    return is_letter_or_digit(c) or c == c'_' or c == c'-' or c == c'+' or c == c'#' or c == c'=' or c == c':'


cdef inline bint read_tag(const char* at, const char* end, Tag* tag) noexcept nogil:
    """Parse a line as a tag pair. The value ends at the last quote, so it may contain others."""
    if end - at < 5 or at[0] != c'[' or not is_letter_or_digit(at[1]):
        return False
    tag.name = at + 1
    at += 2
    while at < end and is_name_part(at[0]):
        at += 1
    tag.name_length = at - tag.name
    if at == end or not is_white(at[0]):
        return False
    while at < end and is_white(at[0]):
        at += 1
    while end > at and is_white((end - 1)[0]):
        end -= 1
    if end - at < 3 or at[0] != c'"' or (end - 1)[0] != c']' or (end - 2)[0] != c'"':
        return False
    tag.value = at + 1
    tag.value_length = end - 2 - tag.value
    return tag.value_length >= 0 and memchr(tag.value, c'\r', tag.value_length) == NULL


cdef inline bint is_named(const Tag* tag, const char* name, Py_ssize_t length) noexcept nogil:
    return tag.name_length == length and memcmp(tag.name, name, length) == 0


cdef inline bint in_roster(const Tag* tag) noexcept nogil:
    """Is it one of the seven tags that every game should have?"""
    return (
        is_named(tag, "Event", 5) or is_named(tag, "Site", 4) or is_named(tag, "Date", 4) or is_named(tag, "Round", 5)
        or is_named(tag, "White", 5) or is_named(tag, "Black", 5) or is_named(tag, "Result", 6)
    )


cdef inline bint passes_over(const Cursor* lines) noexcept nogil:
    """Is this a line without content: escaped, or only a comment?"""
    return lines.start < lines.end and (lines.start[0] == c'%' or lines.start[0] == c';')


cdef inline bint find_game(Cursor* lines) except -1 nogil:
    """Go to the first line of a game; False if there is none."""
    cdef bint found = take(lines)
    if found:
        skip_mark(lines)
    while found and (is_blank(lines) or passes_over(lines)):
        found = take(lines)
    return found


cdef inline bint find_tag(Cursor* lines, bint* has_moves) except -1 nogil:
    """Go from the current line to the next one among the tags of a game; False if there are no more.

    One blank line may stand within tags: ChessBase writes it. After more of
    them, tags are those of the next game, but moves are still this one's.
    `has_moves` is set if the current line is the first one of moves.
    """
    cdef Tag tag
    cdef Py_ssize_t blanks = 0
    has_moves[0] = False
    while lines.start == lines.end or lines.start[0] != c'[':
        if is_blank(lines):
            blanks += 1
        elif not passes_over(lines):
            has_moves[0] = True
            return False
        if not take(lines):
            return False
    if blanks < 2:
        lines.tagged = True
        return True
    lines.given_back = read_tag(lines.start, lines.end, &tag)
    has_moves[0] = not lines.given_back
    return False


cdef inline bint pass_tags(Cursor* lines) except -1 nogil:
    """Go to the line after the tags of a game; False if it has no moves."""
    cdef bint has_moves
    while find_tag(lines, &has_moves):
        if not take(lines):
            return False
    return has_moves


# Finding the end of the moves.

cdef inline const char* behind_comment(const char* at, const char* end) noexcept nogil:
    """The position after the } that ends a comment, or NULL if the line has none."""
    cdef const char* brace = <const char*> memchr(at, c'}', end - at)
    return NULL if brace == NULL else brace + 1


cdef struct Outline:         # the state that finding the end of the moves needs
    bint inside              # of a comment
    bint closes              # is it known to end, whatever it holds?
    bint has_moves           # has there been anything but comments?
    bint ended               # has the last line ended with a result?


cdef inline bint ends_with_result(const char* start, const char* end) noexcept nogil:
    """Is a result the last thing on the line?"""
    while end > start and is_white((end - 1)[0]):
        end -= 1
    return (
        (end > start and (end - 1)[0] == c'*')
        or (end - start >= 3 and (memcmp(end - 3, "1-0", 3) == 0 or memcmp(end - 3, "0-1", 3) == 0))
        or (end - start >= 7 and memcmp(end - 7, "1/2-1/2", 7) == 0)
    )


cdef inline void trace(const char* start, const char* end, Outline* outline) noexcept nogil:
    """Scan the next line of moves."""
    cdef const char* at = start
    cdef const char* brace
    cdef const char* stop
    cdef bint has_rest = memchr(at, c';', end - at) != NULL
    outline.ended = False
    while at < end:
        if outline.inside:
            at = behind_comment(at, end)
            if at == NULL:
                return
            outline.inside = outline.closes = False
        brace = <const char*> memchr(at, c'{', end - at)
        stop = end if brace == NULL else brace
        outline.has_moves = outline.has_moves or not is_empty(at, stop)
        if brace == NULL or (has_rest and memchr(at, c';', stop - at) != NULL):
            break
        at = brace + 1
        outline.inside = True
    outline.ended = not outline.inside and ends_with_result(start, end)


cdef inline bint starts_anew(const Cursor* lines, bint has_moves) noexcept nogil:
    """Does the line begin with a tag, valid or not, or with the first move of another game?"""
    cdef const char* at = lines.start
    while at < lines.end and is_white(at[0]):
        at += 1
    if has_moves and lines.end - at >= 3 and memcmp(at, "1.", 2) == 0 and at[2] != c'.':
        return True
    return at < lines.end and at[0] == c'['


cdef inline bint goes_on_behind_blank(Cursor* lines, const Outline* outline) except -1 nogil:
    """Do the moves go on after the current line, which is blank?

    Not if the game has its result, nor if tags or another first move follow.
    Without tags a blank line always ends a game.
    """
    if outline.ended or not lines.tagged or not lines.can_look_ahead(lines.source):
        return False
    while is_blank(lines) or lines.start[0] == c'%':
        if not take(lines):
            return False
    lines.given_back = starts_anew(lines, outline.has_moves)
    return not lines.given_back


cdef inline bint begins_next_game(const Cursor* lines, bint after_blank) noexcept nogil:
    """Does a line of a comment look like the beginning of a game: a tag of the roster after a blank line?"""
    cdef Tag tag
    return (
        after_blank and read_tag(lines.start, lines.end, &tag) and in_roster(&tag)
        and behind_comment(lines.start, lines.end) == NULL
    )


cdef inline int skip_moves(Cursor* lines) except -1 nogil:
    """Skip the moves of a game, from its current line on."""
    cdef Outline outline
    cdef Tag tag
    cdef bint blank = False      # was the last line of a comment?
    memset(&outline, 0, sizeof(outline))
    while True:
        if outline.inside:
            if not outline.closes and begins_next_game(lines, blank):
                outline.closes = lines.closes(lines.source)
                if not outline.closes:
                    lines.given_back = True
                    return 0
            blank = is_blank(lines)
        else:
            if is_white(lines.start[0]) and is_blank(lines) and not goes_on_behind_blank(lines, &outline):
                return 0
            if lines.start[0] == c'[' and read_tag(lines.start, lines.end, &tag):
                lines.given_back = True
                return 0
        if outline.inside or lines.start[0] != c'%':
            trace(lines.start, lines.end, &outline)
        if not take(lines):
            return 0
