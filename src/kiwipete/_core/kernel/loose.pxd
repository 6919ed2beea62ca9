"""Playing any move at all, as python-chess's push does.

The only requirement is a piece to move. It may be the opponent's and becomes
the mover's, it may go anywhere, anything may promote, and a king that goes
onto a piece of its own side castles with it.
"""

from kiwipete._core.kernel.edit cimport set_piece, settle
from kiwipete._core.kernel.effects cimport starts_clock_anew, takes_in_passing
from kiwipete._core.kernel.move cimport Move, move_from, move_to
from kiwipete._core.kernel.position cimport forget_en_passant, pass_turn
from kiwipete._core.kernel.squares cimport (
    BLACK, KING, PAWN, ROOK, bit, file_of, home_rank, rank_of, step, u8, u64,
)
from kiwipete._core.kernel.types cimport (
    EMPTY, Position, colour_of, kind_of, piece_of, pieces_of_kind,
)


cdef inline bint castles_by_two(const Position* p, Move move) noexcept nogil:
    """Does a king leave e1 or e8 by two squares, and not onto a rook? Everything else about the move is ignored."""
    cdef int king = move_from(move)
    return (
        (king == 4 or king == 60) and pieces_of_kind(&p.boards, KING) & bit(king) != 0
        and abs(move_to(move) - king) == 2 and not pieces_of_kind(&p.boards, ROOK) & bit(move_to(move))
    )


cdef inline void loose_drop(Position* p, int square, int drop) noexcept nogil:
    """Put a piece of the side to move on a square, replacing what stood there."""
    set_piece(p, square, piece_of(p.turn, drop - 1), False)
    p.castling_rights = p.boards.castling
    p.halfmove_clock += 1
    forget_en_passant(p)
    pass_turn(p)
    settle(p)


cdef inline u64 rights_left(const Position* p, int kind, bint was_pawn, int from_square, int to_square) noexcept nogil:
    """The castling rights after a move of a kind of piece, or of a pawn promoted to it earlier."""
    cdef int us = p.turn
    cdef int taken = p.mailbox[to_square]
    cdef u64 rights = p.boards.castling & ~bit(from_square) & ~bit(to_square)
    if kind == KING and not was_pawn:
        return rights & ~home_rank(us)
    if from_square != to_square and taken != EMPTY and kind_of(taken) == KING and not p.promoted & bit(to_square):
        if bit(to_square) & home_rank(us ^ 1):
            return rights & ~home_rank(us ^ 1)
    return rights


cdef inline void loose_castle(Position* p, int king, int other) noexcept nogil:
    """King and rook go to their squares on the mover's first rank; the other piece becomes a rook."""
    cdef int us = p.turn
    cdef int home = 56 if us == BLACK else 0
    cdef bint queenside = file_of(other) < file_of(king)
    set_piece(p, king, EMPTY, False)
    set_piece(p, other, EMPTY, False)
    set_piece(p, home + (2 if queenside else 6), piece_of(us, KING), False)
    set_piece(p, home + (3 if queenside else 5), piece_of(us, ROOK), False)


cdef inline void loose_make(Position* p, Move move, int promotion) noexcept nogil:
    """Play a move of the piece on its first square; `promotion` is a piece type or 0.

    Castling is written as king takes rook.
    """
    cdef int us = p.turn
    cdef int from_square = move_from(move)
    cdef int to_square = move_to(move)
    cdef int kind = kind_of(p.mailbox[from_square])
    cdef int target = p.mailbox[to_square]
    cdef bint promoted = p.promoted & bit(from_square) != 0
    cdef bint in_passing = takes_in_passing(p, move)
    cdef u64 rights = rights_left(p, kind, promoted, from_square, to_square)
    p.halfmove_clock = 0 if starts_clock_anew(p, move) else p.halfmove_clock + 1
    forget_en_passant(p)
    if kind == PAWN and to_square - from_square == 16 and rank_of(from_square) == 1:
        p.en_passant_square = <u8> (from_square + 8)
    elif kind == PAWN and to_square - from_square == -16 and rank_of(from_square) == 6:
        p.en_passant_square = <u8> (from_square - 8)
    elif in_passing:
        set_piece(p, (to_square - step(us)) & 63, EMPTY, False)
    if promotion:
        kind = promotion - 1
        promoted = True
    set_piece(p, from_square, EMPTY, False)
    if kind == KING and from_square != to_square and target != EMPTY and colour_of(target) == us:
        loose_castle(p, from_square, to_square)
    else:
        set_piece(p, to_square, piece_of(us, kind), promoted)
    p.castling_rights = rights
    pass_turn(p)
    settle(p)
