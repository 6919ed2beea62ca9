"""Two plies in bulk: how many replies the enemy has to moves of ours that nobody makes.

As long as the enemy is not in check and the same pieces of his are pinned, his
replies are a sum over his pieces, and each term depends on a few squares. A
move of ours empties one square, fills another and may take what stood there,
so it changes few of the terms:

    replies(move) = replies(pass) + corrections(move)

`survey` counts the replies to a pass once, and keeps how they came about.
`count_replies` then adds up the replies to many moves of one piece:

    sliders   change if they see the square we leave, or an empty one we go to
    knights   gain a target if we take a piece that they guard
    pawns     push and capture as sets, so that their changes are sets too
    king      has the neighbours that we do not attack; we may attack more of
              them, or fewer, or stand in the way of our own attacks
    castling  is lost if we block its path or attack it
    taken     a piece that we take has no replies any more

This is exact, except for moves that must be made instead. They are those that

    1. check, directly or by discovery, for then replies are no sum;
    2. change who is pinned: the pinner leaves, or the second last piece between
       our slider and their king; a piece comes between, or pins one anew;
    3. may make castling possible: a piece leaves its path, or an attack on it
       is given up or blocked;
    4. take a neighbour of their king, or a rook that may castle;
    5. promote, castle, or have to do with en passant, which movegen.pxd sees to.

Corrections may be negative: they are counted modulo 2 to the 64th, as their sum
never is. It must hold that their king is not in check, whoever is to move.
"""

from kiwipete._core.kernel.attacks cimport (
    KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, SLIDER_ATTACKS, bishop_attacks, rook_attacks, subset_index,
)
from kiwipete._core.kernel.bitboards cimport Bitboards, shift_piece, toggle
from kiwipete._core.kernel.squares cimport (
    BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK,
    bit, first_square, forward, forward_east, forward_west, home_rank, last_rank, lowest, pop_first,
    popcount, third_rank, u64, unlikely,
)
from kiwipete._core.kernel.survey cimport (
    KingView, Slider, Survey, count_pawn_replies, pin_line, view_king,
)

# Some moves of one piece of ours.
cdef struct Moves:
    int kind
    int from_square
    u64 source           # the same as a set
    u64 quiets           # where it goes and takes nothing
    u64 captures
    u64 number           # of all these moves
    u64 lifted           # what is occupied without the piece


# The corrections, each the sum over all the moves.

cdef inline u64 correct_sliders(const Survey* s, const Moves* m, u64 theirs) noexcept nogil:
    cdef u64 touched = m.source | m.quiets | m.captures
    cdef u64 change = 0
    cdef u64 attacks, count, hits
    cdef const Slider* slider
    cdef int i
    for i in range(s.slider_count):
        slider = &s.sliders[i]
        attacks = slider.attacks
        count = slider.count
        if attacks & touched == 0:
            continue
        if attacks & m.source:
            attacks = SLIDER_ATTACKS[subset_index(slider.lookup, m.lifted)] & slider.line
            count = popcount(attacks & ~theirs)
            change += m.number * (count - slider.count)
        change += popcount(attacks & m.captures)
        hits = attacks & m.quiets
        while hits:
            attacks = SLIDER_ATTACKS[subset_index(slider.lookup, m.lifted | lowest(hits))] & slider.line
            change += popcount(attacks & ~theirs) - count
            hits &= hits - 1
    return change


cdef inline u64 correct_pawns(const Survey* s, const int us, const Moves* m, u64 mine) noexcept nogil:
    """A pawn that is blocked before its first step may lose two."""
    cdef int them = us ^ 1
    cdef u64 arrivals = m.quiets | m.captures
    cdef u64 last = home_rank(us)
    cdef u64 pushes = s.steps & ~m.lifted & m.quiets
    cdef u64 doubles = forward(s.steps & ~m.lifted & third_rank(them), them) & ~m.lifted
    cdef u64 change = m.number * (count_pawn_replies(s, us, m.lifted, mine & ~m.source) - s.pawn_replies)
    change -= popcount(pushes) + popcount((doubles | forward(doubles, us)) & m.quiets)
    change += popcount(s.east & arrivals) + popcount(s.west & arrivals)
    if unlikely((s.pawn_squares & last) != 0):
        change -= 3 * popcount(pushes & last)
        change += 3 * (popcount(s.east & arrivals & last) + popcount(s.west & arrivals & last))
    return change


cdef inline u64 attacks_of(const int us, int kind, int square, u64 occupied) noexcept nogil:
    if kind == PAWN:
        return PAWN_ATTACKS[us][square]
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[square]
    if kind == BISHOP:
        return bishop_attacks(square, occupied)
    if kind == ROOK:
        return rook_attacks(square, occupied)
    if kind == QUEEN:
        return bishop_attacks(square, occupied) | rook_attacks(square, occupied)
    return KING_ATTACKS[square]


cdef inline u64 correct_king(const Bitboards* b, const int us, const Survey* s, const Moves* m) noexcept nogil:
    """First without our piece, then with it on each square; where it may shield the king, all anew."""
    cdef const KingView* view = &s.view
    cdef KingView without, shielded
    cdef Bitboards child
    cdef u64 change = 0
    cdef u64 free, hits, shielding
    cdef int square
    if s.besiegers & m.source:
        child = b[0]
        toggle(&child, m.kind, m.source)
        child.side[us] ^= m.source
        view_king(&child, us, s.king, 0 if m.kind == KING else KING_ATTACKS[b.king[us]], &without)
        change = m.number * (without.moves - view.moves)
        view = &without
    shielding = m.quiets & view.shields
    if view.moves:
        free = KING_ATTACKS[s.king] & ~b.side[us ^ 1] & ~view.danger
        hits = ((m.quiets ^ shielding) | m.captures) & s.near[m.kind]
        while hits:
            change -= popcount(free & attacks_of(us, m.kind, pop_first(&hits), m.lifted ^ bit(s.king)))
    while shielding:
        square = pop_first(&shielding)
        child = b[0]
        shift_piece(&child, us, m.kind, m.from_square, square)
        view_king(&child, us, s.king, KING_ATTACKS[child.king[us]], &shielded)
        change += shielded.moves - view.moves
    return change


cdef inline u64 replies_of(
    const Bitboards* b, const int us, const Survey* s, int square, u64 lifted, u64 mine,
) noexcept nogil:
    """The replies of their piece on a square (no king), with these squares occupied."""
    cdef int them = us ^ 1
    cdef u64 piece = bit(square)
    cdef u64 pushes, line, total
    if b.pawns & piece:
        pushes = forward(piece, them) & s.steps & ~lifted
        pushes |= forward(pushes & third_rank(them), them) & ~lifted
        total = (
            popcount(pushes) + popcount(forward_east(piece, them) & s.east & mine)
            + popcount(forward_west(piece, them) & s.west & mine)
        )
        return 4 * total if forward(piece, them) & home_rank(us) else total
    if b.knights & piece:
        return 0 if s.pinned & piece else popcount(KNIGHT_ATTACKS[square] & ~b.side[them])
    line = pin_line(s, square) & ~b.side[them]
    total = 0
    if b.diagonals & piece:
        total += popcount(bishop_attacks(square, lifted) & line)
    if b.straights & piece:
        total += popcount(rook_attacks(square, lifted) & line)
    return total


cdef inline u64 correct_captures(const Bitboards* b, const int us, const Survey* s, const Moves* m) noexcept nogil:
    """What we take has no replies, and their knights that guarded it may take us."""
    cdef u64 knights = b.knights & b.side[us ^ 1] & ~s.pinned
    cdef u64 captures = m.captures
    cdef u64 change = 0
    cdef int square
    while captures:
        square = pop_first(&captures)
        change += popcount(KNIGHT_ATTACKS[square] & knights)
        change -= replies_of(b, us, s, square, m.lifted, b.side[us] & ~m.source)
    return change


cdef inline u64 count_replies(
    const Bitboards* b, const int us, int kind, const Survey* s, int from_square, u64 quiets, u64 captures,
) noexcept nogil:
    """Their replies to these moves of our piece, added up. None of the moves is one that must be made."""
    cdef u64 touched = bit(from_square) | quiets | captures
    cdef u64 total
    cdef Moves m
    cdef int i
    m.kind = kind
    m.from_square = from_square
    m.source = bit(from_square)
    m.quiets = quiets
    m.captures = captures
    m.number = popcount(quiets) + popcount(captures)
    m.lifted = (b.side[us] | b.side[us ^ 1]) & ~m.source
    total = m.number * s.replies
    if s.slider_squares & touched:
        total += correct_sliders(s, &m, b.side[us ^ 1])
    if s.pawn_squares & touched:
        total += correct_pawns(s, us, &m, b.side[us])
    if (s.besiegers & m.source) | (s.view.shields & quiets) | (s.near[kind] & (quiets | captures)):
        total += correct_king(b, us, s, &m)
    for i in range(s.castlings):
        total -= popcount((quiets | captures) & s.stops[i][kind])
    if captures:
        total += correct_captures(b, us, s, &m)
    return total


# Which moves need not be made. They are taken out of the sets they are given in.

# What the functions below call: plain functions of hot.pyx, for inlined they would be
# there a dozen times (a third of the code, and 2 % slower).
ctypedef void (*SurveyReplies)(const Bitboards* b, Survey* s) noexcept nogil
ctypedef u64 (*CountReplies)(
    const Bitboards* b, int kind, const Survey* s, int from_square, u64 quiets, u64 captures
) noexcept nogil

cdef struct Foresight:
    SurveyReplies survey_replies
    CountReplies count_replies
    Survey survey

# With fewer moves than this a keystone is not worth a survey without it.
cdef enum:
    WORTH_A_SURVEY = 3


cdef inline u64 foresee_piece(
    const Bitboards* b, const int us, const int kind, int from_square, u64* quiets, u64* captures,
    const Foresight* foresight,
) noexcept nogil:
    """The replies to those moves of our piece (no pawn) that need not be made."""
    cdef const Survey* s = &foresight.survey
    cdef u64 total = 0
    cdef u64 quiet, taking, still
    cdef Bitboards without
    cdef Survey other
    if s.keystones & bit(from_square):
        if kind == KING or s.discoverers & bit(from_square) or popcount(quiets[0] | captures[0]) < WORTH_A_SURVEY:
            return 0
        without = b[0]
        toggle(&without, kind, bit(from_square))
        without.side[us] ^= bit(from_square)
        foresight.survey_replies(&without, &other)
        s = &other
    quiet = quiets[0] & ~(s.cuts | s.checks[kind])
    taking = captures[0] & s.takeable & ~s.checks[kind]
    quiets[0] ^= quiet
    captures[0] ^= taking
    if s.still_from & bit(from_square):
        still = quiet & s.still_to & ~s.near[kind]
        total = s.replies * popcount(still)
        quiet ^= still
    if quiet | taking:
        total += foresight.count_replies(b, kind, s, from_square, quiet, taking)
    return total


cdef inline u64 foresee_pawns(
    const Bitboards* b, const int us, u64* pushes, u64* doubles, u64* east, u64* west, const Foresight* foresight,
) noexcept nogil:
    """The replies to those moves of our pawns that need not be made."""
    cdef int them = us ^ 1
    cdef const Survey* s = &foresight.survey
    cdef u64 movers = b.pawns & b.side[us] & ~s.keystones
    cdef u64 enemy = b.pawns & b.side[them]
    cdef u64 passed = forward(forward_east(enemy, them) | forward_west(enemy, them), us)  # en passant, perhaps
    cdef u64 quiets = ~(s.cuts | s.checks[PAWN] | last_rank(us))
    cdef u64 captures = s.takeable & ~(s.checks[PAWN] | last_rank(us))
    cdef u64 push = pushes[0] & forward(movers, us) & quiets
    cdef u64 double = doubles[0] & forward(forward(movers, us), us) & quiets & ~passed
    cdef u64 take_east = east[0] & forward_east(movers, us) & captures
    cdef u64 take_west = west[0] & forward_west(movers, us) & captures
    pushes[0] ^= push
    doubles[0] ^= double
    east[0] ^= take_east
    west[0] ^= take_west
    # Those that change nothing, all at once.
    cdef u64 still_pushes = push & forward(s.still_from, us) & s.still_to & ~s.near[PAWN]
    cdef u64 still_doubles = double & forward(forward(s.still_from, us), us) & s.still_to & ~s.near[PAWN]
    cdef u64 total = s.replies * popcount(still_pushes | still_doubles)
    cdef u64 pawn
    push ^= still_pushes
    double ^= still_doubles
    # The others pawn by pawn.
    movers = forward(push | forward(double, them), them) | forward_west(take_east, them) | forward_east(take_west, them)
    while movers:
        pawn = lowest(movers)
        movers ^= pawn
        quiets = (forward(pawn, us) & push) | (forward(forward(pawn, us), us) & double)
        captures = (forward_east(pawn, us) & take_east) | (forward_west(pawn, us) & take_west)
        total += foresight.count_replies(b, PAWN, s, first_square(pawn), quiets, captures)
    return total
