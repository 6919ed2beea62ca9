"""How games end: material that cannot mate, repetition in a search, and the ending of a game."""

from kiwipete._core.kernel.bitboards cimport checkers
from kiwipete._core.kernel.move cimport MAX_ANY_MOVES, Move, is_capture, is_promotion
from kiwipete._core.kernel.position cimport play
from kiwipete._core.kernel.squares cimport ALL_SQUARES, BLACK, KING, NO_SQUARE, WHITE, popcount, u64
from kiwipete._core.kernel.tolerant cimport any_legal_moves, any_make
from kiwipete._core.kernel.types cimport (
    Bitboards, CHECKMATE, Ending, FIFTY_MOVES, FIFTY_MOVES_PLIES, FIVEFOLD_REPETITION, GOES_ON, INSUFFICIENT_MATERIAL,
    Position, SEVENTYFIVE_MOVES, SEVENTYFIVE_MOVES_PLIES, STALEMATE, Snapshot, THREEFOLD_REPETITION, pieces_of_kind,
    times_before,
)

# Material.

cdef extern from *:
    """
    #define KW_DARK_SQUARES 0xaa55aa55aa55aa55ULL
    """
    const u64 DARK_SQUARES "KW_DARK_SQUARES"


cdef inline bint cannot_win(const Bitboards* b, int us) noexcept nogil:
    """True if no sequence of moves, however foolish, lets this side give mate."""
    cdef u64 mine = b.side[us]
    cdef u64 theirs = b.side[us ^ 1]
    cdef u64 queens = b.diagonals & b.straights
    cdef u64 bishops = b.diagonals & ~b.straights
    if mine & (b.pawns | b.straights):
        return False
    if mine & b.knights:
        # A lone knight mates only a king whose own pieces (queens do not) stand in its way.
        return popcount(mine) <= 2 and not theirs & ~pieces_of_kind(b, KING) & ~queens
    if mine & bishops:
        # Bishops of one square colour need something else on the board to block with.
        return not (bishops & DARK_SQUARES and bishops & ~DARK_SQUARES) and not b.pawns | b.knights
    return True


# Repetition in a search, which keeps a plain array of keys. Board has a history of its own, because a caller
# may change anything between two moves; here there are only moves.

cdef inline bint is_repeated(const u64* here, int reversible, int ply) noexcept nogil:
    """Is the position at `here` a draw for a search that stands `ply` plies below its root?

    The keys of earlier positions lie before `here`; the last `reversible` moves
    are reversible. Below the root one earlier occurrence is enough, because the side
    that came back once can come back again. In the game up to the root the position
    must have occurred twice.
    """
    cdef int back = 4
    cdef bint seen = False
    while back <= reversible:
        if here[-back] == here[0]:
            if back < ply or seen:
                return True
            seen = True
        back += 2
    return False


# Games.

# A game as it is looked at here.
cdef struct Game:
    const Position* position
    const Snapshot* history
    size_t length            # of the history
    const Move* moves        # the legal ones
    int count
    bint trusted             # whether the moves may be played by the fast path


cdef inline bint in_check(const Position* p) noexcept nogil:
    return p.boards.king[p.turn] != NO_SQUARE and checkers(&p.boards, p.turn) != 0


cdef inline bint nobody_can_win(const Position* p) noexcept nogil:
    return cannot_win(&p.boards, WHITE) and cannot_win(&p.boards, BLACK)


cdef inline Position behind(const Game* game, Move move) noexcept nogil:
    """The position after a legal move."""
    cdef Position child = game.position[0]
    if game.trusted:
        play(&child, move)
    else:
        any_make(&child, move)
    return child


cdef inline bint clock_has_reached(const Game* game, int plies) noexcept nogil:
    """Mate and stalemate come first: a clock ends only games that could go on."""
    return game.position.halfmove_clock >= <unsigned int> plies and game.count > 0


cdef inline bint fifty_moves_claimable(const Game* game) noexcept nogil:
    """Now, or by announcing a move after which the game could still go on."""
    cdef Move[MAX_ANY_MOVES] answers
    cdef Position child
    cdef int i
    if clock_has_reached(game, FIFTY_MOVES_PLIES):
        return True
    if game.position.halfmove_clock < FIFTY_MOVES_PLIES - 1:
        return False
    for i in range(game.count):
        child = behind(game, game.moves[i])
        if child.halfmove_clock >= FIFTY_MOVES_PLIES:
            if any_legal_moves(&child, ALL_SQUARES, ALL_SQUARES, answers):
                return True
    return False


cdef inline bint threefold_claimable(const Game* game) noexcept nogil:
    """The position stands for the third time, or will after some legal move."""
    cdef const Position* here = game.position
    cdef Position child
    cdef int i, seen
    if times_before(game.history, game.length, here, 2) >= 2:
        return True
    for i in range(game.count):
        if is_capture(game.moves[i]) or is_promotion(game.moves[i]):
            continue
        child = behind(game, game.moves[i])
        seen = child.key == here.key
        if child.boards.pawns == here.boards.pawns:
            if times_before(game.history, game.length, &child, 2 - seen) + seen >= 2:
                return True
    return False


cdef inline Ending ending(const Game* game, bint claims) noexcept nogil:
    """How the game has ended, with what the side to move may claim if `claims`."""
    cdef const Position* p = game.position
    if game.count == 0:
        if in_check(p):
            return CHECKMATE
        return INSUFFICIENT_MATERIAL if nobody_can_win(p) else STALEMATE
    if nobody_can_win(p):
        return INSUFFICIENT_MATERIAL
    if clock_has_reached(game, SEVENTYFIVE_MOVES_PLIES):
        return SEVENTYFIVE_MOVES
    if times_before(game.history, game.length, p, 4) >= 4:
        return FIVEFOLD_REPETITION
    if claims and fifty_moves_claimable(game):
        return FIFTY_MOVES
    if claims and threefold_claimable(game):
        return THREEFOLD_REPETITION
    return GOES_ON
