"""Games that a searcher plays against itself, one after another, without the GIL.

A game begins with random moves and goes on with those of the search until it
ends by the rules or is adjudicated. It depends on its seed and number alone:
the searcher forgets everything between two games.
"""

from cython cimport final
from libc.string cimport memset, strerror

from kiwipete._core.hot cimport play, tables
from kiwipete._core.kernel.attacks cimport adopt_attack_tables
from kiwipete._core.kernel.bitboards cimport checkers
from kiwipete._core.kernel.endings cimport is_repeated
from kiwipete._core.kernel.memory cimport load, load_flag, store_flag, store_word
from kiwipete._core.kernel.move cimport Move
from kiwipete._core.kernel.squares cimport BLACK, i16, u8, u16, u64
from kiwipete._core.kernel.types cimport FIFTY_MOVES_PLIES
from kiwipete._core.kernel.zobrist cimport mix, next_random
from kiwipete._core.records cimport (
    LARGEST_SCORE, MOVE, PLY_BYTES, RECORD_BYTES, SCORE, SOUND, STANDARD_START, STARTS, read_position, start_position,
    write_ply, write_word,
)
from kiwipete._core.search.evaluation cimport insufficient_material
from kiwipete._core.search.score cimport clamp, is_mate
from kiwipete._core.search.threads cimport Thread, join_thread, start_thread
from kiwipete._core.search.worker cimport RootMove, Team, Worker, stop_team
from kiwipete._core.searcher cimport Searcher, root_score, search_alone, search_stack, set_root

from kiwipete._core.game_board import GameBoard

adopt_attack_tables(tables().attacks)

cdef enum:
    RANDOM_PLIES = 8        # or one more, so that either side may be the first to think
    MOST_PLIES = 400        # then the game is drawn
    UNBALANCED = 300        # centipawns: an opening whose first score is beyond is dropped
    DECIDED = 1000          # centipawns for one side,
    DECIDED_PLIES = 5       # for this many plies in a row: the game is won
    LEVEL = 8               # centipawns at most,
    LEVEL_PLIES = 12        # for this many plies in a row,
    LEVEL_FROM = 70         # after this ply: the game is drawn
    HARD_LIMIT = 20         # soft limits: no search takes more nodes,
    LEAST_NODES = 1000      # unless these are more: nearly all first iterations take fewer

# In the order of ENDINGS in training/game_file.py.
cdef enum Ending:
    GOES_ON = -1
    CHECKMATE
    STALEMATE
    FIFTY_MOVES
    REPETITION
    INSUFFICIENT_MATERIAL
    ADJUDICATED_WIN
    ADJUDICATED_DRAW
    LENGTH

# For White, as in a file of games.
cdef enum Result:
    LOST
    DRAWN
    WON

cdef struct Game:
    int start
    int random_plies
    int plies
    Ending ending
    Result result
    int won                 # plies in a row for which White's score has been decisive
    int lost                # the same for Black's
    int level               # plies in a row for which the score has been level
    u8[MOST_PLIES * PLY_BYTES] moves_and_scores

cdef struct Play:
    Thread thread
    Team* team
    int stopped             # any thread may set it
    u64 random              # state of the generator
    double chess960         # share of the games that begin with a random Chess960 position
    u64 nodes               # searched so far, for other threads to read
    u64 openings            # tried so far
    Game game


cdef inline u64 choose(Play* self, int choices) noexcept nogil:
    return next_random(&self.random) % <u64> choices


cdef void add_ply(Play* self, Worker* w, Move move, int score) noexcept nogil:
    """Play a move for good and write it down."""
    write_ply(&self.game.moves_and_scores[self.game.plies * PLY_BYTES], move, <i16> score)
    self.game.plies += 1
    play(&w.position, move)
    w.root_key += 1
    set_root(w)


cdef bint play_opening(Play* self, Worker* w) noexcept nogil:
    """Play random moves from a start; False if the rules have ended the game by then."""
    memset(&self.game, 0, sizeof(Game))
    self.game.start = STANDARD_START
    if <double> (next_random(&self.random) >> 11) < self.chess960 * <double> (<u64> 1 << 53):
        self.game.start = <int> choose(self, STARTS)
    self.game.random_plies = RANDOM_PLIES + <int> choose(self, 2)
    w.position = start_position(self.game.start)[0]
    w.root_key = 0
    set_root(w)
    while self.game.plies < self.game.random_plies:
        if w.root_count == 0:
            return False
        add_ply(self, w, w.root_moves[choose(self, w.root_count)].move, 0)
    return ending_by_rules(&self.game, w) == GOES_ON


cdef Ending ending_by_rules(Game* game, Worker* w) noexcept nogil:
    """Return whether the game has ended, and how; draws that may be claimed are."""
    if w.root_count == 0:
        if not checkers(&w.position.boards, w.position.turn):
            return STALEMATE
        game.result = WON if w.position.turn == BLACK else LOST
        return CHECKMATE
    if insufficient_material(&w.position):
        return INSUFFICIENT_MATERIAL
    if w.position.halfmove_clock >= FIFTY_MOVES_PLIES:
        return FIFTY_MOVES
    if is_repeated(&w.keys[w.root_key], min(w.root_key, <int> w.position.halfmove_clock), 0):
        return REPETITION
    return LENGTH if game.plies >= MOST_PLIES else GOES_ON


cdef Ending adjudication(Game* game, int turn, int score) noexcept nogil:
    """Return whether a score, for the side that was to move, ends the game, and how."""
    cdef int for_white = -score if turn == BLACK else score
    game.won = game.won + 1 if for_white >= DECIDED else 0
    game.lost = game.lost + 1 if for_white <= -DECIDED else 0
    game.level = game.level + 1 if -LEVEL <= score <= LEVEL else 0
    if is_mate(score) or game.won >= DECIDED_PLIES or game.lost >= DECIDED_PLIES:
        game.result = WON if for_white > 0 else LOST
        return ADJUDICATED_WIN
    if game.level >= LEVEL_PLIES and game.plies > LEVEL_FROM:
        return ADJUDICATED_DRAW
    return GOES_ON


cdef bint play_on(Play* self, Worker* w) noexcept nogil:
    """Play an opening on to the end; False if its first score is out of balance, or the player was stopped."""
    cdef Game* game = &self.game
    cdef int first = game.plies
    cdef int turn, score
    cdef const RootMove* best = &w.root_moves[0]
    game.result = DRAWN
    game.ending = GOES_ON
    while game.ending == GOES_ON:
        if load_flag(&self.stopped):    # set_root has cleared a stop that came before
            return False
        search_alone(self.team)
        store_word(&self.nodes, self.nodes + w.nodes)
        if load_flag(&self.stopped):
            return False
        score = root_score(w, best)
        if game.plies == first and (score > UNBALANCED or score < -UNBALANCED):
            return False
        turn = w.position.turn
        add_ply(self, w, best.move, score)
        game.ending = ending_by_rules(game, w)
        if game.ending == GOES_ON:
            game.ending = adjudication(game, turn, score)
    return True


cdef void play_game(void* argument) noexcept nogil:
    """Try openings until one is balanced, and play its game; there is none if the player was stopped."""
    cdef Play* self = <Play*> argument
    cdef Worker* w = self.team.workers[0]
    while not load_flag(&self.stopped):
        store_word(&self.openings, self.openings + 1)
        if play_opening(self, w) and play_on(self, w):
            break


cdef int run_alone(
    Searcher searcher, Thread* thread, void (*work)(void*) noexcept nogil, void* argument,
) except -1:
    """Run work that searches, on a thread with the stack for it; RuntimeError if the system refuses the thread."""
    cdef int error
    thread.work = work
    thread.argument = argument
    searcher.is_busy = True
    with nogil:
        error = start_thread(thread, search_stack())
        if not error:
            join_thread(thread)
    searcher.is_busy = False
    if error:
        raise RuntimeError(f"cannot start a thread: {strerror(error).decode('utf-8', 'replace')}")
    return 0


@final
cdef class Player:
    """Plays games against itself with a searcher of one thread, which nobody else may use meanwhile."""

    cdef Searcher searcher
    cdef Play state

    def __init__(self, Searcher searcher not None, *, u64 nodes, double chess960=0):
        if searcher.team.count != 1:
            raise ValueError(f"self-play needs a searcher with one thread, not {searcher.team.count}")
        if not 0 <= chess960 <= 1:
            raise ValueError(f"the share of Chess960 games must be from 0 to 1, not {chess960}")
        if not 0 < nodes < <u64> 1 << 32:
            raise ValueError(f"the nodes for a move must be from 1 to {2**32 - 1}, not {nodes}")
        searcher.begin(GameBoard(), nodes=max(LEAST_NODES, HARD_LIMIT * nodes), soft_nodes=nodes)
        self.searcher = searcher
        self.state.team = &searcher.team
        self.state.chess960 = chess960

    def play(self, u64 seed, u64 number=0):
        """Play a game and return it as the fields of training's Game; None if it was stopped.

        The games of one seed have numbers; a game is the same whenever it is played.
        Runs on a thread of its own; RuntimeError if the system refuses it.
        """
        cdef Play* state = &self.state
        self.searcher.check_idle()
        state.random = mix(mix(seed + 1) + number)
        self.searcher.clear()
        run_alone(self.searcher, &state.thread, play_game, state)
        if load_flag(&state.stopped):
            return None
        return (
            state.game.start, state.game.random_plies, <int> state.game.result, <int> state.game.ending,
            (<char*> state.game.moves_and_scores)[:state.game.plies * PLY_BYTES],
        )

    def stop(self):
        """End the game under way, without a result, and play no more. Any thread may call it."""
        store_flag(&self.state.stopped, 1)
        stop_team(&self.searcher.team)

    @property
    def nodes(self):
        """Nodes searched so far."""
        return load(&self.state.nodes)

    @property
    def openings(self):
        """Openings tried so far, with those that were out of balance."""
        return load(&self.state.openings)


# New scores for old positions.

cdef struct Relabelling:
    Thread thread
    Team* team
    u8* records
    Py_ssize_t count
    Py_ssize_t unusable     # records without a position or without a move


cdef void relabel(void* argument) noexcept nogil:
    """Search the position of each record, and write down the score and the best move."""
    cdef Relabelling* self = <Relabelling*> argument
    cdef Worker* w = self.team.workers[0]
    cdef const RootMove* best = &w.root_moves[0]
    cdef u8* record
    cdef Py_ssize_t i
    cdef int score
    for i in range(self.count):
        record = &self.records[i * RECORD_BYTES]
        if read_position(record, &w.position) == SOUND:
            w.root_key = 0
            set_root(w)
        else:
            w.root_count = 0
        if w.root_count == 0:
            self.unusable += 1
            continue
        search_alone(self.team)
        score = root_score(w, best)
        write_word(record + SCORE, <u16> clamp(-LARGEST_SCORE, score, LARGEST_SCORE))
        write_word(record + MOVE, best.move)


def score_records(Searcher searcher not None, u8[::1] records not None, *, u64 nodes):
    """Give records the score and the move of a search, beginning no iteration after `nodes` nodes.

    Returns how many were left as they are because their position is impossible or has no move.
    Scores beyond the largest that records have, mates among them, become that. What the
    searcher learns stays for the next call.
    """
    cdef Relabelling state
    if searcher.team.count != 1:
        raise ValueError(f"new scores need a searcher with one thread, not {searcher.team.count}")
    if records.shape[0] % RECORD_BYTES or not 0 < nodes < <u64> 1 << 32:
        raise ValueError(f"{records.shape[0]} bytes of records, {nodes} nodes")
    if records.shape[0] == 0:
        return 0
    searcher.begin(GameBoard(), nodes=max(LEAST_NODES, HARD_LIMIT * nodes), soft_nodes=nodes)
    memset(&state, 0, sizeof(Relabelling))
    state.team = &searcher.team
    state.records = &records[0]
    state.count = records.shape[0] // RECORD_BYTES
    run_alone(searcher, &state.thread, relabel, &state)
    return state.unusable
