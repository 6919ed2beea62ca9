"""Mobility: where each piece could ever stand, and which pieces could ever be captured, in any game from here.

An upper bound, found as the least fixed point of rules that every legal move
obeys. It forgets who is to move, who stands where at the same time, and most
checks; so nothing outside it can happen, and much inside it cannot either.

1. A piece goes to squares that are empty now, that their piece may leave, or
   where an enemy stands. Sliders go step by step.
2. A pawn goes forward to such a square if no enemy pawn of its file must stay
   in its way, and diagonally where an enemy may stand or pass.
3. A king never enters a square that an enemy piece attacks which can neither
   move nor be captured.
4. A piece may be captured where it may stand and an enemy may attack.
"""

from kiwipete._core.kernel.attacks cimport KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS
from kiwipete._core.kernel.bitboards cimport en_passant_capturers
from kiwipete._core.kernel.squares cimport (
    BISHOP, BLACK, FILE_A, FILE_H, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE,
    bit, file_through, forward, forward_east, forward_west, home_rank, last_rank, pop_first,
    second_rank, step, u8, u32, u64,
)
from kiwipete._core.kernel.types cimport Bitboards, pieces_of_kind

cdef enum:
    MOST_PIECES = 32   # of both sides together, in a position that can be counted

cdef struct Mobility:
    int count
    u8[MOST_PIECES] kind
    u8[MOST_PIECES] colour
    u8[MOST_PIECES] home           # where the piece stands now
    u64[MOST_PIECES] reach         # where it may ever stand, as what it is now
    u64[MOST_PIECES] promoted      # and where a pawn may stand as something else
    u32 captured                   # the pieces that may be captured, by number
    int[2] king                    # the numbers of the kings
    u64 vacant                     # squares that may be empty at some time
    u64[2] cover                   # where pieces of a side may stand, without the king
    u64[2] attacks                 # what they may attack, from the next square
    u64[2] pawn_attacks            # what their pawns may attack
    u64[2] diagonal                # where their bishops and queens may stand
    u64[2] straight                # where their rooks and queens may stand
    u64[2] guarded                 # what pieces of a side attack for ever


cdef inline u64 east_and_west(u64 squares) noexcept nogil:
    return (squares & ~FILE_H) << 1 | (squares & ~FILE_A) >> 1


cdef inline u64 straight_steps(u64 squares) noexcept nogil:
    return east_and_west(squares) | squares << 8 | squares >> 8


cdef inline u64 diagonal_steps(u64 squares) noexcept nogil:
    cdef u64 beside = east_and_west(squares)
    return beside << 8 | beside >> 8


cdef inline u64 king_steps(u64 squares) noexcept nogil:
    cdef u64 row = squares | east_and_west(squares)
    return row << 8 | row >> 8 | east_and_west(squares)


cdef inline u64 knight_steps(u64 squares) noexcept nogil:
    cdef u64 one = east_and_west(squares)
    cdef u64 two = (
        (squares & ~(FILE_H | FILE_H >> 1)) << 2 | (squares & ~(FILE_A | FILE_A << 1)) >> 2
    )
    return one << 16 | one >> 16 | two << 8 | two >> 8


cdef inline u64 steps_of(int kind, u64 squares) noexcept nogil:
    """Where pieces on these squares, kings and pawns apart, get in one move or the first step of one."""
    cdef u64 steps = 0
    if kind == KNIGHT:
        return knight_steps(squares)
    if kind != ROOK:
        steps = diagonal_steps(squares)
    if kind != BISHOP:
        steps |= straight_steps(squares)
    return steps


cdef inline u64 spread(int kind, u64 squares, u64 allowed) noexcept nogil:
    """All squares that a piece gets to from these over allowed ones."""
    cdef u64 before = 0
    while squares != before:
        before = squares
        squares |= steps_of(kind, squares) & allowed
    return squares


cdef inline u64 spread_promoted(u64 squares, u64 allowed) noexcept nogil:
    """The same for what a pawn became, which may be a queen or a knight."""
    cdef u64 before = 0
    while squares != before:
        before = squares
        squares |= (king_steps(squares) | knight_steps(squares)) & allowed
    return squares


cdef inline u64 guarded_from(int kind, int colour, int square) noexcept nogil:
    """What a piece that never leaves its square attacks for ever: of a line only the next square."""
    if kind == PAWN:
        return PAWN_ATTACKS[colour][square]
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[square]
    if kind == KING:
        return KING_ATTACKS[square]
    return steps_of(kind, bit(square))


cdef inline bint is_fixed(const Mobility* m, int i) noexcept nogil:
    """Can a piece neither move nor be captured?"""
    return m.reach[i] == bit(m.home[i]) and not m.promoted[i] and not m.captured >> i & 1


cdef inline u64 squares_ahead(int square, int us) noexcept nogil:
    """The squares in front of a pawn on its file."""
    cdef u64 file = file_through(square)
    return file & (~(<u64> 0) << square << 1 if us == WHITE else bit(square) - 1)


cdef inline u64 shut_ahead(const Mobility* m, int pawn) noexcept nogil:
    """The squares of its file that a pawn cannot get to: an enemy pawn that never leaves it comes towards it."""
    cdef int us = m.colour[pawn]
    cdef u64 file = file_through(m.home[pawn])
    cdef u64 ahead = squares_ahead(m.home[pawn], us)
    cdef u64 shut = 0
    cdef int i
    if m.reach[pawn] & ~file:
        return 0
    for i in range(m.count):
        if m.kind[i] == PAWN and m.colour[i] != us and ahead & bit(m.home[i]):
            if not m.reach[i] & ~file and not m.captured >> i & 1:
                shut |= bit(m.home[i]) | squares_ahead(m.home[i], us)
    return shut


cdef inline u64 passed_squares(Mobility* m, int us) noexcept nogil:
    """Where our pawns may capture in passing pawns that have not moved; those may be captured then."""
    cdef u64 passed = 0
    cdef int i, over
    for i in range(m.count):
        if m.kind[i] == PAWN and m.colour[i] != us and bit(m.home[i]) & second_rank(us ^ 1):
            over = m.home[i] + step(us ^ 1)
            if m.pawn_attacks[us] & bit(over) and m.reach[i] & bit(over + step(us ^ 1)):
                passed |= bit(over)
                m.captured |= <u32> 1 << i
    return passed


cdef inline void begin_mobility(Mobility* m, const Bitboards* b, int turn) noexcept nogil:
    """Every piece at home, and what may happen only now: castling, and a capture in passing."""
    cdef u64 pieces = b.side[WHITE] | b.side[BLACK]
    cdef int i = 0
    cdef int square, kind, us
    m.vacant = ~pieces
    m.captured = 0
    while pieces:
        square = pop_first(&pieces)
        us = BLACK if b.side[BLACK] & bit(square) else WHITE
        kind = PAWN
        while not pieces_of_kind(b, kind) & bit(square):
            kind += 1
        m.kind[i] = <u8> kind
        m.colour[i] = <u8> us
        m.home[i] = <u8> square
        m.reach[i] = bit(square)
        m.promoted[i] = 0
        if kind == KING:
            m.king[us] = i
        i += 1
    m.count = i
    for i in range(m.count):
        us = m.colour[i]
        if b.castling & bit(m.home[i]):
            m.reach[i] |= home_rank(us) & (FILE_A << (5 if m.home[i] > b.king[us] else 3))
            m.reach[m.king[us]] |= home_rank(us) & (FILE_A << (6 if m.home[i] > b.king[us] else 2))
        if b.en_passant and m.home[i] == b.en_passant - step(turn):
            m.captured |= <u32> 1 << i
        if b.en_passant and en_passant_capturers(b, turn, b.en_passant) & bit(m.home[i]):
            m.reach[i] |= bit(b.en_passant)


cdef inline void see_what_is_fixed(Mobility* m) noexcept nogil:
    """Which squares may be empty, and which are attacked for ever."""
    cdef int i
    m.guarded[WHITE] = m.guarded[BLACK] = 0
    for i in range(m.count):
        if is_fixed(m, i):
            m.guarded[m.colour[i]] |= guarded_from(m.kind[i], m.colour[i], m.home[i])
        else:
            m.vacant |= bit(m.home[i])


cdef inline void move_pawn(Mobility* m, int i, u64 passed) noexcept nogil:
    cdef int us = m.colour[i]
    cdef u64 pawns = m.reach[i]
    cdef u64 before = 0
    cdef u64 allowed = m.vacant & ~shut_ahead(m, i)
    cdef u64 targets = m.cover[us ^ 1] | passed
    while pawns != before:
        before = pawns
        pawns |= forward(pawns, us) & allowed
        pawns |= (forward_east(pawns, us) | forward_west(pawns, us)) & targets
        m.promoted[i] |= pawns & last_rank(us)
        pawns &= ~last_rank(us)
    m.reach[i] = pawns


cdef inline void sum_up(Mobility* m) noexcept nogil:
    """What the pieces of each side cover and attack together."""
    cdef int i, us, kind
    cdef u64 squares
    for us in range(2):
        m.cover[us] = m.attacks[us] = m.pawn_attacks[us] = m.diagonal[us] = m.straight[us] = 0
    for i in range(m.count):
        us = m.colour[i]
        kind = m.kind[i]
        squares = m.reach[i]
        if kind == KING:
            continue
        m.cover[us] |= squares | m.promoted[i]
        if kind == PAWN:
            m.pawn_attacks[us] |= forward_east(squares, us) | forward_west(squares, us)
            squares = m.promoted[i]
            if not squares:
                continue
            m.attacks[us] |= knight_steps(squares)
            kind = QUEEN
        m.attacks[us] |= steps_of(kind, squares)
        if kind == BISHOP or kind == QUEEN:
            m.diagonal[us] |= squares
        if kind == ROOK or kind == QUEEN:
            m.straight[us] |= squares
    m.attacks[WHITE] |= m.pawn_attacks[WHITE]
    m.attacks[BLACK] |= m.pawn_attacks[BLACK]


cdef inline void find_mobility(Mobility* m, const Bitboards* b, int turn) noexcept nogil:
    """The fixed point: start with everything at home, and apply the rules until nothing new can happen."""
    cdef u64[2] enterable
    cdef u64[2] passed
    cdef u64[2] taken
    cdef u64 reach, promoted
    cdef u32 captured
    cdef int i, us, kind
    cdef bint changed = True
    begin_mobility(m, b, turn)
    while changed:
        changed = False
        see_what_is_fixed(m)
        sum_up(m)
        for us in range(2):
            captured = m.captured
            passed[us] = passed_squares(m, us)
            changed |= captured != m.captured
            enterable[us] = m.vacant | (b.side[us ^ 1] ^ bit(b.king[us ^ 1]))
            taken[us] = m.attacks[us] | (king_steps(m.reach[m.king[us]]) & ~m.guarded[us ^ 1])
        for i in range(m.count):
            us = m.colour[i]
            kind = m.kind[i]
            reach = m.reach[i]
            promoted = m.promoted[i]
            if kind == PAWN:
                move_pawn(m, i, passed[us])
                m.promoted[i] = spread_promoted(m.promoted[i], enterable[us])
            elif kind == KING:
                m.reach[i] |= king_steps(reach) & enterable[us] & ~m.guarded[us ^ 1]
            else:
                m.reach[i] = spread(kind, reach, enterable[us])
            if kind != KING and not m.captured >> i & 1 and (m.reach[i] | m.promoted[i]) & taken[us ^ 1]:
                m.captured |= <u32> 1 << i
                changed = True
            changed |= reach != m.reach[i] or promoted != m.promoted[i]
