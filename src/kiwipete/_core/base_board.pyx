"""BaseBoard: pieces on a board, and what they attack."""

from cython cimport collection_type, final, freelist

from cpython.mem cimport PyMem_Free, PyMem_Malloc

from kiwipete._core.arguments cimport (
    colour, name_of_square, parse_placement, piece_parts, placement_of, square_number, square_set,
)
from kiwipete._core.kernel.squares cimport (
    ALL_SQUARES, BISHOP, BLACK, KING, KNIGHT, NO_SQUARE, PAWN, QUEEN, ROOK, WHITE, bit, first_square, last_square,
)
from kiwipete._core.kernel.types cimport (
    BLACK_SET, Bitboards, EMPTY, MAX_FEN, OCCUPIED_SET, PROMOTED_SET, WHITE_SET, clear_position, colour_of, kind_of,
    pieces_of_kind,
)
from kiwipete._core.piece cimport Piece, piece_code, piece_object
from kiwipete._core.rules cimport (
    attackers, attacks_from, clear_pieces, copy_sets, fingerprint, pin_line, set_piece, settle, still_written,
    write_placement, write_set,
)
from kiwipete._core.square_set cimport into_square_set, new_set

from collections.abc import Sequence

from kiwipete.bitboards import scan_forward
from kiwipete.positions import STARTING_BOARD_FEN, back_rank, number_of
from kiwipete.text_picture import draw

cdef tuple PIECES = tuple([piece_object(code) for code in range(12)])  # kept here: piece_map is 5 % faster so
cdef object BB_ALL = (1 << 64) - 1

cdef extern from *:
    """
    /* Cython does not let a compiled class define __init_subclass__ itself. */
    static int kw_set_attribute(PyObject *type, PyObject *name, PyObject *value) {
        int failed = PyDict_SetItem(((PyTypeObject *) type)->tp_dict, name, value);
        PyType_Modified((PyTypeObject *) type);
        return failed;
    }
    """
    int set_type_attribute "kw_set_attribute"(object cls, object name, object value) except -1

cdef class BaseBoard:
    """BaseBoard(board_fen=STARTING_BOARD_FEN)\n--\n\nPieces on a board: where they stand and what they attack.

    >>> board = kiwipete.BaseBoard()
    >>> board.piece_at(kiwipete.A1)
    Piece.from_symbol('R')
    >>> kiwipete.BaseBoard("8/8/8/8/8/8/8/K7").king(kiwipete.WHITE)
    0
    """

    def __cinit__(self):
        clear_position(&self.state.position)
        self.state.trust = UNKNOWN

    def __dealloc__(self):
        PyMem_Free(self.history)
        if self.sets != NULL:
            PyMem_Free(self.sets)

    def __init__(self, board_fen=STARTING_BOARD_FEN):
        if board_fen is None:
            self.clear_board()
        else:
            self.set_board_fen(board_fen)

    @final
    cdef void changed(self) noexcept:
        """Must follow every change by hand."""
        settle(&self.state.position)
        self.state.trust = UNKNOWN

    @classmethod
    def empty(cls):
        """A board without pieces.

        >>> kiwipete.BaseBoard.empty().occupied
        0
        """
        return cls(None)

    @classmethod
    def from_chess960_pos(cls, scharnagl):
        """A board with the Chess960 start position with a number from 0 to 959.

        >>> kiwipete.BaseBoard.from_chess960_pos(518) == kiwipete.BaseBoard()
        True
        """
        board = cls.empty()
        board.set_chess960_pos(scharnagl)
        return board

    def reset_board(self):
        """Set up the pieces for a new game.

        >>> board = kiwipete.BaseBoard.empty()
        >>> board.reset_board()
        >>> board == kiwipete.BaseBoard()
        True
        """
        self.set_board_fen(STARTING_BOARD_FEN)

    # Sets of pieces. What was written is read back, even if the board can have no such pieces.

    @property
    def pawns(self):
        """All pawns, as a bitboard."""
        return self.read_set(PAWN, pieces_of_kind(&self.state.position.boards, PAWN))

    @pawns.setter
    def pawns(self, squares):
        self.put_set(PAWN, squares)

    @property
    def knights(self):
        """All knights, as a bitboard."""
        return self.read_set(KNIGHT, pieces_of_kind(&self.state.position.boards, KNIGHT))

    @knights.setter
    def knights(self, squares):
        self.put_set(KNIGHT, squares)

    @property
    def bishops(self):
        """All bishops, as a bitboard."""
        return self.read_set(BISHOP, pieces_of_kind(&self.state.position.boards, BISHOP))

    @bishops.setter
    def bishops(self, squares):
        self.put_set(BISHOP, squares)

    @property
    def rooks(self):
        """All rooks, as a bitboard."""
        return self.read_set(ROOK, pieces_of_kind(&self.state.position.boards, ROOK))

    @rooks.setter
    def rooks(self, squares):
        self.put_set(ROOK, squares)

    @property
    def queens(self):
        """All queens, as a bitboard."""
        return self.read_set(QUEEN, pieces_of_kind(&self.state.position.boards, QUEEN))

    @queens.setter
    def queens(self, squares):
        self.put_set(QUEEN, squares)

    @property
    def kings(self):
        """All kings, as a bitboard."""
        return self.read_set(KING, pieces_of_kind(&self.state.position.boards, KING))

    @kings.setter
    def kings(self, squares):
        self.put_set(KING, squares)

    @property
    def occupied(self):
        """All pieces, as a bitboard."""
        return self.read_set(OCCUPIED_SET, self.all_pieces())

    @occupied.setter
    def occupied(self, squares):
        self.put_set(OCCUPIED_SET, squares)

    @property
    def occupied_co(self):
        """The pieces of each colour, as two bitboards: index it with WHITE or BLACK."""
        return OccupiedByColour(self)

    @occupied_co.setter
    def occupied_co(self, sets):
        black, white = sets
        self.put_set(BLACK_SET, black)
        self.put_set(WHITE_SET, white)

    @property
    def promoted(self):
        """The promoted pieces, as a bitboard."""
        return self.read_set(PROMOTED_SET, self.state.position.promoted)

    @promoted.setter
    def promoted(self, squares):
        self.put_set(PROMOTED_SET, squares)

    @final
    cdef u64 read_set(self, int which, u64 on_board) noexcept:
        if self.sets != NULL and still_written(self.sets, &self.state.position):
            return self.sets.written[which]
        return on_board

    @final
    cdef int put_set(self, int which, squares) except -1:
        cdef u64 wanted = square_set(squares)
        if self.sets == NULL:
            self.sets = <PieceSets*> PyMem_Malloc(sizeof(PieceSets))
            if self.sets == NULL:
                raise MemoryError()
            copy_sets(&self.state.position, self.sets)
        elif not still_written(self.sets, &self.state.position):
            copy_sets(&self.state.position, self.sets)
        if write_set(&self.state.position, self.sets, which, wanted):
            self.changed()
        return 0

    def pieces_mask(self, piece_type, color):
        """The pieces of a type and colour, as a bitboard.

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
        cdef const Bitboards* boards = &self.state.position.boards
        return boards.side[colour_of(piece)] & pieces_of_kind(boards, kind_of(piece))

    @final
    cdef u64 all_pieces(self):
        return self.state.position.boards.side[WHITE] | self.state.position.boards.side[BLACK]

    def piece_map(self, *, mask=0xFFFF_FFFF_FFFF_FFFF):
        """The pieces by square, from h8 down, on the squares of a set.

        >>> kiwipete.BaseBoard("4k3/8/8/8/8/8/8/4K3").piece_map()
        {60: Piece.from_symbol('k'), 4: Piece.from_symbol('K')}
        """
        cdef u64 squares = self.all_pieces() & square_set(mask)
        cdef dict placed = {}
        cdef int square
        while squares:
            square = last_square(squares)
            squares ^= bit(square)
            placed[square] = PIECES[self.state.position.mailbox[square]]
        return placed

    # Squares.

    def piece_at(self, square):
        """The piece on a square, or None.

        >>> kiwipete.Board().piece_at(kiwipete.A1)
        Piece.from_symbol('R')
        """
        cdef int piece = self.state.position.mailbox[square_number(square)]
        return None if piece == EMPTY else PIECES[piece]

    def piece_type_at(self, square):
        """The type of the piece on a square, 1 (pawn) to 6 (king), or None.

        >>> kiwipete.Board().piece_type_at(kiwipete.E1)
        6
        """
        cdef int piece = self.state.position.mailbox[square_number(square)]
        return None if piece == EMPTY else kind_of(piece) + 1

    def color_at(self, square):
        """The colour of the piece on a square, or None.

        >>> kiwipete.Board().color_at(kiwipete.E8)
        False
        """
        cdef int piece = self.state.position.mailbox[square_number(square)]
        return None if piece == EMPTY else colour_of(piece) == WHITE

    def king(self, color):
        """The square of a side's king, or None.

        Where a side has several kings this is the one on the highest square
        that is not a promoted pawn; the rules keep that one safe.

        >>> kiwipete.Board().king(kiwipete.WHITE) == kiwipete.E1
        True
        """
        cdef int square = self.state.position.boards.king[colour(color)]
        return None if square == NO_SQUARE else square

    # Attacks.

    def attacks_mask(self, square):
        """The squares that the piece on a square attacks, as a bitboard.

        >>> hex(kiwipete.Board().attacks_mask(kiwipete.G1))
        '0xa01000'
        """
        return attacks_from(&self.state.position, square_number(square))

    def attacks(self, square):
        """The squares that the piece on a square attacks.

        >>> list(kiwipete.Board().attacks(kiwipete.B1))
        [11, 16, 18]
        """
        return new_set(attacks_from(&self.state.position, square_number(square)))

    def attackers_mask(self, color, square, occupied=None):
        """The pieces of a colour that attack a square, as a bitboard.

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
        cdef u64 blockers = self.all_pieces()
        if occupied is not None:
            blockers = into_square_set(occupied)
        return attackers(&self.state.position.boards, square, by, blockers)

    def is_attacked_by(self, color, square, occupied=None):
        """True if a piece of a colour attacks a square.

        >>> kiwipete.Board().is_attacked_by(kiwipete.WHITE, kiwipete.E4)
        False
        """
        return self.attackers_of(colour(color), square_number(square), occupied) != 0

    def pin_mask(self, color, square):
        """The line to which the piece on a square is pinned, or all squares, as a bitboard.

        >>> board = kiwipete.Board("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1")
        >>> board.pin_mask(kiwipete.WHITE, kiwipete.E2) == kiwipete.BB_FILE_E
        True
        """
        return pin_line(&self.state.position, colour(color), square_number(square))

    def pin(self, color, square):
        """The line to which the piece on a square is pinned, or all squares.

        >>> board = kiwipete.Board("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1")
        >>> list(board.pin(kiwipete.WHITE, kiwipete.E2))
        [4, 12, 20, 28, 36, 44, 52, 60]
        """
        return new_set(pin_line(&self.state.position, colour(color), square_number(square)))

    def is_pinned(self, color, square):
        """True if the piece on a square is pinned to its king.

        >>> kiwipete.Board().is_pinned(kiwipete.WHITE, kiwipete.E2)
        False
        """
        return pin_line(&self.state.position, colour(color), square_number(square)) != ALL_SQUARES

    # Text.

    def board_fen(self, *, promoted=False):
        """The placement as the first field of a FEN; promoted pieces are marked with a tilde if asked.

        >>> kiwipete.Board().board_fen()
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'
        """
        cdef char[MAX_FEN] text
        cdef bint marked = bool(promoted)
        return text[:write_placement(text, &self.state.position, marked) - text].decode("ascii")

    def set_board_fen(self, fen):
        """Set the pieces from the first field of a FEN; forgets the moves, and keeps all else.

        >>> board = kiwipete.Board()
        >>> board.set_board_fen("4k3/8/8/8/8/8/8/4K3")
        >>> board.fen()
        '4k3/8/8/8/8/8/8/4K3 w - - 0 1'
        """
        cdef Position fresh = self.state.position
        parse_placement(&fresh, fen)
        self.replace(&fresh)

    # Changes by hand.

    def clear_board(self):
        """Take all pieces off the board; forgets the moves, and keeps all else.

        >>> board = kiwipete.Board()
        >>> board.clear_board()
        >>> board.board_fen()
        '8/8/8/8/8/8/8/8'
        """
        clear_pieces(&self.state.position)
        self.changed()
        self.length = 0

    def put(self, square, piece_type, color, promoted=False):
        """Put a piece on a square by its type and colour, or nothing if the type is None; forgets the moves.

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
        set_piece(&self.state.position, where, piece, marked)
        self.changed()
        self.length = 0
        return 0

    def _set_piece_at(self, square, piece_type, color, promoted=False):
        # As put, but keeps the moves: for the pushes of variants.
        cdef bint marked = bool(promoted)
        set_piece(&self.state.position, square_number(square), piece_code(piece_type, color), marked)
        self.changed()

    def _remove_piece_at(self, square):
        # As remove_piece_at, but keeps the moves, and returns the type of the piece.
        cdef int where = square_number(square)
        cdef int piece = self.state.position.mailbox[where]
        set_piece(&self.state.position, where, EMPTY, False)
        self.changed()
        return None if piece == EMPTY else kind_of(piece) + 1

    def set_piece_at(self, square, piece, promoted=False):
        """Put a piece on a square, or remove what is there if the piece is None; forgets the moves.

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
            parts = piece_parts(piece)
            if parts is None:
                raise TypeError(f"a piece is expected, not {type(piece).__name__}")
            self.place(square, piece_code(parts[0], parts[1]), promoted)

    def remove_piece_at(self, square):
        """Remove the piece from a square and return it, if there is one; forgets the moves.

        >>> kiwipete.Board().remove_piece_at(kiwipete.A1)
        Piece.from_symbol('R')
        """
        cdef int where = square_number(square)
        cdef int piece = self.state.position.mailbox[where]
        self.place(where, EMPTY, False)
        return None if piece == EMPTY else PIECES[piece]

    def set_piece_map(self, pieces):
        """Put these pieces on an empty board; forgets the moves.

        >>> board = kiwipete.BaseBoard()
        >>> board.set_piece_map({0: kiwipete.Piece.from_symbol("K")})
        >>> board.board_fen()
        '8/8/8/8/8/8/8/K7'
        """
        placed = BaseBoard.empty()
        for square, piece in pieces.items():
            placed.put(square, piece.piece_type, piece.color)
        self.set_board_fen(placed.board_fen())

    # Chess960 start positions.

    def set_chess960_pos(self, scharnagl):
        """Set up the Chess960 start position with a number from 0 to 959.

        >>> board = kiwipete.BaseBoard()
        >>> board.set_chess960_pos(0)
        >>> board.board_fen()
        'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR'
        """
        rank = back_rank(scharnagl)
        self.set_board_fen(f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank}")

    def chess960_pos(self):
        """The number of the Chess960 start position on the board, or None.

        >>> kiwipete.BaseBoard().chess960_pos()
        518
        """
        black, *middle, white = self.board_fen().split("/")
        if middle != ["pppppppp", "8", "8", "8", "8", "PPPPPPPP"] or white != black.upper():
            return None
        if self.promoted:
            return None
        return number_of(white)

    # Boards made of boards.

    def copy(self):
        """An independent board with the same pieces.

        >>> kiwipete.BaseBoard().copy() == kiwipete.BaseBoard()
        True
        """
        board = type(self)(None)
        board.set_board_fen(self.board_fen(promoted=True))
        return board

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        board = self.copy()
        memo[id(self)] = board
        return board

    def __reduce__(self):
        attributes = getattr(self, "__dict__", None) or None
        return restore_placement, (type(self), self.board_fen(promoted=True)), attributes

    def apply_transform(self, f):
        """Apply a function on bitboards to the pieces.

        >>> from kiwipete.bitboards import flip_horizontal
        >>> board = kiwipete.BaseBoard("8/8/8/8/8/8/8/K7")
        >>> board.apply_transform(flip_horizontal)
        >>> board.board_fen()
        '8/8/8/8/8/8/8/7K'
        """
        kinds = [(piece_type, color) for color in (True, False) for piece_type in range(1, 7)]
        moved = [(f(self.pieces_mask(*kind)) & BB_ALL, kind) for kind in kinds]
        promoted = f(self.promoted) & BB_ALL
        self.clear_board()
        for squares, (piece_type, color) in moved:
            for square in scan_forward(squares):
                self.put(square, piece_type, color, bool(promoted & 1 << square))

    def transform(self, f):
        """A copy with a function on bitboards applied to the pieces.

        >>> from kiwipete.bitboards import flip_vertical
        >>> kiwipete.BaseBoard("8/8/8/8/8/8/8/K7").transform(flip_vertical).board_fen()
        'K7/8/8/8/8/8/8/8'
        """
        board = self.copy()
        board.apply_transform(f)
        return board

    def apply_mirror(self):
        """Flip the board vertically and swap the colours.

        >>> board = kiwipete.BaseBoard("8/8/8/8/8/8/8/K7")
        >>> board.apply_mirror()
        >>> board.board_fen()
        'k7/8/8/8/8/8/8/8'
        """
        ranks = self.board_fen(promoted=True).split("/")
        self.set_board_fen("/".join(reversed(ranks)).swapcase())

    def mirror(self):
        """A copy flipped vertically with the colours swapped.

        >>> kiwipete.BaseBoard("8/8/8/8/8/8/8/K7").mirror().board_fen()
        'k7/8/8/8/8/8/8/8'
        """
        board = self.copy()
        board.apply_mirror()
        return board

    def __setstate__(self, attributes):
        """Give a board back the attributes that were stored with it."""
        for name, value in attributes.items():
            setattr(self, name, value)

    # Pictures.

    def unicode(
        self,
        *,
        invert_color=False,
        borders=False,
        empty_square="⭘",
        orientation=True,
    ):
        """Draw the board with Unicode chess pieces.

        >>> print(kiwipete.BaseBoard("8/8/8/8/8/8/8/K7").unicode(empty_square="."))
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        ♔ . . . . . . .
        """

        def symbol(square):
            piece = self.piece_at(square)
            return (
                empty_square if piece is None else piece.unicode_symbol(invert_color=invert_color)
            )

        return draw(symbol, borders=borders, orientation=orientation)

    def __str__(self):
        """Draw the board in letters, white at the bottom."""

        def letter(square):
            piece = self.piece_at(square)
            return "." if piece is None else piece.symbol()

        return draw(letter, borders=False, orientation=True)

    def __repr__(self):
        return f"{type(self).__name__}({self.board_fen()!r})"

    def _repr_svg_(self):
        from kiwipete.svg import board

        return board(self, size=390)

    def __eq__(self, other):
        placement = placement_of(other)
        return NotImplemented if placement is None else self.board_fen() == placement

    def __ne__(self, other):
        return object.__ne__(self, other)  # the opposite of what a subclass says is equal

    __hash__ = None

    # Proof.

    def fingerprint(self):
        """A hash of every byte of the position, to prove that nothing has changed.

        >>> board = kiwipete.Board()
        >>> before = board.fingerprint()
        >>> board.push(kiwipete.Move.from_uci("g1f3"))
        >>> _ = board.pop()
        >>> board.fingerprint() == before
        True
        """
        return fingerprint(&self.state.position)


def restore_placement(cls, board_fen):
    """A bare board from what pickle stored of one."""
    return cls(board_fen)


def honour_subclass_overrides(cls, **named):
    """Give a class of boards the methods that its overrides need; Board looks after its own subclasses."""
    object.__init_subclass__(**named)
    if not hasattr(cls, "_has_game"):
        from kiwipete.overrides.honour import honour_base_overrides

        honour_base_overrides(cls)


set_type_attribute(BaseBoard, "__init_subclass__", classmethod(honour_subclass_overrides))


# Sets of pieces: those of the two colours to be read and written, and all of them as a way in.

@final
@freelist(8)
@collection_type("sequence")
cdef class OccupiedByColour:
    """The pieces of each colour, black's first: what `board.occupied_co` gives.

    It looks at the board whenever it is asked, and what is written to it goes to the board.
    """

    cdef BaseBoard board

    def __cinit__(self, BaseBoard board not None):
        self.board = board

    @final
    cdef u64 side(self, int us) noexcept:
        return self.board.read_set(WHITE_SET + us, self.board.state.position.boards.side[us])

    def __len__(self):
        return 2

    def __getitem__(self, color):
        if color is True:
            return self.side(WHITE)
        if color is False:
            return self.side(BLACK)
        return self.copy()[color]

    def __setitem__(self, color, squares):
        if color is True:
            self.board.put_set(WHITE_SET, squares)
        elif color is False:
            self.board.put_set(BLACK_SET, squares)
        else:
            sides = self.copy()
            sides[color] = squares
            self.board.occupied_co = sides

    def __iter__(self):
        return iter(self.copy())

    def copy(self):
        """The two sets as a list."""
        return [self.side(BLACK), self.side(WHITE)]

    def __eq__(self, other):
        if isinstance(other, OccupiedByColour):
            other = other.copy()
        return self.copy() == other if isinstance(other, list) else NotImplemented

    __hash__ = None

    def __repr__(self):
        return repr(self.copy())

    def __reduce__(self):
        return list, (self.copy(),)


Sequence.register(OccupiedByColour)


cdef int check_sets(const u64* sets) except -1:
    """Raise unless the sets agree on every square."""
    cdef u64 kinds = 0
    cdef u64 twice = 0
    cdef int kind
    for kind in range(6):
        twice |= kinds & sets[kind]
        kinds |= sets[kind]
    if twice:
        raise ValueError(f"{name_of_square(first_square(twice))} is in two sets of pieces")
    if sets[WHITE_SET] & sets[BLACK_SET]:
        raise ValueError(f"{name_of_square(first_square(sets[WHITE_SET] & sets[BLACK_SET]))} is both white and black")
    if kinds & ~sets[OCCUPIED_SET]:
        raise ValueError(f"{name_of_square(first_square(kinds & ~sets[OCCUPIED_SET]))} has a piece without a colour")
    if sets[OCCUPIED_SET] & ~kinds:
        raise ValueError(f"{name_of_square(first_square(sets[OCCUPIED_SET] & ~kinds))} has a colour without a piece")
    if sets[PROMOTED_SET] & ~kinds:
        raise ValueError(f"{name_of_square(first_square(sets[PROMOTED_SET] & ~kinds))} has no piece to be promoted")
    return 0
