"""Moves that need not be legal: how castling is written, what a move would do, and playing anything at all.

Standard chess writes castling by the king's two squares and Chess960 by the king onto its
rook, but either may be read, and boards may hold any placement.
"""

from kiwipete._core.kernel.bitboards cimport checkers
from kiwipete._core.kernel.edit cimport set_piece, settle
from kiwipete._core.kernel.move cimport (
    CAPTURE, CASTLE_KINGSIDE, Move, NULL_MOVE, QUIET, is_castling, is_promotion, move_flag, move_from, move_to,
    pack_move,
)
from kiwipete._core.kernel.position cimport forget_en_passant, pass_turn
from kiwipete._core.kernel.squares cimport (
    ALL_SQUARES, BLACK, KING, NO_SQUARE, PAWN, ROOK, bit, file_of, home_rank, rank_of, step, u64, u8,
)
from kiwipete._core.kernel.status cimport rooks_of, true_kings
from kiwipete._core.kernel.tolerant cimport any_castling_moves, any_make
from kiwipete._core.kernel.types cimport EMPTY, Position, colour_of, kind_of, piece_of, pieces_of_kind

# Castling as it is written.

cdef inline int corner_beside(int king, bint kingside) noexcept nogil:
    return (king & 56) + (7 if kingside else 0)


cdef inline Move castling_between(const Position* p, int king, int to_square, bint either_writing) noexcept nogil:
    """The pseudo-legal castling that goes by these squares, or NULL_MOVE.

    Chess960 reads only the king onto its rook, and the king's two squares
    from the e-file if `either_writing` allows it.
    """
    cdef Move[8] moves
    cdef int rook = to_square
    cdef int i
    if p.mailbox[king] != piece_of(p.turn, KING) or not p.boards.castling:
        return NULL_MOVE
    if p.mailbox[to_square] != piece_of(p.turn, ROOK):
        if file_of(king) != 4 or abs(to_square - king) != 2 or (p.boards.chess960 and not either_writing):
            return NULL_MOVE
        rook = corner_beside(king, to_square > king)
    for i in range(any_castling_moves(p, ALL_SQUARES, bit(rook), moves)):
        if move_from(moves[i]) == king:
            return moves[i]
    return NULL_MOVE


cdef inline Move as_board_writes(const Position* p, Move move) noexcept nogil:
    """A castling move in the writing that the board uses; other moves stay."""
    cdef int king = move_from(move)
    cdef bint kingside = move_flag(move) == CASTLE_KINGSIDE
    if not is_castling(move):
        return move
    if not p.boards.chess960 and file_of(king) == 4:
        return pack_move(king, (king & 56) + (6 if kingside else 2), move_flag(move))
    if p.mailbox[move_to(move)] == piece_of(p.turn, ROOK):
        return move
    return pack_move(king, corner_beside(king, kingside), move_flag(move))


cdef inline Move as_asked(const Position* p, Move move, bint chess960) noexcept nogil:
    """What may be castling of a king on the e-file, in one writing or the other; other moves stay."""
    cdef int king = move_from(move)
    cdef int to_square = move_to(move)
    if king not in (4, 60) or not pieces_of_kind(&p.boards, KING) & bit(king):
        return move
    if to_square & 56 != king & 56 or is_promotion(move):
        return move
    if chess960 and abs(to_square - king) == 2 and not pieces_of_kind(&p.boards, ROOK) & bit(to_square):
        return pack_move(king, corner_beside(king, to_square > king), 0)
    if not chess960 and (file_of(to_square) == 7 or file_of(to_square) == 0):
        return pack_move(king, king + (2 if to_square > king else -2), 0)
    return move


cdef inline bint looks_like_castling(const Position* p, Move move) noexcept nogil:
    """Does a king go further than a king does, or onto a rook of the side to move?"""
    cdef int king = move_from(move)
    if not pieces_of_kind(&p.boards, KING) & bit(king):
        return False
    return abs(file_of(king) - file_of(move_to(move))) > 1 or rooks_of(p, p.turn) & bit(move_to(move)) != 0


# What a move would do.

cdef inline u64 touched_by(Move move) noexcept nogil:
    return bit(move_from(move)) ^ bit(move_to(move))


cdef inline bint takes_in_passing(const Position* p, Move move) noexcept nogil:
    """Is it a pawn's step aside onto the empty en passant square?"""
    return (
        p.en_passant_square == move_to(move)
        and p.boards.pawns & bit(move_from(move)) != 0
        and abs(move_to(move) - move_from(move)) in (7, 9)
        and p.mailbox[move_to(move)] == EMPTY
    )


cdef inline bint takes(const Position* p, Move move) noexcept nogil:
    return touched_by(move) & p.boards.side[p.turn ^ 1] != 0 or takes_in_passing(p, move)


cdef inline bint starts_clock_anew(const Position* p, Move move) noexcept nogil:
    """Does it take something, or move a pawn?"""
    return touched_by(move) & (p.boards.pawns | p.boards.side[p.turn ^ 1]) != 0


cdef inline bint costs_castling(const Position* p, Move move) noexcept nogil:
    """Does it touch a castling rook, or the king of one?"""
    cdef int us
    if touched_by(move) & p.boards.castling:
        return True
    for us in range(2):
        if p.boards.castling & home_rank(us) and touched_by(move) & true_kings(p, us):
            return True
    return False


cdef inline bint is_plain(const Position* p, Move plausible) noexcept nogil:
    """Can a move that has its plausible form be made by the fast path, safe for the king or not?

    Castling, double steps and captures in passing lean on more of the board
    than the form has proved, and no side can do without its king.
    """
    cdef int flag = move_flag(plausible)
    if p.boards.king[p.turn ^ 1] == move_to(plausible):
        return False
    return flag == QUIET or flag == CAPTURE or is_promotion(plausible)


cdef inline bint checks_after(const Position* p, Move plausible) noexcept nogil:
    """Is the enemy's king in check after a move that has its plausible form?"""
    cdef Position child = p[0]
    cdef int them = p.turn ^ 1
    any_make(&child, plausible)
    return child.boards.king[them] != NO_SQUARE and checkers(&child.boards, them) != 0


# Playing any move at all, as python-chess's push does. The only requirement is a piece to move. It may be the
# opponent's and becomes the mover's, it may go anywhere, anything may promote, and a king that goes onto a piece
# of its own side castles with it.

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
