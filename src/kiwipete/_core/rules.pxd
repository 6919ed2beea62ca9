"""The one door to the rules: all functions on a State, whether or not the fast paths are safe on it.

Boards, games, the search and whatever else holds a position go through here;
none of them chooses between the fast and the tolerant rules itself.
"""

from kiwipete._core.kernel.move cimport Move
from kiwipete._core.kernel.squares cimport u64
from kiwipete._core.kernel.types cimport (
    Bitboards, Ending, Fault, FenReader, PieceSets, Position, SanVerdict, Snapshot, State,
)

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

# Positions as they stand: attacks, checks, what is wrong with them.
cdef u64 attackers(const Bitboards* b, int square, int by, u64 occupied) noexcept nogil
cdef u64 checkers(const Bitboards* b, int us) noexcept nogil
cdef u64 attacks_from(const Position* p, int square) noexcept nogil
cdef u64 pin_line(const Position* p, int us, int square) noexcept nogil
cdef u64 castling_rights_beside_king(const Position* p, int us, bint kingside) noexcept nogil
cdef int status(const Position* p) noexcept nogil
cdef int status_against_counting(const Position* p) noexcept nogil  # the flags that keep perft from counting it
cdef bint can_be_counted(const Position* p) noexcept nogil
cdef Fault validate(const Position* p, int* square) noexcept nogil
cdef u64 fingerprint(const Position* p) noexcept nogil
cdef u64 polyglot_key(const Position* p, const u64* words) noexcept nogil
cdef bint cannot_win(const Bitboards* b, int us) noexcept nogil
cdef bint nobody_can_win(const Position* p) noexcept nogil

# Changes by hand. `settle` must follow the last one.
cdef void clear_pieces(Position* p) noexcept nogil
cdef void set_piece(Position* p, int square, int piece, bint promoted) noexcept nogil
cdef void set_turn(Position* p, int us) noexcept nogil
cdef void settle(Position* p) noexcept nogil
cdef void forget_en_passant(Position* p) noexcept nogil
cdef bint still_written(const PieceSets* sets, const Position* p) noexcept nogil
cdef void copy_sets(const Position* p, PieceSets* sets) noexcept nogil
cdef bint write_set(Position* p, PieceSets* sets, int which, u64 squares) noexcept nogil
cdef void put_sets(Position* p, const u64* sets) noexcept nogil

# When to name the en passant square in text: if a capture there is legal, or pseudo-legal, or after every double push.
cdef enum EnPassantNaming:
    NAMED_IF_LEGAL
    NAMED_IF_PSEUDO_LEGAL
    NAMED_ALWAYS

cdef int named_en_passant(const Position* p, EnPassantNaming naming) noexcept nogil  # NO_SQUARE if it is not named

# FEN text in and out; writers append to `out` and return where the next one continues.
cdef bint read_fen(FenReader* r, Position* p, bint chess960) noexcept nogil
cdef bint read_fen_of_either(FenReader* r, Position* p) noexcept nogil  # Chess960 if castling rights need it
cdef bint read_board_fen(FenReader* r, Position* p) noexcept nogil
cdef bint read_castling_fen(FenReader* r, Position* p) noexcept nogil
cdef char* write_placement(char* out, const Position* p, bint promoted) noexcept nogil
cdef char* write_castling(char* out, const Position* p, bint shredder) noexcept nogil
# The first four fields, or all six with `counters`, in one call: writing FENs is 7 % slower in three.
cdef char* write_fen(
    char* out, const Position* p, bint shredder, EnPassantNaming naming, bint promoted, bint counters,
) noexcept nogil

# What a move would do, legal or not; the plausible form of a move has the flag that fits the board.
cdef Move as_board_writes(const Position* p, Move move) noexcept nogil
cdef Move as_asked(const Position* p, Move move, bint chess960) noexcept nogil
cdef bint looks_like_castling(const Position* p, Move move) noexcept nogil
cdef bint takes(const Position* p, Move move) noexcept nogil
cdef bint takes_in_passing(const Position* p, Move move) noexcept nogil
cdef bint starts_clock_anew(const Position* p, Move move) noexcept nogil
cdef bint costs_castling(const Position* p, Move move) noexcept nogil
cdef bint checks_after(const Position* p, Move plausible) noexcept nogil
cdef int see(const Position* p, Move move) noexcept nogil
cdef int any_en_passant_moves(const Position* p, u64 from_mask, u64 to_mask, Move* moves) noexcept nogil
cdef int any_castling_moves(const Position* p, u64 from_mask, u64 rook_mask, Move* moves) noexcept nogil
cdef int any_pseudo_legal_moves(const Position* p, u64 from_mask, u64 to_mask, Move* moves) noexcept nogil
cdef bint is_safe_move(const Position* p, Move move) noexcept nogil
cdef Move plausible_form(const Position* p, int from_square, int to_square, int promotion) noexcept nogil
cdef void any_make(Position* p, Move move) noexcept nogil
cdef void any_pass(Position* p) noexcept nogil
cdef bint castles_by_two(const Position* p, Move move) noexcept nogil
cdef void loose_drop(Position* p, int square, int drop) noexcept nogil
cdef void loose_make(Position* p, Move move, int promotion) noexcept nogil
