# The nodes of a game: what a node holds. What can be done with one is Python, in kiwipete.pgn.

cdef extern from *:
    """
    #define kw_new_node(type, nothing) (((PyTypeObject *) (type))->tp_new((PyTypeObject *) (type), nothing, NULL))
    """
    object new_node "kw_new_node"(object type, object nothing)


cdef class Node:
    """What a node of a game holds. Lists of variations and sets of NAGs are made on first use."""

    cdef public object parent
    cdef public object move
    cdef public object comment
    cdef public object starting_comment
    cdef object children
    cdef object glyphs
    cdef dict __dict__
    cdef object __weakref__

    def __cinit__(self, *arguments, **options):
        self.comment = ""
        self.starting_comment = ""

    @property
    def variations(self):
        """The nodes that follow this one, the main one first."""
        if self.children is None:
            self.children = []
        return self.children

    @variations.setter
    def variations(self, nodes):
        self.children = nodes

    @property
    def nags(self):
        """The numeric annotation glyphs of the move."""
        if self.glyphs is None:
            self.glyphs = set()
        return self.glyphs

    @nags.setter
    def nags(self, nags):
        self.glyphs = nags


cdef Node add_child(object cls, Node parent, Move16 move):
    """A new node for a move, behind the other variations of its parent."""
    cdef Node node = <Node> new_node(cls, ())
    node.parent = parent
    node.move = shared_move(move)
    if parent.children is None:
        parent.children = [node]
    else:
        parent.children.append(node)
    return node


cdef str joined(text, str more):
    """A comment with another one behind it."""
    return more if not text else f"{text} {more}" if more else text


def plays(Node node not None):
    """The moves that lead to a node from the root of its game."""
    cdef list moves = []
    while node.parent is not None:
        moves.append(node.move)
        node = node.parent
    moves.reverse()
    return moves
