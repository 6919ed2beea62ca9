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
