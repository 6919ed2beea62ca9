# The games and what they share.

cdef enum:
    PAST = 8                # positions that planes may show, and one more
    PROMOTIONS = 5          # none, or to one of four pieces
    SQUARE_PAIRS = 64 * 64
    STRIDE = 4              # moves that are listed at a time
    ROOM = 448              # for the legal moves and a stride more, in whole cache lines

# The numbers of moves by the side to move, promotion, and squares; castling is asked for at the codec.
# And the squares from and to of each number.
cdef struct Numbers:
    bint filled
    u16[2][PROMOTIONS * SQUARE_PAIRS] moves
    u16[2][MAX_INDICES] squares

# The legal moves and what every push reads come first, in neighbouring cache lines.
cdef struct Game:
    Position position
    u64 random
    Move* line                # the moves since the start, if they are kept
    u32 plies                 # of them
    u32 room                  # for them
    u16 count                 # legal moves; none once the game is over
    u16 reversible            # keys of earlier positions that may still come back
    u8 ending                 # a kernel's Ending
    u8 repetitions            # how often the position had occurred before, at most 2
    u8 newest                 # of the past positions
    u8 past_count
    u8 shown                  # whether the kept mask has ones for the legal moves
    u8[15] padding            # the lists begin with a cache line
    u16[ROOM] numbers
    Bitboards[PAST] past      # a ring of the positions before this one,
    u8[PAST] past_repetitions  # and how often they had occurred before
    u64[SEVENTYFIVE_MOVES_PLIES] keys
    u64 unused                # whole cache lines

# Where a game begins, and begins again.
cdef struct Start:
    Position position
    u8 is_drawn             # by lot, from the positions of Chess960

cdef struct Vector:
    Py_ssize_t count
    Game* games
    Start* starts
    Move* pushed            # what the push under way does on each board: a move, or one of those that name none
    u8* terminations        # how each game ended with the last push
    i8* winners             # 1 for White, -1 for Black
    u8* mask                # a row for each game, kept up to date; or NULL
    const Numbers* numbers
    int codec
    int moves               # that the codec numbers
    int threads
    bint chess960
    bint claims             # draws that may be claimed are
    bint keep_moves

cdef Numbers[CODECS] all_numbers


cdef bint some_piece_moves(int from_square, int to_square) noexcept:
    """Whether a queen or a knight goes from one square to the other on an empty board."""
    cdef int files = file_of(to_square) - file_of(from_square)
    cdef int ranks = rank_of(to_square) - rank_of(from_square)
    if from_square == to_square:
        return False
    return files == 0 or ranks == 0 or files * files == ranks * ranks or files * files + ranks * ranks == 5


cdef bint some_pawn_promotes(int from_square, int to_square, int us) noexcept:
    cdef int files = file_of(to_square) - file_of(from_square)
    return rank_of(from_square) == (6 if us == WHITE else 1) and to_square - from_square == step(us) + files and (
        -1 <= files <= 1
    )


cdef const Numbers* numbers_of(int codec) except NULL:
    """Tabulate the numbers of a codec's moves, once: asking for each takes as long as generating the moves.

    All moves but castling have a number for which a mask has room, so that it need not be checked again.
    """
    cdef Numbers* numbers = &all_numbers[codec]
    cdef Position p
    cdef int us, promotion, from_square, to_square, index
    if numbers.filled:
        return numbers
    clear_position(&p)
    for us in range(2):
        p.turn = <u8> us
        for promotion in range(PROMOTIONS):
            for from_square in range(64):
                for to_square in range(64):
                    if not (
                        some_pawn_promotes(from_square, to_square, us) if promotion
                        else some_piece_moves(from_square, to_square)
                    ):
                        continue
                    index = move_index(
                        codec, &p,
                        pack_move(from_square, to_square, PROMOTION | (promotion - 1) if promotion else QUIET),
                    )
                    if not 0 <= index < move_count(codec):
                        raise ValueError(f"the codec {codec} does not number all moves")
                    numbers.moves[us][promotion << 12 | from_square << 6 | to_square] = <u16> index
                    numbers.squares[us][index] = <u16> (from_square << 6 | to_square)
    numbers.filled = True
    return numbers


# Listing legal moves with their numbers; the order does not matter. Moves are listed by the stride, whether or not
# there are so many, and counted: most pieces have at most that many, so that the processor guesses where a loop ends.
# What was written beyond the count is overwritten by the next moves.

cdef extern from *:
    """
    /* The lowest square of a set, or 64: one instruction where the processor has it. */
    #define kw_first_or_none(set) ((set) ? kw_first(set) : 64)
    """
    int first_or_none "kw_first_or_none"(u64 squares) noexcept nogil


cdef inline int name_piece(Game* game, int i, const u16* numbers, int from_square, u64 targets) noexcept nogil:
    """List the moves of a piece from one square to any of the targets; return how many are listed now."""
    cdef int after = i + popcount(targets)
    cdef int k
    while True:
        for k in range(STRIDE):
            game.numbers[i + k] = numbers[(from_square << 6) + first_or_none(targets)]
            targets &= targets - 1
        i += STRIDE
        if not unlikely(targets != 0):
            return after


cdef inline int name_pawns(Game* game, int i, const u16* numbers, const int back, u64 targets) noexcept nogil:
    """List the moves of pawns that reach the targets, none on the last rank, each from the square `back` away."""
    cdef int after = i + popcount(targets)
    cdef int k
    while targets:
        for k in range(STRIDE):
            game.numbers[i + k] = numbers[first_or_none(targets) * 65 + back * 64]
            targets &= targets - 1
        i += STRIDE
    return after


cdef int name_promotions(Game* game, int i, const u16* numbers, int back, u64 targets) noexcept nogil:
    cdef int piece, from_square, to_square
    while targets:
        to_square = pop_first(&targets)
        from_square = to_square + back
        for piece in range(4):
            game.numbers[i] = numbers[(1 + piece) << 12 | from_square << 6 | to_square]
            i += 1
    return i


cdef int name_castling(const Vector* v, Game* game, int i, const MoveSets* sets) noexcept nogil:
    cdef int k, index
    for k in range(sets.castlings):
        index = move_index(v.codec, &game.position, sets.castling[k])
        if 0 <= index < v.moves:
            game.numbers[i] = <u16> index
            i += 1
    return i


cdef inline void list_numbers(const Vector* v, Game* game, const int us) noexcept nogil:
    cdef const u16* numbers = v.numbers.moves[us]
    cdef MoveSets sets
    cdef int i = 0
    cdef int square
    gather_moves(&game.position, &sets)
    while sets.pieces:
        square = pop_first(&sets.pieces)
        i = name_piece(game, i, numbers, square, sets.targets[square])
    if unlikely((sets.steps | sets.east | sets.west) & last_rank(us) != 0):
        i = name_promotions(game, i, numbers, -step(us), sets.steps & last_rank(us))
        i = name_promotions(game, i, numbers, -step(us) - 1, sets.east & last_rank(us))
        i = name_promotions(game, i, numbers, -step(us) + 1, sets.west & last_rank(us))
    i = name_pawns(game, i, numbers, -step(us), sets.steps & ~last_rank(us))
    i = name_pawns(game, i, numbers, -2 * step(us), sets.double_steps)
    i = name_pawns(game, i, numbers, -step(us) - 1, sets.east & ~last_rank(us))
    i = name_pawns(game, i, numbers, -step(us) + 1, sets.west & ~last_rank(us))
    while unlikely(sets.en_passant != 0):
        square = pop_first(&sets.en_passant)
        game.numbers[i] = numbers[square << 6 | sets.en_passant_target]
        i += 1
    if unlikely(sets.castlings != 0):
        i = name_castling(v, game, i, &sets)
    game.count = <u16> i
    for square in range(STRIDE - 1):
        game.numbers[i + square] = game.numbers[i - 1] if i else 0


cdef void list_white(const Vector* v, Game* game) noexcept nogil:
    list_numbers(v, game, WHITE)


cdef void list_black(const Vector* v, Game* game) noexcept nogil:
    list_numbers(v, game, BLACK)
