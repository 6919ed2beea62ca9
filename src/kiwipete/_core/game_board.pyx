"""GameBoard: the moves that led here, moves as text, the end of the game, and copies."""

from cython cimport final

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_Realloc
from cpython.number cimport PyNumber_Index
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.string cimport memcmp, memcpy

from kiwipete._core.arguments cimport (
    as_python_chess, colour, counter, is_compact_ascii, square_number, square_set, whole,
)
from kiwipete._core.base_board cimport check_sets
from kiwipete._core.kernel.move cimport (
    MAX_SAN, NULL_MOVE, PROMOTION, files_moved, move_from, move_to, pack_move, promotion_of,
)
from kiwipete._core.kernel.squares cimport BLACK, NO_SQUARE, QUEEN, WHITE
from kiwipete._core.kernel.types cimport (
    BLACK_SET, CHECKMATE, EMPTY, Ending, FIFTY_MOVES_PLIES, GOES_ON, OCCUPIED_SET, Position, SAN_AMBIGUOUS, SAN_FOUND,
    SAN_NOT_A_MOVE, SETS, SEVENTYFIVE_MOVES_PLIES, SanVerdict, UNKNOWN, WHITE_SET, clear_position, piece_of,
    times_before,
)
from kiwipete._core.move cimport move_object, own_move
from kiwipete._core.move_views cimport (
    adopt_views, legal_view, move_played, pseudo_legal_view, stack_view,
)
from kiwipete._core.rules cimport (
    any_make, any_pass, as_asked, as_board_writes, can_claim_fifty_moves, can_claim_threefold, cannot_win,
    castles_by_two, clock_has_run_out, count_legal, find_legal, find_pseudo_legal, find_san, game_ending,
    looks_like_castling, loose_drop, loose_make, nobody_can_win, plausible_form, play_legal, play_unchecked, put_sets,
    set_piece, set_turn, settle, write_move,
)

from kiwipete._core.move import restore_move
from kiwipete.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, NoSuchMoveError
from kiwipete.outcome import Outcome, Termination
from kiwipete.positions import STARTING_FEN


cdef extern from *:
    """
    /* Has a class its own __init__? Only then must copies run it. */
    #define kw_same_init(type, base) (((PyTypeObject *) (type))->tp_init == ((PyTypeObject *) (base))->tp_init)
    #define kw_new(type, nothing) (((PyTypeObject *) (type))->tp_new((PyTypeObject *) (type), nothing, NULL))
    """
    bint same_init "kw_same_init"(object type, object base)
    object new_object "kw_new"(object type, object nothing)


# By the numbers of the kernel's endings.
cdef tuple TERMINATIONS = (
    None, Termination.CHECKMATE, Termination.STALEMATE, Termination.INSUFFICIENT_MATERIAL,
    Termination.SEVENTYFIVE_MOVES, Termination.FIVEFOLD_REPETITION, Termination.FIFTY_MOVES,
    Termination.THREEFOLD_REPETITION,
)


cdef class GameBoard(PositionBoard):
    """GameBoard(fen=STARTING_FEN, *, chess960=False)\n--\n\nA position and the moves that led to it.

    With them come moves as text, and how games end.
    """

    _has_game = True  # and so Board, not BaseBoard, looks after overrides

    def __init__(self, fen=STARTING_FEN, *, chess960=False):
        cdef bint by_rook = bool(chess960)
        cdef Position fresh
        if fen is None:
            clear_position(&fresh)
            fresh.boards.chess960 = by_rook
            self.replace(&fresh)
        else:
            self.read(fen, by_rook)

    @classmethod
    def from_bitboards(
        cls, pawns, knights, bishops, rooks, queens, kings, white, black, *, turn=True, castling_rights=0,
        ep_square=None, halfmove_clock=0, fullmove_number=1, promoted=0, chess960=False,
    ):
        """Make a board from sets of squares: the quickest way in for decoders.

        Each occupied square must be in the set of one kind of piece and in that
        of one colour, or ValueError is raised. The rest is as it is when set by
        hand: `castling_rights` is the set of rooks that may castle.

        >>> board = kiwipete.Board.from_bitboards(
        ...     pawns=kiwipete.BB_E2, knights=0, bishops=0, rooks=kiwipete.BB_H1, queens=0,
        ...     kings=kiwipete.BB_E1 | kiwipete.BB_E8,
        ...     white=kiwipete.BB_E1 | kiwipete.BB_E2 | kiwipete.BB_H1, black=kiwipete.BB_E8,
        ...     castling_rights=kiwipete.BB_H1,
        ... )
        >>> board.fen()
        '4k3/8/8/8/8/8/4P3/4K2R w K - 0 1'
        """
        cdef u64[SETS] sets = [
            square_set(pawns), square_set(knights), square_set(bishops), square_set(rooks), square_set(queens),
            square_set(kings), square_set(white), square_set(black), 0, square_set(promoted),
        ]
        cdef GameBoard board
        cdef Position fresh
        sets[OCCUPIED_SET] = sets[WHITE_SET] | sets[BLACK_SET]
        check_sets(sets)
        clear_position(&fresh)
        put_sets(&fresh, sets)
        set_turn(&fresh, colour(turn))
        fresh.boards.chess960 = 1 if chess960 else 0
        fresh.castling_rights = square_set(castling_rights)
        fresh.en_passant_square = <u8> (NO_SQUARE if ep_square is None else square_number(ep_square))
        fresh.halfmove_clock = counter(halfmove_clock, "the half-move clock")
        fresh.fullmove_number = counter(fullmove_number, "the full-move number")
        settle(&fresh)
        board = new_board(cls)
        board.replace(&fresh)
        return board

    # Moves.

    @property
    def legal_moves(self):
        """The legal moves: iterate over them, count them, or ask whether a move is one.

        >>> board = kiwipete.Board()
        >>> board.legal_moves.count()
        20
        >>> kiwipete.Move.from_uci("e2e4") in board.legal_moves
        True
        """
        return legal_view(self)

    @property
    def pseudo_legal_moves(self):
        """The pseudo-legal moves, even those that leave the king in check.

        >>> kiwipete.Board().pseudo_legal_moves.count()
        20
        """
        return pseudo_legal_view(self)

    # History.

    @property
    def move_stack(self):
        """The moves played on this board since it was set up, the last one at the end.

        Setting it to an empty list forgets them.
        """
        return stack_view(self)

    @move_stack.setter
    def move_stack(self, moves):
        if len(moves):
            raise ValueError("move_stack can only be set to no moves; to have others, set a position up and push them")
        self.clear_stack()

    def clear_stack(self):
        """Forget the moves that led here.

        >>> board = kiwipete.Board()
        >>> _ = board.push_uci("e2e4")
        >>> board.clear_stack()
        >>> board.move_stack
        []
        """
        self.length = 0

    def ply(self):
        """The number of half-moves played, from the move number and the turn.

        >>> board = kiwipete.Board()
        >>> _ = board.push_uci("e2e4")
        >>> board.ply()
        1
        """
        return 2 * (<object> self.state.position.fullmove_number - 1) + self.state.position.turn

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
    cdef int remember(self, Move16 move, u8 odd) except -1:
        """Save the position before a move is played on it."""
        if self.length == self.capacity:
            self.make_room(self.length + 1 if self.length else 8)
        self.history[self.length].state = self.state
        self.history[self.length].move = move
        self.history[self.length].odd = odd
        self.length += 1
        return 0

    @final
    cdef int copy_into(self, GameBoard other, size_t moves) except -1:
        """Give another board this position and the last moves of its history."""
        other.make_room(moves)
        if moves:
            memcpy(other.history, self.history + (self.length - moves), moves * sizeof(Snapshot))
        other.length = moves
        other.state = self.state
        return 0

    def push(self, move):
        """Play a legal move, or the null move, which passes.

        An illegal move raises IllegalMoveError and changes nothing. Under the
        switch it is played, as python-chess does, if there is a piece to move.

        >>> board = kiwipete.Board()
        >>> board.push(kiwipete.Move.from_uci("e2e4"))
        >>> board.turn
        False
        >>> board.push(kiwipete.Move.from_uci("e2e4"))
        Traceback (most recent call last):
            ...
        kiwipete.errors.IllegalMoveError: illegal move e2e4 in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b ...
        """
        cdef Move given = own_move(move)
        cdef Move16 legal = NULL_MOVE
        if given.value != NULL_MOVE:
            legal = find_legal(&self.state, given.value, True)
            if legal == NULL_MOVE:
                self.push_illegal(given)
                return
        self.push_legal(legal)

    @final
    cdef int push_illegal(self, Move move) except -1:
        """Refuse an illegal move, or play it under the switch if there is anything to move."""
        cdef Move given = move if move.held is None else move.understood()
        if not as_python_chess:
            raise self.illegal(move)
        if given is None or not self.play_anything(given):
            raise self.illegal(move, NoSuchMoveError)
        return 0

    @final
    cdef bint play_anything(self, Move move) except -1:
        """Play a move as python-chess's push does; False if there is nothing to move."""
        cdef Move16 played = pack_move(move_from(move.value), move_to(move.value), promotion_of(move.value))
        cdef int promotion = move.promoted()
        cdef int drop = move.odd >> 4
        cdef u8 odd = move.odd
        if castles_by_two(&self.state.position, played):
            played = as_asked(&self.state.position, pack_move(move_from(played), move_to(played), 0), True)
            promotion, drop, odd = 0, 0, 0
        elif odd:
            played = move.value
        if self.state.position.mailbox[move_from(played)] == EMPTY and not drop:
            return False
        if promotion or drop:
            self.remember(played, odd)
        else:
            self.remember(as_asked(&self.state.position, played, self.state.position.boards.chess960), 0)
        if drop:
            loose_drop(&self.state.position, move_to(played), drop)
        else:
            loose_make(&self.state.position, played, promotion)
        self.state.trust = UNKNOWN
        return True

    @final
    cdef int push_legal(self, Move16 legal) except -1:
        """Play a move that has been found legal, or the null move."""
        self.remember(legal, 0)
        play_legal(&self.state, legal)
        return 0

    def push_unchecked(self, move):
        """Play a move without checking that it is legal.

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
        cdef Move given = own_move(move)
        cdef Move16 played
        if given.value == NULL_MOVE:
            self.push_legal(NULL_MOVE)
            return
        played = self.plausible(given)
        if played == NULL_MOVE:
            raise self.illegal(given)
        played = as_board_writes(&self.state.position, played)
        self.remember(played, 0)
        play_unchecked(&self.state, played)

    def _push_trusted(self, move):
        # Plays what a class with rules of its own calls legal, which may be a drop.
        cdef Move given = own_move(move)
        if as_python_chess and given.value != NULL_MOVE:
            self.push_illegal(given)
        elif given.odd:
            self.push_odd(given)
        else:
            self.push_unchecked(given)

    @final
    cdef int push_odd(self, Move move) except -1:
        """Play a drop on an empty square, or a promotion to what no pawn becomes in chess."""
        cdef int square = move_to(move.value)
        cdef int us = self.state.position.turn
        cdef bint drops = move.drop is not None
        cdef int piece = piece_of(us, (move.odd >> 4 if drops else move.odd & 15) - 1)
        cdef Move16 played = NULL_MOVE
        if not drops:
            played = plausible_form(&self.state.position, move_from(move.value), square, PROMOTION | (QUEEN - 1))
        if self.state.position.mailbox[square] != EMPTY if drops else played == NULL_MOVE:
            raise self.illegal(move)
        self.remember(move.value, move.odd)
        if drops:
            any_pass(&self.state.position)
        else:
            any_make(&self.state.position, played)
        set_piece(&self.state.position, square, piece, not drops)
        self.changed()
        return 0

    def pop(self):
        """Take back the last move and return it; undoes all changes since.

        >>> board = kiwipete.Board()
        >>> _ = board.push_uci("b1c3")
        >>> board.pop()
        Move.from_uci('b1c3')
        """
        if self.length == 0:
            raise IndexError("pop from a board without moves")
        self.length -= 1
        self.go_back_to(&self.history[self.length])
        return move_played(&self.history[self.length])

    @final
    cdef void go_back_to(self, const Snapshot* snapshot) noexcept:
        """Be as a snapshot says, but go on playing Chess960 or not."""
        cdef u8 chess960 = self.state.position.boards.chess960
        self.state = snapshot.state
        if chess960 != self.state.position.boards.chess960:
            self.state.position.boards.chess960 = chess960
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
        return move_played(&self.history[self.length - 1])

    def push_uci(self, uci):
        """Read a move in UCI notation, play it and return it.

        >>> kiwipete.Board().push_uci("b1c3")
        Move.from_uci('b1c3')
        """
        move = self.parse_uci(uci)
        self.push(move)
        return move

    # Moves as text.

    @final
    cdef str algebraic(self, Move move, bint long_form):
        """A move in SAN or LAN, with the sign of check or mate; null, or illegal only for the king's sake, is fine."""
        cdef char[MAX_SAN] text
        cdef Move16 form
        cdef bint is_legal
        cdef char* end
        if move.value == NULL_MOVE:
            return "--"
        form = find_legal(&self.state, move.value, True)
        is_legal = form != NULL_MOVE
        if not is_legal:
            form = find_pseudo_legal(&self.state.position, move.value)
        if form == NULL_MOVE:
            raise self.illegal(move)
        end = write_move(text, &self.state, form, is_legal, long_form)
        return text[:end - text].decode("ascii")

    def san(self, move):
        """A legal move in standard algebraic notation.

        >>> board = kiwipete.Board()
        >>> board.san(kiwipete.Move.from_uci("g1f3"))
        'Nf3'
        """
        return self.algebraic(own_move(move), False)

    def lan(self, move):
        """A legal move in long algebraic notation.

        >>> board = kiwipete.Board()
        >>> board.lan(kiwipete.Move.from_uci("g1f3"))
        'Ng1-f3'
        """
        return self.algebraic(own_move(move), True)

    def san_and_push(self, move):
        """Play a move and return it in standard algebraic notation.

        >>> kiwipete.Board().san_and_push(kiwipete.Move.from_uci("g1f3"))
        'Nf3'
        """
        cdef Move given = own_move(move)
        cdef str text = self.algebraic(given, False)
        self.push(given)
        return text

    def variation_san(self, variation):
        """A sequence of legal moves in standard algebraic notation, with move numbers.

        >>> board = kiwipete.Board()
        >>> board.variation_san([kiwipete.Move.from_uci(text) for text in ["e2e4", "e7e5", "g1f3"]])
        '1. e4 e5 2. Nf3'
        """
        cdef GameBoard line = GameBoard.__new__(GameBoard)
        cdef list words = []
        self.copy_into(line, 0)
        for step in variation:
            move = own_move(step)
            if not line.is_legal(move):
                raise line.illegal(move)
            if line.state.position.turn == WHITE:
                prefix = f"{line.state.position.fullmove_number}. "
            else:
                prefix = "" if words else f"{line.state.position.fullmove_number}..."
            words.append(prefix + line.san_and_push(move))
        return " ".join(words)

    def parse_san(self, san):
        """Read a legal move in standard algebraic notation.

        Castling may be written with letters or zeros, a move with both its
        squares as UCI does; `--` is the null move. Text that is not a
        move raises InvalidMoveError, a move that is not legal IllegalMoveError, and
        one that could be several AmbiguousMoveError.

        >>> board = kiwipete.Board()
        >>> board.parse_san("Nf3")
        Move.from_uci('g1f3')
        >>> board.parse_san("Nf4")
        Traceback (most recent call last):
            ...
        kiwipete.errors.IllegalMoveError: illegal san: 'Nf4' in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        """
        return move_object(self.read_san(san))

    @final
    cdef Move16 read_san(self, san) except? 0xffff:
        """The one legal move that a text means."""
        cdef Py_ssize_t length = 0
        cdef const char* text = ""
        cdef Move16 move
        cdef SanVerdict verdict
        if not isinstance(san, str):
            raise TypeError(f"a move is text such as 'Nf3', not {type(san).__name__}")
        if is_compact_ascii(san):
            text = PyUnicode_AsUTF8AndSize(san, &length)
        verdict = find_san(&self.state, text, length, &move)
        if verdict == SAN_FOUND:
            return move
        if verdict == SAN_NOT_A_MOVE:
            raise InvalidMoveError(f"invalid san: {san[:40]!r}")
        if verdict == SAN_AMBIGUOUS:
            raise AmbiguousMoveError(f"ambiguous san: {san!r} in {PositionBoard.fen(self)}")
        raise IllegalMoveError(f"illegal san: {san!r} in {PositionBoard.fen(self)}")

    def push_san(self, san):
        """Read a move in standard algebraic notation, play it and return it.

        >>> kiwipete.Board().push_san("e4")
        Move.from_uci('e2e4')
        """
        cdef Move16 move = self.read_san(san)
        self.push_legal(move)
        return move_object(move)

    def uci(self, move, *, chess960=None):
        """A move in UCI notation; castling follows the board, or `chess960` if given.

        >>> board = kiwipete.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        >>> board.uci(kiwipete.Move.from_uci("e1g1"), chess960=True)
        'e1h1'
        """
        cdef Move given = own_move(move)
        cdef bint by_rook = self.state.position.boards.chess960 if chess960 is None else bool(chess960)
        if given.odd or given.held is not None:
            return given.uci()
        return move_object(as_asked(&self.state.position, given.value, by_rook)).uci()

    def xboard(self, move, chess960=None):
        """A move in XBoard's notation: like UCI, but O-O and O-O-O in Chess960 and @@@@ for null.

        >>> kiwipete.Board().xboard(kiwipete.Move.null())
        '@@@@'
        """
        cdef Move given = own_move(move)
        cdef bint by_rook = self.state.position.boards.chess960 if chess960 is None else bool(chess960)
        if not by_rook or not looks_like_castling(&self.state.position, given.value):
            return given.xboard()
        return "O-O" if files_moved(given.value) > 0 else "O-O-O"

    def parse_xboard(self, xboard):
        """Read a legal move in XBoard's notation or in SAN.

        >>> kiwipete.Board().parse_xboard("e2e4")
        Move.from_uci('e2e4')
        """
        return self.parse_san(xboard)

    def push_xboard(self, san):
        """Read a move in XBoard's notation, play it and return it.

        >>> kiwipete.Board().push_xboard("e2e4")
        Move.from_uci('e2e4')
        """
        move = self.parse_xboard(san)
        self.push(move)
        return move

    # The end of the game.

    def is_checkmate(self):
        """True if the side to move is in check and has no legal move.

        >>> kiwipete.Board("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").is_checkmate()
        True
        """
        return self.checks(self.state.position.turn) != 0 and count_legal(&self.state) == 0

    def is_stalemate(self):
        """True if the side to move has no legal move but is not in check.

        >>> kiwipete.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").is_stalemate()
        True
        """
        return self.checks(self.state.position.turn) == 0 and count_legal(&self.state) == 0

    def has_insufficient_material(self, color):
        """True if a side could not mate even with the other side's help.

        >>> board = kiwipete.Board("4k3/8/8/8/8/8/4P3/2B1K3 w - - 0 1")
        >>> board.has_insufficient_material(kiwipete.BLACK)
        True
        """
        return cannot_win(&self.state.position.boards, colour(color))

    def is_insufficient_material(self):
        """True if neither side could ever mate.

        >>> kiwipete.Board("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1").is_insufficient_material()
        True
        """
        return nobody_can_win(&self.state.position)

    def is_fifty_moves(self):
        """True if fifty moves a side have passed without a capture or pawn move.

        >>> kiwipete.Board("4k3/8/8/8/8/8/8/R3K3 w - - 100 80").is_fifty_moves()
        True
        """
        return clock_has_run_out(&self.state, FIFTY_MOVES_PLIES)

    def is_seventyfive_moves(self):
        """True if the game is drawn: seventy-five moves a side without a capture or pawn move.

        >>> kiwipete.Board("4k3/8/8/8/8/8/8/R3K3 w - - 100 80").is_seventyfive_moves()
        False
        """
        return clock_has_run_out(&self.state, SEVENTYFIVE_MOVES_PLIES)

    def can_claim_fifty_moves(self):
        """True if the side to move may claim a draw by fifty moves, now or by announcing its move.

        >>> kiwipete.Board("4k3/8/8/8/8/8/8/R3K3 w - - 99 80").can_claim_fifty_moves()
        True
        """
        return can_claim_fifty_moves(&self.state)

    def is_repetition(self, count=3):
        """True if the position has occurred this often, including now.

        >>> board = kiwipete.Board()
        >>> for text in 2 * ["g1f3", "g8f6", "f3g1", "f6g8"]:
        ...     _ = board.push_uci(text)
        >>> board.is_repetition()
        True
        """
        wanted = PyNumber_Index(count) - 1
        cdef int enough = max(0, min(wanted, 2**30))
        return times_before(self.history, self.length, &self.state.position, enough) >= enough

    def is_fivefold_repetition(self):
        """True if the game is drawn because the position has occurred five times.

        >>> kiwipete.Board().is_fivefold_repetition()
        False
        """
        return times_before(self.history, self.length, &self.state.position, 4) >= 4

    def can_claim_threefold_repetition(self):
        """True if the position occurs for the third time, or would after some legal move.

        >>> board = kiwipete.Board()
        >>> for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"]:
        ...     _ = board.push_uci(text)
        >>> board.can_claim_threefold_repetition()
        True
        """
        return can_claim_threefold(&self.state, self.history, self.length)

    def can_claim_draw(self):
        """True if the side to move may claim a draw by fifty moves or threefold repetition.

        >>> kiwipete.Board().can_claim_draw()
        False
        """
        return self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()

    def outcome(self, *, claim_draw=False, dead_positions=False):
        """How the game ended, or None while it goes on.

        With `claim_draw`, a draw that the side to move could claim by fifty
        moves or threefold repetition counts. With `dead_positions`, so does a
        position in which neither side can ever give mate, as `is_dead_position`
        finds it.

        >>> kiwipete.Board("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").outcome()
        Outcome(termination=<Termination.CHECKMATE: 1>, winner=True)
        """
        cdef bint claims = bool(claim_draw)
        cdef Ending end = game_ending(&self.state, self.history, self.length, claims)
        if end == GOES_ON:
            if dead_positions and self.is_dead_position():
                return Outcome(Termination.DEAD_POSITION, None)
            return None
        winner = self.state.position.turn == BLACK if end == CHECKMATE else None
        return Outcome(TERMINATIONS[<int> end], winner)

    def is_game_over(self, *, claim_draw=False, dead_positions=False):
        """True if the game has ended; with `claim_draw`, also if the side to move can claim a draw.

        With `dead_positions`, also if neither side can ever give mate.

        >>> kiwipete.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").is_game_over()
        True
        """
        cdef bint claims = bool(claim_draw)
        if game_ending(&self.state, self.history, self.length, claims) != GOES_ON:
            return True
        return bool(dead_positions) and bool(self.is_dead_position())

    def result(self, *, claim_draw=False, dead_positions=False):
        """The result as players write it, `*` while the game goes on; arguments as for `outcome`.

        >>> kiwipete.Board().result()
        '*'
        """
        outcome = GameBoard.outcome(self, claim_draw=claim_draw, dead_positions=dead_positions)
        return "*" if outcome is None else outcome.result()

    # Copies.

    def copy(self, *, stack=True):
        """An independent board with the same position and history.

        `stack` may be False to leave the history behind, or the number of
        moves to keep.

        >>> board = kiwipete.Board()
        >>> other = board.copy()
        >>> _ = other.push_uci("b1c3")
        >>> board.fen() == kiwipete.STARTING_FEN
        True
        """
        cdef GameBoard other = self.sibling()
        cdef size_t moves = self.length
        if stack is not True:
            wanted = PyNumber_Index(stack)
            moves = min(max(0, wanted), self.length)
        self.copy_into(other, moves)
        return other

    @final
    cdef GameBoard sibling(self):
        """A new board of the same class; a class with its own __init__ has it called with None."""
        return new_board(type(self))

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
        cdef GameBoard other = self.sibling()
        self.copy_into(other, 0)
        if self.length:
            other.go_back_to(&self.history[0])
        return other

    def same_as(self, GameBoard other not None):
        """True if two boards have equal pieces, turn, usable rights and en passant squares, and counters.

        `==` asks this of two boards.

        >>> kiwipete.Board().same_as(kiwipete.Board(chess960=True))
        True
        """
        return (
            self.state.position.key == other.state.position.key
            and self.state.position.turn == other.state.position.turn
            and self.state.position.halfmove_clock == other.state.position.halfmove_clock
            and self.state.position.fullmove_number == other.state.position.fullmove_number
            and self.state.position.boards.castling == other.state.position.boards.castling
            and memcmp(self.state.position.mailbox, other.state.position.mailbox, 64) == 0
            and self.legal_en_passant_square() == other.legal_en_passant_square()
        )

    # Storage.

    def __reduce__(self):
        cdef size_t i
        stored = [
            (stored_position(&self.history[i].state.position), self.history[i].move, self.history[i].odd)
            for i in range(self.length)
        ]
        attributes = getattr(self, "__dict__", None) or None
        return restore_board, (type(self), stored_position(&self.state.position), stored), attributes


adopt_views(GameBoard.legal_moves, GameBoard.pseudo_legal_moves)


cdef GameBoard new_board(cls):
    return proved(cls, new_object(cls, ())) if same_init(cls, GameBoard) else empty_board(cls)


cdef object board_at(const State* state):
    cdef GameBoard board = GameBoard.__new__(GameBoard)
    board.state = state[0]
    return board


cdef GameBoard empty_board(cls):
    return proved(cls, cls(None))


cdef GameBoard proved(cls, made):
    """What a class has made, if it is a board: a __new__ may return anything, and None would pass for one."""
    if not isinstance(made, GameBoard):
        raise TypeError(f"{cls!r} makes no board but {type(made).__name__}")
    return made


# What is stored of a position: not its bytes, which are ours to change, but what it is made of.

cdef tuple stored_position(const Position* p):
    return (
        PyBytes_FromStringAndSize(<const char*> p.mailbox, 64), p.promoted, p.castling_rights,
        p.en_passant_square, p.halfmove_clock, p.fullmove_number, p.turn, p.boards.chess960,
    )


cdef int restore_position(Position* p, tuple stored) except -1:
    """Build a position from what was stored of one; nonsense raises ValueError."""
    cdef bytes mailbox
    cdef int square, piece
    mailbox, promoted, rights, en_passant, clock, number, turn, chess960 = stored
    clear_position(p)
    if len(mailbox) != 64:
        raise ValueError(f"a board has 64 squares, not {len(mailbox)}")
    for square in range(64):
        piece = mailbox[square]
        if piece > EMPTY:
            raise ValueError(f"no piece has the number {piece}")
        set_piece(p, square, piece, bool(promoted >> square & 1))
    p.castling_rights = square_set(rights)
    p.en_passant_square = <u8> whole(en_passant, 0, NO_SQUARE, "the en passant square")
    p.halfmove_clock = counter(clock, "the half-move clock")
    p.fullmove_number = counter(number, "the full-move number")
    set_turn(p, whole(turn, 0, 1, "the side to move"))
    p.boards.chess960 = <u8> whole(chess960, 0, 1, "chess960")
    settle(p)
    return 0


def restore_board(cls, position, history):
    """A board from what pickle stored of one."""
    cdef GameBoard board = empty_board(cls)
    cdef Position where
    cdef Move move
    board.length = 0
    for stored, *bits in history:
        restore_position(&where, stored)
        board.state.position = where
        board.state.trust = UNKNOWN
        move = restore_move(*bits)
        board.remember(move.value, move.odd)
    restore_position(&where, position)
    board.state.position = where
    board.state.trust = UNKNOWN
    return board


cdef int copy_keys(object board, u64* keys, int most) except -1:
    cdef GameBoard game = <GameBoard?> board
    cdef int count = <int> min(game.length, most)
    cdef int i
    for i in range(count):
        keys[i] = game.history[game.length - count + i].state.position.key
    return count
