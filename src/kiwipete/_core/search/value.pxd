"""What the search's numbers mean: centipawns for the side to move, mates and wins by tables by their distance."""

cdef enum:
    MAX_PLY = 128              # the longest line; deeper the evaluation stands in
    MATE = 32000               # less one for each ply until it is on the board
    MATE_BOUND = MATE - 512    # from here on, and from its negative down, a value is a mate
    TABLE_WIN = MATE_BOUND - 1  # less one for each ply until an endgame table has the position
    KNOWN_BOUND = TABLE_WIN - 511   # from here on, and from its negative down, a value is one of these two
    SHOWN_WIN = 20000          # centipawns that a caller is told of a win by the tables
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


cdef inline bint is_known(int value) noexcept nogil:
    """Is it a mate, or a win or loss by the tables?"""
    return value >= KNOWN_BOUND or value <= -KNOWN_BOUND


cdef inline int shown(int value) noexcept nogil:
    """Centipawns for the caller, of what is no mate."""
    if value >= KNOWN_BOUND:
        return SHOWN_WIN - TABLE_WIN + value
    return TABLE_WIN - SHOWN_WIN + value if value <= -KNOWN_BOUND else value


# What is known is stored by its distance from the node, for the transposition table knows no root.

cdef inline int from_node(int value, int ply) noexcept nogil:
    return value + ply if value >= KNOWN_BOUND else value - ply if value <= -KNOWN_BOUND else value


cdef inline int from_root(int value, int ply) noexcept nogil:
    return value - ply if value >= KNOWN_BOUND else value + ply if value <= -KNOWN_BOUND else value


cdef inline int within(int low, int value, int high) noexcept nogil:
    return low if value < low else high if value > high else value
