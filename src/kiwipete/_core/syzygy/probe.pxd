"""Probe: the value of a position, from the tables and the few moves that must be tried.

Tables ignore castling and en passant. A WDL table may have any value where a
capture is best, and a DTZ table where a capture or a pawn move is, because
that compresses better: these moves are tried first.

Values are from the point of view of the side to move: 2 won, 1 won but for the
fifty-move rule (cursed), 0 drawn, -1 lost but for that rule (blessed), -2 lost.
Positions are trusted, without castling rights and with at most MAX_PIECES pieces.
"""

from kiwipete._core.hot cimport count_moves, find_threats, list_moves, list_noisy, play
from kiwipete._core.kernel.move cimport MAX_MOVES, Move, is_capture, is_en_passant, move_from
from kiwipete._core.kernel.position cimport forget_en_passant
from kiwipete._core.kernel.squares cimport BLACK, PAWN, WHITE
from kiwipete._core.kernel.types cimport Position, Threats, kind_of
from kiwipete._core.syzygy.file_bytes cimport Fault, NO_FAULT
from kiwipete._core.syzygy.library cimport Library, Volume, find_table
from kiwipete._core.syzygy.material cimport BARE_KINGS, Material, force_of, material_of
from kiwipete._core.syzygy.table cimport DTZ, WDL, table_dtz, table_wdl

cdef enum:
    WORSE_THAN_LOST = -3
    NO_DISTANCE = 0x7fff

# One probe and its fault. Once there is a fault, values are meaningless.
cdef struct Probe:
    Library* library
    Fault fault
    int error            # errno, if a file could not be read
    Material material    # of the table that was probed
    int kind
    Volume* volume       # NULL if there is no such table


cdef inline void open_probe(Probe* probe, Library* library) noexcept nogil:
    probe.library = library
    probe.fault = NO_FAULT
    probe.error = 0


cdef inline Volume* volume_for(Probe* probe, const Position* p, int kind) noexcept nogil:
    """The table of a position, or NULL and a fault."""
    probe.material = material_of(force_of(p, WHITE), force_of(p, BLACK))
    probe.kind = kind
    probe.fault = find_table(probe.library, probe.material, kind, &probe.volume, &probe.error)
    return NULL if probe.fault else probe.volume


cdef inline int stored_wdl(Probe* probe, const Position* p) noexcept nogil:
    """The value in the WDL table."""
    cdef Volume* volume
    cdef int wdl = 0
    if material_of(force_of(p, WHITE), force_of(p, BLACK)) == BARE_KINGS:
        return 0
    volume = volume_for(probe, p, WDL)
    if volume != NULL:
        probe.fault = table_wdl(volume.table, p, &wdl)
    return wdl


cdef inline int stored_dtz(Probe* probe, const Position* p, int wdl, bint* other_side) noexcept nogil:
    """The value in the DTZ table of a position that is not a draw."""
    cdef Volume* volume = volume_for(probe, p, DTZ)
    cdef int plies = 0
    other_side[0] = False
    if volume != NULL:
        probe.fault = table_dtz(volume.table, p, wdl, other_side, &plies)
    return plies


cdef inline Position after(const Position* p, Move move) noexcept nogil:
    cdef Position child = p[0]
    play(&child, move)
    return child


cdef inline int list_captures(const Position* p, Move* moves) noexcept nogil:
    cdef Threats threats
    cdef int kept = 0
    cdef int i
    find_threats(&p.boards, p.turn, &threats)
    for i in range(list_noisy(p, &threats, moves)):
        if is_capture(moves[i]):
            moves[kept] = moves[i]
            kept += 1
    return kept


cdef inline int wdl_by_captures(Probe* probe, const Position* p, int alpha, int beta, bint* by_capture) noexcept nogil:
    """The value between bounds without en passant; whether a winning capture is best."""
    cdef Move[MAX_MOVES] moves
    cdef Position child
    cdef bint ignored
    cdef int i, value
    by_capture[0] = False
    for i in range(list_captures(p, moves)):
        if is_en_passant(moves[i]):
            continue
        child = after(p, moves[i])
        value = -wdl_by_captures(probe, &child, -beta, -alpha, &ignored)
        if probe.fault:
            return 0
        if value > alpha:
            if value >= beta:
                by_capture[0] = True
                return value
            alpha = value
    value = stored_wdl(probe, p)
    if alpha >= value:
        by_capture[0] = alpha > 0
        return alpha
    return value


cdef inline bint only_captures_in_passing(const Position* p) noexcept nogil:
    """True if nothing else is legal: without en passant it would be stalemate."""
    cdef Position without = p[0]
    forget_en_passant(&without)
    return count_moves(&without) == 0


cdef inline int best_in_passing(Probe* probe, const Position* p) noexcept nogil:
    """The value of the best en passant capture, or WORSE_THAN_LOST if there is none."""
    cdef Move[MAX_MOVES] moves
    cdef Position child
    cdef bint ignored
    cdef int best = WORSE_THAN_LOST
    cdef int i, value
    if not p.boards.en_passant:
        return best
    for i in range(list_captures(p, moves)):
        if is_en_passant(moves[i]):
            child = after(p, moves[i])
            value = -wdl_by_captures(probe, &child, -2, 2, &ignored)
            best = max(best, value)
    return best


cdef inline int find_wdl(Probe* probe, const Position* p, bint* by_capture) noexcept nogil:
    """The value of a position; whether a winning capture, or en passant, is best."""
    cdef int in_passing = best_in_passing(probe, p)
    cdef int value
    if probe.fault:
        return 0
    value = wdl_by_captures(probe, p, -2, 2, by_capture)
    if in_passing == WORSE_THAN_LOST or probe.fault:
        return value
    if in_passing > value or (value == 0 and only_captures_in_passing(p)):
        by_capture[0] = True
        return in_passing
    by_capture[0] = by_capture[0] or (in_passing == value and in_passing > 0)
    return value


cdef inline int distance_before_zeroing(int wdl) noexcept nogil:
    """The DTZ of a position whose best move zeroes the clock."""
    if wdl == 0:
        return 0
    return (1 if wdl > 0 else -1) * (1 if wdl == 2 or wdl == -2 else 101)


cdef inline bint is_pawn_move(const Position* p, Move move) noexcept nogil:
    return kind_of(p.mailbox[move_from(move)]) == PAWN


cdef inline bint wins_by_pawn_move(
    Probe* probe, const Position* p, int wdl, const Move* moves, int count
) noexcept nogil:
    cdef Position child
    cdef bint ignored
    cdef int i
    for i in range(count):
        if is_pawn_move(p, moves[i]) and not is_capture(moves[i]):
            child = after(p, moves[i])
            if -find_wdl(probe, &child, &ignored) == wdl and not probe.fault:
                return True
            if probe.fault:
                return False
    return False


cdef inline int distance_by_moves(
    Probe* probe, const Position* p, int wdl, const Move* moves, int count
) noexcept nogil:
    """The DTZ where the table has only the other side to move: one ply more than after the best move.

    Zeroing moves win at once and were found before, or are the shortest way to lose.
    """
    cdef int best = NO_DISTANCE if wdl > 0 else distance_before_zeroing(wdl)
    cdef Position child
    cdef int i, distance
    for i in range(count):
        if is_capture(moves[i]) or is_pawn_move(p, moves[i]):
            continue
        child = after(p, moves[i])
        distance = -find_dtz(probe, &child)
        if probe.fault:
            return 0
        if wdl < 0:
            best = min(best, distance - 1)
        elif distance == 1 and count_moves(&child) == 0:
            best = 1
        elif distance > 0:
            best = min(best, distance + 1)
    return best


cdef inline int find_dtz(Probe* probe, const Position* p) noexcept nogil:
    """DTZ: plies to the next zeroing move that keeps the value; beyond 100 if the fifty-move rule draws."""
    cdef Move[MAX_MOVES] moves
    cdef bint by_capture = False
    cdef bint other_side
    cdef int wdl = find_wdl(probe, p, &by_capture)
    cdef int count, plies
    if probe.fault or wdl == 0:
        return 0
    if by_capture:
        return distance_before_zeroing(wdl)
    count = list_moves(p, moves)
    if wdl > 0 and wins_by_pawn_move(probe, p, wdl, moves, count):
        return distance_before_zeroing(wdl)
    if probe.fault:
        return 0
    plies = stored_dtz(probe, p, wdl, &other_side)
    if other_side:
        return distance_by_moves(probe, p, wdl, moves, count)
    return distance_before_zeroing(wdl) + (plies if wdl > 0 else -plies)
