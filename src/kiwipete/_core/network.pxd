"""The network: its integers, and accumulators along a line of moves that are updated when a value is wanted.

A search notes every move it makes or unmakes, which costs next to nothing, and
asks for values where it needs them. Then the accumulators of the plies since the
last value are computed, each from the one before and the undo record of its move.
network.pyx has the arithmetic.
"""

from cython cimport final

from kiwipete._core.kernel.squares cimport BLACK, WHITE, i16, i32, u8, u64
from kiwipete._core.kernel.types cimport Position, Undo
from kiwipete._core.search.score cimport MAX_PLY

cdef enum:
    MAX_BUCKETS = 8
    PLIES = MAX_PLY + 2      # the root, and one more than a search goes down

cdef struct Accumulators

ctypedef int (*Evaluate)(Accumulators* a, const Position* p) noexcept nogil

# The integers of a network; network_file.py describes them. All rows are aligned for vectors.
cdef struct Weights:
    int hidden
    int buckets
    int scale
    Evaluate evaluate        # the instance for this width
    i16* features            # [768][hidden]
    i16* biases              # [hidden]
    i16* outputs             # [buckets][2][hidden]
    i32[MAX_BUCKETS] output_biases

# One ply of the line: the move that led to it, and for which side its accumulator is computed.
cdef struct LinePly:
    const Undo* undo
    u8[2] is_computed

# An accumulator to refresh others from, and the pieces it stands for; by colour * 6 + kind.
cdef struct Refreshed:
    u64[12] pieces
    i16* values

cdef struct Accumulators:
    const Weights* weights
    int top                  # the ply of the position on the board
    LinePly[PLIES] line
    Refreshed[2][2] refreshed   # by side, and by whether the side sees the board mirrored
    i16* values              # [PLIES][2][hidden]
    void* memory             # the block that all this is in


@final
cdef class NetworkWeights:
    cdef Weights weights
    cdef void* memory
    cdef readonly unsigned int checksum

# Accumulators for a network that outlives them, or NULL if there is no memory.
cdef Accumulators* new_accumulators(const Weights* weights) noexcept nogil
cdef void free_accumulators(Accumulators* a) noexcept nogil

# The same value as `evaluate_network`, by plain loops over the pieces; any position with two kings will do.
cdef int plain_evaluation(const Weights* weights, const Position* p) noexcept nogil

# Are the accumulators of this position the sums over its pieces, and is its value the plain one? For proofs.
cdef bint is_exact(Accumulators* a, const Position* p) noexcept nogil


cdef inline int evaluate_network(Accumulators* a, const Position* p) noexcept nogil:
    """Return the value of the position on the board, in centipawns for the side to move."""
    return a.weights.evaluate(a, p)


cdef inline void start_line(Accumulators* a, const Position* p) noexcept nogil:
    """Begin a line with the position on the board, and compute its accumulators.

    A search may never want the value of its root; without the root's accumulators
    three quarters of all others were refreshed, not updated.
    """
    a.top = 0
    a.line[0].is_computed[WHITE] = a.line[0].is_computed[BLACK] = False
    evaluate_network(a, p)


cdef inline void note_move(Accumulators* a, int ply, const Undo* undo) noexcept nogil:
    """Note a move or a null move that led to a ply. Its record must stay where it is until the move is unmade."""
    a.top = ply
    a.line[ply].undo = undo
    a.line[ply].is_computed[WHITE] = a.line[ply].is_computed[BLACK] = False


cdef inline void note_unmade(Accumulators* a) noexcept nogil:
    """Note that the last move was unmade."""
    a.top -= 1
