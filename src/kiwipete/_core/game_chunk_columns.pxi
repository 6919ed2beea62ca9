# Games from the rows of a table: a column of moves and columns of tags, as Arrow stores texts.

cdef const char* NOTHING = ""


@final
cdef class Texts:
    """A column of texts: text n is `data[offsets[start + n]:offsets[start + n + 1]]`.

    `offsets` are 32-bit integers; `valid` has a bit for each text, None if there are all of them.
    """

    cdef Py_buffer offsets_view, data_view, valid_view
    cdef const i32* offsets      # from `start` on
    cdef const char* data
    cdef const u8* valid         # NULL if there are all
    cdef Py_ssize_t start
    cdef readonly Py_ssize_t count

    def __cinit__(self, offsets not None, data not None, valid, Py_ssize_t start, Py_ssize_t count):
        cdef Py_ssize_t i, end
        if start < 0 or count < 0 or start > (<i64> 1 << 60) - count:
            raise ValueError("a column has a start and a length of at least 0")
        PyObject_GetBuffer(offsets, &self.offsets_view, PyBUF_SIMPLE)
        PyObject_GetBuffer(data, &self.data_view, PyBUF_SIMPLE)
        if valid is not None:
            PyObject_GetBuffer(valid, &self.valid_view, PyBUF_SIMPLE)
            self.valid = <const u8*> self.valid_view.buf
            if 8 * self.valid_view.len < start + count:
                raise ValueError("a column with fewer bits than texts")
        if self.offsets_view.len // <Py_ssize_t> sizeof(i32) < (start + count + 1 if count else 0):
            raise ValueError("a column with fewer offsets than texts")
        self.offsets = <const i32*> self.offsets_view.buf + start
        self.data = NOTHING
        if self.data_view.len:
            self.data = <const char*> self.data_view.buf
        self.start = start
        self.count = count
        end = self.data_view.len
        for i in range(count):
            if not 0 <= self.offsets[i] <= self.offsets[i + 1] <= end:
                raise ValueError("a column with offsets outside its text")

    def __dealloc__(self):
        PyBuffer_Release(&self.offsets_view)
        PyBuffer_Release(&self.data_view)
        PyBuffer_Release(&self.valid_view)


cdef struct TagColumn:
    const char* name
    Py_ssize_t name_length
    const i32* offsets
    const char* data
    const u8* valid
    Py_ssize_t start


cdef inline bint is_there(const u8* valid, Py_ssize_t place) noexcept nogil:
    return valid == NULL or valid[place >> 3] >> (place & 7) & 1


cdef bint note_row(Reader* r, const TagColumn* columns, Py_ssize_t count) noexcept nogil:
    """Take the tags of the current row; False if there is no memory. Line breaks in them become blanks."""
    cdef const TagColumn* column
    cdef Py_ssize_t i, stored
    cdef Py_ssize_t row = r.row - 1
    cdef Tag tag
    for i in range(count):
        column = &columns[i]
        if not is_there(column.valid, column.start + row):
            continue
        tag.name = column.name
        tag.name_length = column.name_length
        tag.value = column.data + column.offsets[row]
        tag.value_length = column.offsets[row + 1] - column.offsets[row]
        stored = r.tag_text.used
        if not note_tag(r, &tag):
            return False
        for stored in range(stored, r.tag_text.used):
            if r.tag_text.data[stored] == c'\n' or r.tag_text.data[stored] == c'\r':
                r.tag_text.data[stored] = c' '
    return True


cdef int read_all_rows(Reader* r, Texts moves, const TagColumn* columns, Py_ssize_t count) except -1 nogil:
    """Read one game from each row."""
    cdef Py_ssize_t row
    r.text = moves.data
    r.columns = columns
    r.column_count = count
    for row in range(moves.count):
        if r.failed:
            break
        r.row = row + 1
        r.next = r.stop = moves.data + moves.offsets[row]
        if is_there(moves.valid, moves.start + row):
            r.stop = moves.data + moves.offsets[row + 1]
        r.row_start = r.lines.start = r.lines.end = r.next
        r.open_from = r.word_end = NULL
        r.lines.given_back = False
        read_game(r, find_game(&r.lines))
    r.lines.number = moves.count
    finish(r)
    return 0


def read_rows(Plan plan not None, Texts moves not None, list names not None, list tags not None):
    """Read the games of a table: their moves, and the columns of tags with these names (bytes).

    Lines are the numbers of the rows. A row is one game, whatever it contains.
    """
    cdef Py_ssize_t count = len(names)
    cdef Py_ssize_t i
    cdef Texts texts
    cdef bytes name
    cdef Reader* r
    cdef TagColumn* columns
    if len(tags) != count:
        raise ValueError(f"{count} names for {len(tags)} columns of tags")
    columns = <TagColumn*> calloc(count + 1, sizeof(TagColumn))
    r = new_reader(plan)
    try:
        if columns == NULL:
            raise MemoryError()
        for i in range(count):
            texts = tags[i]
            name = names[i]
            if texts is None or name is None or texts.count != moves.count:
                raise ValueError("the columns have different lengths")
            columns[i].name = PyBytes_AS_STRING(name)
            columns[i].name_length = PyBytes_GET_SIZE(name)
            columns[i].offsets = texts.offsets
            columns[i].data = texts.data
            columns[i].valid = texts.valid
            columns[i].start = texts.start
        know_names(r, plan)
        with nogil:
            read_all_rows(r, moves, columns, count)
        return chunk_of(r)
    finally:
        free(columns)
        free_reader(r)
