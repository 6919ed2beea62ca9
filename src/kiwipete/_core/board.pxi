# CoreBoard: a position with its history. Board in board.py adds the rest in plain Python.

cdef tuple FAULTS = (
    "nothing",
    "the mailbox holds no piece there is",
    "the piece sets disagree with the mailbox",
    "the sets of white and black disagree with the mailbox",
    "the king's square is wrong",
    "the side to move is neither white nor black",
    "a castling right is off the home ranks",
    "the en passant square is wrong",
    "the Zobrist key is wrong",
    "the material sums are wrong",
    "the middle-game sum is wrong",
    "the end-game sum is wrong",
    "the phase is wrong",
    "unused bytes are not zero",
    "there is not one king a side",
)


cdef str describe_fault(Fault fault, int square):
    cdef str where = f" on {name_of_square(square)}" if square < 64 else ""
    return FAULTS[<int> fault] + where


cdef object fen_error(const FenReader* r, str text):
    cdef str shown = text[r.at:r.at + 1]
    cdef int character = r.at + 1
    if r.fault == FEN_FIELD_COUNT:
        fields = "1 field" if r.detail == 1 else f"{r.detail} fields"
        return InvalidFenError(f"FEN: {fields} instead of 6 or 4: {text!r}", text, 0, 0)
    if r.fault == FEN_RANK_COUNT:
        ranks = "1 rank" if r.detail == 1 else f"{r.detail} ranks"
        what = f"{ranks} instead of 8" if r.detail < 9 else "more than 8 ranks"
    elif r.fault == FEN_RANK_LENGTH:
        what = f"rank {r.detail} has {r.detail2} square{'s' * (r.detail2 != 1)}"
    elif r.fault == FEN_PIECE:
        what = f"{shown!r} is not a piece or a number of empty squares"
    elif r.fault == FEN_DIGITS:
        what = f"two numbers side by side in rank {r.detail}"
    elif r.fault == FEN_SIDE:
        what = "the side to move is not 'w' or 'b'"
    elif r.fault == FEN_CASTLING:
        what = "castling rights are at most two of KQ or A-H, then two of kq or a-h, or '-'"
    elif r.fault == FEN_CASTLING_TWICE:
        what = f"castling right {shown!r} names a rook that has been named"
    elif r.fault == FEN_EN_PASSANT:
        what = "the en passant square is not a square or '-'"
    elif r.fault == FEN_NUMBER:
        what = f"the {'half-move clock' if r.field == 5 else 'full-move number'} is not a number"
    else:
        what = f"the {'half-move clock' if r.field == 5 else 'full-move number'} is over {MAX_COUNTER}"
    return InvalidFenError(f"FEN: {what} (field {r.field}, character {character}): {text!r}", text, r.field, character)


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


cdef class CoreBoard:
    """A position, its history, and what the kernel can tell of them."""

    cdef Position position
    cdef Undo* history
    cdef size_t length
    cdef size_t capacity
    cdef int wrong  # status(): 0 if the fast paths may trust the position

    def __cinit__(self):
        # Until a FEN has been read: an empty board, which nothing trusts.
        clear_position(&self.position)
        self.wrong = status(&self.position)

    def __init__(self, fen, *, bint chess960=False):
        self.read(fen, chess960)

    def __dealloc__(self):
        PyMem_Free(self.history)

    # Text.

    def set_fen(self, fen):
        """Set up a position from FEN text; the history is forgotten.

        A board that cannot read the text stays as it was.

        >>> board = kiwipete.Board()
        >>> board.set_fen("8/8/8/4k3/8/8/4P3/4K3 b - - 0 1")
        >>> board.turn
        False
        >>> board.set_fen("8/8/8/4k3/8/8/4P3/4K3 x - -")
        Traceback (most recent call last):
            ...
        kiwipete.errors.InvalidFenError: FEN: the side to move is not 'w' or 'b' (field 2, character 23): ...
        """
        self.read(fen, self.position.boards.chess960)

    cdef int read(self, fen, bint chess960) except -1:
        cdef FenReader reader
        cdef Position fresh
        if not isinstance(fen, str):
            raise TypeError(f"a FEN is text, not {type(fen).__name__}")
        cdef bytes text = str.encode(fen, "ascii", "replace")
        memset(&reader, 0, sizeof(reader))
        reader.text = text
        reader.length = len(text)
        if not read_fen(&reader, &fresh, chess960):
            raise fen_error(&reader, str.__str__(fen))
        self.position = fresh
        self.length = 0
        self.wrong = status(&fresh)
        return 0

    def fen(self, *, bint shredder=False, str en_passant="legal"):
        """The position as FEN text.

        `en_passant` says when to name the en passant square: "legal" only if
        a capture there is legal, "fen" after every double push.

        >>> board = kiwipete.Board()
        >>> _ = board.push_uci("e2e4")
        >>> board.fen()
        'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
        >>> board.fen(shredder=True, en_passant="fen")
        'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha e3 0 1'
        """
        cdef char[MAX_FEN] text
        cdef int square
        if en_passant == "fen":
            square = self.position.en_passant_square
        elif en_passant == "legal":
            square = self.position.boards.en_passant or NO_SQUARE
        else:
            raise ValueError(f"en_passant is 'legal' or 'fen', not {en_passant!r}")
        return text[:write_fen(text, &self.position, shredder, square)].decode("ascii")

    # State.

    @property
    def turn(self):
        """The side to move: True for white, False for black."""
        return self.position.turn == WHITE

    @property
    def castling_rights(self):
        """The rooks that may still castle, as a set of squares in 64 bits."""
        return self.position.boards.castling

    @property
    def ep_square(self):
        """The square behind a pawn that has just moved two squares, or None."""
        return None if self.position.en_passant_square == NO_SQUARE else self.position.en_passant_square

    @property
    def halfmove_clock(self):
        """Moves by either side since the last capture or pawn move."""
        return self.position.halfmove_clock

    @property
    def fullmove_number(self):
        """1 at the start, one more after each move of black."""
        return self.position.fullmove_number

    @property
    def chess960(self):
        """True if castling follows Chess960 and is written as king takes rook."""
        return self.position.boards.chess960 != 0

    @property
    def zobrist_key(self):
        """The 64-bit key of the position, kept up to date by every move."""
        return self.position.key

    @property
    def material(self):
        """The material of white and of black in centipawns, without kings."""
        return self.position.material[WHITE], self.position.material[BLACK]

    @property
    def piece_square_scores(self):
        """White's advantage by the piece-square tables: (middle game, end game)."""
        return self.position.middle_game, self.position.end_game

    @property
    def phase(self):
        """24 with all pieces on the board, 0 with only kings and pawns."""
        return self.position.phase

    @property
    def move_stack(self):
        """The moves played on this board since it was set up."""
        return [move_object(self.history[i].move) for i in range(self.length)]

    def piece_type_at(self, square):
        """The type of the piece on a square, 1 (pawn) to 6 (king), or None.

        >>> kiwipete.Board().piece_type_at(4)
        6
        """
        cdef int piece = self.piece_on(square)
        return None if piece == EMPTY else kind_of(piece) + 1

    def color_at(self, square):
        """The colour of the piece on a square, or None.

        >>> kiwipete.Board().color_at(60)
        False
        """
        cdef int piece = self.piece_on(square)
        return None if piece == EMPTY else colour_of(piece) == WHITE

    cdef int piece_on(self, square) except -1:
        return self.position.mailbox[square_number(square)]

    def attackers_mask(self, bint color, square):
        """The pieces of a colour that attack a square, as a set in 64 bits.

        >>> hex(kiwipete.Board().attackers_mask(kiwipete.WHITE, 18))
        '0xa02'
        """
        return attackers(
            &self.position.boards, square_number(square), WHITE if color else BLACK,
            self.position.boards.side[WHITE] | self.position.boards.side[BLACK],
        )

    def checkers_mask(self):
        """The pieces that give check to the side to move, as a set in 64 bits.

        >>> kiwipete.Board("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1").checkers_mask() == 1 << 12
        True
        """
        self.trust()
        return checkers(&self.position.boards, self.position.turn)

    def pinned_mask(self):
        """The pieces of the side to move that a pin holds, as a set in 64 bits.

        >>> kiwipete.Board("4k3/4n3/8/8/8/8/4R3/4K3 b - - 0 1").pinned_mask() == 1 << 52
        True
        """
        cdef u64 ignored = 0
        self.trust()
        return pinned_pieces(&self.position.boards, self.position.turn, &ignored)

    # Trust.

    def status(self):
        """Everything that is wrong with the position.

        >>> kiwipete.Board().status().name
        'VALID'
        >>> kiwipete.Board("8/8/8/8/8/8/8/K7 w - - 0 1").status().name
        'NO_BLACK_KING'
        """
        return Status(self.wrong)

    def is_valid(self):
        """True if nothing is wrong with the position.

        >>> kiwipete.Board().is_valid()
        True
        """
        return self.wrong == 0

    cdef int trust(self) except -1:
        """Raise unless the kernel may be let loose on this position."""
        if self.wrong:
            reasons = "; ".join(Status(self.wrong).reasons())
            raise ImpossiblePositionError(f"impossible position: {reasons}: {self.fen()}")
        return 0

    def validate(self):
        """Prove that the position is consistent with itself.

        Everything kept up to date by moves is computed anew and compared. The
        first thing wrong is raised as InconsistentPositionError.

        >>> board = kiwipete.Board()
        >>> board.validate()
        >>> board.flip_bit(8)
        >>> board.validate()
        Traceback (most recent call last):
            ...
        kiwipete.errors.InconsistentPositionError: the piece sets disagree with the mailbox on a2
        """
        cdef int square = NO_SQUARE
        cdef Fault fault = validate(&self.position, &square)
        if fault != FAULT_NONE:
            raise InconsistentPositionError(describe_fault(fault, square))

    def fingerprint(self):
        """A hash of every byte of the position, to prove that nothing was left behind.

        >>> board = kiwipete.Board()
        >>> before = board.fingerprint()
        >>> board.push(kiwipete.Move.from_uci("g1f3"))
        >>> _ = board.pop()
        >>> board.fingerprint() == before
        True
        """
        return fingerprint(&self.position)

    def flip_bit(self, index):
        """Damage one bit of the position. For tests of `validate` and `fingerprint` only.

        >>> kiwipete.Board().flip_bit(100_000)
        Traceback (most recent call last):
            ...
        ValueError: the number of a bit is 0 to 1343, not 100000
        """
        cdef int bit = whole(index, 0, 8 * sizeof(Position) - 1, "the number of a bit")
        (<u8*> &self.position)[bit // 8] ^= 1 << (bit % 8)

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
