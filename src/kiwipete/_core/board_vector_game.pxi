# One game of many: playing on, the end, and what it needs of its past.

cdef enum:
    FIRST_PLIES = 128       # room for the moves of a new game


cdef inline void show_moves(Game* game, u8* row, u8 value) noexcept nogil:
    """Write a value for each legal move into a row of a mask."""
    cdef int i
    for i in range(game.count):
        row[game.numbers[i]] = value


cdef inline int occurrences(const Game* game) noexcept nogil:
    """How often the position has occurred before."""
    cdef int back = 4
    cdef int count = 0
    while back <= game.reversible:
        count += game.keys[game.reversible - back] == game.position.key
        back += 2
    return count


cdef inline int find_ending(const Game* game, int repetitions, bint claims) noexcept nogil:
    """How the game has ended, in the order of the kernel's `ending`; claims need no announced move."""
    cdef const Position* p = &game.position
    if unlikely(game.count == 0):
        if checkers(&p.boards, p.turn):
            return CHECKMATE
        return INSUFFICIENT_MATERIAL if nobody_can_win(p) else STALEMATE
    if unlikely(not p.boards.pawns | p.boards.straights) and nobody_can_win(p):
        return INSUFFICIENT_MATERIAL
    if unlikely(p.halfmove_clock >= SEVENTYFIVE_MOVES_PLIES):
        return SEVENTYFIVE_MOVES
    if unlikely(repetitions >= 4):
        return FIVEFOLD_REPETITION
    if claims and p.halfmove_clock >= FIFTY_MOVES_PLIES:
        return FIFTY_MOVES
    if claims and repetitions >= 2:
        return THREEFOLD_REPETITION
    return GOES_ON


cdef void look_around(const Vector* v, Game* game, u8* row) noexcept nogil:
    """List the legal moves with their numbers, and find out whether the game is over."""
    cdef int repetitions = occurrences(game)
    game.repetitions = <u8> min(repetitions, 2)
    if game.position.turn == WHITE:
        list_white(v, game)
    else:
        list_black(v, game)
    game.ending = <u8> find_ending(game, repetitions, v.claims)
    if unlikely(game.ending != GOES_ON):
        game.count = 0
    game.shown = row != NULL
    if row != NULL:
        show_moves(game, row, 1)


cdef void begin(const Vector* v, Game* game, Start* start, u8* row) noexcept nogil:
    """Set up the start position; one of Chess960 is drawn if the game has no other."""
    if game.shown:
        show_moves(game, row, 0)
    if start.is_drawn:
        start.position = start_position(<int> (next_random(&game.random) % STARTS))[0]
        start.position.boards.chess960 = 1
    game.position = start.position
    game.plies = 0
    game.reversible = 0
    game.past_count = 0
    look_around(v, game, row)


cdef inline void advance(const Vector* v, Game* game, int slot, u8* row) noexcept nogil:
    """Play one of the listed moves."""
    cdef Move move = game.moves[slot]
    if game.shown:
        show_moves(game, row, 0)
    if v.keep_moves:
        game.line[game.plies] = move
        game.plies += 1
    game.newest = (game.newest + 1) % PAST  # before the move: what it has just written is slow to copy
    game.past[game.newest] = game.position.boards
    game.past_repetitions[game.newest] = game.repetitions
    game.past_count = <u8> min(game.past_count + 1, PAST - 1)
    game.keys[game.reversible] = game.position.key
    game.reversible += 1
    play(&game.position, move)
    if game.position.halfmove_clock == 0:
        game.reversible = 0
    look_around(v, game, row)


cdef bint make_room(Game* game) noexcept nogil:
    """Make room for one more move of the line; False if there is no memory."""
    cdef u32 room = max(<u32> FIRST_PLIES, 2 * game.room)
    cdef void* grown = realloc(game.line, room * sizeof(Move))
    if grown == NULL:
        return False
    game.line = <Move*> grown
    game.room = room
    return True


cdef inline int find_number(const Game* game, i64 index) noexcept nogil:
    """The place of a move among the legal ones by its number, or -1."""
    cdef int i
    if index < 0 or index > 0xffff:
        return -1
    for i in range(game.count):
        if game.numbers[i] == <u16> index:
            return i
    return -1


cdef inline int find_move(const Game* game, Move move) noexcept nogil:
    """The place of a move among the legal ones, or -1."""
    cdef int i
    for i in range(game.count):
        if same_move(game.moves[i], move):
            return i
    return -1


cdef inline void copy_pieces(const Bitboards* b, int repetitions, Snapshot* to) noexcept nogil:
    cdef int us, kind
    for us in range(2):
        for kind in range(KING + 1):
            to.pieces[us][kind] = pieces_of_kind(b, kind) & b.side[us]
    to.repetitions = <u8> repetitions


cdef void draw_planes(const Vector* v, const Game* game, bint opponent, float* out) noexcept nogil:
    """Write the planes of the position and its past, as the side to move or its opponent sees them."""
    cdef Snapshot[PAST] past
    cdef Position p = game.position
    cdef int back, at
    copy_pieces(&p.boards, game.repetitions, &past[0])
    for back in range(game.past_count):
        at = (game.newest - back) & (PAST - 1)
        copy_pieces(&game.past[at], game.past_repetitions[at], &past[1 + back])
    if opponent:
        p.turn ^= 1
    write_planes(v.codec, &p, past, 1 + game.past_count, out)
