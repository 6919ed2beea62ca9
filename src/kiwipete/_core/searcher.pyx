"""The searcher: the search's recursive functions, and a class that sets up searches and reports.

Built for each kind of processor like the hot module, which it calls for lists
of moves; the rest of the kernel is inlined. Everything below `Searcher` runs
without the GIL.
"""

from libc.stdint cimport int64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset, strerror

from kiwipete._core.game_board cimport copy_keys
from kiwipete._core.hot cimport Tables, list_moves, tables
from kiwipete._core.kernel.attacks cimport adopt_attack_tables
from kiwipete._core.kernel.memory cimport store_flag, store_word
from kiwipete._core.kernel.move cimport MAX_MOVES, Move
from kiwipete._core.kernel.scores cimport adopt_score_tables
from kiwipete._core.kernel.squares cimport u64
from kiwipete._core.kernel.types cimport State
from kiwipete._core.kernel.zobrist cimport adopt_key_tables
from kiwipete._core.move cimport bits_of_move, move_object
from kiwipete._core.network cimport (
    Accumulators, NetworkWeights, free_accumulators, new_accumulators, plain_evaluation,
)
from kiwipete._core.position_board cimport state_of
from kiwipete._core.rules cimport is_trusted
from kiwipete._core.search.alpha_beta cimport search
from kiwipete._core.search.evaluation cimport evaluate, piece_square_eval
from kiwipete._core.search.history cimport CorrectionHistory, History
from kiwipete._core.search.iterative_deepening cimport iterative_deepening
from kiwipete._core.search.node cimport PROVING
from kiwipete._core.search.quiescence cimport qsearch
from kiwipete._core.search.reductions cimport fill_reductions
from kiwipete._core.search.score cimport (
    EXACT, INFINITE, MATE, MATE_BOUND, MAX_EVAL, MAX_PLY, NO_SCORE, clamp, is_mate, to_centipawns,
)
from kiwipete._core.search.tablebase_probing cimport probe_node, rank_root_moves
from kiwipete._core.search.techniques cimport (
    MARGINS, TECHNIQUE_ROW_COUNT, TECHNIQUE_ROWS, TRANSPOSITIONS, TUNABLE, TechniqueRow,
)
from kiwipete._core.search.threads cimport join_thread, start_thread
from kiwipete._core.search.time_management cimport elapsed, start_clock
from kiwipete._core.search.transposition_table cimport (
    TranspositionTable, tt_clear, tt_close, tt_hashfull, tt_new_search, tt_open,
)
from kiwipete._core.search.worker cimport (
    MAX_HISTORY, RootMove, STACK_OFFSET, TablebaseBounds, Team, Worker, nodes_of, stop_team, tb_hits_of,
)
from kiwipete._core.syzygy.library cimport Volume
from kiwipete._core.syzygy.material cimport pieces_in
from kiwipete._core.syzygy.table cimport WDL
from kiwipete._core.tablebase cimport TableReader

from kiwipete._core.line import Bound, Line
from kiwipete.errors import ImpossiblePositionError

cdef Tables shared = tables()
adopt_attack_tables(shared.attacks)
adopt_key_tables(shared.keys)
adopt_score_tables(shared.scores)

# Does this build prove every move it makes?
PROVES = bool(PROVING)

cdef list technique_rows():
    """Return the table of techniques: (bit, off in a search for a mate, name, text, [(margin, default, min, max)])."""
    cdef const TechniqueRow* row
    cdef int i
    rows = []
    margins = []
    for i in range(TECHNIQUE_ROW_COUNT):
        row = &TECHNIQUE_ROWS[i]
        if row.text != NULL:
            margins = []
            rows.append((1 << row.technique, bool(row.off_for_mate), row.name.decode(), row.text.decode(), margins))
        else:
            margins.append((row.name.decode(), row.value, row.minimum, row.maximum))
    return rows


TECHNIQUE_TABLE = technique_rows()

# What can be left out of a search, by name, to measure what it gives.
TECHNIQUES = {name: bit for bit, _, name, _, _ in TECHNIQUE_TABLE}

# A search for a mate trusts no evaluation.
cdef unsigned int PRUNING = sum([bit for bit, off_for_mate, _, _, _ in TECHNIQUE_TABLE if off_for_mate])


# Can margins be set? Only in builds for tuning or for finding bugs.
MARGINS_CAN_BE_SET = bool(TUNABLE)


cdef int* margin_named(str name, int* minimum, int* maximum) except NULL:
    cdef int i
    for i in range(TECHNIQUE_ROW_COUNT):
        if TECHNIQUE_ROWS[i].text == NULL and TECHNIQUE_ROWS[i].name.decode() == name:
            minimum[0] = TECHNIQUE_ROWS[i].minimum
            maximum[0] = TECHNIQUE_ROWS[i].maximum
            return <int*> (<char*> &MARGINS + TECHNIQUE_ROWS[i].offset)
    raise ValueError(f"no margin {name!r}")


def get_margin(str name):
    """Return the value of a margin; ValueError if there is none of this name."""
    cdef int minimum, maximum
    return margin_named(name, &minimum, &maximum)[0]


def set_margin(str name, int value):
    """Set a margin for every Searcher made from now on; not during a search.

    Raises ValueError if it is out of range, and RuntimeError if the build has constant margins.
    """
    cdef int minimum, maximum
    cdef int* margin = margin_named(name, &minimum, &maximum)
    if not minimum <= value <= maximum:
        raise ValueError(f"{name} must be from {minimum} to {maximum}, got {value}")
    if not TUNABLE:
        raise RuntimeError("margins are constants in this build; build with -Dtuning=true to set them")
    margin[0] = value


cdef enum:
    # A singular search looks at a node twice, so a line has two frames a ply, of 4.5 KB each in a release and
    # several times that with sanitizers. The rest is for reports, which run Python on the same stack.
    STACK = MAX_PLY * 2 * (16 << 10) + (1 << 20)

cdef double LONGEST = 1e9               # seconds; more would overflow
cdef u64 MOST_NODES = <u64> 1 << 62
cdef tuple BOUNDS = tuple(Bound)        # by what the search calls them


cdef int search_pv(Worker* w, int alpha, int beta, int depth, int ply, bint cut_node) noexcept nogil:
    return search(w, alpha, beta, depth, ply, cut_node, True)


cdef int search_non_pv(Worker* w, int alpha, int beta, int depth, int ply, bint cut_node) noexcept nogil:
    return search(w, alpha, beta, depth, ply, cut_node, False)


cdef int qsearch_pv(Worker* w, int alpha, int beta, int ply) noexcept nogil:
    return qsearch(w, alpha, beta, ply, True)


cdef int qsearch_non_pv(Worker* w, int alpha, int beta, int ply) noexcept nogil:
    return qsearch(w, alpha, beta, ply, False)


cdef TablebaseBounds probe_tablebase(Worker* w, int alpha, int beta, int depth, int ply) noexcept nogil:
    return probe_node(w, alpha, beta, depth, ply)


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
        memset(&w.history, 0, sizeof(History))
        memset(&w.correction_history, 0, sizeof(CorrectionHistory))
        w.forgets = False
    iterative_deepening(w)


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
    store_word(&w.tb_hits, 0)
    store_flag(&w.stop, 0)
    w.own_nodes = 0


cdef void list_root_moves(Worker* w) noexcept nogil:
    """Make all legal moves of the worker's position the moves to begin with, none of them searched yet."""
    cdef Move[MAX_MOVES] moves
    cdef int i
    w.root_count = list_moves(&w.position, moves)
    for i in range(w.root_count):
        memset(&w.root_moves[i], 0, sizeof(RootMove))
        w.root_moves[i].move = moves[i]
        w.root_moves[i].tb_score = NO_SCORE
        w.root_moves[i].score = -INFINITE
        w.root_moves[i].pv_length = 1
        w.root_moves[i].pv[0] = moves[i]


cdef void set_root(Worker* w) noexcept nogil:
    """Begin at the worker's position, with all its legal moves; the keys of earlier positions lie before root_key."""
    w.keys[w.root_key] = w.position.key
    w.stack[STACK_OFFSET].reversible = min(w.root_key, <int> w.position.halfmove_clock)
    list_root_moves(w)
    begin_counts(w)


cdef void begin_search(Team* team) noexcept nogil:
    """Start the clock, age the table and share the node limit out; the workers have their positions."""
    cdef Worker* first = team.workers[0]
    start_clock(&team.limits)
    first.own_nodes = <int64_t> max(team.limits.nodes // team.count, 1)
    team.free_nodes = <int64_t> team.limits.nodes - first.own_nodes
    tt_new_search(&team.tt)


cdef size_t search_stack() noexcept nogil:
    return STACK


cdef void search_alone(Team* team) noexcept nogil:
    begin_search(team)
    work(team.workers[0])


cdef int root_score(Worker* w, const RootMove* root) noexcept nogil:
    cdef int score = root.score if root.score != -INFINITE else root.previous_score
    return evaluate(&w.position, w.accumulators) if score == -INFINITE else score


cdef void set_up_as(Worker* w, const Worker* first) noexcept nogil:
    """Give a worker the same position and root moves as the first."""
    w.position = first.position
    w.root_key = first.root_key
    memcpy(w.keys, first.keys, (first.root_key + 1) * sizeof(u64))
    w.stack[STACK_OFFSET].reversible = first.stack[STACK_OFFSET].reversible
    w.root_count = first.root_count
    memcpy(w.root_moves, first.root_moves, first.root_count * sizeof(RootMove))
    begin_counts(w)


cdef void dismiss(Worker** workers, int count) noexcept:
    cdef int i
    if workers != NULL:
        for i in range(count):
            if workers[i] != NULL:
                free_accumulators(workers[i].accumulators)
            free(workers[i])
        free(workers)


cdef Worker* new_worker(Team* team, int index, NetworkWeights network) noexcept:
    """Return a worker, or NULL if there is no memory."""
    cdef Worker* w = <Worker*> calloc(1, sizeof(Worker))
    if w == NULL:
        return NULL
    w.team = team
    w.index = index
    if network is not None:
        w.accumulators = new_accumulators(&network.weights)
        if w.accumulators == NULL:
            free(w)
            return NULL
    return w


cdef class Searcher:
    """A team of workers with one table: `begin` a search, then `run` it."""

    def __cinit__(self):
        memset(&self.team, 0, sizeof(Team))

    def __init__(self, int threads=1, size_t hash_mb=16):
        self.team.owner = <void*> self
        self.team.search_pv = search_pv
        self.team.search_non_pv = search_non_pv
        self.team.qsearch_pv = qsearch_pv
        self.team.qsearch_non_pv = qsearch_non_pv
        fill_reductions(&self.team)
        self.resize(hash_mb)
        self.hire(threads)

    def __dealloc__(self):
        dismiss(self.team.workers, self.team.count)
        tt_close(&self.team.tt)

    cdef int check_idle(self) except -1:
        """Raise RuntimeError if there is a search, which reads what the caller means to change."""
        if self.is_busy:
            raise RuntimeError("a search is running")
        return 0

    def hire(self, int threads):
        """Replace the workers by this many new ones; MemoryError leaves the old ones."""
        cdef Worker** workers
        cdef int i
        self.check_idle()
        if threads < 1:
            raise ValueError(f"expected at least one thread, got {threads}")
        workers = <Worker**> calloc(threads, sizeof(Worker*))
        for i in range(threads if workers != NULL else 0):
            workers[i] = new_worker(&self.team, i, self.network)
            if workers[i] == NULL:
                break
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
            is_open = tt_open(&table, hash_mb)
        self.is_busy = False
        if not is_open:
            raise MemoryError(f"no room for a table of {hash_mb} MB")
        tt_close(&self.team.tt)
        self.team.tt = table

    def use_tables(self, TableReader reader):
        """Probe these endgame tables from now on, or none; forgets what was learned with others."""
        cdef Volume* volume
        self.check_idle()
        if self.number and not (reader is None and self.tables is None):
            self.clear()
        self.tables = None if reader is None else reader.opened
        self.team.tablebase = NULL if reader is None else self.tables.library
        self.team.tablebase_pieces = 0
        volume = NULL if reader is None else self.tables.library.volumes
        while volume != NULL:
            if volume.kind == WDL:
                self.team.tablebase_pieces = max(self.team.tablebase_pieces, pieces_in(volume.material))
            volume = volume.next

    def use_network(self, NetworkWeights network):
        """Evaluate with this network from now on, or by piece-square sums; forgets what was learned with another.

        MemoryError leaves the old one.
        """
        cdef Accumulators** new
        cdef int i
        self.check_idle()
        if network is self.network:
            return
        new = <Accumulators**> calloc(self.team.count, sizeof(Accumulators*))
        for i in range(self.team.count if new != NULL and network is not None else 0):
            new[i] = new_accumulators(&network.weights)
        if new == NULL or (network is not None and not all([new[i] != NULL for i in range(self.team.count)])):
            for i in range(self.team.count if new != NULL else 0):
                free_accumulators(new[i])
            free(new)
            raise MemoryError("no room for the network's accumulators")
        for i in range(self.team.count):
            free_accumulators(self.team.workers[i].accumulators)
            self.team.workers[i].accumulators = new[i]
        free(new)
        self.network = network
        if self.number:
            self.clear()

    def clear(self):
        """Forget everything that was learned."""
        cdef int i
        self.check_idle()
        self.is_busy = True
        with nogil:
            tt_clear(&self.team.tt)
        self.is_busy = False
        for i in range(self.team.count):
            self.team.workers[i].forgets = True

    def begin(
        self, board, *, int depth=MAX_PLY, u64 nodes=0, double soft=0, double hard=0, int mate=0, int lines=1,
        u64 soft_nodes=0, double slow=0, root_moves=None, bint ponder=False, unsigned int without=0, callback=None,
    ):
        """Set up a search and return its number, for `stop`.

        Times are seconds, and 0 is no limit; no iteration begins after `soft` seconds or
        `soft_nodes`; after `slow` seconds the moves of the root are reported as they begin;
        `root_moves` are the legal moves to begin with.
        """
        cdef Worker* first = self.team.workers[0]
        cdef int i
        allowed = None if root_moves is None else {bits_of_move(move) for move in root_moves}
        self.check_idle()
        self.set_up(first, board, allowed)
        self.team.probe_tablebase = NULL
        if self.team.tablebase != NULL and first.root_count and not mate:
            with nogil:
                if rank_root_moves(first):
                    self.team.probe_tablebase = probe_tablebase
        for i in range(1, self.team.count):
            set_up_as(self.team.workers[i], first)
        self.team.limits.soft = <int64_t> (1e6 * min(soft, LONGEST))
        self.team.limits.hard = <int64_t> (1e6 * min(hard, LONGEST))
        self.team.limits.slow = <int64_t> (1e6 * min(slow, LONGEST))
        self.team.limits.nodes = min(nodes, MOST_NODES)
        self.team.limits.soft_nodes = soft_nodes
        self.team.limits.depth = depth
        self.team.limits.mate = mate
        self.team.multi_pv = lines
        self.team.without = without | (PRUNING if mate else 0)
        self.team.tt.is_off = without >> TRANSPOSITIONS & 1
        self.team.report = NULL
        if callback is not None:
            self.team.report = report
        self.callback = callback
        self.failure = None
        store_flag(&self.team.pondering, ponder)
        begin_search(&self.team)
        self.number += 1
        return self.number

    cdef int set_up(self, Worker* w, board, allowed) except -1:
        """Give a worker the board's position, the keys of those before it, and the moves it may begin with."""
        cdef State* state = state_of(board)
        cdef int count = 0
        cdef int i
        if not is_trusted(state):
            raise ImpossiblePositionError(f"a search needs a position that can be counted, not {board.fen()}")
        w.root_key = copy_keys(board, w.keys, MAX_HISTORY)
        w.position = state.position
        set_root(w)
        if allowed is not None:
            for i in range(w.root_count):
                if w.root_moves[i].move in allowed:
                    w.root_moves[count] = w.root_moves[i]
                    count += 1
            w.root_count = count
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
            self.line(first, i, first.completed_depth, EXACT) for i in range(min(self.team.multi_pv, first.root_count))
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
        if self.network is None:
            return piece_square_eval(&state.position)
        # A search may be using the accumulators.
        return clamp(-MAX_EVAL, plain_evaluation(&self.network.weights, &state.position), MAX_EVAL)

    cdef object line(self, Worker* w, int index, int depth, int bound):
        """A root move as a Line. Without a bound it is the move being looked at, whose value is not known yet.

        The score is the endgame tables' if they have the root, unless the search has found a mate.
        """
        cdef RootMove* root = &w.root_moves[index]
        cdef int length = root.pv_length if bound else 1
        cdef int i, score
        centipawns = mate = None
        if bound:
            score = root_score(w, root)
            if root.tb_score != NO_SCORE and not is_mate(score):
                score, bound = root.tb_score, EXACT
            if score >= MATE_BOUND:
                mate = (MATE - score + 1) // 2
            elif score <= -MATE_BOUND:
                mate = -((MATE + score + 1) // 2)
            else:
                centipawns = to_centipawns(score)
        return Line(
            depth, root.sel_depth, index + 1, centipawns, mate, BOUNDS[bound], nodes_of(&self.team),
            elapsed(&self.team.limits) / 1e6, tt_hashfull(&self.team.tt),
            [move_object(root.pv[i]) for i in range(length)], tb_hits_of(&self.team),
        )
