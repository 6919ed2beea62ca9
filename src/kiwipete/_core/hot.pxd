"""What the hot module offers to the others: C functions on positions that are trusted.

Whether a position is, `trusted` in kernel/status.pxd says.
"""

from kiwipete._core.kernel.move cimport Move
from kiwipete._core.kernel.squares cimport u64
from kiwipete._core.kernel.types cimport Bitboards, Context, Kinds, MoveSets, Position, Threats, Undo

# The tables of the kernel, to be adopted by every other module that uses it.
cdef struct Tables:
    void* attacks
    void* keys
    void* scores

cdef Tables tables() noexcept

# Legal moves; `moves` and `children` have room for MAX_MOVES.
cdef int list_moves(const Position* p, Move* moves) noexcept nogil
cdef void gather_moves(const Position* p, MoveSets* sets) noexcept nogil
cdef int list_noisy(const Position* p, const Threats* threats, Move* moves) noexcept nogil   # captures, promotions
cdef int list_quiets(const Position* p, const Threats* threats, Move* moves) noexcept nogil  # all others
cdef int count_moves(const Position* p) noexcept nogil
cdef int list_children(const Position* p, Bitboards* children) noexcept nogil  # in any order

# The legal move between two squares with its flag, or NULL_MOVE; castling is not looked at.
cdef Move complete_move(const Position* p, int from_square, int to_square, int promotion) noexcept nogil

# What a search asks of a node and its moves. `is_legal` takes any 16 bits, the others a legal move.
cdef void find_threats(const Bitboards* b, int us, Threats* threats) noexcept nogil
cdef bint is_legal(const Position* p, const Threats* threats, Move move) noexcept nogil
cdef bint gives_check(const Position* p, const Threats* threats, Move move) noexcept nogil
cdef bint see_at_least(const Position* p, Move move, int threshold) noexcept nogil
cdef u64 key_after(const Position* p, Move move) noexcept nogil

# Play a legal move, for good or to be taken back; or pass.
cdef void play(Position* p, Move move) noexcept nogil
cdef void make(Position* p, Move move, Undo* undo) noexcept nogil
cdef void unmake(Position* p, const Undo* undo) noexcept nogil
cdef void make_null(Position* p, Undo* undo) noexcept nogil

# Leaves below a position. `fast` counts the last two plies in bulk, or one; `legal` makes and unmakes.
cdef u64 fast_perft(const Position* p, int depth, Context* context) noexcept nogil
cdef u64 legal_perft(Position* p, int depth, Context* context) noexcept nogil
cdef void count_kinds(Position* p, int depth, Kinds* kinds, Context* context) noexcept nogil
