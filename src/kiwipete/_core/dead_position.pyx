"""Dead positions: can a side still give mate by any series of legal moves?

The question is about one player's choices only, since both sides help: is
there a path in the graph of positions to one where the other side is mated?
`explore` looks for it, the most promising positions first. It answers yes with
a path, no when it has seen all positions that can be reached, and nothing when
it may not store more. Positions of which `unwinnable` proves that there is no
mate in them are not followed.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memset

from kiwipete._core.arguments cimport colour
from kiwipete._core.hot cimport Tables, complete_move, count_moves, list_children, tables
from kiwipete._core.kernel.attacks cimport adopt_attack_tables
from kiwipete._core.kernel.bitboards cimport checkers
from kiwipete._core.kernel.endings cimport cannot_win
from kiwipete._core.kernel.frontier cimport (
    Frontier, NOBODY, Node, QUEUES, Seen, add_node, dequeue, open_frontier, slots_for,
)
from kiwipete._core.kernel.mating_plan cimport enqueue_by_plans, greedy_cost
from kiwipete._core.kernel.mobility cimport Mobility, find_mobility, is_fixed
from kiwipete._core.kernel.move cimport MAX_ANY_MOVES, MAX_MOVES, Move, NULL_MOVE, PROMOTION
from kiwipete._core.kernel.scores cimport adopt_score_tables
from kiwipete._core.kernel.squares cimport KING, KNIGHT, bit, first_square, several, u8, u32, u64
from kiwipete._core.kernel.types cimport Bitboards, Position, State, pieces_of_kind
from kiwipete._core.kernel.unwinnable cimport NO_MATERIAL, NO_PROOF, Proof, prove_by_mobility
from kiwipete._core.kernel.zobrist cimport adopt_key_tables
from kiwipete._core.move cimport move_object
from kiwipete._core.position_board cimport PositionBoard
from kiwipete._core.rules cimport is_trusted, legal_moves, play_legal

from kiwipete.errors import InconsistentPositionError

cdef Tables shared = tables()
adopt_attack_tables(shared.attacks)
adopt_key_tables(shared.keys)
adopt_score_tables(shared.scores)

cdef enum Verdict:
    UNDECIDED
    WINNABLE
    UNWINNABLE

cdef enum:
    QUICK_NODES = 4096       # what the first look may store, in memory that needs no system call
    QUICK_SLOTS = 8192
    QUICK_SEEN = 64
    FULL_SEEN = 4096
    SLICE = 1 << 18          # nodes between two looks for Ctrl-C
    MOST_NODES = 1 << 27

include "dead_position_search.pxi"

# A first look in one piece of memory.
cdef struct Quick:
    Search search
    u32[QUICK_SLOTS] slots
    Seen[QUICK_SEEN] seen
    Node[QUICK_NODES] nodes


# The line to a mate, from the nodes that lead to it.

cdef Move guess_move(const Position* p, const Bitboards* after) noexcept nogil:
    """The legal move between two positions, if it is not castling."""
    cdef int us = p.turn
    cdef u64 left = p.boards.side[us] & ~after.side[us]
    cdef u64 reached = after.side[us] & ~p.boards.side[us]
    cdef int promotion = 0
    cdef int kind
    if not left or not reached or several(left) or several(reached):
        return NULL_MOVE
    if p.boards.pawns & left and not after.pawns & reached:
        for kind in range(KNIGHT, KING):
            if pieces_of_kind(after, kind) & reached:
                promotion = PROMOTION | (kind - KNIGHT)
    return complete_move(p, first_square(left), first_square(reached), promotion)


cdef Move find_step(State* state, const Bitboards* after) noexcept nogil:
    """Play the legal move that leads to a position and return it, or NULL_MOVE."""
    cdef Move[MAX_ANY_MOVES] moves
    cdef State next_state
    cdef int i, count
    moves[0] = guess_move(&state.position, after)
    for i in range(2):
        count = legal_moves(state, moves) if i else moves[0] != NULL_MOVE
        while count:
            count -= 1
            next_state = state[0]
            play_legal(&next_state, moves[count])
            if memcmp(&next_state.position.boards, after, sizeof(Bitboards)) == 0:
                state[0] = next_state
                return moves[count]
    return NULL_MOVE


cdef int replay(const Search* s, State* state, list line) except -1:
    """Play the line to the mate by the rules of games, and add its moves to a list if there is one."""
    cdef const Node* nodes = s.frontier.nodes
    cdef u32 number = s.mate
    cdef u32 length = 0
    cdef u32 i
    cdef u32* path
    cdef Move move
    while nodes[number].parent != NOBODY:
        number = nodes[number].parent
        length += 1
    path = <u32*> malloc((length + 1) * sizeof(u32))
    if path == NULL:
        raise MemoryError
    try:
        number = s.mate
        for i in range(length):
            path[length - 1 - i] = number
            number = nodes[number].parent
        for i in range(length):
            move = find_step(state, &nodes[path[i]].boards)
            if move == NULL_MOVE:
                raise InconsistentPositionError("a helpmate has an illegal move")
            if line is not None:
                line.append(move_object(move))
    finally:
        free(path)
    if state.position.turn == s.us or count_moves(&state.position) or not checkers(
        &state.position.boards, state.position.turn
    ):
        raise InconsistentPositionError("a helpmate does not end in mate")
    return 0


# The verdict.

cdef Verdict look_quickly(Quick* q, const State* state, int us) noexcept nogil:
    """Try single lines, then as many positions as there is room for."""
    cdef Search* search = &q.search
    cdef int attempt
    memset(q.seen, 0, sizeof(q.seen))
    for attempt in range(DESCENTS):
        memset(q.slots, 0, DESCENT_SLOTS * sizeof(u32))
        open_frontier(&search.frontier, q.nodes, DESCENT_SLOTS // 2, q.slots, q.seen, QUICK_SEEN)
        begin(search, &state.position.boards, state.position.turn, us)
        if descend(search, attempt) == WINNABLE:
            return WINNABLE
    memset(q.slots, 0, sizeof(q.slots))
    open_frontier(&search.frontier, q.nodes, QUICK_NODES, q.slots, q.seen, QUICK_SEEN)
    begin(search, &state.position.boards, state.position.turn, us)
    search.pause = QUICK_NODES
    return explore(search)


cdef Verdict look_long(const State* state, int us, u32 nodes, State* played, list line) except *:
    cdef Search* s = <Search*> malloc(sizeof(Search))
    cdef Node* store = <Node*> calloc(nodes, sizeof(Node))
    cdef u32* slots = <u32*> calloc(slots_for(nodes), sizeof(u32))
    cdef Seen* seen = <Seen*> calloc(FULL_SEEN, sizeof(Seen))
    cdef Verdict verdict
    try:
        if s == NULL or store == NULL or slots == NULL or seen == NULL:
            raise MemoryError(f"a search of {nodes} nodes needs more memory than there is")
        open_frontier(&s.frontier, store, nodes, slots, seen, FULL_SEEN)
        begin(s, &state.position.boards, state.position.turn, us)
        s.pause = 0
        while True:
            s.pause = min(nodes, s.pause + SLICE)
            with nogil:
                verdict = explore(s)
            if verdict != UNDECIDED or s.pause in (0, nodes):
                break
            PyErr_CheckSignals()
        if verdict == WINNABLE:
            replay(s, played, line)
        return verdict
    finally:
        free(seen)
        free(slots)
        free(store)
        free(s)


cdef Proof proof_of(const Position* p, int us) noexcept nogil:
    """Why a side cannot win, if no search is needed to see it."""
    cdef Mobility m
    if cannot_win(&p.boards, us):
        return NO_MATERIAL
    find_mobility(&m, &p.boards, p.turn)
    return prove_by_mobility(&m, us)


cdef Verdict decide(PositionBoard board, int us, u32 nodes, list line) except *:
    """Whether a side can win, with the moves of a helpmate if it can and a list is given."""
    cdef State state = board.state
    cdef State played = state
    cdef Quick* q
    cdef Verdict verdict
    if not is_trusted(&state):
        raise board.uncountable()
    if count_moves(&state.position) == 0:
        return WINNABLE if state.position.turn != us and checkers(&state.position.boards, us ^ 1) else UNWINNABLE
    if cannot_win(&state.position.boards, us):
        return UNWINNABLE
    q = <Quick*> malloc(sizeof(Quick))
    if q == NULL:
        raise MemoryError
    try:
        with nogil:
            verdict = look_quickly(q, &state, us)
        if verdict == WINNABLE:
            replay(&q.search, &played, line)
    finally:
        free(q)
    if verdict == UNDECIDED and proof_of(&state.position, us) != NO_PROOF:
        return UNWINNABLE
    if verdict == UNDECIDED and nodes > QUICK_NODES:
        verdict = look_long(&state, us, nodes, &played, line)
    return verdict


cdef tuple VERDICTS = (None, True, False)
cdef tuple PROOFS = (None, "material", "no check", "no net")


def can_win(PositionBoard board not None, color, nodes):
    """True if there is a helpmate for a side, False if there is none, None if more nodes than these are needed."""
    return VERDICTS[<int> decide(board, colour(color), checked_nodes(nodes), None)]


def helpmate(PositionBoard board not None, color, nodes):
    """The moves that lead to a mate by a side; None if there are none, or none were found."""
    line = []
    return line if decide(board, colour(color), checked_nodes(nodes), line) == WINNABLE else None


def static_proof(PositionBoard board not None, color):
    """Why a side cannot win, if no search is needed to see it: None, or what the proof is about and three sets.

    These are the pieces that can neither move nor be captured, and where the kings of the side and of
    the other can ever stand.
    """
    cdef State state = board.state
    cdef int us = colour(color)
    cdef Mobility m
    cdef u64 fixed = 0
    cdef int i
    if not is_trusted(&state):
        raise board.uncountable()
    cdef Proof proof = proof_of(&state.position, us)
    if proof == NO_PROOF:
        return None
    find_mobility(&m, &state.position.boards, state.position.turn)
    for i in range(m.count):
        if is_fixed(&m, i):
            fixed |= bit(m.home[i])
    return PROOFS[<int> proof], fixed, m.reach[m.king[us]], m.reach[m.king[us ^ 1]]


def exhaust(PositionBoard board not None, color, nodes):
    """The slow twin of `can_win`, for tests: all positions in the order in which they are met, without any proof."""
    cdef State state = board.state
    cdef int us = colour(color)
    cdef u32 most = checked_nodes(nodes)
    cdef Search* s = <Search*> malloc(sizeof(Search))
    cdef Node* store = <Node*> calloc(most, sizeof(Node))
    cdef u32* slots = <u32*> calloc(slots_for(most), sizeof(u32))
    cdef Verdict verdict
    try:
        if s == NULL or store == NULL or slots == NULL:
            raise MemoryError
        if not is_trusted(&state):
            raise board.uncountable()
        open_frontier(&s.frontier, store, most, slots, NULL, 1)
        s.us = us
        with nogil:
            verdict = exhaust_all(s, &state.position.boards, state.position.turn)
        return VERDICTS[<int> verdict]
    finally:
        free(slots)
        free(store)
        free(s)


cdef Verdict exhaust_all(Search* s, const Bitboards* root, int turn) noexcept nogil:
    cdef Frontier* f = &s.frontier
    cdef u32 number = 0
    cdef int i, count
    add_node(f, root, turn, NOBODY, False)
    while number < f.count:
        turn = f.nodes[number].turn
        if turn != s.us and is_mated(s, &f.nodes[number].boards, turn):
            return WINNABLE
        s.scratch.boards = f.nodes[number].boards
        s.scratch.turn = <u8> turn
        count = list_children(&s.scratch, s.children)
        if f.count + <u32> count > f.capacity:
            return UNDECIDED
        for i in range(count):
            add_node(f, &s.children[i], turn ^ 1, number, False)
        number += 1
    return UNWINNABLE


cdef u32 checked_nodes(nodes) except? 0xffffffff:
    if not 1 <= nodes <= MOST_NODES:
        raise ValueError(f"a search may store 1 to {MOST_NODES} positions, not {nodes}")
    return nodes
