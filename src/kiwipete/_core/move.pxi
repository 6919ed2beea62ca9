# Move: a 16-bit move as a Python object.

cdef str PROMOTION_LETTERS = "nbrq"

# Each 16-bit move the generator finds has at most one object, made on first
# use and kept: a list of legal moves is then a list of references.
cdef PyObject* move_objects[65536]
cdef Py_hash_t move_hashes[65536]  # by identity, 0 where not known yet


cdef Move move_object(Move16 value):
    cdef Move move
    if move_objects[value] == NULL:
        move = Move.__new__(Move)
        move.value = value
        move.made = True
        Py_INCREF(move)
        move_objects[value] = <PyObject*> move
    return <Move> move_objects[value]


cdef int whole(value, int low, int high, str what) except? -1:
    """A whole number within bounds; Cython by itself would cut off fractions."""
    number = PyNumber_Index(value)
    if not low <= number <= high:
        raise ValueError(f"{what} is {low} to {high}, not {number}")
    return number


cdef int square_number(square) except? -1:
    return whole(square, 0, 63, "a square")


cdef str name_of_square(int square):
    return chr(97 + (square & 7)) + chr(49 + (square >> 3))


cdef int parse_square(str text, int at):
    """The square named by two characters, or -1."""
    cdef int file = ord(text[at]) - 97
    cdef int rank = ord(text[at + 1]) - 49
    return 8 * rank + file if 0 <= file < 8 and 0 <= rank < 8 else -1


cdef Move16 parse_move(text) except? 0xffff:
    """Read UCI text into a move without its flag (but for the promotion); 0000 is the null move."""
    cdef int from_square, to_square
    cdef int flag = 0
    if not isinstance(text, str):
        raise TypeError(f"a move is text such as 'e2e4', not {type(text).__name__}")
    text = str.__str__(text)
    if text == "0000":
        return NULL_MOVE
    if len(text) not in (4, 5):
        raise InvalidMoveError(f"UCI move has {len(text)} characters instead of 4 or 5: {text!r}")
    from_square = parse_square(text, 0)
    to_square = parse_square(text, 2)
    if from_square < 0 or to_square < 0:
        wrong = text[:2] if from_square < 0 else text[2:4]
        character = 1 if from_square < 0 else 3
        raise InvalidMoveError(f"UCI move names no square with {wrong!r} (character {character}): {text!r}")
    if from_square == to_square:
        raise InvalidMoveError(f"UCI move stays where it is (the null move is 0000): {text!r}")
    if len(text) == 5:
        if text[4] not in PROMOTION_LETTERS:
            raise InvalidMoveError(f"UCI move promotes to n, b, r or q, not {text[4]!r} (character 5): {text!r}")
        flag = PROMOTION | PROMOTION_LETTERS.index(text[4])
    return pack_move(from_square, to_square, flag)


@final
cdef class Move:
    """A move: from a square, to a square, perhaps a promotion.

    Moves that a board gives you also know their kind (`flag`): a capture, a
    castling move and so on. Moves you make yourself do not, until a board has
    resolved them, but they are equal to and hash like those that do.

    >>> from kiwipete import Move
    >>> move = Move(12, 28)
    >>> move.uci()
    'e2e4'
    >>> move == Move.from_uci("e2e4")
    True
    """

    __match_args__ = ("from_square", "to_square", "promotion", "drop")

    cdef Move16 value
    cdef bint made  # boards share their moves, so a second __init__ must not change one

    def __init__(self, from_square, to_square, promotion=None, drop=None):
        cdef int flag = 0
        if self.made:
            raise TypeError("a move cannot be changed")
        if drop is not None:
            raise ValueError("only variants of chess have drops")
        if promotion is not None:
            flag = PROMOTION | (whole(promotion, 2, 5, "the type of a promoted piece") - 2)
        self.value = pack_move(square_number(from_square), square_number(to_square), flag)
        self.made = True

    @staticmethod
    def from_uci(uci):
        """Read a move in UCI notation.

        >>> kiwipete.Move.from_uci("e7e8q").promotion
        5
        """
        return move_object(parse_move(uci))

    @staticmethod
    def from_int(value):
        """The move with these 16 bits.

        >>> kiwipete.Move.from_int(12 << 6 | 28)
        Move.from_uci('e2e4')
        """
        cdef int bits = whole(value, 0, 65535, "a 16-bit move")
        if bits >> 12 in (6, 7):
            raise ValueError(f"no move has the flag {bits >> 12}: {bits}")
        return move_object(<Move16> bits)

    @staticmethod
    def null():
        """The null move, which passes the turn.

        >>> kiwipete.Move.null()
        Move.from_uci('0000')
        >>> bool(kiwipete.Move.null())
        False
        """
        return move_object(NULL_MOVE)

    @property
    def from_square(self):
        """The square it comes from."""
        return move_from(self.value)

    @property
    def to_square(self):
        """The square it goes to."""
        return move_to(self.value)

    @property
    def promotion(self):
        """The type of the promoted piece, 2 (knight) to 5 (queen), or None."""
        return 1 + promoted_piece(self.value) if is_promotion(self.value) else None

    @property
    def drop(self):
        """None: only variants of chess drop pieces."""
        return None

    @property
    def flag(self):
        """The flag: 0 quiet, 1 double push, 2 and 3 castling, 4 capture, 5 en passant, 8 and up promotions."""
        return move_flag(self.value)

    @property
    def is_capture(self):
        """True if it captures, en passant included, as far as a board has said so."""
        return is_capture(self.value)

    @property
    def is_promotion(self):
        """True if a pawn promotes."""
        return is_promotion(self.value)

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
        if self.value == NULL_MOVE:
            return "0000"
        text = name_of_square(move_from(self.value)) + name_of_square(move_to(self.value))
        if is_promotion(self.value):
            text += PROMOTION_LETTERS[move_flag(self.value) & 3]
        return text

    def xboard(self):
        """The move in XBoard's notation.

        >>> kiwipete.Move.null().xboard()
        '@@@@'
        """
        return self.uci() if self.value != NULL_MOVE else "@@@@"

    cdef int identity(self):
        """The move without what a board knows of it: squares and promoted piece."""
        return self.value & 0xbfff if is_promotion(self.value) else self.value & 0x0fff

    def __int__(self):
        return self.value

    def __bool__(self):
        return self.value != NULL_MOVE

    def __eq__(self, other):
        if not isinstance(other, Move):
            parts = move_parts(other)
            return NotImplemented if parts is None else self.parts() == parts
        return self.identity() == (<Move> other).identity()

    def __hash__(self):
        """The hash of its parts, which is that of python-chess's equal move too."""
        cdef int identity = self.identity()
        if identity > 0xffff:
            return hash(self.parts())
        if move_hashes[identity] == 0:
            move_hashes[identity] = hash(self.parts())
        return move_hashes[identity]

    cdef tuple parts(self):
        return self.from_square, self.to_square, self.promotion, self.drop

    def __setstate__(self, state):
        take_up(self, self.__match_args__, state)

    def __repr__(self):
        return f"Move.from_uci({self.uci()!r})"

    def __str__(self):
        return self.uci()

    def __reduce__(self):
        return restore_move, (self.value,)


def restore_move(value):
    """The move with these 16 bits, for pickle."""
    return Move.from_int(value)
