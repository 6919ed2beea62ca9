"""Functions over many positions in records, without the GIL and without Python objects where that is possible.

Records come as bytes, answers go into memory of the caller. Each record is checked before it is
used. A function that meets one that is not a position stops, and returns how many it has done.
What users see is Python, in kiwipete.arrays.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_FromStringAndSize
from libc.stdint cimport int64_t as i64
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy, memset

from kiwipete._core.arguments cimport is_compact_ascii
from kiwipete._core.hot cimport count_moves, list_moves
from kiwipete._core.kernel.move cimport MAX_MOVES, Move
from kiwipete._core.kernel.squares cimport BLACK, pop_first, popcount, u8, u16, u32, u64
from kiwipete._core.kernel.types cimport FenReader, MAX_FEN, Position, pieces_of_kind
from kiwipete._core.kernel.zobrist cimport mix, next_random
from kiwipete._core.position_board cimport state_of
from kiwipete._core.records cimport (
    BLACK_TO_MOVE, FLAGS, MOVE, PIECES, RECORD_BYTES, fault_of, fits_record, read_position, read_word,
    write_record, write_word,
)
from kiwipete._core.rules cimport NAMED_IF_LEGAL, checkers, read_fen_of_either, write_fen

cdef enum:
    DRAWN = 1
    HIGHEST_PLY = 0xffff
    PIECES_BYTES = 16
    IDENTITY_BYTES = 24   # of a record: where which pieces stand; whose turn it is is in the flags


cdef Py_ssize_t records_in(const u8[::1] records, Py_ssize_t answers) except -1:
    """Return the number of records, which must be that of the answers."""
    cdef Py_ssize_t count = records.shape[0] // RECORD_BYTES
    if records.shape[0] % RECORD_BYTES:
        raise ValueError(f"{records.shape[0]} bytes are not a whole number of records")
    if answers != count:
        raise ValueError(f"there is room for {answers} answers to {count} records")
    return count


cdef void write_unlabelled(const Position* p, u8* record) noexcept nogil:
    """Write a position with the ply that its move number gives."""
    cdef u64 ply = 2 * <u64> (max(p.fullmove_number, <u32> 1) - 1) + (p.turn == BLACK)
    write_record(p, 0, 0, <int> min(ply, <u64> HIGHEST_PLY), DRAWN, record)


# Text and boards.

cdef struct Text:
    const char* start
    Py_ssize_t length


cdef int take_text(object fen, Py_ssize_t number, Text* text) except -1:
    """Find the characters of a FEN; those of a str that is not ASCII are not looked at, and not valid."""
    text.length = -1
    if isinstance(fen, str):
        if is_compact_ascii(fen):
            text.start = PyUnicode_AsUTF8AndSize(fen, &text.length)
    elif isinstance(fen, bytes):
        text.start = PyBytes_AS_STRING(fen)
        text.length = PyBytes_GET_SIZE(fen)
    else:
        raise TypeError(f"FEN {number} is {type(fen).__name__}, not text")
    return 0


cdef bint record_text(const Text* text, u8* record) noexcept nogil:
    """Write the record of a FEN; zeros and False if there is none."""
    cdef FenReader reader
    cdef Position p
    memset(&reader, 0, sizeof(reader))
    memset(record, 0, RECORD_BYTES)
    if not 0 <= text.length < 0x7fffffff:
        return False
    reader.text = text.start
    reader.length = <int> text.length
    if not read_fen_of_either(&reader, &p) or not fits_record(&p):
        return False
    write_unlabelled(&p, record)
    return True


def read_fens(tuple fens not None, Py_ssize_t first, u8[::1] out not None, bint strict):
    """Write the records of FENs, from the `first` one on, as many as `out` has room for.

    Returns how many were done. One that has no record ends this if `strict`, and else leaves zeros.
    """
    cdef Py_ssize_t count = records_in(out, out.shape[0] // RECORD_BYTES)
    cdef Py_ssize_t i = 0
    cdef Text* texts
    if not 0 <= first <= len(fens) - count:
        raise ValueError(f"there are no {count} FENs from {first} on")
    texts = <Text*> malloc((count + 1) * sizeof(Text))
    if texts == NULL:
        raise MemoryError()
    try:
        for i in range(count):
            take_text(fens[first + i], first + i, &texts[i])
        with nogil:
            for i in range(count):
                if not record_text(&texts[i], &out[i * RECORD_BYTES]) and strict:
                    count = i
                    break
    finally:
        free(texts)
    return count


def write_fens(const u8[::1] records not None, list fens not None, Py_ssize_t first):
    """Put the FENs of records into a list, from a place on; returns how many were done."""
    cdef Py_ssize_t count = records_in(records, records.shape[0] // RECORD_BYTES)
    cdef Py_ssize_t i = 0
    cdef Position p
    cdef char* text
    cdef char* end
    cdef u8* lengths
    if not 0 <= first <= len(fens) - count:
        raise ValueError(f"the list has no {count} places from {first} on")
    text = <char*> malloc(count * (MAX_FEN + 1) + 1)
    if text == NULL:
        raise MemoryError()
    lengths = <u8*> text + count * MAX_FEN
    try:
        with nogil:
            for i in range(count):
                if read_position(&records[i * RECORD_BYTES], &p):
                    count = i
                    break
                end = write_fen(text + i * MAX_FEN, &p, False, NAMED_IF_LEGAL, False, True)
                lengths[i] = <u8> (end - text - i * MAX_FEN)
        for i in range(count):
            fens[first + i] = PyUnicode_FromStringAndSize(text + i * MAX_FEN, lengths[i])
    finally:
        free(text)
    return count


def read_boards(tuple boards not None, u8[::1] out not None):
    """Write the records of boards; returns how many were done."""
    cdef Py_ssize_t count = records_in(out, len(boards))
    cdef Py_ssize_t i
    cdef const Position* p
    for i in range(count):
        p = &state_of(boards[i]).position
        if not fits_record(p):
            return i
        write_unlabelled(p, &out[i * RECORD_BYTES])
    return count


# Answers of some bytes to one question about each position.

# Writes the answer for a record and its position; False if there is none.
ctypedef bint (*Answer)(const u8* record, const Position* p, u8* out) noexcept nogil


cdef bint key_of(const u8* record, const Position* p, u8* out) noexcept nogil:
    memcpy(out, &p.key, sizeof(u64))
    return True


cdef bint castling_of(const u8* record, const Position* p, u8* out) noexcept nogil:
    memcpy(out, &p.boards.castling, sizeof(u64))
    return True


cdef bint checkers_of(const u8* record, const Position* p, u8* out) noexcept nogil:
    out[0] = <u8> popcount(checkers(&p.boards, p.turn))
    return True


cdef bint material_of(const u8* record, const Position* p, u8* out) noexcept nogil:
    cdef int us, kind
    for us in range(2):
        for kind in range(6):
            out[6 * us + kind] = <u8> popcount(pieces_of_kind(&p.boards, kind) & p.boards.side[us])
    return True


cdef bint move_count_of(const u8* record, const Position* p, u8* out) noexcept nogil:
    cdef u16 count = <u16> count_moves(p)
    memcpy(out, &count, sizeof(u16))
    return True


cdef bint flipped_files_of(const u8* record, const Position* p, u8* out) noexcept nogil:
    """Write the record with the a-file for the h-file. With castling rights that would be another game."""
    cdef u8[RECORD_BYTES] flipped
    cdef u8[64] codes
    cdef u64 occupied = 0
    cdef u64 squares
    cdef Move move = read_word(record + MOVE)
    cdef int count = 0
    cdef int rank
    if p.boards.castling:
        return False
    memcpy(flipped, record, RECORD_BYTES)
    memset(flipped, 0, PIECES + PIECES_BYTES)
    for rank in range(8):
        squares = record[rank]
        occupied |= squares << (8 * rank)
    squares = occupied
    while squares:
        codes[pop_first(&squares) ^ 7] = record[PIECES + (count >> 1)] >> (4 * (count & 1)) & 15
        count += 1
    count = 0
    for rank in range(8):
        flipped[rank] = reversed_byte(record[rank])
        squares = <u64> flipped[rank] << (8 * rank)
        while squares:
            flipped[PIECES + (count >> 1)] |= <u8> (codes[pop_first(&squares)] << (4 * (count & 1)))
            count += 1
    if move:
        write_word(flipped + MOVE, move ^ (7 << 6 | 7))
    memcpy(out, flipped, RECORD_BYTES)
    return True


cdef inline u8 reversed_byte(u8 byte) noexcept nogil:
    byte = (byte & 0x55) << 1 | (byte & 0xaa) >> 1
    byte = (byte & 0x33) << 2 | (byte & 0xcc) >> 2
    return byte << 4 | byte >> 4


cdef struct Question:
    Answer answer
    Py_ssize_t bytes

cdef Question[6] QUESTIONS
QUESTIONS[0] = [key_of, 8]
QUESTIONS[1] = [castling_of, 8]
QUESTIONS[2] = [checkers_of, 1]
QUESTIONS[3] = [material_of, 12]
QUESTIONS[4] = [move_count_of, 2]
QUESTIONS[5] = [flipped_files_of, RECORD_BYTES]

KEY, CASTLING, CHECKERS, MATERIAL, MOVE_COUNT, FLIPPED_FILES = range(6)


def ask(int question, const u8[::1] records not None, u8[::1] out not None):
    """Write the answers to a question about each record; returns how many were done."""
    cdef Py_ssize_t count = 0
    cdef Py_ssize_t i
    cdef Position p
    cdef Question asked
    if not 0 <= question < 6:
        raise ValueError(f"no question has the number {question}")
    asked = QUESTIONS[question]
    if out.shape[0] % asked.bytes:
        raise ValueError(f"{out.shape[0]} bytes are not a whole number of answers")
    count = records_in(records, out.shape[0] // asked.bytes)
    with nogil:
        for i in range(count):
            if read_position(&records[i * RECORD_BYTES], &p) or not asked.answer(
                &records[i * RECORD_BYTES], &p, &out[i * asked.bytes]
            ):
                count = i
                break
    return count


def find_faults(const u8[::1] records not None, u8[::1] out not None):
    """Write 0 for each record, or what is wrong with it as an index of FAULTS."""
    cdef Py_ssize_t count = records_in(records, out.shape[0])
    cdef Py_ssize_t i
    with nogil:
        for i in range(count):
            out[i] = <u8> fault_of(&records[i * RECORD_BYTES])
    return count


def list_legal(const u8[::1] records not None, u16[::1] moves not None, u16[::1] counts not None):
    """Write the legal moves one after the other, and how many each position has.

    Returns how many positions were done and how many moves they have: it stops early where
    `moves` has no room for all that a position may have, MOST_MOVES.
    """
    cdef Py_ssize_t count = records_in(records, counts.shape[0])
    cdef Py_ssize_t used = 0
    cdef Py_ssize_t i
    cdef Position p
    with nogil:
        for i in range(count):
            if moves.shape[0] - used < MAX_MOVES or read_position(&records[i * RECORD_BYTES], &p):
                count = i
                break
            counts[i] = <u16> list_moves(&p, &moves[used])
            used += counts[i]
    return count, used


MOST_MOVES = MAX_MOVES


# Equal positions.

cdef inline bint same_position(const u8* one, const u8* other) noexcept nogil:
    return memcmp(one, other, IDENTITY_BYTES) == 0 and not (one[FLAGS] ^ other[FLAGS]) & BLACK_TO_MOVE


def hash_records(const u8[::1] records not None, u64[::1] out not None):
    """Write a hash of what makes positions differ."""
    cdef Py_ssize_t count = records_in(records, out.shape[0])
    cdef Py_ssize_t i
    cdef u64[3] words
    with nogil:
        for i in range(count):
            memcpy(words, &records[i * RECORD_BYTES], IDENTITY_BYTES)
            out[i] = mix(
                mix(mix(words[0] + (records[i * RECORD_BYTES + FLAGS] & BLACK_TO_MOVE)) ^ words[1]) ^ words[2]
            )
    return count


def find_first(
    const u8[::1] records not None, const u64[::1] hashes not None, i64[::1] first not None, int part, int parts,
):
    """Write, for each record, the number of the first one with the same position.

    The work is done in `parts`, by hashes, which may be done at the same time.
    """
    cdef Py_ssize_t count = records_in(records, first.shape[0])
    cdef u64 size = 64
    cdef u64 slot
    cdef i64* slots
    cdef Py_ssize_t i
    cdef Py_ssize_t taken = 0
    if hashes.shape[0] != count or not 0 <= part < parts:
        raise ValueError(f"{hashes.shape[0]} hashes of {count} records, part {part} of {parts}")
    with nogil:
        for i in range(count):
            taken += hashes[i] % <u64> parts == <u64> part
    while size < 2 * <u64> taken:
        size *= 2
    slots = <i64*> calloc(size, sizeof(i64))   # numbers of records and one; 0 is free
    if slots == NULL:
        raise MemoryError()
    with nogil:
        for i in range(count):
            if hashes[i] % <u64> parts != <u64> part:
                continue
            slot = hashes[i] >> 20 & (size - 1)
            while slots[slot] and (
                hashes[slots[slot] - 1] != hashes[i]
                or not same_position(&records[(slots[slot] - 1) * RECORD_BYTES], &records[i * RECORD_BYTES])
            ):
                slot = (slot + 1) & (size - 1)
            if not slots[slot]:
                slots[slot] = i + 1
            first[i] = slots[slot] - 1
        free(slots)
    return count


# Chance. SplitMix64, so that a seed means the same for ever.

cdef inline u64 below(u64 limit, u64* state) noexcept nogil:
    """A number from 0 up to a limit, each as likely as the others."""
    cdef u64 beyond = -(-limit % limit)    # the largest multiple of the limit, 0 for 2**64
    cdef u64 number = next_random(state)
    while beyond and number >= beyond:
        number = next_random(state)
    return number % limit


def permute(i64[::1] numbers not None, Py_ssize_t count, u64 seed):
    """Make `numbers` those from 0 on, the first `count` of them drawn by chance."""
    cdef u64 state = mix(seed)
    cdef Py_ssize_t length = numbers.shape[0]
    cdef Py_ssize_t i, other
    cdef i64 number
    if not 0 <= count <= length:
        raise ValueError(f"{count} of {length} numbers")
    with nogil:
        for i in range(length):
            numbers[i] = i
        for i in range(count):
            other = i + <Py_ssize_t> below(<u64> (length - i), &state)
            number = numbers[i]
            numbers[i] = numbers[other]
            numbers[other] = number


def draw(i64[::1] numbers not None, Py_ssize_t length, u64 seed):
    """Fill `numbers` with numbers below a length, which may repeat."""
    cdef u64 state = mix(seed)
    cdef Py_ssize_t i
    if length < 1:
        raise ValueError(f"nothing can be drawn from {length}")
    with nogil:
        for i in range(numbers.shape[0]):
            numbers[i] = <i64> below(<u64> length, &state)
