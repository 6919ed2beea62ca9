# The moves of a board, found when asked for.

@final
@freelist(8)
cdef class LegalMoveGenerator:
    """The legal moves of a board: what `board.legal_moves` gives.

    It looks at the board whenever it is asked, so it is never out of date.
    """

    cdef GameBoard board

    def __cinit__(self, GameBoard board not None):
        self.board = board

    def __iter__(self):
        return iter(self.board.list_legal())

    def __len__(self):
        return self.board.count_legal()

    def count(self):
        """How many legal moves there are, without forming them."""
        return self.board.count_legal()

    def __bool__(self):
        return self.board.count_legal() > 0

    def __contains__(self, move):
        return self.board.allows(move)

    def __repr__(self):
        return f"<LegalMoveGenerator at {id(self):#x} ({', '.join(san_list(self.board, self))})>"


@final
cdef class PseudoLegalMoveGenerator:
    """The pseudo-legal moves of a board: what `board.pseudo_legal_moves` gives."""

    cdef GameBoard board

    def __cinit__(self, GameBoard board not None):
        self.board = board

    cdef list moves(self):
        cdef Move16[MAX_ANY_MOVES] moves
        return move_list(moves, any_pseudo_legal_moves(&self.board.position, ALL_SQUARES, ALL_SQUARES, moves))

    def __iter__(self):
        return iter(self.moves())

    def __len__(self):
        return len(self.moves())

    def count(self):
        """How many pseudo-legal moves there are."""
        return len(self.moves())

    def __bool__(self):
        return len(self.moves()) > 0

    def __contains__(self, move):
        return move is not None and self.board.find_pseudo_legal(move_value(move)) != NULL_MOVE

    def __repr__(self):
        return f"<PseudoLegalMoveGenerator at {id(self):#x} ({', '.join(san_list(self.board, self))})>"


cdef list san_list(GameBoard board, moves):
    """Moves as SAN where they are legal, and as UCI where they are not."""
    legal = LegalMoveGenerator(board)
    return [board.algebraic(move, False) if move in legal else move.uci() for move in moves]
