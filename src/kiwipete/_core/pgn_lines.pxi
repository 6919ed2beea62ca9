# The lines of a game, wherever they come from.

# The lines of a game: the interface, and the lines of a StringIO, which is read in larger pieces.

cdef extern from *:
    """
    #define kw_is_ascii(text) PyUnicode_IS_ASCII(text)
    """
    bint is_ascii "kw_is_ascii"(object text)


cdef str decoded(const char* text, Py_ssize_t length):
    # Python stores bytes that it could not decode as lone surrogates.
    return PyUnicode_DecodeUTF8(text, length, "surrogatepass")


cdef struct Text:            # Python text as UTF-8, without a copy if it is ASCII
    const char* bytes
    Py_ssize_t length
    bint ascii


cdef object hold(Text* held, text):
    """View Python text as UTF-8; the returned object must outlive the view."""
    if not isinstance(text, str):
        raise TypeError(f"PGN is read from files opened in text mode, not from {type(text).__name__}")
    held.ascii = is_ascii(text)
    if held.ascii:
        held.bytes = PyUnicode_AsUTF8AndSize(text, &held.length)
        return text
    text = PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass")
    held.bytes = PyBytes_AS_STRING(text)
    held.length = PyBytes_GET_SIZE(text)
    return text


# The number of lines before a position of a handle, while its games are read one after another.
cdef object counted_handle = None   # a weak reference
cdef object counted_place = None
cdef Py_ssize_t counted_lines = 0


cdef class Lines:
    """The lines of a handle from its position on, one by one; the last one can be given back."""

    cdef object handle
    cdef Text text           # the part in memory
    cdef object owner        # of the text
    cdef Cursor cursor
    cdef const char* measured        # a position in the current line: errors come from left to right
    cdef Py_ssize_t before_measured  # characters
    cdef Py_ssize_t measured_line    # its number

    def __cinit__(self, *arguments):
        self.cursor.source = <void*> self
        # They need the GIL, which everything here has.
        self.cursor.fetch = <Ask> <void*> fetch_line
        self.cursor.can_look_ahead = <Ask> <void*> ask_to_look_ahead
        self.cursor.closes = <Ask> <void*> ask_whether_it_closes

    cdef str words(self, const char* start, Py_ssize_t length):
        """A part of the text in memory as Python text."""
        cdef str text
        if not self.text.ascii:
            return decoded(start, length)
        text = PyUnicode_New(length, 127)
        memcpy(PyUnicode_DATA(text), start, length)
        return text

    cdef Py_ssize_t column(self, const char* at) noexcept:
        """The number of a character of the current line, from 1."""
        if self.text.ascii:
            return 1 + (at - self.cursor.start)
        if self.measured == NULL or self.measured_line != self.cursor.number or at < self.measured:
            self.measured = self.cursor.start
            self.measured_line = self.cursor.number
            self.before_measured = 0
        self.before_measured += characters(self.measured, at - self.measured)
        self.measured = at
        return 1 + self.before_measured

    cdef bint fetch(self) except -1:
        raise NotImplementedError

    cdef int close(self) except -1:
        """Leave the handle after the last line taken."""
        raise NotImplementedError

    cdef bint can_look_ahead(self) except -1:
        """Can lines be taken without blocking, and be given back?"""
        return True

    cdef bint closes(self) except -1:
        """Does a } follow the current line? If none does, that is stored, so that a file is searched once."""
        raise NotImplementedError

    cdef object place(self):
        """The position of the handle, before the first line or after `close`."""
        raise NotImplementedError

    cdef int count_on(self) except -1:
        """Continue counting lines where the last game of the handle ended."""
        if counted_handle is not None and counted_handle() is self.handle and counted_place == self.place():
            self.cursor.number = counted_lines
        return 0

    cdef int remember(self) except -1:
        """Store the line number for the next game of the handle."""
        global counted_handle, counted_place, counted_lines
        if counted_handle is None or counted_handle() is not self.handle:
            try:
                counted_handle = ref(self.handle)
            except TypeError:  # some classes with __slots__ allow no weak references
                counted_handle = None
        counted_place = self.place()
        counted_lines = self.cursor.number - self.cursor.given_back
        return 0


cdef bint fetch_line(void* source) except -1:
    cdef Lines lines = <Lines> source
    if lines.cursor.number % 1024 == 1023:
        PyErr_CheckSignals()
    return lines.fetch()


cdef bint ask_to_look_ahead(void* source) except -1:
    return (<Lines> source).can_look_ahead()


cdef bint ask_whether_it_closes(void* source) except -1:
    return (<Lines> source).closes()


cdef inline bint has_brace(const char* at, const char* end, char brace) noexcept:
    """Does a comment begin or end here?"""
    return memchr(at, brace, end - at) != NULL


# How much of a StringIO to read at once: as much as the last games needed, and a little more.
cdef Py_ssize_t usual_size = 4096


cdef class TextLines(Lines):
    """The lines of a StringIO. Its position is set once, when the game is over."""

    cdef Py_ssize_t base     # the position in the handle of the first character in memory
    cdef Py_ssize_t at       # where the next line begins
    cdef Py_ssize_t used     # characters before those in memory
    cdef bint at_end         # all that is left is in memory

    def __cinit__(self, handle):
        self.handle = handle
        self.base = handle.tell()
        self.read_more(usual_size, "")

    cdef int read_more(self, Py_ssize_t size, str rest) except -1:
        cdef object more = self.handle.read(size)
        self.at_end = len(more) < size
        self.owner = hold(&self.text, rest + more if rest else more)
        self.at = 0
        self.measured = NULL
        return 0

    cdef bint fetch(self) except -1:
        cdef const char* line_break
        cdef Py_ssize_t rest
        while True:
            rest = self.text.length - self.at
            line_break = <const char*> memchr(self.text.bytes + self.at, c'\n', rest)
            if line_break != NULL or self.at_end:
                break
            self.used += characters(self.text.bytes, self.at)
            self.read_more(2 * rest + usual_size, decoded(self.text.bytes + self.at, rest))
        if rest == 0:
            return False
        self.cursor.start = self.text.bytes + self.at
        self.cursor.end = line_break + 1 if line_break != NULL else self.cursor.start + rest
        self.at = self.cursor.end - self.text.bytes
        return True

    cdef bint closes(self) except -1:
        cdef Py_ssize_t length = self.cursor.end - self.cursor.start
        cdef Py_ssize_t searched, place
        if has_brace(self.cursor.end, self.text.bytes + self.text.length, c'}'):
            return True
        place = self.base + self.used + characters(self.text.bytes, self.cursor.start - self.text.bytes)
        if is_known_open(self.handle, place):
            return False
        while not self.at_end:
            searched = self.text.bytes + self.text.length - self.cursor.start
            self.used = place - self.base
            self.read_more(searched + usual_size, decoded(self.cursor.start, searched))
            self.cursor.start = self.text.bytes
            self.cursor.end = self.cursor.start + length
            self.at = length
            if has_brace(self.cursor.start + searched, self.cursor.start + self.text.length, c'}'):
                return True
            PyErr_CheckSignals()
        remember_open(self.handle, place)
        return False

    cdef object place(self):
        return self.base

    cdef int close(self) except -1:
        global usual_size
        cdef Py_ssize_t length = self.cursor.start - self.text.bytes if self.cursor.given_back else self.at
        cdef Py_ssize_t taken = self.used + (length if self.text.ascii else characters(self.text.bytes, length))
        self.base += taken
        self.handle.seek(self.base)
        usual_size = min(max(usual_size - usual_size // 8, taken + taken // 4 + 64), 1 << 20)
        return 0


# The lines of handles other than a StringIO, which may not be seekable: pipes and the like.

cdef class HandleLines(Lines):
    """The lines of any handle, from its own `readline`."""

    cdef object readline
    cdef object line
    cdef list waiting        # lines that were read ahead, the next one last
    cdef bint open_ended     # nothing after the current line ends a comment

    def __cinit__(self, handle):
        self.handle = handle
        self.readline = handle.readline
        if returned or last_returned is not None:
            self.waiting, self.open_ended = reclaimed(handle)

    cdef bint fetch(self) except -1:
        self.line = self.waiting.pop() if self.waiting else self.readline()
        self.owner = hold(&self.text, self.line)
        self.cursor.start = self.text.bytes
        self.cursor.end = self.cursor.start + self.text.length
        return self.text.length > 0

    cdef bint can_look_ahead(self) except -1:
        return place_of(self.handle) is not None

    cdef bint closes(self) except -1:
        cdef object place
        if self.open_ended:
            return False
        if self.waiting and any(["}" in line for line in self.waiting]):
            return True
        place = place_of(self.handle)
        if place is None or not can_seek(self.handle, place):
            return self.read_ahead()
        if is_known_open(self.handle, place):
            return False
        try:
            while True:
                line = self.readline()
                if not line:
                    break
                if "}" in line:
                    return True
        finally:
            self.handle.seek(place)
        remember_open(self.handle, place)
        return False

    cdef bint read_ahead(self) except -1:
        """Find a } in a handle that is not seekable: the lines up to there are kept in `waiting`."""
        cdef list ahead = []
        cdef bint found = False
        try:
            while not found:
                line = self.readline()
                if not line:
                    self.open_ended = True
                    break
                ahead.append(line)
                found = "}" in line
        finally:
            ahead.reverse()
            self.waiting = ahead + self.waiting if self.waiting else ahead
        return found

    cdef object place(self):
        return place_of(self.handle)

    cdef int close(self) except -1:
        if self.waiting:
            if self.cursor.given_back:
                self.waiting.append(self.line)
            leave_lines(self.handle, place_of(self.handle), self.waiting, self.open_ended)
        elif self.cursor.given_back:
            give_line_back(self.handle, self.line)
        return 0


# Lines read ahead from handles that are not seekable, by the position of the handle (None if it is unknown), and
# whether no } is known to follow them. For handles that cannot be keys, only the last ones.
cdef object returned = WeakKeyDictionary()
cdef tuple last_returned = None


cdef object place_of(handle):
    try:
        return handle.tell()
    except (OSError, AttributeError):
        return None


cdef bint can_seek(handle, place) except -1:
    try:
        handle.seek(place)
    except (OSError, AttributeError):
        return False
    return True


cdef tuple reclaimed(handle):
    """The lines kept for the current position of a handle. A single one stays there for another reader."""
    global last_returned
    cdef object left = None
    cdef object place
    if last_returned is not None and last_returned[0] is handle:
        left = {last_returned[1]: last_returned[2]}
        last_returned = None
    else:
        try:
            left = returned.get(handle)
        except TypeError:
            pass
    if left is None:
        return None, False
    place = place_of(handle)
    lines, open_ended = left.get(place, (None, False))
    if place is None or (lines is not None and len(lines) > 1):
        left.pop(place, None)
        return lines, open_ended
    return None if lines is None else list(lines), open_ended


cdef int leave_lines(handle, place, list lines, bint open_ended) except -1:
    """Keep lines that have been read for the next reader of a handle."""
    global last_returned
    try:
        returned.setdefault(handle, {})[place] = (lines, open_ended)
    except TypeError:
        last_returned = (handle, place, (lines, open_ended))
    return 0


cdef int give_line_back(handle, line) except -1:
    """Make the next reader of a handle begin with a line that has been read.

    A file seeks back to the beginning of the line. The number of bytes is not
    known, so the likely positions are tried: the line as it is, and with a line
    break of two characters.
    """
    cdef object place = place_of(handle)
    cdef object size
    if place is not None:
        size = len(line) if isinstance(handle, StringIO) else encoded_size(handle, line)
        for guess in (place - size, place - size - 1):
            if guess >= 0 and stands_at(handle, guess, line, place):
                return 0
        can_seek(handle, place)
    return leave_lines(handle, place, [line], False)


cdef object encoded_size(handle, line):
    encoding = getattr(handle, "encoding", None) or "utf-8"
    mark = "".encode(encoding)  # some encodings begin every text with a byte order mark
    return len(line.encode(encoding, getattr(handle, "errors", None) or "strict")) - len(mark)


cdef bint stands_at(handle, guess, line, place) except -1:
    """Is this line at the guessed position, and the old position after it? Then leave the handle there."""
    try:
        handle.seek(guess)
        found = handle.readline() == line and handle.tell() == place
        handle.seek(guess)
    except (OSError, ValueError, OverflowError):
        return False
    return found


# The last position from which no } was found, and where the handle ended then. Without this, each of many unclosed
# comments would cause a search to the end of the file.
cdef object open_handle = None      # a weak reference
cdef object open_place = None
cdef object open_end = None


cdef int remember_open(handle, place) except -1:
    global open_handle, open_place, open_end
    try:
        open_handle = ref(handle)
    except TypeError:  # some classes with __slots__ allow no weak references
        open_handle = None
        return 0
    open_place = place
    open_end = end_of(handle, place)
    return 0


cdef bint is_known_open(handle, place) except -1:
    """Is it known that no } follows a position? The file may have grown since."""
    return (
        open_handle is not None
        and open_handle() is handle
        # In files the high bits are the state of the decoder.
        and open_place <= place
        and open_place >> 64 == place >> 64
        and open_end == end_of(handle, handle.tell())
    )


cdef object end_of(handle, place):
    """Where a handle ends, or None if it is unknown; the handle is left at a given position."""
    try:
        return handle.seek(0, 2)
    except (OSError, ValueError, TypeError):
        return None
    finally:
        handle.seek(place)


cdef Lines lines_of(handle):
    # Only a StringIO that splits lines at \n alone has no `newlines`.
    if type(handle) is StringIO and handle.newlines is None:
        return TextLines.__new__(TextLines, handle)
    return HandleLines.__new__(HandleLines, handle)
