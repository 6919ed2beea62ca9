"""The positions of many games as records, with the moves played as labels, and as planes; without the GIL.

Games are given by arrays, as kiwipete.games has them. Every move is checked: arrays may have anything.
"""

from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdint cimport int64_t as i64
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from kiwipete._core.codecs cimport (
    CODECS, MAX_HISTORY, Snapshot, history_length, plane_count, take_snapshot, write_byte_planes, write_planes,
)
from kiwipete._core.hot cimport find_threats, is_legal
from kiwipete._core.kernel.move cimport (
    CASTLE_KINGSIDE, Move, NULL_MOVE, is_castling, move_flag, move_from, pack_move,
)
from kiwipete._core.kernel.squares cimport BLACK, WHITE, i32, u8, u16, u32, u64
from kiwipete._core.kernel.types cimport FenReader, MAX_FEN, Position, State, Threats, UNKNOWN
from kiwipete._core.records cimport (
    LARGEST_SCORE, RECORD_BYTES, STANDARD_START, fits_record, need_chess960, start_position, write_record,
)
from kiwipete._core.rules cimport find_legal, is_trusted, play_legal, read_fen, read_fen_of_either

__all__ = ["NO_SCORE", "write_game_planes", "write_positions"]

cdef enum:
    NO_EVALUATION = -2147483648   # these as in game_chunk
    MATE_VALUE = 1000000
    MOST_CENTIPAWNS = 900000
    MATE_SCORE = 32000            # of a record, less the plies to the mate
    SCORE_OF_NONE = -32768
    HIGHEST_PLY = 0xffff

NO_SCORE = SCORE_OF_NONE

cdef struct Text:
    const char* start             # NULL for none
    Py_ssize_t length

# Games, and which of their positions are wanted.
cdef struct Walk:
    const u16* moves
    const i64* offsets
    const float* results
    const u8* chess960
    const i32* evals              # NULL for none
    i64 skip
    i64 every
    bint final

# Where records go.
cdef struct Output:
    u8* records
    i64* games
    i32* plies
    Py_ssize_t written
    Py_ssize_t left_out           # positions that no record can have


cdef bint set_up(State* state, const Text* fen, bint chess960) noexcept nogil:
    """Set up the position that a game starts from; False if the text has none."""
    cdef FenReader reader
    state.trust = UNKNOWN
    if fen.start == NULL:
        state.position = start_position(STANDARD_START)[0]
        state.position.boards.chess960 = chess960
        return True
    if fen.length > MAX_FEN:
        return False
    memset(&reader, 0, sizeof(reader))
    reader.text = fen.start
    reader.length = <int> fen.length
    return read_fen(&reader, &state.position, True) if chess960 else read_fen_of_either(&reader, &state.position)


cdef bint can_be_played(State* state, Move move) noexcept nogil:
    """Is a move legal? Any 16 bits may be given; a null move always is."""
    cdef Threats threats
    if move == NULL_MOVE:
        return True
    if not is_trusted(state):
        return find_legal(state, move, False) == move
    find_threats(&state.position.boards, state.position.turn, &threats)
    return is_legal(&state.position, &threats, move)


cdef Move as_record_writes(const Position* p, Move move) noexcept nogil:
    """The move as it is written in the position of a record, which is Chess960's only if its rights need that."""
    if is_castling(move) and p.boards.chess960 and not need_chess960(p, p.boards.castling):
        return pack_move(
            move_from(move), (move_from(move) & 56) + (6 if move_flag(move) == CASTLE_KINGSIDE else 2), move_flag(move)
        )
    return move


cdef int score_of(i32 evaluation, int turn) noexcept nogil:
    """A score for the side to move: a mate is 32,000 less its plies, other values are limited to 20,000."""
    cdef i64 value = evaluation if turn == WHITE else -<i64> evaluation
    cdef i64 plies
    if evaluation == NO_EVALUATION:
        return SCORE_OF_NONE
    if value > MOST_CENTIPAWNS:
        plies = max(2 * (MATE_VALUE - value) - 1, 0)
        return <int> max(MATE_SCORE - plies, LARGEST_SCORE + 1)
    if value < -MOST_CENTIPAWNS:
        plies = max(2 * (MATE_VALUE + value), 0)
        return <int> min(plies - MATE_SCORE, -LARGEST_SCORE - 1)
    return <int> max(min(value, LARGEST_SCORE), -LARGEST_SCORE)


cdef inline int result_of(float points) noexcept nogil:
    """White's result in a record; a game without one counts as drawn there."""
    return 2 if points == 1 else 0 if points == 0 else 1


cdef inline bint is_wanted(const Walk* w, i64 ply) noexcept nogil:
    return ply >= w.skip and (ply - w.skip) % w.every == 0


cdef void put(const Walk* w, const Position* p, i64 game, i64 ply, Move move, Output* out) noexcept nogil:
    cdef u64 number = 2 * <u64> (max(p.fullmove_number, <u32> 1) - 1) + (p.turn == BLACK)
    cdef i64 last = w.offsets[game] + ply - 1
    if not fits_record(p):
        out.left_out += 1
        return
    write_record(
        p,
        score_of(w.evals[last], p.turn) if w.evals != NULL and ply else SCORE_OF_NONE,
        as_record_writes(p, move),
        <int> min(number, <u64> HIGHEST_PLY),
        result_of(w.results[game]),
        out.records + out.written * RECORD_BYTES,
    )
    out.games[out.written] = game
    out.plies[out.written] = <i32> ply
    out.written += 1


cdef i64 walk_game(const Walk* w, i64 game, const Text* fen, Output* out) noexcept nogil:
    """Write the wanted positions of a game; return how many of its moves are legal, which should be all."""
    cdef State state
    cdef i64 count = w.offsets[game + 1] - w.offsets[game]
    cdef i64 ply
    cdef Move move
    if not set_up(&state, fen, w.chess960[game]):
        return 0
    for ply in range(count):
        move = w.moves[w.offsets[game] + ply]
        if not can_be_played(&state, move):
            return ply
        if is_wanted(w, ply):
            put(w, &state.position, game, ply, move, out)
        play_legal(&state, move)
    if w.final and is_wanted(w, count):
        put(w, &state.position, game, count, NULL_MOVE, out)
    return count


cdef i64 wanted_positions(const Walk* w, i64 game) noexcept nogil:
    """How many positions of a game are wanted; a game without moves has none."""
    cdef i64 moves = w.offsets[game + 1] - w.offsets[game]
    cdef i64 positions = moves + w.final - w.skip
    return (positions - 1) // w.every + 1 if moves > 0 and positions > 0 else 0


cdef int check_games(
    const u16[::1] moves, const i64[::1] offsets, const u8[::1] chess960, const i64[::1] numbers,
) except -1:
    """Raise unless arrays have the games with these numbers."""
    cdef Py_ssize_t i
    cdef i64 game
    if offsets.shape[0] < 1 or chess960.shape[0] != offsets.shape[0] - 1:
        raise ValueError("offsets and chess960 are not those of the same games")
    for i in range(numbers.shape[0]):
        game = numbers[i]
        if not 0 <= game < chess960.shape[0]:
            raise IndexError(f"there is no game {game}")
        if not 0 <= offsets[game] <= offsets[game + 1] <= moves.shape[0] or offsets[game + 1] - offsets[game] > 2**30:
            raise ValueError(f"game {game} has moves from {offsets[game]} to {offsets[game + 1]}")
    return 0


cdef Text* find_starts(dict starts, const i64[::1] numbers, list held) except NULL:
    """Return the FENs of the games that have one, to be freed; `held` keeps the text alive."""
    cdef Text* texts = <Text*> calloc(numbers.shape[0] + 1, sizeof(Text))
    cdef Py_ssize_t i
    if texts == NULL:
        raise MemoryError()
    try:
        if starts:
            for i in range(numbers.shape[0]):
                fen = starts.get(numbers[i])
                if fen is not None:
                    held.append(fen)
                    texts[i].start = PyUnicode_AsUTF8AndSize(fen, &texts[i].length)
    except BaseException:
        free(texts)
        raise
    return texts


def write_positions(
    const u16[::1] moves not None, const i64[::1] offsets not None, const float[::1] results not None,
    const u8[::1] chess960 not None, const i32[::1] evals, dict starts not None, const i64[::1] numbers not None,
    i64 skip, i64 every, bint final, u8[::1] records not None, i64[::1] games not None, i32[::1] plies not None,
):
    """Write the positions of some games; returns how many, and how many no record can have.

    `starts` has the FENs of games that do not begin at the start position, by their numbers.
    """
    cdef Py_ssize_t count = numbers.shape[0]
    cdef Py_ssize_t i
    cdef Py_ssize_t bad = -1
    cdef i64 legal = 0
    cdef i64 room = 0
    cdef i64 game
    cdef Walk w
    cdef Output out
    cdef Text* texts
    cdef list held = []
    if skip < 0 or every < 1:
        raise ValueError(f"skip is at least 0 and every at least 1, not {skip} and {every}")
    check_games(moves, offsets, chess960, numbers)
    if results.shape[0] != offsets.shape[0] - 1:
        raise ValueError(f"{results.shape[0]} results of {offsets.shape[0] - 1} games")
    if evals is not None and evals.shape[0] != moves.shape[0]:
        raise ValueError(f"{evals.shape[0]} evaluations of {moves.shape[0]} moves")
    if count == 0:
        return 0, 0
    w.offsets = &offsets[0]
    w.skip = skip
    w.every = every
    w.final = final
    for i in range(count):
        room += wanted_positions(&w, numbers[i])
    if records.shape[0] < room * RECORD_BYTES or games.shape[0] < room or plies.shape[0] < room:
        raise ValueError(f"there is no room for {room} positions")
    if room == 0:
        return 0, 0
    w.moves = &moves[0]
    w.results = &results[0]
    w.chess960 = &chess960[0]
    w.evals = NULL if evals is None else &evals[0]
    out.records = &records[0]
    out.games = &games[0]
    out.plies = &plies[0]
    out.written = out.left_out = 0
    texts = find_starts(starts, numbers, held)
    try:
        with nogil:
            for i in range(count):
                game = numbers[i]
                if not wanted_positions(&w, game):
                    continue
                legal = walk_game(&w, game, &texts[i], &out)
                if legal < w.offsets[game + 1] - w.offsets[game]:
                    bad = i
                    break
    finally:
        free(texts)
    if bad >= 0:
        raise ValueError(f"game {numbers[bad]}: ply {legal} is not a legal move")
    return out.written, out.left_out


# Planes with the positions that a game has passed.

cdef struct Passed:
    u64 key
    u64 pawns


cdef int times_passed(const Passed* passed, i64 length, const Position* p) noexcept nogil:
    """How often a position was on the board before, at most 2; `times_before` counts a Board's in the same way."""
    cdef int count = 0
    while length > 0 and count < 2:
        length -= 1
        if passed[length].pawns != p.boards.pawns:
            break
        count += passed[length].key == p.key
    return count


cdef struct Planes:
    int codec
    float* floats       # one of these is NULL
    u8* bytes


cdef void put_planes(
    const Planes* out, const Position* p, const Snapshot* recent, i64 ply, Py_ssize_t row,
) noexcept nogil:
    """Write the planes of a position; `recent` has the snapshots of the last plies, each in its place of eight."""
    cdef Snapshot[MAX_HISTORY] history
    cdef int size = 64 * plane_count(out.codec)
    cdef int count = <int> min(ply + 1, <i64> history_length(out.codec))
    cdef int i
    for i in range(count):
        history[i] = recent[(ply - i) % MAX_HISTORY]
    if out.floats != NULL:
        write_planes(out.codec, p, history, count, out.floats + row * size)
    else:
        write_byte_planes(out.codec, p, history, count, out.bytes + row * size)


cdef Py_ssize_t encode_game(
    const Walk* w, const i64* games, const i32* plies, Py_ssize_t row, Py_ssize_t rows, const Text* fen,
    Passed* passed, const Planes* out,
) noexcept nogil:
    """Write the planes of a row and those after it with later plies of the same game.

    Returns the first row that is not done: the same one if its ply cannot be reached and encoded.
    """
    cdef Snapshot[MAX_HISTORY] recent
    cdef State state
    cdef i64 game = games[row]
    cdef i64 count = w.offsets[game + 1] - w.offsets[game]
    cdef i64 ply = 0
    cdef Move move
    if not set_up(&state, fen, w.chess960[game]):
        return row
    while True:
        if plies[row] - ply < history_length(out.codec):
            take_snapshot(
                &state.position, times_passed(passed, ply, &state.position), &recent[ply % MAX_HISTORY]
            )
        if ply == plies[row]:
            if not is_trusted(&state):
                return row
            put_planes(out, &state.position, recent, ply, row)
            row += 1
            if row == rows or games[row] != game or plies[row] <= ply:
                return row
        if ply == count:
            return row
        passed[ply].key = state.position.key
        passed[ply].pawns = state.position.boards.pawns
        move = w.moves[w.offsets[game] + ply]
        if not can_be_played(&state, move):
            return row
        play_legal(&state, move)
        ply += 1


def write_game_planes(
    int codec, const u16[::1] moves not None, const i64[::1] offsets not None, const u8[::1] chess960 not None,
    dict starts not None, const i64[::1] games not None, const i32[::1] plies not None, float[:, ::1] floats,
    u8[:, ::1] bytes,
):
    """Write the planes of positions of games with the positions before them, as floats or as bytes.

    Rows that follow each other in one game cost least. Returns how many were done: a row whose
    ply the game does not have, or whose position a codec cannot take, ends the work.
    """
    cdef Py_ssize_t rows = games.shape[0]
    cdef Py_ssize_t row = 0
    cdef Py_ssize_t end
    cdef i64 longest = 0
    cdef Walk w
    cdef Planes out
    cdef Text* texts
    cdef Passed* passed
    cdef list held = []
    if not 0 <= codec < CODECS:
        raise ValueError(f"no codec has the number {codec}")
    check_games(moves, offsets, chess960, games)
    if plies.shape[0] != rows or (floats is None) == (bytes is None):
        raise ValueError(f"{plies.shape[0]} plies of {rows} positions, or not one array for planes")
    if (bytes.shape[0] if floats is None else floats.shape[0]) != rows or (
        bytes.shape[1] if floats is None else floats.shape[1]
    ) != 64 * plane_count(codec):
        raise ValueError(f"there is no room for {rows} rows of {64 * plane_count(codec)} numbers")
    if rows == 0:
        return 0
    for row in range(rows):
        longest = max(longest, offsets[games[row] + 1] - offsets[games[row]])
    memset(&w, 0, sizeof(w))
    w.moves = &moves[0] if moves.shape[0] else NULL
    w.offsets = &offsets[0]
    w.chess960 = &chess960[0]
    out.codec = codec
    out.floats = NULL if floats is None else &floats[0, 0]
    out.bytes = NULL if bytes is None else &bytes[0, 0]
    texts = find_starts(starts, games, held)
    passed = <Passed*> malloc((longest + 1) * sizeof(Passed))
    try:
        if passed == NULL:
            raise MemoryError()
        row = 0
        with nogil:
            while row < rows:
                end = encode_game(&w, &games[0], &plies[0], row, rows, &texts[row], passed, &out)
                if end == row:
                    break
                row = end
    finally:
        free(passed)
        free(texts)
    return row
