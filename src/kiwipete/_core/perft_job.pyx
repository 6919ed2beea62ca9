"""PerftJob: a count cut into parts that threads can work on; and perft that trusts nothing."""

from cython cimport final

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.string cimport memcmp, memset

from kiwipete._core.arguments cimport name_of_square, whole
from kiwipete._core.game_board cimport GameBoard
from kiwipete._core.hot cimport (
    Tables, count_kinds, count_moves, fast_perft, find_threats, gives_check, is_legal, key_after, legal_perft,
    list_children, list_moves, list_noisy, list_quiets, make, make_null, play, see_at_least, tables, unmake,
)
from kiwipete._core.kernel.attacks cimport adopt_attack_tables, bishop_attacks, rook_attacks
from kiwipete._core.kernel.bitboards cimport checkers
from kiwipete._core.kernel.edit cimport forget_vain_names
from kiwipete._core.kernel.memory cimport load_flag, store_flag
from kiwipete._core.kernel.move cimport MAX_MOVES, NULL_MOVE, is_capture, is_promotion
from kiwipete._core.kernel.move cimport Move as Move16
from kiwipete._core.kernel.perft cimport close_table, count_kind, open_table, stopped
from kiwipete._core.kernel.reference cimport (
    FAULT_NONE, Fault, attacked, filtered_moves, king_square, plain_threats, pseudo_legal_moves, validate,
)
from kiwipete._core.kernel.scores cimport adopt_score_tables
from kiwipete._core.kernel.single_moves cimport see
from kiwipete._core.kernel.squares cimport BLACK, WHITE, u64, u8, walk_bishop, walk_rook
from kiwipete._core.kernel.status cimport can_be_counted
from kiwipete._core.kernel.types cimport Bitboards, Context, Kinds, Position, Table, Threats, Undo
from kiwipete._core.kernel.zobrist cimport adopt_key_tables
from kiwipete._core.move cimport Move, move_list, move_object
from kiwipete._core.position_board cimport describe_fault

from kiwipete.errors import InconsistentPositionError

cdef Tables shared = tables()
adopt_attack_tables(shared.attacks)
adopt_key_tables(shared.keys)
adopt_score_tables(shared.scores)

# Perft that trusts nothing: at every node each fast way is held against a slow one.

cdef u64 pseudo_perft(Position* p, int depth, Context* context) noexcept nogil:
    """Pseudo-legal generation with the make-and-test filter."""
    cdef Move16[MAX_MOVES] moves
    cdef Undo undo
    cdef u64 total = 0
    cdef int us = p.turn
    cdef int i
    if depth == 0:
        return 1
    if stopped(context, depth):
        return 0
    for i in range(pseudo_legal_moves(p, moves)):
        make(p, moves[i], &undo)
        if not attacked(p, king_square(p, us), us ^ 1):
            total += pseudo_perft(p, depth - 1, context)
        unmake(p, &undo)
    return total


cdef enum Doubt:
    NO_DOUBT = 0
    DOUBT_VALIDITY         # validate() found a fault
    DOUBT_ATTACKS          # table and ray-walking differ from a square
    DOUBT_MOVES            # a move that one generator has and the other has not
    DOUBT_COUNT            # counting and listing differ
    DOUBT_STAGES           # noisy and quiet moves together are not all moves
    DOUBT_THREATS          # what threatens the kings is not what asking each square finds
    DOUBT_LEGALITY         # a single move is judged unlike the list
    DOUBT_CHILD            # the fast path's child is not the position after the move
    DOUBT_REPLIES          # two plies counted in bulk are not the replies to each move made
    DOUBT_CHECK            # a move gives check or not, unlike what was foreseen
    DOUBT_KEY              # the key after a move is not what was foreseen
    DOUBT_EXCHANGE         # the exchange is worth more or less than asked about
    DOUBT_UNMAKE           # make and unmake left something behind

cdef struct Disagreement:
    Doubt doubt
    Fault fault
    int square
    Move16 move
    Position position

cdef bint disagree(Disagreement* d, const Position* p, Doubt doubt, Move16 move) noexcept nogil:
    d.doubt = doubt
    d.position = p[0]
    d.move = move
    return False


cdef bint has_move(const Move16* moves, int count, Move16 move) noexcept nogil:
    cdef int i
    for i in range(count):
        if moves[i] == move:
            return True
    return False


cdef bint agree_on_attacks(const Position* p, Disagreement* d) noexcept nogil:
    cdef u64 occupied = p.boards.side[WHITE] | p.boards.side[BLACK]
    for d.square in range(64):
        if (
            bishop_attacks(d.square, occupied) != walk_bishop(d.square, occupied)
            or rook_attacks(d.square, occupied) != walk_rook(d.square, occupied)
        ):
            return disagree(d, p, DOUBT_ATTACKS, 0)
    return True


cdef bint agree_on_moves(Position* p, const Move16* moves, int count, Disagreement* d) noexcept nogil:
    """Legal generation against the filter, and the counter against the list."""
    cdef Move16[MAX_MOVES] others
    cdef int other_count = filtered_moves(p, others)
    cdef int i
    for i in range(count):
        if not has_move(others, other_count, moves[i]):
            return disagree(d, p, DOUBT_MOVES, moves[i])
    for i in range(other_count):
        if not has_move(moves, count, others[i]):
            return disagree(d, p, DOUBT_MOVES, others[i])
    return (count == other_count and count == count_moves(p)) or disagree(d, p, DOUBT_COUNT, 0)


cdef bint agree_on_stages(
    const Position* p, const Threats* threats, const Move16* moves, int count, Disagreement* d,
) noexcept nogil:
    """Captures and promotions are one list, the other moves another, and nothing is in both or none."""
    cdef Move16[MAX_MOVES] noisy
    cdef Move16[MAX_MOVES] quiets
    cdef int noisy_count = list_noisy(p, threats, noisy)
    cdef int quiet_count = list_quiets(p, threats, quiets)
    cdef int i
    cdef bint loud
    for i in range(count):
        loud = is_capture(moves[i]) or is_promotion(moves[i])
        if has_move(noisy, noisy_count, moves[i]) != loud or has_move(quiets, quiet_count, moves[i]) == loud:
            return disagree(d, p, DOUBT_STAGES, moves[i])
    return noisy_count + quiet_count == count or disagree(d, p, DOUBT_STAGES, 0)


cdef bint agree_on_threats(const Position* p, const Threats* threats, Disagreement* d) noexcept nogil:
    cdef Threats plain = plain_threats(p)
    return memcmp(threats, &plain, sizeof(Threats)) == 0 or disagree(d, p, DOUBT_THREATS, 0)


cdef bint agree_on_legality(
    const Position* p, const Threats* threats, const Move16* moves, int count, Disagreement* d,
) noexcept nogil:
    """Every value that 16 bits can have is a legal move exactly if it is in the list."""
    cdef u8[65536] listed
    cdef int i
    memset(listed, 0, sizeof(listed))
    for i in range(count):
        listed[moves[i]] = 1
    for i in range(65536):
        if is_legal(p, threats, <Move16> i) != listed[i]:
            return disagree(d, p, DOUBT_LEGALITY, <Move16> i)
    return True


cdef bint agree_on_exchanges(const Position* p, const Move16* moves, int count, Disagreement* d) noexcept nogil:
    """The exchange wins its exact value and less, and no more."""
    cdef int i, value
    for i in range(count):
        value = see(p, moves[i])
        if not (
            see_at_least(p, moves[i], value) and see_at_least(p, moves[i], value - 200)
            and not see_at_least(p, moves[i], value + 1) and not see_at_least(p, moves[i], value + 200)
        ):
            return disagree(d, p, DOUBT_EXCHANGE, moves[i])
    return True


cdef bint agree_on_foresight(
    const Position* p, const Threats* threats, const Position* after, Move16 move, Disagreement* d,
) noexcept nogil:
    """What is known of a move without making it is so when it is made."""
    if gives_check(p, threats, move) != (checkers(&after.boards, after.turn) != 0):
        return disagree(d, p, DOUBT_CHECK, move)
    return key_after(p, move) == after.key or disagree(d, p, DOUBT_KEY, move)


cdef bint take_child(Bitboards* children, int left, const Bitboards* wanted) noexcept nogil:
    """Remove a child from those that are left; False if it is not among them."""
    cdef int i
    for i in range(left):
        if memcmp(&children[i], wanted, sizeof(Bitboards)) == 0:
            children[i] = children[left - 1]
            return True
    return False


cdef bint agree_on_children(
    const Position* p, const Threats* threats, const Move16* moves, int count, Disagreement* d,
) noexcept nogil:
    """The walk builds the same children as make, each once, and they are as was foreseen.

    Two plies in bulk count the moves of all of them.
    """
    cdef Bitboards[MAX_MOVES] children
    cdef Context no_table
    cdef Position copy
    cdef Undo undo
    cdef u64 replies = 0
    cdef int i
    if list_children(p, children) != count:
        return disagree(d, p, DOUBT_COUNT, 0)
    for i in range(count):
        copy = p[0]
        make(&copy, moves[i], &undo)
        if not take_child(children, count - i, &copy.boards):
            return disagree(d, p, DOUBT_CHILD, moves[i])
        if not agree_on_foresight(p, threats, &copy, moves[i], d):
            return False
        replies += count_moves(&copy)
    memset(&no_table, 0, sizeof(no_table))
    return replies == fast_perft(p, 2, &no_table) or disagree(d, p, DOUBT_REPLIES, 0)


cdef bint agree_on_validity(const Position* p, Move16 move, Disagreement* d) noexcept nogil:
    d.fault = validate(p, &d.square)
    return d.fault == FAULT_NONE or disagree(d, p, DOUBT_VALIDITY, move)


cdef bint agree_on_pass(Position* p, const Threats* threats, Disagreement* d) noexcept nogil:
    """Out of check a side may pass, and take that back."""
    cdef Position before = p[0]
    cdef Undo undo
    if threats.checkers:
        return True
    make_null(p, &undo)
    if not agree_on_validity(p, NULL_MOVE, d):
        return False
    unmake(p, &undo)
    return memcmp(p, &before, sizeof(Position)) == 0 or disagree(d, &before, DOUBT_UNMAKE, NULL_MOVE)


cdef bint agree_on_node(Position* p, const Move16* moves, int count, Disagreement* d) noexcept nogil:
    """All checks of a single position but the slow ones."""
    cdef Threats threats
    find_threats(&p.boards, p.turn, &threats)
    return (
        agree_on_attacks(p, d)
        and agree_on_moves(p, moves, count, d)
        and agree_on_stages(p, &threats, moves, count, d)
        and agree_on_exchanges(p, moves, count, d)
        and agree_on_children(p, &threats, moves, count, d)
        and agree_on_pass(p, &threats, d)
    )


cdef bint agree_at_length(const Position* p, const Move16* moves, int count, Disagreement* d) noexcept nogil:
    """What takes ten times as long as all the rest, and is asked above the last ply only."""
    cdef Threats threats
    find_threats(&p.boards, p.turn, &threats)
    return agree_on_threats(p, &threats, d) and agree_on_legality(p, &threats, moves, count, d)


cdef u64 checked_perft(Position* p, int depth, Disagreement* d, Context* context) noexcept nogil:
    """Count by legal generation; stop at the first disagreement (0 is returned then)."""
    cdef Move16[MAX_MOVES] moves
    cdef Position before
    cdef Undo undo
    cdef u64 total = 0
    cdef int i, count
    if depth == 0:
        return 1
    count = list_moves(p, moves)
    if not agree_on_node(p, moves, count, d) or (depth > 1 and not agree_at_length(p, moves, count, d)):
        return 0
    before = p[0]
    for i in range(count):
        if context.stop:
            return 0
        make(p, moves[i], &undo)
        if not agree_on_validity(p, moves[i], d):
            return 0
        total += checked_perft(p, depth - 1, d, context)
        unmake(p, &undo)
        if d.doubt != NO_DOUBT:
            return 0
        if memcmp(p, &before, sizeof(Position)):
            disagree(d, &before, DOUBT_UNMAKE, moves[i])
            return 0
        if not agree_on_validity(p, moves[i], d):
            return 0
    return total


# Counts in parts.

cdef list moves_of(const Position* p):
    """The legal moves of a position that is trusted."""
    cdef Move16[MAX_MOVES] moves
    return move_list(moves, list_moves(p, moves))


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
    "the key after a move is not the one foreseen",
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
        what += f": {describe_fault(<int> d.fault, d.square)}"
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


cdef class PerftJob:
    """A perft to be counted in parts, by any number of threads at once.

    Each call of `step` counts one part with the GIL released. `stop` makes all
    calls return soon; `nodes` and `divide` then return what is known so far.
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
        # First, because they take longest: a count that is stopped then still has them.
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
        """Make the calls of `step` in other threads return soon, with partial results."""
        store_flag(&self.context.stop, 1)

    @property
    def stopped(self):
        """Whether `stop` was called."""
        return load_flag(&self.context.stop) != 0

    @property
    def parts_total(self):
        """The number of parts of the count."""
        return self.part_count

    @property
    def parts_done(self):
        """The number of finished parts."""
        return self.finished

    @property
    def nodes(self):
        """The leaves counted so far."""
        return 1 if self.leaf else sum(self.root_nodes)

    def divide(self):
        """Return the leaves counted so far below each move."""
        return dict(zip(self.roots, self.root_nodes))

    def finished_moves(self):
        """Return the moves whose counts are complete."""
        return [move for move, parts in zip(self.roots, self.root_parts) if parts == 0]

    def kinds_of_moves(self):
        """Return the moves of the last ply by kind, if `stats` is on."""
        return dict(self.kinds)
