"""Material, piece-square and phase values, for the sums a position keeps up to date.

The values of pieces by square, in the middle game and in the end game, are in
piece_square.pxd, in centipawns. MATERIAL is for code that counts pieces alone,
such as static exchange evaluation.
"""

from kiwipete._core.kernel.piece_square cimport END_GAME_VALUES, MIDDLE_GAME_VALUES
from kiwipete._core.kernel.squares cimport WHITE, i32

cdef extern from *:
    """
    /* pawn, knight, bishop, rook, queen, king */
    static const int32_t KW_MATERIAL[6] = {100, 320, 330, 500, 900, 0};
    static const int32_t KW_PHASE[6] = {0, 1, 1, 2, 4, 0};

    typedef struct {
        int32_t middle_game[12][64];
        int32_t end_game[12][64];
    } kw_ScoreTables;

    KW_TABLES(kw_ScoreTables, kw_scores)
    #define kw_adopt_scores(tables) kw_adopt(kw_scores, tables)
    """
    ctypedef struct ScoreTables "kw_ScoreTables":
        pass
    ScoreTables* SCORE_TABLES "kw_scores"
    void adopt_score_tables "kw_adopt_scores"(void* tables) noexcept nogil
    const i32[6] MATERIAL "KW_MATERIAL"
    const i32[6] PHASE "KW_PHASE"
    # [colour * 6 + kind][square], black's negative, so that a sum is white's advantage.
    i32[12][64] MIDDLE_GAME "kw_scores->middle_game"
    i32[12][64] END_GAME "kw_scores->end_game"


cdef inline void fill_scores() noexcept nogil:
    """Must run once, in the hot module, before any position is set up."""
    cdef int colour, kind, square, sign, seen
    for colour in range(2):
        sign = 1 if colour == WHITE else -1
        for kind in range(6):
            for square in range(64):
                seen = square if colour == WHITE else square ^ 56   # from the piece's own side
                MIDDLE_GAME[6 * colour + kind][square] = sign * MIDDLE_GAME_VALUES[kind][seen]
                END_GAME[6 * colour + kind][square] = sign * END_GAME_VALUES[kind][seen]
