# Where a file can be cut in two: between games, outside comments.

cdef const char* last_brace(const char* start, const char* at) noexcept nogil:
    """The last brace before a place, or NULL. Blocks without braces are passed quickly."""
    cdef Py_ssize_t block = min(at - start, 16384)
    while block and memchr(at - block, c'{', block) == NULL and memchr(at - block, c'}', block) == NULL:
        at -= block
        block = min(at - start, 16384)
    while at > start:
        at -= 1
        if at[0] == c'{' or at[0] == c'}':
            return at
    return NULL


cdef bint ends_game(const char* line, const char* end, const char* below, const char* below_end) noexcept nogil:
    """Does a line of moves before a blank one end a game: by a result, or because tags follow?"""
    cdef Tag tag
    if line[0] == c'[' or line[0] == c'%' or line[0] == c';':
        return False
    return ends_with_result(line, end) or ((below_end - 1)[0] == c'\n' and read_tag(below, below_end, &tag))


cdef Py_ssize_t last_split(const char* start, Py_ssize_t length, bint ignore_comments) noexcept nogil:
    cdef const char* end = start + length      # of the current line; lines are looked at from the last one
    cdef const char* line
    cdef const char* below = NULL              # the line after it that is not blank
    cdef const char* below_end = NULL
    cdef bint blank = False                    # is there a blank one between them?
    cdef const char* brace = end               # the last brace before `below`, once it is known
    while end > start:
        line = end - 1
        while line > start and (line - 1)[0] != c'\n':
            line -= 1
        if is_empty(line, end):
            blank = True
        else:
            if below != NULL and blank and ends_game(line, end, below, below_end):
                if brace != NULL and brace >= below:
                    brace = last_brace(start, below)
                if ignore_comments or brace == NULL or brace[0] == c'}':
                    return below - start
            below = line
            below_end = end
            blank = False
        end = line
    return 0


def find_split(text not None, Py_ssize_t size, bint ignore_comments=False):
    """Where the last game of a text begins that can be read apart from what is before it; 0 if there is none.

    `size` is how much of the text to look at. A game in what may be a comment counts only if
    `ignore_comments` says so.
    """
    cdef Py_buffer view
    cdef Py_ssize_t place
    PyObject_GetBuffer(text, &view, PyBUF_SIMPLE)
    try:
        size = min(max(size, 0), view.len)
        with nogil:
            place = last_split(<const char*> view.buf, size, ignore_comments)
        return place
    finally:
        PyBuffer_Release(&view)
