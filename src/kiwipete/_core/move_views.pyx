"""The moves of a board, found when asked for: the legal ones, the pseudo-legal ones, and those played."""

from cython cimport collection_type, final, freelist

from cpython.number cimport PyNumber_AsSsize_t
from libc.string cimport memcmp

from kiwipete._core.kernel.move cimport NULL_MOVE
from kiwipete._core.kernel.squares cimport u8
from kiwipete._core.kernel.types cimport Bitboards, TRUSTED
from kiwipete._core.move cimport move_object, move_value, new_move
from kiwipete._core.rules cimport count_legal, find_pseudo_legal

from collections.abc import Sequence

# GameBoard's own properties.
cdef object chess_legal_moves = None
cdef object chess_pseudo_legal_moves = None


cdef void adopt_views(object legal, object pseudo_legal):
    global chess_legal_moves, chess_pseudo_legal_moves
    chess_legal_moves, chess_pseudo_legal_moves = legal, pseudo_legal


cdef bint follows_chess(board, str name, object standard):
    """Has a board of ours the moves of chess, and not of rules of its own?"""
    return isinstance(board, PositionBoard) and getattr(type(board), name, None) is standard


@final
@freelist(8)
cdef class LegalMoveGenerator:
    """LegalMoveGenerator(board)\n--\n\nThe legal moves of a board: what `board.legal_moves` gives.

    It looks at the board whenever it is asked, so it is never out of date.
    """

    cdef PositionBoard board
    cdef object foreign  # a board of another make or with rules of its own, if `board` is None
    cdef int known       # how many moves there were when they were last listed, or -1
    cdef u8 turn         # … and where that was: all that the moves of a trusted position depend on
    cdef Bitboards seen

    def __cinit__(self):
        self.known = -1

    def __init__(self, board):
        if follows_chess(board, "legal_moves", chess_legal_moves):
            self.board = board
        else:
            self.foreign = generating(board, "generate_legal_moves")

    def __iter__(self):
        cdef list moves
        if self.board is None:
            return iter(self.foreign.generate_legal_moves())
        moves = self.board.list_legal()
        if self.board.state.trust == TRUSTED:
            self.known = len(moves)
            self.turn, self.seen = self.board.state.position.turn, self.board.state.position.boards
        return iter(moves)

    def __len__(self):
        # list() asks for the length as soon as it has the iterator: not to count again takes a sixth of its time away.
        if self.board is None:
            return no_length()
        if self.known >= 0 and self.board.state.trust == TRUSTED and self.turn == self.board.state.position.turn:
            if memcmp(&self.seen, &self.board.state.position.boards, sizeof(Bitboards)) == 0:
                return self.known
        return count_legal(&self.board.state)

    def count(self):
        """How many legal moves there are, without forming them."""
        return len(list(self)) if self.board is None else count_legal(&self.board.state)

    def __bool__(self):
        return any(True for _ in self) if self.board is None else count_legal(&self.board.state) > 0

    def __contains__(self, move):
        return self.foreign.is_legal(move) if self.board is None else self.board.allows(move)

    def __repr__(self):
        return f"<LegalMoveGenerator at {id(self):#x} ({written_moves(self)})>"

    def __reduce__(self):
        return LegalMoveGenerator, (self.foreign if self.board is None else self.board,)


@final
cdef class PseudoLegalMoveGenerator:
    """PseudoLegalMoveGenerator(board)\n--\n\nThe pseudo-legal moves of a board.

    It is what `board.pseudo_legal_moves` gives.
    """

    cdef PositionBoard board
    cdef object foreign  # a board of another make or with rules of its own, if `board` is None

    def __init__(self, board):
        if follows_chess(board, "pseudo_legal_moves", chess_pseudo_legal_moves):
            self.board = board
        else:
            self.foreign = generating(board, "generate_pseudo_legal_moves")

    def __iter__(self):
        if self.board is None:
            return iter(self.foreign.generate_pseudo_legal_moves())
        return iter(self.board.list_pseudo_legal())

    def __len__(self):
        return no_length() if self.board is None else self.count()

    def count(self):
        """How many pseudo-legal moves there are."""
        return len(list(iter(self)))  # not of self, whose length a list would ask for first

    def __bool__(self):
        return self.count() > 0

    def __contains__(self, move):
        if self.board is None:
            return self.foreign.is_pseudo_legal(move)
        return move is not None and find_pseudo_legal(&self.board.state.position, move_value(move)) != NULL_MOVE

    def __repr__(self):
        return f"<PseudoLegalMoveGenerator at {id(self):#x} ({written_moves(self)})>"

    def __reduce__(self):
        return PseudoLegalMoveGenerator, (self.foreign if self.board is None else self.board,)


cdef object legal_view(PositionBoard board):
    """The legal moves of a board by the rules of chess: nobody has to look for others."""
    cdef LegalMoveGenerator view = LegalMoveGenerator.__new__(LegalMoveGenerator)
    view.board = board
    return view


cdef object pseudo_legal_view(PositionBoard board):
    cdef PseudoLegalMoveGenerator view = PseudoLegalMoveGenerator.__new__(PseudoLegalMoveGenerator)
    view.board = board
    return view


cdef object generating(board, str method):
    """A board of another make that generates moves, or TypeError."""
    if not callable(getattr(board, method, None)):
        raise TypeError(f"a board is expected, which has {method}, not {type(board).__name__}")
    return board


cdef int no_length() except -1:
    """A list asks for a length before it goes through the moves: a board of another make would make them twice."""
    raise TypeError("the moves of this board have no length, but count() counts them")


cdef str written_moves(view):
    """The moves of a view, as SAN where they are legal, and as UCI where they are not."""
    board = view.__reduce__()[1][0]
    return ", ".join([board.san(move) if board.is_legal(move) else move.uci() for move in view])


# The moves that led to a board's position.

cdef Move move_played(const Snapshot* snapshot):
    return new_move(snapshot.move, snapshot.odd) if snapshot.odd else move_object(snapshot.move)


cdef object stack_view(PositionBoard board):
    return MoveStack.__new__(MoveStack, board)


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

    cdef PositionBoard board

    def __cinit__(self, PositionBoard board not None):
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
