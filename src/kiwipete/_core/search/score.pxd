"""Scores: centipawns for the side to move; mates and tablebase wins count down with their distance from the root."""

cdef enum:
    MAX_PLY = 128              # the longest line; beyond it the static evaluation is returned
    MATE = 32000               # less one for each ply until mate
    MATE_BOUND = MATE - 512    # at least this, or at most its negative: a mate score
    TB_WIN = MATE_BOUND - 1    # less one for each ply until the tablebase position
    DECISIVE = TB_WIN - 511    # at least this, or at most its negative: a mate or a tablebase score
    TB_WIN_CENTIPAWNS = 20000  # how a tablebase win is reported
    MAX_EVAL = 30000           # limit of a static evaluation
    INFINITE = 32500           # beyond all scores
    NO_SCORE = 32600           # unknown; also the static evaluation of a position in check

# Which side of the true score a score bounds.
cdef enum:
    NO_BOUND = 0
    UPPER = 1    # the true score is at most this
    LOWER = 2    # the true score is at least this
    EXACT = 3    # both


cdef inline int mated_in(int ply) noexcept nogil:
    """Return the score of being mated `ply` plies below the root."""
    return ply - MATE


cdef inline bint is_mate(int score) noexcept nogil:
    return score >= MATE_BOUND or score <= -MATE_BOUND


cdef inline bint is_decisive(int score) noexcept nogil:
    """Is it a mate or a tablebase win or loss?"""
    return score >= DECISIVE or score <= -DECISIVE


cdef inline int to_centipawns(int score) noexcept nogil:
    """Return the centipawns to report for a score that isn't a mate."""
    if score >= DECISIVE:
        return TB_WIN_CENTIPAWNS - TB_WIN + score
    return TB_WIN - TB_WIN_CENTIPAWNS + score if score <= -DECISIVE else score


cdef inline int clamp(int low, int value, int high) noexcept nogil:
    return low if value < low else high if value > high else value
