# Listeners, which receive the parts of a game: a builder of trees, or any visitor.

cdef class Listener:
    """A visitor, and the reporting of errors with their positions."""

    cdef object visitor
    cdef bint handles_damage  # does it handle damage that could be skipped?
    cdef Lines lines
    cdef Py_ssize_t depth    # of the variations that it is in

    # Is there a move that a variation could replace?
    cdef bint can_go_back(self) except -1:
        raise NotImplementedError

    # True if the visitor skips the variation.
    cdef bint open_variation(self) except -1:
        raise NotImplementedError

    cdef int close_variation(self, bint entered) except -1:
        raise NotImplementedError

    cdef int comment(self, str text) except -1:
        raise NotImplementedError

    cdef int glyph(self, number) except -1:
        raise NotImplementedError

    cdef int result(self, str text) except -1:
        raise NotImplementedError

    # False if the text is not a move that can be played.
    cdef bint move(self, const char* text, Py_ssize_t length) except -1:
        raise NotImplementedError

    cdef int finish(self) except -1:
        """Handle the end of the moves."""
        return 0

    cdef int report(self, error, const char* at) except -1:
        """Report an error at a position of the current line to the visitor."""
        return self.report_at(error, self.lines.number, self.lines.column(at))

    cdef int report_at(self, error, Py_ssize_t line, Py_ssize_t column) except -1:
        error.line = line
        error.column = column
        error.__traceback__ = None  # it is useless, and frames take much memory if there are many errors
        if type(error) in (IllegalMoveError, InvalidMoveError, AmbiguousMoveError):
            error.args = (f"{error} (line {line}, column {column})",)
        self.visitor.handle_error(error)
        return 0

    cdef int complain(self, str what, const char* at) except -1:
        """Report recoverable damage to a visitor that handles it."""
        return self.complain_at(what, self.lines.number, self.lines.column(at))

    cdef int complain_at(self, str what, Py_ssize_t line, Py_ssize_t column) except -1:
        if self.handles_damage:
            self.visitor.handle_error(PgnError(what, line, column))
        return 0

    cdef int warn_at(self, str what, Py_ssize_t line, Py_ssize_t column) except -1:
        """Report something odd without effect to a visitor that has a method for it."""
        cdef object warn = getattr(self.visitor, "handle_warning", None)
        if warn is not None:
            warn(PgnError(what, line, column))
        return 0


cdef struct Around:          # what a variation interrupts
    State state
    size_t ply
    int number


cdef class TreeListener(Listener):
    """Records the tree of a game without a board: a fast GameBuilder."""

    cdef Record record
    cdef int number          # of the last entry
    cdef PyObject* waiting   # a comment before the first move of a variation, or NULL
    cdef bint moved          # has a move been made since a variation was opened?
    cdef State* path         # the positions from the start to here
    cdef size_t room
    cdef size_t ply
    cdef Around* around
    cdef size_t around_room

    def __cinit__(self):
        self.make_room(128)

    def __dealloc__(self):
        Py_XDECREF(self.waiting)
        PyMem_Free(self.path)
        PyMem_Free(self.around)

    cdef int begin(self, child_class, board) except -1:
        """Begin at the position of a board, or at the usual one."""
        self.record = Record.__new__(Record)
        self.record.child_class = child_class
        self.record.add(0, NULL_MOVE)
        if board is None:
            self.path[0] = start
        else:
            self.path[0] = state_of(board)[0]
        return 0

    cdef int finish(self) except -1:
        """Store what was recorded in the game."""
        cdef Node game = self.visitor.game
        self.record.describe(0, game)
        if not self.record.entries[0].first_child:
            return 0
        self.record.resize(self.record.count)
        if game.is_followed():
            game.variations.extend(self.record.nodes_below(0, game))
        else:
            game.record = self.record
            game.children = None
        return 0

    cdef int make_room(self, size_t wanted) except -1:
        cdef void* grown = PyMem_Realloc(self.path, wanted * sizeof(State))
        if grown == NULL:
            raise MemoryError()
        self.path = <State*> grown
        self.room = wanted
        return 0

    cdef int make_room_around(self, size_t wanted) except -1:
        cdef void* grown = PyMem_Realloc(self.around, wanted * sizeof(Around))
        if grown == NULL:
            raise MemoryError()
        self.around = <Around*> grown
        self.around_room = wanted
        return 0

    cdef bint can_go_back(self) except -1:
        return self.ply > 0

    cdef bint open_variation(self) except -1:
        if <size_t> self.depth == self.around_room:
            self.make_room_around(2 * self.around_room + 8)
        self.around[self.depth].state = self.path[self.ply]
        self.around[self.depth].ply = self.ply
        self.around[self.depth].number = self.number
        self.depth += 1
        self.ply -= 1
        self.number = self.record.entries[self.number].parent
        self.moved = False
        return False

    cdef int close_variation(self, bint entered) except -1:
        self.depth -= 1
        self.ply = self.around[self.depth].ply
        self.path[self.ply] = self.around[self.depth].state
        self.number = self.around[self.depth].number
        return 0

    cdef int comment(self, str text) except -1:
        if self.moved or (self.number == 0 and not self.record.entries[0].first_child):
            return append_text(&self.record.entries[self.number].comment, text)
        return append_text(&self.waiting, text)

    cdef int glyph(self, number) except -1:
        cdef Entry* entry = &self.record.entries[self.number]
        cdef set glyphs
        if entry.glyphs == NULL:
            glyphs = {number}
            Py_INCREF(glyphs)
            entry.glyphs = <PyObject*> glyphs
        else:
            (<set> entry.glyphs).add(number)
        return 0

    cdef int result(self, str text) except -1:
        self.visitor.visit_result(text)
        return 0

    cdef bint move(self, const char* text, Py_ssize_t length) except -1:
        cdef Move16 move
        if find_san(&self.path[self.ply], text, length, &move) != SAN_FOUND:
            self.refuse(text, length)
            return False
        if self.ply + 1 == self.room:
            self.make_room(2 * self.room)
        self.path[self.ply + 1] = self.path[self.ply]
        self.ply += 1
        play_legal(&self.path[self.ply], move)
        self.number = self.record.add(self.number, move)
        if self.waiting != NULL:
            self.record.entries[self.number].starting_comment = self.waiting
            self.waiting = NULL
        self.moved = True
        return True

    cdef int refuse(self, const char* text, Py_ssize_t length) except -1:
        """Report text that is not a legal move; a board raises the error."""
        try:
            board_at(&self.path[self.ply]).parse_san(decoded(text, length))
        except ValueError as error:
            self.report(error, text)
        return 0


cdef class VisitorListener(Listener):
    """Calls a visitor in the order that python-chess calls it, with boards."""

    cdef object board        # the current position
    cdef list boards         # the positions where the enclosing variations continue
    cdef object skip

    cdef int begin(self, skip, board) except -1:
        self.skip = skip
        self.board = board
        self.boards = []
        self.visitor.visit_board(board)
        return 0

    cdef bint can_go_back(self) except -1:
        return bool(self.board.move_stack)

    cdef bint open_variation(self) except -1:
        if self.visitor.begin_variation() is self.skip:
            return True
        self.boards.append(self.board)
        self.board = self.board.copy()
        self.board.pop()
        self.depth += 1
        return False

    cdef int close_variation(self, bint entered) except -1:
        self.visitor.end_variation()
        if entered:
            self.board = self.boards.pop()
            self.depth -= 1
        return 0

    cdef int comment(self, str text) except -1:
        self.visitor.visit_comment(text)
        return 0

    cdef int glyph(self, number) except -1:
        self.visitor.visit_nag(number)
        return 0

    cdef int result(self, str text) except -1:
        self.visitor.visit_result(text)
        return 0

    cdef bint move(self, const char* text, Py_ssize_t length) except -1:
        cdef str san = decoded(text, length)
        cdef bint legal = True
        board = self.board
        if self.visitor.begin_parse_san(board, san) is not self.skip:
            try:
                move = self.visitor.parse_san(board, san)
            except ValueError as error:
                self.report(error, text)
                legal = False
            else:
                self.visitor.visit_move(board, move)
                board.push(move)
        self.visitor.visit_board(board)
        return legal
