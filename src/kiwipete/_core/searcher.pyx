"""The searcher: the search's recursive functions, and a class that sets up searches and reports.

Built for each kind of processor like the hot module, which it calls for lists
of moves; the rest of the kernel is inlined. Everything below `Searcher` runs
without the GIL.
"""

from libc.math cimport log
from libc.stdint cimport int64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset, strerror

from kiwipete._core.core cimport bits_of_move, copy_keys, shared_move, state_of
from kiwipete._core.hot cimport Tables, list_moves, tables
from kiwipete._core.kernel.attacks cimport adopt_attack_tables
from kiwipete._core.kernel.memory cimport store_flag, store_word
from kiwipete._core.kernel.move cimport MAX_MOVES, Move
from kiwipete._core.kernel.scores cimport adopt_score_tables
from kiwipete._core.kernel.squares cimport u64
from kiwipete._core.kernel.state cimport State
from kiwipete._core.kernel.zobrist cimport adopt_key_tables
from kiwipete._core.rules cimport is_trusted
from kiwipete._core.search.alpha_beta cimport search
from kiwipete._core.search.clock cimport elapsed, start_clock
from kiwipete._core.search.corrections cimport Corrections
from kiwipete._core.search.deepening cimport deepen
from kiwipete._core.search.endgames cimport ask, rank_by_tables
from kiwipete._core.search.evaluation cimport evaluate
from kiwipete._core.search.move_history cimport MoveHistory
from kiwipete._core.search.proof cimport PROVING
from kiwipete._core.search.quiescence cimport settle
from kiwipete._core.search.threads cimport join_thread, start_thread
from kiwipete._core.search.transposition cimport (
    TranspositionTable, clear_transpositions, close_transpositions, grow_older, open_transpositions, permille_full,
)
from kiwipete._core.search.value cimport (
    EXACT, INFINITE, MATE, MATE_BOUND, MAX_PLY, NO_VALUE, is_mate, shown,
)
from kiwipete._core.search.worker cimport (
    ASPIRATION, CONTINUATION_HISTORY, CORRECTION, DOUBLE_EXTENSION, EXCHANGE_ORDERING,
    EXCHANGE_PRUNING, FRAMES_ABOVE, FUTILITY, HISTORY, HISTORY_PRUNING, IMPROVING, ITERATIVE_REDUCTION, KILLERS, Known,
    LATE_MOVE_PRUNING, LATE_MOVE_REDUCTION, MAX_HISTORY, NEGATIVE_EXTENSION, NULL_MOVE_PRUNING, PROBCUT, RAZORING,
    REVERSE_FUTILITY, RootMove, SINGULAR_EXTENSION, TRANSPOSITIONS, Team, Worker, nodes_of, stop_team,
    table_hits_of,
)
from kiwipete._core.syzygy.library cimport Volume
from kiwipete._core.syzygy.material cimport pieces_in
from kiwipete._core.syzygy.table cimport WDL
from kiwipete._core.tablebase cimport OpenLibrary, TableReader

from kiwipete._core.line import Bound, Line
from kiwipete.errors import ImpossiblePositionError

cdef Tables shared = tables()
adopt_attack_tables(shared.attacks)
adopt_key_tables(shared.keys)
adopt_score_tables(shared.scores)

# Does this build prove every move it makes?
PROVES = bool(PROVING)

# What can be left out, to measure what it gives.
TECHNIQUES = {
    "null move": NULL_MOVE_PRUNING,
    "reverse futility": REVERSE_FUTILITY,
    "razoring": RAZORING,
    "probcut": PROBCUT,
    "iterative reduction": ITERATIVE_REDUCTION,
    "late-move pruning": LATE_MOVE_PRUNING,
    "futility": FUTILITY,
    "history pruning": HISTORY_PRUNING,
    "exchange pruning": EXCHANGE_PRUNING,
    "singular extension": SINGULAR_EXTENSION,
    "late-move reduction": LATE_MOVE_REDUCTION,
    "correction": CORRECTION,
    "continuation history": CONTINUATION_HISTORY,
    "killers": KILLERS,
    "aspiration": ASPIRATION,
    "improving": IMPROVING,
    "history": HISTORY,
    "exchange ordering": EXCHANGE_ORDERING,
    "double extension": DOUBLE_EXTENSION,
    "negative extension": NEGATIVE_EXTENSION,
    "transposition table": TRANSPOSITIONS,
}

# A search for a mate believes no evaluation.
PRUNING = (
    NULL_MOVE_PRUNING | REVERSE_FUTILITY | RAZORING | PROBCUT | LATE_MOVE_PRUNING | FUTILITY | HISTORY_PRUNING
    | EXCHANGE_PRUNING
)


cdef enum:
    # A singular search looks at a node twice, so a line has two frames a ply, of 4.5 KB each in a release and
    # several times that with sanitizers. The rest is for reports, which run Python on the same stack.
    STACK = MAX_PLY * 2 * (16 << 10) + (1 << 20)

cdef double LONGEST = 1e9               # seconds; more would overflow
cdef u64 MOST_NODES = <u64> 1 << 62
cdef tuple BOUNDS = tuple(Bound)        # by what the search calls them


cdef int search_window(Worker* w, int alpha, int beta, int depth, int ply, bint cut) noexcept nogil:
    return search(w, alpha, beta, depth, ply, cut, True)


cdef int search_zero(Worker* w, int alpha, int beta, int depth, int ply, bint cut) noexcept nogil:
    return search(w, alpha, beta, depth, ply, cut, False)


cdef int settle_window(Worker* w, int alpha, int beta, int depth, int ply, bint cut) noexcept nogil:
    return settle(w, alpha, beta, ply, True)


cdef int settle_zero(Worker* w, int alpha, int beta, int depth, int ply, bint cut) noexcept nogil:
    return settle(w, alpha, beta, ply, False)


cdef Known ask_endgames(Worker* w, int alpha, int beta, int depth, int ply) noexcept nogil:
    return ask(w, alpha, beta, depth, ply)


cdef void report(Worker* w, int index, int depth, int bound) noexcept with gil:
    """Report a line to the caller; an exception there ends the search and is raised when it has ended."""
    cdef Searcher searcher = <Searcher> w.team.owner
    try:
        searcher.callback(searcher.line(w, index, depth, bound))
    except BaseException as error:
        searcher.failure = error
        searcher.stop()


cdef void work(void* worker) noexcept nogil:
    """Search with one worker: the first until a limit is reached, the others until it has ended."""
    cdef Worker* w = <Worker*> worker
    if w.forgets:
        memset(&w.history, 0, sizeof(MoveHistory))
        memset(&w.corrections, 0, sizeof(Corrections))
        w.forgets = False
    deepen(w)


cdef int work_together(Team* team) noexcept nogil:
    """Search with the whole team, each on a thread of its own; 0, or the error that a thread could not start for.

    The first worker starts last: it alone reports, so a team that is not complete reports nothing.
    """
    cdef int first_started = team.count
    cdef int error = 0
    cdef int i
    while first_started and not error:
        i = first_started - 1
        team.workers[i].thread.work = work
        team.workers[i].thread.argument = team.workers[i]
        error = start_thread(&team.workers[i].thread, STACK)
        if not error:
            first_started = i
    if error:
        stop_team(team)
    for i in range(first_started, team.count):
        join_thread(&team.workers[i].thread)
    return error


cdef void begin_counts(Worker* w) noexcept nogil:
    """Count from 0, here, because the first worker may count all nodes before the others begin."""
    store_word(&w.nodes, 0)
    store_word(&w.table_hits, 0)
    store_flag(&w.stop, 0)
    w.own_nodes = 0


cdef void set_up_as(Worker* w, const Worker* first) noexcept nogil:
    """Give a worker the same position and root moves as the first."""
    w.position = first.position
    w.root_key = first.root_key
    memcpy(w.keys, first.keys, (first.root_key + 1) * sizeof(u64))
    w.frames[FRAMES_ABOVE].reversible = first.frames[FRAMES_ABOVE].reversible
    w.root_count = first.root_count
    memcpy(w.roots, first.roots, first.root_count * sizeof(RootMove))
    begin_counts(w)


cdef void dismiss(Worker** workers, int count) noexcept:
    cdef int i
    if workers != NULL:
        for i in range(count):
            free(workers[i])
        free(workers)


cdef class Searcher:
    """A team of workers with one table: `begin` a search, then `run` it."""

    cdef Team team
    cdef OpenLibrary tables
    cdef object callback
    cdef object failure
    cdef unsigned long long number   # of the search that was begun last
    cdef bint is_busy                # searching or clearing; set and cleared under the GIL

    def __cinit__(self):
        memset(&self.team, 0, sizeof(Team))

    def __init__(self, int threads=1, size_t hash_mb=16):
        cdef int depth, number
        self.team.owner = <void*> self
        self.team.search_window = search_window
        self.team.search_zero = search_zero
        self.team.settle_window = settle_window
        self.team.settle_zero = settle_zero
        for depth in range(1, 64):
            for number in range(1, 64):
                self.team.reductions[depth][number] = <int> (1024 * (0.75 + log(depth) * log(number) / 2.1))
        self.resize(hash_mb)
        self.hire(threads)

    def __dealloc__(self):
        dismiss(self.team.workers, self.team.count)
        close_transpositions(&self.team.table)

    cdef int check_idle(self) except -1:
        """Raise RuntimeError if there is a search, which reads what the caller means to change."""
        if self.is_busy:
            raise RuntimeError("a search is running")
        return 0

    def hire(self, int threads):
        """Have so many workers, all of them new; MemoryError leaves the old ones."""
        cdef Worker** workers
        cdef int i
        self.check_idle()
        if threads < 1:
            raise ValueError(f"expected at least one thread, got {threads}")
        workers = <Worker**> calloc(threads, sizeof(Worker*))
        for i in range(threads if workers != NULL else 0):
            workers[i] = <Worker*> calloc(1, sizeof(Worker))
            if workers[i] == NULL:
                break
            workers[i].team = &self.team
            workers[i].index = i
        if workers == NULL or workers[threads - 1] == NULL:
            dismiss(workers, threads)
            raise MemoryError(f"no room for {threads} threads")
        dismiss(self.team.workers, self.team.count)
        self.team.workers = workers
        self.team.count = threads

    def resize(self, size_t hash_mb):
        """Have an empty table of this size."""
        cdef TranspositionTable table
        cdef bint is_open
        self.check_idle()
        self.is_busy = True
        with nogil:
            is_open = open_transpositions(&table, hash_mb)
        self.is_busy = False
        if not is_open:
            raise MemoryError(f"no room for a table of {hash_mb} MB")
        close_transpositions(&self.team.table)
        self.team.table = table

    def use_tables(self, TableReader reader):
        """Ask these endgame tables from now on, or none."""
        cdef Volume* volume
        self.check_idle()
        self.tables = None if reader is None else reader.opened
        self.team.endgames = NULL if reader is None else self.tables.library
        self.team.endgame_pieces = 0
        volume = NULL if reader is None else self.tables.library.volumes
        while volume != NULL:
            if volume.kind == WDL:
                self.team.endgame_pieces = max(self.team.endgame_pieces, pieces_in(volume.material))
            volume = volume.next

    def clear(self):
        """Forget everything that was learned."""
        cdef int i
        self.check_idle()
        self.is_busy = True
        with nogil:
            clear_transpositions(&self.team.table)
        self.is_busy = False
        for i in range(self.team.count):
            self.team.workers[i].forgets = True

    def begin(
        self, board, *, int depth=MAX_PLY, u64 nodes=0, double soft=0, double hard=0, int mate=0, int lines=1,
        double slow=0, root_moves=None, bint ponder=False, unsigned int without=0, callback=None,
    ):
        """Set up a search and return its number, for `stop`.

        Times are seconds, and 0 is no limit; after `slow` seconds the moves of the root
        are reported as they begin; `root_moves` are the legal moves to begin with.
        """
        cdef Worker* first = self.team.workers[0]
        cdef int i
        allowed = None if root_moves is None else {bits_of_move(move) for move in root_moves}
        self.check_idle()
        self.set_up(first, board, allowed)
        self.team.ask_endgames = NULL
        if self.team.endgames != NULL and first.root_count and not mate:
            with nogil:
                if rank_by_tables(first):
                    self.team.ask_endgames = ask_endgames
        for i in range(1, self.team.count):
            set_up_as(self.team.workers[i], first)
        start_clock(&self.team.limits)
        self.team.limits.soft = <int64_t> (1e6 * min(soft, LONGEST))
        self.team.limits.hard = <int64_t> (1e6 * min(hard, LONGEST))
        self.team.limits.slow = <int64_t> (1e6 * min(slow, LONGEST))
        self.team.limits.nodes = min(nodes, MOST_NODES)
        self.team.limits.depth = depth
        self.team.limits.mate = mate
        first.own_nodes = <int64_t> max(self.team.limits.nodes // self.team.count, 1)
        self.team.free_nodes = <int64_t> self.team.limits.nodes - first.own_nodes
        self.team.lines = lines
        self.team.without = without | (PRUNING if mate else 0)
        self.team.table.is_off = without & TRANSPOSITIONS != 0
        self.team.report = NULL
        if callback is not None:
            self.team.report = report
        self.callback = callback
        self.failure = None
        store_flag(&self.team.pondering, ponder)
        grow_older(&self.team.table)
        self.number += 1
        return self.number

    cdef int set_up(self, Worker* w, board, allowed) except -1:
        """Give a worker the board's position, the keys of those before it, and the moves it may begin with."""
        cdef Move[MAX_MOVES] moves
        cdef State* state = state_of(board)
        cdef int i
        if not is_trusted(state):
            raise ImpossiblePositionError(f"a search needs a position that can be counted, not {board.fen()}")
        w.root_key = copy_keys(board, w.keys, MAX_HISTORY)
        w.position = state.position
        w.keys[w.root_key] = w.position.key
        w.frames[FRAMES_ABOVE].reversible = min(w.root_key, <int> w.position.halfmove_clock)
        w.root_count = 0
        for i in range(list_moves(&w.position, moves)):
            if allowed is None or moves[i] in allowed:
                memset(&w.roots[w.root_count], 0, sizeof(RootMove))
                w.roots[w.root_count].move = moves[i]
                w.roots[w.root_count].known = NO_VALUE
                w.roots[w.root_count].score = -INFINITE
                w.roots[w.root_count].length = 1
                w.roots[w.root_count].line[0] = moves[i]
                w.root_count += 1
        begin_counts(w)
        return 0

    def run(self):
        """Search as `begin` said, on threads of its own, and return the best lines, best first.

        The GIL is free meanwhile. Raises what went wrong in a report; RuntimeError if the
        system refuses a thread. Without a move to begin with there are no lines.
        """
        cdef Worker* first = self.team.workers[0]
        cdef int error
        self.check_idle()
        if first.root_count == 0:
            return []
        self.is_busy = True
        with nogil:
            error = work_together(&self.team)
        self.is_busy = False
        self.callback = None
        failure, self.failure = self.failure, None
        if failure is not None:
            raise failure
        if error:
            reason = strerror(error).decode("utf-8", "replace")
            raise RuntimeError(f"cannot start {self.team.count} threads: {reason}")
        return [
            self.line(first, i, first.completed, EXACT) for i in range(min(self.team.lines, first.root_count))
        ]

    def stop(self, unsigned long long number=0):
        """End the search within a node, if it is the one with this number; 0 for any. Any thread may call it."""
        if number == 0 or number == self.number:
            stop_team(&self.team)

    def ponderhit(self):
        """The move we pondered on was played: time runs from now on."""
        start_clock(&self.team.limits)
        store_flag(&self.team.pondering, 0)

    @property
    def nodes(self):
        return nodes_of(&self.team)

    @property
    def threads(self):
        return self.team.count

    def evaluate(self, board):
        """The static evaluation for the side to move, in centipawns."""
        cdef State* state = state_of(board)
        if not is_trusted(state):
            raise ImpossiblePositionError(f"an evaluation needs a position that can be counted, not {board.fen()}")
        return evaluate(&state.position)

    cdef object line(self, Worker* w, int index, int depth, int bound):
        """A root move as a Line. Without a bound it is the move being looked at, whose value is not known yet.

        What endgame tables know of the root is told, unless the search has found a mate.
        """
        cdef RootMove* root = &w.roots[index]
        cdef int score = root.score if root.score != -INFINITE else root.previous
        cdef int length = root.length if bound else 1
        cdef int i
        centipawns = mate = None
        if bound:
            if score == -INFINITE:   # the search ended before it had a value
                score = evaluate(&w.position)
            if root.known != NO_VALUE and not is_mate(score):
                score, bound = root.known, EXACT
            if score >= MATE_BOUND:
                mate = (MATE - score + 1) // 2
            elif score <= -MATE_BOUND:
                mate = -((MATE + score + 1) // 2)
            else:
                centipawns = shown(score)
        return Line(
            depth, root.depth_reached, index + 1, centipawns, mate, BOUNDS[bound], nodes_of(&self.team),
            elapsed(&self.team.limits) / 1e6, permille_full(&self.team.table),
            [shared_move(root.line[i]) for i in range(length)], table_hits_of(&self.team),
        )
