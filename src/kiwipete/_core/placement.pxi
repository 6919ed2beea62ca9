# CorePlacement: pieces on a board, and what they attack.

cdef object BB_ALL = (1 << 64) - 1

cdef enum Trust:
    UNKNOWN = -1  # nobody has looked
    TOLERATED     # every question goes to the tolerant way
    TRUSTED       # the fast paths may be let loose


cdef u64 square_set(value) except? 0xdeadbeef:
    """The low 64 bits of a whole number: a set of squares."""
    return PyLong_AsUnsignedLongLongMask(PyNumber_Index(value))


cdef int colour(color) except -1:
    return WHITE if color else BLACK


cdef class CorePlacement:
    """Pieces on squares. What a position and a game know beside lies here too, but is not shown."""

    cdef Position position
    cdef Trust trust

    def __cinit__(self):
        clear_position(&self.position)
        self.trust = UNKNOWN

    cdef void forget_moves(self) noexcept:
        """Called when the pieces are set anew; a bare placement has no moves to forget."""

    @final
    cdef void changed(self) noexcept:
        """Must follow every change by hand."""
        settle(&self.position)
        self.trust = UNKNOWN

    @final
    cdef bint trusted(self) noexcept:
        """True if the fast paths may be let loose on the position."""
        if self.trust == UNKNOWN:
            self.trust = TRUSTED if trusted(&self.position) else TOLERATED
        return self.trust == TRUSTED

    # Sets of pieces.

    @property
    def pawns(self):
        """All pawns, as a set of squares in 64 bits."""
        return self.position.boards.pawns

    @property
    def knights(self):
        """All knights, as a set of squares in 64 bits."""
        return self.position.boards.knights

    @property
    def bishops(self):
        """All bishops, as a set of squares in 64 bits."""
        return pieces_of_kind(&self.position.boards, BISHOP)

    @property
    def rooks(self):
        """All rooks, as a set of squares in 64 bits."""
        return pieces_of_kind(&self.position.boards, ROOK)

    @property
    def queens(self):
        """All queens, as a set of squares in 64 bits."""
        return pieces_of_kind(&self.position.boards, QUEEN)

    @property
    def kings(self):
        """All kings, as a set of squares in 64 bits."""
        return pieces_of_kind(&self.position.boards, KING)

    @property
    def occupied(self):
        """All pieces, as a set of squares in 64 bits."""
        return self.position.boards.side[WHITE] | self.position.boards.side[BLACK]

    @property
    def occupied_co(self):
        """The pieces of each colour, as two sets in 64 bits: index it with WHITE or BLACK."""
        return [self.position.boards.side[BLACK], self.position.boards.side[WHITE]]

    @property
    def promoted(self):
        """The pieces that were pawns once, as a set of squares in 64 bits."""
        return self.position.promoted

    def pieces_mask(self, piece_type, color):
        """The pieces of a type and colour, as a set in 64 bits.

        >>> hex(kiwipete.Board().pieces_mask(kiwipete.PAWN, kiwipete.BLACK))
        '0xff000000000000'
        """
        return self.pieces_of(piece_code(piece_type, color))

    def pieces(self, piece_type, color):
        """The squares of the pieces of a type and colour.

        >>> list(kiwipete.Board().pieces(kiwipete.KNIGHT, kiwipete.WHITE))
        [1, 6]
        """
        return new_set(self.pieces_of(piece_code(piece_type, color)))

    @final
    cdef u64 pieces_of(self, int piece):
        return self.position.boards.side[colour_of(piece)] & pieces_of_kind(&self.position.boards, kind_of(piece))

    def piece_map(self, *, mask=BB_ALL):
        """The pieces by square, from h8 down, on the squares of a set.

        >>> kiwipete.BaseBoard("4k3/8/8/8/8/8/8/4K3").piece_map()
        {60: Piece.from_symbol('k'), 4: Piece.from_symbol('K')}
        """
        cdef u64 squares = (self.position.boards.side[WHITE] | self.position.boards.side[BLACK]) & square_set(mask)
        cdef dict placed = {}
        cdef int square
        while squares:
            square = last_square(squares)
            squares ^= bit(square)
            placed[square] = piece_object(self.position.mailbox[square])
        return placed

    # Squares.

    def piece_at(self, square):
        """The piece on a square, or None.

        >>> kiwipete.Board().piece_at(kiwipete.A1)
        Piece.from_symbol('R')
        """
        cdef int piece = self.position.mailbox[square_number(square)]
        return None if piece == EMPTY else piece_object(piece)

    def piece_type_at(self, square):
        """The type of the piece on a square, 1 (pawn) to 6 (king), or None.

        >>> kiwipete.Board().piece_type_at(kiwipete.E1)
        6
        """
        cdef int piece = self.position.mailbox[square_number(square)]
        return None if piece == EMPTY else kind_of(piece) + 1

    def color_at(self, square):
        """The colour of the piece on a square, or None.

        >>> kiwipete.Board().color_at(kiwipete.E8)
        False
        """
        cdef int piece = self.position.mailbox[square_number(square)]
        return None if piece == EMPTY else colour_of(piece) == WHITE

    def king(self, color):
        """The square of a side's king, or None.

        Where a side has several kings this is the one on the highest square
        that is no promoted pawn; its safety is what the rules ask for.

        >>> kiwipete.Board().king(kiwipete.WHITE) == kiwipete.E1
        True
        """
        cdef int square = self.position.boards.king[colour(color)]
        return None if square == NO_SQUARE else square

    # Attacks.

    def attacks_mask(self, square):
        """The squares that the piece on a square attacks, as a set in 64 bits.

        >>> hex(kiwipete.Board().attacks_mask(kiwipete.G1))
        '0xa01000'
        """
        return attacks_from(&self.position, square_number(square))

    def attacks(self, square):
        """The squares that the piece on a square attacks.

        >>> list(kiwipete.Board().attacks(kiwipete.B1))
        [11, 16, 18]
        """
        return new_set(attacks_from(&self.position, square_number(square)))

    def attackers_mask(self, color, square, occupied=None):
        """The pieces of a colour that attack a square, as a set in 64 bits.

        `occupied` stops the sliders instead of the pieces on the board.

        >>> hex(kiwipete.Board().attackers_mask(kiwipete.WHITE, kiwipete.C3))
        '0xa02'
        """
        return self.attackers_of(colour(color), square_number(square), occupied)

    def attackers(self, color, square, occupied=None):
        """The squares of the pieces of a colour that attack a square.

        `occupied` stops the sliders instead of the pieces on the board.

        >>> list(kiwipete.Board().attackers(kiwipete.WHITE, kiwipete.C3))
        [1, 9, 11]
        """
        return new_set(self.attackers_of(colour(color), square_number(square), occupied))

    @final
    cdef u64 attackers_of(self, int by, int square, occupied) except? 0xdeadbeef:
        cdef u64 blockers = self.position.boards.side[WHITE] | self.position.boards.side[BLACK]
        if occupied is not None:
            blockers = into_square_set(occupied)
        return attackers(&self.position.boards, square, by, blockers)

    def is_attacked_by(self, color, square, occupied=None):
        """True if a piece of a colour attacks a square.

        >>> kiwipete.Board().is_attacked_by(kiwipete.WHITE, kiwipete.E4)
        False
        """
        return self.attackers_of(colour(color), square_number(square), occupied) != 0

    def pin_mask(self, color, square):
        """The line that a pin holds a square to, or all squares, as a set in 64 bits.

        >>> board = kiwipete.Board("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1")
        >>> board.pin_mask(kiwipete.WHITE, kiwipete.E2) == kiwipete.BB_FILE_E
        True
        """
        return pin_line(&self.position, colour(color), square_number(square))

    def pin(self, color, square):
        """The line that a pin holds a square to, or all squares.

        >>> board = kiwipete.Board("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1")
        >>> list(board.pin(kiwipete.WHITE, kiwipete.E2))
        [4, 12, 20, 28, 36, 44, 52, 60]
        """
        return new_set(pin_line(&self.position, colour(color), square_number(square)))

    def is_pinned(self, color, square):
        """True if a pin against its king holds the piece on a square.

        >>> kiwipete.Board().is_pinned(kiwipete.WHITE, kiwipete.E2)
        False
        """
        return pin_line(&self.position, colour(color), square_number(square)) != ALL_SQUARES

    # Text.

    def board_fen(self, *, promoted=False):
        """The placement as the first field of a FEN; promoted pieces are marked with `~` if asked.

        >>> kiwipete.Board().board_fen()
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'
        """
        cdef char[MAX_FEN] text
        cdef bint marked = bool(promoted)
        return text[:write_placement(text, &self.position, marked) - text].decode("ascii")

    def set_board_fen(self, fen):
        """Set the pieces from the first field of a FEN; moves are forgotten, all else stays.

        >>> board = kiwipete.Board()
        >>> board.set_board_fen("4k3/8/8/8/8/8/8/4K3")
        >>> board.fen()
        '4k3/8/8/8/8/8/8/4K3 w - - 0 1'
        """
        cdef Position fresh = self.position
        cdef FenReader reader
        text = ascii_text(fen, "a placement")
        open_reader(&reader, text)
        if not read_board_fen(&reader, &fresh):
            raise fen_error(&reader, fen)
        self.position = fresh
        self.trust = UNKNOWN
        self.forget_moves()

    # Changes by hand.

    def clear_board(self):
        """Take all pieces off the board; moves are forgotten, all else stays.

        >>> board = kiwipete.Board()
        >>> board.clear_board()
        >>> board.board_fen()
        '8/8/8/8/8/8/8/8'
        """
        clear_pieces(&self.position)
        self.changed()
        self.forget_moves()

    def put(self, square, piece_type, color, promoted=False):
        """Put a piece on a square by its type and colour, or nothing if the type is None; moves are forgotten.

        `set_piece_at` does the same with a Piece.

        >>> board = kiwipete.Board()
        >>> board.put(kiwipete.E4, kiwipete.QUEEN, kiwipete.WHITE)
        >>> board.piece_at(kiwipete.E4)
        Piece.from_symbol('Q')
        """
        self.place(square, EMPTY if piece_type is None else piece_code(piece_type, color), promoted)

    @final
    cdef int place(self, square, int piece, promoted) except -1:
        cdef int where = square_number(square)
        cdef bint marked = bool(promoted)
        set_piece(&self.position, where, piece, marked)
        self.changed()
        self.forget_moves()
        return 0

    def set_piece_at(self, square, piece, promoted=False):
        """Put a piece on a square, or take away what is there if the piece is None; moves are forgotten.

        >>> board = kiwipete.Board()
        >>> board.set_piece_at(kiwipete.E4, kiwipete.Piece.from_symbol("Q"))
        >>> board.board_fen()
        'rnbqkbnr/pppppppp/8/8/4Q3/8/PPPPPPPP/RNBQKBNR'
        """
        if piece is None:
            self.place(square, EMPTY, False)
        elif type(piece) is Piece:
            self.place(square, (<Piece> piece).code, promoted)
        else:
            self.place(square, piece_code(piece.piece_type, piece.color), promoted)

    def remove_piece_at(self, square):
        """Take the piece off a square and return it, if there is one; moves are forgotten.

        >>> kiwipete.Board().remove_piece_at(kiwipete.A1)
        Piece.from_symbol('R')
        """
        cdef int where = square_number(square)
        cdef int piece = self.position.mailbox[where]
        self.place(where, EMPTY, False)
        return None if piece == EMPTY else piece_object(piece)

    def __setstate__(self, attributes):
        """Give a board back the attributes that were stored with it."""
        for name, value in attributes.items():
            setattr(self, name, value)

    # Proof.

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
