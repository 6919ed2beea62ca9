"""Piece: a type of piece and a colour, as python-chess has it."""

from cython cimport final

from kiwipete._core.arguments cimport colour, piece_parts, take_up, whole
from kiwipete._core.kernel.squares cimport WHITE, promise
from kiwipete._core.kernel.types cimport EMPTY, colour_of, kind_of, piece_of

from kiwipete._core.python_types import RecordFields

# By code, which is that of the mailbox.
cdef str PIECE_LETTERS = "PNBRQKpnbrqk"
cdef str PIECE_PICTURES = "♙♘♗♖♕♔♟♞♝♜♛♚"


cdef int piece_code(piece_type, color) except -1:
    return piece_of(colour(color), whole(piece_type, 1, 6, "a type of piece") - 1)


cdef Piece piece_object(int code):
    """The object for a piece on a board: one each, because they never change."""
    promise(0 <= code < EMPTY)
    return <Piece> PIECES[code]


cdef class Piece:
    """Piece(piece_type, color)\n--\n\nA piece: its type and its colour. Pieces are equal if both are.

    A piece that you made may be changed. All boards share the pieces that they
    give out, so these refuse; change a copy.

    >>> Piece(kiwipete.KNIGHT, kiwipete.WHITE)
    Piece.from_symbol('N')
    >>> Piece(kiwipete.KNIGHT, kiwipete.WHITE) == Piece.from_symbol("N")
    True
    """

    __match_args__ = ("piece_type", "color")

    __dataclass_fields__ = RecordFields("Piece", "__dataclass_fields__")
    __dataclass_params__ = RecordFields("Piece", "__dataclass_params__")

    def __init__(self, piece_type, color):
        self.become(piece_code(piece_type, color))

    @final
    cdef int become(self, int code) except -1:
        if self.shared:
            raise AttributeError(
                f"boards share the piece {self.symbol()}: "
                "change a copy (copy.copy(piece)) or make a new one (Piece(...))"
            )
        self.code = code
        return 0

    @classmethod
    def from_symbol(cls, symbol):
        """Make a piece from its letter, a capital for white.

        >>> Piece.from_symbol("q").color
        False
        >>> Piece.from_symbol("x")
        Traceback (most recent call last):
        ...
        ValueError: pieces are one of PNBRQKpnbrqk, not 'x'
        """
        cdef Py_ssize_t code = -1
        if isinstance(symbol, str) and len(symbol) == 1:
            code = PIECE_LETTERS.find(symbol)
        if code < 0:
            raise ValueError(f"pieces are one of {PIECE_LETTERS}, not {symbol!r}")
        if cls is Piece:
            return new_piece(Piece, <int> code)
        return cls(kind_of(<int> code) + 1, colour_of(<int> code) == WHITE)

    @property
    def piece_type(self):
        """The type of the piece, 1 (pawn) to 6 (king)."""
        return kind_of(self.code) + 1

    @piece_type.setter
    def piece_type(self, piece_type):
        self.become(piece_code(piece_type, self.color))

    @property
    def color(self):
        """The colour of the piece: True for white, False for black."""
        return colour_of(self.code) == WHITE

    @color.setter
    def color(self, color):
        self.become(piece_code(self.piece_type, color))

    def symbol(self):
        """Return the letter of the piece, a capital for white.

        >>> Piece(5, False).symbol()
        'q'
        """
        return PIECE_LETTERS[self.code]

    def unicode_symbol(self, *, invert_color=False):
        """Return the Unicode chess piece, or that of the other colour.

        >>> Piece(5, True).unicode_symbol()
        '♕'
        >>> Piece(5, True).unicode_symbol(invert_color=True)
        '♛'
        """
        return PIECE_PICTURES[(self.code + 6) % 12 if invert_color else self.code]

    def __eq__(self, other):
        if type(other) is not type(self):
            parts = None if isinstance(other, Piece) else piece_parts(other)
            return NotImplemented if parts is None else (self.piece_type, self.color) == parts
        return self.code == (<Piece> other).code

    def __hash__(self):
        return self.code

    def __setstate__(self, state):
        take_up(self, self.__match_args__, state)

    def __repr__(self):
        return f"Piece.from_symbol({self.symbol()!r})"

    def __str__(self):
        return self.symbol()

    def _repr_svg_(self):
        from kiwipete.svg import piece

        return piece(self, size=45)

    def __replace__(self, **changes):
        return type(self)(**{name: getattr(self, name) for name in self.__match_args__} | changes)

    def __reduce__(self):
        return restore_piece, (type(self), self.piece_type, self.color), getattr(self, "__dict__", None)


cdef Piece new_piece(cls, int code):
    piece = Piece.__new__(Piece) if cls is Piece else cls.__new__(cls)
    if not isinstance(piece, Piece) or (<Piece> piece).shared:
        raise TypeError(f"{cls!r} makes no new Piece")
    (<Piece> piece).code = code
    return piece


cdef Piece shared_piece(int code):
    cdef Piece piece = new_piece(Piece, code)
    piece.shared = True
    return piece


cdef tuple PIECES = tuple([shared_piece(code) for code in range(12)])


def restore_piece(cls, piece_type, color):
    """The piece of a class with this type and colour, for pickle."""
    return new_piece(cls, piece_code(piece_type, color))
