# Tag pairs, the lines above the moves: [White "Carlsen"].

cdef struct Tag:
    const char* name
    Py_ssize_t name_length
    const char* value
    Py_ssize_t value_length

cdef class Tags:
    """The storage of Headers."""

    cdef public dict _tags


# Names of tags seen before, by a hash of their letters: most files have the same dozen.
cdef enum:
    KNOWN_NAMES = 256

cdef PyObject* known_names[KNOWN_NAMES]


cdef inline bint is_letter_or_digit(char c) noexcept nogil:
    return c'a' <= c <= c'z' or c'A' <= c <= c'Z' or is_digit(c)


cdef inline bint is_name_part(char c) noexcept nogil:
    return is_letter_or_digit(c) or c == c'_' or c == c'-' or c == c'+' or c == c'#' or c == c'=' or c == c':'


cdef bint read_tag(Lines lines, Tag* tag) noexcept:
    """Parse a line as a tag pair. The value ends at the last quote, so it may contain others."""
    cdef const char* at = lines.start
    cdef const char* end = lines.end
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
    return memchr(tag.value, c'\r', tag.value_length) == NULL


cdef str name_of(const Tag* tag):
    """The name of a tag; the same object for the same name, while there is room."""
    cdef u32 number = <u32> tag.name_length
    cdef Py_ssize_t i, length
    cdef const char* known
    cdef str name
    for i in range(tag.name_length):
        number = number * 31 + <unsigned char> tag.name[i]
    number = (number ^ number >> 8) % KNOWN_NAMES
    if known_names[number] != NULL:
        name = <str> known_names[number]
        known = PyUnicode_AsUTF8AndSize(name, &length)
        if length == tag.name_length and memcmp(known, tag.name, length) == 0:
            return name
    name = decoded(tag.name, tag.name_length)
    if known_names[number] == NULL:
        Py_INCREF(name)
        known_names[number] = <PyObject*> name
    return name


cdef inline str value_of(Lines lines, const Tag* tag):
    return lines.words(tag.value, tag.value_length)


cdef inline bint passes_over(Lines lines) noexcept:
    """Is this a line without content: escaped, or only a comment?"""
    return lines.start < lines.end and (lines.start[0] == c'%' or lines.start[0] == c';')


cdef bint find_game(Lines lines) except -1:
    """Go to the first line of a game; False if there is none."""
    cdef bint found = lines.take()
    lines.skip_mark()
    while found and (lines.is_blank() or passes_over(lines)):
        found = lines.take()
    return found


cdef bint find_tag(Lines lines, bint* has_moves) except -1:
    """Go from the current line to the next one among the tags of a game; False if there are no more.

    One blank line may stand within tags: ChessBase writes it. After more of
    them, tags are those of the next game, but moves are still this one's.
    `has_moves` is set if the current line is the first one of moves.
    """
    cdef Tag tag
    cdef Py_ssize_t blanks = 0
    has_moves[0] = False
    while lines.start[0] != c'[':
        if lines.is_blank():
            blanks += 1
        elif not passes_over(lines):
            has_moves[0] = True
            return False
        if not lines.take():
            return False
    if blanks < 2:
        lines.tagged = True
        return True
    lines.given_back = read_tag(lines, &tag)
    has_moves[0] = not lines.given_back
    return False


cdef bint pass_tags(Lines lines) except -1:
    """Go to the line after the tags of a game; False if it has no moves."""
    cdef bint has_moves
    while find_tag(lines, &has_moves):
        if not lines.take():
            return False
    return has_moves
