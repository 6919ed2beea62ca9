# PerftJob: a count cut into parts that threads can work on.

cdef enum Method:
    FAST
    FAST1
    LEGAL
    PSEUDO

cdef dict METHODS = {"fast": FAST, "fast1": FAST1, "legal": LEGAL, "pseudo": PSEUDO}

cdef tuple DOUBTS = (
    "nothing",
    "the position is inconsistent",
    "table look-up and ray-walking differ",
    "the generators differ",
    "counting and listing moves differ",
    "noisy and quiet moves together are not all moves",
    "what threatens the kings is not what asking every square finds",
    "a single move is judged unlike the list",
    "the fast path builds another child",
    "counting two plies in bulk and making the moves differ",
    "a move was not foreseen to give check, or foreseen and does not",
    "the key behind a move is not the one foreseen",
    "the exchange is not worth what it is said to be",
    "make and unmake do not restore the position",
)

cdef struct Part:
    Position position
    int root          # which of the root moves it belongs to
    Move16 move       # the one that led to it


cdef str describe(const Disagreement* d):
    cdef GameBoard board = GameBoard.__new__(GameBoard)
    board.state.position = d.position
    what = DOUBTS[<int> d.doubt]
    if d.doubt == DOUBT_VALIDITY:
        what += f": {describe_fault(d.fault, d.square)}"
    elif d.doubt == DOUBT_ATTACKS:
        what += f" from {name_of_square(d.square)}"
    if d.move:
        what += f", move {move_object(d.move).uci()}"
    return f"{what}, in {board.fen()}"


@final
cdef class PerftTable:
    """A hash table of counts that several jobs share, one after the other or side by side."""

    MAX_MB = 1 << 20

    cdef Table table

    def __cinit__(self, megabytes):
        cdef int size = whole(megabytes, 0, PerftTable.MAX_MB, "the size of the hash table in MB")
        if not open_table(&self.table, size):
            raise MemoryError(f"no memory for a hash table of {size} MB")

    def __dealloc__(self):
        close_table(&self.table)


@final
cdef class PerftJob:
    """A perft to be counted in parts, by any number of threads at once.

    Each call of `step` counts one part with the GIL released. `stop` makes all
    calls return soon; `nodes` and `divide` then tell what is known so far.
    `hash_mb` is the size of a hash table of its own, `table` one that it shares.
    """

    MAX_DEPTH = 60  # counts overflow 64 bits long before, and the stack is safe

    cdef Part* parts
    cdef size_t part_count
    cdef size_t taken          # parts given out
    cdef size_t finished
    cdef list roots            # the root moves
    cdef list root_nodes       # their counts so far
    cdef list root_parts       # how many of their parts are not finished
    cdef Kinds kinds
    cdef PerftTable table      # what the context points to
    cdef Context context
    cdef int depth             # of a part
    cdef int method
    cdef bint check
    cdef bint stats
    cdef bint leaf             # depth 0: one node, no parts

    def __cinit__(self, GameBoard board not None, depth, *, method="fast", bint check=False, bint stats=False,
                  hash_mb=0, PerftTable table=None):
        cdef int plies = whole(depth, 0, PerftJob.MAX_DEPTH, "the depth of a perft")
        cdef int megabytes = whole(hash_mb, 0, PerftTable.MAX_MB, "the size of the hash table in MB")
        cdef Position root = board.state.position
        cdef size_t i
        memset(&self.kinds, 0, sizeof(self.kinds))
        memset(&self.context, 0, sizeof(self.context))
        if method not in METHODS:
            raise ValueError(f"a perft method is one of {', '.join(METHODS)}, not {method!r}")
        if not can_be_counted(&root):
            raise board.uncountable()
        forget_vain_names(&root)
        self.method = METHODS[method]
        self.context.one_ply = self.method == FAST1
        self.check = check
        self.stats = stats
        self.leaf = plies == 0
        self.root_nodes = []
        self.roots = [] if plies == 0 else moves_of(&root)
        self.table = PerftTable(megabytes if plies > 1 else 0) if table is None else table
        self.context.table = self.table.table
        self.check_node(&root)
        self.first_parts(&root, plies)
        while self.depth > 3 and 0 < self.part_count < 200:
            self.split()
        self.root_parts = [0] * len(self.roots)
        for i in range(self.part_count):
            self.root_parts[self.parts[i].root] += 1

    def __dealloc__(self):
        PyMem_Free(self.parts)

    cdef Part* room(self, size_t count) except NULL:
        cdef Part* parts = <Part*> PyMem_Malloc(max(count, 1) * sizeof(Part))
        if parts == NULL:
            raise MemoryError()
        return parts

    cdef int check_node(self, const Position* node) except -1:
        """Check a node above the parts, if checks were asked for."""
        cdef Position position = node[0]
        cdef Move16[MAX_MOVES] moves
        cdef Disagreement disagreement
        disagreement.doubt = NO_DOUBT
        if self.check and agree_on_validity(&position, 0, &disagreement):
            if agree_at_length(&position, moves, list_moves(&position, moves), &disagreement):
                checked_perft(&position, 1, &disagreement, &self.context)
        if disagreement.doubt != NO_DOUBT:
            raise InconsistentPositionError(describe(&disagreement))
        return 0

    cdef int first_parts(self, const Position* root, int depth) except -1:
        """One part for each root move."""
        cdef size_t i
        self.depth = max(depth - 1, 0)
        self.part_count = len(self.roots)
        self.parts = self.room(self.part_count)
        for i in range(self.part_count):
            self.parts[i].position = root[0]
            self.parts[i].root = <int> i
            self.parts[i].move = (<Move> self.roots[i]).value
            play(&self.parts[i].position, self.parts[i].move)
            self.root_nodes.append(0)
        return 0

    cdef int split(self) except -1:
        """Replace every part by its children."""
        cdef Move16[MAX_MOVES] moves
        cdef size_t total = 0
        cdef size_t i, j
        cdef Part* child
        cdef Part* children
        for i in range(self.part_count):
            self.check_node(&self.parts[i].position)
            total += count_moves(&self.parts[i].position)
        children = child = self.room(total)
        for i in range(self.part_count):
            for j in range(<size_t> list_moves(&self.parts[i].position, moves)):
                child[0] = self.parts[i]
                play(&child.position, moves[j])
                child += 1
        PyMem_Free(self.parts)
        self.parts = children
        self.part_count = total
        self.depth -= 1
        return 0

    def step(self):
        """Count the next part; False if none is left or the job was stopped."""
        cdef Part part
        cdef Kinds kinds
        cdef Disagreement disagreement
        cdef u64 nodes = 0
        if load_flag(&self.context.stop) or self.taken >= self.part_count:
            return False
        part = self.parts[self.taken]
        self.taken += 1
        memset(&kinds, 0, sizeof(kinds))
        disagreement.doubt = NO_DOUBT
        with nogil:
            nodes = self.count(&part, &kinds, &disagreement)
        if disagreement.doubt != NO_DOUBT:
            store_flag(&self.context.stop, 1)
            raise InconsistentPositionError(describe(&disagreement))
        self.add_kinds(&kinds)  # even of a part that was stopped: each move of them was seen
        if load_flag(&self.context.stop):
            return False
        self.root_nodes[part.root] += nodes
        self.root_parts[part.root] -= 1
        self.finished += 1
        return True

    cdef u64 count(self, Part* part, Kinds* kinds, Disagreement* disagreement) noexcept nogil:
        """Count a part in every way that was asked for."""
        cdef Position* position = &part.position
        cdef u64 checked = 0
        cdef u64 nodes
        # First, for they take longest: then a count that is stopped can tell what it has seen.
        if self.stats and self.depth == 0:
            count_kind(kinds, position, part.move, count_moves(position) == 0)
        elif self.stats:
            count_kinds(position, self.depth, kinds, &self.context)
        if self.check:
            checked = checked_perft(position, self.depth, disagreement, &self.context)
            if disagreement.doubt != NO_DOUBT:
                return 0
        if self.method == FAST or self.method == FAST1:
            nodes = fast_perft(position, self.depth, &self.context)
        elif self.method == LEGAL:
            nodes = legal_perft(position, self.depth, &self.context)
        else:
            nodes = pseudo_perft(position, self.depth, &self.context)
        if self.check and nodes != checked and not load_flag(&self.context.stop):
            disagree(disagreement, position, DOUBT_COUNT, 0)
        return nodes

    cdef void add_kinds(self, const Kinds* kinds):
        cdef u64* sums = <u64*> &self.kinds
        cdef const u64* more = <const u64*> kinds
        cdef size_t i
        for i in range(sizeof(Kinds) // sizeof(u64)):
            sums[i] += more[i]

    def stop(self):
        """Make every `step` under way return soon."""
        store_flag(&self.context.stop, 1)

    @property
    def stopped(self):
        return load_flag(&self.context.stop) != 0

    @property
    def parts_total(self):
        return self.part_count

    @property
    def parts_done(self):
        return self.finished

    @property
    def nodes(self):
        """The leaves counted so far."""
        return 1 if self.leaf else sum(self.root_nodes)

    def divide(self):
        """The leaves counted so far below each root move."""
        return dict(zip(self.roots, self.root_nodes))

    def finished_moves(self):
        """The root moves whose counts are complete."""
        return [move for move, parts in zip(self.roots, self.root_parts) if parts == 0]

    def kinds_of_moves(self):
        """The moves of the last ply by kind, if stats were asked for."""
        return dict(self.kinds)
