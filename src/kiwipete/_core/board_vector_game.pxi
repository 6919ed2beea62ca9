# One game of many: playing on, the end, and what it needs of its past.

cdef enum:
    FIRST_PLIES = 128       # room for the moves of a new game


cdef inline void show_moves(Game* game, u8* row, u8 value) noexcept nogil:
    """Write a value for each legal move into a row of a mask, by the stride: the list ends in copies of a number."""
    cdef const u16* numbers = game.numbers
    cdef const u16* end = numbers + game.count
    cdef int k
    while numbers < end:
        for k in range(STRIDE):
            row[numbers[k]] = value
        numbers += STRIDE


cdef inline int occurrences(const Game* game) noexcept nogil:
    """How often the position has occurred before. Four keys are compared at a time, though the first is passed."""
    cdef const u64* keys = game.keys + KEYS_BEGIN
    cdef u64 key = game.position.key
    cdef int i = game.reversible - 4
    cdef int count = 0
    while i >= 0:
        count += (keys[i] == key) + (keys[i - 2] == key) + (keys[i - 4] == key) + (keys[i - 6] == key)
        i -= 8
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


cdef inline void forget_mask(Game* game, u8* row) noexcept nogil:
    if game.shown:
        show_moves(game, row, 0)
        game.shown = False


cdef inline void write_mask(Game* game, u8* row) noexcept nogil:
    if row != NULL:
        show_moves(game, row, 1)
        game.shown = True


cdef void look_around(const Vector* v, Game* game) noexcept nogil:
    """List the legal moves with their numbers, and find out whether the game is over."""
    cdef int repetitions = occurrences(game)
    game.repetitions = <u8> min(repetitions, 2)
    list_numbers(v, game)
    game.ending = <u8> find_ending(game, repetitions, v.claims)
    if unlikely(game.ending != GOES_ON):
        game.count = 0


cdef void begin(const Vector* v, Game* game, Start* start, u8* row) noexcept nogil:
    """Set up the start position; one of Chess960 is drawn if the game has no other. The mask is left empty."""
    forget_mask(game, row)
    if start.is_drawn:
        start.position = start_position(<int> (next_random(&game.random) % STARTS))[0]
        start.position.boards.chess960 = 1
    game.position = start.position
    game.plies = 0
    game.reversible = 0
    game.past_count = 0
    look_around(v, game)


cdef inline void advance(const Vector* v, Game* game, Move move, u8* row) noexcept nogil:
    """Play a legal move. The mask is left empty."""
    forget_mask(game, row)
    if v.keep_moves:
        game.line[game.plies] = move
        game.plies += 1
    game.newest = (game.newest + 1) % PAST  # before the move: what it has just written is slow to copy
    game.past[game.newest] = game.position.boards
    game.past_repetitions[game.newest] = game.repetitions
    game.past_count = <u8> min(game.past_count + 1, PAST - 1)
    game.keys[KEYS_BEGIN + game.reversible] = game.position.key
    game.reversible += 1
    play(&game.position, move)
    if game.position.halfmove_clock == 0:
        game.reversible = 0
    look_around(v, game)


cdef bint make_room(Game* game) noexcept nogil:
    """Make room for one more move of the line; False if there is no memory."""
    cdef u32 room = max(<u32> FIRST_PLIES, 2 * game.room)
    cdef void* grown = realloc(game.line, room * sizeof(Move))
    if grown == NULL:
        return False
    game.line = <Move*> grown
    game.room = room
    return True


cdef extern from *:
    """
    /* Whether a number is among the first `count`. Sixty-four are compared at a time, so that the processor need not
       guess how many there are: the list has room for more, and what is there is ignored. */
    static inline int kw_is_among(const uint16_t *numbers, int count, uint16_t wanted) {
        typedef int16_t kw_lanes __attribute__((vector_size(32)));
        const kw_lanes places = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        union { kw_lanes lanes; uint64_t words[4]; } found;
        kw_lanes these;
        int begin, k;
        for (begin = 0; begin < count; begin += 64) {
            found.lanes = (kw_lanes) {0};
            for (k = 0; k < 64; k += 16) {
                memcpy(&these, numbers + begin + k, sizeof these);
                found.lanes |= (these == (int16_t) wanted) & (places < (int16_t) (count - begin - k));
            }
            if (found.words[0] | found.words[1] | found.words[2] | found.words[3]) return 1;
        }
        return 0;
    }
    """
    bint is_among "kw_is_among"(const u16* numbers, int count, u16 wanted) noexcept nogil


cdef inline bint is_listed(const Game* game, i64 number) noexcept nogil:
    """Whether a legal move has a number, which may be any."""
    return 0 <= number < MAX_INDICES and is_among(game.numbers, game.count, <u16> number)


cdef inline Move find_number(const Vector* v, const Game* game, i64 number) noexcept nogil:
    """The legal move that has a number, or NULL_MOVE. The codec decides which one castles or promotes, and to what."""
    cdef const Position* p = &game.position
    cdef int from_square, to_square, is_pawn, flag
    cdef bint special
    if unlikely(not is_listed(game, number)):
        return NULL_MOVE
    from_square = move_from(v.numbers.squares[p.turn][number])
    to_square = move_to(v.numbers.squares[p.turn][number])
    # No branches for kinds of moves: they come in any order.
    is_pawn = <int> (p.boards.pawns >> from_square & 1)
    special = is_pawn & ((bit(p.boards.en_passant) | last_rank(p.turn)) & bit(to_square) != 0)
    special |= (from_square == p.boards.king[p.turn]) & (p.boards.castling != 0)
    if unlikely(special):
        return index_move(v.codec, p, <int> number)
    flag = CAPTURE * (p.mailbox[to_square] != EMPTY)
    flag |= DOUBLE_PUSH * (is_pawn & (to_square - from_square == 2 * step(p.turn)))
    return pack_move(from_square, to_square, flag)


cdef Move find_move(const Vector* v, const Game* game, Move move) noexcept nogil:
    """The legal move that has the same squares and promotion, or NULL_MOVE.

    The number of castling depends on its flag, which the caller need not know.
    """
    cdef int[3] flags = [promotion_of(move), CASTLE_KINGSIDE, CASTLE_QUEENSIDE]
    cdef bint may_castle = move_from(move) == game.position.boards.king[game.position.turn]
    cdef Move found
    cdef int k
    for k in range(3 if may_castle else 1):
        found = find_number(v, game, move_index(
            v.codec, &game.position, pack_move(move_from(move), move_to(move), flags[k]),
        ))
        if found != NULL_MOVE and same_move(found, move):
            return found
    return NULL_MOVE


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
