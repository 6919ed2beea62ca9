"""Workers and their team: all that one thread needs to search, and what the threads of a search share."""

from libc.stdint cimport int64_t

from kiwipete._core.kernel.memory cimport load, load_flag, store_flag, store_word, subtract
from kiwipete._core.kernel.move cimport MAX_MOVES, Move
from kiwipete._core.kernel.squares cimport u64
from kiwipete._core.kernel.types cimport Position
from kiwipete._core.network cimport Accumulators
from kiwipete._core.search.history cimport ContinuationHistory, CorrectionHistory, History
from kiwipete._core.search.score cimport MAX_PLY
from kiwipete._core.search.techniques cimport Technique
from kiwipete._core.search.threads cimport Thread
from kiwipete._core.search.time_management cimport Limits, NODES_BETWEEN_CHECKS, elapsed
from kiwipete._core.search.transposition_table cimport TranspositionTable
from kiwipete._core.syzygy.library cimport Library

cdef enum:
    STACK_OFFSET = 4           # entries above the root: a node looks back four plies
    MAX_HISTORY = 1024         # positions of the game that a worker keeps: more than any draw needs
    FIRST_NODES = 4096         # searched even after a stop, to complete the first iteration

# One ply of the line being searched: what a node leaves for the nodes below it.
cdef struct StackEntry:
    ContinuationHistory* continuation   # of the move
    Move move                  # being searched; NULL_MOVE for a null move
    Move excluded              # the move that a singular search leaves out
    Move[2] killers            # quiet moves that failed high in sibling nodes
    int static_eval            # NO_SCORE in check
    int reversible             # moves since the last capture or pawn move, null moves aside
    int double_extensions      # on the way here

# What the tablebase says of a node: its score lies between these two.
cdef struct TablebaseBounds:
    int lower
    int upper

cdef struct RootMove:
    Move move
    int tb_rank                # a move is compared only with moves of the same tablebase rank
    int tb_score               # NO_SCORE if the tablebase doesn't have it
    int score                  # in this iteration; -INFINITE unless the move raised alpha
    int previous_score         # in the iteration before
    int sel_depth              # length of the longest line searched
    u64 nodes                  # below it, in this search
    int pv_length
    Move[MAX_PLY + 1] pv

cdef struct Worker

ctypedef int (*Search)(Worker* w, int alpha, int beta, int depth, int ply, bint cut_node) noexcept nogil
ctypedef int (*QSearch)(Worker* w, int alpha, int beta, int ply) noexcept nogil
ctypedef TablebaseBounds (*ProbeTablebase)(Worker* w, int alpha, int beta, int depth, int ply) noexcept nogil
ctypedef void (*Report)(Worker* w, int index, int depth, int bound) noexcept nogil

cdef struct Team:
    TranspositionTable tt
    Limits limits
    int64_t free_nodes         # of the node limit: nodes that any worker may still take
    int pondering              # the limits of time do not apply yet
    int count
    int multi_pv               # principal variations wanted
    unsigned int without       # techniques switched off
    int[64][64] reductions     # by depth and move count, in 1024ths of a ply
    Library* tablebase         # the open tables, or NULL
    int tablebase_pieces       # in the largest of them
    ProbeTablebase probe_tablebase   # NULL to search without tables
    Worker** workers
    void* owner                # the Searcher, for reports
    Report report
    # The recursive functions, instantiated in searcher.pyx.
    Search search_pv
    Search search_non_pv
    QSearch qsearch_pv
    QSearch qsearch_non_pv

cdef struct Worker:
    Team* team
    int index                  # worker 0 checks the limits and reports
    Thread thread
    int stop                   # any thread may set it; the worker sees it within a node
    bint forgets               # clear the histories when the next search begins
    Position position
    Accumulators* accumulators   # of the network along the line; NULL to evaluate without one
    u64 nodes
    u64 next_check             # of the limits, by nodes
    u64 unstoppable            # nodes searched in spite of a stop; 0 once an iteration is complete
    int64_t own_nodes          # of the node limit: nodes that no other worker may take
    u64 tb_hits
    int sel_depth
    int null_move_min_ply      # no null move above this ply, while one is being verified
    int root_count
    int root_first             # the root moves before it are better lines, already searched
    int root_end               # the root moves from here on have another tablebase rank
    int completed_depth        # of the last complete iteration
    History history
    CorrectionHistory correction_history
    StackEntry[MAX_PLY + STACK_OFFSET + 4] stack
    u64[MAX_HISTORY + MAX_PLY + 4] keys   # of the game, then of the line; the root's is at root_key
    int root_key
    int[MAX_PLY + 2] pv_lengths
    Move[MAX_PLY + 2][MAX_PLY + 2] pv_table   # principal variations by ply
    RootMove[MAX_MOVES] root_moves


cdef inline bint enabled(const Worker* w, Technique technique) noexcept nogil:
    return w.team.without & (<unsigned int> 1 << technique) == 0


cdef inline bint stopped(Worker* w) noexcept nogil:
    return load_flag(&w.stop) != 0 and w.nodes >= w.unstoppable


cdef inline void stop_team(Team* team) noexcept nogil:
    cdef int i
    for i in range(team.count):
        store_flag(&team.workers[i].stop, 1)


cdef inline u64 nodes_of(Team* team) noexcept nogil:
    cdef u64 total = 0
    cdef int i
    for i in range(team.count):
        total += load(&team.workers[i].nodes)
    return total


cdef inline u64 tb_hits_of(Team* team) noexcept nogil:
    cdef u64 total = 0
    cdef int i
    for i in range(team.count):
        total += load(&team.workers[i].tb_hits)
    return total


cdef inline int64_t take_nodes(Worker* w) noexcept nogil:
    """Take some of the nodes that the node limit leaves, and return how many; 0 if there are none.

    The first worker has a share of its own: the others must not use the nodes up before it has a move.
    """
    cdef int64_t wanted = NODES_BETWEEN_CHECKS
    cdef int64_t taken
    if w.team.count > 1:   # less, because those that others have taken are lost when the search ends
        wanted = max(1, min(wanted, <int64_t> w.team.limits.nodes // (8 * w.team.count)))
    if w.own_nodes > 0:
        taken = min(wanted, w.own_nodes)
        w.own_nodes -= taken
    else:
        taken = max(0, min(wanted, subtract(&w.team.free_nodes, wanted)))
    return taken


cdef inline void check_limits(Worker* w) noexcept nogil:
    """Stop the team if a hard limit is reached. A helper that gets no more nodes stops alone."""
    cdef Limits* limits = &w.team.limits
    cdef int64_t nodes = take_nodes(w) if limits.nodes else NODES_BETWEEN_CHECKS
    w.next_check = w.nodes + nodes
    if w.index:
        if nodes == 0:
            store_flag(&w.stop, 1)
    elif nodes == 0 or (limits.hard and not load_flag(&w.team.pondering) and elapsed(limits) >= limits.hard):
        stop_team(w.team)


cdef inline bint count_node(Worker* w) noexcept nogil:
    """Count a node; False if the search is stopped."""
    if stopped(w):
        return False
    store_word(&w.nodes, w.nodes + 1)
    if w.nodes >= w.next_check:
        check_limits(w)
    return not stopped(w)
