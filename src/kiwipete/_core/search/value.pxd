"""What the search's numbers mean: centipawns for the side to move, and mates by their distance."""

cdef enum:
    MAX_PLY = 128              # the longest line; deeper the evaluation stands in
    MATE = 32000               # less one for each ply until it is on the board
    MATE_BOUND = MATE - 512    # from here on, and from its negative down, a value is a mate
    MAX_VALUE = 30000          # of an evaluation
    INFINITE = 32500           # beyond all values
    NO_VALUE = 32600           # not known; also in check, where nothing stands still enough to be judged

# How a value bounds the true one.
cdef enum:
    NO_BOUND = 0
    UPPER = 1    # it is at most this
    LOWER = 2    # it is at least this
    EXACT = 3    # both


cdef inline int mated_in(int ply) noexcept nogil:
    """Mate on the board, so many plies below the root."""
    return ply - MATE


cdef inline bint is_mate(int value) noexcept nogil:
    return value >= MATE_BOUND or value <= -MATE_BOUND


# Mates are stored by their distance from the node, for a table knows no root.

cdef inline int from_node(int value, int ply) noexcept nogil:
    return value + ply if value >= MATE_BOUND else value - ply if value <= -MATE_BOUND else value


cdef inline int from_root(int value, int ply) noexcept nogil:
    return value - ply if value >= MATE_BOUND else value + ply if value <= -MATE_BOUND else value


cdef inline int within(int low, int value, int high) noexcept nogil:
    return low if value < low else high if value > high else value
