"""What Python's arguments mean: whole numbers, squares, other libraries' objects, FEN text."""

from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.string cimport memset

from kiwipete._core.kernel.types cimport (
    FEN_CASTLING, FEN_CASTLING_TWICE, FEN_DIGITS, FEN_EN_PASSANT, FEN_FIELD_COUNT, FEN_MORE, FEN_NUMBER, FEN_PIECE,
    FEN_PROMOTED, FEN_RANK_COUNT, FEN_RANK_LENGTH, FEN_SIDE, FenReader, MAX_COUNTER,
)
from kiwipete._core.rules cimport read_board_fen, read_castling_fen, read_fen

from kiwipete.errors import InvalidFenError, InvalidSquareError

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


# FEN text read into positions, and what is wrong with text that cannot be read.

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


cdef object fen_error(const FenReader* r, fen):
    cdef str text = str.__str__(fen)
    cdef str quoted = repr(text if len(text) <= 200 else text[:200] + "…")
    cdef str shown = text[r.at:r.at + 1]
    cdef int character = r.at + 1
    if r.fault == FEN_FIELD_COUNT:
        fields = "1 field" if r.detail == 1 else f"{r.detail} fields"
        return InvalidFenError(f"FEN: {fields} instead of 1 to 6: {quoted}", text, 0, 0)
    if r.fault == FEN_MORE:
        what = "there is more than a placement"
    elif r.fault == FEN_RANK_COUNT:
        ranks = "1 rank" if r.detail == 1 else f"{r.detail} ranks"
        what = f"{ranks} instead of 8" if r.detail < 9 else "more than 8 ranks"
    elif r.fault == FEN_RANK_LENGTH:
        what = f"rank {r.detail} has {r.detail2} square{'s' * (r.detail2 != 1)}"
    elif r.fault == FEN_PIECE:
        what = f"{shown!r} is not a piece or a number of empty squares"
    elif r.fault == FEN_DIGITS:
        what = f"two numbers side by side in rank {r.detail}"
    elif r.fault == FEN_PROMOTED:
        what = "'~' marks a promoted piece, and there is no piece before it"
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
    return InvalidFenError(f"FEN: {what} (field {r.field}, character {character}): {quoted}", text, r.field, character)


cdef int parse_fen(Position* p, fen, bint chess960) except -1:
    cdef FenReader reader
    text = ascii_text(fen, "a FEN")
    open_reader(&reader, text)
    if not read_fen(&reader, p, chess960):
        raise fen_error(&reader, fen)
    return 0


cdef int parse_placement(Position* p, fen) except -1:
    cdef FenReader reader
    text = ascii_text(fen, "a placement")
    open_reader(&reader, text)
    if not read_board_fen(&reader, p):
        raise fen_error(&reader, fen)
    return 0


cdef int parse_castling(Position* p, castling_fen) except -1:
    cdef FenReader reader
    text = ascii_text(castling_fen, "a field of castling rights")
    open_reader(&reader, text)
    if not read_castling_fen(&reader, p):
        raise fen_error(&reader, castling_fen)
    return 0
