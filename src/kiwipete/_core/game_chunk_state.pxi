# Chunks as plain bytes, for pickle: chunks that another machine has read.

cdef Column copied(content, Py_ssize_t unit):
    """A column with a copy of some bytes, which are a whole number of records."""
    cdef Array array = [NULL, 0, 0]
    cdef bytes text = bytes(content)
    cdef Py_ssize_t length = PyBytes_GET_SIZE(text)
    if length % unit:
        raise ValueError("a column of a chunk is cut off")
    if not reserve(&array, length):
        raise MemoryError()
    memcpy(array.data, PyBytes_AS_STRING(text), length)
    array.used = length
    return column_of(&array)


cdef bint has_order(const char* first, Py_ssize_t stride, Py_ssize_t count, i64 most) noexcept nogil:
    """Do 64-bit numbers in records rise, from 0 at least to `most` at most?"""
    cdef i64 last = 0
    cdef i64 number
    cdef Py_ssize_t i
    for i in range(count):
        number = (<i64*> (first + i * stride))[0]
        if not last <= number <= most:
            return False
        last = number
    return True


cdef int check_chunk(Chunk chunk) except -1:
    """Raise ValueError unless the columns fit each other."""
    cdef Row* rows = <Row*> chunk.rows.data
    cdef u32* ids = <u32*> chunk.tag_ids.data
    cdef u32* ends = <u32*> chunk.tag_ends.data
    cdef Error* errors = <Error*> chunk.errors.data
    cdef Py_ssize_t plies = chunk.moves.length // <Py_ssize_t> sizeof(Move16)
    cdef Py_ssize_t tags = chunk.tag_ids.length // <Py_ssize_t> sizeof(u32)
    cdef Py_ssize_t names = len(chunk.names)
    cdef Py_ssize_t i
    cdef bint fits = (
        chunk.rows.length == chunk.count * <Py_ssize_t> sizeof(Row)
        and chunk.tag_ends.length == chunk.tag_ids.length
        and chunk.clocks.length in (0, plies * sizeof(float)) and chunk.evals.length in (0, plies * sizeof(i32))
        and has_order(<char*> &rows.plies, sizeof(Row), chunk.count, plies)
        and has_order(<char*> &rows.tags, sizeof(Row), chunk.count, tags)
    )
    if fits:
        for i in range(tags):
            fits = fits and ids[i] < names and (ends[i - 1] if i else 0) <= ends[i] <= chunk.tag_text.length
        for i in range(chunk.errors.length // <Py_ssize_t> sizeof(Error)):
            fits = fits and 0 <= errors[i].game < chunk.count and 0 <= errors[i].damage < DAMAGES
            fits = fits and 0 <= errors[i].ply <= plies
    if not fits:
        raise ValueError("the columns of a chunk do not fit each other")
    return 0


def restored_chunk(tuple numbers not None, list names not None, tuple columns not None):
    """Make the chunk that was pickled; the moves are trusted to be legal."""
    cdef Chunk chunk = Chunk.__new__(Chunk)
    chunk.count, chunk.skipped, chunk.lines = numbers
    chunk.names = [str(name) for name in names]
    if not chunk.names:
        raise ValueError("a chunk without names")
    moves, clocks, evals, rows, errors, tag_ids, tag_ends, tag_text, error_text = columns
    chunk.moves = copied(moves, sizeof(Move16))
    chunk.clocks = copied(clocks, sizeof(float))
    chunk.evals = copied(evals, sizeof(i32))
    chunk.rows = copied(rows, sizeof(Row))
    chunk.errors = copied(errors, sizeof(Error))
    chunk.tag_ids = copied(tag_ids, sizeof(u32))
    chunk.tag_ends = copied(tag_ends, sizeof(u32))
    chunk.tag_text = copied(tag_text, 1)
    chunk.error_text = copied(error_text, 1)
    check_chunk(chunk)
    return chunk
