"""The games of a chunk of a PGN file as columns, read without the GIL and without Python objects.

Every move of a main line is checked by the rules. What users see is Python, in kiwipete.games.
"""

from cython cimport final

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_FillInfo, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.unicode cimport PyUnicode_DecodeLatin1, PyUnicode_DecodeUTF8
from libc.math cimport NAN
from libc.stdint cimport int64_t as i64
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memchr, memcmp, memcpy, memset

from kiwipete._core.hot cimport tables
from kiwipete._core.kernel.attacks cimport adopt_attack_tables
from kiwipete._core.kernel.game_text cimport (
    Cursor, Outline, Tag, begins_next_game, behind_comment, characters, ends_with_result, find_game, find_tag,
    goes_on_behind_blank, is_blank, is_empty, is_white, read_tag, skip_moves, take, trace,
)
from kiwipete._core.kernel.move cimport MAX_SAN, NULL_MOVE
from kiwipete._core.kernel.move cimport Move as Move16
from kiwipete._core.kernel.notation cimport (
    SAN_INVALID, SAN_PASS, San, TOKEN_CLOSE, TOKEN_COMMENT, TOKEN_MOVE, TOKEN_NONE, TOKEN_OPEN, TOKEN_REST,
    TOKEN_RESULT, Token, is_digit, next_token, read_plain_move, read_san, skip_number,
)
from kiwipete._core.kernel.san_moves cimport find_on_boards, play_on_boards
from kiwipete._core.kernel.squares cimport KING, NO_SQUARE, WHITE, i32, pop_first, u8, u32, u64, unlikely
from kiwipete._core.kernel.types cimport (
    Bitboards, FenReader, MAX_FEN, Position, SAN_FOUND, SanVerdict, State, UNKNOWN, clear_position, piece_of,
    pieces_of_kind,
)
from kiwipete._core.move cimport move_object
from kiwipete._core.position_board cimport state_of
from kiwipete._core.rules cimport (
    find_san, is_trusted, play_legal, read_fen, read_fen_of_either, set_piece, set_turn, settle, write_move,
)

from kiwipete._core.game_board import GameBoard

__all__ = [
    "MATE", "MOST_CENTIPAWNS", "NO_EVAL", "Chunk", "Column", "Plan", "Texts", "find_split", "moves_of", "read_rows",
    "read_text", "restored_chunk",
]

adopt_attack_tables(tables().attacks)

cdef enum:
    MATE_VALUE = 1000000          # less the moves to the mate
    MOST_CENTIPAWNS = 900000      # beyond all others
    NO_EVALUATION = -2147483648
    NO_TAG = -2                   # instead of a result
    MOST_TEXT = 2147483647        # bytes of one column of moves

MATE, NO_EVAL = MATE_VALUE, NO_EVALUATION
globals()["MOST_CENTIPAWNS"] = MOST_CENTIPAWNS

cdef tuple ROSTER = (b"Event", b"Site", b"Date", b"Round", b"White", b"Black", b"Result")
cdef State start = state_of(GameBoard())[0]


# Memory that grows.

cdef struct Array:
    char* data
    Py_ssize_t used
    Py_ssize_t room


cdef bint grow(Array* array, Py_ssize_t wanted) noexcept nogil:
    cdef Py_ssize_t room = max(2 * array.room, wanted, 1024)
    cdef void* grown = realloc(array.data, room)
    if grown == NULL:
        return False
    array.data = <char*> grown
    array.room = room
    return True


cdef inline bint reserve(Array* array, Py_ssize_t more) noexcept nogil:
    """Make room for more bytes, and some even for none; False if there is no memory."""
    return array.used + more < array.room or grow(array, array.used + more + 1)


@final
cdef class Column:
    """Memory with the buffer protocol, for numpy.frombuffer."""

    cdef char* data
    cdef Py_ssize_t length

    def __dealloc__(self):
        free(self.data)

    def __len__(self):
        return self.length

    def __getbuffer__(self, Py_buffer* view, int flags):
        PyBuffer_FillInfo(view, self, self.data, self.length, True, flags)


cdef Column column_of(Array* array):
    """Hand the memory of an array over to a column."""
    cdef Column column = Column.__new__(Column)
    cdef void* fitted = realloc(array.data, max(array.used, 1))
    column.data = <char*> fitted if fitted != NULL else array.data
    column.length = array.used
    array.data = NULL
    array.used = array.room = 0
    return column


# Texts of one unit, in the order in which they need each other.
include "game_chunk_types.pxi"
include "game_chunk_annotations.pxi"
include "game_chunk_tags.pxi"
include "game_chunk_reader.pxi"
include "game_chunk_columns.pxi"
include "game_chunk_writer.pxi"
include "game_chunk_splits.pxi"


@final
cdef class Plan:
    """What to read, and which games.

    `kept_names` are the tags to keep, None for all. A filter is (name, kind, low, high, values)
    with the kinds 0, a range of numbers; 1, a range of texts; 2, one of some values. `variants`
    are pairs of a name in lower case and a kind: 0 chess, 1 Chess960, 2 another variant.
    """

    cdef Settings c
    cdef tuple kept_names
    cdef list filter_names
    cdef list held           # the bytes that the settings point to

    def __cinit__(self, kept_names, filters, variants, *, bint clocks, bint evals):
        self.c.clocks = clocks
        self.c.evals = evals
        self.c.keeps_all = kept_names is None
        self.kept_names = () if kept_names is None else tuple(kept_names)
        self.held = []
        self.set_filters(list(filters))
        self.set_variants(list(variants))

    def __dealloc__(self):
        cdef Py_ssize_t i
        for i in range(self.c.filter_count):
            free(self.c.filters[i].values)
            free(self.c.filters[i].lengths)
        free(self.c.filters)
        free(self.c.variants)
        free(self.c.variant_lengths)
        free(self.c.variant_kinds)

    cdef const char* hold(self, bytes text, Py_ssize_t* length):
        self.held.append(text)
        length[0] = PyBytes_GET_SIZE(text)
        return PyBytes_AS_STRING(text)

    cdef int set_filters(self, list filters) except -1:
        cdef Filter* filter
        cdef Py_ssize_t i
        self.filter_names = []
        if len(filters) > 60:
            raise ValueError(f"{len(filters)} filters; at most 60 are possible")
        self.c.filters = <Filter*> calloc(len(filters) + 1, sizeof(Filter))
        if self.c.filters == NULL:
            raise MemoryError()
        for name, kind, low, high, values in filters:
            filter = &self.c.filters[self.c.filter_count]
            self.filter_names.append(name)
            self.c.filter_count += 1
            filter.kind = kind
            if kind == NUMBER_RANGE:
                filter.low = low
                filter.high = high
            elif kind == TEXT_RANGE:
                if low is not None:
                    filter.least = self.hold(low, &filter.least_length)
                if high is not None:
                    filter.most = self.hold(high, &filter.most_length)
            else:
                filter.values = <const char**> calloc(len(values) + 1, sizeof(char*))
                filter.lengths = <Py_ssize_t*> calloc(len(values) + 1, sizeof(Py_ssize_t))
                if filter.values == NULL or filter.lengths == NULL:
                    raise MemoryError()
                filter.count = len(values)
                for i in range(filter.count):
                    filter.values[i] = self.hold(values[i], &filter.lengths[i])
        return 0

    cdef int set_variants(self, list variants) except -1:
        cdef Py_ssize_t count = len(variants)
        cdef Py_ssize_t i
        self.c.variants = <const char**> calloc(count + 1, sizeof(char*))
        self.c.variant_lengths = <Py_ssize_t*> calloc(count + 1, sizeof(Py_ssize_t))
        self.c.variant_kinds = <int*> calloc(count + 1, sizeof(int))
        if self.c.variants == NULL or self.c.variant_lengths == NULL or self.c.variant_kinds == NULL:
            raise MemoryError()
        for i in range(count):
            name, kind = variants[i]
            self.c.variants[i] = self.hold(name, &self.c.variant_lengths[i])
            self.c.variant_kinds[i] = kind
        self.c.variant_count = count
        return 0


cdef int know_names(Reader* r, Plan plan) except -1:
    """Give the names that matter their places: those always known, those that are kept, and those of filters."""
    cdef Py_ssize_t i
    cdef u32 number
    if not grow_names(r):
        raise MemoryError()
    memset(r.names, 0, sizeof(Name))
    r.name_count = 1
    for name in (b"FEN", b"Variant", b"Result", *plan.kept_names):
        number = name_number(r, PyBytes_AS_STRING(name), PyBytes_GET_SIZE(name))
        if number == 0:
            raise MemoryError()
        r.names[number].kept = True
    r.names[NAME_RESULT].kept = r.plan.keeps_all or b"Result" in plan.kept_names
    for i in range(plan.c.filter_count):
        name = plan.filter_names[i]
        number = name_number(r, PyBytes_AS_STRING(name), PyBytes_GET_SIZE(name))
        if number == 0:
            raise MemoryError()
        r.names[number].filter = <int> i
    return 0


cdef str text_of(const char* text, Py_ssize_t length):
    """Text as UTF-8, or as Latin-1 where it is not."""
    try:
        return PyUnicode_DecodeUTF8(text, length, NULL)
    except UnicodeDecodeError:
        return PyUnicode_DecodeLatin1(text, length, NULL)


@final
cdef class Chunk:
    """The games of one chunk of a file. The columns are buffers, to be viewed by NumPy."""

    cdef readonly Column moves, clocks, evals, rows, errors, tag_ids
    cdef readonly list names         # of tags; the first is not one
    cdef readonly Py_ssize_t count   # of games
    cdef readonly Py_ssize_t skipped
    cdef readonly Py_ssize_t lines
    cdef Column tag_ends, tag_text, error_text
    cdef list encoded_names          # these four only if games are written
    cdef const char** name_texts
    cdef Py_ssize_t* name_lengths
    cdef u8* roster_places

    def __cinit__(self):
        self.moves = self.clocks = self.evals = self.rows = self.errors = Column.__new__(Column)
        self.tag_ids = self.tag_ends = self.tag_text = self.error_text = self.moves
        self.names = [""]

    cdef int adopt(self, Reader* r) except -1:
        cdef u32 i
        self.count = r.games
        self.skipped = r.skipped
        self.lines = r.lines.number
        self.names = [""]
        for i in range(1, r.name_count):
            self.names.append(text_of(r.names[i].text, r.names[i].length))
        self.moves = column_of(&r.move_bytes)
        self.clocks = column_of(&r.clock_bytes)
        self.evals = column_of(&r.eval_bytes)
        self.rows = column_of(&r.rows)
        self.errors = column_of(&r.errors)
        self.error_text = column_of(&r.error_text)
        self.tag_ids = column_of(&r.tag_ids)
        self.tag_ends = column_of(&r.tag_ends)
        self.tag_text = column_of(&r.tag_text)
        return 0

    cdef Py_ssize_t first_tag(self, Py_ssize_t game) noexcept:
        return (<Row*> self.rows.data)[game - 1].tags if game else 0

    cdef str value(self, Py_ssize_t tag):
        cdef u32* ends = <u32*> self.tag_ends.data
        cdef u32 begin = ends[tag - 1] if tag else 0
        return text_of(self.tag_text.data + begin, ends[tag] - begin)

    def tags(self, Py_ssize_t game):
        """The tags of a game as a dictionary."""
        cdef Py_ssize_t tag
        if not 0 <= game < self.count:
            raise IndexError("no such game")
        return {
            self.names[(<u32*> self.tag_ids.data)[tag]]: self.value(tag)
            for tag in range(self.first_tag(game), (<Row*> self.rows.data)[game].tags)
        }

    def values(self, str name not None):
        """The values of a tag as a list, None where a game does not have it."""
        cdef u32* ids = <u32*> self.tag_ids.data
        cdef u32* ends = <u32*> self.tag_ends.data
        cdef list values = [None] * self.count
        cdef Py_ssize_t game, tag, begin, length
        cdef Py_ssize_t last = 0         # the value before, which the next one often repeats
        cdef Py_ssize_t last_length = -1
        cdef str value = None
        cdef u32 number
        if name not in self.names:
            return values
        number = self.names.index(name)
        for game in range(self.count):
            for tag in range(self.first_tag(game), (<Row*> self.rows.data)[game].tags):
                if ids[tag] == number:
                    begin = ends[tag - 1] if tag else 0
                    length = ends[tag] - begin
                    if length != last_length or memcmp(self.tag_text.data + begin, self.tag_text.data + last, length):
                        value = text_of(self.tag_text.data + begin, length)
                        last = begin
                        last_length = length
                    values[game] = value
        return values

    def numbers(self, str name not None, i64 missing):
        """The values of a tag as 64-bit integers; `missing` where it is absent or not a whole number."""
        cdef u32* ids = <u32*> self.tag_ids.data
        cdef u32* ends = <u32*> self.tag_ends.data
        cdef Array array = [NULL, 0, 0]
        cdef Py_ssize_t game, tag, begin
        cdef double number
        cdef i64* found
        cdef u32 wanted = self.names.index(name) if name in self.names else 0
        if not reserve(&array, self.count * sizeof(i64) + 1):
            raise MemoryError()
        array.used = self.count * sizeof(i64)
        found = <i64*> array.data
        for game in range(self.count):
            found[game] = missing
            if not wanted:
                continue
            for tag in range(self.first_tag(game), (<Row*> self.rows.data)[game].tags):
                if ids[tag] == wanted:
                    begin = ends[tag - 1] if tag else 0
                    found[game] = missing
                    if ends[tag] - begin <= 15 and read_number(
                        self.tag_text.data + begin, ends[tag] - begin, &number
                    ):
                        found[game] = <i64> number
        return column_of(&array)

    cdef void put_tags(self, Writer* w, Py_ssize_t game) noexcept nogil:
        """Write the tags of a game, the seven of the roster first; of equal names the last one counts."""
        cdef u32* ids = <u32*> self.tag_ids.data
        cdef Py_ssize_t first = (<Row*> self.rows.data)[game - 1].tags if game else 0
        cdef Py_ssize_t end = (<Row*> self.rows.data)[game].tags
        cdef Py_ssize_t tag, later
        cdef int place
        for place in range(8):
            for tag in range(first, end):
                if self.roster_places[ids[tag]] != place:
                    continue
                for later in range(first, tag):
                    if ids[later] == ids[tag]:
                        break
                else:
                    for later in range(end - 1, tag - 1, -1):
                        if ids[later] == ids[tag]:
                            self.put_tag(w, later)
                            break
        if end > first:
            append(w, "\n", 1)
        w.line = w.text.used

    cdef void put_tag(self, Writer* w, Py_ssize_t tag) noexcept nogil:
        cdef u32* ends = <u32*> self.tag_ends.data
        cdef u32 number = (<u32*> self.tag_ids.data)[tag]
        cdef u32 begin = ends[tag - 1] if tag else 0
        append(w, "[", 1)
        append(w, self.name_texts[number], self.name_lengths[number])
        append(w, ' "', 2)
        append(w, self.tag_text.data + begin, ends[tag] - begin)
        append(w, '"]\n', 3)

    cdef bint set_up(self, State* state, Py_ssize_t game) noexcept nogil:
        """Set up the start position of a game; False if it has none."""
        cdef Row* row = &(<Row*> self.rows.data)[game]
        cdef u32* ends = <u32*> self.tag_ends.data
        cdef Py_ssize_t first = (row - 1).tags if game else 0
        cdef Py_ssize_t tag
        cdef u32 begin
        state[0] = start
        state.position.boards.chess960 = row.chess960
        if not row.other_start:
            return True
        for tag in range(row.tags - 1, first - 1, -1):
            if (<u32*> self.tag_ids.data)[tag] == NAME_FEN:
                begin = ends[tag - 1] if tag else 0
                return read_start(state, self.tag_text.data + begin, ends[tag] - begin, row.chess960)
        return False

    cdef void put_game(self, Writer* w, Py_ssize_t game) noexcept nogil:
        self.put_tags(w, game)
        self.put_moves(w, game)
        append(w, "\n", 1)
        w.line = w.text.used

    cdef void put_moves(self, Writer* w, Py_ssize_t game) noexcept nogil:
        cdef Row* row = &(<Row*> self.rows.data)[game]
        cdef Py_ssize_t ply = (row - 1).plies if game else 0
        cdef State state
        w.numbered = True
        if self.set_up(&state, game):
            for ply in range(ply, row.plies):
                put_move(w, &state, (<Move16*> self.moves.data)[ply])
                put_comment(
                    w,
                    (<i32*> self.evals.data)[ply] if self.evals.length else NO_EVALUATION,
                    (<float*> self.clocks.data)[ply] if self.clocks.length else <float> NAN,
                )
        put_result(w, row.result)

    def write_moves(self, games):
        """Write the moves of games, given by their numbers as 64-bit integers: a text, and 32-bit offsets in it.

        They have results, and evaluations and clocks if these were read, but no tags and no line breaks.
        """
        cdef Writer w
        cdef Array offsets = [NULL, 0, 0]
        cdef Py_buffer view
        cdef Py_ssize_t i, count
        cdef i64* numbers
        memset(&w, 0, sizeof(w))
        w.columns = -1
        PyObject_GetBuffer(games, &view, PyBUF_SIMPLE)
        try:
            count = self.checked_count(&view)
            numbers = <i64*> view.buf
            if not reserve(&offsets, (count + 1) * sizeof(i32)):
                raise MemoryError()
            offsets.used = (count + 1) * sizeof(i32)
            (<i32*> offsets.data)[0] = 0
            with nogil:
                for i in range(count):
                    self.put_moves(&w, numbers[i])
                    if w.failed or w.text.used > MOST_TEXT:
                        break
                    w.text.used -= 1     # the line break
                    w.line = w.text.used
                    (<i32*> offsets.data)[i + 1] = <i32> w.text.used
            if w.failed:
                raise MemoryError()
            if w.text.used > MOST_TEXT:
                raise ValueError("more than two gigabytes of moves")
            return column_of(&w.text), column_of(&offsets)
        finally:
            free(w.text.data)
            free(offsets.data)
            PyBuffer_Release(&view)

    cdef Py_ssize_t checked_count(self, const Py_buffer* view) except -1:
        """How many numbers of games a buffer has; raises IndexError if one of them is not ours."""
        cdef Py_ssize_t count = view.len // <Py_ssize_t> sizeof(i64)
        cdef Py_ssize_t i
        for i in range(count):
            if not 0 <= (<i64*> view.buf)[i] < self.count:
                raise IndexError("no such game")
        return count

    def write(self, games, columns):
        """Write games of this chunk, given by their numbers as 64-bit integers, as PGN.

        Lines of moves have at most `columns` characters, and any number if it is None.
        """
        cdef Writer w
        cdef Py_buffer view
        cdef Py_ssize_t i, count
        cdef i64* numbers
        memset(&w, 0, sizeof(w))
        w.columns = -1 if columns is None else min(max(columns, 0), 1 << 40)
        PyObject_GetBuffer(games, &view, PyBUF_SIMPLE)
        try:
            count = self.checked_count(&view)
            numbers = <i64*> view.buf
            self.prepare_names()
            with nogil:
                for i in range(count):
                    if w.failed:
                        break
                    self.put_game(&w, numbers[i])
            if w.failed:
                raise MemoryError()
            return column_of(&w.text)
        finally:
            free(w.text.data)
            PyBuffer_Release(&view)

    cdef int prepare_names(self) except -1:
        """Make the names of tags ready for writing, with their places in the roster."""
        cdef Py_ssize_t i
        if self.encoded_names is not None:
            return 0
        encoded = [name.encode("utf-8", "surrogatepass") for name in self.names]
        self.name_texts = <const char**> calloc(len(encoded), sizeof(char*))
        self.name_lengths = <Py_ssize_t*> calloc(len(encoded), sizeof(Py_ssize_t))
        self.roster_places = <u8*> calloc(len(encoded), 1)
        if self.name_texts == NULL or self.name_lengths == NULL or self.roster_places == NULL:
            raise MemoryError()
        for i in range(len(encoded)):
            self.name_texts[i] = PyBytes_AS_STRING(encoded[i])
            self.name_lengths[i] = PyBytes_GET_SIZE(encoded[i])
            self.roster_places[i] = ROSTER.index(encoded[i]) if encoded[i] in ROSTER else 7
        self.encoded_names = encoded
        return 0

    def __reduce__(self):
        columns = (
            self.moves, self.clocks, self.evals, self.rows, self.errors, self.tag_ids, self.tag_ends, self.tag_text,
            self.error_text,
        )
        numbers = (self.count, self.skipped, self.lines)
        return restored_chunk, (numbers, self.names, tuple([bytes(column) for column in columns]))

    def __dealloc__(self):
        free(self.name_texts)
        free(self.name_lengths)
        free(self.roster_places)

    def error_word(self, Py_ssize_t begin, Py_ssize_t length):
        """The text that an error is about."""
        if begin < 0 or length < 0 or begin + length > self.error_text.length:
            raise IndexError("no such text")
        return text_of(self.error_text.data + begin, length)


cdef Reader* new_reader(Plan plan) except NULL:
    cdef Reader* r = <Reader*> calloc(1, sizeof(Reader))
    if r == NULL:
        raise MemoryError()
    r.plan = &plan.c
    r.lines.source = r
    r.lines.fetch = fetch_line
    r.lines.can_look_ahead = always
    r.lines.closes = comment_closes
    return r


cdef void free_reader(Reader* r) noexcept:
    cdef int array
    for array in range(9):
        free((&r.move_bytes)[array].data)
    free(r.names)
    free(r.name_slots)
    free(r)


cdef Chunk chunk_of(Reader* r):
    """A chunk of what has been read."""
    cdef Chunk chunk = Chunk.__new__(Chunk)
    if r.failed:
        raise MemoryError()
    chunk.adopt(r)
    return chunk


def read_text(text not None, Plan plan not None, size=None):
    """Read the games of a text, which begins with the beginning of a game, or of a file.

    `size` is how much of the text to read. It is bytes or a buffer that does not change meanwhile.
    """
    cdef Py_buffer view
    cdef Py_ssize_t length
    cdef Reader* r = new_reader(plan)
    memset(&view, 0, sizeof(view))
    try:
        PyObject_GetBuffer(text, &view, PyBUF_SIMPLE)
        length = view.len if size is None else min(view.len, max(0, size))
        if length >= 2**31:
            raise ValueError("a chunk of more than two gigabytes")
        r.text = r.next = NOTHING
        if length:
            r.text = r.next = <const char*> view.buf
        r.stop = r.text + length
        know_names(r, plan)
        with nogil:
            read_all(r)
        return chunk_of(r)
    finally:
        PyBuffer_Release(&view)
        free_reader(r)


def moves_of(moves, Py_ssize_t begin, Py_ssize_t end):
    """Some of the 16-bit moves in a buffer, as Move objects."""
    cdef Py_buffer view
    cdef Py_ssize_t i
    PyObject_GetBuffer(moves, &view, PyBUF_SIMPLE)
    try:
        if not 0 <= begin <= end or end * <Py_ssize_t> sizeof(Move16) > view.len:
            raise IndexError("no such moves")
        return [move_object((<Move16*> view.buf)[i]) for i in range(begin, end)]
    finally:
        PyBuffer_Release(&view)


include "game_chunk_state.pxi"
