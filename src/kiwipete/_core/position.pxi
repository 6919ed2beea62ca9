# CorePosition: a placement, whose turn it is, and what may still be done.

cdef extern from *:
    bint is_compact_ascii "PyUnicode_IS_COMPACT_ASCII"(object text)


cdef object ascii_text(text, str what):
    """Text as a reader takes it: as it is, or as bytes with a question mark for every character that is not ASCII.

    So places in it stay the same. Not to copy it saves a tenth of reading a FEN.
    """
    if not isinstance(text, str):
        raise TypeError(f"{what} is text, not {type(text).__name__}")
    return text if is_compact_ascii(text) else str.encode(text, "ascii", "replace")


cdef int open_reader(FenReader* reader, text) except -1:
    """Read what `ascii_text` has given, which must outlive the reader."""
    cdef Py_ssize_t length = 0
    memset(reader, 0, sizeof(FenReader))
    if isinstance(text, str):
        reader.text = PyUnicode_AsUTF8AndSize(text, &length)
    else:
        reader.text = <bytes> text
        length = len(<bytes> text)
    reader.length = <int> length
    return 0


cdef u32 counter(value, str what) except? 0xffffffff:
    number = PyNumber_Index(value)
    if not 0 <= number <= MAX_COUNTER:
        raise ValueError(f"{what} is 0 to {MAX_COUNTER}, not {number}")
    return number


cdef class CorePosition(CorePlacement):
    """A position, its text, and what the kernel can tell of it without moving."""

    # Text.

    def set_fen(self, fen):
        """Set up a position from FEN text; the history is forgotten.

        One to six fields are read; those that are missing are `w - - 0 1`.
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

    @final
    cdef int read(self, fen, bint chess960) except -1:
        cdef FenReader reader
        cdef Position fresh
        text = ascii_text(fen, "a FEN")
        open_reader(&reader, text)
        if not read_fen(&reader, &fresh, chess960):
            raise fen_error(&reader, fen)
        self.position = fresh
        self.trust = UNKNOWN
        self.forget_moves()
        return 0

    def fen(self, *, shredder=False, en_passant="legal", promoted=None):
        """The position as FEN text.

        `en_passant` says when to name the en passant square: "legal" only if
        a capture there is legal, "xfen" if a pawn stands ready to capture,
        "fen" after every double push. `shredder` names castling rooks by
        their files, and `promoted` marks promoted pieces with `~`.

        >>> board = kiwipete.Board()
        >>> _ = board.push_uci("e2e4")
        >>> board.fen()
        'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
        >>> board.fen(shredder=True, en_passant="fen")
        'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha e3 0 1'
        """
        cdef char[MAX_FEN] text
        cdef int square = self.named_en_passant(en_passant)
        cdef bint by_file = bool(shredder)
        cdef bint marked = bool(promoted)
        cdef char* end = write_position(text, &self.position, by_file, square, marked)
        return text[:write_counters(end, &self.position) - text].decode("ascii")

    def shredder_fen(self, *, en_passant="legal", promoted=None):
        """The position as FEN text with castling rooks named by their files.

        >>> kiwipete.Board().shredder_fen()
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1'
        """
        return CorePosition.fen(self, shredder=True, en_passant=en_passant, promoted=promoted)

    def position_fen(self, *, shredder=False, en_passant="legal", promoted=None):
        """The first four fields of the FEN, which are those of EPD too.

        >>> kiwipete.Board().position_fen()
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'
        """
        cdef char[MAX_FEN] text
        cdef int square = self.named_en_passant(en_passant)
        cdef bint by_file = bool(shredder)
        cdef bint marked = bool(promoted)
        return text[:write_position(text, &self.position, by_file, square, marked) - text].decode("ascii")

    @final
    cdef int named_en_passant(self, en_passant) except -1:
        """The en passant square to name in text, or NO_SQUARE."""
        cdef Move16[2] moves
        cdef int square = self.position.en_passant_square
        if en_passant == "legal":
            return square if self.legal_en_passant(ALL_SQUARES, ALL_SQUARES, moves) else NO_SQUARE
        if en_passant == "xfen":
            return square if any_en_passant_moves(&self.position, ALL_SQUARES, ALL_SQUARES, moves) else NO_SQUARE
        if en_passant == "fen":
            return square
        raise ValueError(f"en_passant is 'legal', 'xfen' or 'fen', not {en_passant!r}")

    @final
    cdef int legal_en_passant(self, u64 from_mask, u64 to_mask, Move16* moves):
        """The legal captures in passing; at most two."""
        cdef int count = 0
        cdef int legal = 0
        cdef int i
        if self.position.en_passant_square == NO_SQUARE:
            return 0
        count = any_en_passant_moves(&self.position, from_mask, to_mask, moves)
        if count == 0:
            return 0
        for i in range(count):
            if is_safe_move(&self.position, moves[i]):
                moves[legal] = moves[i]
                legal += 1
        return legal

    def castling_xfen(self):
        """The castling rights as FEN writes them.

        >>> kiwipete.Board().castling_xfen()
        'KQkq'
        """
        cdef char[MAX_FEN] text
        return text[:write_castling(text, &self.position, False) - text].decode("ascii")

    def castling_shredder_fen(self):
        """The castling rights by the files of the rooks.

        >>> kiwipete.Board().castling_shredder_fen()
        'HAha'
        """
        cdef char[MAX_FEN] text
        return text[:write_castling(text, &self.position, True) - text].decode("ascii")

    def set_castling_fen(self, castling_fen):
        """Set the castling rights from their field of a FEN; moves are forgotten.

        >>> board = kiwipete.Board()
        >>> board.set_castling_fen("Kq")
        >>> board.castling_xfen()
        'Kq'
        """
        cdef Position fresh = self.position
        cdef FenReader reader
        text = ascii_text(castling_fen, "a field of castling rights")
        open_reader(&reader, text)
        if not read_castling_fen(&reader, &fresh):
            raise fen_error(&reader, castling_fen)
        self.position = fresh
        self.trust = UNKNOWN
        self.forget_moves()

    # State.

    @property
    def turn(self):
        """The side to move: True for white, False for black."""
        return self.position.turn == WHITE

    @turn.setter
    def turn(self, color):
        set_turn(&self.position, colour(color))
        self.changed()

    @property
    def castling_rights(self):
        """The rooks that may castle as they were named, as a set of squares in 64 bits.

        `clean_castling_rights` has those of them that count.
        """
        return self.position.castling_rights

    @castling_rights.setter
    def castling_rights(self, rooks):
        self.position.castling_rights = square_set(rooks)
        self.changed()

    @property
    def ep_square(self):
        """The square behind a pawn that has just moved two squares, or None."""
        return None if self.position.en_passant_square == NO_SQUARE else self.position.en_passant_square

    @ep_square.setter
    def ep_square(self, square):
        cdef int named = NO_SQUARE if square is None else square_number(square)
        forget_en_passant(&self.position)
        self.position.en_passant_square = <u8> named
        self.changed()

    @property
    def halfmove_clock(self):
        """Moves by either side since the last capture or pawn move."""
        return self.position.halfmove_clock

    @halfmove_clock.setter
    def halfmove_clock(self, moves):
        self.position.halfmove_clock = counter(moves, "the half-move clock")

    @property
    def fullmove_number(self):
        """1 at the start, one more after each move of black."""
        return self.position.fullmove_number

    @fullmove_number.setter
    def fullmove_number(self, number):
        self.position.fullmove_number = counter(number, "the full-move number")

    @property
    def chess960(self):
        """True if castling follows Chess960 and is written as king takes rook."""
        return self.position.boards.chess960 != 0

    @chess960.setter
    def chess960(self, value):
        self.position.boards.chess960 = 1 if value else 0
        self.changed()

    @property
    def zobrist_key(self):
        """The 64-bit key of the position, kept up to date by every move and every change by hand."""
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

    # Castling rights.

    def clean_castling_rights(self):
        """The castling rights that king and rooks at home bear out, as a set of rooks in 64 bits.

        >>> kiwipete.Board().clean_castling_rights() == kiwipete.BB_CORNERS
        True
        """
        return self.position.boards.castling

    def has_castling_rights(self, color):
        """True if a side may still castle at all.

        >>> kiwipete.Board().has_castling_rights(kiwipete.WHITE)
        True
        """
        return self.position.boards.castling & home_rank(colour(color)) != 0

    def has_kingside_castling_rights(self, color):
        """True if a side may still castle towards the h-file.

        >>> kiwipete.Board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").has_kingside_castling_rights(kiwipete.WHITE)
        False
        """
        return castling_rights_beside_king(&self.position, colour(color), True) != 0

    def has_queenside_castling_rights(self, color):
        """True if a side may still castle towards the a-file.

        >>> kiwipete.Board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").has_queenside_castling_rights(kiwipete.WHITE)
        True
        """
        return castling_rights_beside_king(&self.position, colour(color), False) != 0

    # Checks.

    def checkers_mask(self):
        """The pieces that give check to the side to move, as a set in 64 bits.

        >>> kiwipete.Board("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1").checkers_mask() == kiwipete.BB_E2
        True
        """
        return self.checks(self.position.turn)

    def checkers(self):
        """The squares of the pieces that give check to the side to move.

        >>> list(kiwipete.Board("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1").checkers())
        [12]
        """
        return new_set(self.checks(self.position.turn))

    @final
    cdef u64 checks(self, int us):
        """The pieces that attack a side's king; none if it has no king."""
        return 0 if self.position.boards.king[us] == NO_SQUARE else checkers(&self.position.boards, us)

    def is_check(self):
        """True if the side to move is in check.

        >>> kiwipete.Board("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1").is_check()
        True
        """
        return self.checks(self.position.turn) != 0

    def was_into_check(self):
        """True if the side that has just moved stands in check, so that its move was illegal.

        >>> kiwipete.Board("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1").was_into_check()
        True
        """
        return self.checks(self.position.turn ^ 1) != 0

    # Trust.

    def status(self):
        """Everything that is wrong with the position.

        >>> kiwipete.Board().status().name
        'VALID'
        >>> kiwipete.Board("8/8/8/8/8/8/8/K7 w - - 0 1").status().name
        'NO_BLACK_KING'
        """
        return Status(status(&self.position))

    def is_valid(self):
        """True if nothing is wrong with the position.

        >>> kiwipete.Board().is_valid()
        True
        """
        return status(&self.position) == 0

    def is_countable(self):
        """True if perft can count the position, even one that no game can reach.

        It asks for one king a side, no pawns on the first and last ranks, at
        most 16 pieces a side, and a side not to move that is not in check.
        Castling rights and en passant squares named in vain do not count.

        >>> board = kiwipete.Board("4k3/8/8/8/8/8/8/r3K2r w KQ - 0 1")
        >>> board.is_valid(), board.is_countable(), board.perft(1)
        (False, True, 3)
        """
        return can_be_counted(&self.position) != 0

    @final
    cdef object uncountable(self):
        """The exception for a position that cannot be counted."""
        reasons = Status(status(&self.position) & UNCOUNTABLE).reasons() or ["a king is a promoted pawn"]
        return ImpossiblePositionError(f"impossible position: {'; '.join(reasons)}: {CorePosition.fen(self)}")

    def validate(self):
        """Prove that the position is consistent with itself.

        Everything kept up to date by moves is computed anew and compared. The
        first thing wrong is raised as InconsistentPositionError; a position
        without a king a side raises ImpossiblePositionError.

        >>> kiwipete.Board().validate()
        """
        cdef int square = NO_SQUARE
        cdef Fault fault = validate(&self.position, &square)
        if fault == FAULT_KINGS:
            raise self.uncountable()  # the caller's doing: an impossible position, not an inconsistent one
        if fault != FAULT_NONE:
            raise InconsistentPositionError(describe_fault(fault, square))
