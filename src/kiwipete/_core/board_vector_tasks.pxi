# What one call does on all boards: a task is a function over a range of them, and threads share the boards.

cdef enum:
    MOST_THREADS = 256
    BOARDS_A_THREAD = 256    # at least; starting a thread takes as long as pushing on some hundred boards
    FAR_BOARDS = 512         # as many do not stay in the nearest cache between two calls
    STACK_BYTES = 1 << 18
    LEFT_ALONE = 0xffff      # instead of a move, and like none: nothing is pushed,
    BEGUN_ANEW = 0xfffe      # the game starts again

# What a push does with games that are over.
cdef enum Finished:
    RAISE
    IGNORE
    RESTART

cdef enum Fault:
    FINE
    NOT_LEGAL
    IS_OVER
    NO_MEMORY

cdef struct Task:
    Vector* v
    void (*work)(Task* task) noexcept nogil
    Py_ssize_t begin
    Py_ssize_t end
    const i64* indices
    const u16* moves
    const u8* where          # NULL for all boards
    const i64* rows          # of the boards that are wanted, NULL for all
    Finished finished
    bint autoreset
    bint opponent
    u8* bytes
    float* floats
    i64* words
    Fault fault              # of the first board that has one
    Py_ssize_t fault_at


cdef inline u8* row_of(const Vector* v, Py_ssize_t i) noexcept nogil:
    return v.mask + i * v.moves if v.mask != NULL else NULL


# Games are read in order, and each is in many cache lines: memory is asked for them some games ahead,
# in two steps because the second needs what the first has brought.

cdef inline void fetch_game(const Vector* v, Py_ssize_t i) noexcept nogil:
    cdef const char* game = <const char*> &v.games[i]
    prefetch(game)
    prefetch(game + 64)
    prefetch(game + 128)
    prefetch(game + 192)
    prefetch(game + 256)
    prefetch(game + 320)


cdef inline void fetch_mask(const Vector* v, Py_ssize_t i) noexcept nogil:
    """Ask for the places of the legal moves in the kept mask: neighbours in the list are mostly neighbours there."""
    cdef const Game* game = &v.games[i]
    cdef u8* row = row_of(v, i)
    cdef int k
    if row != NULL:
        for k in range(0, game.count, 2):
            prefetch_to_write(row + game.numbers[k])


cdef inline void fetch_rest(const Vector* v, Py_ssize_t i) noexcept nogil:
    cdef const Game* game = &v.games[i]
    fetch_mask(v, i)
    prefetch(&game.past[(game.newest + 1) % PAST])
    prefetch(&game.keys[KEYS_BEGIN + game.reversible])
    if v.keep_moves:
        prefetch(&game.line[game.plies])


cdef void find_moves(Task* task) noexcept nogil:
    """Decide what a push does on each board; up to the first on which it cannot be done."""
    cdef Vector* v = task.v
    cdef bint far = v.count >= FAR_BOARDS
    cdef Game* game
    cdef Py_ssize_t i
    cdef Move move
    for i in range(task.begin, task.end):
        game = &v.games[i]
        if far and i + 4 < task.end:
            prefetch(&v.games[i + 4].count)
            prefetch(v.games[i + 4].numbers)
            prefetch(&v.games[i + 4].position.boards)
            prefetch(v.games[i + 4].position.mailbox)
        if task.where != NULL and not task.where[i]:
            v.pushed[i] = LEFT_ALONE
        elif unlikely(game.ending != GOES_ON):
            if task.finished == RAISE:
                task.fault = IS_OVER
                task.fault_at = i
                return
            v.pushed[i] = BEGUN_ANEW if task.finished == RESTART else LEFT_ALONE
        else:
            if task.moves == NULL:
                move = find_number(v, game, task.indices[i])
            else:
                move = find_move(v, game, task.moves[i])
            if unlikely(move == NULL_MOVE):
                task.fault = NOT_LEGAL
            elif v.keep_moves and unlikely(game.plies == game.room) and not make_room(game):
                task.fault = NO_MEMORY
            if unlikely(task.fault != FINE):
                task.fault_at = i
                return
            v.pushed[i] = move


cdef inline void note_ending(Vector* v, Py_ssize_t i) noexcept nogil:
    cdef const Game* game = &v.games[i]
    v.terminations[i] = game.ending
    v.winners[i] = 0
    if game.ending == CHECKMATE:
        v.winners[i] = 1 if game.position.turn == BLACK else -1


cdef void push_all(Task* task) noexcept nogil:
    """Push the moves that were found."""
    cdef Vector* v = task.v
    cdef bint far = v.count >= FAR_BOARDS
    cdef Game* game
    cdef Py_ssize_t i
    for i in range(task.begin, task.end):
        game = &v.games[i]
        if far and i + 4 < task.end:
            fetch_game(v, i + 4)
            fetch_rest(v, i + 2)
        if v.pushed[i] == BEGUN_ANEW:
            begin(v, game, &v.starts[i], row_of(v, i))
        elif v.pushed[i] != LEFT_ALONE:
            advance(v, game, v.pushed[i], row_of(v, i))
        note_ending(v, i)
        if unlikely(game.ending != GOES_ON) and task.autoreset and v.pushed[i] < BEGUN_ANEW:
            begin(v, game, &v.starts[i], row_of(v, i))
        if not far:
            write_mask(game, row_of(v, i))
            continue
        fetch_mask(v, i)
        if i > task.begin:
            write_mask(game - 1, row_of(v, i - 1))
    if far:
        write_mask(&v.games[task.end - 1], row_of(v, task.end - 1))


cdef void begin_all(Task* task) noexcept nogil:
    """Start the games anew that are wanted."""
    cdef Py_ssize_t i
    for i in range(task.begin, task.end):
        if task.where == NULL or task.where[i]:
            begin(task.v, &task.v.games[i], &task.v.starts[i], row_of(task.v, i))
            write_mask(&task.v.games[i], row_of(task.v, i))
            note_ending(task.v, i)


cdef void write_masks(Task* task) noexcept nogil:
    cdef Vector* v = task.v
    cdef Py_ssize_t i
    memset(task.bytes + task.begin * v.moves, 0, (task.end - task.begin) * v.moves)
    for i in range(task.begin, task.end):
        show_moves(&v.games[i], task.bytes + i * v.moves, 1)


cdef void show_masks(Task* task) noexcept nogil:
    """Write the kept mask, which is empty, for the first time."""
    cdef Vector* v = task.v
    cdef Py_ssize_t i
    for i in range(task.begin, task.end):
        write_mask(&v.games[i], row_of(v, i))


cdef void write_bits(Task* task) noexcept nogil:
    """Masks of a bit for each move, the lowest bit of a byte first."""
    cdef Vector* v = task.v
    cdef Py_ssize_t width = (v.moves + 7) // 8
    cdef const Game* game
    cdef u8* row
    cdef Py_ssize_t i
    cdef int k
    memset(task.bytes + task.begin * width, 0, (task.end - task.begin) * width)
    for i in range(task.begin, task.end):
        game = &v.games[i]
        row = task.bytes + i * width
        for k in range(game.count):
            row[game.numbers[k] >> 3] |= <u8> (1 << (game.numbers[k] & 7))


cdef void write_all_planes(Task* task) noexcept nogil:
    cdef Vector* v = task.v
    cdef Py_ssize_t size = plane_count(v.codec) * 64
    cdef Py_ssize_t i
    for i in range(task.begin, task.end):
        draw_planes(v, &v.games[task.rows[i] if task.rows != NULL else i], task.opponent, task.floats + i * size)


cdef void draw_lots(Task* task) noexcept nogil:
    """Write the number of a random legal move for each board, or -1."""
    cdef Game* game
    cdef Py_ssize_t i
    for i in range(task.begin, task.end):
        game = &task.v.games[i]
        task.words[i] = -1
        if game.count:
            task.words[i] = game.numbers[((next_random(&game.random) >> 32) * game.count) >> 32]


cdef void check_legal(Task* task) noexcept nogil:
    """Write for each board whether an index is that of a legal move."""
    cdef Py_ssize_t i
    for i in range(task.begin, task.end):
        task.bytes[i] = is_listed(&task.v.games[i], task.indices[i])


cdef void write_all_records(Task* task) noexcept nogil:
    cdef const Game* game
    cdef Py_ssize_t i
    cdef int ply
    for i in range(task.begin, task.end):
        game = &task.v.games[i]
        ply = <int> min(2 * (<u64> game.position.fullmove_number - 1) + game.position.turn, <u64> 0xffff)
        write_record(
            &game.position, 0, 0, ply, 1 if game.ending != CHECKMATE else 2 if game.position.turn == BLACK else 0,
            task.bytes + i * RECORD_BYTES,
        )


cdef void enter(void* argument) noexcept nogil:
    cdef Task* task = <Task*> argument
    task.work(task)


cdef void run(Task* task, Py_ssize_t count) noexcept nogil:
    """Do a task on the first `count` boards, by as many threads as are worth it; this one takes the first part."""
    cdef Thread[MOST_THREADS] threads
    cdef Task[MOST_THREADS] tasks
    cdef int parts = <int> max(1, min(<Py_ssize_t> task.v.threads, count // BOARDS_A_THREAD))
    cdef int started = 0
    cdef int i
    for i in range(parts):
        tasks[i] = task[0]
        tasks[i].begin = count * i // parts
        tasks[i].end = count * (i + 1) // parts
        threads[i].work = enter
        threads[i].argument = &tasks[i]
    for i in range(1, parts):
        if start_thread(&threads[i], STACK_BYTES):
            break
        started = i
    task.work(&tasks[0])
    for i in range(1, parts):
        if i <= started:
            join_thread(&threads[i])
        else:  # the system has refused the thread
            task.work(&tasks[i])
    for i in range(parts):
        if tasks[i].fault:
            task.fault = tasks[i].fault
            task.fault_at = tasks[i].fault_at
            break
