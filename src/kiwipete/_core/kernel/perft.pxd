"""Perft: count the leaves of the tree of legal moves.

These are templates; hot.pyx has the recursive functions made of them.
"""

from kiwipete._core.kernel.bitboards cimport checkers
from kiwipete._core.kernel.memory cimport load_flag
from kiwipete._core.kernel.move cimport (
    CASTLE_KINGSIDE, Move, is_capture, is_castling, is_en_passant, is_promotion, move_flag, move_to,
)
from kiwipete._core.kernel.movegen cimport COUNT, LAST, Sink, Visit, WALK, generate
from kiwipete._core.kernel.replies cimport CountReplies, Foresight, SurveyReplies
from kiwipete._core.kernel.squares cimport bit, several, u64
from kiwipete._core.kernel.types cimport Bitboards, Context, Kinds, Position


cdef inline u64 count_leaves(const Bitboards* b, const int us, const bint castling) noexcept nogil:
    cdef Sink sink
    return generate(b, us, COUNT, castling, &sink)


cdef inline u64 walk(
    const Bitboards* b, const int us, int depth, Visit visit, void* context,
) noexcept nogil:
    """Add up what `visit` returns for each child at depth - 1."""
    cdef Sink sink
    sink.visit = visit
    sink.depth = depth - 1
    sink.context = context
    return generate(b, us, WALK, True, &sink)


cdef inline u64 count_two_plies(
    const Bitboards* b, const int us, Visit count, SurveyReplies survey_replies, CountReplies count_replies,
) noexcept nogil:
    """Leaves two plies below: one survey, and `count` where a move must be made."""
    cdef Foresight foresight
    cdef Sink sink
    foresight.survey_replies = survey_replies
    foresight.count_replies = count_replies
    survey_replies(b, &foresight.survey)
    sink.visit = count
    sink.depth = 1
    sink.context = NULL
    sink.foresight = &foresight
    return generate(b, us, LAST, True, &sink)


cdef inline bint stopped(void* context, int depth) noexcept nogil:
    """Called only where a subtree is large, so that it costs nothing."""
    return depth >= 4 and load_flag(&(<Context*> context).stop) != 0


cdef inline void count_kind(Kinds* kinds, const Position* after, Move move, bint mate) noexcept nogil:
    """Add one move of the last ply, given the position after it."""
    cdef int us = after.turn ^ 1
    cdef int king
    cdef u64 checking = checkers(&after.boards, after.turn)
    cdef u64 moved = bit(move_to(move))
    if is_castling(move):
        # The rook has moved too; it stands on the inner side of its king.
        king = after.boards.king[us]
        moved = bit(king) | bit(king - 1 if move_flag(move) == CASTLE_KINGSIDE else king + 1)
    kinds.nodes += 1
    kinds.captures += is_capture(move)
    kinds.en_passant += is_en_passant(move)
    kinds.castles += is_castling(move)
    kinds.promotions += is_promotion(move)
    if checking:
        kinds.checks += 1
        if several(checking):
            kinds.double_checks += 1
        elif not checking & moved:
            kinds.discovered_checks += 1
        kinds.checkmates += mate
