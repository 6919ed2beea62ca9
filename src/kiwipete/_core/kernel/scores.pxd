"""Material, piece-square and phase values, for the sums a position keeps up to date.

A piece's worth on a square is its value plus what its rank and its file add,
in the middle game and in the end game. Values are centipawns. The tables are
plain on purpose: they are the ground an evaluation can build on.
"""

from kiwipete._core.kernel.squares cimport WHITE, i32

cdef extern from *:
    """
    /* pawn, knight, bishop, rook, queen, king */
    static const int32_t KW_MATERIAL[6] = {100, 320, 330, 500, 900, 0};
    static const int32_t KW_PHASE[6] = {0, 1, 1, 2, 4, 0};

    /* By rank as the piece's own side counts them, and by distance of the file from the edge. */
    static const int32_t KW_RANK_MIDDLE[6][8] = {
        {0, 0, 2, 8, 14, 30, 50, 0}, {-20, -8, 4, 8, 12, 10, 0, -10},
        {-8, 4, 6, 8, 8, 4, 0, -8}, {0, -2, -2, 0, 2, 4, 14, 6},
        {-4, 2, 2, 2, 2, 2, 0, -2}, {24, 8, -16, -32, -44, -52, -60, -60},
    };
    static const int32_t KW_RANK_END[6][8] = {
        {0, -4, 0, 8, 22, 48, 90, 0}, {-18, -8, 2, 8, 10, 6, -4, -14},
        {-8, -2, 2, 4, 4, 2, 0, -6}, {-2, -2, 0, 2, 4, 6, 8, 6},
        {-14, -8, -2, 4, 8, 8, 6, 2}, {-34, -14, 0, 12, 20, 18, 6, -16},
    };
    static const int32_t KW_FILE_MIDDLE[6][4] = {
        {-6, -2, 0, 10}, {-18, -4, 6, 10}, {-4, 2, 4, 6}, {-4, 0, 4, 6}, {-4, 0, 2, 4}, {6, 14, -6, -16},
    };
    static const int32_t KW_FILE_END[6][4] = {
        {4, 2, 0, -2}, {-16, -4, 4, 8}, {-6, 0, 4, 6}, {0, 0, 2, 2}, {-10, -2, 4, 8}, {-18, -2, 8, 14},
    };

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
    void adopt_score_tables "kw_adopt_scores"(ScoreTables* tables) noexcept nogil
    const i32[6] MATERIAL "KW_MATERIAL"
    const i32[6] PHASE "KW_PHASE"
    const i32[6][8] RANK_MIDDLE "KW_RANK_MIDDLE"
    const i32[6][8] RANK_END "KW_RANK_END"
    const i32[6][4] FILE_MIDDLE "KW_FILE_MIDDLE"
    const i32[6][4] FILE_END "KW_FILE_END"
    # [colour * 6 + kind][square], black's negative, so that a sum is white's advantage.
    i32[12][64] MIDDLE_GAME "kw_scores->middle_game"
    i32[12][64] END_GAME "kw_scores->end_game"


cdef inline void fill_scores() noexcept nogil:
    """Must run once, in the hot module, before any position is set up."""
    cdef int colour, kind, square, rank, file, sign
    for colour in range(2):
        sign = 1 if colour == WHITE else -1
        for kind in range(6):
            for square in range(64):
                rank = square >> 3 if colour == WHITE else 7 - (square >> 3)
                file = square & 7 if (square & 7) < 4 else 7 - (square & 7)
                MIDDLE_GAME[6 * colour + kind][square] = sign * (
                    MATERIAL[kind] + RANK_MIDDLE[kind][rank] + FILE_MIDDLE[kind][file]
                )
                END_GAME[6 * colour + kind][square] = sign * (
                    MATERIAL[kind] + RANK_END[kind][rank] + FILE_END[kind][file]
                )
