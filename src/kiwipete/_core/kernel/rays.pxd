"""Slider attacks by walking the board, square by square.

Slow and plain, so that it is easy to verify. It fills the tables of attacks.pxd
when the module is loaded, and tests compare them with it.
"""

from kiwipete._core.kernel.squares cimport bit, file_of, rank_of, u64


cdef inline u64 walk_ray(int square, u64 occupied, int d_file, int d_rank) noexcept nogil:
    """The squares seen from `square` in one direction, the first occupied one included."""
    cdef u64 seen = 0
    cdef int file = file_of(square) + d_file
    cdef int rank = rank_of(square) + d_rank
    while 0 <= file < 8 and 0 <= rank < 8:
        seen |= bit(8 * rank + file)
        if occupied & bit(8 * rank + file):
            break
        file += d_file
        rank += d_rank
    return seen


cdef inline u64 walk_bishop(int square, u64 occupied) noexcept nogil:
    return (
        walk_ray(square, occupied, 1, 1) | walk_ray(square, occupied, 1, -1)
        | walk_ray(square, occupied, -1, 1) | walk_ray(square, occupied, -1, -1)
    )


cdef inline u64 walk_rook(int square, u64 occupied) noexcept nogil:
    return (
        walk_ray(square, occupied, 0, 1) | walk_ray(square, occupied, 1, 0)
        | walk_ray(square, occupied, 0, -1) | walk_ray(square, occupied, -1, 0)
    )
