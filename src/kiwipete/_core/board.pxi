# CoreBoard: a position with its moves and their history. Board in board.py adds the rest in plain Python.

@final
cdef class LegalMoves:
    """The legal moves of a board, found when asked for."""

    cdef CoreBoard board

    def __init__(self, CoreBoard board not None):
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
        return isinstance(move, Move) and self.board.find_legal((<Move> move).value) != NULL_MOVE

    def __repr__(self):
        return f"<LegalMoves ({', '.join([move.uci() for move in self])})>"


cdef class CoreBoard(CorePosition):
    """A position, the moves that led to it, and those that lead on."""

    cdef Undo* history
    cdef size_t length
    cdef size_t capacity

    def __dealloc__(self):
        PyMem_Free(self.history)

    cdef void forget_moves(self):
        self.length = 0

    @property
    def move_stack(self):
        """The moves played on this board since it was set up."""
        return [move_object(self.history[i].move) for i in range(self.length)]

    # Moves.

    cdef list list_legal(self):
        cdef Move16[MAX_MOVES] moves
        cdef int i
        self.trust()
        return [move_object(moves[i]) for i in range(list_moves(&self.position, moves))]

    cdef int count_legal(self) except -1:
        self.trust()
        return count_moves(&self.position)

    cdef Move16 find_legal(self, Move16 wanted) except? 0xffff:
        """The legal move with the same squares and promotion, flag and all, or the null move.

        Castling may be written either way: to the king's target or onto the rook.
        """
        cdef Move16[MAX_MOVES] moves
        cdef Move16 castling = NULL_MOVE
        cdef Move16 mask = 0xbfff if is_promotion(wanted) else 0x8fff
        cdef int i, target
        self.trust()
        wanted &= mask
        for i in range(list_moves(&self.position, moves)):
            if moves[i] & mask == wanted:
                return moves[i]
            if is_castling(moves[i]) and not is_promotion(wanted) and move_from(moves[i]) == move_from(wanted):
                target = (move_from(wanted) & 56) + (6 if move_flag(moves[i]) == CASTLE_KINGSIDE else 2)
                if move_to(wanted) == target and abs(target - move_from(wanted)) > 1:
                    castling = moves[i]
                elif self.rook_of(moves[i]) == move_to(wanted):
                    castling = moves[i]
        return castling

    cdef int rook_of(self, Move16 castling):
        """The square of the rook that a legal castling move takes along."""
        return castling_rook(&self.position.boards, self.position.turn, move_from(castling), move_flag(castling))

    @property
    def legal_moves(self):
        """The legal moves: iterate over them, count them, or ask whether a move is one.

        >>> board = kiwipete.Board()
        >>> board.legal_moves.count()
        20
        >>> kiwipete.Move.from_uci("e2e4") in board.legal_moves
        True
        """
        return LegalMoves(self)

    def generate_legal_captures(self):
        """The legal moves that capture, en passant included.

        >>> board = kiwipete.Board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
        >>> list(board.generate_legal_captures())
        [Move.from_uci('e4d5')]
        """
        cdef Move16[MAX_MOVES] moves
        cdef int i
        self.trust()
        return iter([move_object(moves[i]) for i in range(list_captures(&self.position, moves))])

    def generate_pseudo_legal_moves(self):
        """The moves by the way the pieces go, whether or not they leave the king in check.

        >>> pinned = kiwipete.Board("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1")
        >>> len(list(pinned.generate_pseudo_legal_moves())), len(pinned.legal_moves)
        (10, 4)
        """
        cdef Move16[MAX_MOVES] moves
        cdef int i
        self.trust()
        return iter([move_object(moves[i]) for i in range(pseudo_legal_moves(&self.position, moves))])

    def parse_uci(self, text):
        """Read a legal move as UCI writes it, with its flag resolved.

        Castling is understood as the king's two squares and as king takes rook.

        >>> board = kiwipete.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        >>> board.parse_uci("e1g1").is_castling
        True
        >>> board.parse_uci("e1h1")
        Move.from_uci('e1g1')
        >>> board.parse_uci("e1e3")
        Traceback (most recent call last):
            ...
        kiwipete.errors.IllegalMoveError: illegal move 'e1e3' in 4k3/8/8/8/8/8/8/4K2R w K - 0 1
        """
        cdef Move16 wanted = parse_move(text)
        if wanted == NULL_MOVE:
            return move_object(NULL_MOVE)
        cdef Move16 move = self.find_legal(wanted)
        if move == NULL_MOVE:
            raise IllegalMoveError(f"illegal move {text!r} in {self.fen()}")
        return move_object(move)

    cdef Undo* next_undo(self) except NULL:
        """Room for one more move, however long the game."""
        cdef size_t wanted
        cdef void* grown
        if self.length == self.capacity:
            wanted = 2 * self.capacity + 16
            grown = PyMem_Realloc(self.history, wanted * sizeof(Undo))
            if grown == NULL:
                raise MemoryError()
            self.history = <Undo*> grown
            self.capacity = wanted
        return &self.history[self.length]

    def push(self, Move move not None):
        """Play a legal move, or the null move if the king is not in check.

        >>> board = kiwipete.Board()
        >>> board.push(kiwipete.Move.from_uci("e2e4"))
        >>> board.turn
        False
        """
        cdef Move16 legal = NULL_MOVE
        if move.value == NULL_MOVE:
            self.trust()
            if checkers(&self.position.boards, self.position.turn):
                raise IllegalMoveError(f"a null move would leave the king in check in {self.fen()}")
            make_null(&self.position, self.next_undo())
        else:
            legal = self.find_legal(move.value)
            if legal == NULL_MOVE:
                raise IllegalMoveError(f"illegal move {move.uci()!r} in {self.fen()}")
            make(&self.position, legal, self.next_undo())
        self.length += 1

    def push_uci(self, text):
        """Read a move as UCI writes it, play it and return it.

        >>> kiwipete.Board().push_uci("b1c3")
        Move.from_uci('b1c3')
        """
        move = self.parse_uci(text)
        self.push(move)
        return move

    def pop(self):
        """Take the last move back and return it.

        >>> board = kiwipete.Board()
        >>> _ = board.push_uci("b1c3")
        >>> board.pop()
        Move.from_uci('b1c3')
        """
        if self.length == 0:
            raise IndexError("pop from a board without moves")
        self.length -= 1
        unmake(&self.position, &self.history[self.length])
        return move_object(self.history[self.length].move)

    def peek(self):
        """The last move played.

        >>> board = kiwipete.Board()
        >>> _ = board.push_uci("b1c3")
        >>> board.peek()
        Move.from_uci('b1c3')
        """
        if self.length == 0:
            raise IndexError("peek at a board without moves")
        return move_object(self.history[self.length - 1].move)

    cdef int copy_into(self, CoreBoard other, bint stack) except -1:
        """Give another board this position and, if asked, its history."""
        other.position = self.position
        other.wrong = self.wrong
        other.length = 0
        if stack and self.length:
            if other.capacity < self.length:
                PyMem_Free(other.history)
                other.capacity = 0
                other.history = <Undo*> PyMem_Malloc(self.length * sizeof(Undo))
                if other.history == NULL:
                    raise MemoryError()
                other.capacity = self.length
            memcpy(other.history, self.history, self.length * sizeof(Undo))
            other.length = self.length
        return 0

    def copy(self, *, bint stack=True):
        """A board of its own with the same position and, unless told otherwise, the same history.

        >>> board = kiwipete.Board()
        >>> other = board.copy()
        >>> _ = other.push_uci("b1c3")
        >>> board.fen() == kiwipete.STARTING_FEN
        True
        """
        cdef CoreBoard other = type(self).__new__(type(self))
        self.copy_into(other, stack)
        return other

    # The end of the game.

    def is_check(self):
        """True if the side to move is in check.

        >>> kiwipete.Board("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1").is_check()
        True
        """
        return self.checkers_mask() != 0

    def is_checkmate(self):
        """True if the side to move is in check and has no legal move.

        >>> kiwipete.Board("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").is_checkmate()
        True
        """
        return self.is_check() and self.count_legal() == 0

    def is_stalemate(self):
        """True if the side to move has no legal move but is not in check.

        >>> kiwipete.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").is_stalemate()
        True
        """
        return not self.is_check() and self.count_legal() == 0

    def has_insufficient_material(self, bint color):
        """True if a side could not mate even with the other side's help.

        >>> board = kiwipete.Board("4k3/8/8/8/8/8/4P3/2B1K3 w - - 0 1")
        >>> board.has_insufficient_material(kiwipete.BLACK)
        True
        """
        return cannot_win(&self.position, WHITE if color else BLACK)

    def is_insufficient_material(self):
        """True if neither side could ever mate.

        >>> kiwipete.Board("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1").is_insufficient_material()
        True
        """
        return cannot_win(&self.position, WHITE) and cannot_win(&self.position, BLACK)

    def is_fifty_moves(self):
        """True if a draw may be claimed: fifty moves a side without a capture or pawn move.

        >>> kiwipete.Board("4k3/8/8/8/8/8/8/R3K3 w - - 100 80").is_fifty_moves()
        True
        """
        return self.position.halfmove_clock >= 100 and self.count_legal() > 0

    def is_seventyfive_moves(self):
        """True if the game is drawn: seventy-five moves a side without a capture or pawn move.

        >>> kiwipete.Board("4k3/8/8/8/8/8/8/R3K3 w - - 100 80").is_seventyfive_moves()
        False
        """
        return self.position.halfmove_clock >= 150 and self.count_legal() > 0

    def is_repetition(self, count=3):
        """True if the position has stood on the board this often, now included.

        >>> board = kiwipete.Board()
        >>> for text in 2 * ["g1f3", "g8f6", "f3g1", "f6g8"]:
        ...     _ = board.push_uci(text)
        >>> board.is_repetition()
        True
        """
        return repetitions(&self.position, self.history, self.length) >= PyNumber_Index(count)

    def is_fivefold_repetition(self):
        """True if the game is drawn because the position stands for the fifth time.

        >>> kiwipete.Board().is_fivefold_repetition()
        False
        """
        return self.is_repetition(5)
