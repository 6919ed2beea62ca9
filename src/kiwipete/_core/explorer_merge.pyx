"""Sorted rows of many parts of an explorer's index, merged without the GIL.

A heap has a stream for each part and kind of row; the one with the first row is on top.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport uintptr_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from kiwipete._core.explorer_rows cimport (
    SINGLE_BYTES, Single, TALLY_BYTES, Tally, add_single, add_tally, first_from, games_of, key_at, precedes, single_of,
)
from kiwipete._core.kernel.move cimport Move
from kiwipete._core.kernel.squares cimport u8, u64

__all__ = ["merge"]


cdef struct Stream:
    const char* at
    const char* end
    int row_bytes


cdef inline Move move_at(const Stream* stream) noexcept nogil:
    if stream.row_bytes == TALLY_BYTES:
        return (<const Tally*> stream.at).move
    return (<const Single*> stream.at).move


cdef inline bint stream_precedes(const Stream* a, const Stream* b) noexcept nogil:
    return precedes(key_at(a.at), move_at(a), key_at(b.at), move_at(b))


cdef void sift_down(Stream* heap, Py_ssize_t count, Py_ssize_t at) noexcept nogil:
    cdef Stream moved = heap[at]
    cdef Py_ssize_t child
    while True:
        child = 2 * at + 1
        if child >= count:
            break
        if child + 1 < count and stream_precedes(&heap[child + 1], &heap[child]):
            child += 1
        if not stream_precedes(&heap[child], &moved):
            break
        heap[at] = heap[child]
        at = child
    heap[at] = moved


cdef struct Merged:
    Tally* tallies
    Py_ssize_t tally_count
    Single* singles
    Py_ssize_t single_count
    Py_ssize_t positions


cdef void merge_streams(Stream* heap, Py_ssize_t count, u64 least_games, Merged* out) noexcept nogil:
    """Add up equal rows, and leave out positions that too few games reached."""
    cdef Py_ssize_t i, tallies_before, singles_before
    cdef Tally total
    cdef u64 key, games
    for i in range(count // 2 - 1, -1, -1):
        sift_down(heap, count, i)
    while count:
        key = key_at(heap[0].at)
        games = 0
        tallies_before = out.tally_count
        singles_before = out.single_count
        while count and key_at(heap[0].at) == key:
            memset(&total, 0, sizeof(Tally))
            total.key = key
            total.move = move_at(heap)
            while count and key_at(heap[0].at) == key and move_at(heap) == total.move:
                if heap[0].row_bytes == TALLY_BYTES:
                    add_tally(&total, <const Tally*> heap[0].at)
                else:
                    add_single(&total, <const Single*> heap[0].at)
                heap[0].at += heap[0].row_bytes
                if heap[0].at == heap[0].end:
                    count -= 1
                    heap[0] = heap[count]
                if count:
                    sift_down(heap, count, 0)
            games += games_of(&total)
            if games_of(&total) == 1:
                out.singles[out.single_count] = single_of(&total)
                out.single_count += 1
            else:
                out.tallies[out.tally_count] = total
                out.tally_count += 1
        if games < least_games:
            out.tally_count = tallies_before
            out.single_count = singles_before
        else:
            out.positions += 1


cdef Py_ssize_t whole_rows(const u8[::1] rows, int row_bytes) except -1:
    """Check that a buffer has rows where they can be read, and return how many."""
    if rows.shape[0] % row_bytes:
        raise ValueError(f"{rows.shape[0]} bytes are not rows of {row_bytes}")
    if rows.shape[0] and <uintptr_t> &rows[0] % 8:
        raise ValueError("the rows begin at an odd address")
    return rows.shape[0] // row_bytes


def merge(parts, u64 first_key, u64 last_key, u64 least_games):
    """Merge the rows with keys from `first_key` to `last_key` of several parts, pairs of tallies and singles.

    Positions that fewer than `least_games` games reached are left out. Return the tallies, the
    singles and the number of positions.
    """
    cdef list held = []
    cdef const u8[::1] rows
    cdef Stream* heap
    cdef Stream* stream
    cdef Py_ssize_t streams = 0
    cdef Py_ssize_t total = 0
    cdef Py_ssize_t tallies_in = 0
    cdef Py_ssize_t count, room
    cdef Merged out
    cdef int row_bytes
    parts = list(parts)
    memset(&out, 0, sizeof(out))
    heap = <Stream*> calloc(2 * len(parts) + 1, sizeof(Stream))
    try:
        if heap == NULL:
            raise MemoryError()
        for tallies, singles in parts:
            for row_bytes, buffer in ((TALLY_BYTES, tallies), (SINGLE_BYTES, singles)):
                rows = memoryview(buffer)
                count = whole_rows(rows, row_bytes)
                if not count:
                    continue
                held.append(rows)
                stream = &heap[streams]
                stream.row_bytes = row_bytes
                stream.at = <const char*> &rows[0]
                stream.end = stream.at + count * row_bytes
                if last_key + 1:
                    stream.end = first_from(stream.at, count, row_bytes, last_key + 1)
                stream.at = first_from(stream.at, (stream.end - stream.at) // row_bytes, row_bytes, first_key)
                count = (stream.end - stream.at) // row_bytes
                if count:
                    streams += 1
                    total += count
                    tallies_in += count if row_bytes == TALLY_BYTES else 0
        # A tally needs another one, or two singles.
        room = tallies_in + (total - tallies_in) // 2
        out.tallies = <Tally*> malloc((room + 1) * sizeof(Tally))
        out.singles = <Single*> malloc((total + 1) * sizeof(Single))
        if out.tallies == NULL or out.singles == NULL:
            raise MemoryError()
        with nogil:
            merge_streams(heap, streams, least_games, &out)
        return (
            PyBytes_FromStringAndSize(<char*> out.tallies, out.tally_count * sizeof(Tally)),
            PyBytes_FromStringAndSize(<char*> out.singles, out.single_count * sizeof(Single)),
            out.positions,
        )
    finally:
        free(heap)
        free(out.tallies)
        free(out.singles)
