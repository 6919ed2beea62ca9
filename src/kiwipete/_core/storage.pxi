# What is stored of a position: not its bytes, which are ours to change, but what it is made of.

cdef tuple stored_position(const Position* p):
    return (
        PyBytes_FromStringAndSize(<const char*> p.mailbox, 64), p.promoted, p.castling_rights,
        p.en_passant_square, p.halfmove_clock, p.fullmove_number, p.turn, p.boards.chess960,
    )


cdef int restore_position(Position* p, tuple stored) except -1:
    """Build a position from what was stored of one; nonsense raises ValueError."""
    cdef bytes mailbox
    cdef int square, piece
    mailbox, promoted, rights, en_passant, clock, number, turn, chess960 = stored
    clear_position(p)
    if len(mailbox) != 64:
        raise ValueError(f"a board has 64 squares, not {len(mailbox)}")
    for square in range(64):
        piece = mailbox[square]
        if piece > EMPTY:
            raise ValueError(f"no piece has the number {piece}")
        set_piece(p, square, piece, bool(promoted >> square & 1))
    p.castling_rights = square_set(rights)
    p.en_passant_square = <u8> whole(en_passant, 0, NO_SQUARE, "the en passant square")
    p.halfmove_clock = counter(clock, "the half-move clock")
    p.fullmove_number = counter(number, "the full-move number")
    set_turn(p, whole(turn, 0, 1, "the side to move"))
    p.boards.chess960 = <u8> whole(chess960, 0, 1, "chess960")
    settle(p)
    return 0
