"""The searcher: the search's recursive functions, and a class that sets up searches and reports.

Built for each kind of processor like the hot module, which it calls for lists
of moves; the rest of the kernel is inlined. Everything below `Searcher` runs
without the GIL.
"""

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from kiwipete._core.hot cimport Tables, list_moves, tables
from kiwipete._core.kernel.attacks cimport adopt_attack_tables
from kiwipete._core.kernel.memory cimport store_flag, store_word
from kiwipete._core.kernel.move cimport MAX_MOVES, Move
from kiwipete._core.kernel.position cimport Position
from kiwipete._core.kernel.scores cimport adopt_score_tables
from kiwipete._core.kernel.squares cimport u64
from kiwipete._core.kernel.zobrist cimport adopt_key_tables
from kiwipete._core.search.alpha_beta cimport search
from kiwipete._core.search.evaluation cimport evaluate
from kiwipete._core.search.history cimport CorrectionHistory, History
from kiwipete._core.search.iterative_deepening cimport iterative_deepening
from kiwipete._core.search.node cimport PROVING
from kiwipete._core.search.quiescence cimport qsearch
from kiwipete._core.search.reductions cimport fill_reductions
from kiwipete._core.search.score cimport (
    EXACT, INFINITE, MATE, MATE_BOUND, MAX_PLY, NO_SCORE, is_mate, to_centipawns,
)
from kiwipete._core.search.tablebase_probing cimport probe_node, rank_root_moves
from kiwipete._core.search.techniques cimport (
    MARGINS, TECHNIQUE_ROW_COUNT, TECHNIQUE_ROWS, TRANSPOSITIONS, TUNABLE, TechniqueRow,
)
from kiwipete._core.search.time_management cimport elapsed, start_clock
from kiwipete._core.search.transposition_table cimport (
    CLUSTER, Entry, TranspositionTable, tt_close, tt_hashfull, tt_new_search, tt_open,
)
from kiwipete._core.search.worker cimport (
    MAX_HISTORY, RootMove, STACK_OFFSET, TablebaseBounds, Team, Worker, nodes_of, tb_hits_of,
)
from kiwipete._core.syzygy.library cimport Volume
from kiwipete._core.syzygy.material cimport pieces_in
from kiwipete._core.syzygy.table cimport WDL
from kiwipete._core.tablebase cimport OpenLibrary, TableReader

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
    """Tell the caller of a line; what goes wrong there ends the search and is raised when it has ended."""
    cdef Searcher searcher = <Searcher> w.team.owner
    try:
        searcher.callback(searcher.line(w, index, depth, bound))
    except BaseException as error:
        searcher.failure = error
        searcher.stop()


cdef void dismiss(Worker** workers, int count) noexcept:
    cdef int i
    if workers != NULL:
        for i in range(count):
            free(workers[i])
        free(workers)


cdef class Searcher:
    """A team of workers with one table: `begin` a search, have a thread `work` for each worker, `finish`."""

    cdef Team team
    cdef OpenLibrary tables
    cdef object callback
    cdef object failure
    cdef int working   # workers that search, counted under the GIL

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
        if self.working:
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
        self.check_idle()
        if not tt_open(&table, hash_mb):
            raise MemoryError(f"no room for a table of {hash_mb} MB")
        tt_close(&self.team.tt)
        self.team.tt = table

    def use_tables(self, TableReader reader):
        """Ask these endgame tables from now on, or none."""
        cdef Volume* volume
        self.check_idle()
        self.tables = None if reader is None else reader.opened
        self.team.tablebase = NULL if reader is None else self.tables.library
        self.team.tablebase_pieces = 0
        volume = NULL if reader is None else self.tables.library.volumes
        while volume != NULL:
            if volume.kind == WDL:
                self.team.tablebase_pieces = max(self.team.tablebase_pieces, pieces_in(volume.material))
            volume = volume.next

    def clear(self):
        """Forget everything that was learned."""
        cdef int i
        self.check_idle()
        memset(self.team.tt.entries, 0, self.team.tt.clusters * CLUSTER * sizeof(Entry))
        for i in range(self.team.count):
            memset(&self.team.workers[i].history, 0, sizeof(History))
            memset(&self.team.workers[i].correction_history, 0, sizeof(CorrectionHistory))

    cdef int set_up(self, Worker* w, bytes position, bytes keys, allowed) except -1:
        """Give a worker the position, the keys of those before it, and the moves it may begin with."""
        cdef Move[MAX_MOVES] moves
        cdef int count = min(len(keys) // 8, MAX_HISTORY)
        cdef int i
        if len(position) != sizeof(Position):
            raise ValueError("this is not a position of this version")
        memcpy(&w.position, <const char*> position, sizeof(Position))
        memcpy(w.keys, (<const char*> keys) + len(keys) - 8 * count, 8 * count)
        store_word(&w.nodes, 0)   # here, for the first worker may count all nodes before the others begin
        w.root_key = count
        w.keys[count] = w.position.key
        w.stack[STACK_OFFSET].reversible = min(count, <int> w.position.halfmove_clock)
        w.root_count = 0
        w.tb_hits = 0
        for i in range(list_moves(&w.position, moves)):
            if allowed is None or moves[i] in allowed:
                memset(&w.root_moves[w.root_count], 0, sizeof(RootMove))
                w.root_moves[w.root_count].move = moves[i]
                w.root_moves[w.root_count].tb_score = NO_SCORE
                w.root_moves[w.root_count].score = -INFINITE
                w.root_moves[w.root_count].pv_length = 1
                w.root_moves[w.root_count].pv[0] = moves[i]
                w.root_count += 1
        return 0

    def begin(
        self, tuple state, *, int depth=MAX_PLY, u64 nodes=0, double soft=0, double hard=0, int mate=0, int lines=1,
        double slow=0, allowed=None, bint ponder=False, unsigned int without=0, callback=None,
    ):
        """Set up a search; False if there is no move to begin with.

        `state` is what `search_state` gives of a board; times are seconds, and 0
        is no limit; after `slow` seconds the moves of the root are reported as they
        begin; `allowed` are the moves to begin with, as 16 bits.
        """
        cdef Worker* first = self.team.workers[0]
        cdef int i
        self.check_idle()
        for i in range(self.team.count):
            self.set_up(self.team.workers[i], state[0], state[1], allowed)
        self.team.probe_tablebase = NULL
        if self.team.tablebase != NULL and first.root_count and not mate:
            with nogil:
                if rank_root_moves(first):
                    self.team.probe_tablebase = probe_tablebase
            for i in range(1, self.team.count):
                memcpy(self.team.workers[i].root_moves, first.root_moves, first.root_count * sizeof(RootMove))
        start_clock(&self.team.limits)
        self.team.limits.soft = <long> (1e6 * soft)
        self.team.limits.hard = <long> (1e6 * hard)
        self.team.limits.nodes = nodes
        self.team.limits.depth = depth
        self.team.limits.mate = mate
        self.team.limits.slow = <long> (1e6 * slow)
        self.team.multi_pv = lines
        self.team.without = without | (PRUNING if mate else 0)
        self.team.tt.is_off = without >> TRANSPOSITIONS & 1
        self.team.report = NULL
        if callback is not None:
            self.team.report = report
        self.callback = callback
        self.failure = None
        store_flag(&self.team.pondering, ponder)
        store_flag(&self.team.stop, 0)
        tt_new_search(&self.team.tt)
        return first.root_count > 0

    def work(self, int index):
        """Search with one worker: the first until a limit is reached, the others until it has ended."""
        cdef Worker* w = self.team.workers[index]
        if w.root_count:   # a worker that was hired after `begin` has none
            self.working += 1
            with nogil:
                iterative_deepening(w)
            self.working -= 1

    def finish(self):
        """Return the lines found, best first; raise what went wrong in a report."""
        cdef Worker* first = self.team.workers[0]
        self.callback = None
        failure, self.failure = self.failure, None
        if failure is not None:
            raise failure
        return [
            self.line(first, i, first.completed_depth, EXACT) for i in range(min(self.team.multi_pv, first.root_count))
        ]

    def stop(self):
        """End the search within a node. May be called from any thread."""
        store_flag(&self.team.stop, 1)

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

    def evaluate(self, tuple state):
        """The static evaluation for the side to move, in centipawns."""
        cdef Position position
        memcpy(&position, <const char*> (<bytes> state[0]), sizeof(Position))
        return evaluate(&position)

    cdef tuple line(self, Worker* w, int index, int depth, int bound):
        """The fields of a Line. Without a bound it is the move being looked at, whose value is not known yet.

        What endgame tables know of the root is told, unless the search has found a mate.
        """
        cdef RootMove* root = &w.root_moves[index]
        cdef int score = root.score if root.score != -INFINITE else root.previous_score
        cdef int length = root.pv_length if bound else 1
        cdef int i
        centipawns = mate = None
        if bound:
            if root.tb_score != NO_SCORE and not is_mate(score):
                score, bound = root.tb_score, EXACT
            if score >= MATE_BOUND:
                mate = (MATE - score + 1) // 2
            elif score <= -MATE_BOUND:
                mate = -((MATE + score + 1) // 2)
            else:
                centipawns = to_centipawns(score)
        return (
            depth, root.sel_depth, index + 1, centipawns, mate, bound, nodes_of(&self.team),
            elapsed(&self.team.limits) / 1e6, tt_hashfull(&self.team.tt),
            [root.pv[i] for i in range(length)], tb_hits_of(&self.team),
        )
