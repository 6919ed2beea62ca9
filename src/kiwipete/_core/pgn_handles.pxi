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
        self.start = self.text.bytes
        self.end = self.start + self.text.length
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
            if self.given_back:
                self.waiting.append(self.line)
            leave_lines(self.handle, place_of(self.handle), self.waiting, self.open_ended)
        elif self.given_back:
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
