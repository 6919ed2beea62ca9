"""What Python's arguments mean: whole numbers, squares, texts, other libraries' objects."""

from kiwipete._core.kernel.types cimport MAX_COUNTER

from kiwipete.errors import InvalidSquareError

cdef bint as_python_chess = False  # set once, when the switch is turned on


def follow_python_chess():
    """Take from now on what python-chess takes: squares from the end, moves that hold anything, illegal pushes."""
    global as_python_chess
    as_python_chess = True


cdef bint is_whole(value, int low, int high):
    """Is this a whole number within bounds?"""
    return hasattr(value, "__index__") and low <= PyNumber_Index(value) <= high


cdef int whole(value, int low, int high, str what) except? -1:
    """A whole number within bounds; Cython by itself would cut off fractions."""
    number = PyNumber_Index(value)
    if not low <= number <= high:
        raise ValueError(f"{what} is {low} to {high}, not {number}")
    return number


cdef u32 counter(value, str what) except? 0xffffffff:
    number = PyNumber_Index(value)
    if not 0 <= number <= MAX_COUNTER:
        raise ValueError(f"{what} is 0 to {MAX_COUNTER}, not {number}")
    return number


cdef int other_square(number) except? -1:
    """A number that is not a square: counted from the end under the switch, and else an error."""
    if as_python_chess and -64 <= number < 0:
        return number + 64
    raise InvalidSquareError(f"a square is 0 to 63, not {number}")


cdef str name_of_square(int square):
    return chr(97 + (square & 7)) + chr(49 + (square >> 3))


# Objects of another library, such as python-chess, are understood by their attributes.

cdef tuple move_parts(thing):
    """The squares, promotion and drop of another library's move, or None."""
    if thing is None or not hasattr(thing, "from_square"):
        return None
    try:
        return thing.from_square, thing.to_square, thing.promotion, thing.drop
    except AttributeError:
        return None


cdef tuple piece_parts(thing):
    """The type and colour of another library's piece, or None."""
    if thing is None or not hasattr(thing, "piece_type") or not hasattr(thing, "color"):
        return None
    return thing.piece_type, thing.color


cdef object placement_of(thing):
    """Where the pieces stand on another library's board, as text, or None."""
    place = getattr(thing, "board_fen", None)
    return place() if callable(place) else None


cdef int take_up(thing, tuple names, dict state) except -1:
    """Do as a pickle says: one of python-chess stores these parts, one of a subclass of ours its attributes."""
    if all([name in state for name in names]):
        thing.__init__(*[state[name] for name in names])
    else:
        thing.__dict__.update(state)
    return 0
