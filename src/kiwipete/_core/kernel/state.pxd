"""State: a position and whether the fast paths are safe on it; the history of a game, state by state; its end."""

from kiwipete._core.kernel.move cimport Move
from kiwipete._core.kernel.squares cimport i32, u8, u32, u64
from kiwipete._core.kernel.types cimport Bitboards, Position

cdef enum Trust:
    UNKNOWN = -1  # not looked at yet
    TOLERATED     # only the tolerant rules are safe
    TRUSTED       # the fast paths are safe

cdef struct State:
    Position position
    Trust trust

# All that is needed to return to a position: boards may be edited between two
# moves, and taking a move back must undo that too.
cdef struct Snapshot:
    State state
    Move move          # the move played here
    u8 odd             # what its bits cannot express, in variants

# What a move destroys, saved by `make` for `unmake`.
cdef struct Undo:
    Bitboards boards
    u64 key
    u64[3] part_keys
    u64 promoted
    i32[2] material
    i32 middle_game
    i32 end_game
    i32 phase
    u32 halfmove_clock
    Move move
    u8 moved             # the piece that moved, a pawn if it promotes; EMPTY for a pass
    u8 captured          # what was taken, or EMPTY
    u8 en_passant_square
    u8 padding

cdef enum:
    FIFTY_MOVES_PLIES = 100
    SEVENTYFIVE_MOVES_PLIES = 150

# The ways to end, in the order in which they are tried, which is python-chess's.
cdef enum Ending:
    GOES_ON = 0
    CHECKMATE
    STALEMATE
    INSUFFICIENT_MATERIAL
    SEVENTYFIVE_MOVES
    FIVEFOLD_REPETITION
    FIFTY_MOVES            # this and the next only if they are claimed
    THREEFOLD_REPETITION


cdef inline int times_before(const Snapshot* history, size_t length, const Position* p, int enough) noexcept nogil:
    """How often a position occurs in the history, counted up to `enough`.

    Pawns never go back, so the count ends where they stood differently.
    """
    cdef int count = 0
    while length > 0 and count < enough:
        length -= 1
        if history[length].state.position.boards.pawns != p.boards.pawns:
            break
        count += history[length].state.position.key == p.key
    return count
