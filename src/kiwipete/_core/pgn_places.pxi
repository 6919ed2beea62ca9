# The positions of a game being read, and the text of moves in them.

cdef struct Place:
    Position position
    bint trust               # is the fast path safe on it?

cdef Position standard_start
cdef Position chess960_start


cdef int read_position(str fen, bint chess960, Position* p) except -1:
    """The position of a FEN that a board has written or read."""
    cdef FenReader reader
    cdef Py_ssize_t length = 0
    memset(&reader, 0, sizeof(FenReader))
    reader.text = PyUnicode_AsUTF8AndSize(fen, &length)
    reader.length = <int> length
    if not read_fen(&reader, p, chess960):
        raise ValueError(f"not a FEN: {fen!r}")
    return 0


read_position(STARTING_FEN, False, &standard_start)
read_position(STARTING_FEN, True, &chess960_start)


cdef int stand(Place* place, board) except -1:
    """Take the position of a plain board."""
    read_position(board.fen(en_passant="fen", promoted=True), board.chess960, &place.position)
    place.trust = trusted(&place.position)
    return 0


cdef str fen_of(const Position* p):
    cdef char[MAX_FEN] text
    cdef char* end = write_position(text, p, False, p.en_passant_square, True)
    return text[:write_counters(end, p) - text].decode("ascii")


cdef int moves_of(const Place* place, Move16* moves) noexcept:
    """The legal moves; `moves` has room for MAX_ANY_MOVES."""
    if place.trust:
        return list_moves(&place.position, moves)
    return any_legal_moves(&place.position, ALL_SQUARES, ALL_SQUARES, moves)


cdef void step(Place* place, Move16 move) noexcept:
    """Play a legal move or the null move."""
    if move == NULL_MOVE:
        any_pass(&place.position)
        place.trust = trusted(&place.position)
    elif place.trust:
        play(&place.position, move)
    else:
        any_make(&place.position, move)
        place.trust = trusted(&place.position)


cdef Move16 legal_between(const Place* place, Move16 wanted, bint either_writing) noexcept:
    """The legal move with these squares and this promotion, flag and all, or NULL_MOVE."""
    cdef Move16[MAX_ANY_MOVES] moves
    cdef const Position* p = &place.position
    cdef Move16 castling = castling_between(p, move_from(wanted), move_to(wanted), either_writing)
    cdef int i
    if castling != NULL_MOVE:
        return castling if not is_promotion(wanted) and is_safe_move(p, castling) else NULL_MOVE
    if place.trust:
        return complete_move(p, move_from(wanted), move_to(wanted), promotion_of(wanted))
    for i in range(any_legal_moves(p, bit(move_from(wanted)), bit(move_to(wanted)), moves)):
        if same_move(moves[i], wanted) and not is_castling(moves[i]):
            return moves[i]
    return NULL_MOVE


cdef u64 origins_of(const Position* p, const San* san) noexcept:
    """Our pieces that may be meant: of the kind, and able to reach the square pseudo-legally."""
    cdef const Bitboards* b = &p.boards
    cdef u64 occupied = b.side[WHITE] | b.side[BLACK]
    cdef u64 reach = 0
    if san.kind == PAWN:
        reach = PAWN_ATTACKS[p.turn ^ 1][san.to_square] | FILE_A << file_of(san.to_square)
    elif san.kind == KNIGHT:
        reach = KNIGHT_ATTACKS[san.to_square]
    elif san.kind == KING:
        reach = KING_ATTACKS[san.to_square]
    else:
        if san.kind != ROOK:
            reach = bishop_attacks(san.to_square, occupied)
        if san.kind != BISHOP:
            reach |= rook_attacks(san.to_square, occupied)
    return reach & san.origins & pieces_of_kind(b, san.kind) & b.side[p.turn]


cdef bint find_piece_move(const Position* p, const San* san, Move16* move) noexcept:
    """The one legal move of a trusted position that a text means, except castling."""
    cdef u64 origins = origins_of(p, san)
    cdef Move16 legal
    if san.promotion < 0:
        return False
    while origins:
        legal = complete_move(p, pop_first(&origins), san.to_square, san.promotion)
        if legal != NULL_MOVE:
            if move[0] != NULL_MOVE:
                return False
            move[0] = legal
    return move[0] != NULL_MOVE


cdef bint find_san(const Place* place, const char* text, Py_ssize_t length, Move16* move) noexcept:
    """The one legal move that a text means; False if there is none, or more than one."""
    cdef Move16[MAX_ANY_MOVES] moves
    cdef San san
    cdef int i
    move[0] = NULL_MOVE
    read_san(text, <int> length, &san)
    if san.form == SAN_PASS or san.form == SAN_INVALID:
        return san.form == SAN_PASS
    if san.complete:
        if san.promotion >= 0:
            move[0] = legal_between(place, pack_move(first_square(san.origins), san.to_square, san.promotion), False)
        return move[0] != NULL_MOVE
    if place.trust and san.form == SAN_MOVE:
        return find_piece_move(&place.position, &san, move)
    for i in range(moves_of(place, moves)):
        if means(&san, &place.position, moves[i]):
            if move[0] != NULL_MOVE:
                return False
            move[0] = moves[i]
    return move[0] != NULL_MOVE


cdef char* put_san(char* out, const Place* before, Move16 move, const Place* after) noexcept:
    """Write a legal move with its sign of check or mate."""
    cdef Move16[MAX_ANY_MOVES] moves
    cdef int kind = kind_of(before.position.mailbox[move_from(move)])
    cdef int count = 0
    cdef int them = after.position.turn
    if kind != PAWN and not is_castling(move) and not (kind == KING and before.trust):
        count = moves_of(before, moves)
    out = write_san(out, &before.position, move, moves, count)
    if after.position.boards.king[them] == NO_SQUARE or not checkers(&after.position.boards, them):
        return out
    count = count_moves(&after.position) if after.trust else moves_of(after, moves)
    out[0] = c'+' if count else c'#'
    return out + 1
