"""Two plies in bulk: how many replies the enemy has to moves that are never made.

As long as the enemy is not in check, the replies are a sum over the enemy's
pieces, and each term depends on a few squares. A move of ours empties one square,
fills another and may take what stood there, so it changes few of the terms:

    replies(move) = replies(pass) + corrections(move)

`survey` counts the replies to a pass once, and stores where they come from.
`count_replies` then adds up the replies to many moves of one piece:

    sliders   change if they see the square we leave, or an empty one we go to
    knights   gain a target if we take a piece that they guard
    pawns     push and capture as sets, so that their changes are sets too
    king      has the neighbours that we do not attack; we may attack more of
              them, or fewer, or stand in the way of our own attacks
    castling  is lost if we block its path or attack it
    pins      a piece that we pin keeps to the line, one whose pin ends is free
    taken     a piece that we take has no replies any more

This is exact, except for moves that must be made instead. They are those that

    1. check, directly or by discovery, because then the replies are not a sum;
    2. leave the line from our slider to their king with one piece of theirs on it;
    3. may make castling possible: a piece leaves its path, or an attack on it
       is given up or cut; or pin or free something on their home rank, if they
       may castle at all, because it may be the rook;
    4. take a rook that may castle;
    5. castle, promote with a check, or take en passant.

For 2 and 3, a piece with some moves gets a separate survey, without it.

Corrections may be negative: they are counted modulo 2 to the 64th, because their
sum never is. Their king must not be in check, whichever side is to move.
"""

from kiwipete._core.kernel.attacks cimport (
    BETWEEN, KING_ATTACKS, KNIGHT_ATTACKS, LINE, PAWN_ATTACKS, SLIDER_ATTACKS, bishop_attacks, rook_attacks,
    subset_index,
)
from kiwipete._core.kernel.bitboards cimport clear, en_passant_capturers, shift_piece, toggle
from kiwipete._core.kernel.squares cimport (
    BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK,
    bit, first_square, forward, forward_east, forward_west, home_rank, last_rank, lowest, pop_first,
    popcount, step, third_rank, u64, unlikely,
)
from kiwipete._core.kernel.survey cimport (
    KingView, Slider, Survey, count_pawn_replies, pin_line, view_king,
)
from kiwipete._core.kernel.types cimport Bitboards

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
    """First without our piece, then with it on each square; all anew where it may shield the king or is next to it."""
    cdef u64 our_king = 0 if m.kind == KING else KING_ATTACKS[b.king[us]]
    cdef const KingView* view = &s.view
    cdef KingView without, after
    cdef Bitboards child
    cdef u64 change = 0
    cdef u64 free, hits, anew
    cdef int square
    if s.besiegers & m.source:
        child = b[0]
        child.side[us] ^= m.source  # what is on no side does not count
        view_king(&child, us, s.king, our_king, &without)
        change = m.number * (without.moves - view.moves)
        view = &without
    anew = (m.quiets & view.shields) | (m.captures & KING_ATTACKS[s.king])
    if view.moves:
        free = KING_ATTACKS[s.king] & ~b.side[us ^ 1] & ~view.danger
        hits = (m.quiets | m.captures) & ~anew & s.near[m.kind]
        while hits:
            change -= popcount(free & attacks_of(us, m.kind, pop_first(&hits), m.lifted ^ bit(s.king)))
    while anew:
        square = pop_first(&anew)
        child = b[0]
        clear(&child, us ^ 1, bit(square))
        toggle(&child, m.kind, bit(square))
        child.side[us] ^= m.source | bit(square)
        view_king(&child, us, s.king, KING_ATTACKS[square] if m.kind == KING else our_king, &after)
        change += after.moves - view.moves
    return change


cdef inline u64 replies_of(
    const Bitboards* b, const int us, int square, u64 mine, u64 theirs, u64 allowed,
) noexcept nogil:
    """The replies of their piece on a square (no king) to allowed squares, with these pieces on the board."""
    cdef int them = us ^ 1
    cdef u64 piece = bit(square)
    cdef u64 empty = ~(mine | theirs)
    cdef u64 targets = 0
    if b.pawns & piece:
        targets = forward(piece, them) & empty
        targets |= forward(targets & third_rank(them), them) & empty
        targets |= PAWN_ATTACKS[them][square] & mine
        return popcount(targets & allowed) * (4 if forward(piece, them) & home_rank(us) else 1)
    if b.knights & piece:
        targets = KNIGHT_ATTACKS[square]
    if b.diagonals & piece:
        targets |= bishop_attacks(square, ~empty)
    if b.straights & piece:
        targets |= rook_attacks(square, ~empty)
    return popcount(targets & ~theirs & allowed)


cdef inline u64 replies_off_line(
    const Bitboards* b, const int us, const Survey* s, const Moves* m, u64 piece, int to_square,
) noexcept nogil:
    """What their piece loses by a pin, or wins if it ends, once we have gone to a square."""
    cdef int square = first_square(piece)
    return replies_of(
        b, us, square, (b.side[us] & ~m.source) | bit(to_square), b.side[us ^ 1] & ~bit(to_square),
        ~LINE[s.king][square],
    )


cdef inline u64 correct_pins(const Bitboards* b, const int us, const Survey* s, const Moves* m) noexcept nogil:
    """What we pin, and what is free because its pinner leaves the line or we come between.

    A pinner that stays on the line changes nothing, nor does a slider that comes
    between and pins as well.
    """
    cdef u64 pinning = (m.quiets | m.captures) & s.pins[m.kind] & ~s.pin_lines
    cdef u64 cutting = m.quiets & s.pin_lines & ~s.pins[m.kind]
    cdef u64 leaving = (m.quiets | m.captures) & ~LINE[s.king][m.from_square] if s.pinners & m.source else 0
    cdef u64 change = 0
    cdef u64 side
    cdef int square
    while leaving:
        change += replies_off_line(
            b, us, s, m, s.pinned & BETWEEN[s.king][m.from_square], pop_first(&leaving)
        )
    while pinning:
        square = pop_first(&pinning)
        change -= replies_off_line(b, us, s, m, BETWEEN[s.king][square] & m.lifted, square)
    while cutting:
        square = pop_first(&cutting)
        side = -bit(s.king) if square > s.king else bit(s.king) - 1  # of the king, as seen along a line
        change += replies_off_line(b, us, s, m, s.pinned & LINE[s.king][square] & side, square)
    return change


cdef inline u64 correct_captures(const Bitboards* b, const int us, const Survey* s, const Moves* m) noexcept nogil:
    """What we take has no replies, and their knights that guarded it may take us."""
    cdef u64 knights = b.knights & b.side[us ^ 1] & ~s.pinned
    cdef u64 captures = m.captures
    cdef u64 change = 0
    cdef int square
    while captures:
        square = pop_first(&captures)
        change += popcount(KNIGHT_ATTACKS[square] & knights)
        change -= replies_of(b, us, square, b.side[us] & ~m.source, b.side[us ^ 1], pin_line(s, square))
    return change


cdef inline u64 count_replies(
    const Bitboards* b, const int us, int kind, const Survey* s, int from_square, u64 quiets, u64 captures,
) noexcept nogil:
    """Their replies to these moves of our piece, added up. None of the moves is one that must be made.

    `kind` is what arrives, whatever it was before.
    """
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
    if (
        (s.besiegers & m.source) | (s.view.shields & quiets) | (s.near[kind] & (quiets | captures))
        | (KING_ATTACKS[s.king] & captures)
    ):
        total += correct_king(b, us, s, &m)
    if (s.pinners & m.source) | (s.pin_lines & quiets) | (s.pins[kind] & (quiets | captures)):
        total += correct_pins(b, us, s, &m)
    for i in range(s.castlings):
        total -= popcount((quiets | captures) & s.stops[i][kind])
    if captures:
        total += correct_captures(b, us, s, &m)
    return total


# Which moves need not be made. They are taken out of the sets they are given in.

# What the functions below call: plain functions of hot.pyx, because inlining would
# repeat them a dozen times (a third of the code, and 2 % slower).
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
        without.side[us] ^= bit(from_square)
        foresight.survey_replies(&without, &other)
        s = &other
    quiet = quiets[0] & ~(s.cuts | s.checks[kind])
    taking = captures[0] & ~(s.checks[kind] | b.castling)
    quiets[0] ^= quiet
    captures[0] ^= taking
    if s.still_from & bit(from_square):
        still = quiet & s.still_to & ~(s.near[kind] | s.pins[kind])
        total = s.replies * popcount(still)
        quiet ^= still
    if quiet | taking:
        total += foresight.count_replies(b, kind, s, from_square, quiet, taking)
    return total


cdef inline u64 count_passing(const Bitboards* b, const int us, int to_square) noexcept nogil:
    """Their captures in passing of our pawn that steps two squares."""
    cdef Bitboards child = b[0]
    shift_piece(&child, us, PAWN, to_square - 2 * step(us), to_square)
    return popcount(en_passant_capturers(&child, us ^ 1, to_square - step(us)))


cdef inline u64 foresee_pawns(
    const Bitboards* b, const int us, u64* pushes, u64* doubles, u64* east, u64* west, const Foresight* foresight,
) noexcept nogil:
    """The replies to those moves of our pawns that need not be made."""
    cdef int them = us ^ 1
    cdef const Survey* s = &foresight.survey
    cdef u64 movers = b.pawns & b.side[us] & ~s.keystones
    cdef u64 enemy = b.pawns & b.side[them]
    cdef u64 quiets = ~(s.cuts | s.checks[PAWN] | last_rank(us))
    cdef u64 captures = ~(s.checks[PAWN] | b.castling | last_rank(us))
    cdef u64 push = pushes[0] & forward(movers, us) & quiets
    cdef u64 double = doubles[0] & forward(forward(movers, us), us) & quiets
    cdef u64 passing = double & forward(forward_east(enemy, them) | forward_west(enemy, them), us)
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
    # Captures in passing come on top of all others.
    while unlikely(passing != 0):
        total += count_passing(b, us, pop_first(&passing))
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


cdef inline u64 foresee_promotions(
    const Bitboards* b, const int us, u64* pushes, u64* east, u64* west, const Foresight* foresight,
) noexcept nogil:
    """The replies to those promotions that need not be made, whatever the pawn becomes.

    A pawn on a line to their king is left out: what it becomes may look back along the line.
    Rooks that may castle need no care: where one could, a queen in its place would check.
    """
    cdef int them = us ^ 1
    cdef const Survey* s = &foresight.survey
    cdef u64 movers = b.pawns & b.side[us] & ~(s.keystones | s.checks[QUEEN] | s.pins[QUEEN])
    cdef u64 targets = last_rank(us) & ~(s.checks[QUEEN] | s.checks[KNIGHT])
    cdef u64 push = pushes[0] & forward(movers, us) & targets & ~s.cuts
    cdef u64 take_east = east[0] & forward_east(movers, us) & targets
    cdef u64 take_west = west[0] & forward_west(movers, us) & targets
    cdef u64 total = 0
    cdef u64 pawn, quiets, captures
    cdef int kind
    pushes[0] ^= push
    east[0] ^= take_east
    west[0] ^= take_west
    movers = forward(push, them) | forward_west(take_east, them) | forward_east(take_west, them)
    while movers:
        pawn = lowest(movers)
        movers ^= pawn
        quiets = forward(pawn, us) & push
        captures = (forward_east(pawn, us) & take_east) | (forward_west(pawn, us) & take_west)
        for kind in range(KNIGHT, KING):
            total += foresight.count_replies(b, kind, s, first_square(pawn), quiets, captures)
    return total
