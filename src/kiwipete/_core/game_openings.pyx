"""The last of a game's positions that is in a table of keys, for many games, without Python objects and the GIL."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int64_t as i64

from kiwipete._core.hot cimport find_threats, is_legal, play
from kiwipete._core.kernel.move cimport Move
from kiwipete._core.kernel.squares cimport BLACK, WHITE, i32, popcount, u16, u64
from kiwipete._core.kernel.types cimport Position, Threats
from kiwipete._core.position_board cimport state_of

from kiwipete._core.game_board import GameBoard

__all__ = ["last_known"]

cdef Position usual_start = state_of(GameBoard()).position


cdef inline Py_ssize_t place_of(const u64* keys, Py_ssize_t count, u64 key) noexcept nogil:
    """The place of a key in a sorted table, or -1."""
    cdef Py_ssize_t low = 0
    cdef Py_ssize_t high = count
    cdef Py_ssize_t half
    while low < high:
        half = (low + high) >> 1
        if keys[half] < key:
            low = half + 1
        else:
            high = half
    return low if low < count and keys[low] == key else -1


cdef i32 last_of(const Move* moves, Py_ssize_t plies, const u64* keys, Py_ssize_t count, int fewest) noexcept nogil:
    """The place of the last key of a game in the table; a move that isn't legal ends the game."""
    cdef Position p = usual_start
    cdef Threats threats
    cdef Py_ssize_t ply, place
    cdef i32 last = -1
    for ply in range(plies):
        find_threats(&p.boards, p.turn, &threats)
        if not is_legal(&p, &threats, moves[ply]):
            break
        play(&p, moves[ply])
        if popcount(p.boards.side[WHITE] | p.boards.side[BLACK]) < fewest:
            break
        place = place_of(keys, count, p.key)
        if place >= 0:
            last = <i32> place
    return last


def last_known(
    const u16[::1] moves not None, const i64[::1] offsets not None, const u64[::1] keys not None, int fewest_pieces=0,
):
    """Return, for each game from the start position, which of the sorted keys the last known position has.

    The numbers are 32-bit integers in bytes, -1 for none. `fewest_pieces` is how many pieces the
    positions with these keys have at least.
    """
    cdef Py_ssize_t games = offsets.shape[0] - 1
    cdef Py_ssize_t count = keys.shape[0]
    cdef Py_ssize_t game
    cdef bytes found
    cdef i32* places
    if games < 0 or offsets[0] < 0 or offsets[games] > moves.shape[0]:
        raise ValueError("the offsets are outside the moves")
    for game in range(games):
        if offsets[game + 1] < offsets[game]:
            raise ValueError("the offsets go back")
    found = PyBytes_FromStringAndSize(NULL, games * sizeof(i32))
    places = <i32*> PyBytes_AS_STRING(found)
    with nogil:
        for game in range(games):
            places[game] = -1
            if count and offsets[game + 1] > offsets[game]:
                places[game] = last_of(
                    &moves[offsets[game]], offsets[game + 1] - offsets[game], &keys[0], count, fewest_pieces,
                )
    return found
