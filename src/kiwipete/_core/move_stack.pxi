# The moves that led to a board's position, to be looked at.

@final
@freelist(8)
@collection_type("sequence")
cdef class MoveStack:
    """The moves played on a board, the last one at the end: what `board.move_stack` gives.

    It looks at the board whenever it is asked, and it is equal to a list of the same moves. Only
    the board can change it, but for `clear`, which is the board's `clear_stack`.

    >>> board = kiwipete.Board()
    >>> moves = board.move_stack
    >>> board.push_san("e4")
    Move.from_uci('e2e4')
    >>> len(moves), moves[-1]
    (1, Move.from_uci('e2e4'))
    >>> moves.append(kiwipete.Move.null())
    Traceback (most recent call last):
        ...
    AttributeError: move_stack has no append: boards are changed by push and pop
    """

    cdef GameBoard board

    def __cinit__(self, GameBoard board not None):
        self.board = board

    def __len__(self):
        return <Py_ssize_t> self.board.length

    def __getitem__(self, index):
        cdef Py_ssize_t length = <Py_ssize_t> self.board.length
        cdef Py_ssize_t at
        if isinstance(index, slice):
            return self.copy()[index]
        at = PyNumber_AsSsize_t(index, IndexError)
        if at < 0:
            at += length
        if not 0 <= at < length:
            raise IndexError(f"no move {index} in a stack of {length}")
        return move_played(&self.board.history[at])

    def __iter__(self):
        return iter(self.copy())

    def __reversed__(self):
        return reversed(self.copy())

    def __contains__(self, move):
        return move in self.copy()

    def copy(self):
        """The moves as a list.

        >>> kiwipete.Board().move_stack.copy()
        []
        """
        return [move_played(&self.board.history[i]) for i in range(self.board.length)]

    def index(self, move, *bounds):
        """The place of a move, counted from 0; `bounds` as for lists.

        >>> board = kiwipete.Board()
        >>> board.move_stack.index(board.push_san("e4"))
        0
        """
        return self.copy().index(move, *bounds)

    def count(self, move):
        """How often a move was played.

        >>> kiwipete.Board().move_stack.count(kiwipete.Move.null())
        0
        """
        return self.copy().count(move)

    def clear(self):
        """Forget the moves that led here.

        >>> board = kiwipete.Board()
        >>> _ = board.push_san("e4")
        >>> board.move_stack.clear()
        >>> board.move_stack
        []
        """
        self.board.clear_stack()

    def __getattr__(self, name):
        hint = ": boards are changed by push and pop" if name in LIST_CHANGES else ""
        raise AttributeError(f"move_stack has no {name}{hint}")

    def __eq__(self, other):
        if isinstance(other, MoveStack):
            other = other.copy()
        return self.copy() == other if isinstance(other, list) else NotImplemented

    __hash__ = None

    def __add__(self, other):
        return list(self) + list(other)

    def __radd__(self, other):
        return list(other) + list(self)

    def __repr__(self):
        return repr(self.copy())

    def __reduce__(self):
        return list, (self.copy(),)


cdef frozenset LIST_CHANGES = frozenset(("append", "extend", "insert", "pop", "remove", "reverse", "sort"))
Sequence.register(MoveStack)
