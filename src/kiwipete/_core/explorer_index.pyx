"""Sorted rows of an explorer, checked and searched."""

from cython cimport final

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.math cimport log10
from libc.stdint cimport uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from kiwipete._core.explorer_rows cimport (
    BLACK_WINS, DRAWN, SINGLE_BYTES, Single, TALLY_BYTES, Tally, WHITE_WINS, add_single, first_from, games_of, key_at,
)
from kiwipete._core.kernel.move cimport NULL_MOVE, Move
from kiwipete._core.kernel.squares cimport WHITE, u8, u64
from kiwipete._core.kernel.types cimport State
from kiwipete._core.move cimport move_object
from kiwipete._core.position_board cimport state_of
from kiwipete._core.rules cimport find_legal

__all__ = ["BLOCK_ROWS", "Index", "block_checks", "checksum"]

cdef enum:
    ROWS_IN_BLOCK = 256

cdef double MOST_DIFFERENCE = 800  # between a performance and the average of the opponents

assert sizeof(Tally) == TALLY_BYTES and sizeof(Single) == SINGLE_BYTES
BLOCK_ROWS = ROWS_IN_BLOCK


# Checksums.

cdef u64 checksum_of(const u8* data, Py_ssize_t size) noexcept nogil:
    """A checksum of 64 bits over words, which any damage changes almost surely; not against forgery."""
    cdef u64 total = <u64> size * <u64> 0x9e3779b97f4a7c15u
    cdef u64 word
    while size >= 8:
        memcpy(&word, data, 8)
        total = (total ^ word) * <u64> 0xff51afd7ed558ccdu
        total ^= total >> 32
        data += 8
        size -= 8
    while size > 0:
        total = (total ^ data[0]) * <u64> 0xff51afd7ed558ccdu
        total ^= total >> 32
        data += 1
        size -= 1
    return total


def checksum(const u8[::1] data not None):
    """Return the checksum of bytes, a whole number of 64 bits."""
    cdef u64 total
    if not data.shape[0]:
        return checksum_of(NULL, 0)
    with nogil:
        total = checksum_of(&data[0], data.shape[0])
    return total


cdef struct BlockCheck:
    u64 first_key
    u64 checksum


def block_checks(const u8[::1] rows not None, int row_bytes):
    """Return, for each block of sorted rows, its first key and its checksum, as bytes."""
    cdef Py_ssize_t size = rows.shape[0]
    cdef Py_ssize_t block_bytes = <Py_ssize_t> ROWS_IN_BLOCK * row_bytes
    cdef Py_ssize_t i, begin
    cdef Py_ssize_t count
    cdef BlockCheck* checks
    cdef bytes found
    if row_bytes not in (TALLY_BYTES, SINGLE_BYTES) or size % row_bytes:
        raise ValueError(f"{size} bytes are not rows of {row_bytes}")
    count = (size + block_bytes - 1) // block_bytes
    found = PyBytes_FromStringAndSize(NULL, count * sizeof(BlockCheck))
    checks = <BlockCheck*> PyBytes_AS_STRING(found)
    if count:
        with nogil:
            for i in range(count):
                begin = i * block_bytes
                memcpy(&checks[i].first_key, &rows[begin], 8)
                checks[i].checksum = checksum_of(&rows[begin], min(block_bytes, size - begin))
    return found


# Searching.

cdef struct Section:         # rows of one kind
    const char* rows
    Py_ssize_t count
    int row_bytes
    const BlockCheck* checks
    Py_ssize_t blocks
    u8* sound                # which blocks have been compared with their checksums


cdef inline Py_ssize_t blocks_of(Py_ssize_t rows) noexcept nogil:
    return (rows + ROWS_IN_BLOCK - 1) // ROWS_IN_BLOCK


cdef bint is_sound(const Section* section, Py_ssize_t block) noexcept nogil:
    """Compare a block with its checksum, once."""
    cdef Py_ssize_t begin = block * ROWS_IN_BLOCK
    cdef Py_ssize_t count = min(section.count - begin, <Py_ssize_t> ROWS_IN_BLOCK)
    cdef const u8* rows = <const u8*> section.rows + begin * section.row_bytes
    if not section.sound[block]:
        if checksum_of(rows, count * section.row_bytes) != section.checks[block].checksum:
            return False
        section.sound[block] = 1
    return True


cdef Py_ssize_t block_with(const Section* section, u64 key) noexcept nogil:
    """The block in which rows with this key begin, if there are any."""
    cdef Py_ssize_t low = 0
    cdef Py_ssize_t high = section.blocks
    cdef Py_ssize_t half
    while low < high:
        half = (low + high) >> 1
        if section.checks[half].first_key < key:
            low = half + 1
        else:
            high = half
    return low - 1 if low else 0


cdef Py_ssize_t find_rows(const Section* section, u64 key, Py_ssize_t* begin) noexcept nogil:
    """The number of rows with this key, and where they begin; -1 - n if block n is damaged."""
    cdef Py_ssize_t block, at, end
    cdef const char* first
    if not section.count:
        return 0
    block = block_with(section, key)
    if not is_sound(section, block):
        return -1 - block
    at = block * ROWS_IN_BLOCK
    end = min(at + ROWS_IN_BLOCK, section.count)
    first = first_from(section.rows + at * section.row_bytes, end - at, section.row_bytes, key)
    at = (first - section.rows) // section.row_bytes
    begin[0] = end = at
    while end < section.count:
        block = end // ROWS_IN_BLOCK
        if end % ROWS_IN_BLOCK == 0 and not is_sound(section, block):
            return -1 - block
        if key_at(section.rows + end * section.row_bytes) != key:
            break
        end += 1
    return end - at


cdef object performance(const Tally* tally, int us):
    """The rating that the results against these opponents are worth, or None."""
    cdef double drawn = tally.games[DRAWN] / 2.0
    cdef double points = tally.games[WHITE_WINS if us == WHITE else BLACK_WINS] + drawn
    cdef double lost = tally.games[BLACK_WINS if us == WHITE else WHITE_WINS] + drawn
    cdef double difference
    if not tally.rated or points + lost == 0:
        return None
    if points == 0 or lost == 0:
        difference = MOST_DIFFERENCE if points else -MOST_DIFFERENCE
    else:
        difference = max(-MOST_DIFFERENCE, min(400 * log10(points / lost), MOST_DIFFERENCE))
    return <double> tally.opposing_sum / tally.rated + difference


@final
cdef class Index:
    """The rows of a file, to be searched; `data` is what follows its header.

    That is tallies, singles, and the checks of the blocks of both. A block is compared with its
    checksum before the first of its rows is used.
    """

    cdef const u8[::1] data
    cdef Section[2] sections

    def __cinit__(self, const u8[::1] data not None, Py_ssize_t tallies, Py_ssize_t singles):
        cdef Py_ssize_t size = data.shape[0]
        cdef Py_ssize_t rows_size, wanted
        cdef const char* at
        cdef Section* section
        cdef int kind
        if not (0 <= tallies <= size // TALLY_BYTES and 0 <= singles <= size // SINGLE_BYTES):
            raise ValueError(f"{size} bytes are too few for {tallies} tallies and {singles} single moves")
        rows_size = tallies * TALLY_BYTES + singles * SINGLE_BYTES
        wanted = rows_size + (blocks_of(tallies) + blocks_of(singles)) * sizeof(BlockCheck)
        if size != wanted:
            raise ValueError(f"{size} bytes where {tallies} tallies and {singles} single moves take {wanted}")
        self.data = data
        if not size:
            return
        if <uintptr_t> &data[0] % 8:
            raise ValueError("the data begin at an odd address")
        at = <const char*> &data[0]
        self.sections[0].rows = at
        self.sections[0].count = tallies
        self.sections[0].row_bytes = TALLY_BYTES
        self.sections[1].rows = at + tallies * TALLY_BYTES
        self.sections[1].count = singles
        self.sections[1].row_bytes = SINGLE_BYTES
        at += rows_size
        for kind in range(2):
            section = &self.sections[kind]
            section.blocks = blocks_of(section.count)
            section.checks = <const BlockCheck*> at
            section.sound = <u8*> calloc(section.blocks + 1, 1)
            if section.sound == NULL:
                raise MemoryError()
            at += section.blocks * sizeof(BlockCheck)

    def __dealloc__(self):
        free(self.sections[0].sound)
        free(self.sections[1].sound)

    cdef Py_ssize_t rows_with(self, int section, u64 key, Py_ssize_t* begin) except -1:
        cdef Py_ssize_t count = find_rows(&self.sections[section], key, begin)
        if count < 0:
            raise ValueError(f"block {-1 - count} of its {'single moves' if section else 'tallies'} is damaged")
        return count

    def find(self, board):
        """Return the moves that games played on a board, as tuples in the order of rows.

        A tuple has the move, its games, those that White won, drawn ones, those that Black won, the
        average rating and the performance of the players who made it, and the year of the last game;
        the last three may be None. ValueError if rows are damaged.
        """
        cdef State* state = state_of(board)
        cdef u64 key = state.position.key
        cdef Py_ssize_t begin = 0
        cdef Py_ssize_t i
        cdef list found = []
        cdef Tally tally
        cdef const Single* single
        cdef int section
        cdef Move move
        for section in range(2):
            for i in range(self.rows_with(section, key, &begin)):
                if section == 0:
                    tally = (<const Tally*> self.sections[0].rows)[begin + i]
                else:
                    single = &(<const Single*> self.sections[1].rows)[begin + i]
                    memset(&tally, 0, sizeof(tally))
                    tally.move = single.move
                    add_single(&tally, single)
                # Two positions may have one key.
                move = find_legal(state, tally.move, True)
                if move != NULL_MOVE:
                    found.append((
                        move_object(move), games_of(&tally),
                        tally.games[WHITE_WINS], tally.games[DRAWN], tally.games[BLACK_WINS],
                        <double> tally.rating_sum / tally.rated if tally.rated else None,
                        performance(&tally, state.position.turn), tally.year if tally.year else None,
                    ))
        return found

    def __contains__(self, board):
        """Is there a row for the position?"""
        cdef Py_ssize_t begin = 0
        cdef u64 key = state_of(board).position.key
        return self.rows_with(0, key, &begin) > 0 or self.rows_with(1, key, &begin) > 0

    def verify(self):
        """Compare all blocks with their checksums; ValueError if one is damaged."""
        cdef Py_ssize_t block = -1
        cdef int section
        for section in range(2):
            with nogil:
                for block in range(self.sections[section].blocks):
                    if not is_sound(&self.sections[section], block):
                        break
                else:
                    block = -1
            if block >= 0:
                raise ValueError(f"block {block} of its {'single moves' if section else 'tallies'} is damaged")
