"""The moves of many games as sorted rows for an explorer's index, without Python objects and the GIL."""

from cython cimport final

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int64_t as i64
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

from kiwipete._core.hot cimport find_threats, is_legal, play
from kiwipete._core.kernel.move cimport (
    CASTLE_KINGSIDE, NULL_MOVE, Move, is_castling, move_flag, move_from, pack_move,
)
from kiwipete._core.kernel.squares cimport first_square, home_rank, u16, u32, u64
from kiwipete._core.kernel.types cimport Bitboards, State, Threats
from kiwipete._core.position_board cimport state_of
from kiwipete._core.rules cimport find_legal, is_trusted, play_legal

from kiwipete._core.game_board import GameBoard

__all__ = ["Collector"]

cdef State usual_start = state_of(GameBoard())[0]
is_trusted(&usual_start)

cdef enum:
    MOST_ROWS = 1 << 28
    BUCKET_ROWS = 512       # that sorting aims at: they fit in the nearest cache
    MOST_BUCKET_BITS = 12
    FEW_ROWS = 16           # insertion sort is the faster


# The walk over a game.

cdef inline Move castling_as_rook(const Bitboards* b, int us, Move move) noexcept nogil:
    """Write castling as king takes rook, so that a move has one form in Chess960 and in chess."""
    cdef u64 east = ~(<u64> 0) << move_from(move)
    cdef u64 rooks = b.castling & home_rank(us) & (east if move_flag(move) == CASTLE_KINGSIDE else ~east)
    return pack_move(move_from(move), first_square(rooks), move_flag(move)) if rooks else move


cdef inline bint played_before(const Single* rows, Py_ssize_t count, u32 clock, u64 key, Move move) noexcept nogil:
    """Has this game played the move in this position already? Pawn moves and captures end the look back."""
    while count > 0 and clock > 0:
        count -= 1
        clock -= 1
        if rows[count].key == key and rows[count].move == move:
            return True
    return False


cdef Py_ssize_t walk(
    State* state, const Move* moves, Py_ssize_t plies, const u16* ratings, u16 label, Single* rows,
) noexcept nogil:
    """Write the rows of a game; return how many, or -1 - n if move n is illegal. A null move ends the game."""
    cdef Threats threats
    cdef Py_ssize_t count = 0
    cdef Py_ssize_t ply
    cdef bint fast = is_trusted(state)
    cdef Move move, written
    cdef int us
    for ply in range(plies):
        move = moves[ply]
        us = state.position.turn
        if move == NULL_MOVE:
            break
        if fast:
            find_threats(&state.position.boards, us, &threats)
            if not is_legal(&state.position, &threats, move):
                return -1 - ply
        elif find_legal(state, move, False) != move:
            return -1 - ply
        written = castling_as_rook(&state.position.boards, us, move) if is_castling(move) else move
        if not played_before(rows, count, state.position.halfmove_clock, state.position.key, written):
            rows[count].key = state.position.key
            rows[count].move = written
            rows[count].rating = ratings[us]
            rows[count].opposing = ratings[us ^ 1]
            rows[count].label = label
            count += 1
        if fast:
            play(&state.position, move)
        else:
            play_legal(state, move)
            fast = is_trusted(state)
    return count


# Sorting.

cdef inline bint row_precedes(const Single* a, const Single* b) noexcept nogil:
    return precedes(a.key, a.move, b.key, b.move)


cdef void sort_few(Single* rows, Py_ssize_t count) noexcept nogil:
    cdef Py_ssize_t i, at
    cdef Single row
    for i in range(1, count):
        row = rows[i]
        at = i
        while at > 0 and row_precedes(&row, &rows[at - 1]):
            rows[at] = rows[at - 1]
            at -= 1
        rows[at] = row


cdef void sort_rows(Single* rows, Py_ssize_t count) noexcept nogil:
    """Quicksort in three parts: the many equal rows of a frequent position are looked at once."""
    cdef Py_ssize_t low, high, i
    cdef Single pivot, row
    while count > FEW_ROWS:
        pivot = rows[count >> 1]
        low = i = 0
        high = count
        while i < high:
            row = rows[i]
            if row_precedes(&row, &pivot):
                rows[i] = rows[low]
                rows[low] = row
                low += 1
                i += 1
            elif row_precedes(&pivot, &row):
                high -= 1
                rows[i] = rows[high]
                rows[high] = row
            else:
                i += 1
        # The smaller part by a call, the larger one in this loop: the stack stays shallow.
        if low < count - high:
            sort_rows(rows, low)
            rows += high
            count -= high
        else:
            sort_rows(rows + high, count - high)
            count = low
    sort_few(rows, count)


cdef bint sort_all(Single* rows, Single* room, Py_ssize_t count) noexcept nogil:
    """Sort rows into `room`: spread by the first bits of their keys, then bucket by bucket; False without memory."""
    cdef int bits = 0
    cdef Py_ssize_t i, bucket, buckets, begin, size
    cdef Py_ssize_t* ends
    while bits < MOST_BUCKET_BITS and count >> bits > BUCKET_ROWS:
        bits += 1
    buckets = <Py_ssize_t> 1 << bits
    ends = <Py_ssize_t*> calloc(buckets + 1, sizeof(Py_ssize_t))
    if ends == NULL:
        return False
    for i in range(count):
        ends[1 + (rows[i].key >> 1 >> (63 - bits))] += 1
    for bucket in range(buckets):
        ends[bucket + 1] += ends[bucket]
    for i in range(count):
        bucket = rows[i].key >> 1 >> (63 - bits)
        room[ends[bucket]] = rows[i]
        ends[bucket] += 1
    begin = 0
    for bucket in range(buckets):
        size = ends[bucket] - begin
        sort_rows(room + begin, size)
        begin = ends[bucket]
    free(ends)
    return True


cdef inline Py_ssize_t end_of_group(const Single* rows, Py_ssize_t begin, Py_ssize_t count) noexcept nogil:
    """The place after the rows that have the key and the move of the one at `begin`."""
    cdef Py_ssize_t end = begin + 1
    while end < count and rows[end].key == rows[begin].key and rows[end].move == rows[begin].move:
        end += 1
    return end


cdef Py_ssize_t count_groups(const Single* rows, Py_ssize_t count, Py_ssize_t* singles) noexcept nogil:
    """The number of moves that several games played, and of those that one did."""
    cdef Py_ssize_t begin = 0
    cdef Py_ssize_t groups = 0
    cdef Py_ssize_t end
    singles[0] = 0
    while begin < count:
        end = end_of_group(rows, begin, count)
        if end == begin + 1:
            singles[0] += 1
        else:
            groups += 1
        begin = end
    return groups


cdef void combine(const Single* rows, Py_ssize_t count, Tally* tallies, Single* singles) noexcept nogil:
    cdef Py_ssize_t begin = 0
    cdef Py_ssize_t end, i
    while begin < count:
        end = end_of_group(rows, begin, count)
        if end == begin + 1:
            singles[0] = rows[begin]
            singles += 1
        else:
            memset(tallies, 0, sizeof(Tally))
            tallies.key = rows[begin].key
            tallies.move = rows[begin].move
            for i in range(begin, end):
                add_single(tallies, &rows[i])
            tallies += 1
        begin = end


cdef struct Start:         # of a game that doesn't begin as usual
    i64 game
    bint left_out
    State state


@final
cdef class Collector:
    """Collects the moves of games, up to some plies of each, and sorts them into rows."""

    cdef Single* rows
    cdef readonly Py_ssize_t count   # of rows
    cdef Py_ssize_t room
    cdef Py_ssize_t plies
    cdef bint busy                   # in a call that has released the GIL

    def __cinit__(self, Py_ssize_t plies):
        if plies < 0:
            raise ValueError(f"plies is at least 0, not {plies}")
        self.plies = plies

    def __dealloc__(self):
        free(self.rows)

    cdef int reserve(self, Py_ssize_t more) except -1:
        cdef Py_ssize_t wanted = self.count + more
        cdef void* grown
        if wanted <= self.room:
            return 0
        if wanted > MOST_ROWS:
            raise ValueError(f"more than {MOST_ROWS} rows")
        wanted = max(wanted, min(2 * self.room, <Py_ssize_t> MOST_ROWS))
        grown = realloc(self.rows, wanted * sizeof(Single))
        if grown == NULL:
            raise MemoryError()
        self.rows = <Single*> grown
        self.room = wanted
        return 0

    cdef int begin(self) except -1:
        if self.busy:
            raise RuntimeError("another thread uses this collector")
        self.busy = True
        return 0

    def add(
        self,
        const u16[::1] moves not None,
        const i64[::1] offsets not None,
        const u16[::1] labels not None,
        const u16[:, ::1] ratings not None,
        dict starts not None,
    ):
        """Add games: moves and offsets as in Games, `year << 2 | result` and both ratings of each.

        A result is 0 for none, 1 if White wins, 2 for a draw, 3 if Black wins. Ratings are White's and
        Black's, both 0 if one is unknown. `starts` has the start positions, by the numbers of games, of
        those that don't begin as usual, and None for games to leave out. ValueError if a move is illegal.
        """
        cdef Py_ssize_t games = labels.shape[0]
        cdef Py_ssize_t total = 0
        cdef Py_ssize_t i, illegal
        cdef i64 game = 0
        cdef Start* others
        cdef list numbers = sorted(starts)
        if offsets.shape[0] != games + 1 or ratings.shape[0] != games or ratings.shape[1] != 2:
            raise ValueError("there are not as many offsets, labels and ratings as games")
        if offsets[0] < 0 or offsets[games] > moves.shape[0]:
            raise ValueError("the offsets are outside the moves")
        for i in range(games):
            if offsets[i + 1] < offsets[i]:
                raise ValueError("the offsets go back")
            total += min(offsets[i + 1] - offsets[i], self.plies)
        if not total:
            return
        others = <Start*> calloc(len(numbers) + 1, sizeof(Start))
        if others == NULL:
            raise MemoryError()
        try:
            for i, number in enumerate(numbers):
                board = starts[number]
                others[i].game = number
                others[i].left_out = board is None
                if board is not None:
                    others[i].state = state_of(board)[0]
            others[len(numbers)].game = games
            self.begin()
            try:
                self.reserve(total)
                with nogil:
                    illegal = self.add_games(
                        &moves[0], &offsets[0], &labels[0], &ratings[0, 0], games, others, &game,
                    )
            finally:
                self.busy = False
            if illegal:
                raise ValueError(f"game {game}: move {illegal} is illegal")
        finally:
            free(others)

    cdef Py_ssize_t add_games(
        self, const Move* moves, const i64* offsets, const u16* labels, const u16* ratings, Py_ssize_t games,
        const Start* other, i64* game,
    ) noexcept nogil:
        """Return 0, or the number of the illegal move of a game; then none of the games is added."""
        cdef Py_ssize_t count = self.count
        cdef Py_ssize_t written, plies
        cdef State state
        for game[0] in range(games):
            plies = min(offsets[game[0] + 1] - offsets[game[0]], self.plies)
            while other.game < game[0]:
                other += 1
            if not plies or (other.game == game[0] and other.left_out):
                continue
            state = other.state if other.game == game[0] else usual_start
            written = walk(
                &state, moves + offsets[game[0]], plies, ratings + 2 * game[0], labels[game[0]], self.rows + count,
            )
            if written < 0:
                return -written
            count += written
        self.count = count
        return 0

    def sorted(self):
        """Return all rows, sorted: the tallies of moves that several games played, and those of one game."""
        cdef Single* room
        cdef Py_ssize_t groups = 0
        cdef Py_ssize_t alone = 0
        cdef bytes tallies, singles
        cdef Tally* tallies_at
        cdef Single* singles_at
        cdef bint done
        self.begin()
        room = <Single*> malloc(max(self.count, 1) * sizeof(Single))
        try:
            if room == NULL:
                raise MemoryError()
            with nogil:
                done = sort_all(self.rows, room, self.count)
                if done:
                    groups = count_groups(room, self.count, &alone)
            if not done:
                raise MemoryError()
            tallies = PyBytes_FromStringAndSize(NULL, groups * sizeof(Tally))
            singles = PyBytes_FromStringAndSize(NULL, alone * sizeof(Single))
            tallies_at = <Tally*> PyBytes_AS_STRING(tallies)
            singles_at = <Single*> PyBytes_AS_STRING(singles)
            with nogil:
                combine(room, self.count, tallies_at, singles_at)
            return tallies, singles
        finally:
            free(room)
            self.busy = False
