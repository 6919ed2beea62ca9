# CoreBoard: a position with the moves that led to it.

# What it takes to be on a board again: everything, for hands may change anything
# between two moves, and pop must bring back what was.
cdef struct Snapshot:
    Position position
    Trust trust
    Move16 move          # the move that was played here


cdef class CoreBoard(CoreLegality):
    """A position and its history."""

    cdef Snapshot* history
    cdef size_t length
    cdef size_t capacity

    def __dealloc__(self):
        PyMem_Free(self.history)

    cdef void forget_moves(self) noexcept:
        self.length = 0

    # History.

    @property
    def move_stack(self):
        """The moves played on this board since it was set up, as a list of its own."""
        return [move_object(self.history[i].move) for i in range(self.length)]

    def clear_stack(self):
        """Forget the moves that led here.

        >>> board = kiwipete.Board()
        >>> _ = board.push_uci("e2e4")
        >>> board.clear_stack()
        >>> board.move_stack
        []
        """
        self.forget_moves()

    def ply(self):
        """How many moves the fullmove number and the turn say have been played.

        >>> board = kiwipete.Board()
        >>> _ = board.push_uci("e2e4")
        >>> board.ply()
        1
        """
        return 2 * (<object> self.position.fullmove_number - 1) + self.position.turn

    @final
    cdef int make_room(self, size_t wanted) except -1:
        """Room for this many snapshots, however long the game."""
        cdef void* grown
        if wanted > self.capacity:
            wanted = max(wanted, 2 * self.capacity)
            grown = PyMem_Realloc(self.history, wanted * sizeof(Snapshot))
            if grown == NULL:
                raise MemoryError()
            self.history = <Snapshot*> grown
            self.capacity = wanted
        return 0

    @final
    cdef int remember(self, Move16 move) except -1:
        """Save the position before a move is played on it."""
        if self.length == self.capacity:
            self.make_room(self.length + 1 if self.length else 8)
        self.history[self.length].position = self.position
        self.history[self.length].trust = self.trust
        self.history[self.length].move = move
        self.length += 1
        return 0

    @final
    cdef int copy_into(self, CoreBoard other, size_t moves) except -1:
        """Give another board this position and the last moves of its history."""
        other.make_room(moves)
        if moves:
            memcpy(other.history, self.history + (self.length - moves), moves * sizeof(Snapshot))
        other.length = moves
        other.position = self.position
        other.trust = self.trust
        return 0

    def push(self, Move move not None):
        """Play a legal move, or the null move, which passes.

        An illegal move raises IllegalMoveError and changes nothing.

        >>> board = kiwipete.Board()
        >>> board.push(kiwipete.Move.from_uci("e2e4"))
        >>> board.turn
        False
        >>> board.push(kiwipete.Move.from_uci("e2e4"))
        Traceback (most recent call last):
            ...
        kiwipete.errors.IllegalMoveError: illegal move e2e4 in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b ...
        """
        cdef Move16 legal = NULL_MOVE
        if move.value != NULL_MOVE:
            legal = self.find_legal(move.value, True)
            if legal == NULL_MOVE:
                raise self.illegal(move)
        self.play_legal(legal)

    @final
    cdef int play_legal(self, Move16 legal) except -1:
        """Play a move that has been found legal, or the null move."""
        self.remember(legal)
        if legal == NULL_MOVE:
            any_pass(&self.position)
            self.trust = UNKNOWN
        elif self.trust == TRUSTED:
            play(&self.position, legal)
        else:
            any_make(&self.position, legal)
            self.trust = UNKNOWN
        return 0

    def push_unchecked(self, Move move not None):
        """Play a move without asking whether it is legal.

        It trusts that the move is one of `pseudo_legal_moves`, or null. Any
        other move of a piece of the side to move is played as it stands, and
        `status` may then find much to complain of; the board stays consistent.
        A move that starts on no such piece or takes one's own raises
        IllegalMoveError.

        >>> board = kiwipete.Board("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1")
        >>> board.push_unchecked(kiwipete.Move.from_uci("e2c3"))
        >>> board.was_into_check()
        True
        """
        cdef Move16 played = NULL_MOVE
        if move.value != NULL_MOVE:
            played = self.find_legal(move.value, True)
        if move.value == NULL_MOVE or played != NULL_MOVE:
            self.play_legal(played)  # which leaves a board that the fast paths may go on trusting
            return
        played = self.plausible(move)
        if played == NULL_MOVE:
            raise self.illegal(move)
        played = self.as_written(played)
        self.remember(played)
        any_make(&self.position, played)
        self.trust = UNKNOWN

    def pop(self):
        """Take the last move back and return it, with all that was changed since.

        >>> board = kiwipete.Board()
        >>> _ = board.push_uci("b1c3")
        >>> board.pop()
        Move.from_uci('b1c3')
        """
        if self.length == 0:
            raise IndexError("pop from a board without moves")
        self.length -= 1
        self.go_back_to(&self.history[self.length])
        return move_object(self.history[self.length].move)

    @final
    cdef void go_back_to(self, const Snapshot* snapshot) noexcept:
        """Be as a snapshot says, but go on playing Chess960 or not."""
        cdef u8 chess960 = self.position.boards.chess960
        self.position = snapshot.position
        self.trust = snapshot.trust
        if chess960 != self.position.boards.chess960:
            self.position.boards.chess960 = chess960
            self.changed()

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

    def push_uci(self, uci):
        """Read a move as UCI writes it, play it and return it.

        >>> kiwipete.Board().push_uci("b1c3")
        Move.from_uci('b1c3')
        """
        move = self.parse_uci(uci)
        self.push(move)
        return move
