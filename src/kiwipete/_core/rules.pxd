"""The one door to the rules: all functions on a State, whether or not the fast paths are safe on it.

Boards, games, the search and whatever else holds a position go through here;
none of them chooses between the fast and the tolerant rules itself.
"""

from kiwipete._core.kernel.move cimport Move
from kiwipete._core.kernel.squares cimport u64
from kiwipete._core.kernel.state cimport Ending, Snapshot, State
from kiwipete._core.kernel.types cimport Position

# Are the fast paths safe? Looks once and remembers the answer in the state.
cdef bint is_trusted(State* state) noexcept nogil

# Legal moves in python-chess's order; `moves` has room for MAX_ANY_MOVES. Castling belongs to a
# set of targets by its rook's square.
cdef int legal_moves(State* state, Move* moves) noexcept nogil
cdef int legal_moves_between(State* state, u64 from_mask, u64 to_mask, Move* moves) noexcept nogil
cdef int legal_captures_between(State* state, u64 from_mask, u64 to_mask, Move* moves) noexcept nogil
cdef int pseudo_legal_captures_between(const Position* p, u64 from_mask, u64 to_mask, Move* moves) noexcept nogil
cdef int legal_en_passant_between(const Position* p, u64 from_mask, u64 to_mask, Move* moves) noexcept nogil
cdef int count_legal(State* state) noexcept nogil

# The move with these squares and this promotion, flag and all, or NULL_MOVE. `either_writing`
# reads castling both as the king's two squares and as king takes rook.
cdef Move find_legal(State* state, Move wanted, bint either_writing) noexcept nogil
cdef Move find_pseudo_legal(const Position* p, Move wanted) noexcept nogil

# Play a legal move or the null move; or one in its plausible form, legal or not.
cdef void play_legal(State* state, Move move) noexcept nogil
cdef void play_unchecked(State* state, Move plausible) noexcept nogil

# What a legal move leads to, without playing it.
cdef bint legal_gives_check(State* state, Move move) noexcept nogil
cdef u64 legal_key_after(State* state, Move move) noexcept nogil

# Algebraic notation.
cdef enum SanVerdict:
    SAN_FOUND          # the null move included
    SAN_NOT_A_MOVE     # the text is not algebraic notation
    SAN_ILLEGAL
    SAN_AMBIGUOUS

cdef SanVerdict find_san(State* state, const char* text, Py_ssize_t length, Move* move) noexcept nogil

# Write a legal move, or a pseudo-legal one, with its sign of check or mate; returns the end of the text.
cdef char* write_move(char* out, State* state, Move move, bint is_legal, bint long_form) noexcept nogil

# How a game has ended; `claims` counts draws that the side to move may claim.
cdef Ending game_ending(State* state, const Snapshot* history, size_t length, bint claims) noexcept nogil
cdef bint clock_has_run_out(State* state, int plies) noexcept nogil
cdef bint can_claim_fifty_moves(State* state) noexcept nogil
cdef bint can_claim_threefold(State* state, const Snapshot* history, size_t length) noexcept nogil

# The whole line through two squares, and the squares between them; empty if they are not on a line.
cdef u64 line_through(int a, int b) noexcept nogil
cdef u64 squares_between(int a, int b) noexcept nogil
