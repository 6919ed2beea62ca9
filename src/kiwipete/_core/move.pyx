"""Move: a 16-bit move as a Python object."""

from cython cimport final, freelist, no_gc

from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.number cimport PyNumber_Index
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from cpython.unicode cimport PyUnicode_AsUTF8AndSize

from kiwipete._core.arguments cimport (
    as_python_chess, is_compact_ascii, is_whole, move_parts, name_of_square, square_number, take_up, whole,
)
from kiwipete._core.kernel.move cimport (
    NO_RULE, NULL_MOVE, PROMOTION, is_capture, is_castling, is_double_push, is_en_passant, is_promotion, move_flag,
    move_from, move_to, pack_move, promoted_piece,
)
from kiwipete._core.kernel.squares cimport PAWN

from kiwipete.errors import InvalidMoveError
from kiwipete._core.python_types import RecordFields

cdef str PROMOTION_LETTERS = "nbrq"
cdef str PROMOTED = "the type of a promoted piece"
cdef str DROPPED = "the type of a dropped piece"
cdef str TYPE_LETTERS = "pnbrqk"  # of pieces, from type 1

# Each 16-bit move the generator finds has at most one object, made on first
# use and kept: a list of legal moves is then a list of references.
cdef PyObject* move_objects[65536]
cdef Py_hash_t move_hashes[65536]  # by identity, 0 where not known yet


cdef Move move_object(Move16 value):
    """The move of all boards with these bits."""
    cdef Move move
    if move_objects[value] == NULL:
        move = new_move(value, 0)
        move.shared = True
        Py_INCREF(move)
        move_objects[value] = <PyObject*> move
    return <Move> move_objects[value]


cdef Move new_move(Move16 value, int odd):
    """A move of the caller's own."""
    cdef Move move = Move.__new__(Move)
    move.value = value
    move.odd = <u8> odd
    return move


cdef list move_list(const Move16* moves, int count):
    """Moves as a list of Move objects."""
    cdef list result = PyList_New(count)
    cdef Move move
    cdef int i
    for i in range(count):
        move = move_object(moves[i])
        Py_INCREF(move)
        PyList_SET_ITEM(result, i, move)
    return result


cdef Move16 bits_of_move(object move) except? 0xffff:
    if not isinstance(move, Move):
        raise TypeError(f"a move is a Move, not {type(move).__name__}")
    return (<Move> move).value


cdef int square_named(int first, int second) noexcept:
    """The square named by two characters, or -1."""
    cdef int file = first - 97
    cdef int rank = second - 49
    return 8 * rank + file if 0 <= file < 8 and 0 <= rank < 8 else -1


cdef int parse_square(str text, int at):
    return square_named(ord(text[at]), ord(text[at + 1]))


cdef Move16 parse_move(text, u8* odd) except? 0xffff:
    """Read UCI text into a move without what a board knows of it; 0000 is the null move.

    `odd` is what 16 bits cannot say, see Move. Plain moves are read where they lie.
    """
    cdef Py_ssize_t length = 0
    cdef const char* at
    cdef int from_square, to_square
    if isinstance(text, str) and is_compact_ascii(text):
        at = PyUnicode_AsUTF8AndSize(text, &length)
        if length == 4:
            from_square = square_named(at[0], at[1])
            to_square = square_named(at[2], at[3])
            if from_square >= 0 and to_square >= 0 and from_square != to_square:
                return packed(from_square, to_square, 0, 0, odd)
    return parse_any_move(text, odd)


cdef Move16 parse_any_move(text, u8* odd) except? 0xffff:
    cdef int from_square, to_square
    odd[0] = 0
    if not isinstance(text, str):
        raise TypeError(f"a move is text such as 'e2e4', not {type(text).__name__}")
    text = str.__str__(text)
    if text == "0000":
        return NULL_MOVE
    if len(text) not in (4, 5):
        raise InvalidMoveError(f"UCI move has {len(text)} characters instead of 4 or 5: {text!r}")
    if text[1] == "@" and len(text) == 4:
        return parse_drop(text, odd)
    from_square = parse_square(text, 0)
    to_square = parse_square(text, 2)
    if from_square < 0 or to_square < 0:
        wrong = text[:2] if from_square < 0 else text[2:4]
        character = 1 if from_square < 0 else 3
        raise InvalidMoveError(f"UCI move names no square with {wrong!r} (character {character}): {text!r}")
    if from_square == to_square:
        raise InvalidMoveError(f"UCI move stays where it is (the null move is 0000): {text!r}")
    if len(text) == 4:
        return packed(from_square, to_square, 0, 0, odd)
    if text[4] not in TYPE_LETTERS:
        raise InvalidMoveError(f"UCI move promotes to no piece with {text[4]!r} (character 5): {text!r}")
    return packed(from_square, to_square, 1 + TYPE_LETTERS.index(text[4]), 0, odd)


cdef Move16 parse_drop(str text, u8* odd) except? 0xffff:
    cdef int square = parse_square(text, 2)
    cdef int kind = TYPE_LETTERS.find(text[0].lower())
    if kind < 0:
        raise InvalidMoveError(f"UCI move drops no piece with {text[0]!r} (character 1): {text!r}")
    if square < 0:
        raise InvalidMoveError(f"UCI move names no square with {text[2:]!r} (character 3): {text!r}")
    return packed(square, square, 0, 1 + kind, odd)


cdef Move16 packed(int from_square, int to_square, int promotion, int drop, u8* odd) noexcept:
    """The bits of a move by its parts, of which 0 is no promotion and no drop."""
    odd[0] = 0
    if drop or promotion in (1, 6):
        odd[0] = <u8> (drop << 4 | promotion)
        return pack_move(from_square, to_square, NO_RULE)
    return pack_move(from_square, to_square, PROMOTION | (promotion - 2) if promotion else 0)


cdef int optional_type(piece_type, str what) except -1:
    """A type of piece as a number; 0 is none."""
    return 0 if piece_type is None else whole(piece_type, 1, 6, what)


cdef bint are_parts(from_square, to_square, promotion, drop):
    """Can a move have these parts without the switch?"""
    return (
        is_whole(from_square, 0, 63) and is_whole(to_square, 0, 63)
        and (promotion is None or is_whole(promotion, 1, 6)) and (drop is None or is_whole(drop, 1, 6))
    )


cdef str held_text(tuple parts):
    """UCI text of what a move holds; as in python-chess, lists of names find it or raise."""
    from_square, to_square, promotion, drop = parts
    if not any(parts):
        return "0000"
    if drop:
        return letter_of(drop).upper() + "@" + name_of_square(square_number(to_square))
    text = name_of_square(square_number(from_square)) + name_of_square(square_number(to_square))
    return text + letter_of(promotion) if promotion else text


cdef str letter_of(piece_type):
    return [None, *TYPE_LETTERS][piece_type]


@no_gc
@freelist(64)
cdef class Move:
    """Move(from_square, to_square, promotion=None, drop=None)\n--\n\nA move from a square to a square.

    It may promote a pawn. Moves that a board gives you also know their kind (`flag`): a capture, a
    castling move and so on. Moves you make yourself do not, until a board has
    resolved them, but they are equal to and hash like those that do.

    >>> from kiwipete import Move
    >>> move = Move(12, 28)
    >>> move.uci()
    'e2e4'
    >>> move == Move.from_uci("e2e4")
    True

    A move that you made may be changed. All boards share the moves that they
    give out, so these refuse; change a copy.

    >>> move.to_square = 20
    >>> move
    Move.from_uci('e2e3')
    >>> move = next(iter(kiwipete.Board().legal_moves))
    >>> move.promotion = kiwipete.QUEEN
    Traceback (most recent call last):
        ...
    AttributeError: boards share the move ...: change a copy (copy.copy(move)) or make a new one (Move(...))
    """

    __match_args__ = ("from_square", "to_square", "promotion", "drop")
    __dataclass_fields__ = RecordFields("Move", "__dataclass_fields__")
    __dataclass_params__ = RecordFields("Move", "__dataclass_params__")

    def __init__(self, from_square, to_square, promotion=None, drop=None):
        self.become(from_square, to_square, promotion, drop)

    @final
    cdef int become(self, from_square, to_square, promotion, drop) except -1:
        """Change to a move with these parts."""
        if self.shared:
            raise AttributeError(
                f"boards share the move {self.uci()}: change a copy (copy.copy(move)) or make a new one (Move(...))"
            )
        if as_python_chess and not are_parts(from_square, to_square, promotion, drop):
            self.hold((from_square, to_square, promotion, drop))
            return 0
        self.value = packed(
            square_number(from_square), square_number(to_square),
            optional_type(promotion, PROMOTED), optional_type(drop, DROPPED), &self.odd,
        )
        self.held = None
        return 0

    @final
    cdef int hold(self, tuple parts) except -1:
        """Be a move of parts that no move has: null or never legal, but with its squares where it names any."""
        cdef list squares = [PyNumber_Index(part) % 64 if is_whole(part, -64, 63) else 0 for part in parts[:2]]
        self.held = parts
        self.odd = 0
        self.value = pack_move(squares[0], squares[1], NO_RULE) if any(parts) else NULL_MOVE
        return 0

    @final
    cdef Move understood(self):
        """The move that a list of squares would take what is held for, or None."""
        from_square, to_square, promotion, drop = self.held
        promotion, drop = promotion or None, drop or None
        if not is_whole(from_square, -64, 63) or not is_whole(to_square, -64, 63):
            return None
        from_square, to_square = PyNumber_Index(from_square) % 64, PyNumber_Index(to_square) % 64
        if not are_parts(from_square, to_square, promotion, drop):
            return None
        return Move(from_square, to_square, promotion, drop)

    @classmethod
    def from_uci(cls, uci):
        """Read a move in UCI notation.

        Drops (`P@e4`) and promotions to a pawn or a king are moves too; they are never legal.

        >>> kiwipete.Move.from_uci("e7e8q").promotion
        5
        """
        cdef u8 odd
        cdef Move16 value = parse_move(uci, &odd)
        return in_class(cls, new_move(value, odd))

    @classmethod
    def from_int(cls, value):
        """The move with these 16 bits.

        >>> kiwipete.Move.from_int(12 << 6 | 28)
        Move.from_uci('e2e4')
        """
        cdef int bits = whole(value, 0, 65535, "a 16-bit move")
        if bits >> 12 in (6, 7):
            raise ValueError(f"no move has the flag {bits >> 12}: {bits}")
        return in_class(cls, new_move(<Move16> bits, 0))

    @classmethod
    def null(cls):
        """The null move, which passes the turn.

        >>> kiwipete.Move.null()
        Move.from_uci('0000')
        >>> bool(kiwipete.Move.null())
        False
        """
        return in_class(cls, new_move(NULL_MOVE, 0))

    @final
    cdef int promoted(self):
        """The type of the piece to become, or 0."""
        return 1 + promoted_piece(self.value) if is_promotion(self.value) else self.odd & 15

    @final
    cdef bint drops_pawn(self):
        return self.odd >> 4 == PAWN + 1

    @property
    def from_square(self):
        """The square it comes from."""
        return move_from(self.value) if self.held is None else self.held[0]

    @from_square.setter
    def from_square(self, square):
        self.become(square, self.to_square, self.promotion, self.drop)

    @property
    def to_square(self):
        """The square it goes to."""
        return move_to(self.value) if self.held is None else self.held[1]

    @to_square.setter
    def to_square(self, square):
        self.become(self.from_square, square, self.promotion, self.drop)

    @property
    def promotion(self):
        """The type of the promoted piece, or None; only 2 (knight) to 5 (queen) can be legal."""
        return self.promoted() or None if self.held is None else self.held[2]

    @promotion.setter
    def promotion(self, piece_type):
        self.become(self.from_square, self.to_square, piece_type, self.drop)

    @property
    def drop(self):
        """The type of the piece that it drops, or None: only variants of chess drop pieces."""
        return self.odd >> 4 or None if self.held is None else self.held[3]

    @drop.setter
    def drop(self, piece_type):
        self.become(self.from_square, self.to_square, self.promotion, piece_type)

    @property
    def flag(self):
        """The flag: 0 quiet, 1 double push, 2 and 3 castling, 4 capture, 5 en passant, 8 and up promotions.

        It is 6 for drops and for promotions to a pawn or a king, which no rule of chess knows.
        """
        return move_flag(self.value)

    @property
    def is_capture(self):
        """True if it captures, en passant included, as far as a board has said so."""
        return is_capture(self.value) and not self.odd

    @property
    def is_promotion(self):
        """True if a pawn promotes."""
        return self.promoted() != 0

    @property
    def is_en_passant(self):
        """True if it captures en passant, as far as a board has said so."""
        return is_en_passant(self.value)

    @property
    def is_castling(self):
        """True if it castles, as far as a board has said so."""
        return is_castling(self.value)

    @property
    def is_double_push(self):
        """True if a pawn moves two squares, as far as a board has said so."""
        return is_double_push(self.value)

    def uci(self):
        """The move in UCI notation.

        >>> kiwipete.Move.from_uci("a7b8n").uci()
        'a7b8n'
        """
        if self.held is not None:
            return held_text(self.held)
        if self.value == NULL_MOVE:
            return "0000"
        if self.odd >> 4:
            return TYPE_LETTERS[(self.odd >> 4) - 1].upper() + "@" + name_of_square(move_to(self.value))
        text = name_of_square(move_from(self.value)) + name_of_square(move_to(self.value))
        if self.promoted():
            text += TYPE_LETTERS[self.promoted() - 1]
        return text

    def xboard(self):
        """The move in XBoard's notation.

        >>> kiwipete.Move.null().xboard()
        '@@@@'
        """
        return self.uci() if self else "@@@@"

    @final
    cdef int identity(self):
        """The move without what a board knows of it: squares, promoted and dropped piece."""
        if self.odd:
            return self.odd << 16 | self.value
        return self.value & 0xbfff if is_promotion(self.value) else self.value & 0x0fff

    def __int__(self):
        if self.odd or self.held is not None:
            raise ValueError(f"16 bits cannot say {self.uci()}")
        return self.value

    def __bool__(self):
        return self.value != NULL_MOVE if self.held is None else any(self.held)

    def __eq__(self, other):
        if not isinstance(other, Move):
            parts = move_parts(other)
            return NotImplemented if parts is None else self.parts() == parts
        if self.held is not None or (<Move> other).held is not None:
            return self.parts() == (<Move> other).parts()
        return self.identity() == (<Move> other).identity()

    def __hash__(self):
        """The hash of its parts, which is that of python-chess's equal move too."""
        cdef int identity = self.identity()
        if identity > 0xffff or self.held is not None:
            return hash(self.parts())
        if move_hashes[identity] == 0:
            move_hashes[identity] = hash(self.parts())
        return move_hashes[identity]

    cdef tuple parts(self):
        return self.from_square, self.to_square, self.promotion, self.drop

    def __setstate__(self, state):
        take_up(self, self.__match_args__, state)

    def __repr__(self):
        try:
            return f"{type(self).__name__}.from_uci({self.uci()!r})"
        except (IndexError, TypeError):  # a move may hold what has no name
            return f"{type(self).__name__}{self.parts()!r}"

    def __str__(self):
        return self.uci()

    def __replace__(self, **changes):
        return type(self)(**{name: getattr(self, name) for name in self.__match_args__} | changes)

    def __reduce__(self):
        if type(self) is Move and self.held is None:
            return restore_move, (self.value, self.odd)
        parts = self.from_square, self.to_square, self.promotion, self.drop
        return type(self), parts, getattr(self, "__dict__", None)


cpdef Move own_move(move):
    """The move that an argument means, or TypeError."""
    if isinstance(move, Move):
        return <Move> move
    parts = move_parts(move)
    if parts is None:
        raise TypeError(f"a move is expected, not {type(move).__name__}")
    return Move(*parts)


cdef object in_class(cls, Move move):
    """A move as a subclass makes it."""
    return move if cls is Move else cls(move.from_square, move.to_square, move.promotion, move.drop)


def restore_move(value, odd=0):
    """The move of these bits and of what they cannot say, for pickle."""
    cdef int parts = whole(odd, 0, 0x66, "what 16 bits cannot say")
    cdef Move move
    if not parts:
        return Move.from_int(value)
    move = Move(0, 0, parts & 15 or None, parts >> 4 or None)
    move.from_square, move.to_square = value >> 6 & 63, value & 63
    return move
