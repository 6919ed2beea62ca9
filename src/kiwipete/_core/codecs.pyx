"""Codecs: positions as planes of numbers and moves as indices, for learning machines.

The numbers of moves are tables, which are filled by each codec's rule when the module is loaded.
A table is addressed by squares as the codec sees them: from the side to move, or as they are.
"""

from libc.string cimport memcpy, memset

from kiwipete._core.hot cimport complete_move, find_threats, gather_moves, is_legal
from kiwipete._core.kernel.bitboards cimport castling_rooks
from kiwipete._core.kernel.move cimport (
    CASTLE_KINGSIDE, CASTLE_QUEENSIDE, Move, NULL_MOVE, PROMOTION, is_castling, is_promotion, move_flag,
    move_from, move_to, pack_move, promoted_piece,
)
from kiwipete._core.kernel.squares cimport (
    ALL_SQUARES, BLACK, KING, KNIGHT, NO_SQUARE, PAWN, QUEEN, RANK_1, RANK_8, WHITE, bit, file_of, first_square,
    last_rank, pop_first, rank_of, step, u16, u64, u8, unlikely,
)
from kiwipete._core.kernel.types cimport MoveSets, Position, Threats, piece_of, pieces_of_kind

cdef extern from *:
    """
    #define kw_flip_ranks(squares) __builtin_bswap64(squares)
    """
    u64 flip_ranks "kw_flip_ranks"(u64 squares) noexcept nogil

cdef enum:
    NO_INDEX = 0xffff
    ALPHAZERO_MOVES = 4672     # 64 squares * 73
    MOVES_OF_A_SQUARE = 73     # 56 queen moves, 8 knight moves, 9 underpromotions
    KNIGHT_MOVES = 56          # where they begin
    UNDERPROMOTIONS = 64
    LC0_MOVES = 1858
    PIECES12_MOVES = 4240      # 64 * 64 + 144
    DIRECTIONS = 3             # of a pawn that promotes: towards the a-file, straight, towards the h-file
    PROMOTIONS = 4             # knight, bishop, rook, queen

# What an index means, on the squares that the codec sees.
cdef struct Meaning:
    u8 from_square             # NO_SQUARE if the index leads off the board
    u8 to_square
    u8 promotion               # as in a move's flag; 0 if the index names none

cdef struct MoveTables:
    u16[64][64] plain                               # by the squares from and to
    u16[2][8][DIRECTIONS][PROMOTIONS] promotions    # by colour, file and direction; oriented codecs have white only
    Meaning[MAX_INDICES] meanings

cdef MoveTables[CODECS] tables_of

cdef int[CODECS] PLANES = [119, 112, 12, 24]
cdef int[CODECS] MOVES = [ALPHAZERO_MOVES, LC0_MOVES, PIECES12_MOVES, 0]
cdef int[CODECS] HISTORY = [8, 8, 1, 1]
# The directions of queens in the order of the AlphaZero paper, N, NE, E ... NW; those of knights go round likewise.
cdef int[8] QUEEN_FILES = [0, 1, 1, 1, 0, -1, -1, -1]
cdef int[8] QUEEN_RANKS = [1, 1, 0, -1, -1, -1, 0, 1]
cdef int[8] KNIGHT_FILES = [1, 2, 2, 1, -1, -2, -2, -1]
cdef int[8] KNIGHT_RANKS = [2, 1, -1, -2, -2, -1, 1, 2]


cdef int plane_count(int codec) noexcept nogil:
    return PLANES[codec]


cdef int move_count(int codec) noexcept nogil:
    return MOVES[codec]


cdef int history_length(int codec) noexcept nogil:
    return HISTORY[codec]


cdef int bit_mask_bytes(int codec) noexcept nogil:
    return (MOVES[codec] + 7) // 8


def sizes(int codec):
    """Return how many planes a codec has, how many moves, and how many positions its planes show."""
    if not 0 <= codec < CODECS:
        raise ValueError(f"no codec has the number {codec}")
    return PLANES[codec], MOVES[codec], HISTORY[codec]


cdef inline bint is_oriented(int codec) noexcept nogil:
    """Does the codec see the board from the side to move?"""
    return codec == ALPHAZERO or codec == LC0


# The tables.

cdef int square_at(int square, int files, int ranks) noexcept nogil:
    """The square that many files and ranks away, or NO_SQUARE."""
    cdef int file = file_of(square) + files
    cdef int rank = rank_of(square) + ranks
    return 8 * rank + file if 0 <= file < 8 and 0 <= rank < 8 else NO_SQUARE


cdef void fill_plain_alphazero() noexcept nogil:
    cdef MoveTables* tables = &tables_of[<int> ALPHAZERO]
    cdef int square, direction, steps, to_square
    for square in range(64):
        for direction in range(8):
            for steps in range(1, 8):
                to_square = square_at(square, steps * QUEEN_FILES[direction], steps * QUEEN_RANKS[direction])
                if to_square != NO_SQUARE:
                    tables.plain[square][to_square] = <u16> (
                        square * MOVES_OF_A_SQUARE + direction * 7 + steps - 1
                    )
            to_square = square_at(square, KNIGHT_FILES[direction], KNIGHT_RANKS[direction])
            if to_square != NO_SQUARE:
                tables.plain[square][to_square] = <u16> (square * MOVES_OF_A_SQUARE + KNIGHT_MOVES + direction)


cdef bint is_queen_or_knight_move(int from_square, int to_square) noexcept nogil:
    cdef int files = file_of(to_square) - file_of(from_square)
    cdef int ranks = rank_of(to_square) - rank_of(from_square)
    if from_square == to_square:
        return False
    return files == 0 or ranks == 0 or files * files == ranks * ranks or files * files + ranks * ranks == 5


cdef int fill_plain_lc0() noexcept nogil:
    """Number the moves by their squares, from and then to; return how many there are."""
    cdef int from_square, to_square
    cdef int count = 0
    for from_square in range(64):
        for to_square in range(64):
            if is_queen_or_knight_move(from_square, to_square):
                tables_of[<int> LC0].plain[from_square][to_square] = <u16> count
                count += 1
    return count


cdef void fill_promotions(int codec, int us, int* lc0_count) noexcept nogil:
    """Number promotions; the piece that is not named by an index of its own has the plain move's."""
    cdef MoveTables* tables = &tables_of[codec]
    cdef int file, direction, kind, to_file, from_square, plain
    cdef u16* indices
    for file in range(8):
        for direction in range(DIRECTIONS):
            to_file = file + direction - 1
            indices = tables.promotions[us][file][direction]
            if not 0 <= to_file < 8:
                continue
            from_square = (48 if us == WHITE else 8) + file
            plain = tables.plain[from_square][(56 if us == WHITE else 0) + to_file]
            for kind in range(PROMOTIONS):
                if codec == ALPHAZERO:
                    indices[kind] = <u16> (
                        plain if kind == PROMOTIONS - 1
                        else from_square * MOVES_OF_A_SQUARE + UNDERPROMOTIONS + 3 * direction + kind
                    )
                elif codec == PIECES12:
                    indices[kind] = <u16> (
                        plain if kind == PROMOTIONS - 1 else 4096 + 72 * us + 9 * file + 3 * direction + kind
                    )
                elif kind == 0:
                    indices[kind] = <u16> plain
                else:   # queen, rook, bishop
                    indices[PROMOTIONS - kind] = <u16> lc0_count[0]
                    lc0_count[0] += 1


cdef void fill_meanings(int codec) noexcept nogil:
    cdef MoveTables* tables = &tables_of[codec]
    cdef Meaning* meaning
    cdef int from_square, to_square, us, file, direction, kind, index
    for index in range(MAX_INDICES):
        tables.meanings[index].from_square = NO_SQUARE
    for from_square in range(64):
        for to_square in range(64):
            if tables.plain[from_square][to_square] != NO_INDEX:
                meaning = &tables.meanings[tables.plain[from_square][to_square]]
                meaning.from_square = <u8> from_square
                meaning.to_square = <u8> to_square
                meaning.promotion = 0
    for us in range(2):
        for file in range(8):
            for direction in range(DIRECTIONS):
                for kind in range(PROMOTIONS):
                    index = tables.promotions[us][file][direction][kind]
                    if index == NO_INDEX or tables.meanings[index].from_square != NO_SQUARE:
                        continue   # the plain move's
                    meaning = &tables.meanings[index]
                    meaning.from_square = <u8> ((48 if us == WHITE else 8) + file)
                    meaning.to_square = <u8> ((56 if us == WHITE else 0) + file + direction - 1)
                    meaning.promotion = <u8> (PROMOTION | kind)


cdef void fill_tables() noexcept nogil:
    cdef int codec, from_square, to_square, lc0_count
    memset(tables_of, 0xff, sizeof(tables_of))
    fill_plain_alphazero()
    lc0_count = fill_plain_lc0()
    for from_square in range(64):
        for to_square in range(64):
            tables_of[<int> PIECES12].plain[from_square][to_square] = <u16> (64 * from_square + to_square)
    for codec in range(NETWORK):
        fill_promotions(codec, WHITE, &lc0_count)
    fill_promotions(PIECES12, BLACK, &lc0_count)
    for codec in range(CODECS):
        fill_meanings(codec)


fill_tables()


# Moves.

cdef inline int castling_target(int codec, int king, int rook, int flag) noexcept nogil:
    """The square that a castling move goes to in a codec.

    lc0 writes king takes rook. The others write the king's two steps where king and rook stand as
    in standard chess, and king takes rook elsewhere: in Chess960 castling may end where a step of
    the king does. Only the squares matter, not what the board calls itself.
    """
    cdef bint kingside = flag == CASTLE_KINGSIDE
    if codec != LC0 and file_of(king) == 4 and file_of(rook) == (7 if kingside else 0):
        return king + (2 if kingside else -2)
    return rook


cdef inline int move_target(int codec, const Position* p, Move move) noexcept nogil:
    """The square that a move goes to in a codec, or NO_SQUARE for castling without the right to it."""
    cdef u64 rook
    if not is_castling(move):
        return move_to(move)
    rook = castling_rooks(&p.boards, p.turn, move_from(move), move_flag(move))
    return castling_target(codec, move_from(move), first_square(rook), move_flag(move)) if rook else NO_SQUARE


cdef inline int find_index(const MoveTables* tables, int codec, const Position* p, Move move) noexcept nogil:
    cdef bint turned = p.turn == BLACK and is_oriented(codec)
    cdef int flip = 56 if turned else 0
    cdef int from_square = move_from(move)
    cdef int to_square = move_target(codec, p, move)
    cdef int direction
    if to_square == NO_SQUARE:
        return NO_INDEX
    if is_promotion(move):
        direction = file_of(to_square) - file_of(from_square) + 1
        if not 0 <= direction < DIRECTIONS:
            return NO_INDEX
        return tables.promotions[0 if turned else p.turn][file_of(from_square)][direction][
            promoted_piece(move) - KNIGHT
        ]
    return tables.plain[from_square ^ flip][to_square ^ flip]


cdef int move_index(int codec, const Position* p, Move move) noexcept nogil:
    cdef int index
    if MOVES[codec] == 0:
        return -1
    index = find_index(&tables_of[codec], codec, p, move)
    return -1 if index == NO_INDEX else index


cdef Move find_castling(int codec, const Position* p, int to_square) noexcept nogil:
    """The legal castling move that a codec writes with this target, or NULL_MOVE."""
    cdef int king = p.boards.king[p.turn]
    cdef Threats threats
    cdef Move move
    cdef u64 rook
    cdef int flag
    for flag in range(CASTLE_KINGSIDE, CASTLE_QUEENSIDE + 1):
        rook = castling_rooks(&p.boards, p.turn, king, flag)
        if rook and castling_target(codec, king, first_square(rook), flag) == to_square:
            move = pack_move(
                king,
                first_square(rook) if p.boards.chess960 else (king & 56) + (6 if flag == CASTLE_KINGSIDE else 2),
                flag,
            )
            find_threats(&p.boards, p.turn, &threats)
            return move if is_legal(p, &threats, move) else <Move> NULL_MOVE
    return NULL_MOVE


cdef Move index_move(int codec, const Position* p, int index) noexcept nogil:
    cdef int flip = 56 if p.turn == BLACK and is_oriented(codec) else 0
    cdef const Meaning* meaning
    cdef int from_square, to_square, promotion, piece
    cdef Move castling
    if not 0 <= index < MOVES[codec]:
        return NULL_MOVE
    meaning = &tables_of[codec].meanings[index]
    if meaning.from_square == NO_SQUARE:
        return NULL_MOVE
    from_square = meaning.from_square ^ flip
    to_square = meaning.to_square ^ flip
    promotion = meaning.promotion
    piece = p.mailbox[from_square]
    if piece == piece_of(p.turn, KING) and p.boards.castling:
        castling = find_castling(codec, p, to_square)
        if castling != NULL_MOVE:
            return castling
    if piece == piece_of(p.turn, PAWN) and not promotion and bit(to_square) & last_rank(p.turn):
        promotion = PROMOTION | ((KNIGHT if codec == LC0 else QUEEN) - KNIGHT)
    return complete_move(p, from_square, to_square, promotion)


cdef inline void mark(u8* out, int index, const bint packed) noexcept nogil:
    if packed:
        out[index >> 3] |= <u8> (1 << (index & 7))
    else:
        out[index] = 1


cdef inline void mark_pawns(
    const MoveTables* tables, int us, u64 targets, int forward, int direction, u8* out, const bint packed,
) noexcept nogil:
    """Mark the moves of pawns to these squares, which they reach by adding `forward` to their own."""
    cdef int to_square, from_square, kind
    while targets:
        to_square = pop_first(&targets)
        from_square = to_square - forward
        if unlikely(bit(to_square) & (RANK_1 | RANK_8) != 0):
            for kind in range(PROMOTIONS):
                mark(out, tables.promotions[us][file_of(from_square)][direction][kind], packed)
        else:
            mark(out, tables.plain[from_square][to_square], packed)


cdef inline u64 seen(u64 squares, bint turned) noexcept nogil:
    return flip_ranks(squares) if turned else squares


cdef inline void mark_moves(int codec, const Position* p, u8* out, const bint packed) noexcept nogil:
    """Mark the legal moves in a mask of zeros.

    From the sets that the generator gathers: twice as fast as from a list of moves.
    """
    cdef const MoveTables* tables = &tables_of[codec]
    cdef bint turned = p.turn == BLACK and is_oriented(codec)
    cdef int flip = 56 if turned else 0
    cdef int us = WHITE if turned else p.turn     # as the codec sees the board
    cdef int ahead = step(us)
    cdef const u16* indices
    cdef MoveSets sets
    cdef u64 targets
    cdef int square, i
    gather_moves(p, &sets)
    while sets.pieces:
        square = pop_first(&sets.pieces)
        targets = seen(sets.targets[square], turned)
        indices = tables.plain[square ^ flip]
        while targets:
            mark(out, indices[pop_first(&targets)], packed)
    mark_pawns(tables, us, seen(sets.steps, turned), ahead, 1, out, packed)
    mark_pawns(tables, us, seen(sets.double_steps, turned), 2 * ahead, 1, out, packed)
    mark_pawns(tables, us, seen(sets.east, turned), ahead + 1, 2, out, packed)
    mark_pawns(tables, us, seen(sets.west, turned), ahead - 1, 0, out, packed)
    while sets.en_passant:
        mark(out, tables.plain[pop_first(&sets.en_passant) ^ flip][sets.en_passant_target ^ flip], packed)
    for i in range(sets.castlings):
        mark(out, find_index(tables, codec, p, sets.castling[i]), packed)


cdef void write_mask(int codec, const Position* p, u8* out) noexcept nogil:
    if MOVES[codec]:
        memset(out, 0, MOVES[codec])
        mark_moves(codec, p, out, False)


cdef void write_bit_mask(int codec, const Position* p, u8* out) noexcept nogil:
    if MOVES[codec]:
        memset(out, 0, bit_mask_bytes(codec))
        mark_moves(codec, p, out, True)


# Planes.

cdef u64 flip_files(u64 squares) noexcept nogil:
    squares = (squares >> 1 & <u64> 0x5555555555555555u) | (squares & <u64> 0x5555555555555555u) << 1
    squares = (squares >> 2 & <u64> 0x3333333333333333u) | (squares & <u64> 0x3333333333333333u) << 2
    return (squares >> 4 & <u64> 0x0f0f0f0f0f0f0f0fu) | (squares & <u64> 0x0f0f0f0f0f0f0f0fu) << 4


cdef void take_snapshot(const Position* p, int repetitions, Snapshot* to) noexcept nogil:
    cdef int us, kind
    for us in range(2):
        for kind in range(6):
            to.pieces[us][kind] = pieces_of_kind(&p.boards, kind) & p.boards.side[us]
    to.repetitions = <u8> (0 if repetitions < 0 else min(repetitions, 2))


cdef void find_pieces(const Snapshot* snapshot, int us, bint turned, bint mirrored, u64* squares) noexcept nogil:
    """Twelve planes: the pieces of `us` from pawns to king, then those of the other side."""
    cdef int i
    cdef u64 pieces
    for i in range(12):
        pieces = snapshot.pieces[us if i < 6 else us ^ 1][i % 6]
        if turned:
            pieces = flip_ranks(pieces)
        squares[i] = flip_files(pieces) if mirrored else pieces


cdef inline u64 everywhere(bint condition) noexcept nogil:
    return ALL_SQUARES if condition else 0


cdef void find_castling_planes(const Position* p, u64* squares) noexcept nogil:
    """Four planes: the rights of the side to move, then of the other, queenside before kingside."""
    cdef int i, us
    for i in range(4):
        us = p.turn ^ (i >> 1)
        squares[i] = everywhere(castling_rooks(
            &p.boards, us, p.boards.king[us], CASTLE_KINGSIDE if i & 1 else CASTLE_QUEENSIDE,
        ) != 0)


cdef float plies_played(const Position* p) noexcept nogil:
    """How many moves both sides have made, by the move number."""
    return <float> (2 * (<double> p.fullmove_number - 1) + p.turn) if p.fullmove_number else <float> p.turn


cdef void find_planes(
    int codec, const Position* p, const Snapshot* history, int count, u64* squares, float* values,
) noexcept nogil:
    """Find a set of squares and a value for each plane: squares in the set have the value, others are 0."""
    cdef bint turned = p.turn == BLACK
    cdef int planes = PLANES[codec]
    cdef int each, i
    memset(squares, 0, planes * sizeof(u64))
    for i in range(planes):
        values[i] = 1
    if codec == PIECES12:
        find_pieces(&history[0], WHITE, False, False, squares)
        return
    if codec == NETWORK:
        for i in range(2):
            find_pieces(
                &history[0], p.turn ^ i, turned ^ i, p.boards.king[p.turn ^ i] & 4 != 0, squares + 12 * i,
            )
        return
    each = 14 if codec == ALPHAZERO else 13
    for i in range(min(count, MAX_HISTORY)):
        find_pieces(&history[i], p.turn, turned, False, squares + each * i)
        squares[each * i + 12] = everywhere(history[i].repetitions >= 1)
        if codec == ALPHAZERO:
            squares[each * i + 13] = everywhere(history[i].repetitions >= 2)
    squares += each * MAX_HISTORY
    values += each * MAX_HISTORY
    if codec == ALPHAZERO:
        squares[0] = everywhere(turned)
        squares[1] = ALL_SQUARES
        values[1] = plies_played(p)
        find_castling_planes(p, squares + 2)
        squares[6] = ALL_SQUARES
        values[6] = <float> p.halfmove_clock
    else:
        find_castling_planes(p, squares)
        squares[4] = everywhere(turned)
        squares[5] = ALL_SQUARES
        values[5] = <float> p.halfmove_clock
        squares[7] = ALL_SQUARES


# A rank of a plane in one copy: what a byte of a set looks like as numbers. Going from square to square
# takes three times as long, because no processor guesses how many pieces of a kind there are.
cdef float[256][8] float_ranks
cdef u8[256][8] byte_ranks


cdef void fill_ranks() noexcept nogil:
    cdef int squares, file
    for squares in range(256):
        for file in range(8):
            float_ranks[squares][file] = byte_ranks[squares][file] = <u8> (squares >> file & 1)


fill_ranks()


cdef void write_planes(int codec, const Position* p, const Snapshot* history, int count, float* out) noexcept nogil:
    cdef u64[MAX_PLANES] squares
    cdef float[MAX_PLANES] values
    cdef int plane, i
    find_planes(codec, p, history, count, squares, values)
    for plane in range(PLANES[codec]):
        if squares[plane] == ALL_SQUARES:
            for i in range(64):
                out[i] = values[plane]
        elif squares[plane] == 0:
            memset(out, 0, 64 * sizeof(float))
        else:
            for i in range(8):
                memcpy(out + 8 * i, float_ranks[squares[plane] >> (8 * i) & 0xff], 8 * sizeof(float))
        out += 64


cdef void write_byte_planes(int codec, const Position* p, const Snapshot* history, int count, u8* out) noexcept nogil:
    cdef u64[MAX_PLANES] squares
    cdef float[MAX_PLANES] values
    cdef int plane, i
    find_planes(codec, p, history, count, squares, values)
    for plane in range(PLANES[codec]):
        if squares[plane] == ALL_SQUARES:
            memset(out, <u8> min(values[plane], <float> 255), 64)
        elif squares[plane] == 0:
            memset(out, 0, 64)
        else:
            for i in range(8):
                memcpy(out + 8 * i, byte_ranks[squares[plane] >> (8 * i) & 0xff], 8)
        out += 64
