# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Loops over the kernel for bench/kernel.py, which compiles this file; it isn't part of the package.

Each loop calls what a search calls, by the best means that the kernel of its
commit has, and adds up the results, which must be the same in every commit.
"""

from libc.string cimport memset

from kiwipete._core.kernel.attacks cimport fill_attack_tables
from kiwipete._core.kernel.bitboards cimport Threats, find_threats
from kiwipete._core.kernel.fen cimport FenReader, read_fen
from kiwipete._core.kernel.move cimport MAX_MOVES, Move, is_capture, is_promotion
from kiwipete._core.kernel.movegen cimport GATHER, LIST_NOISY, LIST_QUIETS, Sink, generate, moves_given
from kiwipete._core.kernel.order cimport no_moves, write_moves
from kiwipete._core.kernel.position cimport Position, Undo, make, unmake
from kiwipete._core.kernel.scores cimport fill_scores
from kiwipete._core.kernel.single_moves cimport gives_check, is_legal, key_after, see_at_least
from kiwipete._core.kernel.squares cimport BLACK, WHITE, u64
from kiwipete._core.kernel.types cimport MoveSets
from kiwipete._core.kernel.zobrist cimport fill_keys, next_random

fill_attack_tables()
fill_keys()
fill_scores()

cdef enum:
    MAX_POSITIONS = 256

cdef struct Node:
    Position position
    int count
    int noisy_count
    Move[MAX_MOVES] moves
    Move[MAX_MOVES] noisy

cdef Node[MAX_POSITIONS] nodes
cdef int node_count = 0


cdef int list_all(const Position* p, Move* moves) noexcept nogil:
    cdef MoveSets sets
    cdef Sink sink
    sink.sets = &sets
    no_moves(&sets)
    if p.turn == WHITE:
        generate(&p.boards, WHITE, GATHER, True, &sink)
        return <int> (write_moves(moves, &p.boards, WHITE, &sets) - moves)
    generate(&p.boards, BLACK, GATHER, True, &sink)
    return <int> (write_moves(moves, &p.boards, BLACK, &sets) - moves)


cdef int list_noisy(const Position* p, const Threats* threats, Move* moves) noexcept nogil:
    cdef Sink sink
    sink.moves = moves
    if p.turn == WHITE:
        moves_given(&p.boards, WHITE, LIST_NOISY, True, threats.checkers, threats.pinned, &sink)
    else:
        moves_given(&p.boards, BLACK, LIST_NOISY, True, threats.checkers, threats.pinned, &sink)
    return <int> (sink.moves - moves)


cdef int list_quiets(const Position* p, const Threats* threats, Move* moves) noexcept nogil:
    cdef Sink sink
    sink.moves = moves
    if p.turn == WHITE:
        moves_given(&p.boards, WHITE, LIST_QUIETS, True, threats.checkers, threats.pinned, &sink)
    else:
        moves_given(&p.boards, BLACK, LIST_QUIETS, True, threats.checkers, threats.pinned, &sink)
    return <int> (sink.moves - moves)


cdef void shuffle(Move* moves, int count) noexcept nogil:
    """Mix moves, always in the same way: a search does not take them in the generator's order."""
    cdef u64 state = 2039
    cdef int i, j
    for i in range(count - 1, 0, -1):
        j = <int> ((next_random(&state) >> 32) % <u64> (i + 1))
        moves[i], moves[j] = moves[j], moves[i]


def set_up(fens):
    """Take positions to loop over."""
    global node_count
    cdef FenReader reader
    cdef Node* node
    cdef int i
    node_count = 0
    for fen in fens[:MAX_POSITIONS]:
        text = fen.encode()
        memset(&reader, 0, sizeof(reader))
        reader.text = text
        reader.length = len(text)
        node = &nodes[node_count]
        if not read_fen(&reader, &node.position, False):
            raise ValueError(fen)
        node.count = list_all(&node.position, node.moves)
        shuffle(node.moves, node.count)
        node.noisy_count = 0
        for i in range(node.count):
            if is_capture(node.moves[i]) or is_promotion(node.moves[i]):
                node.noisy[node.noisy_count] = node.moves[i]
                node.noisy_count += 1
        node_count += 1


# The questions: each is asked of a node and returns (how often it was asked there, a sum of answers).

cdef struct Answer:
    u64 asked
    u64 total


cdef void all_moves(Node* node, Answer* answer) noexcept nogil:
    cdef Move[MAX_MOVES] moves
    answer.asked += 1
    answer.total += list_all(&node.position, moves)


cdef void noisy_moves(Node* node, Answer* answer) noexcept nogil:
    cdef Move[MAX_MOVES] moves
    cdef Threats threats
    find_threats(&node.position.boards, node.position.turn, &threats)
    answer.asked += 1
    answer.total += list_noisy(&node.position, &threats, moves)


cdef void quiet_moves(Node* node, Answer* answer) noexcept nogil:
    cdef Move[MAX_MOVES] moves
    cdef Threats threats
    find_threats(&node.position.boards, node.position.turn, &threats)
    answer.asked += 1
    answer.total += list_quiets(&node.position, &threats, moves)


cdef void good_captures(Node* node, Answer* answer) noexcept nogil:
    cdef int i
    answer.asked += node.noisy_count
    for i in range(node.noisy_count):
        answer.total += see_at_least(&node.position, node.noisy[i], 0)


cdef void safe_moves(Node* node, Answer* answer) noexcept nogil:
    cdef int i
    answer.asked += node.count
    for i in range(node.count):
        answer.total += see_at_least(&node.position, node.moves[i], -50)


cdef void table_moves(Node* node, Answer* answer) noexcept nogil:
    """Some moves of this node and of the next one."""
    cdef Node* other = &nodes[(node - &nodes[0] + 1) % node_count]
    cdef Threats threats
    cdef int i
    find_threats(&node.position.boards, node.position.turn, &threats)
    for i in range(0, node.count, 4):
        answer.asked += 1
        answer.total += is_legal(&node.position, &threats, node.moves[i])
    for i in range(0, other.count, 4):
        answer.asked += 1
        answer.total += is_legal(&node.position, &threats, other.moves[i])


cdef void checking_moves(Node* node, Answer* answer) noexcept nogil:
    cdef Threats threats
    cdef int i
    find_threats(&node.position.boards, node.position.turn, &threats)
    answer.asked += node.count
    for i in range(node.count):
        answer.total += gives_check(&node.position, &threats, node.moves[i])


cdef void keys_after(Node* node, Answer* answer) noexcept nogil:
    cdef int i
    answer.asked += node.count
    for i in range(node.count):
        answer.total += key_after(&node.position, node.moves[i])


# Called through pointers, because a search does other work between the two.

cdef void do_make(Position* p, Move move, Undo* undo) noexcept nogil:
    make(p, move, undo)


cdef void do_unmake(Position* p, const Undo* undo) noexcept nogil:
    unmake(p, undo)


cdef void (*make_pointer)(Position* p, Move move, Undo* undo) noexcept nogil
cdef void (*unmake_pointer)(Position* p, const Undo* undo) noexcept nogil
make_pointer = do_make
unmake_pointer = do_unmake


cdef void make_unmake(Node* node, Answer* answer) noexcept nogil:
    cdef Undo undo
    cdef int i
    answer.asked += node.count
    for i in range(node.count):
        make_pointer(&node.position, node.moves[i], &undo)
        answer.total += node.position.halfmove_clock
        unmake_pointer(&node.position, &undo)


ctypedef void (*Question)(Node* node, Answer* answer) noexcept nogil

cdef Question question_named(str name) except NULL:
    if name == "all moves":
        return all_moves
    if name == "noisy moves":
        return noisy_moves
    if name == "quiet moves":
        return quiet_moves
    if name == "captures: SEE at least 0":
        return good_captures
    if name == "all moves: SEE at least -50":
        return safe_moves
    if name == "is a table's move legal":
        return table_moves
    if name == "does a move give check":
        return checking_moves
    if name == "the key after a move":
        return keys_after
    if name == "make and unmake":
        return make_unmake
    raise ValueError(name)


def ask(str name, int rounds):
    """Ask one question of all nodes this many times; (how often it was asked, the sum of its answers)."""
    cdef Question question = question_named(name)
    cdef Answer answer
    cdef int _, j
    memset(&answer, 0, sizeof(answer))
    with nogil:
        for _ in range(rounds):
            for j in range(node_count):
                question(&nodes[j], &answer)
    return answer.asked, answer.total
