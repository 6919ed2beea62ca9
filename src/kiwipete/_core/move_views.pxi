# The moves of a board, found when asked for.

@final
@freelist(8)
cdef class LegalMoveGenerator:
    """LegalMoveGenerator(board)\n--\n\nThe legal moves of a board: what `board.legal_moves` gives.

    It looks at the board whenever it is asked, so it is never out of date.
    """

    cdef GameBoard board
    cdef object foreign  # a board of another make or with rules of its own, if `board` is None
    cdef int known       # how many moves there were when they were last listed, or -1
    cdef u8 turn         # … and where that was: all that the moves of a trusted position depend on
    cdef Bitboards seen

    def __cinit__(self):
        self.known = -1

    def __init__(self, board):
        if isinstance(board, GameBoard) and type(board).legal_moves is GameBoard.legal_moves:
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

    cdef GameBoard board
    cdef object foreign  # a board of another make or with rules of its own, if `board` is None

    def __init__(self, board):
        if isinstance(board, GameBoard) and type(board).pseudo_legal_moves is GameBoard.pseudo_legal_moves:
            self.board = board
        else:
            self.foreign = generating(board, "generate_pseudo_legal_moves")

    def __iter__(self):
        cdef Move16[MAX_ANY_MOVES] moves
        if self.board is None:
            return iter(self.foreign.generate_pseudo_legal_moves())
        return iter(move_list(moves, any_pseudo_legal_moves(
            &self.board.state.position, ALL_SQUARES, ALL_SQUARES, moves,
        )))

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


cdef LegalMoveGenerator legal_view(GameBoard board):
    """The legal moves of a board by the rules of chess: nobody has to look for others."""
    cdef LegalMoveGenerator view = LegalMoveGenerator.__new__(LegalMoveGenerator)
    view.board = board
    return view


cdef PseudoLegalMoveGenerator pseudo_legal_view(GameBoard board):
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
