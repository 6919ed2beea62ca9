# The nodes of a game: what a node holds. What can be done with one is Python, in kiwipete.pgn.

cdef struct Entry:           # a node that nobody has looked at yet; 0, the root, stands for none
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
    """The tree of a game as it was read. Many nodes are never looked at, so each is made when it is."""

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
        """Add an entry behind the other children of its parent, and return its number."""
        cdef int number = self.count
        cdef Entry* entry
        if number == self.room:
            if number > 2**30:
                raise MemoryError("a game of more than a thousand million moves")
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
        """Give a node what was said about its move."""
        cdef Entry* entry = &self.entries[number]
        if entry.comment != NULL:
            node.comment = <object> entry.comment
        if entry.starting_comment != NULL:
            node.starting_comment = <object> entry.starting_comment
        if entry.glyphs != NULL:
            node.glyphs = <object> entry.glyphs
        return 0

    cdef list nodes_below(self, int number, Node parent):
        """The nodes that follow one, made now."""
        cdef list nodes = []
        cdef Node node
        number = self.entries[number].first_child
        while number:
            node = made(self.child_class)
            node.parent = parent
            node.move = shared_move(self.entries[number].move)
            if self.entries[number].first_child:
                node.record = self
                node.number = number
            self.describe(number, node)
            nodes.append(node)
            number = self.entries[number].next_sibling
        return nodes


cdef int append_text(PyObject** text, str more) except -1:
    """Add a comment to one that an entry may have."""
    cdef str whole = more if text[0] == NULL else joined(<object> text[0], more)
    Py_INCREF(whole)
    Py_XDECREF(text[0])
    text[0] = <PyObject*> whole
    return 0


cdef str joined(str text, str more):
    """A comment with another one behind it."""
    return f"{text} {more}" if text and more else text or more


cdef class Node:
    """What a node of a game holds. Its variations and its set of NAGs are made on first use."""

    cdef public object parent
    cdef public object move
    cdef public object comment
    cdef public object starting_comment
    cdef object children     # None until they are asked for
    cdef object glyphs       # likewise
    cdef Record record       # where the children are described, if they are not made yet
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
        """Does anything follow? Asks without making nodes."""
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


def first_of(Node node not None):
    """The root of a node's tree."""
    while node.parent is not None:
        node = node.parent
    return node


def last_of(Node node not None):
    """The last node of the line that begins with a node."""
    while node.is_followed():
        node = node.variations[0]
    return node


def depth_of(Node node not None):
    """How many moves lead to a node from the root of its tree."""
    cdef Py_ssize_t depth = 0
    while node.parent is not None:
        node = node.parent
        depth += 1
    return depth


def board_of(Node node not None):
    """A board with the moves that lead to a node, on the board of the root of its tree."""
    cdef list moves = []
    while node.parent is not None:
        moves.append(node.move)
        node = node.parent
    board = node.board()
    push = board.push
    for move in reversed(moves):
        push(move)
    return board
