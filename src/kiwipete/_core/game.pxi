# CoreGame: when a game is over, and boards made of boards.

cdef extern from *:
    """
    /* Has a class its own __init__? Only then must copies run it. */
    #define kw_same_init(type, base) (((PyTypeObject *) (type))->tp_init == ((PyTypeObject *) (base))->tp_init)
    #define kw_new(type, nothing) (((PyTypeObject *) (type))->tp_new((PyTypeObject *) (type), nothing, NULL))
    """
    bint same_init "kw_same_init"(object type, object base)
    object new_object "kw_new"(object type, object nothing)


cdef class CoreGame(CoreNotation):
    """A board that knows how games end, and how to be copied and stored."""

    def __init__(self, fen=STARTING_FEN, *, chess960=False):
        cdef bint by_rook = bool(chess960)
        if fen is None:
            clear_position(&self.position)
            self.position.boards.chess960 = by_rook
            self.trust = UNKNOWN
            self.forget_moves()
        else:
            self.read(fen, by_rook)

    # The end of the game.

    def is_checkmate(self):
        """True if the side to move is in check and has no legal move.

        >>> kiwipete.Board("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").is_checkmate()
        True
        """
        return self.checks(self.position.turn) != 0 and self.count_legal() == 0

    def is_stalemate(self):
        """True if the side to move has no legal move but is not in check.

        >>> kiwipete.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").is_stalemate()
        True
        """
        return self.checks(self.position.turn) == 0 and self.count_legal() == 0

    def has_insufficient_material(self, color):
        """True if a side could not mate even with the other side's help.

        >>> board = kiwipete.Board("4k3/8/8/8/8/8/4P3/2B1K3 w - - 0 1")
        >>> board.has_insufficient_material(kiwipete.BLACK)
        True
        """
        return cannot_win(&self.position, colour(color))

    def is_insufficient_material(self):
        """True if neither side could ever mate.

        >>> kiwipete.Board("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1").is_insufficient_material()
        True
        """
        return cannot_win(&self.position, WHITE) and cannot_win(&self.position, BLACK)

    @final
    cdef bint clock_has_reached(self, u32 halfmoves):
        return self.position.halfmove_clock >= halfmoves and self.count_legal() > 0

    def is_fifty_moves(self):
        """True if fifty moves a side have passed without a capture or pawn move.

        >>> kiwipete.Board("4k3/8/8/8/8/8/8/R3K3 w - - 100 80").is_fifty_moves()
        True
        """
        return self.clock_has_reached(100)

    def is_seventyfive_moves(self):
        """True if the game is drawn: seventy-five moves a side without a capture or pawn move.

        >>> kiwipete.Board("4k3/8/8/8/8/8/8/R3K3 w - - 100 80").is_seventyfive_moves()
        False
        """
        return self.clock_has_reached(150)

    def can_claim_fifty_moves(self):
        """True if the side to move may claim a draw by fifty moves, now or by announcing its move.

        >>> kiwipete.Board("4k3/8/8/8/8/8/8/R3K3 w - - 99 80").can_claim_fifty_moves()
        True
        """
        cdef Move16[MAX_ANY_MOVES] moves
        cdef Position child
        cdef int i
        if self.clock_has_reached(100):
            return True
        if self.position.halfmove_clock < 99:
            return False
        for i in range(self.legal_list(ALL_SQUARES, ALL_SQUARES, moves)):
            child = self.position
            any_make(&child, moves[i])
            if child.halfmove_clock >= 100 and self.has_answer(&child):
                return True
        return False

    @final
    cdef bint has_answer(self, const Position* child):
        cdef Move16[MAX_ANY_MOVES] moves
        return any_legal_moves(child, ALL_SQUARES, ALL_SQUARES, moves) > 0

    @final
    cdef int times(self, const Position* p, int enough):
        """How often a position stands in the history, counted no further than `enough`.

        Pawns never go back, so it ends where they stood otherwise.
        """
        cdef int count = 0
        cdef size_t i = self.length
        while i > 0 and count < enough:
            i -= 1
            if self.history[i].position.boards.pawns != p.boards.pawns:
                break
            count += self.history[i].position.key == p.key
        return count

    def is_repetition(self, count=3):
        """True if the position has stood on the board this often, now included.

        >>> board = kiwipete.Board()
        >>> for text in 2 * ["g1f3", "g8f6", "f3g1", "f6g8"]:
        ...     _ = board.push_uci(text)
        >>> board.is_repetition()
        True
        """
        wanted = PyNumber_Index(count) - 1
        cdef int enough = max(0, min(wanted, 2**30))
        return self.times(&self.position, enough) >= enough

    def is_fivefold_repetition(self):
        """True if the game is drawn because the position stands for the fifth time.

        >>> kiwipete.Board().is_fivefold_repetition()
        False
        """
        return self.times(&self.position, 4) >= 4

    def can_claim_threefold_repetition(self):
        """True if the position stands for the third time, or will after some legal move.

        >>> board = kiwipete.Board()
        >>> for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"]:
        ...     _ = board.push_uci(text)
        >>> board.can_claim_threefold_repetition()
        True
        """
        cdef Move16[MAX_ANY_MOVES] moves
        cdef Position child
        cdef int i, seen
        cdef bint trusted = self.trusted()
        if self.times(&self.position, 2) >= 2:
            return True
        for i in range(self.legal_list(ALL_SQUARES, ALL_SQUARES, moves)):
            if is_capture(moves[i]) or is_promotion(moves[i]):
                continue
            child = self.position
            if trusted:
                play(&child, moves[i])
            else:
                any_make(&child, moves[i])
            seen = child.key == self.position.key
            if child.boards.pawns == self.position.boards.pawns and self.times(&child, 2 - seen) + seen >= 2:
                return True
        return False

    def can_claim_draw(self):
        """True if the side to move may claim a draw by fifty moves or threefold repetition.

        >>> kiwipete.Board().can_claim_draw()
        False
        """
        return self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()

    @final
    cdef object ended(self, bint claim_draw):
        """Why the game is over, or None. The reasons are tried in python-chess's order."""
        if self.count_legal() == 0:
            if self.checks(self.position.turn):
                return Termination.CHECKMATE
            return Termination.INSUFFICIENT_MATERIAL if self.is_insufficient_material() else Termination.STALEMATE
        if cannot_win(&self.position, WHITE) and cannot_win(&self.position, BLACK):
            return Termination.INSUFFICIENT_MATERIAL
        if self.position.halfmove_clock >= 150:
            return Termination.SEVENTYFIVE_MOVES
        if self.times(&self.position, 4) >= 4:
            return Termination.FIVEFOLD_REPETITION
        if claim_draw:
            if self.can_claim_fifty_moves():
                return Termination.FIFTY_MOVES
            if self.can_claim_threefold_repetition():
                return Termination.THREEFOLD_REPETITION
        return None

    def outcome(self, *, claim_draw=False):
        """How the game ended, or None while it goes on.

        With `claim_draw`, a draw that the side to move could claim by fifty
        moves or threefold repetition counts.

        >>> kiwipete.Board("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").outcome()
        Outcome(termination=<Termination.CHECKMATE: 1>, winner=True)
        """
        termination = self.ended(bool(claim_draw))
        if termination is None:
            return None
        winner = self.position.turn == BLACK if termination is Termination.CHECKMATE else None
        return Outcome(termination, winner)

    def is_game_over(self, *, claim_draw=False):
        """True if the game has ended, by a claim of the side to move too if asked.

        >>> kiwipete.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").is_game_over()
        True
        """
        return self.ended(bool(claim_draw)) is not None

    def result(self, *, claim_draw=False):
        """The result as players write it, `*` while the game goes on.

        >>> kiwipete.Board().result()
        '*'
        """
        outcome = CoreGame.outcome(self, claim_draw=claim_draw)
        return "*" if outcome is None else outcome.result()

    # Copies.

    def copy(self, *, stack=True):
        """A board of its own with the same position and history.

        `stack` may be False to leave the history behind, or the number of
        moves to keep.

        >>> board = kiwipete.Board()
        >>> other = board.copy()
        >>> _ = other.push_uci("b1c3")
        >>> board.fen() == kiwipete.STARTING_FEN
        True
        """
        cdef CoreGame other = self.sibling()
        cdef size_t moves = self.length
        if stack is not True:
            wanted = PyNumber_Index(stack)
            moves = min(max(0, wanted), self.length)
        self.copy_into(other, moves)
        return other

    @final
    cdef CoreGame sibling(self):
        """A new board of the same class; a class with its own __init__ has it called with None."""
        cdef object cls = type(self)
        return proved(cls, new_object(cls, ())) if same_init(cls, CoreGame) else empty_board(cls)

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        other = self.copy()
        memo[id(self)] = other
        return other

    def root(self):
        """A board with the position before the first move of the history.

        >>> board = kiwipete.Board()
        >>> _ = board.push_uci("e2e4")
        >>> board.root().fen() == kiwipete.STARTING_FEN
        True
        """
        cdef CoreGame other = self.sibling()
        self.copy_into(other, 0)
        if self.length:
            other.go_back_to(&self.history[0])
        return other

    def same_as(self, CoreGame other not None):
        """True if two boards stand alike: pieces, turn, usable rights and captures in passing, and both counters.

        `==` asks this of two boards.

        >>> kiwipete.Board().same_as(kiwipete.Board(chess960=True))
        True
        """
        return (
            self.position.key == other.position.key
            and self.position.turn == other.position.turn
            and self.position.halfmove_clock == other.position.halfmove_clock
            and self.position.fullmove_number == other.position.fullmove_number
            and self.position.boards.castling == other.position.boards.castling
            and memcmp(self.position.mailbox, other.position.mailbox, 64) == 0
            and self.named_en_passant("legal") == other.named_en_passant("legal")
        )

    # Storage.

    def __reduce__(self):
        cdef size_t i
        stored = [(stored_position(&self.history[i].position), self.history[i].move) for i in range(self.length)]
        attributes = getattr(self, "__dict__", None) or None
        return restore_board, (type(self), stored_position(&self.position), stored), attributes


cdef CoreGame empty_board(cls):
    return proved(cls, cls(None))


cdef CoreGame proved(cls, made):
    """What a class has made, if it is a board: a __new__ may return anything, and None would pass for one."""
    if not isinstance(made, CoreGame):
        raise TypeError(f"{cls!r} makes no board but {type(made).__name__}")
    return made


def restore_board(cls, position, history):
    """A board from what pickle stored of one."""
    cdef CoreGame board = empty_board(cls)
    cdef Position where
    board.forget_moves()
    for stored, move in history:
        restore_position(&where, stored)
        board.position = where
        board.trust = UNKNOWN
        board.remember((<Move> Move.from_int(move)).value)
    restore_position(&where, position)
    board.position = where
    board.trust = UNKNOWN
    return board
