# Skipping games, and reading only their tags.

cdef const char* behind_comment(const char* at, const char* end) noexcept:
    """The position after the } that ends a comment, or NULL if the line has none."""
    cdef const char* brace = <const char*> memchr(at, c'}', end - at)
    return NULL if brace == NULL else brace + 1


cdef struct Outline:         # the state that finding the end of the moves needs
    bint inside              # of a comment
    bint closes              # is it known to end, whatever it holds?
    bint has_moves           # has there been anything but comments?
    bint ended               # has the last line ended with a result?


cdef void trace(Lines lines, Outline* outline) noexcept:
    """Scan the next line of moves."""
    cdef const char* at = lines.start
    cdef const char* brace
    cdef const char* stop
    cdef bint has_rest = memchr(at, c';', lines.end - at) != NULL
    outline.ended = False
    while at < lines.end:
        if outline.inside:
            at = behind_comment(at, lines.end)
            if at == NULL:
                return
            outline.inside = outline.closes = False
        brace = <const char*> memchr(at, c'{', lines.end - at)
        stop = lines.end if brace == NULL else brace
        outline.has_moves = outline.has_moves or not is_empty(at, stop)
        if brace == NULL or (has_rest and memchr(at, c';', stop - at) != NULL):
            break
        at = brace + 1
        outline.inside = True
    outline.ended = not outline.inside and ends_with_result(lines)


cdef bint is_empty(const char* at, const char* end) noexcept:
    while at < end and is_white(at[0]):
        at += 1
    return at == end


cdef bint ends_with_result(Lines lines) noexcept:
    """Is a result the last thing on the line?"""
    cdef const char* end = lines.end
    while end > lines.start and is_white((end - 1)[0]):
        end -= 1
    return (
        (end > lines.start and (end - 1)[0] == c'*')
        or (end - lines.start >= 3 and (memcmp(end - 3, "1-0", 3) == 0 or memcmp(end - 3, "0-1", 3) == 0))
        or (end - lines.start >= 7 and memcmp(end - 7, "1/2-1/2", 7) == 0)
    )


cdef bint starts_anew(Lines lines, bint has_moves) noexcept:
    """Does the line begin with a tag, valid or not, or with the first move of another game?"""
    cdef const char* at = lines.start
    while at < lines.end and is_white(at[0]):
        at += 1
    if has_moves and lines.end - at >= 3 and memcmp(at, "1.", 2) == 0 and at[2] != c'.':
        return True
    return at < lines.end and at[0] == c'['


cdef bint goes_on_behind_blank(Lines lines, const Outline* outline) except -1:
    """Do the moves go on after the current line, which is blank?

    Not if the game has its result, nor if tags or another first move follow.
    Without tags a blank line always ends a game.
    """
    if outline.ended or not lines.tagged or not lines.can_look_ahead():
        return False
    while lines.is_blank() or lines.start[0] == c'%':
        if not lines.take():
            return False
    lines.given_back = starts_anew(lines, outline.has_moves)
    return not lines.given_back


cdef bint begins_next_game(Lines lines, bint after_blank) noexcept:
    """Does a line of a comment look like the beginning of a game: a tag of the roster after a blank line?"""
    cdef Tag tag
    return (
        after_blank and read_tag(lines, &tag) and in_roster(&tag) and behind_comment(lines.start, lines.end) == NULL
    )


cdef bint in_roster(const Tag* tag) noexcept:
    """Is it one of the seven tags that every game should have?"""
    return (
        is_named(tag, "Event", 5) or is_named(tag, "Site", 4) or is_named(tag, "Date", 4) or is_named(tag, "Round", 5)
        or is_named(tag, "White", 5) or is_named(tag, "Black", 5) or is_named(tag, "Result", 6)
    )


cdef bint is_named(const Tag* tag, const char* name, Py_ssize_t length) noexcept:
    return tag.name_length == length and memcmp(tag.name, name, length) == 0


cdef int skip_moves(Lines lines) except -1:
    """Skip the moves of a game, from its current line on."""
    cdef Outline outline
    cdef Tag tag
    cdef bint blank = False      # was the last line of a comment?
    memset(&outline, 0, sizeof(outline))
    while True:
        if outline.inside:
            if not outline.closes and begins_next_game(lines, blank):
                outline.closes = lines.closes()
                if not outline.closes:
                    lines.given_back = True
                    return 0
            blank = lines.is_blank()
        else:
            if is_white(lines.start[0]) and lines.is_blank() and not goes_on_behind_blank(lines, &outline):
                return 0
            if lines.start[0] == c'[' and read_tag(lines, &tag):
                lines.given_back = True
                return 0
        if outline.inside or lines.start[0] != c'%':
            trace(lines, &outline)
        if not lines.take():
            return 0


def skip_game(handle):
    """Skip a game; False if there is none."""
    cdef Lines lines = lines_of(handle)
    cdef bint found
    try:
        found = find_game(lines)
        if found and pass_tags(lines):
            skip_moves(lines)
    finally:
        lines.close()
    return found


def read_headers(handle, headers_class):
    """The tags of a game, whose moves are skipped; None if there is no game."""
    cdef Lines lines = lines_of(handle)
    cdef Tags headers = made(headers_class)
    headers._tags = {}
    try:
        if not find_game(lines):
            return None
        if collect_tags(lines, headers._tags):
            skip_moves(lines)
    finally:
        lines.close()
    return headers


cdef bint collect_tags(Lines lines, dict tags) except -1:
    """Read the tags of a game; False if no moves follow."""
    cdef Tag tag
    cdef bint has_moves
    while find_tag(lines, &has_moves):
        if read_tag(lines, &tag):
            tags[name_of(&tag)] = value_of(lines, &tag)
        if not lines.take():
            return False
    return has_moves
