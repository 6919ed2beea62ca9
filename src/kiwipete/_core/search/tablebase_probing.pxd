"""Tablebase probing: a score for nodes of the search, and a rank for each root move.

The tables ignore the halfmove clock. So a node is probed only right after a
capture or a pawn move. At the root, where the clock may have any value, the
distance to the next capture or pawn move (DTZ) decides.
"""

from kiwipete._core.hot cimport count_moves, find_threats
from kiwipete._core.kernel.memory cimport store_word
from kiwipete._core.kernel.move cimport Move, NULL_MOVE
from kiwipete._core.kernel.squares cimport u64
from kiwipete._core.kernel.types cimport Threats, Undo
from kiwipete._core.search.iterative_deepening cimport sort_root_moves
from kiwipete._core.search.node cimport DRAW_PLIES, is_draw, make_move, unmake_move
from kiwipete._core.search.score cimport EXACT, INFINITE, LOWER, MAX_PLY, NO_SCORE, TB_WIN, UPPER
from kiwipete._core.search.transposition_table cimport tt_store
from kiwipete._core.search.worker cimport RootMove, STACK_OFFSET, TablebaseBounds, Worker
from kiwipete._core.syzygy.material cimport pieces_on
from kiwipete._core.syzygy.probe cimport Probe, distance_before_zeroing, open_probe
from kiwipete._core.tablebase cimport ask_dtz, ask_wdl, has_table

cdef enum:
    EXTRA_DEPTH = 6      # plies that a result is stored deeper than the node: it is certain
    WIN_RANK = 20000     # of moves that win before the fifty-move rule
    LATE_RANK = 10000    # of moves that win too late, less the plies they take


cdef inline int score_of_wdl(int wdl, int ply) noexcept nogil:
    """Return the score of a WDL value; a win that the fifty-move rule spoils is hardly more than a draw."""
    return TB_WIN - ply if wdl == 2 else ply - TB_WIN if wdl == -2 else wdl


cdef inline TablebaseBounds probe_node(Worker* w, int alpha, int beta, int depth, int ply) noexcept nogil:
    """Return the bounds that the tables give a node; they are equal if the node needs no search."""
    cdef int score, wdl
    cdef TablebaseBounds bounds
    cdef Probe probe
    bounds.lower = -INFINITE
    bounds.upper = INFINITE
    if w.position.halfmove_clock or pieces_on(&w.position) > w.team.tablebase_pieces or not has_table(&w.position):
        return bounds
    open_probe(&probe, w.team.tablebase)
    wdl = ask_wdl(&probe, &w.position)
    if probe.fault:
        return bounds
    store_word(&w.tb_hits, w.tb_hits + 1)
    score = score_of_wdl(wdl, ply)
    # A win is a lower bound, because the search may find a mate; a loss is an upper bound.
    if wdl != -2:
        bounds.lower = score
    if wdl != 2:
        bounds.upper = score
    if bounds.lower >= beta or bounds.upper <= alpha or bounds.lower == bounds.upper:
        tt_store(
            &w.team.tt, w.position.key, ply, NULL_MOVE, score, NO_SCORE, min(depth + EXTRA_DEPTH, MAX_PLY - 1),
            LOWER if wdl == 2 else UPPER if wdl == -2 else EXACT, False,
        )
        bounds.lower = bounds.upper = score
    return bounds


# What a root move leads to by the tables.
cdef struct RootProbe:
    bint mates
    int wdl
    int plies    # to the next capture or pawn move, this one included; negative for the side that loses


cdef inline RootProbe probe_root_move(Worker* w, Probe* probe, Move move, bint use_dtz) noexcept nogil:
    """Make a root move and probe the tables, unless the game's history makes it a draw."""
    cdef RootProbe outcome
    cdef Threats threats
    cdef Undo undo
    cdef bint in_check
    outcome.mates = False
    outcome.wdl = outcome.plies = 0
    make_move(w, 0, move, &undo)
    find_threats(&w.position.boards, w.position.turn, &threats)
    in_check = threats.checkers != 0
    if in_check and count_moves(&w.position) == 0:
        outcome.mates = True
        outcome.wdl = 2
        outcome.plies = 1
    elif not is_draw(w, 1, in_check):
        outcome.wdl = -ask_wdl(probe, &w.position)
        if w.position.halfmove_clock == 0:
            outcome.plies = distance_before_zeroing(outcome.wdl)
        elif use_dtz and outcome.wdl != 0:
            outcome.plies = -ask_dtz(probe, &w.position) + (1 if outcome.wdl > 0 else -1)
    unmake_move(w, &undo)
    return outcome


cdef inline bint has_repeated(const Worker* w) noexcept nogil:
    """Has a position been repeated since the last capture or pawn move? Then the search makes no progress."""
    cdef int reversible = w.stack[STACK_OFFSET].reversible
    cdef const u64* last = &w.keys[w.root_key]
    cdef int later, earlier
    for later in range(reversible + 1):
        for earlier in range(later + 4, reversible + 1, 2):
            if last[-later] == last[-earlier]:
                return True
    return False


cdef inline void rank_by_dtz(RootMove* root, const RootProbe* outcome, int clock, bint repeated) noexcept nogil:
    """Rank a move by its result under the fifty-move rule.

    All moves that win in time rank alike, and the search chooses among them until a
    position is repeated; from then on the shortest way ranks first. A loss is
    delayed if the fifty-move rule may save it.
    """
    cdef int plies = outcome.plies
    cdef int late = clock + (plies if plies > 0 else -plies)
    if plies == 0:
        root.tb_rank = root.tb_score = 0
    elif outcome.mates or (plies > 0 and late < DRAW_PLIES):
        root.tb_rank = WIN_RANK - (plies if repeated else 0)
        root.tb_score = TB_WIN
    elif plies > 0:
        root.tb_rank = LATE_RANK - late
        root.tb_score = 1
    else:
        root.tb_rank = late - LATE_RANK if late - plies >= DRAW_PLIES else -WIN_RANK
        root.tb_score = -TB_WIN if late < DRAW_PLIES else -1


cdef inline void rank_by_wdl(RootMove* root, int wdl) noexcept nogil:
    root.tb_rank = LATE_RANK * wdl
    root.tb_score = score_of_wdl(wdl, 0)


cdef inline bint rank_moves(Worker* w, bint use_dtz) noexcept nogil:
    """Rank all root moves and sort them; False if a table is missing, and then none is ranked."""
    cdef bint repeated = has_repeated(w)
    cdef int clock = w.position.halfmove_clock
    cdef RootProbe outcome
    cdef Probe probe
    cdef int i
    open_probe(&probe, w.team.tablebase)
    for i in range(w.root_count):
        outcome = probe_root_move(w, &probe, w.root_moves[i].move, use_dtz)
        if probe.fault:
            break
        if use_dtz:
            rank_by_dtz(&w.root_moves[i], &outcome, clock, repeated)
        else:
            rank_by_wdl(&w.root_moves[i], outcome.wdl)
    if probe.fault:
        for i in range(w.root_count):
            w.root_moves[i].tb_rank = 0
            w.root_moves[i].tb_score = NO_SCORE
        return False
    w.tb_hits += w.root_count
    sort_root_moves(w, 0, w.root_count)
    return True


cdef inline bint rank_root_moves(Worker* w) noexcept nogil:
    """Rank the root moves if the tables have the root; True if the search should probe too.

    It shouldn't if DTZ ranks the moves, or none wins: all nodes would have the same score.
    """
    if pieces_on(&w.position) > w.team.tablebase_pieces or not has_table(&w.position):
        return True
    if rank_moves(w, True):
        return False
    return not rank_moves(w, False) or w.root_moves[0].tb_score == TB_WIN
