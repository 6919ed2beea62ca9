"""A worker: everything that one thread needs to search, and what all threads of a search share."""

from kiwipete._core.kernel.make cimport Undo, make, make_null, unmake
from libc.stdint cimport int64_t

from kiwipete._core.kernel.memory cimport load, load_flag, store_flag, store_word, subtract
from kiwipete._core.kernel.move cimport MAX_MOVES, Move, NULL_MOVE, move_from, move_to
from kiwipete._core.kernel.position cimport Position
from kiwipete._core.kernel.repetition cimport is_repeated
from kiwipete._core.kernel.squares cimport promise, u64
from kiwipete._core.search.clock cimport Limits, NODES_BETWEEN_LOOKS, elapsed
from kiwipete._core.search.corrections cimport Corrections
from kiwipete._core.search.evaluation cimport nobody_can_win
from kiwipete._core.search.move_history cimport MoveHistory, NO_PIECE, Replies
from kiwipete._core.search.proof cimport can_be_played, is_sound, prove
from kiwipete._core.search.threads cimport Thread
from kiwipete._core.search.transposition cimport TranspositionTable
from kiwipete._core.search.value cimport MAX_PLY, NO_VALUE
from kiwipete._core.syzygy.library cimport Library

cdef enum:
    FRAMES_ABOVE = 4           # a node looks back four plies, also near the root
    MAX_HISTORY = 1024         # positions of the game that a worker remembers: more than any draw needs
    DRAW_PLIES = 100
    PLY = 1024                 # reductions are counted in parts of a ply
    FIRST_NODES = 4096         # so many may be searched after a stop, to complete the first iteration

# What can be switched off, to measure what it gives.
cdef enum Technique:
    NULL_MOVE_PRUNING = 1
    REVERSE_FUTILITY = 2
    RAZORING = 4
    PROBCUT = 8
    ITERATIVE_REDUCTION = 16
    LATE_MOVE_PRUNING = 32
    FUTILITY = 64
    HISTORY_PRUNING = 128
    EXCHANGE_PRUNING = 256
    SINGULAR_EXTENSION = 512
    LATE_MOVE_REDUCTION = 1024
    CORRECTION = 2048
    CONTINUATION_HISTORY = 4096
    KILLERS = 8192
    ASPIRATION = 16384
    IMPROVING = 32768
    HISTORY = 65536
    EXCHANGE_ORDERING = 131072
    DOUBLE_EXTENSION = 262144
    NEGATIVE_EXTENSION = 524288
    TRANSPOSITIONS = 1048576

# What a node leaves for the nodes below it, and finds from those above.
cdef struct Frame:
    Replies* replies           # what is known of answers to the move
    Move move                  # that is being searched; NULL_MOVE for a pass
    Move excluded              # that a singular search leaves out
    Move[2] killers            # quiet moves that refuted siblings
    int static_value           # NO_VALUE in check
    int reversible             # so many moves up to here can be undone by others
    int double_extensions      # on the way here

# What endgame tables say of a node: its value lies between these two.
cdef struct Known:
    int least
    int most

cdef struct RootMove:
    Move move
    int rank                   # by endgame tables: a move is only compared with those of the same rank
    int known                  # its value by endgame tables, or NO_VALUE
    int score                  # of this iteration, or -INFINITE if the move was not seen to be better
    int previous               # of the iteration before
    int depth_reached          # the longest line looked at
    u64 nodes                  # below it, in this search
    int length
    Move[MAX_PLY + 1] line

cdef struct Worker

ctypedef int (*Search)(Worker* w, int alpha, int beta, int depth, int ply, bint cut) noexcept nogil
ctypedef Known (*AskEndgames)(Worker* w, int alpha, int beta, int depth, int ply) noexcept nogil
ctypedef void (*Report)(Worker* w, int index, int depth, int bound) noexcept nogil

cdef struct Team:
    TranspositionTable table
    Limits limits
    int64_t free_nodes         # of the node limit: nodes that any worker may still take
    int pondering              # time does not run yet
    int count
    int lines                  # principal variations wanted
    unsigned int without       # techniques switched off
    int[64][64] reductions     # by depth and number of the move, in 1024ths of a ply
    Library* endgames          # the tables that are open, or NULL
    int endgame_pieces         # in the largest of them
    AskEndgames ask_endgames   # NULL in a search that does without
    Worker** workers
    void* owner                # the Searcher, for reports
    Report report
    # The recursive functions, made in searcher.pyx: within a window and around one value.
    Search search_window
    Search search_zero
    Search settle_window
    Search settle_zero

cdef struct Worker:
    Team* team
    int index                  # 0 watches the clock and reports
    Thread thread
    int stop                   # set by anybody, seen within a node
    bint forgets               # what it has learned, when it begins the next search
    Position position
    u64 nodes
    u64 next_look              # at the clock, by nodes
    u64 unstoppable            # nodes that are searched in spite of a stop; 0 once an iteration is complete
    int64_t own_nodes          # of the node limit: nodes that no other worker may take
    u64 table_hits             # answers of endgame tables
    int depth_reached
    int no_pass_before         # passing is off above this ply, while a pass is verified
    int root_count
    int root_first             # moves before it are better lines already found
    int root_end               # moves from here on are of another rank
    int completed              # the depth of the last iteration that was
    MoveHistory history
    Corrections corrections
    Frame[MAX_PLY + FRAMES_ABOVE + 4] frames
    u64[MAX_HISTORY + MAX_PLY + 4] keys   # of the game, then of the line; the root's is at root_key
    int root_key
    int[MAX_PLY + 2] lengths
    Move[MAX_PLY + 2][MAX_PLY + 2] lines  # principal variations by ply
    RootMove[MAX_MOVES] roots


cdef inline bint on(const Worker* w, Technique technique) noexcept nogil:
    return w.team.without & technique == 0


cdef inline Frame* frame_at(Worker* w, int ply) noexcept nogil:
    promise(-FRAMES_ABOVE <= ply < MAX_PLY + 4)
    return &w.frames[ply + FRAMES_ABOVE]


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


cdef inline u64 table_hits_of(Team* team) noexcept nogil:
    cdef u64 total = 0
    cdef int i
    for i in range(team.count):
        total += load(&team.workers[i].table_hits)
    return total


cdef inline int64_t take_nodes(Worker* w) noexcept nogil:
    """Take some of the nodes that the node limit leaves, and return how many; 0 if there are none.

    The first worker has a share of its own: the others must not use the nodes up before it has a move.
    """
    cdef int64_t wanted = NODES_BETWEEN_LOOKS
    cdef int64_t taken
    if w.team.count > 1:   # less, because those that others have taken are lost when the search ends
        wanted = max(1, min(wanted, <int64_t> w.team.limits.nodes // (8 * w.team.count)))
    if w.own_nodes > 0:
        taken = min(wanted, w.own_nodes)
        w.own_nodes -= taken
    else:
        taken = max(0, min(wanted, subtract(&w.team.free_nodes, wanted)))
    return taken


cdef inline void look_at_clock(Worker* w) noexcept nogil:
    """Stop the team if a hard limit is reached. A helper that gets no more nodes stops alone."""
    cdef Limits* limits = &w.team.limits
    cdef int64_t nodes = take_nodes(w) if limits.nodes else NODES_BETWEEN_LOOKS
    w.next_look = w.nodes + nodes
    if w.index:
        if nodes == 0:
            store_flag(&w.stop, 1)
    elif nodes == 0 or (limits.hard and not load_flag(&w.team.pondering) and elapsed(limits) >= limits.hard):
        stop_team(w.team)


cdef inline bint count_node(Worker* w) noexcept nogil:
    """False if the search is over."""
    if stopped(w):
        return False
    store_word(&w.nodes, w.nodes + 1)
    if w.nodes >= w.next_look:
        look_at_clock(w)
    return not stopped(w)


# Moves on the worker's own board, with the keys that repetition needs.

cdef inline void prepare(Worker* w, int ply, Move move) noexcept nogil:
    """Say which move is being searched, before it is made."""
    cdef Frame* frame = frame_at(w, ply)
    frame.move = move
    if move == NULL_MOVE:
        frame.replies = &w.history.replies[NO_PIECE][0]
    else:
        frame.replies = &w.history.replies[w.position.mailbox[move_from(move)]][move_to(move)]


cdef inline void go_down(Worker* w, int ply, Move move, Undo* undo) noexcept nogil:
    prove(can_be_played(&w.position, move))
    prepare(w, ply, move)
    if move == NULL_MOVE:
        make_null(&w.position, undo)
        frame_at(w, ply + 1).reversible = 0
    else:
        make(&w.position, move, undo)
        frame_at(w, ply + 1).reversible = frame_at(w, ply).reversible + 1 if w.position.halfmove_clock else 0
    w.keys[w.root_key + ply + 1] = w.position.key
    prove(is_sound(&w.position))


cdef inline void go_back(Worker* w, const Undo* undo) noexcept nogil:
    unmake(&w.position, undo)
    prove(is_sound(&w.position))


cdef inline bint is_drawn(Worker* w, int ply, bint in_check) noexcept nogil:
    """By repetition, material or the fifty moves; in check these may still have been mate."""
    if w.position.halfmove_clock >= DRAW_PLIES and not in_check:
        return True
    return nobody_can_win(&w.position) or is_repeated(
        &w.keys[w.root_key + ply], frame_at(w, ply).reversible, ply
    )


# The principal variation: a move, and then the line of the node behind it.

cdef inline void begin_line(Worker* w, int ply) noexcept nogil:
    w.lengths[ply] = 0
    if ply > w.depth_reached:
        w.depth_reached = ply


cdef inline void extend_line(Worker* w, int ply, Move move) noexcept nogil:
    cdef int i
    w.lines[ply][0] = move
    for i in range(w.lengths[ply + 1]):
        w.lines[ply][i + 1] = w.lines[ply + 1][i]
    w.lengths[ply] = w.lengths[ply + 1] + 1
