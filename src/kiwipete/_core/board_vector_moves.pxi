# The games and what they share.

cdef enum:
    PAST = 8                # positions that planes may show, and one more
    KEYS_BEGIN = 8          # the places before the first key are 0
    PROMOTIONS = 5          # none, or to one of four pieces
    STRIDE = 8              # moves that are written into a mask at a time
    ROOM = 448              # for MAX_MOVES and what is written beyond them, in whole cache lines

# Moves of pawns that do not promote: one and two squares ahead, captures towards the h-file and the a-file.
cdef enum:
    STEPS
    DOUBLE_STEPS
    EAST
    WEST
    PAWN_SETS

# What a codec's numbers are, by the side to move; all rows begin with a cache line. Castling is asked for at the codec.
cdef struct Numbers:
    u16[2][PROMOTIONS][64][64] moves   # by promotion, from and to
    u16[2][PAWN_SETS][64] pawns        # the same for those that do not promote, by the square to
    u16[2][MAX_INDICES] squares        # from << 6 | to, by number

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
    u64[KEYS_BEGIN + SEVENTYFIVE_MOVES_PLIES] keys
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

cdef (Numbers*)[CODECS] all_numbers   # NULL until a codec is used


cdef bint some_pawn_promotes(int from_square, int to_square, int us) noexcept:
    cdef int files = file_of(to_square) - file_of(from_square)
    return rank_of(from_square) == (6 if us == WHITE else 1) and to_square - from_square == step(us) + files and (
        -1 <= files <= 1
    )


cdef inline int pawn_origin(int kind, int us) noexcept nogil:
    """How far from its target a pawn comes, by the kind of its move."""
    return -2 * step(us) if kind == DOUBLE_STEPS else -step(us) - (kind == EAST) + (kind == WEST)


cdef const Numbers* numbers_of(int codec) except NULL:
    """Tabulate the numbers of a codec's moves, once: asking for each takes as long as generating the moves.

    All moves but castling have a number for which a mask has room, so that it need not be checked again.
    """
    cdef Numbers* numbers = all_numbers[codec]
    cdef Position p
    cdef int us, promotion, from_square, to_square, kind, index
    if numbers != NULL:
        return numbers
    numbers = <Numbers*> allocate(sizeof(Numbers))
    if numbers == NULL:
        raise MemoryError("no memory for the numbers of moves")
    clear_position(&p)
    for us in range(2):
        p.turn = <u8> us
        for promotion in range(PROMOTIONS):
            for from_square in range(64):
                for to_square in range(64):
                    if not (
                        some_pawn_promotes(from_square, to_square, us) if promotion
                        else is_queen_or_knight_move(from_square, to_square)
                    ):
                        continue
                    index = move_index(
                        codec, &p,
                        pack_move(from_square, to_square, PROMOTION | (promotion - 1) if promotion else QUIET),
                    )
                    if not 0 <= index < move_count(codec):
                        raise ValueError(f"the codec {codec} does not number all moves")
                    numbers.moves[us][promotion][from_square][to_square] = <u16> index
                    numbers.squares[us][index] = <u16> (from_square << 6 | to_square)
        for to_square in range(64):
            for kind in range(PAWN_SETS):
                from_square = to_square + pawn_origin(kind, us)
                if 0 <= from_square < 64:
                    numbers.pawns[us][kind][to_square] = numbers.moves[us][0][from_square][to_square]
    all_numbers[codec] = numbers
    return numbers
