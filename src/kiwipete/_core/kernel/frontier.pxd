"""Frontier: the positions that a search through all possible games has met, and which of them to look at next.

Every position is stored once and whole, so two positions are never mistaken
for each other, and a search that has nothing left to look at is a proof. All
positions wait in several queues, each with its own idea of what is promising;
a queue gives out those of the least cost, the oldest first.
"""

from libc.string cimport memcmp, memset

from kiwipete._core.kernel.perft cimport hash_boards
from kiwipete._core.kernel.squares cimport BLACK, WHITE, bit, popcount, u8, u32, u64
from kiwipete._core.kernel.types cimport Bitboards

cdef enum:
    QUEUES = 3
    COSTS = 256              # costs are from 0 to one less
    NOBODY = 0xffffffff      # the number of no node

cdef struct Node:
    Bitboards boards
    u32 parent
    u32[QUEUES] next         # the one behind it in each queue
    u8 turn
    u8 changed               # 1: after a capture or the move of a pawn, which nothing takes back
    u8 done                  # 1: has been looked at
    u8[5] padding

# Where pieces other than pawns have stood, by colour and kind; in positions with the same pawns and
# the same number of pieces. Some share an entry: only the order depends on it.
cdef struct Seen:
    u64[2][5] squares

cdef struct Frontier:
    Node* nodes
    u32* slots               # numbers of nodes plus one, by hash; 0 for none
    Seen* seen
    u32 count                # of nodes
    u32 capacity
    u32 slot_mask            # how many slots and Seen there are, powers of two, less one
    u32 seen_mask
    int[QUEUES] cheapest     # no node of the queue costs less
    u32[QUEUES][COSTS] first
    u32[QUEUES][COSTS] last


cdef inline u32 slots_for(u32 capacity) noexcept nogil:
    cdef u32 slots = 64
    while slots < 2 * capacity:
        slots *= 2
    return slots


cdef inline void open_frontier(
    Frontier* f, Node* nodes, u32 capacity, u32* slots, Seen* seen, u32 seen_count,
) noexcept nogil:
    """An empty frontier in memory for nodes, slots_for(capacity) slots and 2 ** n Seen; the last two are 0."""
    cdef int queue
    f.nodes = nodes
    f.slots = slots
    f.seen = seen
    f.count = 0
    f.capacity = capacity
    f.slot_mask = slots_for(capacity) - 1
    f.seen_mask = seen_count - 1
    memset(f.first, 255, sizeof(f.first))
    for queue in range(QUEUES):
        f.cheapest[queue] = COSTS


cdef inline bint add_node(Frontier* f, const Bitboards* b, int turn, u32 parent, bint changed) noexcept nogil:
    """Store a position as the last node unless it is there; the frontier must have room."""
    cdef u32 slot = <u32> (hash_boards(b, <u64> 0x9e3779b97f4a7c15u) + <u64> turn * 0x632be5ab) & f.slot_mask
    cdef Node* node
    while f.slots[slot]:
        node = &f.nodes[f.slots[slot] - 1]
        if node.turn == turn and memcmp(&node.boards, b, sizeof(Bitboards)) == 0:
            return False
        slot = slot + 1 & f.slot_mask
    node = &f.nodes[f.count]
    node.boards = b[0]
    node.parent = parent
    node.turn = <u8> turn
    node.changed = changed
    node.done = 0
    f.count += 1
    f.slots[slot] = f.count
    return True


cdef inline void enqueue(Frontier* f, int queue, u32 number, int cost) noexcept nogil:
    cost = 0 if cost < 0 else cost if cost < COSTS else COSTS - 1
    f.nodes[number].next[queue] = NOBODY
    if f.first[queue][cost] == NOBODY:
        f.first[queue][cost] = number
    else:
        f.nodes[f.last[queue][cost]].next[queue] = number
    f.last[queue][cost] = number
    if cost < f.cheapest[queue]:
        f.cheapest[queue] = cost


cdef inline u32 dequeue(Frontier* f, int queue) noexcept nogil:
    """The number of the next node of a queue that no queue has given out, or NOBODY."""
    cdef u32 number
    while f.cheapest[queue] < COSTS:
        number = f.first[queue][f.cheapest[queue]]
        if number == NOBODY:
            f.cheapest[queue] += 1
            continue
        f.first[queue][f.cheapest[queue]] = f.nodes[number].next[queue]
        if not f.nodes[number].done:
            f.nodes[number].done = 1
            return number
    return NOBODY


cdef inline u64 see(u64* seen, u64 squares) noexcept nogil:
    """Those of the squares that were not seen before; now they are."""
    cdef u64 fresh = squares & ~seen[0]
    seen[0] |= squares
    return fresh


cdef inline bint is_novel(Frontier* f, const Bitboards* b) noexcept nogil:
    """Does a piece stand where none of its kind has stood yet, with these pawns and as many pieces?"""
    cdef u64 key = (
        (b.pawns & b.side[WHITE]) * <u64> 0x9e3779b97f4a7c15u
        ^ (b.pawns & b.side[BLACK]) * <u64> 0xc2b2ae3d27d4eb4fu
        ^ <u64> popcount(b.side[WHITE] | b.side[BLACK]) * <u64> 0x165667b19e3779f9u
    )
    cdef Seen* seen
    cdef u64 fresh = 0
    cdef int us
    key = (key ^ key >> 29) * <u64> 0xbf58476d1ce4e5b9u
    seen = &f.seen[key >> 40 & f.seen_mask]
    for us in range(2):
        fresh |= see(&seen.squares[us][0], b.side[us] & b.knights)
        fresh |= see(&seen.squares[us][1], b.side[us] & b.diagonals & ~b.straights)
        fresh |= see(&seen.squares[us][2], b.side[us] & b.straights & ~b.diagonals)
        fresh |= see(&seen.squares[us][3], b.side[us] & b.straights & b.diagonals)
        fresh |= see(&seen.squares[us][4], bit(b.king[us]))
    return fresh != 0
