"""Bitboards: all that the rules of movement need, in one cache line.

Bishops and queens share `diagonals`, rooks and queens share `straights`; a
piece in both is a queen, a piece in none of the four sets is a king. The
castling rights are the set of rooks that may still castle: a move takes its
two squares out of the set, a king's move its whole home rank, and Chess960
needs nothing more.

Generation trusts what status.pxd has proved: one king a side, no pawns on the
last ranks, the side not to move not in check, castling rooks and kings at home,
and an en passant square only behind a pawn that just moved.
"""

from kiwipete._core.kernel.attacks cimport (
    BETWEEN, DIAGONAL_RAYS, KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, STRAIGHT_RAYS, bishop_attacks, rook_attacks,
)
from kiwipete._core.kernel.move cimport CASTLE_KINGSIDE
from kiwipete._core.kernel.squares cimport (
    BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE, bit, first_square, home_rank, lowest, pop_first, several,
    step, u64, u8, unlikely,
)
from kiwipete._core.kernel.types cimport Bitboards, Threats

cdef inline u64 leapers(const Bitboards* b, int square, int by) noexcept nogil:
    """The pawns, knights and kings of `by` that attack a square."""
    cdef u64 kings = b.side[by] & ~(b.pawns | b.knights | b.diagonals | b.straights)
    return b.side[by] & (
        (PAWN_ATTACKS[by ^ 1][square] & b.pawns)
        | (KNIGHT_ATTACKS[square] & b.knights)
        | (KING_ATTACKS[square] & kings)
    )


cdef inline u64 attackers(const Bitboards* b, int square, int by, u64 occupied) noexcept nogil:
    """The pieces of `by` that attack a square, sliders stopped by `occupied` alone."""
    return leapers(b, square, by) | (b.side[by] & (
        (bishop_attacks(square, occupied) & b.diagonals) | (rook_attacks(square, occupied) & b.straights)
    ))


cdef inline u64 checkers(const Bitboards* b, int us) noexcept nogil:
    """The enemy pieces that give check to our king."""
    return attackers(b, b.king[us], us ^ 1, b.side[WHITE] | b.side[BLACK])


cdef inline u64 snipers(const Bitboards* b, int square, int by) noexcept nogil:
    """The sliders of `by` that would attack a square if nothing stood between."""
    return b.side[by] & ((DIAGONAL_RAYS[square] & b.diagonals) | (STRAIGHT_RAYS[square] & b.straights))


cdef inline bint is_attacked(const Bitboards* b, int square, int by, u64 occupied) noexcept nogil:
    """Whether there are any `attackers`.

    Mostly no slider is on a line with the square, and then no table is needed
    (castling calls this: 4 % of perft where rights are left).
    """
    cdef u64 sliders = snipers(b, square, by)
    cdef bint attacked = (
        (b.side[by] & ((PAWN_ATTACKS[by ^ 1][square] & b.pawns) | (KNIGHT_ATTACKS[square] & b.knights)))
        | (KING_ATTACKS[square] & bit(b.king[by]))
    ) != 0
    while sliders:
        attacked |= (BETWEEN[square][pop_first(&sliders)] & occupied) == 0
    return attacked


cdef inline u64 lone_blockers(const Bitboards* b, int us, int by, u64* seeing) noexcept nogil:
    """The pieces of either side that alone stand between our king and a slider of `by`.

    The sliders that see the king with nothing between are added to `seeing`.
    """
    cdef int king = b.king[us]
    cdef u64 occupied = b.side[WHITE] | b.side[BLACK]
    cdef u64 alone = 0
    cdef u64 sliders = snipers(b, king, by)
    cdef u64 slider, blockers
    while sliders:
        slider = lowest(sliders)
        blockers = BETWEEN[king][pop_first(&sliders)] & occupied
        seeing[0] |= slider if blockers == 0 else 0
        alone |= 0 if several(blockers) else blockers
    return alone


cdef inline u64 pinned_pieces(const Bitboards* b, int us, u64* slider_checkers) noexcept nogil:
    """Our pieces that a slider pins to our king; the sliders that give check are added to slider_checkers."""
    return lone_blockers(b, us, us ^ 1, slider_checkers) & b.side[us]


cdef inline u64 pins_and_checkers(const Bitboards* b, int us, u64* checking) noexcept nogil:
    """Our pieces that are pinned to our king; the checkers are written to `checking`."""
    cdef int king = b.king[us]
    checking[0] = b.side[us ^ 1] & ((PAWN_ATTACKS[us][king] & b.pawns) | (KNIGHT_ATTACKS[king] & b.knights))
    return pinned_pieces(b, us, checking)


# Children: the board after a move. `kind` and `us` are literals, so each
# becomes a copy of the parent and two to six instructions.

cdef inline void toggle(Bitboards* b, const int kind, u64 squares) noexcept nogil:
    """Exchange a kind of piece with nothing on these squares (the sides are not touched)."""
    if kind == PAWN:
        b.pawns ^= squares
    elif kind == KNIGHT:
        b.knights ^= squares
    elif kind == BISHOP:
        b.diagonals ^= squares
    elif kind == ROOK:
        b.straights ^= squares
    elif kind == QUEEN:
        b.diagonals ^= squares
        b.straights ^= squares


cdef inline void clear(Bitboards* b, const int us, u64 squares) noexcept nogil:
    """Take all pieces of `us` on these squares off the board."""
    b.pawns &= ~squares
    b.knights &= ~squares
    b.diagonals &= ~squares
    b.straights &= ~squares
    b.side[us] &= ~squares
    b.castling &= ~squares


cdef inline void shift_piece(
    Bitboards* b, const int us, const int kind, int from_square, int to_square
) noexcept nogil:
    """Move our piece to a square that is empty or has just been cleared."""
    cdef u64 change = bit(from_square) | bit(to_square)
    toggle(b, kind, change)
    b.side[us] ^= change
    b.en_passant = 0
    if kind == KING:
        b.king[us] = <u8> to_square
        b.castling &= ~home_rank(us)
    elif kind == ROOK:
        b.castling &= ~bit(from_square)


cdef inline void shift_castling(Bitboards* b, const int us, int king, int rook) noexcept nogil:
    """Castle with our rook: the king to the g- or c-file, the rook to its inner side."""
    cdef int home = 0 if us == WHITE else 56
    cdef int king_to = home + (6 if rook > king else 2)
    cdef int rook_to = home + (5 if rook > king else 3)
    b.straights = (b.straights & ~bit(rook)) | bit(rook_to)
    b.side[us] = (b.side[us] & ~(bit(king) | bit(rook))) | bit(king_to) | bit(rook_to)
    b.king[us] = <u8> king_to
    b.castling &= ~home_rank(us)
    b.en_passant = 0


cdef inline u64 castling_rooks(const Bitboards* b, const int us, int king, int flag) noexcept nogil:
    """The rook that a castling move takes along, as a set: empty without the right."""
    cdef u64 east = ~(<u64> 0) << king
    cdef u64 side = east if flag == CASTLE_KINGSIDE else ~east
    return b.castling & home_rank(us) & side


cdef inline int castling_rook(const Bitboards* b, const int us, int king, int flag) noexcept nogil:
    """The square of the rook that a castling move takes along; the right must exist."""
    return first_square(castling_rooks(b, us, king, flag))


cdef inline u64 en_passant_capturers(const Bitboards* b, const int us, int to_square) noexcept nogil:
    """Our pawns that may legally capture in passing on a square.

    Found by looking at our king with both pawns gone: they may be the only
    two pieces between it and a rook, and neither of them is pinned alone.
    """
    cdef int taken = to_square - step(us)
    cdef u64 candidates = PAWN_ATTACKS[us ^ 1][to_square] & b.pawns & b.side[us]
    cdef u64 legal = 0
    cdef u64 pawn
    cdef Bitboards child
    while candidates:
        pawn = lowest(candidates)
        candidates ^= pawn
        child = b[0]
        clear(&child, us ^ 1, bit(taken))
        shift_piece(&child, us, PAWN, first_square(pawn), to_square)
        if not is_attacked(&child, child.king[us], us ^ 1, child.side[WHITE] | child.side[BLACK]):
            legal |= pawn
    return legal


cdef inline void allow_en_passant(Bitboards* b, const int us, int skipped) noexcept nogil:
    """After our double push: store the skipped square if the enemy can really capture there."""
    if unlikely((PAWN_ATTACKS[us][skipped] & b.pawns & b.side[us ^ 1]) != 0):
        if en_passant_capturers(b, us ^ 1, skipped):
            b.en_passant = <u8> skipped


# Threats: checks and pins around both kings, found once a node.
#
# Generation and legality need the checkers and the pinned pieces; `gives_check`
# needs the other half, the squares from which we would give check.

cdef inline void find_threats(const Bitboards* b, int us, Threats* threats) noexcept nogil:
    """Find checks, pins and checking squares, with `us` to move."""
    cdef int target = b.king[us ^ 1]
    cdef u64 occupied = b.side[WHITE] | b.side[BLACK]
    cdef u64 seeing = 0
    threats.pinned = pins_and_checkers(b, us, &threats.checkers)
    threats.discoverers = lone_blockers(b, us ^ 1, us, &seeing) & b.side[us]
    threats.checking[PAWN] = PAWN_ATTACKS[us ^ 1][target]
    threats.checking[KNIGHT] = KNIGHT_ATTACKS[target]
    threats.checking[BISHOP] = bishop_attacks(target, occupied)
    threats.checking[ROOK] = rook_attacks(target, occupied)
    threats.checking[QUEEN] = threats.checking[BISHOP] | threats.checking[ROOK]
    threats.checking[KING] = 0
