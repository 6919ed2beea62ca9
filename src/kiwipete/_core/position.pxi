# CorePosition: a position as a Python object.

cdef class CorePosition:
    """A position, its text, and what the kernel can tell of it without moving."""

    cdef Position position
    cdef int wrong  # status(): 0 if the fast paths may trust the position

    def __cinit__(self):
        # Until a FEN has been read: an empty board, which nothing trusts.
        clear_position(&self.position)
        self.wrong = status(&self.position)

    def __init__(self, fen, *, bint chess960=False):
        self.read(fen, chess960)

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
        self.wrong = status(&fresh)
        self.forget_moves()
        return 0

    cdef void forget_moves(self):
        """Called when another position is set up; a bare position has no moves to forget."""

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

    def pieces_mask(self, piece_type, bint color):
        """The pieces of a type and colour, as a set in 64 bits.

        >>> hex(kiwipete.Board().pieces_mask(kiwipete.PAWN, kiwipete.BLACK))
        '0xff000000000000'
        """
        cdef int kind = whole(piece_type, 1, 6, "a type of piece") - 1
        cdef int colour = WHITE if color else BLACK
        return self.position.boards.side[colour] & pieces_of_kind(&self.position.boards, kind)

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
        first thing wrong is raised as InconsistentPositionError; a position
        without a king a side raises ImpossiblePositionError.

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
        if fault == FAULT_KINGS:
            self.trust()  # the caller's doing: an impossible position, not an inconsistent one
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
