"""The arithmetic of the network, in integers: accumulators, their updates, and the output.

Built for each kind of processor like the searcher, but with vectors: the loops
over a row of weights are written so that compilers turn them into vector
instructions. They are templates of the width; `instance_for` picks the one that
has a network's width as a constant.
"""

from libc.stdint cimport int64_t, uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy

from kiwipete._core.hot cimport find_threats, make, make_null, unmake
from kiwipete._core.kernel.bitboards cimport castling_rook
from kiwipete._core.kernel.move cimport (
    CASTLE_KINGSIDE, Move, NULL_MOVE, is_castling, is_promotion, move_flag, move_from, move_to, promoted_piece,
)
from kiwipete._core.kernel.position cimport taken_on
from kiwipete._core.kernel.squares cimport BLACK, ROOK, WHITE, i16, i32, pop_first, popcount, u32, u64
from kiwipete._core.kernel.status cimport kings_of
from kiwipete._core.kernel.types cimport (
    Bitboards, EMPTY, Position, State, Threats, Undo, colour_of, kind_of, piece_of, pieces_of_kind,
)
from kiwipete._core.move cimport bits_of_move
from kiwipete._core.position_board cimport state_of
from kiwipete._core.rules cimport find_legal, is_trusted

from kiwipete.errors import ImpossiblePositionError

cdef extern from *:
    """
    /* Rows don't overlap. */
    typedef const int16_t *__restrict kw_row;
    typedef int16_t *__restrict kw_target;
    """
    ctypedef const i16* Row "kw_row"
    ctypedef i16* Target "kw_target"

cdef enum:
    FEATURES = 768
    OTHERS = 384           # the first feature of the other side's pieces
    QA = 255               # of the hidden layer: an activation of 1
    QB = 64                # of the output weights
    ALIGNMENT = 64
    MAX_HIDDEN = 1024
    STEP = 32              # widths are multiples of this


# Features.

cdef inline const i16* feature_row(
    const Weights* weights, int side, bint mirrored, int piece, int square, const int n,
) noexcept nogil:
    """Return the weights of a piece on a square, as one side sees the board."""
    cdef int seen = square ^ (56 if side == BLACK else 0) ^ (7 if mirrored else 0)
    cdef int feature = (0 if colour_of(piece) == side else OTHERS) + 64 * kind_of(piece) + seen
    return weights.features + <size_t> feature * n


cdef inline bint is_mirrored(const Bitboards* b, int side) noexcept nogil:
    """Is the side's king on the files e to h?"""
    return b.king[side] & 4 != 0


# What a move changes: one piece or two leave their squares, and none to two arrive.
cdef struct Change:
    int removed
    int added
    int[2] removed_piece
    int[2] removed_square
    int[2] added_piece
    int[2] added_square


cdef inline void read_change(const Undo* undo, Change* change) noexcept nogil:
    cdef Move move = undo.move
    cdef int us, home
    if move == NULL_MOVE:
        change.removed = change.added = 0
        return
    us = colour_of(undo.moved)
    change.removed = change.added = 1
    change.removed_piece[0] = change.added_piece[0] = undo.moved
    change.removed_square[0] = move_from(move)
    change.added_square[0] = move_to(move)
    if is_castling(move):
        home = move_from(move) & 56
        change.removed = change.added = 2
        change.added_square[0] = home + (6 if move_flag(move) == CASTLE_KINGSIDE else 2)
        change.removed_piece[1] = change.added_piece[1] = piece_of(us, ROOK)
        change.removed_square[1] = castling_rook(&undo.boards, us, move_from(move), move_flag(move))
        change.added_square[1] = home + (5 if move_flag(move) == CASTLE_KINGSIDE else 3)
        return
    if is_promotion(move):
        change.added_piece[0] = piece_of(us, promoted_piece(move))
    if undo.captured != EMPTY:
        change.removed = 2
        change.removed_piece[1] = undo.captured
        change.removed_square[1] = taken_on(move, us)


# Loops over rows, which become vector instructions.

cdef inline void add_row(Target target, Row row, const int n) noexcept nogil:
    cdef int i
    for i in range(n):
        target[i] = <i16> (target[i] + row[i])


cdef inline void subtract_row(Target target, Row row, const int n) noexcept nogil:
    cdef int i
    for i in range(n):
        target[i] = <i16> (target[i] - row[i])


cdef inline void update_quiet(Target target, Row source, Row added, Row removed, const int n) noexcept nogil:
    cdef int i
    for i in range(n):
        target[i] = <i16> (source[i] + added[i] - removed[i])


cdef inline void update_capture(
    Target target, Row source, Row added, Row removed, Row captured, const int n,
) noexcept nogil:
    cdef int i
    for i in range(n):
        target[i] = <i16> (source[i] + added[i] - removed[i] - captured[i])


cdef inline void update_castling(
    Target target, Row source, Row king_to, Row king_from, Row rook_to, Row rook_from, const int n,
) noexcept nogil:
    cdef int i
    for i in range(n):
        target[i] = <i16> (source[i] + king_to[i] - king_from[i] + rook_to[i] - rook_from[i])


cdef inline i32 activation(Row values, Row weights, const int n) noexcept nogil:
    """Return the sum of SCReLU times weight; network_file.py made sure that it fits."""
    cdef i32 total = 0
    cdef i16 value, product
    cdef int i
    for i in range(n):
        value = values[i]
        value = value if value > <i16> 0 else <i16> 0
        value = value if value < <i16> QA else <i16> QA
        product = <i16> (value * weights[i])
        total += <i32> value * <i32> product
    return total


# Accumulators.

cdef inline i16* accumulator(const Accumulators* a, int ply, int side, const int n) noexcept nogil:
    return a.values + <size_t> (2 * ply + side) * n


cdef inline void refresh(Accumulators* a, const Bitboards* b, int side, const int n) noexcept nogil:
    """Compute an accumulator from the pieces, beginning with the last one that was computed so."""
    cdef const Weights* weights = a.weights
    cdef bint mirrored = is_mirrored(b, side)
    cdef Refreshed* from_last = &a.refreshed[side][mirrored]
    cdef u64 pieces, arrived, left
    cdef int piece
    for piece in range(12):
        pieces = pieces_of_kind(b, kind_of(piece)) & b.side[colour_of(piece)]
        arrived = pieces & ~from_last.pieces[piece]
        left = from_last.pieces[piece] & ~pieces
        from_last.pieces[piece] = pieces
        while arrived:
            add_row(from_last.values, feature_row(weights, side, mirrored, piece, pop_first(&arrived), n), n)
        while left:
            subtract_row(from_last.values, feature_row(weights, side, mirrored, piece, pop_first(&left), n), n)
    memcpy(accumulator(a, a.top, side, n), from_last.values, n * sizeof(i16))
    a.line[a.top].is_computed[side] = True


cdef inline int first_to_update(Accumulators* a, const Bitboards* b, int side, const int n) noexcept nogil:
    """Return the ply after the last whose accumulator is computed.

    If there is none, or if the king crossed the middle of the board since, the
    accumulator of the position on the board is refreshed, and nothing is left to update.
    """
    cdef int ply = a.top
    while not a.line[ply].is_computed[side]:
        if ply == 0 or (a.line[ply].undo.boards.king[side] ^ b.king[side]) & 4:
            refresh(a, b, side, n)
            return a.top + 1
        ply -= 1
    return ply + 1


cdef inline void update_ply(
    Accumulators* a, const Change* c, int ply, int side, bint mirrored, const int n,
) noexcept nogil:
    """Compute an accumulator from that of the ply before."""
    cdef const Weights* weights = a.weights
    cdef const i16* source = accumulator(a, ply - 1, side, n)
    cdef i16* target = accumulator(a, ply, side, n)
    cdef const i16* added
    cdef const i16* removed
    cdef const i16* second
    a.line[ply].is_computed[side] = True
    if c.removed == 0:
        memcpy(target, source, n * sizeof(i16))
        return
    added = feature_row(weights, side, mirrored, c.added_piece[0], c.added_square[0], n)
    removed = feature_row(weights, side, mirrored, c.removed_piece[0], c.removed_square[0], n)
    if c.removed == 1:
        update_quiet(target, source, added, removed, n)
        return
    second = feature_row(weights, side, mirrored, c.removed_piece[1], c.removed_square[1], n)
    if c.added == 1:
        update_capture(target, source, added, removed, second, n)
    else:
        update_castling(
            target, source, added, removed,
            feature_row(weights, side, mirrored, c.added_piece[1], c.added_square[1], n), second, n,
        )


cdef inline void update(Accumulators* a, const Bitboards* b, const int n) noexcept nogil:
    """Compute the accumulators of the position on the board, for both sides."""
    cdef int first_white = first_to_update(a, b, WHITE, n)
    cdef int first_black = first_to_update(a, b, BLACK, n)
    cdef int ply
    cdef Change change
    for ply in range(min(first_white, first_black), a.top + 1):
        read_change(a.line[ply].undo, &change)
        if ply >= first_white:
            update_ply(a, &change, ply, WHITE, is_mirrored(b, WHITE), n)
        if ply >= first_black:
            update_ply(a, &change, ply, BLACK, is_mirrored(b, BLACK), n)


# The output.

cdef inline int bucket_of(const Weights* weights, const Bitboards* b) noexcept nogil:
    """Return the output's bucket, by the number of pieces."""
    cdef int bucket = (popcount(b.side[WHITE] | b.side[BLACK]) - 2) * weights.buckets // 31
    return min(bucket, weights.buckets - 1)


cdef inline int centipawns(const Weights* weights, int64_t total, int bucket) noexcept nogil:
    """Scale the sum of the output layer; divisions round towards zero."""
    return <int> ((total // QA + weights.output_biases[bucket]) * weights.scale // (QA * QB))


cdef inline int evaluate(Accumulators* a, const Position* p, const int n) noexcept nogil:
    """The template of `Weights.evaluate`."""
    cdef int bucket = bucket_of(a.weights, &p.boards)
    cdef const i16* outputs = a.weights.outputs + <size_t> bucket * 2 * n
    update(a, &p.boards, n)
    return centipawns(
        a.weights,
        activation(accumulator(a, a.top, p.turn, n), outputs, n)
        + activation(accumulator(a, a.top, p.turn ^ 1, n), outputs + n, n),
        bucket,
    )


cdef int evaluate_32(Accumulators* a, const Position* p) noexcept nogil:
    return evaluate(a, p, 32)


cdef int evaluate_64(Accumulators* a, const Position* p) noexcept nogil:
    return evaluate(a, p, 64)


cdef int evaluate_128(Accumulators* a, const Position* p) noexcept nogil:
    return evaluate(a, p, 128)


cdef int evaluate_256(Accumulators* a, const Position* p) noexcept nogil:
    return evaluate(a, p, 256)


cdef int evaluate_512(Accumulators* a, const Position* p) noexcept nogil:
    return evaluate(a, p, 512)


cdef int evaluate_any(Accumulators* a, const Position* p) noexcept nogil:
    return evaluate(a, p, a.weights.hidden // STEP * STEP)


cdef Evaluate instance_for(int hidden) noexcept nogil:
    if hidden == 32:
        return evaluate_32
    if hidden == 64:
        return evaluate_64
    if hidden == 128:
        return evaluate_128
    if hidden == 256:
        return evaluate_256
    if hidden == 512:
        return evaluate_512
    return evaluate_any


# The plain reference: the same integers from the pieces alone, one after the other.

cdef void plain_accumulator(const Weights* weights, const Position* p, int side, i16* values) noexcept nogil:
    cdef int n = weights.hidden
    cdef const i16* row
    cdef int square, i
    memcpy(values, weights.biases, n * sizeof(i16))
    for square in range(64):
        if p.mailbox[square] == EMPTY:
            continue
        row = feature_row(weights, side, is_mirrored(&p.boards, side), p.mailbox[square], square, n)
        for i in range(n):
            values[i] = <i16> (values[i] + row[i])


cdef int plain_evaluation(const Weights* weights, const Position* p) noexcept nogil:
    cdef i16[MAX_HIDDEN] values
    cdef int bucket = bucket_of(weights, &p.boards)
    cdef const i16* outputs = weights.outputs + <size_t> bucket * 2 * weights.hidden
    cdef int64_t total = 0
    cdef int64_t value
    cdef int other, i
    for other in range(2):
        plain_accumulator(weights, p, p.turn ^ other, values)
        for i in range(weights.hidden):
            value = max(0, min(<int64_t> values[i], QA))
            total += value * value * outputs[other * weights.hidden + i]
    return centipawns(weights, total, bucket)


cdef bint is_exact(Accumulators* a, const Position* p) noexcept nogil:
    cdef i16[MAX_HIDDEN] values
    cdef int n = a.weights.hidden
    cdef int value = a.weights.evaluate(a, p)
    cdef int side
    for side in range(2):
        plain_accumulator(a.weights, p, side, values)
        if memcmp(values, accumulator(a, a.top, side, n), n * sizeof(i16)):
            return False
    return value == plain_evaluation(a.weights, p)


# Memory.

cdef void* aligned(void* memory) noexcept nogil:
    """Return the first aligned address in a block that has ALIGNMENT bytes to spare."""
    return <void*> ((<uintptr_t> memory + ALIGNMENT - 1) & ~<uintptr_t> (ALIGNMENT - 1))


cdef Accumulators* new_accumulators(const Weights* weights) noexcept nogil:
    cdef size_t row = weights.hidden * sizeof(i16)
    cdef size_t head = (sizeof(Accumulators) + ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT
    cdef void* memory = calloc(1, head + (2 * PLIES + 4) * row + ALIGNMENT)
    cdef Accumulators* a
    cdef int side, mirrored
    if memory == NULL:
        return NULL
    a = <Accumulators*> aligned(memory)
    a.memory = memory
    a.weights = weights
    a.values = <i16*> (<char*> a + head)
    for side in range(2):
        for mirrored in range(2):
            a.refreshed[side][mirrored].values = accumulator(a, PLIES + side, mirrored, weights.hidden)
            memcpy(a.refreshed[side][mirrored].values, weights.biases, row)
    return a


cdef void free_accumulators(Accumulators* a) noexcept nogil:
    if a != NULL:
        free(a.memory)


# For Python.

cdef class NetworkWeights:
    """The integers of a `kiwipete.own_engine.network_file.Network`, laid out for vectors."""

    def __init__(self, network):
        cdef int hidden = network.hidden
        cdef int buckets = network.buckets
        cdef const unsigned char[::1] payload = network.payload
        cdef Weights* weights = &self.weights
        cdef const unsigned char* bias
        cdef i16* integers
        cdef size_t count, i
        if self.memory != NULL:
            raise RuntimeError("the weights of a network cannot be changed")
        if not (0 < hidden <= MAX_HIDDEN and hidden % STEP == 0 and 0 < buckets <= MAX_BUCKETS):
            raise ValueError(f"no network has {hidden} neurons and {buckets} buckets")
        count = <size_t> (FEATURES + 1 + 2 * buckets) * hidden
        if <size_t> payload.shape[0] != 2 * count + 4 * buckets:
            raise ValueError(f"{payload.shape[0]} bytes are no network of {hidden} and {buckets}")
        self.memory = calloc(1, count * sizeof(i16) + ALIGNMENT)
        if self.memory == NULL:
            raise MemoryError("no room for a network")
        integers = <i16*> aligned(self.memory)
        for i in range(count):
            integers[i] = <i16> (payload[2 * i] | payload[2 * i + 1] << 8)
        for i in range(<size_t> buckets):
            bias = &payload[2 * count + 4 * i]
            weights.output_biases[i] = <i32> (bias[0] | bias[1] << 8 | bias[2] << 16 | <u32> bias[3] << 24)
        weights.hidden = hidden
        weights.buckets = buckets
        weights.scale = network.scale
        weights.evaluate = instance_for(hidden)
        weights.features = integers
        weights.biases = integers + FEATURES * hidden
        weights.outputs = weights.biases + hidden
        self.checksum = network.checksum

    def __dealloc__(self):
        free(self.memory)

    @property
    def hidden(self):
        return self.weights.hidden

    @property
    def buckets(self):
        return self.weights.buckets

    def evaluate(self, board):
        """Return the value of a position with two kings, in centipawns for the side to move."""
        return plain_evaluation(&self.weights, position_with_kings(board))


cdef const Position* position_with_kings(board) except NULL:
    cdef const Position* p = &state_of(board).position
    if popcount(kings_of(p, WHITE)) != 1 or popcount(kings_of(p, BLACK)) != 1:
        raise ImpossiblePositionError(f"a network needs one king on each side: {board.fen()}")
    return p


cdef class NetworkLine:
    """A line of moves that a network follows as a search does; the values at each ply are the same as without it."""

    cdef NetworkWeights weights
    cdef Accumulators* accumulators
    cdef State state
    cdef Undo[PLIES] undo

    def __init__(self, NetworkWeights weights not None, board):
        cdef State* state = state_of(board)
        if not is_trusted(state):
            raise ImpossiblePositionError(f"a line needs a position that can be counted, not {board.fen()}")
        free_accumulators(self.accumulators)
        self.accumulators = new_accumulators(&weights.weights)
        if self.accumulators == NULL:
            raise MemoryError("no room for a line")
        self.weights = weights
        self.state = state[0]
        start_line(self.accumulators, &self.state.position)

    def __dealloc__(self):
        free_accumulators(self.accumulators)

    def push(self, move):
        """Make a legal move, or a null move."""
        cdef int ply = self.accumulators.top
        cdef Move legal = bits_of_move(move)
        cdef Threats threats
        if ply + 1 >= PLIES:
            raise ValueError(f"a line has at most {PLIES - 1} moves")
        if legal == NULL_MOVE:
            find_threats(&self.state.position.boards, self.state.position.turn, &threats)
            if threats.checkers:
                raise ValueError("a null move leaves the king in check")
            make_null(&self.state.position, &self.undo[ply])
        else:
            legal = find_legal(&self.state, legal, False)
            if legal == NULL_MOVE:
                raise ValueError(f"illegal move: {move}")
            make(&self.state.position, legal, &self.undo[ply])
        note_move(self.accumulators, ply + 1, &self.undo[ply])

    def pop(self):
        """Unmake the last move."""
        if self.accumulators.top == 0:
            raise IndexError("no move to unmake")
        unmake(&self.state.position, &self.undo[self.accumulators.top - 1])
        note_unmade(self.accumulators)

    def evaluate(self):
        """Return the value for the side to move, as a search computes it."""
        return evaluate_network(self.accumulators, &self.state.position)

    def is_exact(self):
        """Are the accumulators and the value those that plain loops over the pieces give?"""
        return is_exact(self.accumulators, &self.state.position)
