"""The techniques of the search and their margins: one table, from which everything else is made.

The option `Without`, tools/ablations.py and the tables in docs/engine.md read
it through searcher.pyx. In a build with the option `tuning`, a tuner can set the
margins there. A new technique is a function, its call, its line here, and its
names declared to Cython below.
"""

cdef extern from *:
    """
    #include <stddef.h>

    /* T(technique, name, off in a search for a mate, what it does), then for each of its margins
       M(margin, default, minimum, maximum). Margins are centipawns, plies where they end in _depth, and
       1024ths of a ply where they add to a reduction. */
    #define KW_TECHNIQUES(T, M) \
        T(TRANSPOSITIONS,       "transposition table", 0, "reuse the results of earlier visits")               \
        T(ASPIRATION_WINDOWS,   "aspiration windows", 0, "search the root with a narrow window around the last score") \
            M(aspiration_depth,               5,    1,    12)                                                  \
            M(aspiration_delta,              13,    4,    60)                                                  \
            M(aspiration_max,               600,  100,  2000)                                                  \
        T(CORRECTION_HISTORY,   "correction history", 0, "correct the static evaluation by what searches found") \
            M(correction_divisor,             5,    2,    32)                                                  \
            M(correction_max,               256,   32,   512)                                                  \
        T(IMPROVING,            "improving", 0, "prune and reduce less while the evaluation rises")            \
        T(ITERATIVE_REDUCTION,  "internal iterative reduction", 0, "search less deep without a move from the table") \
            M(iterative_reduction_depth,      4,    2,    10)                                                  \
        T(REVERSE_FUTILITY,     "reverse futility", 1, "prune nodes far above beta")                           \
            M(reverse_futility_depth,         8,    1,    14)                                                  \
            M(reverse_futility_margin,       38,   20,   200)                                                  \
        T(RAZORING,             "razoring", 1, "leave nodes far below alpha to quiescence")                    \
            M(razoring_depth,                 3,    1,     8)                                                  \
            M(razoring_base,                203,    0,   600)                                                  \
            M(razoring_margin,              202,   50,   500)                                                  \
        T(NULL_MOVE_PRUNING,    "null move", 1, "prune nodes that fail high even after a null move")           \
            M(null_move_depth,                3,    1,     8)                                                  \
            M(null_move_base,                84,    0,   400)                                                  \
            M(null_move_slope,               21,    0,    60)                                                  \
            M(null_move_reduction,            4,    2,     7)                                                  \
            M(null_move_depth_divisor,        4,    2,     8)                                                  \
            M(null_move_eval_divisor,       189,   50,   500)                                                  \
            M(null_move_eval_max,             3,    0,     8)                                                  \
            M(null_move_verify_depth,        14,    6,    30)                                                  \
            M(null_move_verify_quarters,      3,    1,     4)                                                  \
        T(PROBCUT,              "probcut", 1, "prune nodes that a capture refutes by a margin")                \
            M(probcut_depth,                  5,    4,    10)                                                  \
            M(probcut_margin,               117,   50,   400)                                                  \
            M(probcut_improving,             63,    0,   150)                                                  \
            M(probcut_reduction,              4,    2,     5)                                                  \
        T(KILLERS,              "killers", 0, "try quiet moves early that refuted sibling nodes")              \
        T(BUTTERFLY_HISTORY,    "history", 0, "order quiet moves by their success so far")                     \
            M(history_bonus_slope,          170,   50,   400)                                                  \
            M(history_bonus_base,            80, -200,   300)                                                  \
            M(history_bonus_max,           1800,  500,  4000)                                                  \
        T(CONTINUATION_HISTORY, "continuation history", 0, "order quiet moves by the moves they follow")       \
        T(SEE_ORDERING,         "SEE ordering", 0, "try captures that lose material last")                     \
        T(LATE_MOVE_PRUNING,    "late-move pruning", 1, "skip quiet moves after many others")                  \
            M(late_move_base,                 5,    0,    12)                                                  \
        T(FUTILITY,             "futility", 1, "skip quiet moves that cannot reach alpha")                     \
            M(futility_depth,                 8,    1,    14)                                                  \
            M(futility_base,                 84,    0,   300)                                                  \
            M(futility_margin,               95,   30,   200)                                                  \
            M(futility_history_divisor,     109,   32,   512)                                                  \
        T(SEE_PRUNING,          "SEE pruning", 1, "skip moves that lose too much material")                    \
            M(see_noisy_depth,                9,    1,    16)                                                  \
            M(see_noisy_margin,             101,   30,   250)                                                  \
            M(see_quiet_base,                10,    0,   100)                                                  \
            M(see_quiet_margin,              24,    5,    80)                                                  \
        T(SINGULAR_EXTENSION,   "singular extension", 0, "extend a move that is better than all others")       \
            M(singular_depth,                 7,    4,    12)                                                  \
            M(singular_tt_depth,              3,    1,     6)                                                  \
            M(singular_margin,                2,    1,     6)                                                  \
        T(DOUBLE_EXTENSION,     "double extension", 0, "extend a singular move by two plies")                  \
            M(double_extension_margin,       20,    0,   100)                                                  \
            M(double_extension_max,           6,    1,    16)                                                  \
        T(NEGATIVE_EXTENSION,   "negative extension", 0, "reduce a move of the table that is not singular")    \
            M(negative_extension_beta,        2,    0,     4)                                                  \
            M(negative_extension_cut,         1,    0,     3)                                                  \
        T(LATE_MOVE_REDUCTION,  "late-move reduction", 0, "search late moves less deep at first")              \
            M(lmr_depth,                      2,    1,     6)                                                  \
            M(lmr_base,                      82,    0,   200)                                                  \
            M(lmr_divisor,                  165,  120,   400)                                                  \
            M(lmr_history_divisor,         9062, 3000, 20000)                                                  \
            M(lmr_tt_noisy,                 500,    0,  2000)                                                  \
            M(lmr_pv_node,                 1024,    0,  3000)                                                  \
            M(lmr_was_pv,                   600,    0,  2000)                                                  \
            M(lmr_cut_node,                1303,    0,  3000)                                                  \
            M(lmr_not_improving,            626,    0,  2000)                                                  \
            M(lmr_check,                    800,    0,  2000)                                                  \
            M(lmr_killer,                   700,    0,  2000)                                                  \
            M(lmr_deeper_base,               40,    0,   150)                                                  \
            M(lmr_deeper_slope,               2,    0,    10)                                                  \
            M(lmr_shallower,                  8,    0,    40)                                                  \
            M(lmr_root_depth,                 3,    1,     8)                                                  \
            M(lmr_root_moves,                 3,    1,    10)                                                  \
        T(QUIESCENCE_FUTILITY,  "quiescence futility", 0, "in quiescence, skip captures that cannot reach alpha") \
            M(qsearch_futility_margin,      166,   30,   400)

    #define KW_NOTHING(...)
    #define KW_INDEX(technique, ...) KW_##technique,
    #define KW_FIELD(margin, ...) int margin;
    #define KW_DEFAULT(margin, value, ...) .margin = value,
    #define KW_TECHNIQUE_ROW(technique, name, mate, text) {name, text, KW_##technique, mate, 0, 0, 0, 0},
    #define KW_MARGIN_ROW(margin, value, minimum, maximum) \
        {#margin, NULL, 0, 0, value, minimum, maximum, offsetof(kw_Margins, margin)},

    typedef enum {KW_TECHNIQUES(KW_INDEX, KW_NOTHING) KW_TECHNIQUE_COUNT} kw_Technique;
    typedef struct {KW_TECHNIQUES(KW_NOTHING, KW_FIELD)} kw_Margins;
    /* Constants, unless the build is for tuning or for finding bugs: variables cost 2 % of the speed. */
    #if defined(KIWIPETE_TUNING) || defined(KIWIPETE_CHECKS)
    #define KW_TUNABLE 1
    static kw_Margins kw_margins = {KW_TECHNIQUES(KW_NOTHING, KW_DEFAULT)};
    #else
    #define KW_TUNABLE 0
    static const kw_Margins kw_margins = {KW_TECHNIQUES(KW_NOTHING, KW_DEFAULT)};
    #endif

    /* A row without a text is a margin of the technique above it. */
    typedef struct {
        const char *name, *text;
        int technique, off_for_mate, value, minimum, maximum;
        size_t offset;
    } kw_TechniqueRow;
    static const kw_TechniqueRow kw_technique_rows[] = {KW_TECHNIQUES(KW_TECHNIQUE_ROW, KW_MARGIN_ROW)};
    #define KW_TECHNIQUE_ROWS ((int) (sizeof(kw_technique_rows) / sizeof(kw_TechniqueRow)))
    """
    ctypedef enum Technique "kw_Technique":
        TRANSPOSITIONS "KW_TRANSPOSITIONS"
        ASPIRATION_WINDOWS "KW_ASPIRATION_WINDOWS"
        CORRECTION_HISTORY "KW_CORRECTION_HISTORY"
        IMPROVING "KW_IMPROVING"
        ITERATIVE_REDUCTION "KW_ITERATIVE_REDUCTION"
        REVERSE_FUTILITY "KW_REVERSE_FUTILITY"
        RAZORING "KW_RAZORING"
        NULL_MOVE_PRUNING "KW_NULL_MOVE_PRUNING"
        PROBCUT "KW_PROBCUT"
        KILLERS "KW_KILLERS"
        BUTTERFLY_HISTORY "KW_BUTTERFLY_HISTORY"
        CONTINUATION_HISTORY "KW_CONTINUATION_HISTORY"
        SEE_ORDERING "KW_SEE_ORDERING"
        LATE_MOVE_PRUNING "KW_LATE_MOVE_PRUNING"
        FUTILITY "KW_FUTILITY"
        SEE_PRUNING "KW_SEE_PRUNING"
        SINGULAR_EXTENSION "KW_SINGULAR_EXTENSION"
        DOUBLE_EXTENSION "KW_DOUBLE_EXTENSION"
        NEGATIVE_EXTENSION "KW_NEGATIVE_EXTENSION"
        LATE_MOVE_REDUCTION "KW_LATE_MOVE_REDUCTION"
        QUIESCENCE_FUTILITY "KW_QUIESCENCE_FUTILITY"

    ctypedef struct Margins "kw_Margins":
        int aspiration_depth, aspiration_delta, aspiration_max
        int correction_divisor, correction_max
        int iterative_reduction_depth
        int reverse_futility_depth, reverse_futility_margin
        int razoring_depth, razoring_base, razoring_margin
        int null_move_depth, null_move_base, null_move_slope, null_move_reduction, null_move_depth_divisor
        int null_move_eval_divisor, null_move_eval_max, null_move_verify_depth, null_move_verify_quarters
        int probcut_depth, probcut_margin, probcut_improving, probcut_reduction
        int history_bonus_slope, history_bonus_base, history_bonus_max
        int late_move_base
        int futility_depth, futility_base, futility_margin, futility_history_divisor
        int see_noisy_depth, see_noisy_margin, see_quiet_base, see_quiet_margin
        int singular_depth, singular_tt_depth, singular_margin
        int double_extension_margin, double_extension_max
        int negative_extension_beta, negative_extension_cut
        int lmr_depth, lmr_base, lmr_divisor, lmr_history_divisor, lmr_tt_noisy, lmr_pv_node, lmr_was_pv
        int lmr_cut_node, lmr_not_improving, lmr_check, lmr_killer, lmr_deeper_base, lmr_deeper_slope, lmr_shallower
        int lmr_root_depth, lmr_root_moves
        int qsearch_futility_margin

    ctypedef struct TechniqueRow "kw_TechniqueRow":
        const char* name
        const char* text
        int technique, off_for_mate, value, minimum, maximum
        size_t offset

    const Margins MARGINS "kw_margins"
    const bint TUNABLE "KW_TUNABLE"
    const TechniqueRow[1] TECHNIQUE_ROWS "kw_technique_rows"
    int TECHNIQUE_ROW_COUNT "KW_TECHNIQUE_ROWS"
