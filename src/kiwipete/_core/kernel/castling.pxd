"""Castling as it is written: onto the king's target, or onto the rook.

Standard chess writes the king's two squares and Chess960 the king onto its
rook, but either writing may be read, and boards may hold any placement.
"""

from kiwipete._core.kernel.move cimport (
    CASTLE_KINGSIDE, Move, NULL_MOVE, is_castling, is_promotion, move_flag, move_from, move_to, pack_move,
)
from kiwipete._core.kernel.squares cimport ALL_SQUARES, KING, ROOK, bit, file_of
from kiwipete._core.kernel.status cimport rooks_of
from kiwipete._core.kernel.tolerant cimport any_castling_moves
from kiwipete._core.kernel.types cimport Position, piece_of, pieces_of_kind


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
