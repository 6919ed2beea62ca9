"""The one door to the rules: every question takes the fast path where it is safe, and the tolerant one elsewhere."""

from cpython.unicode cimport PyUnicode_AsUTF8AndSize

cimport kiwipete._core.kernel.bitboards as kernel_bitboards
cimport kiwipete._core.kernel.edit as kernel_edit
cimport kiwipete._core.kernel.endings as kernel_endings
cimport kiwipete._core.kernel.fen as kernel_fen
cimport kiwipete._core.kernel.polyglot as kernel_polyglot
cimport kiwipete._core.kernel.position as kernel_position
cimport kiwipete._core.kernel.reference as kernel_reference
cimport kiwipete._core.kernel.single_moves as kernel_single_moves
cimport kiwipete._core.kernel.status as kernel_status
cimport kiwipete._core.kernel.tolerant as kernel_tolerant
cimport kiwipete._core.kernel.unchecked as kernel_unchecked
from kiwipete._core.hot cimport (
    Tables, complete_move, count_moves, find_threats, gives_check, key_after, list_moves, list_noisy, play, tables,
)
from kiwipete._core.kernel.attacks cimport (
    BETWEEN, KING_ATTACKS, KNIGHT_ATTACKS, LINE, PAWN_ATTACKS, adopt_attack_tables, bishop_attacks, rook_attacks,
)
from kiwipete._core.kernel.endings cimport Game, clock_has_reached, ending, fifty_moves_claimable, threefold_claimable
from kiwipete._core.kernel.move cimport (
    MAX_ANY_MOVES, MAX_SAN, NO_RULE, NULL_MOVE, is_capture, is_castling, is_promotion, move_flag, move_from, move_to,
    pack_move, promotion_of, same_move,
)
from kiwipete._core.kernel.notation cimport (
    SAN_CASTLING, SAN_INVALID, SAN_PASS, San, means, read_san, write_lan, write_san,
)
from kiwipete._core.kernel.order cimport order_moves
from kiwipete._core.kernel.san_moves cimport find_on_boards
from kiwipete._core.kernel.scores cimport adopt_score_tables
from kiwipete._core.kernel.squares cimport (
    ALL_SQUARES, BISHOP, BLACK, FILE_A, KING, KNIGHT, NO_SQUARE, PAWN, ROOK, WHITE,
    bit, file_of, first_square, pop_first,
)
from kiwipete._core.kernel.status cimport UNCOUNTABLE, trusted
from kiwipete._core.kernel.tolerant cimport any_legal_moves
from kiwipete._core.kernel.types cimport (
    Bitboards, SAN_AMBIGUOUS, SAN_FOUND, SAN_ILLEGAL, SAN_NOT_A_MOVE, TOLERATED, TRUSTED, Threats, UNKNOWN, kind_of,
    pieces_of_kind,
)
from kiwipete._core.kernel.unchecked cimport castling_between, is_plain
from kiwipete._core.kernel.zobrist cimport adopt_key_tables

from kiwipete._core.python_types import SanParts

cdef Tables shared = tables()
adopt_attack_tables(shared.attacks)
adopt_key_tables(shared.keys)
adopt_score_tables(shared.scores)


cdef bint is_trusted(State* state) noexcept nogil:
    if state.trust == UNKNOWN:
        state.trust = TRUSTED if trusted(&state.position) else TOLERATED
    return state.trust == TRUSTED


# Lists of moves.

cdef int legal_moves(State* state, Move* moves) noexcept nogil:
    if is_trusted(state):
        return list_moves(&state.position, moves)
    return any_legal_moves(&state.position, ALL_SQUARES, ALL_SQUARES, moves)


cdef int count_legal(State* state) noexcept nogil:
    cdef Move[MAX_ANY_MOVES] moves
    if is_trusted(state):
        return count_moves(&state.position)
    return any_legal_moves(&state.position, ALL_SQUARES, ALL_SQUARES, moves)


cdef int keep_between(Move* moves, int count, u64 from_mask, u64 to_mask, bint castling) noexcept nogil:
    """Drop the moves that do not start and end in these sets, and castling unless it is wanted."""
    cdef int kept = 0
    cdef int i
    for i in range(count):
        if from_mask & bit(move_from(moves[i])) and to_mask & bit(move_to(moves[i])):
            if castling or not is_castling(moves[i]):
                moves[kept] = moves[i]
                kept += 1
    return kept


cdef int keep_captures(Move* moves, int count) noexcept nogil:
    cdef int kept = 0
    cdef int i
    for i in range(count):
        if is_capture(moves[i]):
            moves[kept] = moves[i]
            kept += 1
    return kept


cdef void sort_moves(const Position* p, Move* moves, int count) noexcept nogil:
    """Restore python-chess's order, in which a king in check comes first."""
    cdef int king = p.boards.king[p.turn] if checkers(&p.boards, p.turn) else NO_SQUARE
    order_moves(&p.boards, p.turn, king, moves, count)


cdef int legal_moves_between(State* state, u64 from_mask, u64 to_mask, Move* moves) noexcept nogil:
    cdef const Position* p = &state.position
    cdef int count
    if not is_trusted(state):
        return any_legal_moves(p, from_mask, to_mask, moves)
    count = list_moves(p, moves)
    if from_mask == ALL_SQUARES and to_mask == ALL_SQUARES:
        return count
    if not p.boards.castling:
        return keep_between(moves, count, from_mask, to_mask, True)
    count = keep_between(moves, count, from_mask, to_mask, False)
    count += any_castling_moves(p, from_mask, to_mask, moves + count)
    sort_moves(p, moves, count)
    return count


cdef int legal_captures_between(State* state, u64 from_mask, u64 to_mask, Move* moves) noexcept nogil:
    cdef const Position* p = &state.position
    cdef Threats threats
    cdef int count
    if not is_trusted(state):
        return keep_captures(moves, any_legal_moves(p, from_mask, to_mask, moves))
    find_threats(&p.boards, p.turn, &threats)
    count = keep_captures(moves, list_noisy(p, &threats, moves))
    count = keep_between(moves, count, from_mask, to_mask, True)
    sort_moves(p, moves, count)
    return count


cdef int pseudo_legal_captures_between(const Position* p, u64 from_mask, u64 to_mask, Move* moves) noexcept nogil:
    return keep_captures(moves, any_pseudo_legal_moves(p, from_mask, to_mask, moves))


cdef int legal_en_passant_between(const Position* p, u64 from_mask, u64 to_mask, Move* moves) noexcept nogil:
    """The legal captures en passant; at most two."""
    cdef int legal = 0
    cdef int i
    if p.en_passant_square == NO_SQUARE:
        return 0
    for i in range(any_en_passant_moves(p, from_mask, to_mask, moves)):
        if is_safe_move(p, moves[i]):
            moves[legal] = moves[i]
            legal += 1
    return legal


# One move.

cdef Move find_legal(State* state, Move wanted, bint either_writing) noexcept nogil:
    cdef const Position* p = &state.position
    cdef int from_square = move_from(wanted)
    cdef int to_square = move_to(wanted)
    cdef Move[MAX_ANY_MOVES] moves
    cdef Move castling
    cdef int i
    if move_flag(wanted) == NO_RULE:
        return NULL_MOVE
    castling = castling_between(p, from_square, to_square, either_writing)
    if castling != NULL_MOVE:
        return castling if not is_promotion(wanted) and is_safe_move(p, castling) else NULL_MOVE
    if is_trusted(state):
        return complete_move(p, from_square, to_square, promotion_of(wanted))
    for i in range(any_legal_moves(p, bit(from_square), bit(to_square), moves)):
        if same_move(moves[i], wanted) and not is_castling(moves[i]):
            return moves[i]
    return NULL_MOVE


cdef Move find_pseudo_legal(const Position* p, Move wanted) noexcept nogil:
    cdef int from_square = move_from(wanted)
    cdef int to_square = move_to(wanted)
    cdef Move[MAX_ANY_MOVES] moves
    cdef Move castling
    cdef int i
    if move_flag(wanted) == NO_RULE:
        return NULL_MOVE
    castling = castling_between(p, from_square, to_square, False)
    if castling != NULL_MOVE and not is_promotion(wanted):
        return castling
    for i in range(any_pseudo_legal_moves(p, bit(from_square), bit(to_square), moves)):
        if same_move(moves[i], wanted) and not is_castling(moves[i]):
            return moves[i]
    return NULL_MOVE


cdef void play_legal(State* state, Move move) noexcept nogil:
    if move == NULL_MOVE:
        any_pass(&state.position)
        state.trust = UNKNOWN
    elif is_trusted(state):
        play(&state.position, move)   # a legal move keeps the position trusted
    else:
        any_make(&state.position, move)
        state.trust = UNKNOWN


cdef void play_unchecked(State* state, Move plausible) noexcept nogil:
    if is_trusted(state) and is_plain(&state.position, plausible):
        play(&state.position, plausible)
    else:
        any_make(&state.position, plausible)
    state.trust = UNKNOWN


cdef bint legal_gives_check(State* state, Move move) noexcept nogil:
    cdef State child
    cdef Threats threats
    if is_trusted(state):
        find_threats(&state.position.boards, state.position.turn, &threats)
        return gives_check(&state.position, &threats, move)
    child = state[0]
    play_legal(&child, move)
    return in_check(&child.position)


cdef bint in_check(const Position* p) noexcept nogil:
    return p.boards.king[p.turn] != NO_SQUARE and checkers(&p.boards, p.turn) != 0


cdef u64 legal_key_after(State* state, Move move) noexcept nogil:
    cdef State child
    if move != NULL_MOVE and is_trusted(state):
        return key_after(&state.position, move)
    child = state[0]
    play_legal(&child, move)
    return child.position.key


# Algebraic notation.

cdef u64 origins_of(const Position* p, int kind, int to_square) noexcept nogil:
    """Our pieces of a kind that could reach a square if nothing forbade it."""
    cdef const Bitboards* b = &p.boards
    cdef u64 occupied = b.side[WHITE] | b.side[BLACK]
    cdef u64 reach = 0
    if kind == PAWN:
        reach = PAWN_ATTACKS[p.turn ^ 1][to_square] | FILE_A << file_of(to_square)
    elif kind == KNIGHT:
        reach = KNIGHT_ATTACKS[to_square]
    elif kind == KING:
        reach = KING_ATTACKS[to_square]
    else:
        if kind != ROOK:
            reach = bishop_attacks(to_square, occupied)
        if kind != BISHOP:
            reach |= rook_attacks(to_square, occupied)
    return reach & pieces_of_kind(b, kind) & b.side[p.turn]


cdef SanVerdict find_meant(State* state, const San* san, Move* move) noexcept nogil:
    """The one legal move of any position that a text means, castling included."""
    cdef Move[MAX_ANY_MOVES] moves
    cdef const Position* p = &state.position
    cdef bint castling = san.form == SAN_CASTLING
    cdef int count = any_castling_moves(p, ALL_SQUARES, ALL_SQUARES, moves) if castling else legal_moves(state, moves)
    cdef int i
    for i in range(count):
        if means(san, p, moves[i]) and (not castling or is_safe_move(p, moves[i])):
            if move[0] != NULL_MOVE:
                return SAN_AMBIGUOUS
            move[0] = moves[i]
    return SAN_FOUND if move[0] != NULL_MOVE else SAN_ILLEGAL


cdef SanVerdict find_san(State* state, const char* text, Py_ssize_t length, Move* move) noexcept nogil:
    cdef San san
    move[0] = NULL_MOVE
    if length >= MAX_SAN:
        return SAN_NOT_A_MOVE
    read_san(text, <int> length, &san)
    if san.form == SAN_INVALID:
        return SAN_NOT_A_MOVE
    if san.form == SAN_PASS:
        return SAN_FOUND
    if san.complete:
        if san.promotion >= 0:
            move[0] = find_legal(state, pack_move(first_square(san.origins), san.to_square, san.promotion), False)
        return SAN_FOUND if move[0] != NULL_MOVE else SAN_ILLEGAL
    if not is_trusted(state):
        return find_meant(state, &san, move)
    return find_on_boards(&state.position.boards, state.position.turn, &san, move)


def read_san_parts(str text not None):
    """Take algebraic notation apart as SanParts; None if the text is not a move.

    This is the one grammar of SAN: boards with rules of their own and explanations use it too.
    """
    cdef Py_ssize_t length = 0
    cdef const char* characters
    cdef San san
    if not text.isascii() or len(text) >= MAX_SAN:
        return None
    characters = PyUnicode_AsUTF8AndSize(text, &length)
    read_san(characters, <int> length, &san)
    if san.form == SAN_INVALID:
        return None
    promotion = None
    if san.promotion:
        promotion = KING + 1 if san.promotion < 0 else (san.promotion & 3) + KNIGHT + 1
    return SanParts(
        san.form == SAN_PASS, san.form == SAN_CASTLING, bool(san.kingside), san.kind + 1, san.origins, san.to_square,
        promotion, bool(san.complete),
    )


cdef u64 rivals_of(State* state, Move move) noexcept nogil:
    """The squares of our other pieces of the kind that may go where this one goes."""
    cdef const Position* p = &state.position
    cdef int kind = kind_of(p.mailbox[move_from(move)])
    cdef int to_square = move_to(move)
    cdef u64 here = bit(move_from(move))
    cdef u64 rivals = 0
    cdef u64 origins
    cdef Move[MAX_ANY_MOVES] moves
    cdef int i, origin
    if is_trusted(state):
        origins = origins_of(p, kind, to_square) & ~here
        while origins:
            origin = pop_first(&origins)
            if complete_move(p, origin, to_square, 0) != NULL_MOVE:
                rivals |= bit(origin)
        return rivals
    origins = pieces_of_kind(&p.boards, kind) & p.boards.side[p.turn] & ~here
    for i in range(any_legal_moves(p, origins, bit(to_square), moves)):
        if not is_castling(moves[i]):
            rivals |= bit(move_from(moves[i]))
    return rivals


cdef char* write_sign(char* out, State* state, Move move, bint is_legal) noexcept nogil:
    """Add + for a check and # for mate."""
    cdef State child
    if is_legal and is_trusted(state) and not legal_gives_check(state, move):
        return out
    child = state[0]
    if is_legal:
        play_legal(&child, move)
    else:
        any_make(&child.position, move)
        child.trust = TOLERATED
    if not in_check(&child.position):
        return out
    out[0] = c'+' if count_legal(&child) else c'#'
    return out + 1


cdef char* write_move(char* out, State* state, Move move, bint is_legal, bint long_form) noexcept nogil:
    cdef const Position* p = &state.position
    cdef u64 rivals = 0
    if long_form:
        out = write_lan(out, p, move)
    else:
        if not is_castling(move) and kind_of(p.mailbox[move_from(move)]) != PAWN:
            rivals = rivals_of(state, move)
        out = write_san(out, p, move, rivals)
    return write_sign(out, state, move, is_legal)


# Endings.

cdef Game game_at(
    State* state, const Snapshot* history, size_t length, Move* moves, bint listed,
) noexcept nogil:
    """The game as the kernel looks at it. Only claims need the moves themselves."""
    cdef Game game
    game.position = &state.position
    game.history = history
    game.length = length
    game.trusted = is_trusted(state)
    game.moves = moves
    game.count = legal_moves(state, moves) if listed else count_legal(state)
    return game


cdef Ending game_ending(State* state, const Snapshot* history, size_t length, bint claims) noexcept nogil:
    cdef Move[MAX_ANY_MOVES] moves
    cdef Game game = game_at(state, history, length, moves, claims)
    return ending(&game, claims)


cdef bint clock_has_run_out(State* state, int plies) noexcept nogil:
    cdef Game game = game_at(state, NULL, 0, NULL, False)
    return clock_has_reached(&game, plies)


cdef bint can_claim_fifty_moves(State* state) noexcept nogil:
    cdef Move[MAX_ANY_MOVES] moves
    cdef Game game = game_at(state, NULL, 0, moves, True)
    return fifty_moves_claimable(&game)


cdef bint can_claim_threefold(State* state, const Snapshot* history, size_t length) noexcept nogil:
    cdef Move[MAX_ANY_MOVES] moves
    cdef Game game = game_at(state, history, length, moves, True)
    return threefold_claimable(&game)


# Lines.

cdef u64 line_through(int a, int b) noexcept nogil:
    return LINE[a][b]


cdef u64 squares_between(int a, int b) noexcept nogil:
    return BETWEEN[a][b]


# Positions as they stand: attacks, checks, what is wrong with them.

cdef u64 attackers(const Bitboards* b, int square, int by, u64 occupied) noexcept nogil:
    return kernel_bitboards.attackers(b, square, by, occupied)


cdef u64 checkers(const Bitboards* b, int us) noexcept nogil:
    return kernel_bitboards.checkers(b, us)


cdef u64 attacks_from(const Position* p, int square) noexcept nogil:
    return kernel_tolerant.attacks_from(p, square)


cdef u64 pin_line(const Position* p, int us, int square) noexcept nogil:
    return kernel_tolerant.pin_line(p, us, square)


cdef u64 castling_rights_beside_king(const Position* p, int us, bint kingside) noexcept nogil:
    return kernel_tolerant.castling_rights_beside_king(p, us, kingside)


cdef int status(const Position* p) noexcept nogil:
    return kernel_status.status(p)


cdef int status_against_counting(const Position* p) noexcept nogil:
    return kernel_status.status(p) & UNCOUNTABLE


cdef bint can_be_counted(const Position* p) noexcept nogil:
    return kernel_status.can_be_counted(p)


cdef Fault validate(const Position* p, int* square) noexcept nogil:
    return kernel_reference.validate(p, square)


cdef u64 fingerprint(const Position* p) noexcept nogil:
    return kernel_position.fingerprint(p)


cdef u64 polyglot_key(const Position* p, const u64* words) noexcept nogil:
    return kernel_polyglot.polyglot_key(p, words)


cdef bint cannot_win(const Bitboards* b, int us) noexcept nogil:
    return kernel_endings.cannot_win(b, us)


cdef bint nobody_can_win(const Position* p) noexcept nogil:
    return kernel_endings.nobody_can_win(p)


# Changes by hand. `settle` must follow the last one.

cdef void clear_pieces(Position* p) noexcept nogil:
    kernel_edit.clear_pieces(p)


cdef void set_piece(Position* p, int square, int piece, bint promoted) noexcept nogil:
    kernel_edit.set_piece(p, square, piece, promoted)


cdef void set_turn(Position* p, int us) noexcept nogil:
    kernel_edit.set_turn(p, us)


cdef void settle(Position* p) noexcept nogil:
    kernel_edit.settle(p)


cdef void forget_en_passant(Position* p) noexcept nogil:
    kernel_position.forget_en_passant(p)


cdef bint still_written(const PieceSets* sets, const Position* p) noexcept nogil:
    return kernel_edit.still_written(sets, p)


cdef void copy_sets(const Position* p, PieceSets* sets) noexcept nogil:
    kernel_edit.copy_sets(p, sets)


cdef bint write_set(Position* p, PieceSets* sets, int which, u64 squares) noexcept nogil:
    return kernel_edit.write_set(p, sets, which, squares)


cdef void put_sets(Position* p, const u64* sets) noexcept nogil:
    kernel_edit.put_sets(p, sets)


# FEN text in and out; writers append to `out` and return where the next one continues.

cdef bint read_fen(FenReader* r, Position* p, bint chess960) noexcept nogil:
    return kernel_fen.read_fen(r, p, chess960)


cdef bint read_fen_of_either(FenReader* r, Position* p) noexcept nogil:
    cdef u64 strict
    if not kernel_fen.read_fen(r, p, False):
        return False
    strict = p.boards.castling
    if p.castling_rights != strict:
        p.boards.chess960 = 1
        kernel_edit.settle(p)
        if p.boards.castling == strict:
            p.boards.chess960 = 0
            kernel_edit.settle(p)
    return True


cdef bint read_board_fen(FenReader* r, Position* p) noexcept nogil:
    return kernel_fen.read_board_fen(r, p)


cdef bint read_castling_fen(FenReader* r, Position* p) noexcept nogil:
    return kernel_fen.read_castling_fen(r, p)


cdef char* write_placement(char* out, const Position* p, bint promoted) noexcept nogil:
    return kernel_fen.write_placement(out, p, promoted)


cdef char* write_castling(char* out, const Position* p, bint shredder) noexcept nogil:
    return kernel_fen.write_castling(out, p, shredder)


cdef int named_en_passant(const Position* p, EnPassantNaming naming) noexcept nogil:
    cdef Move[2] moves
    cdef int count = 1
    if p.en_passant_square == NO_SQUARE:
        return NO_SQUARE
    if naming == NAMED_IF_LEGAL:
        count = legal_en_passant_between(p, ALL_SQUARES, ALL_SQUARES, moves)
    elif naming == NAMED_IF_PSEUDO_LEGAL:
        count = any_en_passant_moves(p, ALL_SQUARES, ALL_SQUARES, moves)
    return p.en_passant_square if count else NO_SQUARE


cdef char* write_fen(
    char* out, const Position* p, bint shredder, EnPassantNaming naming, bint promoted, bint counters,
) noexcept nogil:
    out = kernel_fen.write_position(out, p, shredder, named_en_passant(p, naming), promoted)
    return kernel_fen.write_counters(out, p) if counters else out


# What a move would do, legal or not; the plausible form of a move has the flag that fits the board.

cdef Move as_board_writes(const Position* p, Move move) noexcept nogil:
    return kernel_unchecked.as_board_writes(p, move)


cdef Move as_asked(const Position* p, Move move, bint chess960) noexcept nogil:
    return kernel_unchecked.as_asked(p, move, chess960)


cdef bint looks_like_castling(const Position* p, Move move) noexcept nogil:
    return kernel_unchecked.looks_like_castling(p, move)


cdef bint takes(const Position* p, Move move) noexcept nogil:
    return kernel_unchecked.takes(p, move)


cdef bint takes_in_passing(const Position* p, Move move) noexcept nogil:
    return kernel_unchecked.takes_in_passing(p, move)


cdef bint starts_clock_anew(const Position* p, Move move) noexcept nogil:
    return kernel_unchecked.starts_clock_anew(p, move)


cdef bint costs_castling(const Position* p, Move move) noexcept nogil:
    return kernel_unchecked.costs_castling(p, move)


cdef bint checks_after(const Position* p, Move plausible) noexcept nogil:
    return kernel_unchecked.checks_after(p, plausible)


cdef int see(const Position* p, Move move) noexcept nogil:
    return kernel_single_moves.see(p, move)


cdef int any_en_passant_moves(const Position* p, u64 from_mask, u64 to_mask, Move* moves) noexcept nogil:
    return kernel_tolerant.any_en_passant_moves(p, from_mask, to_mask, moves)


cdef int any_castling_moves(const Position* p, u64 from_mask, u64 rook_mask, Move* moves) noexcept nogil:
    return kernel_tolerant.any_castling_moves(p, from_mask, rook_mask, moves)


cdef int any_pseudo_legal_moves(const Position* p, u64 from_mask, u64 to_mask, Move* moves) noexcept nogil:
    return kernel_tolerant.any_pseudo_legal_moves(p, from_mask, to_mask, moves)


cdef bint is_safe_move(const Position* p, Move move) noexcept nogil:
    return kernel_tolerant.is_safe_move(p, move)


cdef Move plausible_form(const Position* p, int from_square, int to_square, int promotion) noexcept nogil:
    return kernel_tolerant.plausible_form(p, from_square, to_square, promotion)


cdef void any_make(Position* p, Move move) noexcept nogil:
    kernel_tolerant.any_make(p, move)


cdef void any_pass(Position* p) noexcept nogil:
    kernel_tolerant.any_pass(p)


cdef bint castles_by_two(const Position* p, Move move) noexcept nogil:
    return kernel_unchecked.castles_by_two(p, move)


cdef void loose_drop(Position* p, int square, int drop) noexcept nogil:
    kernel_unchecked.loose_drop(p, square, drop)


cdef void loose_make(Position* p, Move move, int promotion) noexcept nogil:
    kernel_unchecked.loose_make(p, move, promotion)
