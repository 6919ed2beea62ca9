"""What the enemy could reply if we passed, and what each reply depends on.

replies.pxd uses it to foresee the replies to our moves.
`us` is the side to move, which passes; their king must not be in check.
"""

from kiwipete._core.kernel.attacks cimport (
    ANTIDIAGONALS, BETWEEN, BISHOPS, CastlingPath, DIAGONALS, KING_ATTACKS, KNIGHT_ATTACKS, KNIGHT_ZONE,
    LINE, Lookup, PAWN_ATTACKS, ROOKS, SLIDER_ATTACKS, Zone, bishop_attacks, castling_path, king_zone,
    rook_attacks, subset_index,
)
from kiwipete._core.kernel.bitboards cimport snipers
from kiwipete._core.kernel.move cimport MAX_PIECES
from kiwipete._core.kernel.squares cimport (
    ALL_SQUARES, BISHOP, BLACK, FILE_A, FILE_H, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE,
    bit, file_through, forward, forward_east, forward_west, home_rank, pop_first, popcount, promise,
    several, third_rank, u64, unlikely,
)
from kiwipete._core.kernel.types cimport Bitboards

# One look-up a slider, two for a queen: at most all pieces beside the king are queens.
cdef enum:
    MAX_SLIDERS = 2 * (MAX_PIECES - 1)
    MAX_CASTLINGS = 2

cdef struct Slider:
    const Lookup* lookup
    u64 line             # where a pin lets it go
    u64 attacks
    u64 count            # its replies

cdef struct KingView:
    u64 moves            # how many their king has
    u64 danger           # where it may not step; valid where they have no piece
    u64 shields          # a piece of ours on one of these may shield it from our own slider

# Their replies to a pass, and what they depend on. "By kind" is the kind of our piece that moves.
cdef struct Survey:
    u64 replies
    # A piece that goes from one of these squares to one of those changes nothing at all,
    # if `near` and `pins` of its kind do not have the target.
    u64 still_from
    u64 still_to
    # Moves that must be made: from a keystone, to a cut if nothing is taken there, to a check.
    u64 keystones        # our pieces whose leaving discovers a check or a pin, or lets them castle
    u64 discoverers      # those of them that discover a check
    u64 cuts             # squares where we end what keeps them from castling
    u64[6] checks        # by kind: from where it checks, or keeps a rook from castling by a pin
    # Sliders.
    u64 slider_squares   # what they attack together
    int slider_count
    Slider[MAX_SLIDERS] sliders
    # Pawns.
    u64 pawn_replies
    u64 pawn_squares     # all that matter to them
    u64 steps            # where they go if it is empty
    u64 east             # where they go if we stand there
    u64 west
    # Pins.
    u64 pinned
    u64 pinners          # our pieces that pin
    u64 pin_lines        # between them and their king
    u64[6] pins          # by kind: from where it pins
    # The king.
    int king
    KingView view
    u64 besiegers        # our pieces whose leaving may change its moves
    u64[6] near          # by kind: from where it may attack a neighbour
    # Castling.
    int castlings        # with how many rooks they could
    u64[MAX_CASTLINGS][6] stops  # by rook and kind: from where it stops that

cdef inline void survey_lines(const Bitboards* b, const int us, Survey* s) noexcept nogil:
    """The lines from our sliders to their king, and the pieces between."""
    cdef u64 mine = b.side[us]
    cdef u64 theirs = b.side[us ^ 1]
    cdef u64 sliders = snipers(b, s.king, us)
    cdef u64 line, blockers, others
    cdef int square
    s.pinned = s.pinners = s.pin_lines = s.discoverers = s.keystones = s.cuts = 0
    while sliders:
        square = pop_first(&sliders)
        line = BETWEEN[s.king][square]
        blockers = line & (mine | theirs)
        others = blockers & (blockers - 1)
        if others == 0 and blockers & theirs:
            s.pinned |= blockers
            s.pinners |= bit(square)
            s.pin_lines |= line
        elif others == 0:
            s.discoverers |= blockers
            s.keystones |= blockers
        elif not several(others) and blockers & theirs:
            s.keystones |= blockers & mine  # of two pieces, ours leaves the other one pinned


cdef inline void view_king(const Bitboards* b, const int us, int king, u64 our_king, KingView* view) noexcept nogil:
    """Their king's moves. `our_king` is what our king attacks; the rest of our pieces are on the board."""
    cdef u64 mine = b.side[us]
    cdef u64 theirs = b.side[us ^ 1]
    cdef const Zone* zone = king_zone(king, theirs)
    cdef u64 lifted = (mine | theirs) ^ bit(king)
    cdef u64 pawns = b.pawns & mine
    cdef u64 danger = forward_east(pawns, us) | forward_west(pawns, us) | our_king
    cdef u64 shields = 0
    cdef u64 attacks
    cdef u64 pieces = b.diagonals & mine & zone.diagonal
    while pieces:
        attacks = bishop_attacks(pop_first(&pieces), lifted)
        danger |= attacks
        shields |= attacks & zone.diagonal  # from elsewhere the rest of the line goes past the king
    pieces = b.straights & mine & zone.straight
    while pieces:
        attacks = rook_attacks(pop_first(&pieces), lifted)
        danger |= attacks
        shields |= attacks & zone.straight
    pieces = b.knights & mine & KNIGHT_ZONE[king]
    while pieces:
        danger |= KNIGHT_ATTACKS[pop_first(&pieces)]
    view.danger = danger
    view.shields = shields
    view.moves = popcount(KING_ATTACKS[king] & ~theirs & ~danger)


cdef inline u64 two_steps(int king) noexcept nogil:
    """The squares from which another king attacks a neighbour of this one."""
    cdef u64 near = KING_ATTACKS[king] | bit(king)
    near |= ((near & ~FILE_H) << 1) | ((near & ~FILE_A) >> 1)
    return near | near << 8 | near >> 8


cdef inline void survey_king(const Bitboards* b, const int us, Survey* s) noexcept nogil:
    """Their king's moves, and what of ours bears on them; if it is walled in by its own, nothing does."""
    cdef u64 free = KING_ATTACKS[s.king] & ~b.side[us ^ 1]
    cdef const Zone* zone = king_zone(s.king, b.side[us ^ 1])
    cdef int kind
    if free == 0:
        s.view.moves = s.view.danger = s.view.shields = s.besiegers = 0
        for kind in range(6):
            s.near[kind] = 0
        return
    view_king(b, us, s.king, KING_ATTACKS[b.king[us]], &s.view)
    s.near[PAWN] = forward_east(free, us ^ 1) | forward_west(free, us ^ 1)
    s.near[KNIGHT] = KNIGHT_ZONE[s.king]
    s.near[BISHOP] = zone.diagonal
    s.near[ROOK] = zone.straight
    s.near[QUEEN] = zone.diagonal | zone.straight
    s.near[KING] = two_steps(s.king)
    s.besiegers = (
        s.view.shields | (b.pawns & s.near[PAWN]) | (b.knights & s.near[KNIGHT])
        | (b.diagonals & s.near[BISHOP]) | (b.straights & s.near[ROOK]) | (bit(b.king[us]) & s.near[KING])
    )


cdef inline void survey_slider(const Lookup* lookup, u64 line, u64 occupied, u64 theirs, Survey* s) noexcept nogil:
    cdef Slider* slider = &s.sliders[s.slider_count]
    promise(s.slider_count < MAX_SLIDERS)
    slider.lookup = lookup
    slider.line = line
    slider.attacks = SLIDER_ATTACKS[subset_index(lookup, occupied)] & line
    slider.count = popcount(slider.attacks & ~theirs)
    s.slider_squares |= slider.attacks
    s.replies += slider.count
    s.slider_count += 1


cdef inline u64 pin_line(const Survey* s, int square) noexcept nogil:
    """Where a pin lets their slider go."""
    return LINE[s.king][square] if s.pinned & bit(square) else ALL_SQUARES


cdef inline void survey_pieces(const Bitboards* b, const int us, Survey* s) noexcept nogil:
    """Their knights and sliders."""
    cdef u64 theirs = b.side[us ^ 1]
    cdef u64 occupied = b.side[us] | theirs
    cdef u64 pieces = b.knights & theirs & ~s.pinned
    cdef int square
    s.slider_count = 0
    s.slider_squares = 0
    while pieces:
        s.replies += popcount(KNIGHT_ATTACKS[pop_first(&pieces)] & ~theirs)
    pieces = b.diagonals & theirs
    while pieces:
        square = pop_first(&pieces)
        survey_slider(&BISHOPS[square], pin_line(s, square), occupied, theirs, s)
    pieces = b.straights & theirs
    while pieces:
        square = pop_first(&pieces)
        survey_slider(&ROOKS[square], pin_line(s, square), occupied, theirs, s)


cdef inline u64 count_pawn_replies(const Survey* s, const int us, u64 occupied, u64 mine) noexcept nogil:
    cdef int them = us ^ 1
    cdef u64 pushes = s.steps & ~occupied
    cdef u64 doubles = forward(pushes & third_rank(them), them) & ~occupied
    cdef u64 east = s.east & mine
    cdef u64 west = s.west & mine
    cdef u64 total = popcount(pushes | doubles | east) + popcount(west)
    if unlikely((s.pawn_squares & home_rank(us)) != 0):
        total += 3 * (popcount((pushes | east) & home_rank(us)) + popcount(west & home_rank(us)))
    return total


cdef inline void survey_pawns(const Bitboards* b, const int us, Survey* s) noexcept nogil:
    """Their pawns: a pinned one keeps to the line that it shares with the king, as in movegen.pxd."""
    cdef int them = us ^ 1
    cdef u64 pawns = b.pawns & b.side[them]
    cdef u64 east_line = DIAGONALS[s.king] if them == WHITE else ANTIDIAGONALS[s.king]
    cdef u64 west_line = ANTIDIAGONALS[s.king] if them == WHITE else DIAGONALS[s.king]
    s.steps = forward(pawns & (~s.pinned | file_through(s.king)), them)
    s.east = forward_east(pawns & (~s.pinned | east_line), them)
    s.west = forward_west(pawns & (~s.pinned | west_line), them)
    s.pawn_squares = s.steps | forward(s.steps & third_rank(them), them) | s.east | s.west
    s.pawn_replies = count_pawn_replies(s, us, b.side[WHITE] | b.side[BLACK], b.side[us])
    s.replies += s.pawn_replies


cdef inline void survey_checks(const Bitboards* b, const int us, Survey* s) noexcept nogil:
    """From where each kind of ours would check, and from where a slider would pin."""
    cdef u64 theirs = b.side[us ^ 1]
    cdef u64 occupied = b.side[us] | theirs
    cdef u64 home = home_rank(us ^ 1) if b.castling & theirs else 0
    cdef u64 diagonal = bishop_attacks(s.king, occupied)
    cdef u64 straight = rook_attacks(s.king, occupied)
    s.checks[PAWN] = PAWN_ATTACKS[us ^ 1][s.king]
    s.checks[KNIGHT] = KNIGHT_ATTACKS[s.king]
    s.pins[PAWN] = s.pins[KNIGHT] = s.pins[KING] = s.checks[KING] = 0
    s.pins[BISHOP] = bishop_attacks(s.king, occupied & ~(diagonal & theirs)) & ~diagonal
    s.pins[ROOK] = rook_attacks(s.king, occupied & ~(straight & theirs)) & ~straight
    s.pins[QUEEN] = s.pins[BISHOP] | s.pins[ROOK]
    s.checks[BISHOP] = diagonal
    s.checks[ROOK] = straight | (s.pins[ROOK] & home)
    s.checks[QUEEN] = s.checks[BISHOP] | s.checks[ROOK]
    s.cuts |= s.pin_lines & home
    s.keystones |= s.pinners & home


cdef inline u64 stopping_squares(
    const Bitboards* b, const int us, u64 squares, u64 occupied, u64* stops, Survey* s,
) noexcept nogil:
    """From where each kind of ours attacks one of these squares; return those of our pieces that do.

    If none does, those that discover such an attack are keystones; else the
    pieces that do, and the squares that cut their lines matter.
    """
    cdef u64 mine = b.side[us]
    cdef u64 discoverers = 0
    cdef u64 cuts = 0
    cdef u64 attackers, sliders, line, blockers
    cdef int square
    stops[PAWN] = stops[KNIGHT] = stops[BISHOP] = stops[ROOK] = stops[KING] = 0
    while squares:
        square = pop_first(&squares)
        stops[PAWN] |= PAWN_ATTACKS[us ^ 1][square]
        stops[KNIGHT] |= KNIGHT_ATTACKS[square]
        stops[BISHOP] |= bishop_attacks(square, occupied)
        stops[ROOK] |= rook_attacks(square, occupied)
        stops[KING] |= KING_ATTACKS[square]
        sliders = snipers(b, square, us)
        while sliders:
            line = BETWEEN[square][pop_first(&sliders)]
            blockers = line & occupied
            cuts |= line if blockers == 0 else 0
            discoverers |= 0 if several(blockers) else blockers & mine
    stops[QUEEN] = stops[BISHOP] | stops[ROOK]
    attackers = mine & (
        (b.pawns & stops[PAWN]) | (b.knights & stops[KNIGHT]) | (b.diagonals & stops[BISHOP])
        | (b.straights & stops[ROOK]) | (bit(b.king[us]) & stops[KING])
    )
    s.keystones |= attackers if attackers else discoverers
    s.cuts |= cuts
    return attackers


cdef inline u64 survey_castling(const Bitboards* b, const int us, int rook, Survey* s) noexcept nogil:
    """Their castling with one rook; return the squares from which we could stop it."""
    cdef const CastlingPath* path = castling_path(us ^ 1, s.king, rook)
    cdef u64 occupied = b.side[us] | b.side[us ^ 1]
    cdef u64 blockers = path.empty & occupied
    cdef u64* stops = s.stops[s.castlings]
    cdef int kind
    promise(s.castlings < MAX_CASTLINGS)
    if blockers:
        s.keystones |= 0 if several(blockers) else blockers & b.side[us]  # the last piece in the way
        return 0
    if s.pinned & bit(rook):
        return 0
    if stopping_squares(b, us, path.safe & ~bit(s.king), occupied ^ bit(s.king), stops, s):
        return 0
    for kind in range(6):
        stops[kind] |= path.empty
    s.replies += 1
    s.castlings += 1
    return stops[PAWN] | stops[KNIGHT] | stops[QUEEN] | stops[KING]


cdef inline void survey(const Bitboards* b, const int us, Survey* s) noexcept nogil:
    """Their replies if we passed; s is filled."""
    cdef u64 rooks = b.castling & b.side[us ^ 1]
    cdef u64 stopping = 0
    s.king = b.king[us ^ 1]
    s.castlings = 0
    s.replies = 0
    survey_lines(b, us, s)
    survey_king(b, us, s)
    survey_pieces(b, us, s)
    survey_pawns(b, us, s)
    survey_checks(b, us, s)
    while rooks:
        stopping |= survey_castling(b, us, pop_first(&rooks), s)
    s.replies += s.view.moves
    s.still_from = ~(s.slider_squares | s.pawn_squares | s.keystones | s.pinners | s.besiegers)
    s.still_to = ~(s.slider_squares | s.pawn_squares | s.pin_lines | s.cuts | s.view.shields | stopping)
