"""The key of a position in Polyglot opening books, from the 781 random words of the format.

The caller passes the words: first 64 for each piece, black's
before white's of every kind; then castling, en passant files and white's turn.
"""

from kiwipete._core.kernel.attacks cimport PAWN_ATTACKS
from kiwipete._core.kernel.squares cimport BLACK, NO_SQUARE, WHITE, file_of, pop_first, u64
from kiwipete._core.kernel.tolerant cimport castling_rights_beside_king
from kiwipete._core.kernel.types cimport Position, colour_of, kind_of

cdef enum:
    CASTLING_WORDS = 768
    EN_PASSANT_WORDS = 772
    WHITE_TO_MOVE_WORD = 780


cdef inline u64 polyglot_key(const Position* p, const u64* words) noexcept nogil:
    cdef u64 occupied = p.boards.side[WHITE] | p.boards.side[BLACK]
    cdef u64 capturers
    cdef u64 key = 0
    cdef int square, piece, colour
    while occupied:
        square = pop_first(&occupied)
        piece = p.mailbox[square]
        key ^= words[64 * (2 * kind_of(piece) + 1 - colour_of(piece)) + square]
    for colour in range(2):
        if castling_rights_beside_king(p, colour, True):
            key ^= words[CASTLING_WORDS + 2 * colour]
        if castling_rights_beside_king(p, colour, False):
            key ^= words[CASTLING_WORDS + 2 * colour + 1]
    # A pawn must stand ready to capture in passing; it need not be legal.
    if p.en_passant_square != NO_SQUARE:
        capturers = PAWN_ATTACKS[p.turn ^ 1][p.en_passant_square] & p.boards.pawns & p.boards.side[p.turn]
        if capturers:
            key ^= words[EN_PASSANT_WORDS + file_of(p.en_passant_square)]
    if p.turn == WHITE:
        key ^= words[WHITE_TO_MOVE_WORD]
    return key
