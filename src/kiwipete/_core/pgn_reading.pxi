# Reading games: tags first, then the start position, then the moves.

@final
cdef class Kit:
    """The objects of kiwipete.pgn that reading needs.

    `start_of` returns the board of a start position, or None if there is
    none; a visitor returns `skip` to skip a part.
    """

    cdef object headers_class, child_class, board_class, start_of, skip

    def __init__(self, headers_class, child_class, board_class, start_of, skip):
        self.headers_class = headers_class
        self.child_class = child_class
        self.board_class = board_class
        self.start_of = start_of
        self.skip = skip


cdef class GameReader:
    """Reads one game, after its first line has been taken."""

    cdef Lines lines
    cdef object visitor
    cdef Kit kit
    cdef bint plain          # the visitor builds games like GameBuilder, so it need not be called
    cdef bint handles_damage  # it handles all damage
    cdef Listener listener
    cdef Py_ssize_t first    # the number of its first line

    def report(self, error):
        """Report an error in the tags as a whole to the visitor."""
        self.listener.report_at(error, self.first, 1)

    cdef int read(self) except -1:
        cdef bint has_moves
        if self.visitor.begin_game() is self.kit.skip:
            if pass_tags(self.lines):
                skip_moves(self.lines)
        else:
            self.listener = self.new_listener(self.plain)
            headers = self.visitor.begin_headers()
            managed = isinstance(headers, self.kit.headers_class)
            headers = headers if managed else self.kit.headers_class({})
            has_moves = self.read_tags(headers, managed)
            if self.visitor.end_headers() is self.kit.skip or not self.find_start(headers):
                if has_moves:
                    skip_moves(self.lines)
            elif has_moves:
                self.read_moves()
        self.visitor.end_game()
        return 0

    cdef Listener new_listener(self, bint plain):
        cdef Listener listener = (TreeListener if plain else VisitorListener).__new__(
            TreeListener if plain else VisitorListener
        )
        listener.visitor = self.visitor
        listener.handles_damage = self.handles_damage
        listener.lines = self.lines
        return listener

    cdef bint read_tags(self, headers, bint managed) except -1:
        """Read the tags; False if no moves follow."""
        cdef Lines lines = self.lines
        cdef dict tags = headers._tags if self.plain and type(headers) is self.kit.headers_class else None
        cdef Tag tag
        cdef bint has_moves
        while find_tag(lines, &has_moves):
            if read_tag(lines, &tag):
                if tags is not None:
                    tags[name_of(&tag)] = value_of(lines, &tag)
                else:
                    self.visitor.visit_header(name_of(&tag), value_of(lines, &tag))
                    if not managed:
                        headers[name_of(&tag)] = value_of(lines, &tag)
            else:
                self.listener.complain('a tag that is not like [Name "value"]', lines.start)
            if not lines.take():
                return False
        return has_moves

    cdef bint find_start(self, headers) except -1:
        """Begin at the start position; False if the game has none."""
        cdef object board = None
        if not self.plain or "FEN" in headers or "Variant" in headers:
            board = self.kit.start_of(headers, self.report)
            if board is None:
                return False
            if self.plain and type(board) is not self.kit.board_class:
                self.plain = False
                self.listener = self.new_listener(False)
        if self.plain:
            (<TreeListener> self.listener).begin(self.kit.child_class, board)
        else:
            (<VisitorListener> self.listener).begin(self.kit.skip, board)
        return True

    cdef int read_moves(self) except -1:
        cdef MoveReader reader = MoveReader.__new__(MoveReader)
        reader.lines = self.lines
        reader.listener = self.listener
        reader.read_moves()
        return self.listener.finish()


def read_game(handle, visitor, bint plain, bint handles_damage, Kit kit not None):
    """Read a game and call a visitor for its parts; False if there is none.

    `plain` means that the visitor builds a game like GameBuilder, and `handles_damage`
    that it handles all damage.
    """
    cdef GameReader reader
    cdef Lines lines = lines_of(handle) if plain else HandleLines.__new__(HandleLines, handle)
    cdef bint found
    lines.count_on()
    try:
        found = find_game(lines)
        if found:
            reader = GameReader.__new__(GameReader)
            reader.lines = lines
            reader.visitor = visitor
            reader.kit = kit
            reader.plain = plain
            reader.handles_damage = handles_damage
            reader.first = lines.number
            reader.read()
    finally:
        lines.close()
        lines.remember()
    return found
