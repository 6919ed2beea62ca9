# Games passed over, and games of which only the tags are read.

cdef const char* behind_comment(const char* at, const char* end) noexcept:
    """The place behind the } that ends a comment, or NULL if the line has none."""
    cdef const char* brace = <const char*> memchr(at, c'}', end - at)
    return NULL if brace == NULL else brace + 1


cdef bint ends_in_comment(const char* at, const char* end, bint inside) noexcept:
    """Is a comment still open at the end of a line?"""
    cdef const char* brace
    cdef const char* rest
    while at < end:
        if inside:
            at = behind_comment(at, end)
            if at == NULL:
                return True
        brace = <const char*> memchr(at, c'{', end - at)
        if brace == NULL:
            return False
        rest = <const char*> memchr(at, c';', brace - at)
        if rest != NULL:
            return False
        at = brace + 1
        inside = True
    return inside


cdef bint begins_next_game(Lines lines, bint after_blank) noexcept:
    """Can a comment that is open not go on here, because a game begins: a blank line and a tag of the roster?"""
    cdef Tag tag
    return after_blank and read_tag(lines, &tag) and in_roster(&tag)


cdef bint in_roster(const Tag* tag) noexcept:
    """Is it one of the seven tags that every game should have?"""
    return (
        is_named(tag, "Event", 5) or is_named(tag, "Site", 4) or is_named(tag, "Date", 4) or is_named(tag, "Round", 5)
        or is_named(tag, "White", 5) or is_named(tag, "Black", 5) or is_named(tag, "Result", 6)
    )


cdef bint is_named(const Tag* tag, const char* name, Py_ssize_t length) noexcept:
    return tag.name_length == length and memcmp(tag.name, name, length) == 0


cdef int skip_moves(Lines lines) except -1:
    """Pass over the moves of a game, from its current line on."""
    cdef Tag tag
    cdef bint inside = False
    cdef bint blank = False
    while True:
        if inside:
            if begins_next_game(lines, blank):
                lines.given_back = True
                return 0
            blank = lines.is_blank()
        elif lines.start[0] == c'[' and read_tag(lines, &tag):
            lines.given_back = True
            return 0
        elif is_white(lines.start[0]) and lines.is_blank():
            return 0
        if inside or lines.start[0] != c'%':
            inside = ends_in_comment(lines.start, lines.end, inside)
        if not lines.take():
            return 0


def skip_game(handle):
    """Pass over a game; False if there is none."""
    cdef Lines lines = lines_of(handle)
    cdef bint found = find_game(lines)
    if found and pass_tags(lines) and find_moves(lines):
        skip_moves(lines)
    lines.close()
    return found


def read_tags(handle):
    """The tags of a game, whose moves are passed over; None if there is no game."""
    cdef Lines lines = lines_of(handle)
    cdef dict tags = {}
    cdef Tag tag
    cdef bint goes_on = find_game(lines)
    cdef bint found = goes_on
    while goes_on and (lines.start[0] == c'[' or passes_over(lines)):
        if read_tag(lines, &tag):
            tags[name_of(&tag)] = value_of(&tag)
        goes_on = lines.take()
    if goes_on and find_moves(lines):
        skip_moves(lines)
    lines.close()
    return tags if found else None
