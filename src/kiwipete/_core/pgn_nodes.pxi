# The nodes of a game, and the listeners that build them or pass the parts of a game to a visitor.

# The data of the nodes of a game. Their methods are Python, in kiwipete.pgn.

cdef struct Entry:           # a node that has not been accessed yet; 0, the root, stands for none
    int parent
    int first_child
    int last_child
    int next_sibling
    Move16 move
    PyObject* comment        # these three are NULL, or references that the entry owns
    PyObject* starting_comment
    PyObject* glyphs


@final
@no_gc
cdef class Record:
    """The tree of a game as it was read. Nodes are created on first access, because many are never used."""

    cdef Entry* entries
    cdef int count
    cdef int room
    cdef object child_class

    def __dealloc__(self):
        cdef int i
        for i in range(self.count):
            Py_XDECREF(self.entries[i].comment)
            Py_XDECREF(self.entries[i].starting_comment)
            Py_XDECREF(self.entries[i].glyphs)
        PyMem_Free(self.entries)

    cdef int resize(self, int wanted) except -1:
        cdef void* resized = PyMem_Realloc(self.entries, wanted * sizeof(Entry))
        if resized == NULL:
            raise MemoryError()
        self.entries = <Entry*> resized
        self.room = wanted
        return 0

    cdef int add(self, int parent, Move16 move) except -1:
        """Add an entry after the other children of its parent, and return its number."""
        cdef int number = self.count
        cdef Entry* entry
        if number == self.room:
            if number > 2**30:
                raise MemoryError("a game of more than a billion moves")
            self.resize(2 * number + 64)
        entry = &self.entries[number]
        memset(entry, 0, sizeof(Entry))
        entry.parent = parent
        entry.move = move
        self.count += 1
        if number:
            if self.entries[parent].first_child:
                self.entries[self.entries[parent].last_child].next_sibling = number
            else:
                self.entries[parent].first_child = number
            self.entries[parent].last_child = number
        return number

    cdef int describe(self, int number, Node node) except -1:
        """Store the annotations of an entry in its node."""
        cdef Entry* entry = &self.entries[number]
        if entry.comment != NULL:
            node.comment = <object> entry.comment
        if entry.starting_comment != NULL:
            node.starting_comment = <object> entry.starting_comment
        if entry.glyphs != NULL:
            node.glyphs = <object> entry.glyphs
        return 0

    cdef list nodes_below(self, int number, Node parent):
        """Create the children of a node."""
        cdef list nodes = []
        cdef Node node
        number = self.entries[number].first_child
        while number:
            node = made(self.child_class)
            node.parent = parent
            node.move = move_object(self.entries[number].move)
            if self.entries[number].first_child:
                node.record = self
                node.number = number
            self.describe(number, node)
            nodes.append(node)
            number = self.entries[number].next_sibling
        return nodes


cdef extern from *:
    void append_in_place "PyUnicode_Append"(PyObject** text, object more) except *


cdef int append_text(PyObject** text, str more) except -1:
    """Append to a comment, if there is one. It is not shared, so joining many takes linear time."""
    if text[0] == NULL:
        Py_INCREF(more)
        text[0] = <PyObject*> more
    elif more:
        if len(<str> text[0]):
            append_in_place(text, " ")
        append_in_place(text, more)
    return 0


cdef class Node:
    """The data of a node of a game. Its variations and its set of NAGs are created on first use."""

    cdef public object parent
    cdef public object move
    cdef public object comment
    cdef public object starting_comment
    cdef object children     # None until the first access
    cdef object glyphs       # likewise
    cdef Record record       # describes the children that have not been created yet
    cdef int number
    cdef dict __dict__
    cdef object __weakref__

    def __cinit__(self, *arguments, **options):
        self.comment = ""
        self.starting_comment = ""

    @property
    def variations(self):
        """The nodes that follow this one, the main one first."""
        if self.children is None:
            self.children = [] if self.record is None else self.record.nodes_below(self.number, self)
            self.record = None
        return self.children

    @variations.setter
    def variations(self, nodes):
        self.children = nodes
        self.record = None

    cdef bint is_followed(self) except -1:
        """Does anything follow? Creates no nodes."""
        return self.record is not None or bool(self.children)

    @property
    def nags(self):
        """The numeric annotation glyphs of the move."""
        if self.glyphs is None:
            self.glyphs = set()
        return self.glyphs

    @nags.setter
    def nags(self, nags):
        self.glyphs = nags


cdef struct Trail:           # a walk from node to node that detects cycles
    PyObject* seen           # compared only, never used
    Py_ssize_t steps
    Py_ssize_t turn          # the step at which `seen` is replaced


cdef int follow(Trail* trail, Node node) except -1:
    """Add the next node of a walk; raises ValueError if it is a cycle.

    This is Brent's method: each node is compared with an earlier one, which
    is replaced after 1, 2, 4, 8 ... steps. If there is a cycle, one of these
    lies on it, and the walk comes back to it.
    """
    if <PyObject*> node == trail.seen:
        raise ValueError("a node of this game is its own ancestor")
    trail.steps += 1
    if trail.steps >= trail.turn:
        trail.seen = <PyObject*> node
        trail.turn = 2 * trail.steps
    if trail.steps % 65536 == 0:
        PyErr_CheckSignals()
    return 0


def first_of(Node node not None):
    """The root of a node's tree; raises ValueError if the node is its own ancestor."""
    cdef Trail trail = [NULL, 0, 0]
    while node.parent is not None:
        follow(&trail, node)
        node = node.parent
    return node


def last_of(Node node not None):
    """The last node of the line that begins with a node; raises ValueError if the line loops."""
    cdef Trail trail = [NULL, 0, 0]
    while node.is_followed():
        follow(&trail, node)
        node = node.variations[0]
    return node


def depth_of(Node node not None):
    """The number of moves from the root of its tree to a node."""
    cdef Trail trail = [NULL, 0, 0]
    while node.parent is not None:
        follow(&trail, node)
        node = node.parent
    return trail.steps


def board_of(Node node not None):
    """The board of the root of a tree, with the moves that lead to a node played on it."""
    cdef Trail trail = [NULL, 0, 0]
    cdef list moves = []
    while node.parent is not None:
        follow(&trail, node)
        moves.append(node.move)
        node = node.parent
    if not moves:
        raise ValueError("this node does not belong to a game")
    board = node.board()
    push = board.push
    for move in reversed(moves):
        push(move)
    return board


def add_comment(Node node not None, str comment not None):
    """Append to the comment of a node in place: many of them take linear time."""
    cdef PyObject* text
    if not comment:
        return
    if type(node.comment) is not str or not node.comment:
        node.comment = f"{node.comment} {comment}" if node.comment else comment
        return
    text = <PyObject*> node.comment
    Py_INCREF(<object> text)
    node.comment = ""  # drop the other reference to it
    append_in_place(&text, " ")
    append_in_place(&text, comment)
    node.comment = <object> text
    Py_XDECREF(text)


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
        return self.report_at(error, self.lines.cursor.number, self.lines.column(at))

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
        return self.complain_at(what, self.lines.cursor.number, self.lines.column(at))

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
