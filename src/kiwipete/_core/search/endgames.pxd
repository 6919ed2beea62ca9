"""Endgame tables in the search: the value of a node, and a rank for each move of the root.

The tables do not know the clock of the fifty moves. So a node is looked up only
right after a capture or a pawn's move; and at the root, where the clock may
stand anywhere, the distance to the next such move decides.
"""

from kiwipete._core.hot cimport count_moves
from kiwipete._core.kernel.make cimport Undo
from kiwipete._core.kernel.memory cimport store_word
from kiwipete._core.kernel.move cimport Move, NULL_MOVE
from kiwipete._core.kernel.squares cimport u64
from kiwipete._core.kernel.threats cimport Threats, find_threats
from kiwipete._core.search.root cimport sort_roots
from kiwipete._core.search.transposition cimport remember
from kiwipete._core.search.value cimport EXACT, INFINITE, LOWER, MAX_PLY, NO_VALUE, TABLE_WIN, UPPER
from kiwipete._core.search.worker cimport (
    DRAW_PLIES, FRAMES_ABOVE, Known, RootMove, Worker, go_back, go_down, is_drawn,
)
from kiwipete._core.syzygy.material cimport pieces_on
from kiwipete._core.syzygy.probe cimport Probe, distance_before_zeroing, open_probe
from kiwipete._core.tablebase cimport ask_dtz, ask_wdl, has_table

cdef enum:
    SURE_DEPTH = 6       # plies that an answer counts for more than a search of its depth
    SURE_RANK = 20000    # of moves that win within the fifty moves
    LATE_RANK = 10000    # of those that win too late, less the plies they take


cdef inline int value_of(int wdl, int ply) noexcept nogil:
    """A table's value in the search's terms; what the fifty-move rule spoils is hardly more than a draw."""
    return TABLE_WIN - ply if wdl == 2 else ply - TABLE_WIN if wdl == -2 else wdl


cdef inline Known ask(Worker* w, int alpha, int beta, int depth, int ply) noexcept nogil:
    """What the tables say of a node; both ends are the same if that decides it."""
    cdef int value, wdl
    cdef Known known
    cdef Probe probe
    known.least = -INFINITE
    known.most = INFINITE
    if w.position.halfmove_clock or pieces_on(&w.position) > w.team.endgame_pieces or not has_table(&w.position):
        return known
    open_probe(&probe, w.team.endgames)
    wdl = ask_wdl(&probe, &w.position)
    if probe.fault:
        return known
    store_word(&w.table_hits, w.table_hits + 1)
    value = value_of(wdl, ply)
    # A win may be a mate, which is better, and a loss worse.
    if wdl != -2:
        known.least = value
    if wdl != 2:
        known.most = value
    if known.least >= beta or known.most <= alpha or known.least == known.most:
        remember(
            &w.team.table, w.position.key, ply, NULL_MOVE, value, NO_VALUE, min(depth + SURE_DEPTH, MAX_PLY - 1),
            LOWER if wdl == 2 else UPPER if wdl == -2 else EXACT, False,
        )
        known.least = known.most = value
    return known


# What playing a move of the root means by the tables.
cdef struct Outlook:
    bint mates
    int wdl
    int plies    # to the next capture or pawn move, this one included; negative for the side that loses


cdef inline Outlook look_ahead(Worker* w, Probe* probe, Move move, bint distances) noexcept nogil:
    """Play a move and ask the tables; what is drawn by the game's history is drawn."""
    cdef Outlook outlook
    cdef Threats threats
    cdef Undo undo
    cdef bint in_check
    outlook.mates = False
    outlook.wdl = outlook.plies = 0
    go_down(w, 0, move, &undo)
    find_threats(&w.position.boards, w.position.turn, &threats)
    in_check = threats.checkers != 0
    if in_check and count_moves(&w.position) == 0:
        outlook.mates = True
        outlook.wdl = 2
        outlook.plies = 1
    elif not is_drawn(w, 1, in_check):
        outlook.wdl = -ask_wdl(probe, &w.position)
        if w.position.halfmove_clock == 0:
            outlook.plies = distance_before_zeroing(outlook.wdl)
        elif distances and outlook.wdl != 0:
            outlook.plies = -ask_dtz(probe, &w.position) + (1 if outlook.wdl > 0 else -1)
    go_back(w, &undo)
    return outlook


cdef inline bint has_repeated(const Worker* w) noexcept nogil:
    """Has any position stood twice since the last capture or pawn move? Then the search makes no headway."""
    cdef int reversible = w.frames[FRAMES_ABOVE].reversible
    cdef const u64* last = &w.keys[w.root_key]
    cdef int later, earlier
    for later in range(reversible + 1):
        for earlier in range(later + 4, reversible + 1, 2):
            if last[-later] == last[-earlier]:
                return True
    return False


cdef inline void rank_by_distance(RootMove* root, const Outlook* outlook, int clock, bint repeated) noexcept nogil:
    """Rank a move by whether its result comes before the fifty moves are over.

    All that win in time are equal, and the search chooses, until it has let a
    position come again: then the shortest way is best. A loss is put off once the
    fifty moves may end before it.
    """
    cdef int plies = outlook.plies
    cdef int late = clock + (plies if plies > 0 else -plies)
    if plies == 0:
        root.rank = root.known = 0
    elif outlook.mates or (plies > 0 and late < DRAW_PLIES):
        root.rank = SURE_RANK - (plies if repeated else 0)
        root.known = TABLE_WIN
    elif plies > 0:
        root.rank = LATE_RANK - late
        root.known = 1
    else:
        root.rank = late - LATE_RANK if late - plies >= DRAW_PLIES else -SURE_RANK
        root.known = -TABLE_WIN if late < DRAW_PLIES else -1


cdef inline void rank_by_result(RootMove* root, int wdl) noexcept nogil:
    root.rank = LATE_RANK * wdl
    root.known = value_of(wdl, 0)


cdef inline bint rank_roots(Worker* w, bint distances) noexcept nogil:
    """Rank all moves of the root, best first; False if a table is missing, and then all are equal."""
    cdef bint repeated = has_repeated(w)
    cdef int clock = w.position.halfmove_clock
    cdef Outlook outlook
    cdef Probe probe
    cdef int i
    open_probe(&probe, w.team.endgames)
    for i in range(w.root_count):
        outlook = look_ahead(w, &probe, w.roots[i].move, distances)
        if probe.fault:
            break
        if distances:
            rank_by_distance(&w.roots[i], &outlook, clock, repeated)
        else:
            rank_by_result(&w.roots[i], outlook.wdl)
    if probe.fault:
        for i in range(w.root_count):
            w.roots[i].rank = 0
            w.roots[i].known = NO_VALUE
        return False
    w.table_hits += w.root_count
    sort_roots(w, 0, w.root_count)
    return True


cdef inline bint rank_by_tables(Worker* w) noexcept nogil:
    """Rank the moves of a root that the tables have; True if the search should ask them too.

    Where distances rank the moves, or no move wins, it goes its own way: it would
    hear the same of every move.
    """
    if pieces_on(&w.position) > w.team.endgame_pieces or not has_table(&w.position):
        return True
    if rank_roots(w, True):
        return False
    return not rank_roots(w, False) or w.roots[0].known == TABLE_WIN
