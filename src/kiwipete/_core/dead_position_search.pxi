"""The searches of `dead_position`: single lines for a first look, then all positions in the order of the plans."""

cdef enum:
    DESCENTS = 5             # first looks, each with other choices
    LONGEST_DESCENT = 80     # plies
    DESCENT_SLOTS = 256      # more than twice the nodes of a descent
    THEIR_MOVES = 5          # about as many of the other side's moves are looked at in a descent
    TOO_DEAR = 1 << 20       # the cost of what is left out

cdef struct Search:
    Frontier frontier
    Position scratch         # only its boards and turn are used
    Bitboards[MAX_MOVES] children
    int us                   # who is to give mate
    u32 mate                 # the node in which it has happened
    u32 pause                # stop when there are as many nodes
    u32 proofs_tried
    u32 proofs_found
    int queue                # the one that was asked last

cdef bint is_mated(Search* s, const Bitboards* b, int them) noexcept nogil:
    if not checkers(b, them):
        return False
    s.scratch.boards = b[0]
    s.scratch.turn = <u8> them
    return count_moves(&s.scratch) == 0


cdef bint is_hopeless(Search* s, const Node* node) noexcept nogil:
    """Is there a proof that a node leads nowhere?

    Only where something has changed for good; and less and less often where that does not help.
    """
    cdef Mobility m
    if not node.changed:
        return False
    s.proofs_tried += 1
    if s.proofs_tried > 64 and s.proofs_found * 8 < s.proofs_tried and s.proofs_tried & 15:
        return False
    find_mobility(&m, &node.boards, node.turn)
    if prove_by_mobility(&m, s.us) == NO_PROOF:
        return False
    s.proofs_found += 1
    return True


cdef void begin(Search* s, const Bitboards* root, int turn, int us) noexcept nogil:
    s.us = us
    s.queue = 0
    s.proofs_tried = s.proofs_found = 0
    add_node(&s.frontier, root, turn, NOBODY, False)
    enqueue_by_plans(&s.frontier, 0, us)


cdef Verdict explore(Search* s) noexcept nogil:
    """Go on until there is a mate, nothing is left, or it is time to pause."""
    cdef Frontier* f = &s.frontier
    cdef int us = s.us
    cdef u32 number
    cdef Node* node
    cdef const Bitboards* child
    cdef int i, turn, count
    cdef bint changed
    while True:
        if f.count >= s.pause:
            return UNDECIDED
        s.queue = s.queue + 1 if s.queue + 1 < QUEUES else 0
        number = dequeue(f, s.queue)
        if number == NOBODY:
            return UNWINNABLE
        node = &f.nodes[number]
        if is_hopeless(s, node):
            continue
        turn = node.turn
        s.scratch.boards = node.boards
        s.scratch.turn = <u8> turn
        count = list_children(&s.scratch, s.children)
        for i in range(count):
            child = &s.children[i]
            changed = child.pawns != node.boards.pawns or child.side[turn ^ 1] != node.boards.side[turn ^ 1]
            if changed and cannot_win(child, us):
                continue
            if f.count == f.capacity:
                s.pause = 0
                return UNDECIDED
            if not add_node(f, child, turn ^ 1, number, changed):
                continue
            if turn == us and is_mated(s, child, turn ^ 1):
                s.mate = f.count - 1
                return WINNABLE
            enqueue_by_plans(f, f.count - 1, us)


# The first look: a few single lines.

cdef bint finds_mate(Search* s, int count, u32 parent) noexcept nogil:
    """Is one of our children mate? Then it is stored."""
    cdef int i
    for i in range(count):
        if is_mated(s, &s.children[i], s.us ^ 1):
            add_node(&s.frontier, &s.children[i], s.us ^ 1, parent, False)
            s.mate = s.frontier.count - 1
            return True
    return False


cdef void price_children(Search* s, const Node* node, int count, int attempt, int* costs) noexcept nogil:
    """Price what is worth a look: our captures if there are any, and some of their moves."""
    cdef int turn = node.turn
    cdef bint ours = turn == s.us
    cdef u64 theirs = node.boards.side[turn ^ 1]
    cdef int stride = 1 if ours else 1 + count // THEIR_MOVES
    cdef bint captures = False
    cdef int i
    for i in range(count):
        captures |= ours and s.children[i].side[turn ^ 1] != theirs
    for i in range(count):
        costs[i] = TOO_DEAR
        if (i + 7 * attempt) % stride or (captures and s.children[i].side[turn ^ 1] == theirs):
            continue
        costs[i] = greedy_cost(&s.children[i], s.us, attempt & 1)


cdef bint takes_best(Search* s, int count, int turn, u32 parent, int* costs) noexcept nogil:
    """Store the cheapest child that is new and has moves, if it is among the first four."""
    cdef int i, best, attempt
    for attempt in range(4):
        best = 0
        for i in range(1, count):
            if costs[i] < costs[best]:
                best = i
        if count == 0 or costs[best] == TOO_DEAR:
            return False
        costs[best] = TOO_DEAR
        s.scratch.boards = s.children[best]
        s.scratch.turn = <u8> (turn ^ 1)
        if count_moves(&s.scratch) and add_node(&s.frontier, &s.children[best], turn ^ 1, parent, False):
            return True
    return False


cdef Verdict descend(Search* s, int attempt) noexcept nogil:
    """Follow one line from the first node, always to the child of the least cost.

    Most positions of games are won within some thirty plies like this, in as many microseconds.
    """
    cdef Frontier* f = &s.frontier
    cdef int[MAX_MOVES] costs
    cdef u32 number
    cdef int count, turn
    for number in range(LONGEST_DESCENT):
        turn = f.nodes[number].turn
        s.scratch.boards = f.nodes[number].boards
        s.scratch.turn = <u8> turn
        count = list_children(&s.scratch, s.children)
        if turn == s.us and finds_mate(s, count, number):
            return WINNABLE
        price_children(s, &f.nodes[number], count, attempt, costs)
        if not takes_best(s, count, turn, number, costs):
            break
    return UNDECIDED
