"""Many games at once: one call pushes a move in each, writes all masks or all planes, on threads without the GIL.

What users see is Python, in kiwipete.arrays.boards, which makes arrays of the right type of what it is given.
"""

from cython cimport final

from cpython.unicode cimport PyUnicode_DecodeASCII
from libc.stdint cimport int8_t as i8
from libc.stdint cimport int64_t as i64
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset

from kiwipete._core.codecs cimport (
    CODECS, MAX_INDICES, Snapshot, index_move, is_queen_or_knight_move, move_count, move_index, plane_count,
    write_planes,
)
from kiwipete._core.hot cimport gather_moves, play
from kiwipete._core.kernel.memory cimport allocate, prefetch, prefetch_to_write, release
from kiwipete._core.kernel.move cimport (
    CAPTURE, CASTLE_KINGSIDE, CASTLE_QUEENSIDE, DOUBLE_PUSH, Move, NULL_MOVE, PROMOTION, QUIET, move_from, move_to,
    pack_move, promotion_of, same_move,
)
from kiwipete._core.kernel.squares cimport (
    BLACK, KING, WHITE, bit, file_of, last_rank, pop_first, rank_of, step, u8, u16, u32, u64,
    unlikely,
)
from kiwipete._core.kernel.types cimport (
    Bitboards, CHECKMATE, EMPTY, FIFTY_MOVES, FIFTY_MOVES_PLIES, FIVEFOLD_REPETITION, GOES_ON, INSUFFICIENT_MATERIAL,
    MAX_FEN, MoveSets, Position, SEVENTYFIVE_MOVES, SEVENTYFIVE_MOVES_PLIES, STALEMATE, State, THREEFOLD_REPETITION,
    clear_position, pieces_of_kind,
)
from kiwipete._core.kernel.zobrist cimport mix, next_random
from kiwipete._core.move cimport move_object
from kiwipete._core.position_board cimport state_of
from kiwipete._core.records cimport RECORD_BYTES, STANDARD_START, STARTS, fits_record, start_position, write_record
from kiwipete._core.rules cimport NAMED_IF_LEGAL, checkers, nobody_can_win, write_fen
from kiwipete._core.search.threads cimport Thread, join_thread, start_thread

# Texts of one unit, in the order in which they need each other.
include "board_vector_moves.pxi"
include "board_vector_lists.pxi"
include "board_vector_game.pxi"
include "board_vector_tasks.pxi"

cdef enum:
    MOST_BOARDS = 1 << 24


cdef str fen_of(const Position* p):
    cdef char[MAX_FEN] text
    return PyUnicode_DecodeASCII(text, write_fen(text, p, False, NAMED_IF_LEGAL, False, True) - text, NULL)


@final
cdef class BoardVector:
    """BoardVector(count, codec, chess960, claims, keep_moves, seed, threads)\n--\n\nGames that go on side by side.

    Arrays must have a row for each board; ValueError if they have not.
    """

    cdef Vector state
    cdef object mask         # keeps the memory of the kept mask
    cdef bint is_busy

    def __cinit__(
        self, Py_ssize_t count, int codec, bint chess960, bint claims, bint keep_moves, u64 seed, int threads,
    ):
        cdef Vector* v = &self.state
        cdef Py_ssize_t i
        if not 0 <= count <= MOST_BOARDS:
            raise ValueError(f"the number of boards must be from 0 to {MOST_BOARDS}, not {count}")
        if not 0 <= codec < CODECS or move_count(codec) <= 0:
            raise ValueError(f"the codec {codec} does not number moves")
        if threads < 1:
            raise ValueError(f"threads is at least 1, not {threads}")
        v.count = count
        v.codec = codec
        v.moves = move_count(codec)
        v.numbers = numbers_of(codec)
        v.claims = claims
        v.keep_moves = keep_moves
        v.chess960 = chess960
        v.threads = min(threads, <int> MOST_THREADS)
        v.games = <Game*> allocate(max(count, 1) * sizeof(Game))
        v.starts = <Start*> calloc(max(count, 1), sizeof(Start))
        v.pushed = <Move*> calloc(max(count, 1), sizeof(Move))
        v.terminations = <u8*> calloc(max(count, 1), sizeof(u8))
        v.winners = <i8*> calloc(max(count, 1), sizeof(i8))
        if v.games == NULL or v.starts == NULL or v.pushed == NULL or v.terminations == NULL or v.winners == NULL:
            raise MemoryError(f"no memory for {count} boards")
        self.seed(seed)
        for i in range(count):
            v.starts[i].position = start_position(STANDARD_START)[0]
            v.starts[i].is_drawn = chess960

    def __dealloc__(self):
        cdef Vector* v = &self.state
        cdef Py_ssize_t i
        if v.games != NULL:
            for i in range(v.count):
                free(v.games[i].line)
            release(v.games, max(v.count, 1) * sizeof(Game))
        free(v.starts)
        free(v.pushed)
        free(v.terminations)
        free(v.winners)

    # Each call has the games for itself: another thread may come in while the GIL is released.

    cdef int check_idle(self) except -1:
        if self.is_busy:
            raise RuntimeError("the boards are in use in another thread")
        return 0

    cdef Task new_task(self, void (*work)(Task* task) noexcept nogil) except *:
        cdef Task task
        self.check_idle()
        memset(&task, 0, sizeof(Task))
        task.v = &self.state
        task.work = work
        return task

    cdef int run(self, Task* task, Py_ssize_t count) except -1:
        self.is_busy = True
        with nogil:
            run(task, count)
        self.is_busy = False
        return 0

    cdef int check_rows(self, Py_ssize_t rows, str name) except -1:
        if rows != self.state.count:
            raise ValueError(f"{name} has {rows} rows for {self.state.count} boards")
        return 0

    cdef int check_row(self, i64 row) except -1:
        if not 0 <= row < self.state.count:
            raise IndexError(f"there is no board {row}: there are {self.state.count}")
        return 0

    cdef int check_width(self, Py_ssize_t width, Py_ssize_t wanted, str name) except -1:
        if width != wanted:
            raise ValueError(f"{name} has rows of {width}, not of {wanted}")
        return 0

    def seed(self, u64 seed):
        """Start the random numbers of each game anew."""
        cdef Py_ssize_t i
        self.check_idle()
        for i in range(self.state.count):
            self.state.games[i].random = mix(mix(seed + 1) + <u64> i)

    def reset(self, const u8[::1] where=None):
        """Start games anew, all if `where` is None."""
        cdef Task task = self.new_task(begin_all)
        if where is not None:
            self.check_rows(where.shape[0], "where")
            task.where = &where[0] if self.state.count else NULL
        self.run(&task, self.state.count)

    def set_starts(self, const i64[::1] rows not None, list boards not None):
        """Give games other positions to start from, and start them; nothing changes if one of them cannot be played."""
        cdef State* state
        cdef Py_ssize_t i
        self.check_idle()
        if rows.shape[0] != len(boards):
            raise ValueError(f"{len(boards)} positions for {rows.shape[0]} boards")
        for i in range(rows.shape[0]):
            self.check_row(rows[i])
            state = state_of(boards[i])
            if not fits_record(&state.position):
                raise ValueError(f"board {rows[i]} cannot start from {boards[i].fen()}: no game reaches it")
        for i in range(rows.shape[0]):
            self.state.starts[rows[i]].position = state_of(boards[i]).position
            self.state.starts[rows[i]].position.boards.chess960 = self.state.chess960
            self.state.starts[rows[i]].is_drawn = False
            begin(&self.state, &self.state.games[rows[i]], &self.state.starts[rows[i]], row_of(&self.state, rows[i]))
            write_mask(&self.state.games[rows[i]], row_of(&self.state, rows[i]))
            note_ending(&self.state, rows[i])

    def push(
        self, const i64[::1] indices, const u16[::1] moves, const u8[::1] where, int finished, bint autoreset,
    ):
        """Push a move on each board, by index or by itself.

        Returns None, or the number of the first board on which nothing can be pushed and whether its
        game is over; then nothing is pushed anywhere.
        """
        cdef Task task = self.new_task(find_moves)
        if (indices is None) == (moves is None):
            raise ValueError("either indices or moves")
        self.check_rows(moves.shape[0] if indices is None else indices.shape[0], "the array of moves")
        if where is not None:
            self.check_rows(where.shape[0], "where")
        if not RAISE <= finished <= RESTART:
            raise ValueError(f"finished is {finished}")
        if self.state.count == 0:
            return None
        task.indices = &indices[0] if indices is not None else NULL
        task.moves = &moves[0] if moves is not None else NULL
        task.where = &where[0] if where is not None else NULL
        task.finished = <Finished> finished
        task.autoreset = autoreset
        self.is_busy = True
        with nogil:
            run(&task, self.state.count)
            if task.fault == FINE:
                task.work = push_all
                run(&task, self.state.count)
        self.is_busy = False
        if task.fault == NO_MEMORY:
            raise MemoryError("no memory for more moves")
        return (task.fault_at, task.fault == IS_OVER) if task.fault != FINE else None

    def legal_mask(self, u8[:, ::1] out not None):
        """Write a row of zeros and ones for each board."""
        cdef Task task = self.new_task(write_masks)
        self.check_rows(out.shape[0], "out")
        self.check_width(out.shape[1], self.state.moves, "out")
        if self.state.count:
            task.bytes = &out[0, 0]
            self.run(&task, self.state.count)

    def keep_mask(self, u8[:, ::1] mask not None):
        """Write a mask of zeros, and keep it up to date from now on."""
        cdef Task task = self.new_task(show_masks)
        self.check_rows(mask.shape[0], "the mask")
        self.check_width(mask.shape[1], self.state.moves, "the mask")
        if self.mask is not None:
            raise ValueError("there is a kept mask already")
        if self.state.count:
            self.mask = mask
            self.state.mask = &mask[0, 0]
            self.run(&task, self.state.count)

    def legal_bits(self, u8[:, ::1] out not None):
        """Write a row of bits for each board, the lowest of a byte first."""
        cdef Task task = self.new_task(write_bits)
        self.check_rows(out.shape[0], "out")
        self.check_width(out.shape[1], (self.state.moves + 7) // 8, "out")
        if self.state.count:
            task.bytes = &out[0, 0]
            self.run(&task, self.state.count)

    def are_legal(self, const i64[::1] indices not None, u8[::1] out not None):
        """Write whether each index is that of a legal move on its board."""
        cdef Task task = self.new_task(check_legal)
        self.check_rows(indices.shape[0], "indices")
        self.check_rows(out.shape[0], "out")
        if self.state.count:
            task.indices = &indices[0]
            task.bytes = &out[0]
            self.run(&task, self.state.count)

    def sample(self, i64[::1] out not None):
        """Write the index of a random legal move for each board, -1 if there is none."""
        cdef Task task = self.new_task(draw_lots)
        self.check_rows(out.shape[0], "out")
        if self.state.count:
            task.words = &out[0]
            self.run(&task, self.state.count)

    def planes(self, float[:, ::1] out not None, const i64[::1] rows=None, bint opponent=False):
        """Write the planes of each board, or of those named, as the side to move or its opponent sees them."""
        cdef Task task = self.new_task(write_all_planes)
        cdef Py_ssize_t count = self.state.count if rows is None else rows.shape[0]
        cdef Py_ssize_t i
        self.check_width(out.shape[1], plane_count(self.state.codec) * 64, "out")
        if out.shape[0] != count:
            raise ValueError(f"out has {out.shape[0]} rows for {count} boards")
        if count == 0:
            return
        if rows is not None:
            for i in range(count):
                self.check_row(rows[i])
            task.rows = &rows[0]
        task.floats = &out[0, 0]
        task.opponent = opponent
        self.run(&task, count)

    def records(self, u8[:, ::1] out not None):
        """Write the record of each position."""
        cdef Task task = self.new_task(write_all_records)
        self.check_rows(out.shape[0], "out")
        self.check_width(out.shape[1], RECORD_BYTES, "out")
        if self.state.count:
            task.bytes = &out[0, 0]
            self.run(&task, self.state.count)

    def outcome(self, u8[::1] terminations not None, i8[::1] winners not None):
        """Write how the games ended with the last push, and who has won."""
        self.check_idle()
        self.check_rows(terminations.shape[0], "terminations")
        self.check_rows(winners.shape[0], "winners")
        if self.state.count:
            memcpy(&terminations[0], self.state.terminations, self.state.count)
            memcpy(&winners[0], self.state.winners, self.state.count)

    def turns(self, u8[::1] out not None):
        """Write whether White is to move on each board."""
        cdef Py_ssize_t i
        self.check_idle()
        self.check_rows(out.shape[0], "out")
        for i in range(self.state.count):
            out[i] = self.state.games[i].position.turn == WHITE

    def fens(self):
        """Return the position of each board as FEN."""
        cdef Py_ssize_t i
        self.check_idle()
        return [fen_of(&self.state.games[i].position) for i in range(self.state.count)]

    def fen(self, Py_ssize_t row):
        """Return the position of one board as FEN."""
        self.check_idle()
        self.check_row(row)
        return fen_of(&self.state.games[row].position)

    def line(self, Py_ssize_t row):
        """Return the FEN from which a game is known and the moves since then."""
        cdef const Game* game
        cdef u32 i
        self.check_idle()
        self.check_row(row)
        game = &self.state.games[row]
        if not self.state.keep_moves:
            return fen_of(&game.position), []
        return fen_of(&self.state.starts[row].position), [move_object(game.line[i]) for i in range(game.plies)]
